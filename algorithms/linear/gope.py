"""AdaC-GOPE, AdaR-GOPE, and GOPE without privacy: linear bandits with finitely many actions."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.curators.whitening import whitening
from banditproof.algorithms.policy import Pull
from banditproof.theory.budgets import ZCDP, Budget, PureDP, RenyiDP, exact_order
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.theory.mechanisms import Gaussian, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.phase_lengths import LengthForm
from .action_set import Statistic
from .phased_elimination import Phase, PhasedElimination

Placement = Literal["whitened", "sums"]
"""Where the noise is added: to the whitened vector of a phase, or to the sum of each arm."""


@dataclass(frozen=True, kw_only=True)
class GOPE(PhasedElimination):
    """Phased elimination by G-optimal designs without privacy: AdaC-GOPE at rho = inf.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> axes = GOPE(((1, 0), (0, 1)), delta="0.1")
    >>> axes.plan(axes.start()).parts
    ((0, 163), (1, 163))
    >>> play(axes, RewardCycles([(1,), (-1,)]), 400, Silent()).counts(2)
    (237, 163)
    """

    name = "gope"

    def _curator(self) -> Curator:
        return WhitenedSums(self.action_set.rows)

    @property
    def statistic(self) -> Statistic:
        """The whitened vector as it is."""
        return "bare"

    @property
    def claimed(self) -> Budget:
        """None."""
        return PureDP(math.inf)

    @property
    def privacy(self) -> tuple[Number | None, LengthForm]:
        """Phases are as long as the rewards ask for."""
        return None, "scalar"


@dataclass(frozen=True, kw_only=True)
class _PrivateGOPE(PhasedElimination):
    """What AdaC-GOPE and AdaR-GOPE share: they differ in the budget, and in their defaults."""

    length: LengthForm = "scalar"
    placement: Placement = "whitened"

    @property
    @abstractmethod
    def spent(self) -> Fraction:
        """The zCDP of each release."""

    def _curator(self) -> Curator:
        if self.length not in get_args(LengthForm):
            raise ValueError(
                f"The length is {self.length!r}; give 'scalar', 'printed' or 'support'."
            )
        if self.placement not in get_args(Placement):
            raise ValueError(f"The placement is {self.placement!r}; give 'whitened' or 'sums'.")
        noise = Gaussian(sigma_squared=2 / self.spent)
        if self.placement == "whitened":
            return DeclaredVectors(noise, self.action_set.rows, whitened=True)
        every = range(self.arms)
        return DeclaredVectors(noise, tuple(tuple(int(i == j) for j in every) for i in every))

    @property
    def statistic(self) -> Statistic:
        """The whitened vector, or the sum of each arm."""
        return self.placement

    @property
    def privacy(self) -> tuple[Number | None, LengthForm]:
        """Phases are longer because of the noise."""
        return self.spent, self.length


@dataclass(frozen=True, kw_only=True)
class AdaCGOPE(_PrivateGOPE):
    """AdaC-GOPE: phased elimination under rho-zCDP, with rewards in [-1, 1].

    A phase releases V^(-1/2) sum a r / g + N(0, (2 / rho) I) with the measured leverage g, so that
    theta is estimated with the extra covariance (2 g^2 / rho) V^-1. One reward moves one release
    by at most 2, whatever the design is. Concentrated Differential Privacy for Bandits,
    Algorithm 2; the box takes d / c for g^2, which needs the exact design (`PrintedAdaCGOPE`), and
    numbers its rounds with one too many per phase.

    `length` is "scalar", which the tail of one normal number asks for (claim zcdp.fix.gope.f), or
    "printed", (4), whose private part is longer by about sqrt(d). With the `placement` "sums" the
    noise 2 / rho is added to the sum of each arm, as in Appendix H; its own length is "support",
    and no theorem covers a shorter one.

    >>> policy = AdaCGOPE(((1, 0), (0, 1)), rho="0.5", delta="0.1")
    >>> policy.budget, policy.curator.noise, policy.plan(policy.start()).parts
    (ZCDP(rho='0.5'), Gaussian(sigma_squared=Fraction(4, 1)), ((0, 188), (1, 188)))
    """

    rho: Number = 1

    name = "adac-gope"

    @property
    def spent(self) -> Fraction:
        """rho."""
        return exact_positive("rho", self.rho)

    @property
    def claimed(self) -> Budget:
        """rho-zCDP: each reward enters one release."""
        return ZCDP(self.rho)


@accepts_epsilon
@dataclass(frozen=True, kw_only=True)
class AdaRGOPE(_PrivateGOPE):
    """AdaR-GOPE: phased elimination under (alpha, eps)-Renyi privacy, with rewards in [-1, 1].

    As printed, the noise N(0, 2 alpha / eps) is added to the sum of each arm of a phase, and the
    phases have the length of (8): Renyi Differentially Private Bandits, Algorithm 3. The sums of
    arms that were not played are released too; they are noise alone, and nothing reads them. With
    the `placement` "whitened", and the length "scalar", it is AdaC-GOPE at rho = eps / alpha.

    >>> policy = AdaRGOPE(((1, 0), (0, 1)), alpha=2, eps="0.5", delta="0.1")
    >>> policy.budget, policy.curator.noise.sigma_squared, policy.plan(policy.start()).parts
    (RenyiDP(alpha=2, eps='0.5'), Fraction(8, 1), ((0, 225), (1, 225)))
    """

    alpha: Number = 2
    eps: Number = 1
    length: LengthForm = "support"
    placement: Placement = "sums"

    name = "adar-gope"

    @property
    def spent(self) -> Fraction:
        """eps / alpha."""
        order = exact_order(self.alpha)
        if isinstance(order, float) or not order > 1:
            raise ValueError(f"alpha is {self.alpha}; give a finite order > 1.")
        return exact_positive("eps", self.eps) / order

    @property
    def claimed(self) -> Budget:
        """(alpha, eps)-Renyi privacy: each reward enters one release."""
        return RenyiDP(self.alpha, self.eps)


@dataclass(frozen=True, kw_only=True)
class PrintedAdaCGOPE(PhasedElimination):
    """The box of AdaC-GOPE as it is printed; it is not rho-zCDP unless its designs are exact.

    The noise of V^(-1/2) sum a r is N(0, (2 d / (rho c)) I), which is right if the largest leverage
    is at most d / c. The designs are those after `design` steps of Frank and Wolfe from uniform
    weights on the arms alive, which is how the experiments are said to be run, or the certified
    optimal ones with "optimal". `printed_leak` tells what one reward costs in truth. Concentrated
    Differential Privacy for Bandits, Algorithm 2.

    >>> policy = PrintedAdaCGOPE(((1, 0), (0, 1), ("0.6", "0.6")), rho=1, delta="0.1", design=0)
    >>> policy.plan(policy.start()).parts, round(printed_leak(policy), 4)
    (((0, 133), (1, 133), (2, 133)), 1.1844)
    """

    rho: Number = 1
    design: int | Literal["optimal"] = 10

    name = "adac-gope-printed"

    def _curator(self) -> Curator:
        exact_positive("rho", self.rho)
        if self.design != "optimal":
            exact_count("design", self.design)
        return WhitenedSums(self.action_set.rows)

    @property
    def statistic(self) -> Statistic:
        """The whitened vector as it is."""
        return "bare"

    @property
    def design_steps(self) -> int | None:
        """The steps of Frank and Wolfe."""
        return None if self.design == "optimal" else self.design

    @property
    def claimed(self) -> Budget:
        """rho-zCDP, which the box claims."""
        return ZCDP(self.rho)

    @property
    def privacy(self) -> tuple[Number | None, LengthForm]:
        """(4)."""
        return self.rho, "printed"

    def mechanism(self, state: Phase, pull: Pull) -> Mechanism:
        """The printed noise."""
        share = Fraction(self.action_set.dimension) / Fraction(self.phase_length(state.number))
        return Gaussian(sigma_squared=2 * share / exact_positive("rho", self.rho))


def printed_leak(policy: PrintedAdaCGOPE, state: Phase | None = None) -> float:
    """rho_eff / rho of a phase of the printed box: c max |V^(-1/2) a|^2 / d over the played arms.

    A lower bound up to a relative 1e-9; claim zcdp.alg2 has certified digits. The first phase,
    unless a state is given.
    """
    phase = policy.start() if state is None else state
    result = policy.action_set
    leverage = whitening(result.counts(policy.plan(phase).parts)).leverage
    return policy.phase_length(phase.number) * leverage**2 / result.dimension
