"""Terms of divergences over boxes: bounds hold inside, are attained, rounded, never overflow."""

import math
from fractions import Fraction
from fractions import Fraction as F
import numpy as np
import pytest
from flint import arb
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.theory.balls import working_precision
from banditproof.theory.budgets import RenyiDP
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.concentrated_loss import renyi_divergence
from banditproof.verify.exact_laws.convex_divergences import (
    HockeyStick,
    KullbackLeibler,
    Point,
    RenyiMoment,
    _below,
    sum_enclosure,
    term_bounds,
)
from banditproof.verify.exact_laws.exact_privacy import exact_privacy
from banditproof.verify.exact_laws.list_law import ListLaw, PathBounds, law_on_lists
from banditproof.verify.exact_laws.worst_inputs import worst_case

DIVERGENCES = [
    (HockeyStick.at(factor="1.5"), lambda p, q: max(p - 1.5 * q, 0.0)),
    (HockeyStick.at(eps="0.2"), lambda p, q: max(p - math.exp(0.2) * q, 0.0)),
    (RenyiMoment(Fraction(5, 2)), lambda p, q: p**2.5 * q**-1.5 - q - 2.5 * (p - q)),
    (KullbackLeibler(), lambda p, q: (p * math.log(p / q) if p else 0.0) - p + q),
]


def box(rng):
    """A box of p and q, and a largest ratio that some of its points keep."""
    p, q = np.sort(rng.uniform(0.1, 1, 2)), np.sort(rng.uniform(0.1, 1, 2))
    least = max(p[0] / q[1], q[0] / p[1], 1.0)
    return p.tolist(), q.tolist(), float(least * rng.uniform(1.01, 3))


def points(values):
    return tuple(Point.of(Fraction(x)) for x in values)


@pytest.mark.parametrize(("divergence", "value"), DIVERGENCES)
def test_bounds_hold_at_every_point_and_are_attained(divergence, value):
    rng = np.random.default_rng(3)
    cut = 0
    with working_precision(128):
        for _ in range(80):
            p, q, ratio = box(rng)
            free = term_bounds(divergence, points(p), points(q))
            bound = term_bounds(divergence, points(p), points(q), Fraction(ratio))
            inner = [
                (a, b) for a, b in zip(rng.uniform(*p, 60), rng.uniform(*q, 60), strict=True)
            ] + [(a, b) for a in p for b in q]
            for a, b in inner:
                assert free[0] - 1e-12 <= value(a, b) <= free[1] + 1e-12
                if 1 / ratio <= a / b <= ratio:
                    assert bound[0] - 1e-12 <= value(a, b) <= bound[1] + 1e-12
            # convex, so the largest value is at a corner, and the smallest next to the diagonal
            assert free[1] == pytest.approx(
                max(value(a, b) for a in p for b in q), rel=1e-13, abs=1e-13
            )
            nearest = min(value(a, b) for a in np.linspace(*p, 40) for b in np.linspace(*q, 40))
            assert free[0] <= nearest + 1e-13
            assert free[0] == pytest.approx(nearest, abs=5e-2)
            assert bound[1] <= free[1] * (1 + 1e-14)
            cut += bound[1] < free[1] * (1 - 1e-9)
    assert cut > 15


@pytest.mark.parametrize(("divergence", "value"), DIVERGENCES)
def test_floats_are_rounded_outwards(divergence, value):
    rng = np.random.default_rng(4)
    with working_precision(256):
        for p, q in rng.uniform(0.1, 1, (200, 2)).tolist():
            first, second = points([p, q])
            low, high = term_bounds(divergence, (first, first), (second, second))
            ball = divergence.term(first, second)
            assert ball >= low
            assert ball <= high
            assert high - low <= 4e-16 * high
            assert low == pytest.approx(value(p, q), rel=1e-13, abs=1e-14)


