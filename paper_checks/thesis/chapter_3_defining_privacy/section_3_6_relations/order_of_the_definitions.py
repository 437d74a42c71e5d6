"""Claims about the order of the definitions: the summary of Section 3.6 and Section 3.8."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.deltas_twice import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, tree_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Row,
    Seen,
    adversaries,
    differ_once,
    kernel_as_machine,
    random_kernel,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, refuted, sampled
from banditproof.verify.evidence import Grade

from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows
from ..section_3_4_interactive.definition_3_5_interactive_dp import queried_laws
from ..section_3_4_interactive.open_loop_theorem import ORDERS, best_fixed_queries, budget
from .proposition_3_13_interactive_and_table import Budgets, deltas_at_one, pure_ratios, softened
from .steering_policies import by_a_query, by_a_tree

FACTORS = (Fraction(1), Fraction(3, 2))


@claim(
    "thesis.sec3.6.claims",
    r"View DP, Table DP and adaptive continual release use lists, tables and trees, each stronger "
    r"than the last. For policies closed under interactive post-processing, which do not care "
    r"about the source of the actions, Interactive DP is equivalent to Table DP. (Kernel reading; "
    r"closed: the kernel ignores the labels.)",
    recorded="fails",
    repaired_by="thesis.sec3.6.claims.repaired",
    doubts=("D4b", "D19"),
    mutants={"for pure DP": {"budgets": pure_ratios}},
)
def closed_policies(budgets: Budgets = deltas_at_one) -> Verdict:
    """A kernel that never looks at a label: its delta against adversaries and on tables."""
    found = budgets(separating.blind_to_labels, 4)
    if found.interactive == found.table:
        return certified("The two agree.", covered="One policy.")
    first, later = (agreed_deltas(separating.blind_to_labels, 4, factor) for factor in FACTORS)
    short = agreed_deltas(separating.blind_in_three_rounds, 3, Fraction(1))
    return refuted(
        "A kernel that ignores the labels has another delta against adversaries than on tables: "
        f"{first.interactive} and {first.table} at e^eps = 1, {later.interactive} and "
        f"{later.table} at 3/2; for pure DP and zCDP the two agree (the text prints 'rho-Table' "
        "once), and if closed is read as 'same privacy whoever supplies the actions' the sentence "
        "says nothing.",
        "K = 2, T = 4, labels never used: a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if "
        "r_1 = 0, 1/4 if r_1 = 1; a_4 = 2 with probability 1/5 if r_3 != r_1, else a_4 = 1. The "
        "adversary steers r_3 by the query q_3 = a_2 on the row (0,1), where the laws for r_1 = 0 "
        f"and 1 have distance {by_a_query(separating.blind_to_labels)}. At e^eps = 1: {first}.",
        grade=Grade.PROVED,
        numbers={"T = 3, labels never used: View and Table": f"{short.view} and {short.table}"},
        covered="One policy with T = 4 and one with T = 3; the order of lists, tables and trees, "
        "which is right, is thesis.sec3.6.claims.order.",
    )


@claim(
    "thesis.sec3.6.claims.repaired",
    r"For kernels that ignore the labels, View, Table, adaptive continual release and Interactive "
    r"DP have the same pure $\varepsilon$ and the same $\rho$: for each $\alpha$ all equal "
    r"$\max_{r\sim r'}\sum_tD_\alpha(\pi_t(\cdot\mid r)\|\pi_t(\cdot\mid r'))$.",
    recorded="holds",
    doubts=("D4b",),
    title="label-blind kernels: four pure and zCDP notions are one",
    mutants={"kernels that look at labels": {"labels": True}},
)
def four_notions_are_one(labels: bool = False) -> Verdict:
    """e^eps and Renyi moments on lists, tables, trees and against all adversaries."""
    source = random.Random(36)
    for number in range(2):
        kernel = random_kernel(source, 3, labels=labels)
        machine = kernel_as_machine(kernel)
        laws = [of(machine, 3) for of in (view_laws, table_laws, tree_laws)]
        asked = [queried_laws(machine, 3, b) for b in adversaries(2)]
        for order in ORDERS:
            found = [budget(one, order) for one in laws]
            found.append(max(budget(one, order) for one in asked))
            found.append(best_fixed_queries(kernel, 3, order))
            finding = "Lists, tables, trees, adversaries and fixed queries have other budgets."
            require(len(set(found)) == 1, finding, kernel=number, order=order, budgets=found)
    return certified(
        "For label-blind kernels the laws on lists are products, and no adversary does better at "
        "any order.",
        covered="Two random label-blind kernels at T = 3, K = 2: all lists, tables, trees and 64 "
        "adversaries; e^eps and Renyi orders 2 and 3, exact.",
        not_covered="Other orders and sizes, by the induction of thesis.def3.5.open_loop; whether "
        "the algorithms of the later chapters are closed.",
    )


@claim(
    "thesis.sec3.8",
    r"Interactive DP is stronger than DP in the adaptive continual release model, which is "
    r"stronger than Table DP, which is stronger than View DP. (For every notion of DP; kernel "
    r"reading.)",
    recorded="fails",
    repaired_by="thesis.sec3.8.repaired",
    doubts=("D3",),
    mutants={"for pure DP": {"budgets": pure_ratios}},
)
def full_ordering(budgets: Budgets = deltas_at_one) -> Verdict:
    """One policy at T = 4 against all adversaries and on all trees, by two routes."""
    found = budgets(separating.reward_equals_label, 4)
    if found.continual <= found.interactive:
        return certified("The budgets are in order.", covered="One policy.")
    first, later = (agreed_deltas(separating.reward_equals_label, 4, factor) for factor in FACTORS)
    back = agreed_deltas(separating.copies_after_a_foreign_query, 2, Fraction(2))
    return refuted(
        "The first arrow is false for delta > 0, since a reward of a tree may depend on a_2 "
        f"at round 3 and an entry of a table may not: the deltas are {first.interactive} against "
        f"query adversaries and {first.continual} in adaptive continual release at e^eps = 1, "
        f"{later.interactive} and {later.continual} at 3/2; the reverse fails too, even for pure "
        "DP, so the two are incomparable.",
        "K = 2, T = 4: a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if r_1 = 0, 1/4 if "
        "r_1 = 1; a_4 = 2 with probability 1/5 if q_3 = 1 and (q_2 = 1, r_3 = 0, r_1 = 1 or "
        "q_2 = 2, r_3 = 1, r_1 = 0), else a_4 = 1. On the trees with r_2 = 0 and r_3 = 0 or 1 "
        "after a_2 = 1 or 2 the laws for r_1 = 0 and 1 have distance "
        f"{by_a_tree(separating.reward_equals_label)}. At e^eps = 1: {first}.",
        grade=Grade.PROVED,
        numbers={
            "copies r_1 after a foreign query, e^eps = 2: adaptive and Interactive": (
                f"{back.continual} and {back.interactive}"
            )
        },
    )


Moment = Callable[[Kernel, int, int], Fraction | float]
"""The largest Renyi moment of a policy at a horizon and an order, in one model."""


def moment_on_trees(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    """On neighbouring trees, by backward induction."""
    return adversary.continual(kernel, horizon, adversary.moment_of(order))


def _queries_of_arm_one(kernel: Kernel, horizon: int, order: int) -> Fraction | float:
    def seen_from_arm_one(seen: Seen) -> Row:
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
        "trees that ignore the actions": {
            "release": lambda kernel, t, order: view_laws(kernel_as_machine(kernel), t).moment(
                order
            )
        },
        "tables that differ in two rows": {"near_tables": two_rows},
        "tables that differ in one entry": {"near_tables": one_entry},
        "lists that differ in two rewards": {"near_lists": two_rows},
    },
)
def order_for_pure_and_zcdp(
    fixed: Moment = best_fixed_queries,
    release: Moment = moment_on_trees,
    near_tables: Near = differ_once,
    near_lists: Near = differ_once,
) -> Verdict:
    """Moments of lists, tables, trees and fixed queries, which are adversaries; pure ratios."""
    source = random.Random(38)
    for kernel, horizon in (
        (softened(separating.reward_equals_label), 4),
        (random_kernel(source, 3), 3),
        (random_kernel(source, 3), 3),
    ):
        machine = kernel_as_machine(kernel)
        on_lists = view_laws(machine, horizon, near=near_lists)
        on_tables = table_laws(machine, horizon, near=near_tables)
        for order in (2, 3):
            chain = [laws.moment(order) for laws in (on_lists, on_tables)]
            chain += [of(kernel, horizon, order) for of in (release, fixed)]
            finding = "The moments on lists, tables, trees and along fixed queries are not ordered."
            require(chain == sorted(chain), finding, T=horizon, order=order, moments=chain)
        fed, asked = (
            adversary.largest_ratio(kernel, horizon, of(horizon))
            for of in (adversary.feeding, adversary.queries)
        )
        view = view_laws(machine, horizon).ratio()
        ordered = view == fed <= asked
        require(ordered, "The pure budgets are out of order.", budgets=(view, fed, asked))
    return certified(
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
    mutants={"a fourth round": {"kernels": ((separating.reward_equals_label, 4),)}},
)
def three_rounds(kernels: tuple[tuple[Kernel, int], ...] = ()) -> Verdict:
    """Random kernels of three rounds, with zeros, by backward induction."""
    source = random.Random(83)
    drawn = [(random_kernel(source, 3, least=0), 3) for _ in range(12)]
    for number, (kernel, horizon) in enumerate([*drawn, *kernels]):
        for factor in FACTORS:
            fed = adversary.continual(kernel, horizon, adversary.gain(factor))
            asked = adversary.interactive(kernel, horizon, adversary.gain(factor))
            case = {"kernel": number, "T": horizon, "exp_eps": factor, "tree": fed}
            require(fed <= asked, "A tree does better than all queries.", **case, queries=asked)
    return sampled(
        "With three rounds the adversary copies the best branch of the tree into the table: she "
        "queries a fixed label first, and a_2 in round 2.",
        covered="Twelve random kernels at T = 3, K = 2, some with zeros, e^eps = 1 and 3/2, exact.",
        not_covered="All other kernels; the argument in words is for any K.",
    )


@claim(
    "thesis.sec3.6.claims.order",
    r"View DP, Table DP and adaptive continual release take lists, tables and trees as inputs, "
    r"and each definition is stronger than the one before, for every notion of DP.",
    recorded="holds",
    title="lists, tables, trees: each definition is stronger than the last",
    mutants={
        "tables that differ in one entry": {"near_tables": one_entry},
        "tables that differ in two rows": {"near_tables": two_rows},
        "trees that differ at one node": {"near_trees": one_entry},
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
    kernels: list[Kernel] = [
        separating.blind_in_three_rounds,
        separating.first_label_is_second_reward,
    ]
    kernels += [random_kernel(source, 3) for _ in range(2)]
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        laws = [
            view_laws(machine, 3, near=near_lists),
            table_laws(machine, 3, near=near_tables),
            tree_laws(machine, 3, near=near_trees),
        ]
        for few, many in pairwise(laws):
            # equal laws tell nothing; the richer inputs may differ where nobody looks
            missing = set(few.exact_pairs()) - set(many.exact_pairs())
            lost = sorted(laws for laws in missing if laws[0] != laws[1])
            finding = "The richer inputs do not have all pairs of laws of neighbours."
            require(not lost, finding, policy=number, T=3, lost=lost[:1])
        for factor in (Fraction(1), Fraction(5, 4), Fraction(3)):
            view, table, tree = (found.delta(factor) for found in laws)
            strict[0] += view < table
            strict[1] += table < tree
    require(all(strict), "Two definitions agree everywhere.", strict=strict)
    return certified(
        "A list is a table with equal columns and a table is a tree whose nodes look at the last "
        "action only, neighbours stay neighbours, so all divergences are in this order; both "
        "steps are strict for delta > 0.",
        covered="Four policies at T = 3, K = 2: all neighbouring lists, tables and trees of 0 and "
        "1, the pairs of laws compared as sets, which covers every divergence; exact.",
        not_covered="Other policies, in words: thesis.red1 and thesis.red3 are formal identities.",
    )
