"""Parts of rows, misspecified targets, reference sets, random targets: values, limits, mutants."""

import math
from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import overlap
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import certify
from banditproof.theory.membership import (
    AverageTargets,
    Misspecified,
    gdp_delta,
    leak,
    power,
    rows_kept,
    sub_sampled_delta,
    sub_sampled_leak,
    sub_sampled_power,
)
from banditproof.theory.membership import reference_sets as references
from banditproof.theory.membership import sub_sampling as parts

SUB = {
    (1, "0.1"): (0.088615370199334, 0.12563293883711),
    (5, "0.5"): (0.44307685099667, 0.57080469955965),
    (5, "0.9"): (0.68526645361521, 0.71115563365352),
}


def test_leakage_of_a_part_and_of_the_print():
    for (m, share), (true, printed) in SUB.items():
        assert float(certify(sub_sampled_leak, m, share)) == pytest.approx(true, rel=1e-13)
        assert float(parts.sub_sampled_leak_printed(m, share)) == pytest.approx(printed, rel=1e-13)


def test_the_print_overstates_the_advantage_and_breaks_the_share():
    for m in ("0.01", 1, 5, 20, 100):
        for share in ("0.01", "0.5", "0.99"):
            true = certify(sub_sampled_leak, m, share)
            assert true < parts.sub_sampled_leak_printed(m, share)
            assert true <= Fraction(share)
    assert parts.sub_sampled_leak_printed(20, "0.1") > Fraction(1, 10)
    assert rows_kept(10, "0.3") == 3


def test_the_print_is_no_bound_of_the_power():
    low = parts.sub_sampled_power_printed("0.001", 5, "0.5")
    high = parts.sub_sampled_power_printed("0.5", 5, "0.5")
    assert low < certify(sub_sampled_power, "0.001", 5, "0.5")
    assert high > certify(sub_sampled_power, "0.5", 5, "0.5")
    assert float(high) == pytest.approx(0.9431, abs=5e-5)
    assert float(certify(sub_sampled_power, "0.5", 5, "0.5")) == pytest.approx(0.74961, abs=5e-6)


def test_floats_of_parts_agree_with_enclosures():
    rng = np.random.default_rng(5)
    for _ in range(60):
        m, share, eps = 10 ** rng.uniform(-4, 2), rng.uniform(0.01, 1), 10 ** rng.uniform(-3, 1.5)
        alpha = float(rng.random())
        for f, point, tolerance in (
            (sub_sampled_leak, (m, share), 1e-13),
            (sub_sampled_power, (alpha, m, share), 1e-12),
            (sub_sampled_delta, (m, share, eps), 1e-11),
            (parts.product_score_advantage, (m, share), 1e-11),
        ):
            exact = float(certify(f, *point, digits=16))
            assert f(*point) == pytest.approx(exact, rel=tolerance, abs=1e-300), (f, point)


def test_the_curve_of_a_part_is_that_of_its_power():
    alpha = np.geomspace(1e-12, 1, 20_000)
    for eps in (0.0, 0.3, 2.0):
        result = (sub_sampled_power(alpha, 5.0, 0.3) - math.exp(eps) * alpha).max()
        assert result == pytest.approx(sub_sampled_delta(5.0, 0.3, eps), rel=1e-5)
    assert sub_sampled_delta(5.0, 1.0, 1.0) == pytest.approx(gdp_delta(5.0, 1.0), rel=1e-14)
    assert sub_sampled_delta(5.0, 0.5, 800.0) == 0.0


def test_the_score_of_a_part_is_the_likelihood_ratio_of_the_mixture():
    """Under OUT the mean of its exponential is 1, and the Bayes test reaches the leakage."""
    m, share = 5.0, 0.5
    nodes, weights = np.polynomial.hermite_e.hermegauss(180)
    x = -m / share / 2 + math.sqrt(m / share) * nodes
    ratio = np.exp(parts.sub_sampled_score(x, share))
    chances = weights / weights.sum()
    assert (chances * ratio).sum() == pytest.approx(1, rel=1e-9)
    assert (parts.sub_sampled_score(x, share) >= math.log(1 - share)).all()
    fine = np.linspace(-60, 60, 400_001)
    density = np.exp(-((fine + 5) ** 2) / 20) / math.sqrt(20 * math.pi)
    gain = np.maximum(np.exp(parts.sub_sampled_score(fine, share)) - 1, 0) * density
    assert np.trapezoid(gain, fine) == pytest.approx(sub_sampled_leak(m, share), rel=1e-7)


