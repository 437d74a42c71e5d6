"""The ends of the laws of a game: what one law alone has, small factors, tails that are cut."""

import math
from fractions import Fraction as F
import numpy as np
import pytest
from flint import arb
from scipy.special import chndtr
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    DensityLaw,
    EnumeratedLaw,
    ExponentialColumn,
    FiniteColumn,
    NoisyBernoulliColumn,
    NormalLaw,
    ProductLaw,
    SubSampledLaw,
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
        for result, known in ((law.in_alone, in_alone), (law.out_alone, out_alone)):
            assert result.contains(known)
            assert result.width < F(1, 10**20)
        assert law.power(0).contains(in_alone)
        assert law.power(1 - out_alone).hi == 1
    # a power that is no short number is not rounded to one
    third = ProductLaw([(FiniteColumn(["1/3", "2/3"], [0, 1]), 400)], "0.1")
    assert third.out_alone.contains(1 - F(2, 3) ** 400)


@pytest.mark.parametrize("factor", [F(1, 10**9), F(1, 100)])
def test_the_overlap_is_at_most_the_factor(factor):
    for law in (ProductLaw(ENDS, "0.1"), NormalLaw(5, 3, 2)):
        result = law.overlap_bounds(factor)
        assert 0 <= result.lo <= result.hi <= factor


def test_laws_that_floats_cannot_tell_from_disjoint_ones_overlap():
    tiny = F(1, 10**400)
    column = FiniteColumn([1 - tiny, tiny, 0], [0, tiny, 1 - tiny])
    result = ProductLaw([(column, 1)]).overlap_bounds(F(1))
    assert result.lo <= tiny <= result.hi < F(1, 10**300)
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
        for first, second in zip(fine, rough, strict=True):
            assert second.contains(first.mid())
            assert not second.contains(first.mid() + arb(1) / 2)
    assert math.isfinite(float(fine[0].mid()))


def test_keeping_every_row_is_no_sub_sampling():
    inner = EnumeratedLaw.of_columns(
        [(BernoulliColumn(4, "1/3", 1), 3), (BernoulliColumn(4, "1/5", 0), 2)]
    )
    law = SubSampledLaw(inner, kept=4, rows=4)
    assert law.total_variation() == inner.total_variation()
    assert law.out_alone == inner.out_alone


@pytest.mark.parametrize(("rows", "columns", "score"), [(20, 100, 5), (2, 3, 1), (50, 10, 0)])
def test_normal_columns_are_noncentral_chi_squared(rows, columns, score):
    law = NormalLaw(rows, columns, score)
    for y in (-0.5, 0.0, 0.3):
        q = 2 * (rows - 1) * (-columns / 2 * math.log1p(-1 / rows) + rows * score / 2 - y)
        size = chndtr(q, columns, rows * rows * score) if q > 0 else 0.0
        power = chndtr(q * rows / (rows - 1), columns, rows * (rows - 1) * score) if q > 0 else 0.0
        result = law.errors(F(math.exp(y)))
        assert float(result.size) == pytest.approx(size, abs=1e-9)
        assert float(result.power) == pytest.approx(power, abs=1e-9)
    assert law.power("0.1").width < 1e-10
    assert law.power("0.1") == law.power("0.1", randomised=False)


def test_one_normal_column_agrees_with_its_densities():
    """n = 5, sigma = 1, z - mu = 2: the two normal laws of the mean, on a grid."""
    x = np.linspace(-6, 6, 200_001)
    out = np.exp(-5 * x**2 / 2) * math.sqrt(5 / (2 * math.pi))
    present = np.exp(-((x - 0.4) ** 2) / (2 * 0.16)) / math.sqrt(2 * math.pi * 0.16)
    tv = float(np.abs(out - present).sum()) * (x[1] - x[0]) / 2
    assert float(NormalLaw(5, 1, F(4, 5)).total_variation()) == pytest.approx(tv, abs=1e-7)


def test_exponential_columns_have_the_total_variation_of_the_catalogue():
    result = DensityLaw([(ExponentialColumn(20, 2, cells=400), 100)]).total_variation()
    assert result.lo < 0.797077 < result.hi
    assert result.width < 4e-4


@pytest.mark.slow
@pytest.mark.parametrize("target", [0, "1/2", 3])
def test_one_exponential_column_agrees_with_its_densities(target):
    n, z = 4, float(F(target))
    s = np.linspace(1e-6, 60, 400_001)
    out = s ** (n - 1) * np.exp(-s) / math.gamma(n)
    rest = np.maximum(s - z, 0)
    present = rest ** (n - 2) * np.exp(-rest) / math.gamma(n - 1) * (s > z)
    tv = float(np.abs(out - present).sum()) * (s[1] - s[0]) / 2
    result = DensityLaw([(ExponentialColumn(n, target, cells=300), 1)]).total_variation()
    assert result.lo - 1e-4 < tv < result.hi + 1e-4
    assert result.width < 0.02


@pytest.mark.slow
def test_a_noisy_column_lies_between_its_densities():
    law = DensityLaw([(NoisyBernoulliColumn(10, "0.3", 1, "1/2", cells=150), 1)])
    x = np.linspace(-12, 22, 40_001)
    width = 0.5 * math.sqrt(10)
    out, present = np.zeros_like(x), np.zeros_like(x)
    for k, masses in enumerate(BernoulliColumn(10, "0.3", 1).masses()):
        height = np.exp(-((x - k) ** 2) / (2 * width**2)) / (width * math.sqrt(2 * math.pi))
        out += float(masses.out) * height
        present += float(masses.present) * height
    tv = float(np.abs(out - present).sum()) * (x[1] - x[0]) / 2
    result = law.total_variation()
    assert result.lo - 1e-5 < tv < result.hi + 1e-5
    assert result.width < 0.02
