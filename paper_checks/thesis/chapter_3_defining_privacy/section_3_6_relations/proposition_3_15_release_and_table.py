"""Claims about adaptive continual release, Table DP and View DP: Proposition 3.15."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, tree_laws, view_laws
from banditproof.paper_checks.models.strongest_adversary import continual, gain
from ....models.policy_protocols import Kernel, differ_once, kernel_as_machine, random_kernel
from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows
from .proposition_3_12_table_and_view import echoes

FACTORS = (Fraction(1), Fraction(5, 4), Fraction(2))


@cache
def policies() -> tuple[tuple[str, Kernel, int], ...]:
    """Name, kernel and horizon of the policies that are compared."""
    source = random.Random(315)
    return (
        ("Appendix A", separating.appendix, 3),
        ("leaks if r_2 = q_1", separating.first_label_is_second_reward, 3),
        ("leaks r_1 with the sign of r_2", separating.blind_in_three_rounds, 3),
        ("echoes", echoes, 3),
        ("two rounds", separating.one_arm_for_each_reward, 2),
        *((f"random {n}", random_kernel(source, 3), 3) for n in range(2)),
    )


def compared(near: Near) -> Iterator[tuple[str, Kernel, int, Laws, Laws, Laws]]:
    """The policies with their laws on lists, tables, and trees that are near."""
    for name, kernel, horizon in policies():
        machine = kernel_as_machine(kernel)
        small = view_laws(machine, horizon), table_laws(machine, horizon)
        yield name, kernel, horizon, *small, tree_laws(machine, horizon, near=near)


@checks("thesis.prop3.15.a")
@mutant("trees that differ at one node", near=one_entry)
@mutant("sharper: (eps, 0.99 delta)-Table DP", share=Fraction(99, 100))
@mutant("sharper: 0.95 of the Renyi divergence", powers=(20, 19))
def release_implies_table(
    near: Near = differ_once,
    share: Fraction = Fraction(1),
    powers: tuple[int, int] = (1, 1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """delta and Renyi moments on tables and on trees; strict examples at T = 3 and T = 4."""
    sides = Sides()
    for name, kernel, horizon, _, on_tables, on_trees in compared(near):
        for factor in FACTORS:
            case: dict[str, Any] = {"policy": name, "T": horizon, "exp_eps": factor}
            table, tree = on_tables.delta(factor), on_trees.delta(factor)
            finding = "Tables have a larger delta than trees."
            sides.at_most(table, share * tree, finding, **case, deltas=(table, tree))
            if near is differ_once:
                other = continual(kernel, horizon, gain(factor))
                require(
                    tree == other, "The two routes to trees differ.", **case, deltas=(tree, other)
                )
        for order in (2, 3):
            moments = on_tables.moment(order), on_trees.moment(order)
            finding = "Tables have a larger moment."
            case = {"policy": name, "order": order, "moments": moments}
            sides.at_most(moments[0] ** powers[0], moments[1] ** powers[1], finding, **case)
    strict, later = (
        (table_laws(kernel_as_machine(kernel), t).delta(f), continual(kernel, t, gain(f)))
        for kernel, t, f in (
            (separating.first_label_is_second_reward, 3, Fraction(5, 4)),
            (separating.reward_equals_label, 4, Fraction(1)),
        )
    )
    return proof.verdict(
        "A table is a tree whose nodes depend on the last action (thesis.red3.repaired), and the "
        "reverse "
        f"fails from T = 3 on: at e^eps = 5/4 a policy has Table delta {strict[0]} and {strict[1]} "
        "in adaptive continual release.",
        numbers={"T = 4, e^eps = 1": {"Table": later[0], "adaptive": later[1]}},
        sharpness=sides.sharpness,
    )


@checks("thesis.prop3.15.b")
@mutant("trees that differ at two depths", near=two_rows)
@mutant("sharper: e^eps is 1 % smaller on lists", share=Fraction(99, 100))
def pure_budgets_equal(
    near: Near = differ_once, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """e^eps on lists, tables and trees."""
    sides = Sides()
    for name, _, horizon, *laws in compared(near):
        ratios = [law.ratio() for law in laws]
        finding = "The three pure budgets differ."
        require(len(set(ratios)) == 1, finding, policy=name, T=horizon, exp_eps=ratios)
        sides.at_most(ratios[2], share * ratios[0], finding, policy=name, T=horizon)
    return proof.verdict(sharpness=sides.sharpness)
