"""What shifted noises show in intervals, beside integrals of their densities."""

import math
from itertools import product
import mpmath
import pytest
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.witnesses.shifted_noises import Shifted, gain

DENSITIES = {"normal": lambda n: mpmath.npdf(n), "Laplace": lambda n: mpmath.exp(-abs(n)) / 2}
ENDS = [(None, None), (-2, None), (None, -1.75), (-3, -2), (-1, -0.5), (-0.75, 0.25), (0.5, 2)]
SHIFT = 1.5
CASES = [*product(DENSITIES, ENDS)]


def shifted(law, ends, shift=SHIFT):
    return Shifted(law, arb(shift), tuple(None if end is None else arb(end) for end in ends))


def integral(function, ends):
    """Of a function that has its corners at 0 and a shift below it."""
    low, high = (end or sign * 40 for end, sign in zip(ends, (-1, 1), strict=True))
    return mpmath.quad(function, [low, *(c for c in (-SHIFT, 0) if low < c < high), high])


@pytest.mark.parametrize(("law", "ends"), CASES)
def test_moments_are_integrals_of_the_densities(law, ends):
    f = DENSITIES[law]
    for order in (0, 1, 1.25, 3):
        wanted = integral(lambda n, a=order: f(n) ** a * f(n + SHIFT) ** (1 - a), ends)
        assert float(shifted(law, ends).moment(arb(order))) == pytest.approx(float(wanted), 1e-9)


@pytest.mark.parametrize(("law", "ends"), CASES)
def test_one_noise_shows_all_that_its_interval_shows(law, ends):
    f, factor = DENSITIES[law], 1.75
    lost = lambda n: float(mpmath.log(f(n) / f(n + SHIFT)))  # noqa: E731
    most = shifted(law, ends).most()
    if most is None:
        assert (law, ends[1]) == ("normal", None)
    else:
        assert float(most) == pytest.approx(lost(ends[1] or 9.0))
    low, high = (end or sign * 40.0 for end, sign in zip(ends, (-1, 1), strict=True))
    start = mpmath.mpf(high) if lost(high) <= math.log(factor) else mpmath.mpf(low)
    if lost(low) < math.log(factor) < lost(high):
        start = mpmath.findroot(lambda n: lost(n) - math.log(factor), (low, high), "bisect")
    wanted = integral(lambda n: f(n) - factor * f(n + SHIFT), (start, high)) if start < high else 0
    found = gain([shifted(law, ends)], ball(7) / 4, 9)
    assert float(found) == pytest.approx(float(wanted), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("count", [2, 3])
def test_several_noises_show_no_more_than_all_of_them_and_nearly_that(count):
    """Normal noises with shifts m are one with the shift |m|."""
    with working_precision(64):
        whole = gain([shifted("normal", (None, None), SHIFT * count**0.5)], arb(1).exp(), 9)
        parts = gain([shifted("normal", (None, None))] * count, arb(1).exp(), 60)
    assert 0.995 * whole < parts < whole


@pytest.mark.parametrize(("law", "ends"), CASES)
def test_cells_are_parts_of_the_interval(law, ends):
    whole = shifted(law, ends)
    cells = whole.cells(40)
    assert len(cells) > 2
    for order, parts in zip((1, 0), zip(*cells, strict=True), strict=True):
        assert sum(parts, arb(0)).overlaps(whole.moment(arb(order)))
        assert all(part > 0 for part in parts)
