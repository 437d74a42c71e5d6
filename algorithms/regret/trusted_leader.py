"""The simplest private policy with bounded regret at a best mean of 1: trust the leader."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from banditproof.algorithms.policy import Policy, Pull, claimed_budget
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon


class Trust(NamedTuple):
    """The epoch, the leader, whether it is playing, and the sums explored in this epoch so far."""

    epoch: int
    leader: int
    playing: bool
    sums: tuple[float, ...]


@accepts_epsilon
@dataclass(frozen=True)
class TrustedLeader(Policy[Trust]):
    """Epochs of 2^k rounds for one leader, who stays as long as the zeros of an epoch are few.

    In epoch k = 0, 1, ... without a trusted leader, every arm is first explored (k+1)^2 times,
    the old leader last, and the largest noisy sum makes the new leader. Then the leader is pulled
    2^k times. If 2^k - (noisy sum) <= patience 2^floor(k/2), the leader is trusted with the next
    epoch, which starts without exploration; else the next epoch explores again.

    Each reward enters one noisy sum, so the policy is eps-DP. A mean below 1 fails the test
    except with probability exp(-c 2^k), so every epoch explores in the end: the regret is
    O(log(T)^3), and the policy is consistent. A mean of 1 fails only if the noise is below
    -patience 2^floor(k/2), which is summable: the regret at mu_star = 1 is bounded. Made for claim
    `bern.thm3.1`; explicit constants are in claim `bern.derived.mustar1.trusted`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = TrustedLeader(arms=2, eps=1)
    >>> play(policy, RewardCycles([(0,), (1,)]), 20, Silent()).pulls
    ((1, 0, 1), (2, 1, 1), (3, 1, 1), (4, 1, 2), (6, 1, 4), (10, 1, 8), (18, 1, 16))
    """

    arms: int
    eps: Number = 1.0
    patience: Number = 1
    noise: Mechanism | None = None

    name = "trusted-leader"

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError(f"The number of arms is {self.arms}; give at least one arm.")
        exact_positive("eps", self.eps)
        exact_nonnegative("patience", self.patience)

    def exploration(self, epoch: int) -> int:
        """How often each arm is explored at the start of an epoch without a leader."""
        return int((epoch + 1) ** 2)

    def length(self, epoch: int) -> int:
        """How often the leader is pulled in an epoch."""
        return 1 << epoch

    def tolerance(self, epoch: int) -> Fraction:
        """How many noisy zeros of an epoch the leader may have and still be trusted."""
        return exact(self.patience) * (1 << (epoch // 2))

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: every reward enters one sum, of sensitivity 1; zCDP with Gaussian noise."""
        return claimed_budget(self.eps, self.noise)

    def start(self) -> Trust:
        """The first epoch, with nothing explored; arm 0 comes first."""
        return Trust(0, self.arms - 1, False, ())

    @property
    def declared_noise(self) -> Mechanism:
        """Laplace noise of scale 1/eps on each sum, unless another noise was given."""
        return Laplace(1 / exact(self.eps)) if self.noise is None else self.noise

    def explored(self, state: Trust) -> int:
        """The arm whose turn it is: after the old leader, in cyclic order.

        So the actions alone tell when the leader has been dismissed, and all batch sizes.
        """
        return (state.leader + 1 + len(state.sums)) % self.arms

    def decide(self, state: Trust, t: int, randomness: Randomness) -> Pull:
        """The leader's epoch, or the next arm to explore."""
        if state.playing:
            return Pull(state.leader, self.length(state.epoch))
        return Pull(self.explored(state), self.exploration(state.epoch))

    def learn(self, state: Trust, pull: Pull, released: float | None) -> Trust:
        """Note an explored sum, and elect the leader after the last; or judge the leader."""
        if released is None:
            return state
        if state.playing:
            zeros = self.length(state.epoch) - released
            return Trust(state.epoch + 1, state.leader, zeros <= self.tolerance(state.epoch), ())
        sums = (*state.sums, released)
        if len(sums) < self.arms:
            return state._replace(sums=sums)
        elected = (state.leader + 1 + sums.index(max(sums))) % self.arms
        return Trust(state.epoch, elected, True, ())
