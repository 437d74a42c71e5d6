"""Lists, tables and trees: the same pure eps, different delta, all exact (2.4 and B.5)."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from banditproof.verify.definitions.finite_policy import (
    FinitePolicy,
    adaptive_delta,
    delta,
    neighbouring_laws,
    pure_ratio,
    separations,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.enumeration import table_feed
from banditproof.verify.finite_noise import NotEnumerable

FACTOR = Fraction(16487, 10000)  # e^0.5 to four digits; any fixed factor serves
SEEDS = range(60)


def drawn(seed, **options):
    return FinitePolicy.random(np.random.default_rng(seed), **options)


@pytest.mark.parametrize("seed", range(12))
def test_the_pure_budget_is_the_same_in_all_three_models(seed):
    policy = drawn(seed)
    assert len({pure_ratio(policy, notion) for notion in Notion}) == 1
    assert pure_ratio(policy, Notion.VIEW) > 1


def test_the_pure_budget_of_three_arms():
    policy = drawn(3, arms=3)
    assert pure_ratio(policy, Notion.VIEW) == pure_ratio(policy, Notion.TABLE)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("factor", [1, FACTOR, 3])
def test_delta_of_trees_by_enumeration_and_by_induction(seed, factor):
    policy = drawn(seed)
    assert delta(policy, Notion.ADAPTIVE, factor) == adaptive_delta(policy, factor)


def test_delta_is_ordered_and_strictly_separated():
    """View <= Table <= adaptive for every policy; both are strict for some, found by search."""
    found = list(separations(FACTOR, SEEDS))
    assert all(s.view <= s.table <= s.adaptive for s in found)
    strict = [s for s in found if s.view < s.table < s.adaptive]
    assert len(strict) >= 3
    assert any(s.view == s.table for s in found)
    for s in strict[:3]:  # again, from the seed alone and by plain enumeration of all trees
        policy = drawn(s.seed)
        assert delta(policy, Notion.VIEW, FACTOR) == s.view
        assert delta(policy, Notion.TABLE, FACTOR) == s.table
        assert delta(policy, Notion.ADAPTIVE, FACTOR) == s.adaptive


def test_a_table_neighbour_that_changes_one_cell_only_is_not_enough():
    """The wrong twin: tables that differ in one cell of a row underestimate delta."""
    strict = next(s for s in separations(FACTOR, SEEDS) if s.view < s.table)
    rows = list(product((0, 1), repeat=2))
    laws = {
        table: strict.policy.law(table_feed([*table, (0, 0)])) for table in product(rows, repeat=2)
    }
    by_cells = {1: Fraction(0), 2: Fraction(0)}
    for left, law in laws.items():
        for right, other in laws.items():
            changed = [
                sum(x != y for x, y in zip(*pair, strict=True))
                for pair in zip(left, right, strict=True)
            ]
            if sum(map(bool, changed)) == 1:
                excess = sum(max(p - FACTOR * other[a], Fraction(0)) for a, p in law.items())
                by_cells[sum(changed)] = max(by_cells[sum(changed)], excess)
    assert max(by_cells.values()) == strict.table
    assert by_cells[1] < strict.table


def test_delta_vanishes_exactly_at_the_pure_budget():
    policy = drawn(5)
    ratio = pure_ratio(policy, Notion.TABLE)
    for notion in Notion:
        assert delta(policy, notion, ratio) == 0
        assert delta(policy, notion, ratio * Fraction(999, 1000)) > 0


def test_only_summing_the_worst_action_underestimates_delta():
    """The wrong twin of the catalogue: delta is a sum over all actions of positive excess."""
    policy = drawn(0)
    largest = max(
        max(max(p - right[a], Fraction(0)) for a, p in left.items())
        for left, right in neighbouring_laws(policy, Notion.VIEW)
    )
    assert largest < delta(policy, Notion.VIEW, 1)


def test_a_policy_that_ignores_rewards_is_perfectly_private():
    half = (Fraction(1, 2), Fraction(1, 2))
    policy = drawn(0)
    blind = FinitePolicy(2, 3, dict.fromkeys(policy.kernel, half))
    for notion in Notion:
        assert pure_ratio(blind, notion) == 1
        assert delta(blind, notion, 1) == 0


def test_too_many_trees_and_bad_kernels_are_refused():
    with pytest.raises(NotEnumerable, match="adaptive"):
        delta(drawn(0, horizon=4), Notion.ADAPTIVE, 2)
    assert adaptive_delta(drawn(0, horizon=4), 2) > 0
    with pytest.raises(ValueError, match="law"):
        FinitePolicy(2, 1, {(): (Fraction(1, 2), Fraction(1, 3))})
