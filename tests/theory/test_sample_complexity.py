"""The rates of AdaP-TT and AdaP-TT*: second routes for every part, and the rows of bounds."""

import math
from fractions import Fraction
import flint
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import BernoulliBandit, GaussianBandit, bounds, certify, characteristic_time
from banditproof.theory.sample_complexity import (
    adap_tt_rate,
    adap_tt_star_rate,
    elimination_pulls,
    elimination_samples,
    linear_noise_factor,
    quadratic_noise_factor,
)
from banditproof.theory.sample_complexity.elimination_samples import last_epoch

FIRST = ("0.95", "0.9", "0.9", "0.9", "0.5")
SECOND = ("0.75", "0.7", "0.7", "0.7", "0.7")
HALF = Fraction(1, 2)
RATIOS = [
    (FIRST, "0.001", 8.17e6, 1.74e6),
    (FIRST, "0.05", 1.70e5, 1.08e6),
    (FIRST, "0.1", 8.83e4, 3.87e6),
    (FIRST, "0.15", 6.12e4, 8.49e6),
    (FIRST, "0.2", 4.77e4, 5.14e4),
    (FIRST, "10", 1.29e4, 7.93e3),
    (SECOND, "0.001", 1.14e6, 2.19e6),
    (SECOND, "10", 1.60e4, 8.22e3),
]


def time_by_a_root(means, eps, beta):
    """T*_beta of the costs c_a / (1/beta + 1/w_a) in balls: w_a = 1/(c_a/v - 1/beta) sum to 1-beta.

    The sum rises in v, so that two signs hold its root.
    """
    best, *others = sorted((Fraction(mean) for mean in means), reverse=True)
    gaps = [best - mean for mean in others]
    costs = [2 * gap * (gap if eps is None else min(gap, 3 * eps)) for gap in gaps]

    def excess(v):
        shares = [
            1 / (flint.arb(flint.fmpq(c.numerator, c.denominator)) / v - 1 / b) for c in costs
        ]
        return sum(shares, flint.arb(0)) - (1 - b)

    b = flint.arb(flint.fmpq(beta.numerator, beta.denominator))
    low, high = (
        flint.arb(0),
        b * flint.arb(flint.fmpq(min(costs).numerator, min(costs).denominator)),
    )
    for _ in range(60):
        middle = ((low + high) / 2).mid()
        if excess(middle) < 0:
            low = middle
        else:
            high = middle
    return 1 / low.union(high)


def time_by_a_program(means, eps, beta):
    """The same by cvxpy: 1/(1/beta + 1/w) = beta - beta^2/(beta + w) is concave in w."""
    import cvxpy as cp

    values = sorted((float(Fraction(mean)) for mean in means), reverse=True)
    gaps = [values[0] - mean for mean in values[1:]]
    weights, rate = cp.Variable(len(gaps), nonneg=True), cp.Variable()
    share = float(beta)
    limits = [
        rate
        <= 2 * gap * (gap if eps is None else min(gap, 3 * eps))
        * (share - share**2 * cp.inv_pos(share + weights[a]))
        for a, gap in enumerate(gaps)
    ]  # fmt: skip
    limits.append(cp.sum(weights) == 1 - share)
    return 1 / cp.Problem(cp.Maximize(rate), limits).solve(solver=cp.CLARABEL)


def time_with_a_share(means, budget, share):
    """The certified time of this library."""
    kind = "kl" if budget is None else "truncated"
    return certify(characteristic_time, GaussianBandit(means, HALF), kind, budget, share)


SHARES = [
    pytest.mark.parametrize("means", [FIRST, SECOND, ("0.9", "0.6", "0.3"), ("0.8", "0.3")]),
    pytest.mark.parametrize(("eps", "beta"), [(None, "1/2"), ("0.02", "1/2"), ("0.05", "1/4")]),
]


@pytest.mark.slow
@SHARES[0]
@SHARES[1]
def test_times_with_a_share_by_a_third_route(means, eps, beta):
    budget = None if eps is None else Fraction(eps)
    result = time_with_a_share(means, budget, Fraction(beta))
    program = time_by_a_program(means, None if eps is None else float(eps), Fraction(beta))
    assert program == pytest.approx(float(result), rel=1e-4)


@SHARES[0]
@SHARES[1]
def test_times_with_a_share_by_two_routes(means, eps, beta):
    share, budget = Fraction(beta), None if eps is None else Fraction(eps)
    result = time_with_a_share(means, budget, share)
    assert abs(float(time_by_a_root(means, budget, share)) / float(result) - 1) < 1e-13
    if beta == "1/2" and eps is None and means in (FIRST, SECOND):
        assert float(result) == pytest.approx(1603.7180 if means == FIRST else 2000.0, abs=5e-5)


@for_all(st.floats(-12, 12))
def factors_are_roots(power, quadratic=quadratic_noise_factor):
    y = 10.0**power
    x = quadratic(y)
    parts = x + y * math.sqrt(2 * x) + y * y / 4
    assert x * x == pytest.approx(parts, rel=1e-13 * max(1.0, x / max(x - 1, 1e-3)))
    z = linear_noise_factor(y)
    assert z == pytest.approx(1 + 2 * math.sqrt(z * y), rel=1e-13)
    if 1e-6 < y < 1e6:
        assert z == pytest.approx(1 + 2 / (math.sqrt(1 + 1 / y) - 1), rel=1e-9)


