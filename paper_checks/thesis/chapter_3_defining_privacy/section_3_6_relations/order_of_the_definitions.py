"""Claims about the order of the definitions: the summary of Section 3.6 and Section 3.8."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import inf

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.deltas_twice import Deltas, agreed_deltas
from ....models.neighbouring_laws import table_laws, tree_laws, view_laws
from ....models.policy_protocols import Kernel, adversaries, kernel_as_machine, random_kernel
from ....models.separating_policies import (
    blind_in_three_rounds,
    blind_to_labels,
    copies_after_a_foreign_query,
    reward_equals_label,
)
from ....models.strongest_adversary import (
    continual,
    feeding,
    gain,
    interactive,
    largest_ratio,
    queries,
)
from ....verdict import Verdict, fails, holds
from ..section_3_4_interactive.definition_3_5_interactive_dp import queried_laws
from ..section_3_4_interactive.open_loop_theorem import constant_queries, product_over
from . import order_of_three_inputs as inputs
from .proposition_3_13_interactive_and_table import softened
from .steering_policies import by_a_query, by_a_tree

FACTORS = (Fraction(1), Fraction(3, 2))
Compare = Callable[[Kernel, int], tuple[Fraction | float, Fraction | float]]
"""The budgets of a policy in the two models that are compared."""


def interactive_and_table(kernel: Kernel, horizon: int) -> tuple[Fraction, Fraction]:
    """The deltas at e^eps = 1."""
    found = agreed_deltas(kernel, horizon, Fraction(1))
    return found.interactive, found.table


def pure_interactive_and_table(kernel: Kernel, horizon: int) -> tuple[Fraction | float, ...]:
    """e^eps of the softened policy in both models."""
    soft = softened(kernel)
    return (
        largest_ratio(soft, horizon, queries(horizon)),
        table_laws(kernel_as_machine(soft), horizon).ratio(),
    )


def _lines(kernel: Kernel, horizon: int) -> tuple[Deltas, Deltas]:
    one, other = (agreed_deltas(kernel, horizon, factor) for factor in FACTORS)
    return one, other


@claim(
    "thesis.sec3.6.claims",
    r"View DP, Table DP and adaptive continual release use lists, tables and trees, each stronger "
    r"than the last. For policies closed under interactive post-processing, which do not care "
    r"about the source of the actions, Interactive DP is equivalent to Table DP. (Kernel reading; "
    r"closed: the kernel ignores the labels.)",
    recorded="fails",
    repaired_by="thesis.sec3.6.claims.repaired",
    doubts=("D4b", "D19"),
    mutants={"for pure DP": {"compare": pure_interactive_and_table}},
)
def closed_policies(compare: Compare = interactive_and_table) -> Verdict:
    """A kernel that never looks at a label: its delta against adversaries and on tables."""
    one, other = compare(blind_to_labels, 4)
    if one == other:
        return holds(
            Grade.CERTIFIED, "The two agree.", covered="One policy.", not_covered="All others."
        )
    first, later = _lines(blind_to_labels, 4)
    short = agreed_deltas(blind_in_three_rounds, 3, Fraction(1))
    return fails(
        Grade.PROVED,
        "A kernel that ignores the labels has another delta against adversaries than on tables "
        f"(D4b): {first.interactive} and {first.table} at e^eps = 1, {later.interactive} and "
        f"{later.table} at 3/2; for pure DP and zCDP the two agree (the text prints 'rho-Table' "
        "once, D19), and if closed is read as 'same privacy whoever supplies the actions' the "
        "sentence says nothing.",
        witness="K = 2, T = 4, labels never used: a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if "
        "r_1 = 0, 1/4 if r_1 = 1; a_4 = 2 with probability 1/5 if r_3 != r_1, else a_4 = 1. The "
        "adversary steers r_3 by the query q_3 = a_2 on the row (0,1), where the laws for r_1 = 0 "
        f"and 1 have distance {by_a_query(blind_to_labels)}. At e^eps = 1: {first}.",
        numbers={"T = 3, labels never used: View and Table": f"{short.view} and {short.table}"},
        covered="One policy with T = 4 and one with T = 3; the order of lists, tables and trees, "
        "which is right, is thesis.sec3.6.claims.order.",
    )


LabelBlind = Callable[[random.Random], Kernel]


def blind_random_kernel(source: random.Random) -> Kernel:
    """A random kernel that looks at rewards only."""
    return random_kernel(source, 3, labels=False)


def _looks_at_labels(source: random.Random) -> Kernel:
    return random_kernel(source, 3)


@claim(
    "thesis.sec3.6.claims.repaired",
    r"For kernels that ignore the labels, View, Table, adaptive continual release and Interactive "
    r"DP have the same pure $\varepsilon$ and the same $\rho$: for each $\alpha$ all equal "
    r"$\max_{r\sim r'}\sum_tD_\alpha(\pi_t(\cdot\mid r)\|\pi_t(\cdot\mid r'))$.",
    recorded="holds",
    doubts=("D4b",),
    title="label-blind kernels: four pure and zCDP notions are one",
    mutants={"kernels that look at labels": {"draw": _looks_at_labels}},
)
def four_notions_are_one(draw: LabelBlind = blind_random_kernel) -> Verdict:
    """e^eps and Renyi moments on lists, tables, trees and against all adversaries."""
    source, count = random.Random(36), 2
    for number in range(count):
        kernel = draw(source)
        machine = kernel_as_machine(kernel)
        laws = [of(machine, 3) for of in (view_laws, table_laws, tree_laws)]
        asked = [queried_laws(machine, 3, b) for b in adversaries(2)]
        for order in (0, 2, 3):
            found = [one.moment(order) if order else one.ratio() for one in laws]
            found.append(max(one.moment(order) if order else one.ratio() for one in asked))
            found.append(
                max(product_over(step, order or inf) for step in constant_queries(kernel, 3))
            )
            if len(set(found)) > 1:
                return fails(
                    Grade.PROVED,
                    "The four notions differ.",
                    witness=f"Kernel {number}, {f'order {order}' if order else 'e^eps'}: "
                    f"{', '.join(map(str, found))} on lists, tables, trees, against adversaries, "
                    "along fixed queries.",
                )
    return holds(
        Grade.CERTIFIED,
        "For label-blind kernels the laws on lists are products, and no adversary does better at "
        "any order.",
        numbers={"policies": count},
        covered="Two random label-blind kernels at T = 3, K = 2: all lists, tables, trees and 64 "
        "adversaries; e^eps and Renyi orders 2 and 3, exact.",
        not_covered="Other orders and sizes, by the induction of thesis.def3.5.open_loop; whether "
        "the algorithms of the later chapters are closed.",
    )


def interactive_and_release(kernel: Kernel, horizon: int) -> tuple[Fraction, Fraction]:
    """The deltas at e^eps = 1."""
    found = agreed_deltas(kernel, horizon, Fraction(1))
    return found.interactive, found.continual


def pure_interactive_and_release(kernel: Kernel, horizon: int) -> tuple[Fraction, Fraction]:
    """e^eps of the softened policy in both models."""
    soft = softened(kernel)
    return tuple(largest_ratio(soft, horizon, of(horizon)) for of in (queries, feeding))  # type: ignore[return-value]


@claim(
    "thesis.sec3.8",
    r"Interactive DP is stronger than DP in the adaptive continual release model, which is "
    r"stronger than Table DP, which is stronger than View DP. (For every notion of DP; kernel "
    r"reading.)",
    recorded="fails",
    repaired_by="thesis.sec3.8.repaired",
    doubts=("D3",),
    mutants={"for pure DP": {"compare": pure_interactive_and_release}},
)
def full_ordering(compare: Compare = interactive_and_release) -> Verdict:
    """One policy at T = 4 against all adversaries and on all trees, by two routes."""
    one, other = compare(reward_equals_label, 4)
    if other <= one:
        return holds(Grade.CERTIFIED, "In order.", covered="One policy.", not_covered="All others.")
    first, later = _lines(reward_equals_label, 4)
    back = agreed_deltas(copies_after_a_foreign_query, 2, Fraction(2))
    return fails(
        Grade.PROVED,
        "The first arrow is false for delta > 0 (D3), since a reward of a tree may depend on a_2 "
        f"at round 3 and an entry of a table may not: the deltas are {first.interactive} against "
        f"query adversaries and {first.continual} in adaptive continual release at e^eps = 1, "
        f"{later.interactive} and {later.continual} at 3/2; the reverse fails too, even for pure "
        "DP, so the two are incomparable.",
        witness="K = 2, T = 4: a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if r_1 = 0, 1/4 if "
        "r_1 = 1; a_4 = 2 with probability 1/5 if q_3 = 1 and (q_2 = 1, r_3 = 0, r_1 = 1 or "
        "q_2 = 2, r_3 = 1, r_1 = 0), else a_4 = 1. On the trees with r_2 = 0 and r_3 = 0 or 1 "
        "after a_2 = 1 or 2 the laws for r_1 = 0 and 1 have distance "
        f"{by_a_tree(reward_equals_label)}. At e^eps = 1: {first}.",
        numbers={
            "copies r_1 after a foreign query, e^eps = 2: adaptive and Interactive": (
                f"{back.continual} and {back.interactive}"
            )
        },
    )


def best_fixed_queries(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """The largest moment along queries and rewards fixed in advance."""
    return max(product_over(step, order) for step in constant_queries(kernel, horizon))


def _queries_of_arm_one(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    def seen_from_arm_one(seen: tuple[tuple[int, int], ...]) -> tuple[Fraction, ...]:
        return kernel(tuple((0, reward) for _, reward in seen))

    return best_fixed_queries(seen_from_arm_one, horizon, order)


@claim(
    "thesis.sec3.8.repaired",
    r"For pure DP and for zCDP, and kernels: Interactive DP implies DP in the adaptive continual "
    r"release model, which implies Table DP, which implies View DP; for each $\alpha$ the moments "
    r"are in this order.",
    recorded="holds",
    doubts=("D3",),
    title="the full order for pure DP and zCDP",
    mutants={
        "queries of arm 1 only": {"fixed": _queries_of_arm_one},
        "trees that ignore the actions": {"release": inputs.moment_on_lists},
        "tables that differ in two rows": {"on_tables": inputs.moment_on_two_rows},
        "tables that differ in one entry": {"on_tables": inputs.moment_on_one_entry},
        "lists that differ in two rewards": {"on_lists": inputs.moment_on_two_rewards},
    },
)
def order_for_pure_and_zcdp(
    fixed: inputs.Moment = best_fixed_queries,
    release: inputs.Moment = inputs.moment_on_trees,
    on_tables: inputs.Moment = inputs.moment_on_tables,
    on_lists: inputs.Moment = inputs.moment_on_lists,
) -> Verdict:
    """Moments of lists, tables, trees and fixed queries, which are adversaries; pure ratios."""
    source = random.Random(38)
    for kernel, horizon in (
        (softened(reward_equals_label), 4),
        (random_kernel(source, 3), 3),
        (random_kernel(source, 3), 3),
    ):
        for order in (2, 3):
            chain = [of(kernel, horizon, order) for of in (on_lists, on_tables, release, fixed)]
            if chain != sorted(chain):
                return fails(
                    Grade.PROVED,
                    "The moments are not in this order.",
                    witness=f"T = {horizon}, order {order}: {', '.join(map(str, chain))} on lists, "
                    "tables, trees and along fixed queries.",
                )
        ratios = [largest_ratio(kernel, horizon, of(horizon)) for of in (feeding, queries)]
        if not view_laws(kernel_as_machine(kernel), horizon).ratio() == ratios[0] <= ratios[1]:
            return fails(Grade.PROVED, "Pure budgets are out of order.", witness=f"{ratios}.")
    return holds(
        Grade.CERTIFIED,
        "At each order the trees lie between tables and the best fixed queries, and fixed queries "
        "are adversaries: by induction a tree's value is at most the best history's.",
        covered="The policy that breaks the order for delta > 0 (mixed with a coin) at T = 4 and "
        "two random kernels at T = 3: Renyi orders 2 and 3 and e^eps, exact.",
        not_covered="Other orders and sizes, as in thesis.def3.5.open_loop; machines.",
    )


@claim(
    "thesis.sec3.8.three_rounds",
    r"For $T\le3$ Interactive DP implies DP in the adaptive continual release model also for "
    r"$\delta>0$: $T=4$ is the smallest horizon of a counterexample. (Kernel reading.)",
    recorded="holds",
    doubts=("D3",),
    title="the order holds for three rounds",
    mutants={"a fourth round": {"kernels": ((reward_equals_label, 4),)}},
)
def three_rounds(kernels: tuple[tuple[Kernel, int], ...] = ()) -> Verdict:
    """Random kernels of three rounds, with zeros, by backward induction."""
    source = random.Random(83)
    drawn = [(random_kernel(source, 3, least=0), 3) for _ in range(12)]
    for number, (kernel, horizon) in enumerate([*drawn, *kernels]):
        for factor in FACTORS:
            fed = continual(kernel, horizon, gain(factor))
            asked = interactive(kernel, horizon, gain(factor))
            if fed > asked:
                return fails(
                    Grade.PROVED,
                    "A tree does better than all queries.",
                    witness=f"Kernel {number}, T = {horizon}, e^eps = {factor}: {fed} > {asked}.",
                )
    return holds(
        Grade.SAMPLED,
        "With three rounds the adversary copies the best branch of the tree into the table: she "
        "queries a fixed label first, and a_2 in round 2.",
        numbers={"policies": len(drawn)},
        covered="Twelve random kernels at T = 3, K = 2, some with zeros, e^eps = 1 and 3/2, exact.",
        not_covered="All other kernels; the argument in words is for any K.",
    )