def test_ends_of_the_range():
    zero, half = Point.of(Fraction(0)), Point.of(Fraction(1, 2))
    for divergence in (RenyiMoment(Fraction(2)), KullbackLeibler()):
        assert term_bounds(divergence, (half, half), (zero, zero)) == (math.inf, math.inf)
        assert term_bounds(divergence, (half, half), (zero, half))[1] == math.inf
        bound = term_bounds(divergence, (half, half), (zero, half), Fraction(3))
        assert 0 < bound[1] < 2
    assert term_bounds(KullbackLeibler(), (zero, zero), (half, half)) == (0.5, 0.5)
    assert term_bounds(RenyiMoment(Fraction(2)), (zero, zero), (half, half)) == (0.5, 0.5)
    assert term_bounds(HockeyStick.at(eps=0), (zero, half), (zero, half)) == (0.0, 0.5)
    tiny = Point.of(Fraction(1, 10**400))
    low, high = term_bounds(HockeyStick.at(eps=0), (tiny, tiny), (zero, zero))
    assert low == 0
    assert high > 0
    assert HockeyStick.at(eps=800).least > 10**300


def test_sums_pay_for_their_additions():
    result = sum_enclosure(1.0, 1.0, 10)
    assert result.lo == 1 - Fraction(11, 1 << 53)
    assert result.hi == 1 + Fraction(22, 1 << 53)
    assert sum_enclosure(0.0, math.inf, 3).hi == math.inf
    rng = np.random.default_rng(6)
    numbers = rng.uniform(0, 1, 4000)
    total = 0.0
    for x in numbers:  # one after the other, the least accurate way
        total += x
    assert sum_enclosure(total, total, 4000).contains(sum(map(Fraction, numbers.tolist())))


@pytest.mark.parametrize("alpha", [F(10) ** 90, F(10) ** 300])
def test_a_moment_beyond_all_balls_has_no_lower_bound_of_infinity(alpha: F) -> None:
    with working_precision(256):
        three, one = Point.of(F(3, 4)), Point.of(F(1, 4))
        low, high = term_bounds(RenyiMoment(alpha), (three, three), (one, one))
    assert 0 <= low < math.inf
    assert high == math.inf


def test_what_is_impossible_elsewhere_is_still_infinite() -> None:
    with working_precision(256):
        some, none = Point.of(F(1, 4)), Point.of(F(0))
        for divergence in (RenyiMoment(F(2)), KullbackLeibler()):
            result = term_bounds(divergence, (some, some), (none, none))
            assert result == (math.inf, math.inf)


def test_only_the_point_infinity_is_infinite_from_below() -> None:
    assert _below(arb("inf")) == math.inf
    assert [_below(x) for x in (arb(0, "inf"), arb("nan"), arb("-inf"))] == [0, 0, 0]


def test_a_private_policy_is_not_refuted_at_a_huge_order() -> None:
    policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    result = exact_privacy(policy, Notion.VIEW, "renyi", "1e300", horizon=4, seconds=0.5)
    # each release is log(2)-DP, so no order has a divergence above it
    assert result.verdict(RenyiDP("1e300", "0.7")) == "holds"
    # and so without what is known of the noise: the law itself has no larger ratio
    value, _ = renyi_divergence(law_on_lists(policy, 4), Notion.VIEW, "1e300")
    assert 0 < value.lo <= value.hi < F("0.6932")


@pytest.mark.parametrize("notion", [Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE])
def test_sums_of_huge_terms_do_not_become_infinite_lower_bounds(notion: Notion) -> None:
    # two sequences with twice the mass, two with half of it: each term at the order is about 2^1024
    large, small = (F(1, 3), F(1, 3)), (F(1, 6), F(1, 6))
    rows = (((0, 0), [large, small]), ((0, 1), [large, small]))
    rows += (((1, 0), [small, large]), ((1, 1), [small, large]))
    paths = tuple(PathBounds(a, boxes, np.array([0, 1]), {}) for a, boxes in rows)
    law = ListLaw(2, 2, paths, "two releases")
    order = F(1025)
    assert worst_case(law, RenyiMoment(order), notion).value.lo < math.inf
    value, _ = renyi_divergence(law, notion, order)
    assert F("0.5") < value.lo <= value.hi < F("0.6932")
