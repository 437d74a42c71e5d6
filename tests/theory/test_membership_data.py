"""Attacks and games of data: their numbers, their hypotheses, and what is refused."""

from fractions import Fraction
from math import exp, log, log1p
import mpmath
import numpy as np
import pytest
from enclosure_checks import mpf
from banditproof.theory import certify
from banditproof.theory.membership import (
    AverageTargets,
    Column,
    ColumnData,
    Misspecified,
    exact_mean,
    leak,
    plug_in_leakage,
    plug_in_score,
)
from banditproof.theory.membership import sub_sampling as parts

COINS = ColumnData.of(
    100,
    [Column.bernoulli("0.5", 1, 200), Column.bernoulli("0.2", 1, 30), Column.normal(1, 4, 3, 9)],
)


def test_the_attack_with_another_point_has_the_products_of_the_shifts():
    guess = [1, 0, "2.5"]
    attack = Misspecified.of_data(COINS, guess).checked()
    shift = np.repeat([0.5, 0.8, 2], [200, 30, 9])
    guessed = np.repeat([0.5, -0.2, 1.5], [200, 30, 9])
    variance = np.repeat([0.25, 0.16, 4], [200, 30, 9])
    for exact, a, b in (
        (attack.m_star, shift, shift),
        (attack.m_target, guessed, guessed),
        (attack.m_scalar, shift, guessed),
    ):
        assert float(exact) == pytest.approx((a * b / variance).sum() / 100, rel=1e-12)
    assert attack.m_star == COINS.score
    assert attack.holds
    same = Misspecified.of_data(COINS, [c.target for c in COINS.columns])
    assert same.best_advantage() == exact_mean(COINS).leakage()


def test_the_hypotheses_of_the_guess_count_as_well():
    data = ColumnData.of(10, [Column.bernoulli("0.5", 1, 100)])
    assert Misspecified.of_data(data, [0]).holds
    beside = Misspecified.of_data(data, ["0.5"])
    assert beside.holds is False
    with pytest.raises(ValueError, match=r"\(S1\) fails: for the guess, the target 1/2 is on no"):
        beside.checked()
    assert Misspecified.of(1, 1, 1).holds is None


def test_reference_sets_of_data():
    for fresh in (False, True):
        result = plug_in_leakage(COINS, 400, fresh=fresh, full_covariance=True).checked()
        assert result.value == plug_in_score(COINS.score, 100, 400, fresh=fresh, width=239)
        assert result.holds is None  # first order, without a theorem
        assert "no theorem" in str(result.hypotheses[-1])
    alone = ColumnData.of(2, [Column.bernoulli("0.5", 1)])
    with pytest.raises(ValueError, match=r"\(S3\) fails"):
        plug_in_leakage(alone, 400, fresh=True).checked()


def test_games_of_several_targets():
    data = [ColumnData.of(50, [Column.bernoulli("0.2", z, 100)]) for z in (0, 1)]
    game = AverageTargets.of_data(data, ["0.8", "0.2"])
    assert game.scores == (Fraction(1, 2), Fraction(8))
    alone = [ColumnData.of(5, [Column.bernoulli("0.2", z)]) for z in (0, 1)]
    with pytest.raises(ValueError, match=r"\(S3\) fails"):
        AverageTargets.of_data(alone, ["0.8", "0.2"])
    assert AverageTargets.of_data(alone, [1, 0]).mean_score == Fraction(1, 20)
    assert AverageTargets.of([10**6], [1]).power("0.02").hi == 1


@pytest.mark.parametrize("x", [-40, -1, 0, "1e-30", 2, 10**6])
@pytest.mark.parametrize("share", ["1e-9", "0.3", 1])
def test_scores_of_a_part_are_enclosed(x, share):
    result = certify(parts.sub_sampled_score, x, share)
    with mpmath.workdps(150):
        place, rho = mpmath.mpf(x), mpmath.mpf(share)
        exact = place + mpmath.log(rho + (1 - rho) * mpmath.exp(-place))
        assert abs(mpf(result.mid) - exact) <= (mpmath.mpf(10) ** -28 * abs(exact))
    assert parts.sub_sampled_score(float(x), float(share)) == pytest.approx(
        float(result), rel=1e-9, abs=1e-15
    )


def test_extremes_of_a_part():
    huge = float(np.finfo(np.float64).max)
    for function in (parts.sub_sampled_leak, parts.product_score_advantage):
        assert function(huge, 0.25) == 0.25  # m/share overflows
    assert parts.sub_sampled_delta(huge, 0.25, 1.0) == 0.25
    assert parts.sub_sampled_power(0.5, huge, 0.25) == 0.625
    assert certify(parts.sub_sampled_delta, 5, "1e-9", 10**300).hi < Fraction(1, 10**4000)
    for eps in (0.999, 1.001):  # both forms of the inner budget
        inner = log1p((exp(eps) - 1) / 0.25)
        exact = certify(parts.sub_sampled_delta, 5, 0.25, eps)
        assert parts.sub_sampled_delta(5.0, 0.25, eps) == pytest.approx(float(exact), rel=1e-11)
        assert inner == pytest.approx(eps - log(0.25) + log1p(-0.75 * exp(-eps)))
    # the difference of two distribution functions has no digits left here
    tiny = certify(parts.product_score_advantage, "1e-20", "0.5")
    assert parts.product_score_advantage(1e-20, 0.5) == pytest.approx(float(tiny), rel=1e-14)
    crossing = parts.crossing_level(1000, "0.5", "1e-3")
    assert 0 < crossing.lo < crossing.hi < Fraction(1, 10**200)
    assert leak(4.0) == parts.sub_sampled_leak(4.0, 1.0)
