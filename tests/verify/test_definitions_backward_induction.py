"""delta of the four notions: backward induction against enumeration word for word, and order."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from finite_policies import drawn
from banditproof.verify.definitions.backward_induction import (
    MOST_WORK,
    delta,
    delta_of_diverted,
    played,
    worst_delta,
    worst_of,
)
from banditproof.verify.definitions.brute_force import (
    adversaries,
    enumerated_delta,
    neighbouring_laws,
    replayed,
)
from banditproof.verify.definitions.finite_machine import as_machine, with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.games import games, work
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.definitions.witness_policies import (
    copies_the_first_reward,
    diverted_above_interactive,
    interactive_above_diverted,
    policy_a,
    policy_c,
)
from banditproof.verify.exact_laws.law_divergences import excess

FACTORS = (1, Fraction(3, 2), 4)
HALF = (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("seed", range(2))
def test_induction_is_enumeration(seed, notion):
    policy = drawn(seed, grain=4, zeros=seed % 2 == 1)
    for factor in FACTORS if notion is not Notion.INTERACTIVE else FACTORS[seed % 2 : seed % 2 + 1]:
        assert delta(policy, notion, factor) == enumerated_delta(policy, notion, factor)


@pytest.mark.parametrize("notion", [Notion.VIEW, Notion.TABLE])
def test_induction_is_enumeration_of_four_rounds(notion):
    policy = drawn(7, horizon=4, grain=3, zeros=True)
    assert delta(policy, notion, 2) == enumerated_delta(policy, notion, 2)


def test_induction_is_enumeration_with_three_rewards_and_three_arms():
    three = drawn(2, grain=3, horizon=2, rewards=(0, Fraction(1, 2), 1), arms=3)
    for notion in (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE):
        assert delta(three, notion, 2) == enumerated_delta(three, notion, 2)
    half = drawn(2, grain=3, horizon=2, rewards=(0, Fraction(1, 2)), arms=3)
    value = delta(half, Notion.INTERACTIVE, 2)
    assert value == enumerated_delta(half, Notion.INTERACTIVE, 2) > 0
    longer = drawn(2, grain=3, horizon=3, rewards=(0, 1, 2))
    assert delta(longer, Notion.VIEW, 2) == enumerated_delta(longer, Notion.VIEW, 2)


@pytest.mark.parametrize("seed", range(1))
def test_diverted_tables_by_both_routes(seed):
    policy = drawn(seed, grain=4)
    assert delta_of_diverted(policy, 2) == enumerated_delta(policy, Notion.TABLE, 2, diverted=True)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_notions(seed):
    """View <= Table <= Adaptive and Table <= Interactive, at every factor."""
    policy = drawn(seed, zeros=seed % 3 == 0, horizon=4 if seed == 3 else 3, grain=5)
    laid_out = [played(policy, notion) for notion in Notion]
    for factor in (*FACTORS, math.inf):
        view, table, queries, trees = (worst_of(games, factor).value for games in laid_out)
        assert view <= table <= trees
        assert table <= queries
    assert table <= delta_of_diverted(policy, factor)


def test_delta_falls_with_the_factor_to_what_no_factor_removes():
    policy = drawn(3, zeros=True, grain=2)
    for notion in Notion:
        values = [delta(policy, notion, f) for f in (1, 2, 10, 10**6, math.inf)]
        assert values == sorted(values, reverse=True)
        assert values[-1] > 0
        assert values[-2] == values[-1]


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("make", [policy_a, policy_c, lambda: drawn(1, horizon=4)])
def test_a_witness_replays_to_its_value(make, notion):
    policy = make()
    for reading in (policy, as_machine(policy)):
        result = worst_delta(reading, notion, Fraction(3, 2))
        assert excess(*replayed(reading, result.witness), Fraction(3, 2)) == result.value > 0
        assert f"round {result.witness.challenge}" in str(result.witness)
    assert result.reading is Reading.MACHINE


def test_a_replay_checks_that_the_witness_is_an_adversary_of_its_notion():
    policy = policy_c()
    result = worst_delta(policy, Notion.INTERACTIVE, 1).witness
    prefix = next(p for p, (label, _, _) in result.choices.items() if label != p[-1])
    as_table = type(result)(
        Notion.TABLE, result.challenge, result.left, result.right, result.choices
    )
    with pytest.raises(ValueError, match="not the action"):
        replayed(policy, as_table)
    label, first, second = result.choices[prefix]
    moved = {**result.choices, prefix: (label, 1 - first, 1 - second)}
    broken = type(result)(result.notion, result.challenge, result.left, result.right, moved)
    with pytest.raises(ValueError, match="not those of the inputs"):
        replayed(policy, broken)
    shifted = type(result)(result.notion, 3, result.left, result.right, result.choices)
    with pytest.raises(ValueError, match="outside the challenge"):
        replayed(policy, shifted)


@pytest.mark.parametrize("seed", range(3))
def test_random_adversaries_of_four_rounds_never_exceed_the_maximum(seed):
    """A second route for the interactive model where enumeration word for word is too long."""
    rng = np.random.default_rng(seed)
    policy = drawn(seed, horizon=4, grain=3, zeros=True)
    largest = delta(policy, Notion.INTERACTIVE, Fraction(5, 4))
    assert largest > delta(policy, Notion.TABLE, Fraction(5, 4))
    places = [p for depth in (1, 2, 3) for p in product((0, 1), repeat=depth)]
    for _ in range(60):
        left = rng.integers(0, 2, (3, 2))
        right = left.copy()
        right[rng.integers(3)] = rng.integers(0, 2, 2)
        queries = {p: int(rng.integers(2)) for p in places}
        laws = [
            policy.view_law(lambda p, x=x, q=queries: (q[p], int(x[len(p) - 1, q[p]])))
            for x in (left, right)
        ]
        assert excess(*laws, Fraction(5, 4)) <= largest


def test_mixing_adversaries_never_beats_the_best_deterministic_one():
    """The hockey-stick is jointly convex: a mixture of laws is at most the largest of them."""
    rng = np.random.default_rng(5)
    policy = drawn(4, grain=4)
    largest = delta(policy, Notion.INTERACTIVE, 2)
    table, neighbour = ((0, 1), (1, 0)), ((1, 0), (1, 0))
    plays = list(adversaries(policy.arms, policy.horizon - 1))
    for _ in range(20):
        chosen = [plays[i] for i in rng.integers(0, len(plays), 5)]
        weights = [Fraction(int(w)) for w in rng.integers(1, 9, 5)]
        mixed = []
        for data in (table, neighbour):
            law = {}
            for queries, weight in zip(chosen, weights, strict=True):
                shown = policy.view_law(lambda p, d=data, q=queries: (q[p], d[len(p) - 1][q[p]]))
                for actions, mass in shown.items():
                    share = mass * weight / sum(weights)
                    law[actions] = law.get(actions, Fraction(0)) + share
            assert sum(law.values()) == 1
            mixed.append(law)
        assert excess(*mixed, 2) <= largest


def test_mutant_the_interactive_model_as_tables_of_diverted_policies():
    """Remark 3.6 (ii) as an implementation errs on both sides, and on a policy that copies r_1."""
    above, below = diverted_above_interactive(), interactive_above_diverted()
    assert delta_of_diverted(above, 1) > delta(above, Notion.INTERACTIVE, 1)
    assert delta_of_diverted(below, 1) < delta(below, Notion.INTERACTIVE, 1)
    copy, row = copies_the_first_reward(), (0, 1)
    swap = {(0,): 1, (1,): 0}
    view = copy.view_law(lambda p: (swap[p], row[swap[p]]))
    diverted = copy.view_law(lambda p: (swap[p], row[p[-1]]))
    assert view == {(0, 1): 1}
    assert diverted == {(0, 0): 1}


def test_mutant_memory_of_own_actions_instead_of_queries():
    """A policy that remembers its own actions hides what the interactive protocol reveals."""
    wrong = diverted_above_interactive()
    assert delta(with_own_actions(wrong), Notion.INTERACTIVE, 1) != delta_of_diverted(wrong, 1)
    policy = drawn(0, grain=4)
    own, kernel = (delta(p, Notion.INTERACTIVE, 2) for p in (with_own_actions(policy), policy))
    assert own < kernel
    for notion in (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE):
        assert delta(with_own_actions(policy), notion, 2) == delta(policy, notion, 2)


def test_mutant_trees_that_differ_everywhere():
    """Without the challenge round a tree pair may differ at all depths: not neighbours."""
    policy = drawn(1)
    laws = {id(law): law for law, _ in neighbouring_laws(policy, Notion.ADAPTIVE)}.values()
    anywhere = max(excess(p, q, 2) for p in list(laws)[::5] for q in laws)
    assert anywhere > delta(policy, Notion.ADAPTIVE, 2)


def test_corners():
    blind = FinitePolicy.from_rule(2, 3, lambda history: HALF)
    for notion in Notion:
        assert delta(blind, notion, 1) == delta_of_diverted(blind, 1) == 0
        assert delta(FinitePolicy.from_rule(2, 1, lambda h: HALF), notion, 1) == 0
        assert worst_delta(FinitePolicy.from_rule(2, 1, lambda h: HALF), notion, 1).witness is None
        one_reward = FinitePolicy.from_rule(2, 3, lambda h: HALF, rewards=(1,))
        assert delta(one_reward, notion, 1) == 0
        one_arm = FinitePolicy.from_rule(1, 3, lambda h: (1,))
        assert delta(one_arm, notion, 1) == 0


@pytest.mark.parametrize("notion", Notion)
def test_the_stated_work_is_the_number_of_ends_of_plays(notion):
    arms, horizon, letters = 2, 4, 2
    total = 0
    for game in games(notion, arms, horizon, letters):
        ends = arms
        for step in game.options:
            ends *= sum(len(choices) for choices in step)
        total += ends
    assert total == work(notion, arms, horizon, letters)


def test_where_the_limit_is():
    longest = {
        notion: max(t for t in range(1, 20) if work(notion, 2, t, 2) <= MOST_WORK)
        for notion in Notion
    }
    assert longest == {Notion.VIEW: 11, Notion.TABLE: 7, Notion.INTERACTIVE: 6, Notion.ADAPTIVE: 11}
