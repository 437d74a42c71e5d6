"""The strategies for other suites draw what they promise: neighbours that differ in one round."""

from fractions import Fraction
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.enumeration import list_feed, table_feed, tree_feed
from banditproof.verify.finite_mechanisms import worst_pair
from banditproof.verify.strategies import (
    CORNER_REWARDS,
    budgets,
    neighbouring_lists,
    neighbouring_tables,
    neighbouring_trees,
    reward_lists,
    reward_tables,
    reward_trees,
)

PAIRS = {
    "lists": (neighbouring_lists(3), list_feed),
    "tables": (neighbouring_tables(2, 3), table_feed),
    "trees": (neighbouring_trees(2, 3), tree_feed),
}


UNSHRUNK = settings(phases=[Phase.generate], database=None, max_examples=2000)


def some(strategy, condition):
    """A drawn value that meets a condition; not the smallest, which takes long for trees."""
    return find(strategy, condition, settings=UNSHRUNK)


def rounds_that_differ(kind, pair):
    if kind == "trees":
        assert pair.left.keys() == pair.right.keys()
        return {len(actions) for actions in pair.left if pair.left[actions] != pair.right[actions]}
    return {t + 1 for t, (a, b) in enumerate(zip(pair.left, pair.right, strict=True)) if a != b}


@pytest.mark.parametrize("kind", PAIRS)
def test_neighbours_differ_in_the_challenged_round_only(kind):
    @settings(max_examples=30)
    @given(PAIRS[kind][0])
    def check(pair):
        assert rounds_that_differ(kind, pair) == {pair.challenge}

    check()


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("challenge", [1, 2, 3])
def test_every_round_is_challenged(kind, challenge):
    assert some(PAIRS[kind][0], lambda pair: pair.challenge == challenge)


@pytest.mark.parametrize(
    "strategy",
    [
        neighbouring_lists(2, last=False),
        neighbouring_tables(2, 2, last=False),
        neighbouring_trees(2, 2, last=False),
    ],
)
def test_the_last_round_may_be_left_alone(strategy):
    @settings(max_examples=30)
    @given(strategy)
    def check(pair):
        assert pair.challenge == 1

    check()


@pytest.mark.parametrize("kind", ["tables", "trees"])
def test_a_row_or_a_level_may_change_as_a_whole(kind):
    def changes(pair):
        if kind == "tables":
            row = pair.challenge - 1
            return sum(a != b for a, b in zip(pair.left[row], pair.right[row], strict=True))
        return sum(pair.left[actions] != pair.right[actions] for actions in pair.left)

    assert some(PAIRS[kind][0], lambda pair: changes(pair) == 1)
    assert some(PAIRS[kind][0], lambda pair: changes(pair) == 2)


@settings(max_examples=30)
@given(reward_lists(4, CORNER_REWARDS), reward_tables(3, 2), reward_trees(2, 2))
def test_shapes(rewards, table, tree):
    assert len(rewards) == 4
    assert set(rewards) <= set(CORNER_REWARDS)
    assert [len(row) for row in table] == [3, 3]
    assert sorted(map(len, tree)) == [1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("kind", [PureDP, ApproxDP, ZCDP, RenyiDP])
def test_claims_of_every_kind_are_drawn_and_are_exact(kind):
    claim = some(budgets(), lambda claim: isinstance(claim, kind))
    assert all(isinstance(number, Fraction) for number in vars(claim).values())


@pytest.mark.parametrize("kind", PAIRS)
def test_drawn_neighbours_find_the_loss_of_the_enumeration_and_never_more(kind):
    """A random kernel: drawn pairs never exceed the exact constant, and some pair attains it."""
    import numpy as np

    strategy, feed = PAIRS[kind]
    policy = FinitePolicy.random(np.random.default_rng(5), horizon=3)
    notions = {"lists": Notion.VIEW, "tables": Notion.TABLE, "trees": Notion.ADAPTIVE}
    most = pure_ratio(policy, notions[kind])

    def ratio(pair):
        laws = [policy.law(feed(data)) for data in (pair.left, pair.right)]
        return max(laws[0][a] / laws[1][a] for a in laws[0])

    @settings(max_examples=20)
    @given(strategy)
    def check(pair):
        assert ratio(pair) <= most

    check()
    assert some(strategy, lambda pair: ratio(pair) == most)


@settings(max_examples=20)
@given(st.integers(1, 99), budgets())
def test_a_claim_decides_a_randomised_response_without_an_error(percent, claim):
    p = Fraction(percent, 100)
    result = worst_pair(lambda bit: {bit: p, 1 - bit: 1 - p}, [(0, 1)], claim)
    assert result.verdict in ("holds", "fails")
    assert result.left_mass >= result.right_mass
