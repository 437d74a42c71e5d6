"""The inputs of Section 3.6 in their order: lists, tables and trees, each richer than the last."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.neighbouring_laws import Laws, laws_on
from ....models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    list_reward,
    lists,
    play,
    random_kernel,
    table_reward,
    tables,
    tree_reward,
    trees,
)
from ....models.separating_policies import blind_in_three_rounds, first_label_is_second_reward
from ....models.strongest_adversary import continual, moment_of
from ....verdict import Verdict, fails, holds
from ..section_3_3_table_and_view.laws_and_neighbours import one_entry
from .proposition_3_12_table_and_view import two_rows
from .proposition_3_15_release_and_table import one_node

Near = Callable[[Sequence[object], Sequence[object]], bool]
Moment = Callable[[Kernel, int, int], Fraction | float]
"""The largest Renyi moment of a policy at a horizon and an order, in one model."""


def list_laws_near(kernel: Kernel, horizon: int, near: Near = differ_once) -> Laws:
    """The laws on lists that are near in the given sense."""
    machine = kernel_as_machine(kernel)
    return laws_on(lists(horizon - 1), lambda r: play(machine, horizon, list_reward(r)), near)


def table_laws_near(kernel: Kernel, horizon: int, near: Near = differ_once) -> Laws:
    """The laws on tables that are near in the given sense."""
    machine = kernel_as_machine(kernel)
    return laws_on(tables(horizon - 1), lambda x: play(machine, horizon, table_reward(x)), near)


def tree_laws_near(kernel: Kernel, horizon: int, near: Near = differ_once) -> Laws:
    """The laws on trees that are near in the given sense."""
    machine = kernel_as_machine(kernel)
    return laws_on(trees(horizon - 1), lambda x: play(machine, horizon, tree_reward(x)), near)


def moment_on_lists(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """On neighbouring lists."""
    return list_laws_near(kernel, horizon).moment(order)


def moment_on_tables(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """On neighbouring tables."""
    return table_laws_near(kernel, horizon).moment(order)


def moment_on_trees(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """On neighbouring trees, by backward induction."""
    return continual(kernel, horizon, moment_of(order))


def moment_on_two_rewards(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """Wrong: lists that differ in two rewards."""
    return list_laws_near(kernel, horizon, two_rows).moment(order)


def moment_on_two_rows(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """Wrong: tables that differ in two rows."""
    return table_laws_near(kernel, horizon, two_rows).moment(order)


def moment_on_one_entry(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """Wrong: tables that differ in one entry."""
    return table_laws_near(kernel, horizon, one_entry).moment(order)


def _missing(laws: Sequence[Laws]) -> str | None:
    """A pair of laws of one model that the next one does not have, or None."""
    seen = [set(found.exact_pairs()) for found in laws]
    names = ("lists", "tables", "trees")
    for name, few, many in zip(names, seen, seen[1:], strict=False):
        # equal laws tell nothing; the richer inputs may differ where nobody looks
        lost = {pair for pair in few - many if pair[0] != pair[1]}
        if lost:
            one, other = (", ".join(map(str, law)) for law in min(lost))
            return f"neighbouring {name} give {one} and {other}"
    return None


@claim(
    "thesis.sec3.6.claims.order",
    r"View DP, Table DP and adaptive continual release take lists, tables and trees as inputs, "
    r"and each definition is stronger than the one before, for every notion of DP.",
    recorded="holds",
    title="lists, tables, trees: each definition is stronger than the last",
    mutants={
        "tables that differ in one entry": {"near_tables": one_entry},
        "tables that differ in two rows": {"near_tables": two_rows},
        "trees that differ at one node": {"near_trees": one_node},
        "lists that differ in two rewards": {"near_lists": two_rows},
    },
)
def each_stronger_than_the_last(
    near_lists: Near = differ_once,
    near_tables: Near = differ_once,
    near_trees: Near = differ_once,
) -> Verdict:
    """Every pair of laws on lists is one on tables, and every one on tables is one on trees."""
    source, strict = random.Random(360), [0, 0]
    kernels: list[Kernel] = [blind_in_three_rounds, first_label_is_second_reward]
    kernels += [random_kernel(source, 3) for _ in range(2)]
    for number, kernel in enumerate(kernels):
        laws = [
            list_laws_near(kernel, 3, near_lists),
            table_laws_near(kernel, 3, near_tables),
            tree_laws_near(kernel, 3, near_trees),
        ]
        lost = _missing(laws)
        if lost:
            return fails(
                Grade.PROVED,
                "The richer inputs do not have all pairs of laws.",
                witness=f"Policy {number}, T = 3: {lost}, and the next inputs do not.",
            )
        for factor in (Fraction(1), Fraction(5, 4), Fraction(3)):
            view, table, tree = (found.delta(factor) for found in laws)
            strict[0] += view < table
            strict[1] += table < tree
    if not all(strict):
        return fails(
            Grade.PROVED, "Two definitions agree everywhere.", witness=f"Strict: {strict}."
        )
    return holds(
        Grade.CERTIFIED,
        "A list is a table with equal columns and a table is a tree whose nodes look at the last "
        "action only, neighbours stay neighbours, so all divergences are in this order; both "
        "steps are strict for delta > 0.",
        numbers={
            "policies": len(kernels),
            "(policy, eps) with View below Table, and Table below adaptive": tuple(strict),
        },
        covered="Four policies at T = 3, K = 2: all neighbouring lists, tables and trees of 0 and "
        "1, the pairs of laws compared as sets, which covers every divergence; exact.",
        not_covered="Other policies, in words: thesis.red1 and thesis.red3 are formal identities.",
    )
