"""AdaC-OFUL, AdaR-OFUL and RS-OFUL: episodes of optimism, with the noise of a budget or without.

LinUCB is here as well: its episodes are single rounds.

Concentrated Differential Privacy for Bandits, Algorithm 3; Renyi Differentially Private Bandits,
Algorithm 4.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from banditproof.theory import Number
from banditproof.theory.budgets import ZCDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.mechanisms import Gaussian
from banditproof.theory.parameter_names import accepts_epsilon
from .confidence_ellipsoid import eigenvalue_margin
from .episodic_oful import EpisodicOFUL


@lru_cache
def gaussian(rho: Number, sensitivity: int) -> Gaussian:
    """`Gaussian.for_zcdp`, made once for each budget: every episode asks for it.

    >>> gaussian("0.5", sensitivity=2) == Gaussian.for_zcdp("0.5", sensitivity=2)
    True
    """
    return Gaussian.for_zcdp(rho, sensitivity=sensitivity)


@dataclass(frozen=True)
class AdaCOFUL(EpisodicOFUL):
    """AdaC-OFUL: each episode's vector leaves once, with Gaussian noise of variance 2/rho.

    It is rho-zCDP for any contexts: one reward in [-1, 1] moves one released vector by at most 2.
    The radius is that of claim `zcdp.fix.oful.radius`, which holds for any contexts; that of the
    paper is in `AdaCOFULPrinted`.

    >>> from banditproof.algorithms import FixedContexts, RewardList, Silent, play
    >>> basis = [((1, 0),)] * 12 + [((0, 1),)] * 3 + [((1, 0),)] * 20 + [((0, 1),)] * 5
    >>> policy = AdaCOFUL(arms=1, dimension=2, rho=1)
    >>> found = play(policy, RewardList([1] * 40), 40, Silent(), FixedContexts(basis))
    >>> sorted({release.time for release in found.ledger.releases})
    [2, 6, 13, 16, 31, 39]
    """

    rho: Number = 1.0

    name = "adac-oful"

    @property
    def noise(self) -> Gaussian:
        """Variance 2/rho: the sensitivity is 2."""
        return gaussian(self.rho, sensitivity=2)

    @property
    def budget(self) -> Budget:
        """rho-zCDP: every reward enters one vector, which it moves by at most 2."""
        return PureDP(math.inf) if self.unclipped else ZCDP(self.rho)


@dataclass(frozen=True)
class AdaCOFULPrinted(AdaCOFUL):
    """AdaC-OFUL with the radius of the paper's proof, where this is a number.

    `least` is lambda_0, the smallest eigenvalue of E[A A^T]. In place of the smallest eigenvalue of
    V_t the paper has `eigenvalue_margin`, which is negative for small t unless lambda is large;
    then the play ends with a ValueError. No contexts of two or more dimensions satisfy the
    assumption under which the radius was derived (claim `zcdp.asm2`). Concentrated Differential
    Privacy for Bandits, proof of Theorem 14, Step 4.
    """

    least: Number = Fraction(1, 10)

    name = "adac-oful-printed"

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("least", self.least)
        if self.horizon is None:
            raise ValueError("The printed radius needs the horizon; give it.")

    def radius(self, updates: int, rounds: int, log_growth: float, smallest: float) -> float:
        """beta_t + gamma_t / sqrt(t), with log(T/delta) in both places and the updates so far."""
        if rounds == 0:
            return super().radius(updates, rounds, log_growth, smallest)
        delta, weight = float(exact(self.delta)), float(exact(self.regulariser))
        margin = eigenvalue_margin(rounds, float(exact(self.least)), self.dimension, delta, weight)
        if margin <= 0:
            raise ValueError(
                f"After {rounds} rounds the printed radius is the root of a negative number, with "
                f"the denominator {margin:.6g}; give a regulariser above {weight - margin:.6g}, or "
                "the policy adac-oful, whose radius needs no assumption."
            )
        return super().radius(updates, rounds, log_growth, margin)


@accepts_epsilon
@dataclass(frozen=True)
class AdaROFUL(EpisodicOFUL):
    """AdaR-OFUL: AdaC-OFUL with rho = eps / alpha, for Renyi privacy of the order alpha.

    Its noise has the variance 2 alpha / eps, so it is (eps / alpha)-zCDP as well. Renyi
    Differentially Private Bandits, Algorithm 4.

    >>> policy = AdaROFUL(arms=3, dimension=2, alpha=2, eps="0.5")
    >>> policy.budget, policy.noise == AdaCOFUL(arms=3, dimension=2, rho="0.25").noise
    (RenyiDP(alpha=2, eps='0.5'), True)
    """

    alpha: Number = 2
    eps: Number = 1.0

    name = "adar-oful"

    def __post_init__(self) -> None:
        RenyiDP(self.alpha, exact_positive("eps", self.eps))
        super().__post_init__()

    @property
    def noise(self) -> Gaussian:
        """Variance 2 alpha / eps."""
        return gaussian(exact(self.eps) / exact(self.alpha), sensitivity=2)

    @property
    def budget(self) -> Budget:
        """(alpha, eps)-Renyi privacy."""
        return PureDP(math.inf) if self.unclipped else RenyiDP(self.alpha, self.eps)


@dataclass(frozen=True)
class RSOFUL(EpisodicOFUL):
    """RS-OFUL: AdaC-OFUL without noise; rarely switching optimism, which is not private.

    Rewards and contexts are those of AdaC-OFUL: clipped and shortened, unless it is `unclipped`.

    >>> RSOFUL(arms=3, dimension=2).budget
    PureDP(eps=inf)
    """

    name = "rs-oful"

    @property
    def noise(self) -> None:
        """None."""
        return None

    @property
    def budget(self) -> PureDP:
        """No guarantee."""
        return PureDP(math.inf)


@dataclass(frozen=True)
class LinUCB(RSOFUL):
    """LinUCB, or OFUL: the optimism of RS-OFUL, with an estimate that is renewed in each round.

    Abbasi-Yadkori, Pal and Szepesvari, "Improved Algorithms for Linear Stochastic Bandits" (2011),
    Theorem 2, for noise that is 1-subgaussian and a theta of at most the length 1. Privacy-Utility
    Trade-offs in Sequential Decision-Making, (2.18) and (2.19), with the norm of V_t. A zero vector
    changes neither V nor the sum of rewards, so a round that plays one renews nothing.

    >>> from banditproof.algorithms import FixedContexts, RewardList, Silent, play
    >>> contexts = FixedContexts([((1, 0), (0, 1))])
    >>> policy = LinUCB(arms=2, dimension=2, ties="first")
    >>> played = play(policy, RewardList([1, 0, 1, 1]), 4, Silent(), contexts)
    >>> played.state.known.updates, played.state.known.theta
    (4, (0.75, 0.0))
    """

    doubling: Number = field(default=1, init=False, repr=False, compare=False)
    """It plays no part."""

    name = "lin-ucb"

    @property
    def threshold(self) -> float:
        """log det V need not grow by any amount before an update."""
        return 0.0
