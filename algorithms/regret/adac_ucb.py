"""AdaC-UCB and AdaR-UCB: optimism in episodes, with Gaussian noise on the sum of each episode."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.policy import Pull
from banditproof.theory import Number
from banditproof.theory.balls import ball
from banditproof.theory.batch_schedule import DoublingSchedule, Schedule
from banditproof.theory.budgets import Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.mechanisms import Gaussian, Mechanism, NoNoise
from banditproof.theory.parameter_names import accepts_epsilon
from .phased_index import ArmRecord, PhasedIndexPolicy, Records, ZCDPIndexPolicy, as_float
from .proved_index import OneArm, raised_mean

EPISODES = DoublingSchedule()


@dataclass(frozen=True)
class EpisodicUCB(PhasedIndexPolicy):
    """Pull the arm with the largest mean + sqrt( (1/(2n) + price / n^2) beta log(t) ).

    The mean is that of the n rewards of the arm's last episode alone, and t is the first round of
    the next one. An episode doubles the pulls of its arm, so it has 1, 1, 2, 4, ... rounds.
    `price` is the privacy term: 1/rho, alpha/eps, or 0. The guarantees need beta > 3; smaller
    values are allowed, since the experiments of the papers have beta = 1.
    Concentrated Differential Privacy for Bandits, Algorithm 4 and (14).
    """

    schedule: Schedule = EPISODES
    beta: Number = 3.1

    forgets = True

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("beta", self.beta)

    @property
    @abstractmethod
    def price(self) -> Fraction:
        """Twice the variance of the noise on a sum."""

    def samples(self, phases: int) -> float:
        """n after so many closed episodes: the size of the last one."""
        return float(self.schedule.batch(phases - 1))

    def width(self, phases: int) -> float:
        """(1/(2n) + price / n^2) beta, after so many closed episodes of the arm."""
        n = self.samples(phases)
        return (1 / (2 * n) + float(self.price) / n**2) * as_float(self.beta)

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The upper confidence bound."""
        return arm.mean + math.sqrt(self.width(arm.phases) * math.log(t))

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index in balls."""
        samples, beta = Fraction(self.samples(phases)), exact(self.beta)
        width = (1 / (2 * samples) + self.price / samples**2) * beta
        return raised_mean(n, lambda: (ball(width) * arb(t).log()).sqrt(), width)


@dataclass(frozen=True)
class AdaCUCB(ZCDPIndexPolicy, EpisodicUCB):
    """AdaC-UCB: each episode's sum is released once, with Gaussian noise of variance 1/(2 rho).

    It is rho-zCDP. The index keeps the released number until the next episode of the arm: with
    noise that is drawn anew for each index, as the box may be read, it would not be rho-zCDP
    (claim `zcdp.alg4`). An arm with one pull has n = 1; `AdaCUCBPrinted` has the 1/2 of the box.
    Concentrated Differential Privacy for Bandits, Algorithm 4.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaCUCB(arms=2, rho=1, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 40, Silent()).pulls[2:]
    ((3, 0, 1), (4, 0, 2), (6, 1, 1), (7, 1, 2), (9, 0, 4), (13, 0, 8), (21, 1, 4), (25, 0, 16))
    """

    schedule: Schedule = EPISODES

    name = "adac-ucb"

    @property
    def price(self) -> Fraction:
        """1/rho."""
        return 1 / exact(self.rho)


@dataclass(frozen=True)
class AdaCUCBPrinted(AdaCUCB):
    """AdaC-UCB with n = N/2 for an arm of N pulls, as it is printed: half a sample if N = 1.

    The noise of the first sum of an arm has the variance 2/rho then, more than is needed, and its
    bonus is larger. Noise is drawn once for each episode, as in the proofs of the paper.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaCUCBPrinted(arms=2, rho=1, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 40, Silent()).pulls[2:]
    ((3, 0, 1), (4, 1, 1), (5, 0, 2), (7, 1, 2), (9, 0, 4), (13, 0, 8), (21, 1, 4), (25, 0, 16))
    """

    name = "adac-ucb-printed"

    def samples(self, phases: int) -> float:
        """N/2."""
        return self.schedule.pulls(phases - 1) / 2

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        """Gaussian noise on each sum, so that its mean has the variance 1/(2 rho (N/2)^2)."""
        phases = state[pull.arm].phases
        if self.noise is not None:
            return self.noise
        # The deviation of a mean is that of its sum over the batch, and that should be over N/2.
        times = self.schedule.batch(phases) / Fraction(self.schedule.pulls(phases), 2)
        return Gaussian.for_zcdp(self.rho, sensitivity=times)


@accepts_epsilon
@dataclass(frozen=True)
class AdaRUCB(EpisodicUCB):
    """AdaR-UCB: AdaC-UCB with rho = eps / alpha, for Renyi privacy of the order alpha.

    Its noise has the variance alpha/(2 eps), so it is (eps / alpha)-zCDP as well. Renyi
    Differentially Private Bandits, Algorithm 2 and (6).

    >>> AdaRUCB(arms=2, alpha=2, eps=1).budget
    RenyiDP(alpha=2, eps=1)
    """

    alpha: Number = 2
    eps: Number = 1.0
    noise: Mechanism | None = None

    name = "adar-ucb"

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("eps", self.eps)
        RenyiDP(exact(self.alpha), self.eps)

    @property
    def price(self) -> Fraction:
        """alpha / eps."""
        return exact(self.alpha) / exact(self.eps)

    @property
    def budget(self) -> Budget:
        """Renyi privacy of the order alpha: every reward enters one sum; as for AdaC-UCB."""
        return RenyiDP(self.alpha, self.eps) if self.noise is None else self.noise.loss(1)

    @property
    def declared_noise(self) -> Mechanism:
        """Gaussian noise of variance alpha/(2 eps) on each sum, unless another was given."""
        variance = exact(self.alpha) / (2 * exact(self.eps))
        return Gaussian(sigma_squared=variance) if self.noise is None else self.noise


@dataclass(frozen=True)
class EpisodeUCB(EpisodicUCB):
    """The episodes and the index of AdaC-UCB without noise and without the privacy term.

    The counterpart without privacy in the experiments of Concentrated Differential Privacy for
    Bandits, Section VII.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = EpisodeUCB(arms=2, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 40, Silent()).pulls[2:]
    ((3, 0, 1), (4, 0, 2), (6, 0, 4), (10, 0, 8), (18, 1, 1), (19, 1, 2), (21, 0, 16), (37, 1, 4))
    """

    name = "ucb-episodes"
    declared_noise = NoNoise()

    @property
    def price(self) -> Fraction:
        """0."""
        return Fraction(0)

    @property
    def budget(self) -> Budget:
        """No guarantee."""
        return PureDP(math.inf)
