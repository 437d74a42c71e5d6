"""Refutations in Chapters 1 to 5 of the thesis, computed again by mpmath alone.

Their claims are proofs of numbered steps. Nothing of these, nor of `banditproof.theory`, is used
here: times come from a search over shares and means, probabilities from integrals and draws.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
import numpy as np
import pytest
from mpmath import exp, inf, log, mp, mpf, npdf, pi, quad, sqrt


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(25):
        yield


def kl(x: mpf, y: mpf) -> mpf:
    return x * log(x / y) + (1 - x) * log((1 - x) / (1 - y))


def least(f: object, low: mpf, high: mpf) -> mpf:
    """The least value of a convex function on an interval, by thirds."""
    assert callable(f)
    for _ in range(120):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if f(a) < f(b) else (a, high)
    return mpf(f((low + high) / 2))


def time_of_two_coins(better: mpf, worse: mpf) -> mpf:
    """T*_KL of two coins: the confusing means meet between both."""

    def cost(share: mpf) -> mpf:
        return least(lambda z: share * kl(better, z) + (1 - share) * kl(worse, z), worse, better)

    return -1 / least(lambda share: -cost(share), mpf("0.01"), mpf("0.99"))


@pytest.mark.parametrize("c", [1, 3, 10])
def test_the_time_of_two_coins_grows_like_one_over_the_gap(c: int) -> None:
    h = 1 / mpf(5 * c)
    with mp.workdps(20):
        time = time_of_two_coins(2 * h, h)
    lower = max(time, 2 / h)
    upper = 4 * 8 * mpf("0.25") / h**2  # 4 T*_KL of normal arms, 8 sigma^2/gap^2, and g_1 >= 1
    assert lower <= 32 / h
    assert upper > c * lower
    assert upper / lower > mpf("0.3") / h


@pytest.mark.parametrize("c", [1, 3, 10])
def test_the_bound_of_adap_ucb_is_no_multiple_of_the_lower_one(c: int) -> None:
    h = 1 / mpf(5 * c)
    lower = h / min(kl(h, 2 * h), h)
    assert lower <= 6
    assert 16 * 3 / h > c * lower


def test_the_terms_of_theorem_4_16_cross_far_above_the_gap() -> None:
    for c in (1, 5, 20):
        u = exp(mpf(-2 * c)) / 4
        gap = mpf(1) / 2 - u
        crossing = kl(mpf(1) / 2, 1 - u) / gap
        assert crossing > 2 * c > c * gap
    for m, x, y in ((mpf("0.2"), mpf("0.3"), mpf("0.8")), (mpf("0.1"), mpf("0.05"), mpf("0.1"))):
        assert 2 * (y - x) <= kl(x, y) / (y - x) <= (y - x) / (m * (1 - m))


def test_many_large_gaps_make_up_for_a_small_one() -> None:
    for r in (1, 5, 40):
        large, eps = Fraction(1, 2), Fraction(1, 50)
        gaps = [large / r] + [large] * r**2
        variation = 1 / min(gaps) + sum(1 / gap for gap in gaps)
        normal = sum(1 / gap**2 for gap in gaps) + 1 / min(gaps) ** 2  # at least T*_KL, sigma = 1/2
        root = sqrt(1 + 8 * mpf(large.numerator) ** 2 / large.denominator**2 * 2500)
        upper = 4 * 2 * mpf(normal.numerator) / normal.denominator * (1 + root)
        lower = variation / eps
        assert upper <= 96 * mpf(lower.numerator) / lower.denominator


def test_no_mechanism_tells_a_record_from_a_coin_by_more_than_log_two() -> None:
    grid = [mpf(k) / 1000 for k in (1, 10, 100, 250, 500, 750, 900, 990, 999)]
    largest = max(kl(p, (p + q) / 2) for p, q in product(grid, grid))
    assert mpf("0.6") < largest < log(2)
    assert log(2) < mpf(7) / 5 / 2  # the transport bounds at eps = 7/5 and rho = 7/5


def test_two_histories_with_the_same_rewards_are_told_apart() -> None:
    first, second = {1: mpf(3) / 4, 2: mpf(1) / 4}, {1: mpf(1) / 4, 2: mpf(3) / 4}
    divergence = sum(first[a] * log(first[a] / second[a]) for a in (1, 2))
    assert abs(divergence - log(3) / 2) < mpf(10) ** -20


def test_the_path_of_a_leaf_has_one_complete_node() -> None:
    path = [(1, 4), (3, 4), (3, 3)]
    complete = [node for node in path if node[1] <= 3]
    assert complete == [(3, 3)]
    sums = {
        tuple(sum(rewards[a - 1 : b]) for a, b in complete): set[int]()
        for rewards in product((0, 1), repeat=3)
    }
    for rewards in product((0, 1), repeat=3):
        sums[tuple(sum(rewards[a - 1 : b]) for a, b in complete)].add(sum(rewards))
    assert sums[(0,)] == {0, 1, 2}


def test_a_normal_reward_of_variance_a_quarter_leaves_the_interval() -> None:
    outside = 1 - quad(lambda x: npdf(x, mpf(1) / 2, mpf(1) / 2), [0, 1])
    assert mpf("0.317") < outside < mpf("0.318")


def test_few_contexts_are_within_a_tenth_of_the_sphere() -> None:
    """The norm by its angle: a sphere of radius s, weighted with the normal density."""

    def density(s: mpf) -> mpf:
        around = quad(lambda u: exp(10 * s * u), [-1, 1])
        return 2 * pi * s**2 * (5 / pi) ** mpf("1.5") * exp(-5 * (s**2 + 1)) * around

    assert abs(quad(density, [0, 1, 4]) - 1) < mpf(10) ** -8
    within = quad(density, [mpf("0.9"), mpf("1.1")])
    assert mpf("0.248") < within < mpf("0.249")
    draws = np.random.default_rng(7).normal(size=(200_000, 3)) / np.sqrt(10) + 1 / np.sqrt(3)
    norms = np.linalg.norm(draws, axis=1)
    share = float(np.mean(np.abs(norms - 1) <= 0.1))
    assert abs(share - float(within)) < 0.006  # six standard errors


def test_25_intervals_hold_together_with_less_than_nine_tenths() -> None:
    width = sqrt(2 * log(mpf(20))) + log(mpf(20))
    one = 2 * quad(lambda z: exp(-z) / 2, [0, width])
    assert mpf("0.897") < one**25 < mpf("0.898")
    assert 1 - one + quad(lambda z: -exp(-z), [width, inf]) < mpf(10) ** -15


def test_the_larger_advantage_shows_the_smaller_budget() -> None:
    points = [(0, 1), (0.001, 0.9), (0.3, 0.2), (1, 0)]
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(points)]
    assert slopes == sorted(slopes)  # a convex trade-off function

    def shown(a: float, b: float) -> mpf:
        return max(log((1 - mpf(b)) / a), log((1 - mpf(a)) / b))

    assert 1 - 0.3 - 0.2 > 1 - 0.001 - 0.9
    assert shown(0.3, 0.2) < mpf("1.26") < mpf("4.6") < shown(0.001, 0.9)


def test_a_coin_that_recommends_is_correct_with_a_risk_above_one_half() -> None:
    for risk in (mpf("0.51"), mpf("0.75"), mpf("0.99")):
        assert mpf(1) / 2 >= 1 - risk
        assert kl(1 - risk, risk) > 0
