"""Claims about adaptive continual release, Table DP and View DP: Proposition 3.15."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, tree_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    random_kernel,
)
from banditproof.paper_checks.models.strongest_adversary import continual, gain, moment_of
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified

from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows

FACTORS = (Fraction(1), Fraction(5, 4), Fraction(2))


@cache
def policies() -> tuple[tuple[str, Kernel, int], ...]:
    """Name, kernel and horizon of the policies that are compared."""
    source = random.Random(315)
    return (
        ("Appendix A", separating.appendix, 3),
        ("leaks if r_2 = q_1", separating.first_label_is_second_reward, 3),
        ("leaks r_1 with the sign of r_2", separating.blind_in_three_rounds, 3),
        ("two rounds", separating.one_arm_for_each_reward, 2),
        *((f"random {n}", random_kernel(source, 3), 3) for n in range(2)),
    )


def compared(near: Near) -> Iterator[tuple[str, Kernel, int, Laws, Laws, Laws]]:
    """The policies with their laws on lists, tables, and trees that are near."""
    for name, kernel, horizon in policies():
        machine = kernel_as_machine(kernel)
        small = view_laws(machine, horizon), table_laws(machine, horizon)
        yield name, kernel, horizon, *small, tree_laws(machine, horizon, near=near)


@claim(
    "thesis.prop3.15.a",
    r"DP in the adaptive continual release model implies Table DP, for every notion of DP. (Both "
    r"readings.)",
    recorded="holds",
    title="adaptive continual release implies Table DP",
    mutants={"trees that differ at one node": {"near": one_entry}},
)
def release_implies_table(near: Near = differ_once) -> Verdict:
    """delta and Renyi moments on tables and on trees; strict examples at T = 3 and T = 4."""
    for name, kernel, horizon, _, on_tables, on_trees in compared(near):
        for factor in FACTORS:
            case = {"policy": name, "T": horizon, "exp_eps": factor}
            table, tree = on_tables.delta(factor), on_trees.delta(factor)
            finding = "Tables have a larger delta than trees."
            require(table <= tree, finding, **case, table=table, tree=tree)
            if near is differ_once:
                other = continual(kernel, horizon, gain(factor))
                require(
                    tree == other, "The two routes to trees differ.", **case, deltas=(tree, other)
                )
        moments = on_tables.moment(2), on_trees.moment(2)
        require(moments[0] <= moments[1], "Tables have a larger moment.", policy=name, order=2)
    strict, later = (
        (table_laws(kernel_as_machine(kernel), t).delta(f), continual(kernel, t, gain(f)))
        for kernel, t, f in (
            (separating.first_label_is_second_reward, 3, Fraction(5, 4)),
            (separating.reward_equals_label, 4, Fraction(1)),
        )
    )
    return certified(
        "A table is a tree whose nodes depend on the last action (thesis.red3), and the reverse "
        f"fails from T = 3 on: at e^eps = 5/4 a policy has Table delta {strict[0]} and {strict[1]} "
        "in adaptive continual release.",
        numbers={
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
    mutants={"trees that differ at two depths": {"near": two_rows}},
)
def pure_budgets_equal(near: Near = differ_once) -> Verdict:
    """e^eps on lists, tables and trees."""
    for name, _, horizon, *laws in compared(near):
        ratios = [found.ratio() for found in laws]
        finding = "The three pure budgets differ."
        require(len(set(ratios)) == 1, finding, policy=name, T=horizon, exp_eps=ratios)
    return certified(
        "e^eps is one number on lists, tables and trees: along one sequence each input is a list "
        "(thesis.rem3.10.repaired).",
        covered="Six policies at T = 2 and 3, K = 2, all lists, tables and trees of 0 and 1.",
        not_covered="Other policies, in words: the reductions are formal identities.",
    )


@claim(
    "thesis.prop3.15",
    r"(a) DP in the adaptive continual release model implies Table DP. (b) For pure $\varepsilon$-"
    r"DP the adaptive continual release model, Table DP and View DP are equivalent.",
    recorded="holds",
    mutants={"trees that differ at one node": {"near": one_entry}},
)
def release_table_and_view(near: Near = differ_once) -> Verdict:
    """Both parts, and the moments of order 3 by backward induction."""
    release_implies_table(near)
    pure_budgets_equal(near)
    for name, kernel, horizon in policies()[-2:]:
        table = table_laws(kernel_as_machine(kernel), horizon).moment(3)
        tree = continual(kernel, horizon, moment_of(3))
        require(table <= tree, "Tables have a larger moment.", policy=name, order=3)
    return certified(
        "Both parts hold, in both readings of a policy, since no labels are queried.",
        covered="The policies of thesis.prop3.15.a and .b; Renyi orders 2 and 3.",
        not_covered="Other policies and sizes, in words by the reductions.",
    )
