"""The probabilities of cells under mixtures of shifted noises, in balls.

A mixture has a probability for each way, and in each way the numbers are noises around centres.
Cells are a partition of the line, or of the space: with c the centre and s the scale of a noise,

    P(cell) = sum over ways of Pr[way] * product over numbers of (F((h - c)/s) - F((l - c)/s))
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, Budget
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism
from .noise_densities import scale_of
from .plain_fields import Refused
from .shifted_noises import laplace_below, normal_below
from .transcripts import ROUNDING

CELLS = {1: 1200, 2: 56, 3: 16}
"""Into how many cells each of so many numbers is split, about."""
REACH = 12.0
"""How many scales around the centres cells are small."""
NARROW = 1e-4
"""How many scales wide a cell is at least."""
MOST_CELLS = 400_000
"""How many cells there are together in all ways, at most."""


@dataclass(frozen=True)
class Center:
    """A number without its noise, and the law of that noise; None if it has none."""

    value: Fraction
    law: Mechanism | None


Way = tuple[Center, ...]
Mixture = dict[Way, Fraction]
"""The probability of each way, with the centres of the numbers in it."""


def cells_of(
    left: Mixture,
    right: Mixture,
    budget: Budget,
    order: Fraction | None,
    ends: tuple[float, float] = (-math.inf, math.inf),
) -> list[tuple[arb, arb]]:
    """The probabilities of the cells in both worlds.

    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.theory.mechanisms import Gaussian
    >>> noise = Gaussian(sigma_squared=1)
    >>> zero, one = ((Center(Fraction(x), noise),) for x in (0, 1))
    >>> half = {zero: Fraction(1, 2), one: Fraction(1, 2)}
    >>> cells = cells_of(half, {zero: Fraction(1)}, PureDP(1), None)
    >>> print(sum((p for p, _ in cells), arb(0)).str(4, radius=False))
    1.000
    """
    ways = [*left, *right]
    places = len(ways[0])
    asked = order if isinstance(budget, ZCDP) else getattr(budget, "alpha", None)
    far = 1.0 if asked is None or asked == math.inf else float(exact(asked))
    noisy = sum(any(way[place].law is not None for way in ways) for place in range(places))
    axes = []
    for place in range(places):
        sides = [sorted({way[place].value for way in side}) for side in (left, right)]
        laws = {way[place].law for way in ways}
        cuts = _cuts(sides, laws, far, CELLS[max(noisy, 1)], ends)
        axes.append({one: _masses(one, cuts) for one in {way[place] for way in ways}})
    count = math.prod(len(next(iter(axis.values()))) for axis in axes)
    if count * len(ways) > MOST_CELLS:
        raise Refused(f"The law has {count} cells in {len(ways)} ways, which are too many.")
    masses = []
    for mixture in (left, right):
        total = [arb(0)] * count
        for way, chance in mixture.items():
            parts = [axis[one] for axis, one in zip(axes, way, strict=True)]
            weight = ball(chance)
            for k, cell in enumerate(product(*parts)):
                mass = weight
                for part in cell:
                    mass = mass * part
                total[k] += mass
        masses.append(total)
    return [(p, q) for p, q in zip(*masses, strict=True) if _is_known(p) and _is_known(q)]


def _is_known(mass: arb) -> bool:
    """Whether a probability is 0, or certainly more: other cells count as nothing."""
    return bool(mass.is_zero()) or bool(mass > 0)


def _cuts(
    sides: Sequence[Sequence[Fraction]],
    laws: set[Mechanism | None],
    far: float,
    count: int,
    ends: tuple[float, float],
) -> list[float]:
    """Where a number is cut: around all centres, and around where a moment of an order lies.

    The integrand of the moment of order a is largest near a p + (1 - a) q, for centres p and q.
    """
    values = [float(value) for side in sides for value in side]
    scales = [scale_of(law) for law in laws if law is not None]
    if not scales:
        return [(a + b) / 2 for a, b in pairwise(sorted({*values}))]
    most = max(scales)
    windows = [(min(values) - REACH * most, max(values) + REACH * most)]
    if far > 1 and any(not isinstance(law, Laplace) for law in laws):
        pairs = product(*((float(side[0]), float(side[-1])) for side in sides))
        tops = sorted({far * p + (1 - far) * q for p, q in pairs})
        windows += [(top - REACH * most, top + REACH * most) for top in tops]
    each = max(count // len(windows), 4)
    cuts = {low + (high - low) * k / each for low, high in windows for k in range(each + 1)}
    cuts |= {value for value in values if None in laws}
    inner = sorted(cut for cut in cuts if ends[0] < cut < ends[1])
    least = min(scales) * NARROW
    apart = [cut for cut, after in pairwise([*inner, math.inf]) if after - cut > least]
    return apart or [max(min(values), ends[0])]


def _masses(center: Center, cuts: Sequence[float]) -> list[arb]:
    """The probabilities of the parts of the line between the cuts."""
    if center.law is None:
        places = [math.inf if cut == math.inf else Fraction(cut) for cut in cuts]
        beginning = [-math.inf, *places]
        return [
            arb(int(low < center.value <= high))
            for low, high in zip(beginning, [*places, math.inf], strict=True)
        ]
    law = laplace_below if isinstance(center.law, Laplace) else normal_below
    scale = _scale(center.law)
    error = ROUNDING * (1 + abs(center.value))
    middle = ball(center.value - error).union(ball(center.value + error))
    tails = []
    for cut in cuts:
        away = (ball(Fraction(cut)) - middle) / scale
        tails.append((law(away), law(-away)))
    found = [tails[0][0]]
    for cut, (one, other) in zip(cuts, pairwise(tails), strict=False):
        above = Fraction(cut) >= center.value  # the smaller tails have the digits
        found.append(one[1] - other[1] if above else other[0] - one[0])
    return [*found, tails[-1][1]]


def _scale(law: Mechanism) -> arb:
    if isinstance(law, Laplace):
        return ball(exact(law.scale))
    return ball(exact(law.sigma_squared)).sqrt()  # type: ignore[union-attr]
