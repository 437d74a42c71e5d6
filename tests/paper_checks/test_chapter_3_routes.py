"""The games of chapter 3 against the library, against brute force, and against each other."""

import random
from fractions import Fraction
from itertools import product
from math import inf
import pytest
from programs import largest_moments, steering_policies
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.delta_two_ways import (
    agreed_deltas,
    library_deltas,
    played_deltas,
)
from banditproof.paper_checks.models.formal_products import (
    all_sequences,
    factors,
    own,
    own_entry,
    queried,
    table_entry,
    written,
)
from banditproof.paper_checks.models.neighbouring_laws import interactive_laws, laws_on, tree_laws
from banditproof.paper_checks.models.policy_protocols import (
    adversaries,
    kernel_as_machine,
    list_reward,
    own_action,
    own_column,
    path_product,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.models.strongest_adversary import (
    continual,
    gain,
    interactive,
    largest_ratio,
    moment_of,
    queries,
)
from banditproof.verify.definitions import witness_policies
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import moment

F = Fraction


def test_a_played_law_is_the_product_along_each_path() -> None:
    source = random.Random(1)
    for arms in (2, 3):
        machine = kernel_as_machine(random_kernel(source, 3, arms))
        table = ((0, 1, 1)[:arms], (1, 0, 0)[:arms])
        for reward, query in (
            (table_reward(table), own_action),
            (table_reward(table), lambda a, k=arms: (a[-1] + len(a)) % k),
            (own_column(table), lambda a: 0),
            (list_reward((0, 1)), own_action),
        ):
            law = play(machine, 3, reward, query, arms)
            assert sum(law.values()) == 1
            for path in sequences(3, arms):
                assert law[path] == path_product(machine, path, reward, query)


def test_own_columns_and_queried_columns_differ() -> None:
    copy = kernel_as_machine(
        lambda seen: separating.play_one(F(seen[0][1])) if seen else separating.FIRST
    )
    asked = play(copy, 2, table_reward(((0, 1),)), lambda a: 1 - a[-1])
    own = play(copy, 2, own_column(((0, 1),)), lambda a: 1 - a[-1])
    assert asked[0, 1] == 1
    assert own[0, 0] == 1


def test_ratios_and_moments_of_a_pair() -> None:
    laws = laws_on(
        [(0,), (1,)], lambda d: {(0,): F(3, 4), (1,): F(1, 4)} if d[0] else {(0,): F(1), (1,): F(0)}
    )
    assert laws.ratio() == inf
    assert laws.moment(2) == inf
    assert laws.delta(1) == F(1, 4)
    assert moment((1, 3), (3, 1), 2) / 4 == F(1, 12) + F(9, 4)


@pytest.mark.parametrize("seed", range(3))
def test_backward_induction_is_the_best_of_all_adversaries(seed: int) -> None:
    kernel = random_kernel(random.Random(seed), 3)
    machine, factor = kernel_as_machine(kernel), F(5, 4)
    asked = [interactive_laws(machine, 3, b.__getitem__) for b in adversaries(2)]
    assert interactive(kernel, 3, gain(factor)) == max(laws.delta(factor) for laws in asked)
    assert interactive(kernel, 3, moment_of(2)) == max(laws.moment(2) for laws in asked)
    assert largest_ratio(kernel, 3, queries(3)) == max(laws.ratio() for laws in asked)
    fed = tree_laws(machine, 3)
    assert continual(kernel, 3, gain(factor)) == fed.delta(factor)
    assert continual(kernel, 3, moment_of(3)) == fed.moment(3)


SAME_POLICIES = [
    (separating.reward_equals_label, witness_policies.policy_a, 4),
    (separating.blind_to_labels, witness_policies.policy_c, 4),
    (separating.leaks_at_label_zero, witness_policies.diverted_above_interactive, 3),
    (separating.leaks_if_label_is_reward, witness_policies.interactive_above_diverted, 4),
    (separating.first_label_is_second_reward, witness_policies.tree_above_table, 3),
    (separating.blind_in_three_rounds, witness_policies.label_blind_gap, 3),
    (separating.one_arm_for_each_reward, witness_policies.table_twice_view, 2),
    (separating.copies_after_a_foreign_query, witness_policies.copies_after_a_foreign_query, 2),
    (separating.appendix, witness_policies.appendix_a, 3),
]


@pytest.mark.parametrize(
    ("kernel", "policy", "horizon"), SAME_POLICIES, ids=lambda x: getattr(x, "__name__", str(x))
)
def test_the_policies_are_those_of_the_library(kernel, policy, horizon: int) -> None:
    """Each name stands for the policy of the library; compared by what it leaks in every model."""
    known = policy()
    for factor in (F(1), F(3, 2)):
        result = agreed_deltas(kernel, horizon, factor)
        assert result.view == delta(known, Notion.VIEW, factor)
        assert result.table == delta(known, Notion.TABLE, factor)
        assert result.continual == delta(known, Notion.ADAPTIVE, factor)
        assert result.interactive == delta(known, Notion.INTERACTIVE, factor)


@pytest.mark.parametrize(
    ("steered", "kernel"),
    [
        (steering_policies.by_a_tree, separating.reward_equals_label),
        (steering_policies.by_a_query, separating.blind_to_labels),
        (steering_policies.by_a_query, separating.leaks_if_label_is_reward),
        (steering_policies.by_its_own_column, separating.leaks_at_label_zero),
    ],
    ids=lambda x: x.__name__,
)
def test_a_reward_that_follows_the_second_action_collects_both_leaks(steered, kernel) -> None:
    """3/5 by hand: a_2 gives 3/4 - 1/4, the leak 1/5 on the other half of the mass."""
    assert steered(kernel) == F(3, 4) - F(1, 4) + F(1, 5) * F(1, 2)


def test_two_routes_that_differ_are_noticed(monkeypatch) -> None:
    module = "banditproof.paper_checks.models.delta_two_ways"
    kernel, other = separating.leaks_at_label_zero, separating.appendix
    assert played_deltas(kernel, 3, F(1)) == library_deltas(kernel, 3, F(1))
    monkeypatch.setattr(f"{module}.played_deltas", lambda *_: library_deltas(other, 3, F(1)))
    with pytest.raises(RuntimeError, match="one of them is wrong"):
        agreed_deltas(kernel, 3, F(1))


def test_formal_products_are_probabilities_when_names_get_values() -> None:
    kernel = random_kernel(random.Random(3), 3)
    for table, adversary in product(tables(2)[::3], list(adversaries(2))[::9]):
        law = play(kernel_as_machine(kernel), 3, table_reward(table), adversary.__getitem__)
        for path in sequences(3):
            value = F(1)
            for past, arm in factors(path, table_entry, queried):
                labels = [adversary[label[1]] for label, _ in past]
                seen = tuple((q, table[t][q]) for t, q in enumerate(labels))
                value *= kernel(seen)[arm]
            assert value == law[path]


def test_formal_products_tell_labels_and_rewards_apart() -> None:
    assert factors((0, 1), table_entry, queried) != factors((0, 1), own_entry, queried)
    assert factors((0, 1), table_entry, own) == factors((0, 1), own_entry, own)
    assert written(factors((1, 0), table_entry, queried)) == "pi(2) pi(1 | B(2), x[1,B(2)])"
    assert len(list(all_sequences(((2, 3),)))) == 9


def test_infinite_zcdp_is_refused() -> None:
    with pytest.raises(ValueError, match="rho is infinite"):
        zcdp_between([((F(1), F(0)), (F(1, 2), F(1, 2)))])


@pytest.mark.slow
def test_four_rounds_of_random_kernels_keep_the_order_for_moments() -> None:
    source = random.Random(4)
    for _ in range(10):
        kernel = random_kernel(source, 4)
        fixed = largest_moments.best_fixed_queries(kernel, 4, 2)
        assert continual(kernel, 4, moment_of(2)) <= fixed
        assert interactive(kernel, 4, moment_of(2)) == fixed


@pytest.mark.slow
def test_three_rounds_never_favour_trees_over_queries() -> None:
    source = random.Random(5)
    for _ in range(300):
        kernel = random_kernel(source, 3, least=0)
        for factor in (F(1), F(11, 10), F(2)):
            assert continual(kernel, 3, gain(factor)) <= interactive(kernel, 3, gain(factor))
