"""Exact laws of the likelihood ratio of membership games, by routes that share little."""

import math
import pickle
from fractions import Fraction as F
from itertools import product
import numpy as np
import pytest
from case_tables import table
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    ProductLaw,
    SubSampledLaw,
    average_target_game,
    bernoulli_rows,
    fixed_target_game,
    histogram_column,
    mean_column,
    noisy_mean,
    sub_sampled_mean,
)
from banditproof.theory.membership.finite_laws.inversion import Inversion

HALVES = ["1/2", "1/2"]


@pytest.mark.parametrize(
    ("mean", "rows", "expected"),
    table(__file__, "one_column_has_the_total_variation_of_the_catalogue"),
)
def test_one_column_has_the_total_variation_of_the_catalogue(mean, rows, expected):
    column = [(BernoulliColumn(rows, mean, 1), 1)]
    assert EnumeratedLaw.of_columns(column).exact_total_variation() == F(expected)


@pytest.mark.parametrize(
    ("rows", "means", "target"), [(1, ["1/3"], [0]), (3, ["1/2", "1/5"], [1, 0])]
)
def test_columns_agree_with_brute_force(rows, means, target):
    columns = [(BernoulliColumn(rows, m, z), 1) for m, z in zip(means, target, strict=True)]
    brute = fixed_target_game(bernoulli_rows(means), rows, target)
    assert EnumeratedLaw.of_columns(columns).corners() == brute.corners()


def test_a_general_column_of_two_values_is_a_bernoulli_column():
    general = EnumeratedLaw.of_columns([(mean_column([0, 1], ["2/3", "1/3"], 5, 1), 2)])
    assert general == EnumeratedLaw.of_columns([(BernoulliColumn(5, "1/3", 1), 2)])


def test_the_mean_of_three_values_agrees_with_brute_force():
    law = {(F(v),): F(1, 3) for v in (0, 1, 3)}
    column = mean_column([0, 1, 3], ["1/3"] * 3, 4, 1)
    expected = fixed_target_game(law, 4, [1])
    assert EnumeratedLaw.of_columns([(column, 1)]) == expected
    # values without a rational relation show how often each occurs, which leaks more
    revealed = EnumeratedLaw.of_columns([(histogram_column("1/3", 4), 1)])
    assert revealed.exact_total_variation() > expected.exact_total_variation()


def test_a_target_off_the_lattice_leaks_everything():
    column = mean_column([0, 1], HALVES, 6, "1/2")
    law = ProductLaw([(column, 1)])
    assert law.total_variation().exact == law.in_alone.exact == 1
    assert law.power("1e-9").lo == 1
    assert EnumeratedLaw.of_columns([(column, 1)]).exact_power(0) == 1


def test_the_ratio_has_mean_one_and_the_closed_form():
    """thesis, (2.26): k / (n mu) for the target 1, (n-k) / (n (1-mu)) for the target 0."""
    for rows, mean, target in product((1, 2, 5), (F(1, 3), F(7, 10)), (0, 1)):
        share = mean if target else 1 - mean
        masses = BernoulliColumn(rows, mean, target).masses()
        assert sum(m.out for m in masses) == sum(m.present for m in masses) == 1
        assert all(m.present == m.out * k / (rows * share) for k, m in enumerate(masses))


GROUPS = [(BernoulliColumn(4, "1/3", 1), 3), (BernoulliColumn(4, "1/5", 0), 2)]


@pytest.fixture(scope="module")
def small():
    return EnumeratedLaw.of_columns(GROUPS), ProductLaw(GROUPS, "1e-6")


@pytest.mark.slow
def test_inversion_encloses_the_enumeration_even_of_a_coarse_law(small):
    exact, inverted = small
    for factor in ("1/10", 1, "5/4"):
        result = inverted.hockey_stick(factor)
        assert result.contains(exact.hockey_stick(factor).exact)
        assert result.width < 0.2
        errors, known = inverted.errors(factor), exact.exact_errors(factor)
        assert errors.size.contains(known.size)
        assert errors.power.contains(known.power)
    for alpha in ("0.01", "0.5"):
        assert inverted.power(alpha).contains(exact.exact_power(alpha))
        threshold = inverted.power(alpha, randomised=False)
        assert threshold.contains(exact.exact_power(alpha, randomised=False))


@pytest.mark.slow
def test_the_polygon_of_an_enumerated_law_is_bounded_by_its_overlap(small):
    """The words of `TestingProblem` find the same powers from the overlap alone."""
    exact, _ = small
    for alpha in (F(1, 20), F(3, 10), F(1, 2)):
        result = exact._randomised_power(alpha)
        assert result.contains(exact.exact_power(alpha))
        assert result.width < 1e-6
        cut = exact._threshold_power(alpha)
        assert cut.contains(exact.exact_power(alpha, randomised=False))


