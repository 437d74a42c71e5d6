"""Bounds at one horizon: exact sums beside them, limits, monotony, and bounds that are wrong."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
import mpmath
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.one_horizon import (
    best_neighbour,
    bounds_at_horizon,
    horizon_bounds,
    least_excess,
    least_regret,
    near_arms,
    pulls,
)
from banditproof.theory.one_horizon.blocks import sum_of_blocks, values_of_blocks
from banditproof.theory.one_horizon.error_tradeoff import ErrorTradeoff
from banditproof.theory.one_horizon.least_regret import regret_given
from banditproof.theory.one_horizon.near_arms import gaps_by_mean
from banditproof.theory.one_horizon.noisy_counts import noisy_count
from banditproof.theory.one_horizon.pulls import pulls_if_cheap, pulls_if_reliable
from banditproof.theory.one_horizon.swapped_arms import error_of_order, swap_regret
from banditproof.theory.one_horizon.tangent import Tangent, tangent

PERCENT = st.integers(0, 100).map(lambda part: Fraction(part, 100))
SIZES = st.sampled_from([1, 2, 7, 30, 200])
BUDGETS = st.sampled_from([Fraction(1, 10**6), Fraction(1, 20), Fraction(1), Fraction(7), math.inf])
RISKS = st.sampled_from([1e-30, 1e-6, 0.01, 0.3, 0.9])


def binomial(n, p):
    p = mpmath.mpf(p.numerator) / p.denominator
    return [mpmath.binomial(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def grown(value, eps):
    """The most that a private test may say at a count, if it says `value` at the next one."""
    if eps == math.inf:
        return mpmath.mpf(value > 0)
    rate = mpmath.exp(mpmath.mpf(eps.numerator) / eps.denominator)
    return min(rate * value, 1 - (1 - value) / rate)


def chain(n, top, eps, step=grown):
    """The test that says `top` at n, and as much as it may at smaller counts."""
    values = [top]
    for _ in range(n):
        values.append(step(values[-1], eps))
    return values[::-1]


def best_chain(n, p, q, eps, delta, step=grown):
    """phi_n(delta) by bisection over the value at n, at 40 digits; shares no code."""

    def size(top):
        return sum(x * y for x, y in zip(binomial(n, q), chain(n, top, eps, step), strict=True))

    low, high = mpmath.mpf(0), mpmath.mpf(1)
    for _ in range(150):
        middle = mpmath.sqrt(low * high) if low > 0 else high / 2**20
        low, high = (middle, high) if size(middle) < delta else (low, middle)
    return 1 - sum(x * y for x, y in zip(binomial(n, p), chain(n, high, eps, step), strict=True))


@for_all(st.integers(1, 9), PERCENT, PERCENT, BUDGETS, RISKS, examples=12)
def test_the_tradeoff_is_that_of_the_chain(n, p, q, eps, delta):
    p, q = sorted((p, q))
    # without privacy the bisection cannot split one count
    if p == q or eps == math.inf:
        return
    with mpmath.workdps(40):
        truth = best_chain(n, p, q, eps, mpmath.mpf(delta))
        found = least_excess(n, p, q, eps, delta)
        assert truth - mpmath.mpf(10) ** -8 <= found <= truth + mpmath.mpf(10) ** -14


@for_all(SIZES, PERCENT, PERCENT, BUDGETS, RISKS, examples=40)
def test_the_tangent_is_below_phi_and_is_phi_up_to_the_first_threshold(n, p, q, eps, delta):
    p, q = sorted((p, q))
    if p == q:
        return
    sums = replace(ErrorTradeoff.of(p, q, eps), tangent=Tangent(None, 0.0, -math.inf))
    by_sums, found = sums.least_excess(n, delta), tangent(p, q, eps)
    assert found.value(n, delta) <= by_sums + 1e-11
    if found.is_phi(n, delta):
        assert found.value(n, delta) == pytest.approx(by_sums, abs=1e-11)
    if eps != math.inf:
        first = float(noisy_count(n, q, eps).under(0))
        assert found.is_phi(n, first * (1 - 1e-9))
        assert not found.is_phi(n, first * (1 + 1e-9))


@pytest.mark.slow
@for_all(SIZES, PERCENT, BUDGETS, st.integers(-300, 500), examples=15)
def test_tails_of_noisy_counts_are_below_the_truth_and_near(n, p, eps, m):
    count = noisy_count(n, p, eps)
    with mpmath.workdps(250):
        tails = [mpmath.mpf(k < m) if eps == math.inf else _under(m - k, eps) for k in range(n + 1)]
        truth = sum(mass * tail for mass, tail in zip(binomial(n, p), tails, strict=True))
        lower = (count.under(m), truth), (count.over(m), 1 - truth), (count.over_once(m), 1 - truth)
        for found, exact in lower:
            assert exact * (1 - mpmath.mpf(10) ** -9) - 1e-25 <= found <= exact


def _under(gap, eps):
    """Pr[Z < gap] for discrete Laplace noise."""
    rho = mpmath.exp(-mpmath.mpf(eps.numerator) / eps.denominator)
    tail = rho ** max(gap, 1 - gap) / (1 + rho)
    return 1 - tail if gap >= 1 else tail


def test_a_non_private_test_is_that_of_neyman_and_pearson():
    # counts below 2 have probability 1/16 + 4/16 at 1/2, and the count 2 has 6/16
    exact = 1 - (Fraction(81 + 108, 256) + Fraction(1, 2) * Fraction(54, 256))
    found = least_excess(4, Fraction(1, 4), Fraction(1, 2), math.inf, 0.5)
    assert exact - Fraction(1, 10**9) <= found <= exact
    private = least_excess(4, Fraction(1, 4), Fraction(1, 2), Fraction(50), 0.5)
    assert private == pytest.approx(found)


@for_all(SIZES, PERCENT, PERCENT, RISKS, examples=40)
def test_phi_falls_in_n_delta_and_eps(n, p, q, delta):
    p, q = sorted((p, q))
    if p == q:
        return
    here = least_excess(n, p, q, Fraction(1), delta)
    one, two = Fraction(1), Fraction(2)
    others = [(n + 1, one, delta), (n, two, delta), (n, math.inf, delta), (n, one, delta * 1.05)]
    for size, eps, risk in others:
        assert least_excess(size, p, q, eps, risk) <= here + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("eps", [Fraction(1, 20), Fraction(1), math.inf])
def test_bounds_grow_with_the_horizon_and_with_finer_blocks(eps):
    p, q, best = Fraction(1, 10), Fraction(19, 20), Fraction(9, 10)
    horizons = (1, 2, 3, 10, 100, 1000)
    for bound in (
        lambda T: pulls_if_reliable(p, q, eps, T, Fraction(1, 100)),
        lambda T: pulls_if_cheap(p, q, eps, T, Fraction(1, 2)),
        lambda T: least_regret([best, p], q, eps, T),
        lambda T: swap_regret(best, p, eps, T),
    ):
        values = [bound(T) for T in horizons]
        # more blocks have a larger margin for rounding
        assert all(x <= y * (1 + 1e-11) for x, y in pairwise(values))
    coarse, fine = (pulls_if_cheap(p, q, eps, 1000, Fraction(1), r) for r in (1.3, 1.0001))
    assert 0.8 * fine < coarse <= fine
    values = values_of_blocks(
        999, 1.0001, lambda n: least_excess(n, p, q, eps, min(1, 1 / (1000 - n)))
    )
    exact = math.fsum(least_excess(n, p, q, eps, 1 / (1000 - n)) for n in range(1000))
    assert sum_of_blocks(999, 1.0001, values) == pytest.approx(exact, rel=1e-6)
    assert fine >= exact * (1 - 1e-6)


def test_the_error_of_an_order_is_that_of_all_pairs_of_counts():
    p, q, eps, t = Fraction(3, 4), Fraction(1, 2), Fraction(1, 3), 9
    with mpmath.workdps(40):
        half = [mpmath.exp(-mpmath.mpf(d) / 3) / 2 for d in range(t + 1)]
        truth = sum(
            x * y * (half[i - j] if i >= j else 1 - half[j - i])
            for i, x in enumerate(binomial(t, p))
            for j, y in enumerate(binomial(t, q))
        )
        found = error_of_order(t, p, q, eps)
        assert truth * (1 - mpmath.mpf(10) ** -9) <= found <= truth


def test_the_first_round_in_closed_form():
    # R = gap (1 - R / (q - best))
    bounds = bounds_at_horizon(("0.6", "0.2"), 1, eps=1, reliability=["0.9"], neighbour=1)
    assert bounds.regret == pytest.approx(0.4 / (1 + 0.4 / 0.4), rel=3e-4)
    assert bounds.reliable[0].regret == pytest.approx(0.4 * 0.9, rel=1e-9)
    assert bounds.swapped == pytest.approx(0.2, rel=1e-9)


PRINTED = [
    (("0.75", "0.7", "0.7"), "0.05", 10**3, 15.6, 48.6, 49.9),
    (("0.75", "0.7", "0.7"), "0.25", 10**4, 17.3, 32.2, 67.3),
    (("0.75", "0.7", "0.7"), "0.25", 10**6, 53.2, 32.2, 102),
    (("0.75", "0.5"), "0.25", 10**6, 25.2, 16.0, 51.8),
    (("0.9", "0.1"), "0.05", 10**6, 106.8, 77.2, 256),
    (("0.9", "0.1"), "1", 10**6, 8.3, 4.6, 14.3),
]
"""Floats of another program with blocks that grow by 4 %, which lose up to 3 %."""


@pytest.mark.slow
@pytest.mark.parametrize(("means", "eps", "horizon", "least", "percent", "rare"), PRINTED)
def test_the_numbers_of_a_first_program(means, eps, horizon, least, percent, rare, monkeypatch):
    def found():
        horizon_bounds._computed.cache_clear()
        bounds = bounds_at_horizon(means, horizon, eps, ["0.99", 1 - Fraction(1, horizon)])
        return bounds.regret, *(bound.regret for bound in bounds.reliable)

    larger = found()
    for name in ("pulls_by_ratio", "pulls_by_divergence"):
        monkeypatch.setattr(pulls, name, lambda *_: 0.0)
    alone = found()
    horizon_bounds._computed.cache_clear()
    for mine, theirs in zip(alone, (least, percent, rare), strict=True):
        assert 0.985 * theirs < mine < 1.035 * theirs
    # the law of the pulls gives more
    assert 1.03 * alone[0] < larger[0] < 1.35 * alone[0]
    assert all(x <= y for x, y in zip(alone, larger, strict=True))


def test_where_no_arm_can_be_better_and_where_all_are_equal():
    assert bounds_at_horizon((1, 0), 10**4, 1).regret is None
    assert bounds_at_horizon((1, 0), 10**4, 1).swapped == pytest.approx(0.5 / (1 - math.exp(-1)))
    equal = bounds_at_horizon(("0.5", "0.5"), 10**4, 1)
    assert (equal.regret, equal.reliable, equal.swapped) == (None, (), None)
    assert bounds_at_horizon(("0.5", "0.5", "0.2"), 10**4, 1).suboptimal == (3,)


@pytest.mark.parametrize("eps", ["1e-300", "1e-9", "650", "1e12"])
@pytest.mark.parametrize("means", [("0.5", "0.1"), ("1e-9", 0), ("0.999999999", "0.5")])
def test_extreme_budgets_and_means_give_finite_numbers(means, eps):
    bounds = bounds_at_horizon(means, 40, eps)
    free = bounds_at_horizon(means, 40, neighbour=bounds.neighbour)
    assert 0 < bounds.regret <= 40
    assert bounds.regret >= free.regret * 0.999


def test_wrong_calls_say_what_would_be_right():
    with pytest.raises(ValueError, match="give numbers in"):
        bounds_at_horizon(("0.5", "0.1"), 100, 1, reliability=[1])
    with pytest.raises(ValueError, match="above the best mean"):
        bounds_at_horizon(("0.5", "0.1"), 100, 1, neighbour="0.5")
    for means in ((1, 0), (Fraction(1, 2), Fraction(1, 2))):
        with pytest.raises(ValueError, match="give means that differ and are below 1"):
            best_neighbour([Fraction(mean) for mean in means], Fraction(1), 10)
    with pytest.raises(ValueError, match="give p < q"):
        least_excess(1, Fraction(1, 2), Fraction(1, 2), Fraction(1), 0.1)
    with pytest.raises(ValueError, match="give p > q"):
        swap_regret(Fraction(1, 2), Fraction(1, 2), Fraction(1), 10)


def test_many_tails_fit_in_memory(monkeypatch):
    from banditproof.theory.one_horizon import noisy_counts

    before = least_excess(50, Fraction(1, 5), Fraction(1, 2), Fraction(3), 0.01)
    monkeypatch.setattr(noisy_counts, "MOST_KEPT", 3)
    noisy_counts.noisy_counts.cache_clear()
    assert least_excess(50, Fraction(1, 5), Fraction(1, 2), Fraction(3), 0.01) == before
    kept = noisy_counts.noisy_counts(Fraction(1, 5), Fraction(3))
    kept.at(3, 60.0)
    assert len(kept.found) == 0


@for_all(st.lists(st.fractions(0, 1), min_size=2, max_size=12), st.floats(0.01, 1), examples=60)
def test_groups_of_arms_hold_every_gap_once_and_name_their_least_mean(means, part):
    best = max(means)
    q = best + (2 - best) * Fraction(part)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(near_arms, "MOST_GROUPS", 3)
        groups = gaps_by_mean(means, q)
    arms = [mean for mean in means if mean < best]
    assert sum(groups.values()) == sum(best - mean for mean in arms)
    assert set(groups) <= set(arms)
    assert len(groups) <= 4
    for least, after in pairwise([*sorted(groups), best]):
        assert groups[least] == sum(best - mean for mean in arms if least <= mean < after)


@pytest.mark.parametrize("eps", ["0.1", "2"])
def test_grouped_arms_give_a_smaller_bound_that_is_near(eps, monkeypatch):
    means = [Fraction(4, 5), *[Fraction(digits, 1000) for digits in range(300, 700, 25)]]
    q, budget = Fraction(9, 10), Fraction(eps)

    def bound() -> float:
        return regret_given(gaps_by_mean(means, q), q, budget, 1000, Fraction(30))

    exactly = bound()
    monkeypatch.setattr(near_arms, "MOST_GROUPS", 8)
    assert 0.8 * exactly < bound() < exactly
