"""Kernels of the visible history, and their exact privacy on lists, tables and trees."""

from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from finite_policies import drawn
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.brute_force import enumerated_delta, neighbouring_laws
from banditproof.verify.definitions.finite_policy import FinitePolicy, visible_histories
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.enumeration import table_feed
from banditproof.verify.exact_laws.law_divergences import excess

FACTOR = Fraction(16487, 10000)  # e^0.5 to four digits; any fixed factor serves
OWN_LABELS = (Notion.VIEW, Notion.TABLE, Notion.ADAPTIVE)
HALF = (Fraction(1, 2), Fraction(1, 2))


def separation(seed):
    return tuple(delta(drawn(seed), notion, FACTOR) for notion in OWN_LABELS)


@pytest.mark.parametrize("seed", range(6))
def test_the_pure_budget_is_the_same_in_all_three_models(seed):
    policy = drawn(seed)
    assert len({pure_ratio(policy, notion) for notion in OWN_LABELS}) == 1
    assert 1 < pure_ratio(policy, Notion.VIEW) <= pure_ratio(policy, Notion.INTERACTIVE)


def test_the_pure_budget_of_three_arms():
    policy = drawn(3, arms=3)
    assert pure_ratio(policy, Notion.VIEW) == pure_ratio(policy, Notion.TABLE)


def test_delta_is_ordered_and_strictly_separated():
    """View <= Table <= adaptive for every policy; both are strict for some, found by search."""
    results = {seed: separation(seed) for seed in range(30)}
    assert all(list(deltas) == sorted(deltas) for deltas in results.values())
    strict = [seed for seed, (view, table, tree) in results.items() if view < table < tree]
    assert len(strict) >= 2
    assert any(view == table for view, table, _ in results.values())
    for seed in strict[:2]:  # again by plain enumeration of all trees
        for notion, value in zip(OWN_LABELS, results[seed], strict=True):
            assert enumerated_delta(drawn(seed), notion, FACTOR) == value


def test_a_table_neighbour_that_changes_one_cell_only_is_not_enough():
    """A mutant: tables that differ in one cell of a row underestimate delta."""
    seed = next(s for s in range(60) if separation(s)[0] < separation(s)[1])
    policy, rows = drawn(seed), list(product((0, 1), repeat=2))
    laws = {table: policy.law(table_feed([*table, (0, 0)])) for table in product(rows, repeat=2)}
    by_cells = {1: Fraction(0), 2: Fraction(0)}
    for left, law in laws.items():
        for right, other in laws.items():
            changed = [
                sum(x != y for x, y in zip(*pair, strict=True))
                for pair in zip(left, right, strict=True)
            ]
            if sum(map(bool, changed)) == 1:
                cells = sum(changed)
                by_cells[cells] = max(by_cells[cells], excess(law, other, FACTOR))
    assert max(by_cells.values()) == delta(policy, Notion.TABLE, FACTOR)
    assert by_cells[1] < delta(policy, Notion.TABLE, FACTOR)


def test_delta_vanishes_exactly_at_the_pure_budget():
    policy = drawn(5)
    for notion in OWN_LABELS:
        ratio = pure_ratio(policy, notion)
        assert delta(policy, notion, ratio) == 0
        assert delta(policy, notion, ratio * Fraction(999, 1000)) > 0


def test_only_summing_the_worst_action_underestimates_delta():
    """The mutant of the catalogue: delta is a sum over all actions of positive excess."""
    policy = drawn(0)
    largest = max(
        max(max(p - right[a], Fraction(0)) for a, p in left.items())
        for left, right in neighbouring_laws(policy, Notion.VIEW)
    )
    assert largest < delta(policy, Notion.VIEW, 1)


def test_a_policy_that_ignores_rewards_is_perfectly_private():
    blind = FinitePolicy.from_rule(2, 3, lambda history: HALF)
    for notion in Notion:
        assert pure_ratio(blind, notion) == 1
        assert delta(blind, notion, 1) == 0


def test_random_policies_with_zeros_and_without_labels():
    zeros = drawn(0, grain=1, zeros=True)
    assert any(0 in law for law in zeros.kernel.values())
    blind = drawn(0, label_blind=True, rewards=(0, 1, 2), arms=3)
    by_rewards = {}
    for history in visible_histories(3, 3, (0, 1, 2)):
        shown = tuple(reward for _, reward in history)
        assert by_rewards.setdefault(shown, blind.kernel[history]) == blind.kernel[history]
    assert len(set(by_rewards.values())) > 5


def test_too_many_inputs_raise():
    assert delta(drawn(0, horizon=5), Notion.ADAPTIVE, 2) > 0


@pytest.mark.parametrize("seed", range(6))
def test_the_law_played_forward_is_the_product_along_each_path(seed):
    policy = FinitePolicy.random(np.random.default_rng(seed), zeros=True)
    queries = {p: (sum(p) + seed) % 2 for t in (1, 2) for p in product(range(2), repeat=t)}

    def shown(prefix):
        return queries[prefix], (len(prefix) + prefix[-1]) % 2

    law = policy.view_law(shown)
    for actions in product(range(2), repeat=3):
        assert law.get(actions, 0) == policy.probability(actions, shown)
    assert sum(law.values()) == 1


def test_random_answers_are_a_mixture_of_adversaries():
    """A coin for each of two rounds: the average of the four lists, and not of two."""
    policy = FinitePolicy.random(np.random.default_rng(3))
    half = Fraction(1, 2)
    law = policy.law_under(lambda prefix: [(prefix[-1], r, half) for r in (0, 1)])
    lists = list(product((0, 1), repeat=2))
    laws = [policy.law(lambda a, r=r: r[len(a) - 1]) for r in lists]
    assert law == {a: sum(item[a] for item in laws) / 4 for a in law}
    assert law != {a: (laws[0][a] + laws[3][a]) / 2 for a in law}  # a mutant: one coin for both
    assert sum(mass for _, _, mass in policy.runs(lambda a: [(0, 0, half), (1, 1, half)], 3)) == 1
