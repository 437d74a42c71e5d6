"""The ends of the laws of a game: what one law alone has, small factors, tails that are cut."""

import math
from fractions import Fraction as F

import pytest
from flint import arb

from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    FiniteColumn,
    NormalLaw,
    ProductLaw,
    normal_columns,
)

ENDS = [
    (FiniteColumn(["1/5", "1/5", "3/5", 0], [0, "1/2", "1/4", "1/4"]), 2),
    (BernoulliColumn(3, "1/3", 1), 2),
    (BernoulliColumn(2, "1/4", 0), 1),
]


def test_what_one_law_alone_has_is_that_of_the_enumeration():
    exact, inverted = EnumeratedLaw.of_columns(ENDS), ProductLaw(ENDS, "0.1")
    in_alone = 1 - F(3, 4) ** 2
    out_alone = 1 - F(4, 5) ** 2 * (1 - F(2, 3) ** 3) ** 2 * (1 - F(1, 4) ** 2)
    for law in (exact, inverted):
        for found, known in ((law.in_alone, in_alone), (law.out_alone, out_alone)):
            assert found.contains(known)
            assert found.width < F(1, 10**20)
        assert law.power(0).contains(in_alone)
        assert law.power(1 - out_alone).hi == 1
    # a power that is no short number is not rounded to one
    third = ProductLaw([(FiniteColumn(["1/3", "2/3"], [0, 1]), 400)], "0.1")
    assert third.out_alone.contains(1 - F(2, 3) ** 400)


@pytest.mark.parametrize("factor", [F(1, 10**9), F(1, 100)])
def test_the_overlap_is_at_most_the_factor(factor):
    for law in (ProductLaw(ENDS, "0.1"), NormalLaw(5, 3, 2)):
        found = law.overlap_bounds(factor)
        assert 0 <= found.lo <= found.hi <= factor


def test_laws_that_floats_cannot_tell_from_disjoint_ones_overlap():
    tiny = F(1, 10**400)
    column = FiniteColumn([1 - tiny, tiny, 0], [0, tiny, 1 - tiny])
    found = ProductLaw([(column, 1)]).overlap_bounds(F(1))
    assert found.lo <= tiny <= found.hi < F(1, 10**300)
    apart = ProductLaw([(FiniteColumn([1, 0], [0, 1]), 3)])
    assert apart.total_variation().exact == 1


@pytest.mark.parametrize(("degrees", "rate"), [(1, 30), (4, 2), (40, 300), (3, 0)])
def test_tails_that_are_cut_early_are_counted(monkeypatch, degrees, rate):
    """With a tenth of the mass left out at each end the enclosure is wide, and right."""
    mean = degrees + rate
    places = [F(mean) * k / 8 for k in (1, 4, 8, 12, 40)]
    with working_precision(normal_columns.BITS):
        normal_columns._poisson_ends.cache_clear()
        fine = [normal_columns._chi_squared_below(degrees, F(rate), ball(x)) for x in places]
        monkeypatch.setattr(normal_columns, "CUT", 0.1)
        normal_columns._poisson_ends.cache_clear()
        rough = [normal_columns._chi_squared_below(degrees, F(rate), ball(x)) for x in places]
        normal_columns._poisson_ends.cache_clear()
        for one, other in zip(fine, rough, strict=True):
            assert other.contains(one.mid())
            assert not other.contains(one.mid() + arb(1) / 2)
    assert math.isfinite(float(fine[0].mid()))