def test_the_share_weighs_the_ratio_and_its_rest_the_one():
    """A share other than 1/2: log(0.9 + 0.1 e^x), and its ends."""
    result = parts.sub_sampled_score([-np.inf, 0.0, 1.0, 800.0], 0.1)
    assert result[:3] == pytest.approx(
        [math.log(0.9), 0.0, math.log(0.9 + 0.1 * math.e)], abs=1e-14
    )
    assert result[3] == pytest.approx(800 + math.log(0.1))


def test_moments_and_advantage_of_the_score_of_the_proof():
    assert [float(x) for x in parts.moments_of_product_score(5, "0.1")] == [-0.25, 0.5, 0.25, 2.75]
    assert parts.product_score_advantage(5.0, 0.5) == pytest.approx(0.38827, abs=5e-6)
    assert parts.product_score_advantage(5.0, 0.5) < sub_sampled_leak(5.0, 0.5)
    assert parts.product_score_advantage(5.0, 1.0) == pytest.approx(leak(5.0), rel=1e-14)


@pytest.mark.parametrize(
    ("m", "share", "level"), [(5, "0.5", 0.00472), (1, "0.5", 0.01376), (5, "0.1", 2.19e-4)]
)
def test_where_the_powers_cross(m, share, level):
    result = parts.crossing_level(m, share, "1e-5")
    assert float(result) == pytest.approx(level, rel=3e-3)
    below, above = result.lo / 2, result.hi * 2
    for alpha, helps in ((below, True), (above, False)):
        part = certify(sub_sampled_power, alpha, m, share)
        assert bool(part > certify(power, alpha, m)) is helps


def test_digits_of_misspecified_attacks():
    attack = Misspecified.of(1, 4, 1)
    assert float(attack.advantage_at_zero()) == pytest.approx(0.1499, abs=5e-5)
    assert float(attack.best_advantage()) == pytest.approx(0.1974, abs=5e-5)
    assert float(attack.printed_table_row()) == pytest.approx(0.3829, abs=5e-5)
    against = Misspecified.of(5, 5, "-2.5")
    assert float(against.advantage_at_zero()) == pytest.approx(-0.1191, abs=5e-5)
    assert float(against.best_advantage()) == pytest.approx(0.4238, abs=5e-5)
    assert against.one_sided_advantage().exact == 0


def test_every_threshold_is_below_the_best_advantage():
    from scipy.special import ndtr

    for attack in (Misspecified.of(1, 4, 1), Misspecified.of(2, 3, 2), Misspecified.of(5, 5, -2)):
        out, inside = float(attack.without_target.mean), float(attack.with_target.mean)
        root = math.sqrt(attack.with_target.variance)

        def gain(tau, out=out, inside=inside, root=root):
            return ndtr((inside - tau) / root) - ndtr((out - tau) / root)

        best = float(attack.best_advantage())
        assert np.abs(gain(np.linspace(-15, 15, 3001))).max() == pytest.approx(best, abs=1e-4)
        assert abs(gain(float(attack.best_threshold))) == pytest.approx(best, rel=1e-12)
        assert gain(0.0) == pytest.approx(float(attack.advantage_at_zero()), rel=1e-12)


def test_the_loss_is_scale_free_and_the_criterion_is_not():
    def check(m, t, cos_part):
        root = Fraction(math.isqrt(m * t))
        attack = Misspecified.of(m, t, cos_part * root / 10)
        scaled = Misspecified.of(m, 4 * t, 2 * cos_part * root / 10)
        assert attack.effective == scaled.effective <= m
        assert attack.loss(10).lo >= 0
        assert attack.m_difference >= 0 or m != t

    for_all(st.integers(1, 30), st.integers(1, 30), st.integers(-10, 10), examples=40)(check)()
    orthogonal = Misspecified.of(1, "1e-8", 0)
    assert orthogonal.printed_criterion() <= Fraction(1, 10**3)
    assert orthogonal.loss() > Fraction(38, 100)


def test_ends_of_misspecified_attacks():
    assert Misspecified.of(1, 0, 0).effective == 0
    assert Misspecified.of(1, 0, 0).best_advantage().exact == 0
    assert Misspecified.of(2, 2, 2).loss().exact == 0
    assert Misspecified.of(2, 2, 2).printed_criterion().exact == 0


