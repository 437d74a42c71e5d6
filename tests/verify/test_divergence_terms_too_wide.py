"""A term whose ball says nothing bounds nothing from below: no privacy is refuted by overflow."""

from __future__ import annotations

import math
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
    KullbackLeibler,
    Point,
    RenyiMoment,
    _below,
    term_bounds,
)
from banditproof.verify.exact_laws.exact_privacy import exact_privacy
from banditproof.verify.exact_laws.list_law import ListLaw, PathBounds, law_on_lists
from banditproof.verify.exact_laws.worst_inputs import worst_case


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
            found = term_bounds(divergence, (some, some), (none, none))
            assert found == (math.inf, math.inf)


def test_only_the_point_infinity_is_infinite_from_below() -> None:
    assert _below(arb("inf")) == math.inf
    assert [_below(x) for x in (arb(0, "inf"), arb("nan"), arb("-inf"))] == [0, 0, 0]


def test_a_private_policy_is_not_refuted_at_a_huge_order() -> None:
    policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    found = exact_privacy(policy, Notion.VIEW, "renyi", "1e300", horizon=4, seconds=0.5)
    # each release is log(2)-DP, so no order has a divergence above it
    assert found.verdict(RenyiDP("1e300", "0.7")) == "holds"
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