def test_the_factors_solve_their_equations():
    factors_are_roots()
    rejects(factors_are_roots, lambda y: 1 + y)


def test_the_factors_have_all_digits():
    def check(power):
        y = 10.0**power
        for function in (quadratic_noise_factor, linear_noise_factor):
            assert relative_error(function(y), certify(function, y, digits=20)) < 5e-15

    for_all(st.floats(-300, 100))(check)()
    for y in ("1e115", "1e300", "1.7e308"):  # the cube of a root is no float
        sure = certify(quadratic_noise_factor, y, digits=14)
        assert float(sure) == pytest.approx(float(y) / 2, rel=1e-12)
        assert quadratic_noise_factor(float(y)) == pytest.approx(float(sure), rel=1e-14)
    assert certify(quadratic_noise_factor, 12).upper <= 10
    assert certify(quadratic_noise_factor, 0).exact == certify(linear_noise_factor, 0).exact == 1


@pytest.mark.parametrize(("means", "eps", "first", "second"), RATIOS)
def test_the_table_of_the_catalogue(means, eps, first, second):
    assert adap_tt_rate(means, eps) == pytest.approx(first, rel=4e-3)
    assert adap_tt_star_rate(means, eps) == pytest.approx(second, rel=4e-3)


@pytest.mark.parametrize("means", [("0.9", "0.6", "0.3"), ("0.8", "0.3"), FIRST])
@pytest.mark.parametrize("eps", ["0.02", "0.15", "1", "100"])
@pytest.mark.parametrize("beta", ["0.5", "0.3"])
def test_the_rates_are_fixed_points_of_cost_and_threshold(means, eps, beta):
    """Samples at which the costs meet the thresholds to first order, by bisection, times four."""
    budget, share = float(eps), float(beta)
    values = sorted((float(mean) for mean in means), reverse=True)
    gaps = np.array([values[0] - mean for mean in values[1:]])

    def least(meets):
        low, high = 1e-9, 1e12
        for _ in range(200):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if meets(middle) else (middle, high)
        return high

    time = characteristic_time(GaussianBandit(means, HALF), "kl", None, beta).value
    widest = gaps.max()
    spread = widest**2 * time * 2  # (1/beta + 1/w) = gap^2 T / (2 sigma^2)
    plain = least(lambda m: m / time >= 2 + spread / m / (budget**2 / 4))
    assert 4 * plain == pytest.approx(adap_tt_rate(means, eps, beta), rel=1e-9)
    if widest < 3 * budget:
        star = least(
            lambda m: (
                m / time
                >= 1 + spread / m * 2 / budget**2 + 2**1.5 / budget * math.sqrt(2 * spread / m)
            )
        )
    else:
        time = characteristic_time(GaussianBandit(means, HALF), "truncated", eps, beta).value
        most = 2 * math.sqrt(max(share, 1 - share))
        star = least(lambda m: m / time >= 12 + 3 * budget * math.sqrt(2) * most * math.sqrt(m))
    assert 4 * star == pytest.approx(adap_tt_star_rate(means, eps, beta), rel=1e-9)


def test_elimination_samples_by_hand():
    assert elimination_samples(FIRST, 1, "0.01") == 1987699 + 22  # one more in each of 22 epochs
    assert elimination_samples(("0.7",), 1, "0.01") == 0
    total = 0
    for epoch in (1, 2):
        log8, log4 = math.log(16 * epoch**2 / 0.01), math.log(8 * epoch**2 / 0.01)
        total += math.ceil(max(32 * log8 * 4**epoch, 8 * log4 * 2**epoch / 0.001) + 1)
    assert elimination_samples(("0.9", "0.6"), "0.001", "0.01") == 2 * total
    for gap in (Fraction(1), HALF, Fraction(3, 10), Fraction(1, 3**40), Fraction(2, 3)):
        epoch = last_epoch(gap)
        assert Fraction(1, 2**epoch) <= gap
        assert epoch == 1 or gap < Fraction(1, 2 ** (epoch - 1))
    assert elimination_pulls(1, 2, 1, 1e-300) > 32 * 4 * 300 * math.log(10)


def test_the_rows_of_bounds():
    table = {row.name: row for row in bounds(("0.9", "0.6", "0.3"), eps=1, delta="1e-6")}
    for name, rate in (("AdaP-TT", adap_tt_rate), ("AdaP-TT*", adap_tt_star_rate)):
        row = table[name]
        result = rate(("0.9", "0.6", "0.3"), 1) * 6 * math.log(10)
        assert float(row.enclosure) == pytest.approx(result, rel=1e-14)
        assert "limit" in row.note
        assert row.side == "upper"
        assert table["samples, pure DP"].enclosure < row.enclosure
    assert table["DP-SE"].enclosure.exact == elimination_samples(("0.9", "0.6", "0.3"), 1, "1e-6")
    tied = {row.name: row for row in bounds(SECOND, eps=1, delta="1e-6")}
    assert not tied["AdaP-TT"].applies
    assert "means that all differ" in tied["AdaP-TT"].note
    assert tied["DP-SE"].applies
    unbounded = {row.name: row for row in bounds(GaussianBandit((1, 0)), eps=1, delta="1e-6")}
    assert "rewards in [0, 1]" in unbounded["DP-SE"].note
    assert not any(row.name == "DP-SE" for row in bounds(BernoulliBandit((1, 0)), eps=1))
