"""The curve delta(eps) of what a program declares, and tests that do not fit it.

A test with false alarms a and misses b refutes (eps, delta)-DP if delta < 1 - b - e^eps a, or the
same with a and b exchanged. Upper limits of a and b that hold together do so for every eps.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol
import numpy as np
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.accounting.trade_off import delta_refuted_by
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact

POINTS = 40
CUTS = 1001
SMALL = Fraction(1, 10**4)
"""The curve is looked at down to this delta; few plays say nothing of smaller ones."""
NOTHING = "Nothing is declared of the program, so nothing is refuted: the bound is what plays show."


class Declared(Protocol):
    """A guarantee for one row, as a curve."""

    @property
    def words(self) -> str:
        """The guarantee in a sentence."""

    def delta(self, eps: Number) -> Enclosure:
        """The delta at an eps."""

    def epsilon(self, delta: Number) -> Enclosure:
        """The eps at a delta."""


@dataclass(frozen=True)
class ClaimedPair:
    """A claim of (eps, delta)-DP, or of nothing.

    >>> claim = ClaimedPair(Fraction(1), Fraction(1, 100))
    >>> float(claim.epsilon("0.1")), float(claim.epsilon("0.001")), float(claim.delta("0.5"))
    (1.0, inf, 1.0)
    """

    eps: Fraction | None
    share: Fraction

    @property
    def words(self) -> str:
        """The claim in a sentence."""
        if self.eps is None:
            return NOTHING
        return f"Claimed: ({float(self.eps):g}, {float(self.share):g})-DP for one row."

    def delta(self, eps: Number) -> Enclosure:
        """The claimed delta at the claimed eps and above, 1 below."""
        known = self.eps is not None and exact(eps) >= self.eps
        return Enclosure.of(self.share if known else 1)

    def epsilon(self, delta: Number) -> Enclosure:
        """The claimed eps at the claimed delta and above, infinite below."""
        known = self.eps is not None and exact(delta) >= self.share
        return Enclosure.of(self.eps) if known and self.eps is not None else INFINITE


@dataclass(frozen=True, eq=False)
class DeclaredCurve:
    """Points of a guarantee, at which tests are compared with it."""

    guarantee: Declared

    @cached_property
    def orders(self) -> tuple[Fraction, ...]:
        """The eps of the points: that of a claim, or equal steps down a curve."""
        if isinstance(self.guarantee, ClaimedPair):
            return () if self.guarantee.eps is None else (self.guarantee.eps,)
        last = self.guarantee.epsilon(SMALL)
        if not last.is_finite:
            return ()
        step = Fraction(round(float(last.hi) * 2**20), POINTS * 2**20)
        return tuple(step * k for k in range(POINTS + 1))

    @cached_property
    def deltas(self) -> tuple[Enclosure, ...]:
        """The delta of each point."""
        return tuple(self.guarantee.delta(eps) for eps in self.orders)

    def margins(self, alarms: Any, misses: Any) -> Floats:
        """How far each test is beyond each point; above 0 it refutes it (tests x points)."""
        a, b = (np.asarray(item, np.float64)[..., None] for item in (alarms, misses))
        factors = np.exp(np.array([float(eps) for eps in self.orders]))
        least, most = np.minimum(a, b), np.maximum(a, b)
        deltas = np.array([float(delta.hi) for delta in self.deltas])
        return np.asarray(1 - most - factors * least - deltas)

    def threshold(self, roc: SampledROC, runs: int) -> float:
        """The threshold that promises the most on so many plays of each kind.

        Shares of errors are those of scores with normal noise of half their deviation, which few
        plays need, and are taken with about the slack that their limits will have.
        """
        from scipy.special import ndtr

        spread = max(float(np.std(roc.out)), float(np.std(roc.inside)))
        cuts = np.linspace(min(roc.out[0], roc.inside[0]), max(roc.out[-1], roc.inside[-1]), CUTS)
        width = spread / 2 + 1e-9 * float(cuts[-1] - cuts[0]) + 1e-300
        alarms = ndtr((roc.out[:, None] - cuts) / width).mean(axis=0)
        misses = ndtr((cuts - roc.inside[:, None]) / width).mean(axis=0)
        a, b = (
            np.minimum(p + 2 * np.sqrt(p * (1 - p) / runs) + 3 / runs, 1) for p in (alarms, misses)
        )
        promised = self.margins(a, b).max(axis=-1) if self.orders else 1 - a - b
        best = np.flatnonzero(promised >= promised.max() - 1e-9)
        return float(cuts[best[len(best) // 2]])

    def refuted(self, alarms: float, misses: float) -> "Compared | None":
        """The point that limits of both errors are farthest beyond; None without any point."""
        if not self.orders:
            return None
        best = int(np.argmax(self.margins(alarms, misses)))
        shown = delta_refuted_by(self.orders[best], Fraction(alarms), Fraction(misses))
        return Compared(self.orders[best], shown, self.deltas[best])


@dataclass(frozen=True)
class Compared:
    """What a test shows of delta at one eps, beside what is declared."""

    eps: Fraction
    shown: Enclosure
    declared: Enclosure

    @property
    def refutes(self) -> bool:
        """Whether delta is larger than declared."""
        return self.shown.lo > self.declared.hi
