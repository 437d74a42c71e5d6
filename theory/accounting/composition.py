"""Many releases together: a multiset of laws of the privacy loss."""

from __future__ import annotations
import math
import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count
from .loss_laws import GaussianLoss, LossLaw
from .loss_sizes import size_ball


@dataclass(frozen=True)
class Composition:
    """Releases whose privacy losses add up: pairs of a count and the law of one loss.

    Equal laws are merged, all Gaussian ones into a single one (normal losses add up to a normal
    loss, exactly), and releases without any loss are dropped. The order does not matter.

    >>> from .loss_laws import LaplaceLoss
    >>> Composition(((2, GaussianLoss(1)), (3, LaplaceLoss(1)), (1, GaussianLoss(2)))).parts
    ((3, LaplaceLoss(eps=Fraction(1, 1))), (1, GaussianLoss(mu_squared=Fraction(4, 1))))
    """

    parts: tuple[tuple[int, LossLaw], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _merged(self.parts))

    def __add__(self, other: Composition) -> Composition:
        """Both together."""
        return Composition(self.parts + other.parts)

    @property
    def releases(self) -> int:
        """The number of losses that are not identically zero, the Gaussian ones counted as one."""
        return sum(count for count, _ in self.parts)

    def largest_ball(self) -> arb | None:
        """The essential supremum of the total loss; None if it is infinite."""
        total = arb(0)
        for count, law in self.parts:
            if law.largest is None:
                return None
            total += count * size_ball(law.largest)
        return total


def check_composition(given: object) -> None:
    """Raise TypeError if this is no composition.

    >>> check_composition("3*laplace(1)")
    Traceback (most recent call last):
    ...
    TypeError: '3*laplace(1)' is no Composition; make one of it by parse_composition.
    """
    if not isinstance(given, Composition):
        way = "make one of it by parse_composition" if isinstance(given, str) else "give one"
        raise TypeError(f"{reprlib.repr(given)} is no Composition; {way}.")


def _merged(parts: Iterable[tuple[int, LossLaw]]) -> tuple[tuple[int, LossLaw], ...]:
    counts: dict[LossLaw, int] = {}
    normal = Fraction(0)
    for count, law in parts:
        times = exact_count("The count of a release", count)
        if isinstance(law, GaussianLoss):
            normal += times * law.mu_squared
        elif times and not law.is_zero:
            counts[law] = counts.get(law, 0) + times
    merged = [(count, law) for law, count in counts.items()]
    # One order, so that equal compositions are equal objects, and give equal digits.
    merged.sort(key=lambda part: (type(part[1]).__name__, repr(part[1])))
    if normal:
        merged.append((1, GaussianLoss(normal)))
    return tuple(merged)


def renyi_divergence(composition: Composition, alpha: Number, digits: int = 30) -> Enclosure:
    """Enclose the Renyi divergence D_alpha(P || Q) = log M(alpha - 1) / (alpha - 1) of the whole.

    alpha = 1 is the Kullback-Leibler divergence E_P[L], and alpha = inf the supremum of the loss.
    It is the sum of the divergences of the releases.

    >>> print(renyi_divergence(Composition(((3, GaussianLoss(2)),)), 4))
    12.00000000000000000000000000000000000000
    """
    check_composition(composition)
    if isinstance(alpha, float) and math.isinf(alpha) and alpha > 0:
        return largest_loss(composition, digits)
    order = exact(alpha)
    if order < 1:
        raise ValueError(f"alpha is {alpha}; give an order >= 1 (inf for the largest loss).")
    if not composition.parts:
        return ZERO

    def evaluate() -> arb:
        total = arb(0)
        for count, law in composition.parts:
            if order == 1:
                total += count * law.mean()
            else:
                total += count * law.moment(ball(order - 1)).log() / ball(order - 1)
        return total

    normal = [law for _, law in composition.parts if isinstance(law, GaussianLoss)]
    if len(normal) == len(composition.parts):
        return Enclosure.of(order * normal[0].mu_squared / 2)
    return enclose(evaluate, digits)


def largest_loss(composition: Composition, digits: int = 30) -> Enclosure:
    """Enclose the essential supremum of the total loss: the eps of pure privacy.

    >>> from .loss_laws import LaplaceLoss
    >>> print(largest_loss(Composition(((3, LaplaceLoss("0.1")),))))
    0.3000000000000000000000000000000000000000
    """
    check_composition(composition)
    rational = Fraction(0)
    for count, law in composition.parts:
        if law.largest is None:
            return INFINITE
        if isinstance(law.largest, Fraction):
            rational += count * law.largest
    if all(isinstance(law.largest, Fraction) for _, law in composition.parts):
        return Enclosure.of(rational)
    total = composition.largest_ball
    return enclose(lambda: total() or arb(0), digits)
