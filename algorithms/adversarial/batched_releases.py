"""Algorithm 1: any learner made private by batches whose mean losses are released with noise."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP, exact_or_infinite
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace, NoNoise
from banditproof.theory.parameter_names import accepts_epsilon
from .learner import Learner
from .learner_draws import generator_of


class Told(NamedTuple):
    """A learner, and the release that it has not learnt from yet: the arm and its noisy mean."""

    learner: Hashable
    arm: int | None = None
    mean: float | None = None


@accepts_epsilon
def batch_length(eps: Number) -> int:
    """ceil(1/eps), from the exact number eps; 1 without privacy.

    A float stands for its binary value: that of 1/49 is a little less than 1/49.

    >>> batch_length("0.1"), batch_length(0.1), batch_length("1/49"), batch_length(1 / 49)
    (10, 10, 49, 50)
    """
    result = exact_or_infinite("eps", eps)
    if isinstance(result, float):
        return 1
    return math.ceil(1 / exact_positive("eps", result))


@accepts_epsilon
@dataclass(frozen=True)
class BatchedReleases(Policy[Told]):
    """A learner that sees the noisy mean loss of each batch of tau rounds, in which one arm is
    played; private for every learner.

    The learner acts once for each batch, also for the last one; after a complete batch it sees
    the mean of the losses plus Lap(1 / (tau eps)), with the integer tau that is used. Nothing of a
    batch that the horizon cuts leaves the curator. One loss of [0, 1] moves one mean by at most
    1/tau, so the releases, and with them all actions, are eps-DP, whatever the learner does, for
    every eps > 0. With eps = inf nothing is added: plain batching. If tau is not given it is
    `batch_length`, ceil(1/eps); a horizon below tau tells the learner nothing.

    Faster Rates for Private Adversarial Bandits, Algorithm 1, Theorem 1 and Lemma 3. Rewards of the
    engine are losses here.

    >>> from banditproof.algorithms import RewardTable, Silent, play
    >>> class Alternating:
    ...     name = "alternating"
    ...     def start(self, arms): return 0
    ...     def act(self, state, rng): return state % 2
    ...     def update(self, state, arm, loss, rng): return state + 1
    >>> policy = BatchedReleases(Alternating(), arms=2, eps="0.4")
    >>> policy.tau, policy.budget, policy.curator.noise
    (3, PureDP(eps='0.4'), Laplace(scale=Fraction(5, 2)))
    >>> played = play(policy, RewardTable([(1, 0)] * 8), 8, Silent())
    >>> played.actions, [sorted(release.rewards) for release in played.ledger.releases]
    ((0, 0, 0, 1, 1, 1, 0, 0), [[1, 2, 3], [4, 5, 6]])
    """

    learner: Learner[Any]
    arms: int
    eps: Number
    tau: int = 0
    """The rounds of a batch; 0 stands for ceil(1/eps)."""
    curator: DeclaredSums = field(init=False, repr=False, compare=False)
    name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        arms = exact_count("the number of arms", self.arms, least=1)
        tau = exact_count("tau", self.tau) or batch_length(self.eps)
        result = exact_or_infinite("eps", self.eps)
        noise = (
            NoNoise() if isinstance(result, float) else Laplace(1 / exact_positive("eps", result))
        )
        object.__setattr__(self, "arms", arms)
        object.__setattr__(self, "tau", tau)
        # the sum plus Lap(1/eps), divided by tau, is the mean plus Lap(1/(tau eps))
        object.__setattr__(self, "curator", DeclaredSums(noise, mean=True))
        object.__setattr__(self, "name", f"batched-{self.learner.name}")

    @property
    def budget(self) -> PureDP:
        """eps-DP, whatever the learner is."""
        return PureDP(self.eps)

    @property
    def scale(self) -> Fraction:
        """The scale of the noise of a mean, 1/(tau eps); 0 without privacy.

        >>> from .learner import Learner
        >>> class Constant:
        ...     name = "constant"
        >>> BatchedReleases(Constant(), arms=2, eps="0.3", tau=5).scale
        Fraction(2, 3)
        """
        result = exact_or_infinite("eps", self.eps)
        return Fraction(0) if isinstance(result, float) else 1 / (self.tau * result)

    def start(self) -> Told:
        """The learner at its start."""
        return Told(self.learner.start(self.arms))

    def decide(self, state: Told, t: int, randomness: Randomness) -> Pull:
        """The learner learns from the last release, and acts for the next batch.

        It learns here, and not in `learn`, since it may draw random numbers when it does.
        """
        rng, learner = generator_of(randomness), state.learner
        if state.arm is not None and state.mean is not None:
            learner = self.learner.update(learner, state.arm, state.mean, rng)
        return Pull(self.learner.act(learner, rng), self.tau, note=learner)

    def learn(self, state: Told, pull: Pull, released: float | None) -> Told:
        """Keep the release until the next decision."""
        return Told(pull.note, pull.arm, released)
