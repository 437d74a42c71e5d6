"""Claims about closed policies: Section 3.6, after Proposition 3.13 and in its summary."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from statistics import NormalDist
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, tree_laws, view_laws
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved, refuted
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.cached_noise import threshold_losses
from banditproof.verify.evidence import Grade
from ....models.policy_protocols import Kernel, adversaries, kernel_as_machine, random_kernel
from ..section_3_4_interactive.definition_3_5_interactive_dp import queried_laws
from ..section_3_4_interactive.largest_moments import best_fixed_queries
from ..section_3_4_interactive.open_loop_theorem import ORDERS, budget
from . import summary_of_the_relations as summary_of_the_relations
from .order_of_the_definitions import FACTORS
from .proposition_3_13_interactive_and_table import Budgets, deltas_at_one, pure_ratios
from .steering_policies import by_a_query

Closed = Callable[[Kernel, int, Fraction], bool]


def same_privacy_whoever_acts(kernel: Kernel, horizon: int, factor: Fraction) -> bool:
    """The privacy on tables is the same if an adversary supplies the actions."""
    result = agreed_deltas(kernel, horizon, factor)
    return result.table == result.interactive


def ignores_labels(kernel: Kernel, horizon: int, factor: Fraction) -> bool:
    """The other reading: the kernel does not look at labels."""
    return kernel in (separating.blind_to_labels, separating.blind_in_three_rounds)


@checks("thesis.sec3.6.claims.closed")
@mutant("closed means that labels are ignored", closed=ignores_labels)
def closed_policies(closed: Closed = same_privacy_whoever_acts) -> Verdict:
    """The equivalence on policies that are closed, and on some that are not."""
    kernels = (
        (separating.blind_in_three_rounds, 3),
        (separating.leaks_at_label_zero, 3),
        (separating.first_label_is_second_reward, 3),
        (separating.blind_to_labels, 4),
        (separating.copies_after_a_foreign_query, 2),
    )
    number = 0
    for kernel, horizon in kernels:
        for factor in FACTORS:
            if not closed(kernel, horizon, factor):
                continue
            number += 1
            result = agreed_deltas(kernel, horizon, factor)
            same = result.interactive == result.table
            finding = "A closed policy has other deltas against adversaries than on tables."
            require(same, finding, T=horizon, exp_eps=factor, deltas=result)
    need(0 < number < len(kernels) * len(FACTORS), "All policies, or none, are closed")
    # any two budgets of a closed policy and any delta: all orders of three numbers
    for table, interactive, delta in product(range(3), repeat=3):
        if table == interactive:
            same = (interactive <= delta) == (table <= delta)
            require(same, "One is DP and the other is not.", budgets=(table, interactive, delta))
    return proved(
        covered="All policies and deltas: all orders of the two budgets and a delta; "
        f"{number} closed cases of five policies."
    )


def charged(reading: str, rho: Fraction, choices: int) -> Enclosure:
    """KL of the choices of AdaC-OFUL after its first release, along the path where all are true.

    A kernel is charged for each choice given the ones before it, whoever makes them; the law on
    tables, and a machine, for each one with the probability that it is reached.
    """
    with working_precision(96):
        losses, middle = threshold_losses(rho, choices), float(rho / 2) ** 0.5
        reached = [Enclosure.of(1)]
        for k in range(1, choices):
            cut = Fraction(NormalDist().inv_cdf(0.5**k) + middle).limit_denominator(1000)
            reached.append(enclose(lambda cut=cut: (-ball(cut) / arb(2).sqrt()).erfc() / 2, 15))  # type: ignore[misc]
    if reading == "kernel":
        reached = [Enclosure.of(1)] * choices
    pairs = list(zip(losses, reached, strict=True))
    return Enclosure(
        sum((loss.lo * weight.lo for loss, weight in pairs), Fraction(0)),
        sum((loss.hi * weight.hi for loss, weight in pairs), Fraction(0)),
    )


@checks("thesis.sec3.6.later.closed", subjects={"reading": ("kernel", "machine")})
@mutant("three choices", "print", choices=3)
@mutant("on tables", "print", reading="tables")
@mutant("sharper: four fifths of the budget", share=Fraction(4, 5))
def later_policies_are_closed(
    reading: str, choices: int = 4, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the charge of AdaC-OFUL in both readings, where its release costs 1/2."""
    rho, sides = Fraction(1, 2), Sides()
    need(charged("tables", rho, choices).hi <= rho, "On tables it costs more than its release.")
    total = charged(reading, rho, choices)
    sides.at_most_or_repair(
        total,
        share * rho,
        "AdaC-OFUL decides with one noise in many rounds. On tables that costs what the noise "
        "costs. As a kernel each decision is charged along the queried path, and the sum passes "
        "rho, which bounds it for every Interactive rho-zCDP kernel (thesis.thm4.12).",
        setting="d = 1, lambda = 1, C = 1/2; A_1 = {1}, then A_t = {eta, -eta s_t}, eta tiny: the "
        "choices are 1{Z < c_k}, Z ~ N(0, 1) for r_1 = -1 and N(1, 1) for r_1 = 1, with c_k next "
        "to Phi^-1(2^-k) + 1/2",
        rho=rho,
        choices=choices,
        sum_of_KL=total,
    )
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.sec3.6.claims.blind")
@mutant("for pure DP", budgets=pure_ratios)
def label_blind_policies(budgets: Budgets = deltas_at_one) -> Verdict:
    """A kernel that never looks at a label: its delta against adversaries and on tables."""
    result = budgets(separating.blind_to_labels, 4)
    if result.interactive == result.table:
        return points()
    first, later = (agreed_deltas(separating.blind_to_labels, 4, factor) for factor in FACTORS)
    short = agreed_deltas(separating.blind_in_three_rounds, 3, Fraction(1))
    case: dict[str, Any] = {
        "T": 4,
        "e^eps": FACTORS[0],
        **first.by_model,
        "distance of the laws": by_a_query(separating.blind_to_labels),
    }
    return refuted(
        "A kernel that ignores the labels has another delta against adversaries than on tables: "
        f"{first.interactive} and {first.table} at e^eps = 1, {later.interactive} and "
        f"{later.table} at 3/2; for pure DP and zCDP the two agree.",
        "Two arms, labels never used: a_1 = a_3 = 1; a_2 = 1 with probability 3/4 if "
        "r_1 = 0, 1/4 if r_1 = 1; a_4 = 2 with probability 1/5 if r_3 != r_1, else a_4 = 1. The "
        "adversary steers r_3 by the query q_3 = a_2 on the row (0,1), where the laws for r_1 = 0 "
        "and 1 have this distance.",
        **case,
        grade=Grade.PROVED,
        numbers={"T = 3, labels never used": {"View": short.view, "Table": short.table}},
    )


@checks("thesis.sec3.6.claims.repaired")
@mutant("kernels that look at labels", labels=True)
def four_notions_are_one(labels: bool = False, proof: Proof = WRITTEN) -> Verdict:
    """e^eps and Renyi moments on lists, tables, trees and against all adversaries."""
    source = random.Random(36)
    for number in range(2):
        kernel = random_kernel(source, 3, labels=labels)
        machine = kernel_as_machine(kernel)
        laws = [of(machine, 3) for of in (view_laws, table_laws, tree_laws)]
        asked = [queried_laws(machine, 3, b) for b in adversaries(2)]
        for order in ORDERS:
            results = [budget(law, order) for law in laws]
            results.append(max(budget(item, order) for item in asked))
            results.append(best_fixed_queries(kernel, 3, order))
            finding = "Lists, tables, trees, adversaries and fixed queries have other budgets."
            require(len(set(results)) == 1, finding, kernel=number, order=order, budgets=results)
    return proof.verdict()
