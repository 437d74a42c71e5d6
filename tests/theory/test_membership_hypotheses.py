"""Columns, Edgeworth gaps, hypotheses and scores of means: values, counterexamples, refusals."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory import certify
from banditproof.theory.membership import (
    Column,
    ColumnData,
    Kind,
    columns_off_support,
    exact_mean,
    gdp_delta,
    histogram_score,
    leak,
    noisy_mean,
    noisy_mean_gdp,
    sub_sampled_mean,
)
from banditproof.theory.membership.edgeworth import edgeworth_density, edgeworth_gap, hermite
from banditproof.theory.membership.mean_scores import normal_divergence


def three_values(q, target=1, count=1):
    """The parity law: 1 with probability q, and else 0 or 2."""
    q = Fraction(q)
    return Column.finite([0, 1, 2], [(1 - q) / 2, q, (1 - q) / 2], target, count)


def test_moments_of_columns():
    column = Column.bernoulli("0.3", target=1)
    p = Fraction(3, 10)
    assert column.third == p * (1 - p) * (1 - 2 * p)
    assert column.fourth == p * (1 - p) * (1 - 6 * p * (1 - p))
    assert column.distance == (1 - p) / p
    assert column.kind is Kind.BERNOULLI
    other = Column.finite([0, "0.5", 2], ["0.25", "0.5", "0.25"], target="1.5")
    assert (other.mean, other.span) == (Fraction(3, 4), Fraction(1, 2))
    assert other.target_on_lattice
    assert other.target_mass == 0


def test_the_hardest_and_the_easiest_target():
    """In each Bernoulli column the two distances are reciprocal; (1/n) d lies between them."""
    means = [Fraction(k, 11) for k in range(1, 11)]
    easy = [Column.bernoulli(p, int(p <= Fraction(1, 2))) for p in means]
    hard = [Column.bernoulli(p, int(p > Fraction(1, 2))) for p in means]
    assert all(a.distance * b.distance == 1 for a, b in zip(easy, hard, strict=True))
    assert ColumnData.of(2, hard).score <= 5 <= ColumnData.of(2, easy).score


def test_hermite_polynomials():
    from numpy.polynomial import hermite_e

    x = np.linspace(-3, 3, 7)
    for order in range(9):
        assert np.allclose(hermite(order, x), hermite_e.hermeval(x, [0] * order + [1]))


def test_the_first_correction_has_the_factor_one_sixth():
    """Against the exact density of a mean of exponentials; the print has 1 for 1/6."""
    x, ratios = 0.8, []
    for n in (100, 10_000):
        total = n + math.sqrt(n) * x
        log_density = (n - 1) * math.log(total) - total - math.lgamma(n) + math.log(n) / 2
        normal = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        ratios.append(
            math.sqrt(n) * (math.exp(log_density) - normal) / (2 * normal * hermite(3, x))
        )
        error = abs(math.exp(log_density) - edgeworth_density(x, 2.0, 6.0, n))
        assert error < 0.5 * n**-1.5
    assert ratios == pytest.approx([0.158437, 0.165793], abs=2e-6)


@pytest.mark.slow
def test_gaps_of_columns():
    for n, value in ((100, 0.0226), (1000, 0.0071), (10_000, 0.0022)):
        assert n * edgeworth_gap(Column.exponential(3, 1), n) == pytest.approx(value, abs=6e-5)
    for n, value in ((20, 1.2), (100, 6.6), (500, 33.7)):
        assert n * edgeworth_gap(three_values(Fraction(1, n)), n) == pytest.approx(value, rel=0.02)
    for n, value in ((20, 0.115), (100, 6e-4), (500, 1.3e-4)):
        assert n * edgeworth_gap(three_values("0.1"), n) == pytest.approx(value, rel=0.06)
    with pytest.raises(ValueError, match="the gap is computed for normal, finite and exponential"):
        edgeworth_gap(Column(Fraction(0), Fraction(1), Fraction(1)), 10)


def test_bernoulli_columns_need_one_hypothesis():
    score = exact_mean(ColumnData.of(1000, [Column.bernoulli("0.5", 1, 5000)]))
    assert [h.name for h in score.hypotheses] == ["S3"]
    assert score.holds
    assert score.value == 5


def test_a_target_off_the_lattice_is_refused_and_noise_repairs_it():
    """Counterexample (A): the predicted leakage is 0, and the true one 1."""
    data = ColumnData.of(100, [Column.bernoulli("0.5", "0.5", 500)])
    assert exact_mean(data).value == 0
    assert exact_mean(data).holds is False
    with pytest.raises(ValueError, match=r"\(S1\) fails: the target 1/2 is on no lattice"):
        exact_mean(data).checked()
    assert noisy_mean(data, 1).checked().holds
    assert noisy_mean(data, "0.01").holds is None
    assert noisy_mean(data, 0).holds is False


def test_values_off_any_coarse_lattice_are_refused_and_their_histogram_is_scored():
    """Counterexample (B): 0, 1 and sqrt(2), with the score 2 tau instead of about 0.108 tau."""
    data = ColumnData.of(100, [Column.finite([0, 1, math.sqrt(2)], ["1/3"] * 3, 1, 500)])
    score = exact_mean(data)
    assert float(score.value) == pytest.approx(0.5410, abs=5e-5)
    with pytest.raises(ValueError, match="take histogram_score"):
        score.checked()
    assert histogram_score(data) == 10
    near = noisy_mean(data, "0.3")
    assert near.holds
    assert float(near.value) == pytest.approx(5 * 0.0862, abs=3e-4)


def test_one_column_with_the_whole_score_is_refused():
    """Counterexample (C): the last of d Bernoulli columns, of mean 1/(d + 1), has the target 1."""
    columns = [Column.bernoulli(Fraction(1, j + 1), int(j == 500)) for j in range(1, 501)]
    data = ColumnData.of(100, columns)
    assert float(data.score) == pytest.approx(5.06, abs=0.02)
    with pytest.raises(
        ValueError, match=r"\(S3\) fails: the largest part of the score that one column gives is 5"
    ):
        exact_mean(data).checked()
    assert exact_mean(data).leakage() > 0  # the number is there, without the check


def test_the_parity_example_is_refused():
    """All standardised moments are bounded, the target is on the lattice, and m* = 0."""
    columns = [three_values(Fraction(1, j + 1)) for j in range(1, 101)]
    score = exact_mean(ColumnData.of(20, columns))
    verdicts = {h.name: h.holds for h in score.hypotheses}
    assert verdicts == {"S1": False, "S2": True, "S3": True}
    assert score.value == 0
    fixed = exact_mean(ColumnData.of(400, [three_values("0.5", 2, 2000)]))
    assert fixed.checked().holds


def test_unknown_laws_are_not_called_checked():
    plain = Column(Fraction(0), Fraction(1), Fraction(1), 500, Kind.DENSITY)
    score = exact_mean(ColumnData.of(100, [plain])).checked()
    assert score.holds is None
    assert [h.holds for h in score.hypotheses] == [None, None, True]
    assert str(score.hypotheses[1]).startswith("(S2) was not checked: ")


def test_values_outside_of_the_support_are_found():
    data = ColumnData.of(10, [Column.bernoulli("0.5", 1), Column.bernoulli("0.5", 2)])
    assert columns_off_support(data) == (1,)


def test_the_histogram_of_a_bernoulli_column_is_its_mean():
    data = ColumnData.of(10, [Column.bernoulli("0.3", 1, 4), Column.bernoulli("0.9", 0, 3)])
    assert histogram_score(data) == data.score


def test_noise_lowers_the_score_and_the_dp_parameter_is_above_it():
    columns = [Column.bernoulli("0.1", 1, 40), Column.bernoulli("0.6", 0, 60)]
    data = ColumnData.of(50, columns)
    scores = [noisy_mean(data, g).value for g in (0, "0.25", "0.5", 1, 2)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == data.score
    for g, score in zip(("0.25", "0.5", 1, 2), scores[1:], strict=True):
        assert score <= noisy_mean_gdp(50, [g, g], [40, 60])
    assert noisy_mean(data, [1, 2]).value < noisy_mean(data, 1).value


def test_divergence_of_normal_columns_for_each_n():
    for n, value in ((10, 1.42254), (100, 1.40973), (1000, 1.40847)):
        data = ColumnData.of(n, [Column.normal(0, 1, "1.3", 5 * n)])
        result = float(normal_divergence(data, math.sqrt(2)))
        assert result == pytest.approx(value, abs=6e-6)
    assert float(noisy_mean(data, math.sqrt(2)).value) / 2 == pytest.approx(1.40833, abs=6e-6)


def test_scores_of_parts_of_the_rows():
    data = ColumnData.of(1000, [Column.bernoulli("0.5", 1, 5000)])
    score = sub_sampled_mean(data, 500).checked()
    assert float(score.leakage()) == pytest.approx(0.443076850996671, rel=1e-12)
    assert float(score.power("0.001")) + float(score.miss("0.001")) == pytest.approx(1)
    assert score.delta(0) == score.leakage()
    whole = sub_sampled_mean(data, 1000)
    assert whole.leakage() == certify(leak, 5)
    assert whole.delta(1) == certify(gdp_delta, 5, 1) == whole.delta(epsilon=1)


def test_a_part_of_few_rows_may_fail_where_all_rows_do_not():
    data = ColumnData.of(400, [Column.bernoulli("0.05", 1, 100)])
    assert exact_mean(data).holds
    assert sub_sampled_mean(data, 40).holds is False
