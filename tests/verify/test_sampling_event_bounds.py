"""From the probabilities of an event to eps or rho: against exact values and mutants."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.sampling import Counts, event_bound, lower_limit, upper_limit
from banditproof.verify.sampling.event_bounds import (
    cautious_pair,
    concentrated_loss,
    log_ratio,
    loss,
    losses,
    renyi_loss,
)
from banditproof.verify.sampling.frontier import allowed, excess

F = Fraction
PAIRS = [(F(1, 2), F(1, 4)), (F(99, 100), F(1, 100)), (F(1, 1000), F(1, 10**6)), (F(1), F(1, 3))]


def renyi(p, q, alpha):
    with mpmath.workdps(40):
        p, q, alpha = (mpmath.mpf(v.numerator) / v.denominator for v in (p, q, F(alpha)))
        return mpmath.log(
            p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)
        ) / (alpha - 1)


@pytest.mark.parametrize(("p", "q"), PAIRS)
@pytest.mark.parametrize("alpha", ["1.5", "2", "30"])
def test_the_divergence_of_two_coins(p, q, alpha):
    result, right = renyi_loss(p, q, alpha), renyi(p, q, alpha)
    assert float(result) == pytest.approx(float(right), rel=1e-15)
    assert mpmath.mpf(result.numerator) / result.denominator <= right * (1 + mpmath.mpf(10) ** -30)


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_rho_of_two_coins_is_the_supremum_from_below(p, q):
    orders = 1 + np.exp(np.linspace(-9, 7, 900))
    kl = [float(a) * math.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a]
    largest = max(sum(kl), *(float(renyi(p, q, F(a))) / a for a in orders.tolist()))
    result = float(concentrated_loss(p, q))
    assert largest * (1 - 1e-4) <= result <= largest * (1 + 1e-4)


def test_the_supremum_may_sit_at_order_one_or_inside():
    kl = 0.75 * math.log(3) + 0.25 * math.log(1 / 3)
    assert float(concentrated_loss(F(3, 4), F(1, 4))) == pytest.approx(kl)
    p, q = F(1, 100), F(1, 10**6)
    kl = 0.01 * math.log(1e4) + 0.99 * math.log(0.99 / (1 - 1e-6))
    assert float(concentrated_loss(p, q)) > 10 * kl


def test_eps_uses_the_event_and_its_complement():
    assert log_ratio(F(1, 2), F(1, 4)) == log_ratio(F(3, 4), F(1, 2))
    assert float(log_ratio(F(3, 4), F(1, 2))) == pytest.approx(math.log(2))
    assert log_ratio(F(1, 4), F(1, 2)) == 0
    assert log_ratio(F(1, 2), F(1, 2)) == 0
    assert log_ratio(F(1), F(1, 2)) == math.inf
    assert log_ratio(F(1, 2), F(1, 4), F(1, 2)) == 0
    assert float(log_ratio(F(1, 2), F(1, 8), F(1, 4))) == pytest.approx(math.log(2))
    assert log_ratio(F(1, 2), F(1, 4)) < F(math.log(2)) + F(1, 10**15)


BUDGETS = [
    PureDP("0.3"),
    ApproxDP("0.3", "0.01"),
    ZCDP("0.02"),
    RenyiDP(4, "0.1"),
    RenyiDP(math.inf, 1),
]


@pytest.mark.parametrize("budget", BUDGETS, ids=repr)
def test_more_distance_costs_more(budget):
    """The worst corner of a rectangle is its most cautious one."""
    grid = [F(k, 10) for k in range(1, 10)]
    for p in grid:
        values = [loss(p, q, budget) for q in grid]
        assert values == sorted(values, reverse=True)
    for q in grid:
        values = [loss(p, q, budget) for p in grid]
        assert values == sorted(values)


@pytest.mark.parametrize("budget", BUDGETS, ids=repr)
def test_the_floats_of_the_search_are_close(budget):
    for p, q in [*PAIRS[:3], (F(1, 4), F(1, 2))]:
        exact_loss = float(loss(p, q, budget))
        assert float(losses(float(p), float(q), budget)) == pytest.approx(exact_loss, rel=0.03)


@pytest.mark.parametrize("budget", BUDGETS, ids=repr)
def test_the_frontier_is_where_the_loss_is_the_promise(budget):
    promise = float(getattr(budget, "eps", getattr(budget, "rho", None)))
    for q in (0.01, 0.2, 0.5):
        p = float(allowed(q, budget))
        assert float(losses(p, q, budget)) == pytest.approx(promise, rel=0.05)
        assert q < p < 1


def test_excess_has_the_sign_of_the_violation():
    assert excess(500, 1000, 250, 1000, PureDP("0.5")) > 3
    assert excess(500, 1000, 450, 1000, PureDP("0.5")) < -3
    assert abs(excess(622, 1000, 378, 1000, PureDP("0.5"))) < 0.2


@pytest.mark.parametrize("budget", BUDGETS[:3], ids=repr)
def test_excess_counts_standard_errors(budget):
    """On the frontier it has the standard deviation 1; the false-alarm rate is below 1e-6."""
    rng, n, q = np.random.default_rng(8), 2000, 0.3
    p = float(allowed(q, budget))
    scores = excess(rng.binomial(n, p, 4000), n, rng.binomial(n, q, 4000), n, budget)
    assert abs(float(np.std(scores)) - 1) < 0.07
    assert abs(float(np.mean(scores))) < 0.1


def test_an_event_bound_is_that_of_the_worst_corner():
    counts = Counts(300, 400, 80, 400)
    p, q = cautious_pair(counts, "0.01")
    assert p == lower_limit(300, 400, F(1, 200)).lo
    assert q == upper_limit(80, 400, F(1, 200)).hi
    assert p < F(3, 4)
    assert q > F(1, 5)
    for budget in BUDGETS:
        assert event_bound(counts, budget, "0.01") == loss(p, q, budget)
        assert 0 < event_bound(counts, budget, "0.01") < loss(F(3, 4), F(1, 5), budget)


def test_bounds_at_the_ends():
    assert event_bound(Counts(0, 10, 10, 10), PureDP(1), "0.05") == 0
    assert event_bound(Counts(), PureDP(1), "0.05") == 0
    sure = event_bound(Counts(1000, 1000, 0, 1000), PureDP(1), "0.05")
    assert 4 < float(sure) < math.inf
    assert event_bound(Counts(1000, 1000, 0, 1000), ApproxDP(1, 1), "0.05") == 0