def test_factors_of_reference_sets():
    assert references.plug_in_score(5, 200, 50, fresh=True) == 1
    assert references.plug_in_score(5, 200, 50, fresh=False) == 5
    assert references.samples_factor("0.25") == 5
    for shape, share in ((20, Fraction(95, 100)), (2, Fraction(1, 2))):
        assert references.covariance_factor(100, 100 * shape) == share


def test_threshold_zero_of_plug_in_scores():
    values = {"1/4": 0.00023, 1: 0.20574, 4: 0.62466}
    for ratio, value in values.items():
        result = references.plug_in_advantage_at_zero(5, 5, ratio)
        assert float(result) == pytest.approx(value, abs=6e-6)
    low, middle, high = references.frozen_advantages_at_zero(5.0, 5.0, 1.0)
    assert (low, middle, high) == pytest.approx((0.003, 0.132, 0.651), abs=1.5e-3)


def test_fresh_references_are_the_average_of_frozen_ones():
    chances = tuple((np.arange(4000) + 0.5) / 4000)
    for ratio in (1.0, 4.0):
        frozen = np.mean(references.frozen_advantages_at_zero(5.0, 5.0, ratio, chances))
        fresh = float(references.plug_in_advantage_at_zero(5, 5, ratio))
        assert frozen == pytest.approx(fresh, abs=1e-4)


def test_moments_of_a_plug_in_score_by_simulation():
    """Normal columns, known variances, fresh references: mean, and the effective score."""
    rng, n, d, count, rounds = np.random.default_rng(11), 20, 100, 40, 20_000
    target = np.ones(d)
    mean = rng.normal(0, 1 / math.sqrt(n), (rounds, d))
    reference = rng.normal(0, 1 / math.sqrt(count), (rounds, d))
    shift = target - reference
    scores = (shift * (mean - reference)).sum(1) - (shift**2).sum(1) / (2 * n)
    expected = float(references.plug_in_mean(Fraction(d, n), d, n, count))
    error = scores.std() / math.sqrt(rounds)
    assert abs(scores.mean() - expected) < 5.5 * error
    assert abs(scores.mean() + 2.5) > 20 * error  # without the shift
    moved = (shift * target).sum(1).mean() / n
    effective = moved**2 / scores.var()
    predicted = float(references.plug_in_score(Fraction(d, n), n, count, fresh=True))
    assert effective == pytest.approx(predicted, rel=0.06)
    assert effective < 0.8 * 5


def test_one_threshold_for_all_targets_is_at_least_as_powerful():
    game = AverageTargets.of(["0.1", 9], ["0.5", "0.5"])
    for alpha, common, average in (
        ("0.01", 0.4140, 0.3860),
        ("0.1", 0.5743, 0.5622),
        ("0.5", 0.9514, 0.8114),
    ):
        assert float(game.power(alpha, 8)) == pytest.approx(common, abs=5e-5)
        assert float(game.average_power(alpha)) == pytest.approx(average, abs=5e-5)
    assert game.power("0.1", 20).digits >= 20
    assert float(game.leakage()) == pytest.approx(0.496, abs=5e-4)
    assert game.leakage() < certify(leak, game.mean_score)


def test_equal_targets_need_one_threshold_only():
    game = AverageTargets.of([3, 3], ["0.3", "0.7"])
    exact = certify(power, "0.2", 3, digits=15)
    result = game.power("0.2", 12)
    assert overlap(result, exact)


@pytest.mark.parametrize("alpha", ["0.001", "0.01", "0.3", "0.53", "0.534", "0.9", "0.999"])
def test_targets_without_leakage_are_told_at_random(alpha):
    """The power is the largest over thresholds and over the share of ties that is called IN."""
    game = AverageTargets.of([0, 9], ["0.5", "0.5"])
    level = float(alpha)
    inner = np.clip(np.linspace(0, 1, 200_001), 0, 1)  # the level that is spent on the score 9
    outer = (level - inner / 2) * 2
    allowed = (outer >= 0) & (outer <= 1)
    best = (outer[allowed] / 2 + power(inner[allowed], 9.0) / 2).max()
    assert float(game.power(alpha, 8)) == pytest.approx(best, abs=2e-6)
    assert AverageTargets.of([0, 0], ["0.5", "0.5"]).power(alpha).exact == Fraction(alpha)
