"""Claims about adaptive continual release, Table DP and View DP: Proposition 3.15."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.neighbouring_laws import Laws, laws_on, table_laws, view_laws
from ....models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    play,
    random_kernel,
    tree_reward,
    trees,
)
from ....models.separating_policies import (
    appendix,
    blind_in_three_rounds,
    first_label_is_second_reward,
    one_arm_for_each_reward,
    reward_equals_label,
)
from ....models.strongest_adversary import continual, gain, moment_of
from ....verdict import Outcome, Verdict, fails, holds

Near = Callable[[Sequence[object], Sequence[object]], bool]
FACTORS = (Fraction(1), Fraction(5, 4), Fraction(2))


@cache
def policies() -> tuple[tuple[str, Kernel, int], ...]:
    """Name, kernel and horizon of the policies that are compared."""
    source = random.Random(315)
    return (
        ("Appendix A", appendix, 3),
        ("leaks if r_2 = q_1", first_label_is_second_reward, 3),
        ("leaks r_1 with the sign of r_2", blind_in_three_rounds, 3),
        ("two rounds", one_arm_for_each_reward, 2),
        *((f"random {n}", random_kernel(source, 3), 3) for n in range(2)),
    )


def compared(near: Near) -> Iterator[tuple[str, Kernel, int, Laws, Laws, Laws]]:
    """The policies with their laws on lists, tables, and trees that are near."""
    for name, kernel, horizon in policies():
        machine = kernel_as_machine(kernel)
        laws = {tree: play(machine, horizon, tree_reward(tree)) for tree in trees(horizon - 1)}
        on_trees = laws_on(laws, laws.__getitem__, near)
        yield (
            name,
            kernel,
            horizon,
            view_laws(machine, horizon),
            table_laws(machine, horizon),
            on_trees,
        )


def one_node(one: Sequence[object], other: Sequence[object]) -> bool:
    """Wrong: trees that differ at a single node."""
    changed = [
        (x, y)
        for left, right in zip(one, other, strict=True)
        for x, y in zip(left, right, strict=True)  # type: ignore[call-overload]
        if x != y
    ]
    return len(changed) == 1


def two_depths(one: Sequence[object], other: Sequence[object]) -> bool:
    """Wrong: trees that differ at two depths."""
    return sum(x != y for x, y in zip(one, other, strict=True)) == 2


@claim(
    "thesis.prop3.15.a",
    r"DP in the adaptive continual release model implies Table DP, for every notion of DP. (Both "
    r"readings.)",
    recorded="holds",
    title="adaptive continual release implies Table DP",
    mutants={"trees that differ at one node": {"near": one_node}},
)
def release_implies_table(near: Near = differ_once) -> Verdict:
    """delta and Renyi moments on tables and on trees; strict examples at T = 3 and T = 4."""
    for name, kernel, horizon, _, on_tables, on_trees in compared(near):
        for factor in FACTORS:
            table, tree = on_tables.delta(factor), on_trees.delta(factor)
            if table > tree or (
                near is differ_once and tree != continual(kernel, horizon, gain(factor))
            ):
                return fails(
                    Grade.PROVED,
                    "Tables have a larger delta than trees.",
                    witness=f"Policy {name}, T = {horizon}, e^eps = {factor}: {table} > {tree}.",
                )
        if on_tables.moment(2) > on_trees.moment(2):
            return fails(
                Grade.PROVED, "Tables have a larger moment.", witness=f"Policy {name}, order 2."
            )
    machine, factor = kernel_as_machine(first_label_is_second_reward), Fraction(5, 4)
    strict = (
        table_laws(machine, 3).delta(factor),
        continual(first_label_is_second_reward, 3, gain(factor)),
    )
    later = (
        table_laws(kernel_as_machine(reward_equals_label), 4).delta(1),
        continual(reward_equals_label, 4, gain(1)),
    )
    return holds(
        Grade.CERTIFIED,
        "A table is a tree whose nodes depend on the last action (thesis.red3), and the reverse "
        f"fails from T = 3 on: at e^eps = 5/4 a policy has Table delta {strict[0]} and {strict[1]} "
        "in adaptive continual release.",
        numbers={
            "policies": len(policies()),
            "T = 4, e^eps = 1: Table and adaptive": f"{later[0]} and {later[1]}",
        },
        covered="Six policies at T = 2 and 3, K = 2, all lists, tables and trees of 0 and 1; "
        "e^eps = 1, 5/4, 2 and Renyi order 2, exact.",
        not_covered="Other policies, in words: Reduction 3 is a formal identity for every kernel; "
        "that T = 3 is the least, since at T = 2 a tree is a row of a table.",
    )


@claim(
    "thesis.prop3.15.b",
    r"$\varepsilon$-DP in the adaptive continual release model, $\varepsilon$-Table DP and "
    r"$\varepsilon$-View DP are equivalent. (Both readings.)",
    recorded="holds",
    title="pure adaptive continual release is pure Table and View DP",
    mutants={"trees that differ at two depths": {"near": two_depths}},
)
def pure_budgets_equal(near: Near = differ_once) -> Verdict:
    """e^eps on lists, tables and trees."""
    for name, _, horizon, *laws in compared(near):
        ratios = [found.ratio() for found in laws]
        if len(set(ratios)) > 1:
            return fails(
                Grade.PROVED,
                "The three pure budgets differ.",
                witness=f"Policy {name}, T = {horizon}: e^eps is {', '.join(map(str, ratios))}.",
            )
    return holds(
        Grade.CERTIFIED,
        "e^eps is one number on lists, tables and trees: along one sequence each input is a list "
        "(thesis.rem3.10.repaired).",
        numbers={"policies": len(policies())},
        covered="Six policies at T = 2 and 3, K = 2, all lists, tables and trees of 0 and 1.",
        not_covered="Other policies, in words: the reductions are formal identities.",
    )


@claim(
    "thesis.prop3.15",
    r"(a) DP in the adaptive continual release model implies Table DP. (b) For pure $\varepsilon$-"
    r"DP the adaptive continual release model, Table DP and View DP are equivalent.",
    recorded="holds",
    mutants={"trees that differ at one node": {"near": one_node}},
)
def release_table_and_view(near: Near = differ_once) -> Verdict:
    """Both parts, and the moments of order 3 by backward induction."""
    for verdict in (release_implies_table(near), pure_budgets_equal(near)):
        if verdict.outcome != Outcome.HOLDS:
            return verdict
    for name, kernel, horizon in policies()[-2:]:
        table = table_laws(kernel_as_machine(kernel), horizon).moment(3)
        if table > continual(kernel, horizon, moment_of(3)):
            return fails(Grade.PROVED, "Tables have a larger moment.", witness=f"{name}.")
    return holds(
        Grade.CERTIFIED,
        "Both parts hold, in both readings of a policy, since no labels are queried.",
        covered="The policies of thesis.prop3.15.a and .b; Renyi orders 2 and 3.",
        not_covered="Other policies and sizes, in words by the reductions.",
    )