@pytest.mark.parametrize(
    ("columns", "expected", "digits"),
    [
        ([(BernoulliColumn(20, "1/2", 1), 100)], "0.749315", 6),
        ([(BernoulliColumn(100, "1/2", 1), 500)], "0.738867", 9),
        ([(BernoulliColumn(100, "0.3", 0), 500)], "0.537395", 9),
        ([(BernoulliColumn(400, "0.05", 1), 100)], "0.730459", 9),
    ],
)
def test_many_columns_have_the_total_variation_of_the_catalogue(columns, expected, digits):
    result = ProductLaw(columns, "1e-10").total_variation()
    assert abs(float(result) - float(expected)) < 6e-7
    assert result.digits >= digits


def test_inversion_agrees_with_a_convolution_in_floats():
    """A grid whose cells keep both masses: the law is spread a little, so the overlap falls."""
    rows, count, pitch, cells = 30, 40, 4e-4, 1 << 17
    spectrum = np.ones(cells, dtype=complex)
    for column in (BernoulliColumn(rows, "0.3", 1), BernoulliColumn(rows, "0.6", 0)):
        grid = np.zeros(cells)
        for out, present in (map(float, m) for m in column.masses()):
            if out and present:
                x = math.log(present / out) / pitch
                low = math.floor(x)
                a, b = math.exp(low * pitch), math.exp((low + 1) * pitch)
                share = (present - a * out) / (b - a)
                grid[low % cells] += a * (out - share)
                grid[(low + 1) % cells] += b * share
        spectrum *= np.fft.fft(grid) ** count
    law = np.fft.ifft(spectrum).real
    places = np.where(np.arange(cells) < cells // 2, np.arange(cells), np.arange(cells) - cells)
    overlap = float(law @ np.minimum(1, np.exp(-places * pitch)))
    groups = [(BernoulliColumn(rows, "0.3", 1), count), (BernoulliColumn(rows, "0.6", 0), count)]
    result = ProductLaw(groups, "1e-9").overlap()
    assert result.digits >= 7
    assert overlap < result.hi
    assert abs(overlap - float(result)) < 1e-6


@pytest.mark.slow
def test_leaving_out_an_error_of_the_inversion_shows(monkeypatch):
    """Without the smoothing gap, a coarse law falls out of its enclosure."""
    exact = EnumeratedLaw.of_columns(GROUPS)
    changed = ProductLaw(GROUPS, "1e-6")
    _ = changed._inversion
    object.__setattr__(changed._inversion, "missing", 0.0)
    object.__setattr__(changed._inversion, "variance", F(0))
    factors = [F(k, 7) for k in range(2, 40, 3)]
    inside = [changed.overlap(f).contains(exact.overlap(f).exact) for f in factors]
    assert not all(inside)
    fresh = ProductLaw(GROUPS, "1e-6")
    assert all(fresh.overlap(f).contains(exact.overlap(f).exact) for f in factors)


def test_aliases_are_bounded_where_the_step_is_long():
    """A period of a few units puts all of the error into the aliases, which must cover it."""
    exact = EnumeratedLaw.of_columns(GROUPS)
    rough = Inversion(tuple(GROUPS), 0.1)
    assert math.pi / float(rough.h) < 12
    law = ProductLaw(GROUPS, "0.1")
    for factor in (F(1, 50), F(1), F(30)):
        assert law.overlap(factor).contains(exact.overlap(factor).exact)


def test_sub_sampling_is_a_mixture_by_brute_force():
    """thesis, Theorem 6.6: the exact leakage is 7/36, not the 3/16 of a product of mixtures."""
    means, target = ["1/2", "1/3"], [1, 0]
    brute = fixed_target_game(bernoulli_rows(means), 4, target, sub_sampled_mean(2))
    assert brute.exact_total_variation() == F(7, 36)
    columns = [(BernoulliColumn(2, m, z), 1) for m, z in zip(means, target, strict=True)]
    law = SubSampledLaw(EnumeratedLaw.of_columns(columns), kept=2, rows=4)
    for factor in (F(1, 4), F(1, 2), F(3, 5), F(1), F(3, 2)):
        assert law.overlap(factor).exact == brute.overlap(factor).exact
    for alpha in (0, "0.05", "0.3", "0.8", 1):
        assert law.power(alpha).exact == brute.exact_power(alpha)
        cut = law.power(alpha, randomised=False)
        assert cut.contains(brute.exact_power(alpha, randomised=False))


def test_noise_of_a_finite_law_only_lowers_the_leakage():
    rows = bernoulli_rows(["1/2"])
    exact = fixed_target_game(rows, 3, [1])
    fine = fixed_target_game(rows, 3, [1], noisy_mean({"1/7": "1/2", "-1/7": "1/2"}))
    coarse = fixed_target_game(rows, 3, [1], noisy_mean({"1/3": "1/2", 0: "1/2"}))
    assert fine.exact_total_variation() == exact.exact_total_variation()  # it can be distinguished
    assert coarse.exact_total_variation() < exact.exact_total_variation()


def test_the_average_game_averages_advantages_and_not_powers():
    law = {(F(0),): F(2, 3), (F(1),): F(1, 3)}
    fixed = {z: fixed_target_game(law, 3, [z]) for z in (0, 1)}
    average = average_target_game(law, 3)
    mean = sum(law[(F(z),)] * game.exact_total_variation() for z, game in fixed.items())
    assert average.exact_total_variation() == mean == F(16, 81)
    alpha = F(1, 10)
    powers = sum(law[(F(z),)] * game.exact_power(alpha) for z, game in fixed.items())
    assert average.exact_power(alpha) > powers


def test_thresholds_of_the_ratio_need_randomisation():
    """thesis, Theorem 6.1(a): n = 3, d = 1, the size 3/8, and n = 2, d = 2, the size 3/16."""
    first = EnumeratedLaw.of_columns([(BernoulliColumn(3, "1/2", 1), 1)])
    assert first.exact_power("3/8", randomised=False) == F(1, 4) < F(1, 2)
    assert first.exact_power("3/8") == F(7, 12)
    second = EnumeratedLaw.of_columns([(BernoulliColumn(2, "1/2", 1), 2)])
    assert second.exact_power("3/16", randomised=False) == F(1, 4) < F(1, 2)
    assert [(e.size, e.power) for e in second.corners()[:3]] == [
        (0, 0),
        (F(1, 16), F(1, 4)),
        (F(5, 16), F(3, 4)),
    ]


@pytest.mark.slow
def test_sizes_at_the_ends():
    law = EnumeratedLaw.of_columns([(BernoulliColumn(3, "1/2", 1), 1)])
    inverted = ProductLaw([(BernoulliColumn(3, "1/2", 1), 1)], "0.01")
    for problem in (law, inverted):
        assert problem.power(0).exact == 0
        assert problem.power(1).exact == 1
        # the ratio is 0 with probability 1/8: such outcomes are never in the data
        assert problem.power("7/8").exact == 1
        assert [float(a) for a, _ in problem.roc([0, "1/2"])] == [0, 0.5]


def test_a_law_is_pickled_after_use():
    law = ProductLaw(GROUPS, "1e-6")
    result = law.total_variation()
    assert pickle.loads(pickle.dumps(law)).total_variation() == result


def test_equal_columns_are_grouped_and_permuted_alike():
    column, other = GROUPS[0][0], GROUPS[1][0]
    law = ProductLaw([(other, 1), (column, 2), (other, 1), (column, 1)], "1e-8")
    assert dict(law.groups) == dict(GROUPS)


@pytest.mark.slow
def test_twenty_groups_of_a_thousand_rows_to_ten_digits():
    means = [F(50 + 41 * g, 1000) for g in range(20)]
    law = ProductLaw([(BernoulliColumn(1000, m, g % 2), 250) for g, m in enumerate(means)])
    result = law.total_variation()
    assert result.width < 1e-10
    score = sum(250 * ((1 - m) / m if g % 2 else m / (1 - m)) for g, m in enumerate(means)) / 1000
    assert abs(float(result) - math.erf(math.sqrt(float(score) / 8))) < 2e-3
    for alpha in ("0.001", "0.1", "0.9"):
        assert law.power(alpha).width < 1e-10
        assert law.power(alpha, randomised=False).width < 1e-5


@pytest.mark.slow
def test_sub_sampled_powers_of_the_catalogue():
    """Bernoulli(1/2), n = 1000, d = 5000: exact powers and advantages for four shares."""
    known = {
        1000: (0.736686, 0.19655),
        500: (0.443258, 0.26519),
        250: (0.243737, 0.23015),
        100: (0.099962, 0.10090),
    }
    for kept, (advantage, power) in known.items():
        inner = ProductLaw([(BernoulliColumn(kept, "1/2", 1), 5000)])
        law = SubSampledLaw(inner, kept=kept, rows=1000)
        assert float(law.total_variation()) == pytest.approx(advantage, abs=1e-6)
        assert float(law.power("0.001")) == pytest.approx(power, abs=1e-5)


def test_rough_bounds_of_the_overlap_still_enclose_sizes_and_powers():
    exact, rough = EnumeratedLaw.of_columns(GROUPS), ProductLaw(GROUPS, "0.01")
    for factor in (F(1, 2), F(3, 2)):
        known = exact.exact_errors(factor)
        for result in (rough.errors(factor), exact.errors(factor)):
            assert result.size.contains(known.size)
            assert result.power.contains(known.power)
