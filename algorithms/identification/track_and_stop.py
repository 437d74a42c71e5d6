"""Track-and-Stop: pulls follow the weights that would be optimal for the empirical means.

Garivier and Kaufmann, "Optimal Best Arm Identification with Fixed Confidence" (2016), with direct
tracking (D-tracking) and its forced exploration, for rewards that are sigma-subgaussian with the
costs of normal laws, as TTUCB has them.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import NoNoise
from .gaussian_weights import gaussian_weights
from .sampled_arms import SampledArms
from .stopping_rules import GaussianThreshold, StoppingRule
from .transportation_costs import TransportationCost


@lru_cache(maxsize=256, typed=True)
def gaussian_rule(arms: int, delta: Number) -> StoppingRule:
    """The stop for rewards in [0, 1], made once for a policy: it is asked after each pull.

    >>> gaussian_rule(2, "0.1").recommends((0.9, 0.1), (32, 32))
    0
    """
    return StoppingRule(TransportationCost.of(), GaussianThreshold(arms, delta))


@dataclass(frozen=True)
class TrackAndStop(Policy[SampledArms]):
    """Track-and-Stop for rewards in [0, 1]: D-tracking of the Gaussian weights, and a GLR stop.

    After t pulls, if some arm has fewer than sqrt(t) - K/2 of them, the one with the fewest is
    pulled. Otherwise it is the arm with the largest t w_a - N_a, where w are the optimal weights of
    the empirical means (`gaussian_weights`). Ties go to the first arm. It stops when the cost of
    the best empirical arm against each other one, with sigma = 1/2, reaches `GaussianThreshold`:
    whatever arms were sampled, its answer is wrong with probability at most delta. The threshold is
    that of TTUCB in the catalogue, (5.10) of the thesis; that of Garivier and Kaufmann is not used.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = TrackAndStop(arms=3, delta="0.1")
    >>> played = play(policy, RewardCycles([(1,), (0,), (1, 0)]), 1000, Silent())
    >>> played.recommended, played.counts(3)
    (0, (58, 10, 58))
    """

    arms: int
    delta: Number = Fraction(1, 100)

    name = "track-and-stop"
    declared_noise = NoNoise()

    def __post_init__(self) -> None:
        _ = self.stopping

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)

    @property
    def stopping(self) -> StoppingRule:
        """The Gaussian costs with sigma = 1/2, against their threshold."""
        return gaussian_rule(self.arms, self.delta)

    def start(self) -> SampledArms:
        """Nothing pulled."""
        return SampledArms.unseen(self.arms)

    def choose(self, state: SampledArms) -> int:
        """The next arm: the first pulls in turn, then forced exploration or tracking."""
        fewest, t = min(state.pulls), state.samples
        if fewest == 0 or fewest < math.sqrt(t) - self.arms / 2:
            return state.pulls.index(fewest)
        weights = gaussian_weights(state.means)
        behind = [t * weight - n for weight, n in zip(weights, state.pulls, strict=True)]
        return behind.index(max(behind))

    def decide(self, state: SampledArms, t: int, randomness: Randomness) -> Pull:
        """One pull of the arm that is chosen; its reward is released at once."""
        return Pull(self.choose(state), 1)

    def learn(self, state: SampledArms, pull: Pull, released: float) -> SampledArms:
        """The state after a reward."""
        return state.after(pull.arm, released)

    def recommendation(self, state: SampledArms) -> int | None:
        """The best empirical arm, if the evidence suffices."""
        if 0 in state.pulls:
            return None
        return self.stopping.recommends(state.means, state.pulls)
