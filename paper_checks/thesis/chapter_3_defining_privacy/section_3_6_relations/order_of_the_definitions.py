"""Claims about the order of the four definitions: Section 3.8."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
    random_kernel,
)
from banditproof.paper_checks.verdicts.vocabulary import points, refuted, sampled
from banditproof.verify.evidence import Grade
from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows
from ..section_3_4_interactive.largest_moments import best_fixed_queries
from .proposition_3_12_table_and_view import echoes
from .proposition_3_13_interactive_and_table import Budgets, deltas_at_one, pure_ratios, softened
from .steering_policies import by_a_tree

FACTORS = (Fraction(1), Fraction(3, 2))


@checks("thesis.sec3.8")
@mutant("for pure DP", budgets=pure_ratios)
def full_ordering(budgets: Budgets = deltas_at_one) -> Verdict:
    """One policy at T = 4 against all adversaries and on all trees, by two routes."""
    result = budgets(separating.reward_equals_label, 4)
    if result.continual <= result.interactive:
        return points()
    first, later = (agreed_deltas(separating.reward_equals_label, 4, factor) for factor in FACTORS)
    back = agreed_deltas(separating.copies_after_a_foreign_query, 2, Fraction(2))
    case: dict[str, Any] = {
        "T": 4,
        "e^eps": FACTORS[0],
        **first.by_model,
        "distance of the laws": by_a_tree(separating.reward_equals_label),
    }
    return refuted(
        "The first arrow (the other two hold: thesis.prop3.15.a, thesis.prop3.12.b) is false for "
        "delta > 0, since a reward of a tree may depend on a_2 "
        f"at round 3 and an entry of a table may not: the deltas are {first.interactive} against "
        f"query adversaries and {first.continual} in adaptive continual release at e^eps = 1, "
        f"{later.interactive} and {later.continual} at 3/2; the reverse fails too, even for pure "
        "DP, so the two are incomparable.",
        "Two arms, a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if r_1 = 0, 1/4 if "
        "r_1 = 1; a_4 = 2 with probability 1/5 if q_3 = 1 and (q_2 = 1, r_3 = 0, r_1 = 1 or "
        "q_2 = 2, r_3 = 1, r_1 = 0), else a_4 = 1. On the trees with r_2 = 0 and r_3 = 0 or 1 "
        "after a_2 = 1 or 2 the laws for r_1 = 0 and 1 have this distance.",
        **case,
        grade=Grade.PROVED,
        numbers={
            "copies r_1 after a foreign query, e^eps = 2": {
                "adaptive": back.continual,
                "Interactive": back.interactive,
            }
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


@checks("thesis.sec3.8.repaired")
@mutant("queries of arm 1 only", fixed=_queries_of_arm_one)
@mutant(
    "trees that ignore the actions",
    release=lambda kernel, t, order: view_laws(kernel_as_machine(kernel), t).moment(order),
)
@mutant("tables that differ in two rows", near_tables=two_rows)
@mutant("tables that differ in one entry", near_tables=one_entry)
@mutant("lists that differ in two rewards", near_lists=two_rows)
@mutant("sharper: each step by 5 %", powers=(20, 19))
def order_for_pure_and_zcdp(
    fixed: Moment = best_fixed_queries,
    release: Moment = moment_on_trees,
    near_tables: Near = differ_once,
    near_lists: Near = differ_once,
    powers: tuple[int, int] = (1, 1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Moments of lists, tables, trees and fixed queries, which are adversaries; pure ratios."""
    source, sides = random.Random(38), Sides()
    for kernel, horizon in (
        (echoes, 3),
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
            for few, many in pairwise(Fraction(moment) for moment in chain):
                case: dict[str, Any] = {"T": horizon, "order": order, "moments": chain}
                sides.at_most(few ** powers[0], many ** powers[1], finding, **case)
        fed, asked = (
            adversary.largest_ratio(kernel, horizon, of(horizon))
            for of in (adversary.feeding, adversary.queries)
        )
        view = view_laws(machine, horizon).ratio()
        ordered = view == fed <= asked
        require(ordered, "The pure budgets are out of order.", budgets=(view, fed, asked))
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.sec3.8.three_rounds")
@mutant("sharper: four rounds", kernels=((separating.reward_equals_label, 4),))
@mutant("sharper: trees have 1 % less", share=Fraction(99, 100))
def three_rounds(
    kernels: tuple[tuple[Kernel, int], ...] = (), share: Fraction = Fraction(1)
) -> Verdict:
    """Random kernels of three rounds, with zeros, by backward induction."""
    source, sides = random.Random(83), Sides()
    drawn: list[tuple[Kernel, int]] = [(echoes, 3)]
    drawn += [(random_kernel(source, 3, least=0), 3) for _ in range(12)]
    for number, (kernel, horizon) in enumerate([*drawn, *kernels]):
        for factor in FACTORS:
            fed = adversary.continual(kernel, horizon, adversary.gain(factor))
            asked = adversary.interactive(kernel, horizon, adversary.gain(factor))
            finding = "A tree does better than all queries."
            case: dict[str, Any] = {"kernel": number, "T": horizon, "exp_eps": factor}
            sides.at_most(fed, share * asked, finding, **case, deltas=(fed, asked))
    return sampled(sharpness=sides.sharpness)
