"""Pure losses: enumeration, open loop, paths, and events that can be checked."""

import math
from fractions import Fraction
import pytest
from finite_policies import drawn
from banditproof.verify.definitions.brute_force import enumerated_ratio
from banditproof.verify.definitions.finite_machine import as_machine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.instantaneous import (
    composed_ratio,
    instantaneous_ratio,
    ratios_by_challenge,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.open_loop import largest_sum
from banditproof.verify.definitions.pure_loss import loss_along_paths, pure_loss, pure_ratio
from banditproof.verify.definitions.witness_policies import (
    copies_after_a_foreign_query,
    repeated_responses,
)

OWN_LABELS = (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)


def prefix_mass(law, prefix):
    return sum((m for a, m in law.items() if a[: len(prefix)] == prefix), Fraction(0))


def shows(labels, rewards):
    """Labels and rewards round by round, then label 0 and reward 0."""
    both = dict(enumerate(zip(labels, rewards, strict=True), 1))
    return lambda prefix: both.get(len(prefix), (0, 0))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("notion", Notion)
def test_by_enumeration_word_for_word(seed, notion):
    policy = drawn(seed, grain=3, zeros=seed == 1)
    assert pure_ratio(policy, notion) == enumerated_ratio(policy, notion)


@pytest.mark.parametrize("seed", range(6))
def test_pure_losses_are_equal_but_for_the_interactive_one(seed):
    policy = drawn(seed, arms=2 + seed % 2, rewards=(0, 1, 2) if seed == 4 else (0, 1))
    (one,) = {pure_ratio(policy, notion) for notion in OWN_LABELS}
    assert one <= pure_ratio(policy, Notion.INTERACTIVE)


@pytest.mark.parametrize("seed", range(4))
def test_constant_queries_are_the_worst(seed):
    """Kernels: the open-loop product is the largest ratio over all adversaries."""
    policy = drawn(seed, horizon=4 if seed else 5, zeros=seed == 3, grain=6)
    assert pure_ratio(policy, Notion.INTERACTIVE) == loss_along_paths(policy, foreign=True).ratio


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("seed", range(4))
def test_the_event_of_a_witness_has_the_stated_ratio(seed, notion):
    policy = drawn(seed, grain=4, zeros=seed == 2)
    for reading in (policy, as_machine(policy)):
        result = pure_loss(reading, notion)
        event = result.witness
        masses = [
            prefix_mass(reading.view_law(shows(event.labels, rewards)), event.actions)
            for rewards in (event.left, event.right)
        ]
        assert masses[0] > 0
        assert result.ratio == (masses[0] / masses[1] if masses[1] else math.inf)
        assert sum(x != y for x, y in zip(event.left, event.right, strict=True)) == 1
        if notion is not Notion.INTERACTIVE:
            assert event.labels == event.actions[: len(event.labels)]


def test_mutant_the_worst_product_over_different_histories():
    """Taking each round's worst ratio anywhere, not along one history, overstates the loss."""
    policy = drawn(0)
    anywhere = composed_ratio(policy)
    assert anywhere > pure_ratio(policy, Notion.INTERACTIVE) > 1


def test_instantaneous_privacy_composes_over_one_round_less():
    for factor, horizon in ((3, 4), (Fraction(5, 4), 3), (7, 2), (1, 3)):
        policy = repeated_responses(factor, horizon)
        assert instantaneous_ratio(policy) == factor
        for notion in Notion:
            assert pure_ratio(policy, notion) == Fraction(factor) ** (horizon - 1)
        assert composed_ratio(policy) == Fraction(factor) ** (horizon - 1)
    for seed in range(5):
        policy = drawn(seed)
        assert pure_ratio(policy, Notion.INTERACTIVE) <= composed_ratio(policy)
        assert composed_ratio(policy) <= instantaneous_ratio(policy) ** 2


def test_a_late_reward_costs_fewer_rounds():
    late = FinitePolicy.from_rule(
        2, 4, lambda h: ("3/4", "1/4") if len(h) > 1 and h[1][1] == 1 else ("1/4", "3/4")
    )
    assert ratios_by_challenge(late) == {1: 1, 2: 3, 3: 1}
    assert composed_ratio(late) == pure_ratio(late, Notion.VIEW) == 9


def test_corners():
    one_round = FinitePolicy.from_rule(2, 1, lambda h: ("1/2", "1/2"))
    one_reward = FinitePolicy.from_rule(2, 3, lambda h: ("1/2", "1/2"), rewards=(1,))
    for policy in (one_round, one_reward):
        for notion in Notion:
            assert pure_ratio(policy, notion) == pure_ratio(as_machine(policy), notion) == 1
            assert pure_loss(policy, notion).witness is None
        assert instantaneous_ratio(policy) == composed_ratio(policy) == 1
        assert largest_sum(policy, lambda p, q: 0, max, max, abs) is None
    assert pure_ratio(copies_after_a_foreign_query(), Notion.VIEW) == 1
