"""Claims about Table DP and View DP: Proposition 3.12 (a) to (c)."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import isinf
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
    random_kernel,
)
from ..section_3_3_table_and_view.laws_and_neighbours import Near, last_row, one_entry, two_rows

FACTORS = (Fraction(1), Fraction(6, 5), Fraction(2), Fraction(5))


def echoes(seen: Seen) -> Row:
    """Each arm after the first is a randomised response to the last reward, whatever the arm."""
    return separating.play_one(Fraction(1 + seen[-1][1], 3)) if seen else HALF


@cache
def policies() -> tuple[tuple[str, Kernel, int, int], ...]:
    """Name, kernel, horizon and number of arms of the policies that are compared."""
    source = random.Random(312)
    return (
        ("Appendix A", separating.appendix, 3, 2),
        ("echoes", echoes, 3, 2),
        ("one arm for each reward", separating.one_arm_for_each_reward, 2, 2),
        ("leaks r_1 with the sign of r_2", separating.blind_in_three_rounds, 3, 2),
        *((f"random {n}", random_kernel(source, 3), 3, 2) for n in range(3)),
        ("random with three arms", random_kernel(source, 2, 3), 2, 3),
        ("random with two rounds", random_kernel(source, 2), 2, 2),
    )


@cache
def list_and_table_laws(kernel: Kernel, horizon: int, arms: int, near: Near) -> tuple[Laws, Laws]:
    """The laws on neighbouring lists and on tables that are near in the given sense."""
    machine = kernel_as_machine(kernel)
    return view_laws(machine, horizon, arms), table_laws(machine, horizon, arms, near=near)


def compared(near: Near) -> Iterator[tuple[str, int, int, Laws, Laws]]:
    """The policies with their laws on lists and on tables."""
    for name, kernel, horizon, arms in policies():
        yield name, horizon, arms, *list_and_table_laws(kernel, horizon, arms, near)


SIZES_COVERED = (
    "Nine policies, four of them made to differ or to agree, at T = 2 and 3 with two arms and "
    "T = 2 with three, all lists and tables of 0 and 1, exact"
)
WRONG_NEIGHBOURS: dict[str, dict[str, Near]] = {
    "tables that differ in one entry": {"near": one_entry},
    "tables that differ in the last row": {"near": last_row},
}
ONE_PER_CENT = Fraction(99, 100)


@checks("thesis.prop3.12.a")
@mutant("tables that differ in two rows", near=two_rows)
@mutant("sharper: e^eps is 1 % smaller on tables", loss=ONE_PER_CENT)
def pure_equal(
    near: Near = differ_once, loss: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """e^eps on lists and on tables, exactly, in both directions."""
    sides = Sides()
    for name, horizon, _, *laws in compared(near):
        view, table = (law.ratio() for law in laws)
        finding = "The pure budgets e^eps on lists and on tables differ."
        case: dict[str, Any] = {"policy": name, "T": horizon, "view": view, "table": table}
        if isinf(view) or isinf(table):
            require(view == table, finding, **case)
            continue
        sides.at_most(view, table, finding, **case)
        sides.at_most(table, loss * view, finding, **case)
    return proof.verdict(instances=f"{SIZES_COVERED}.", sharpness=sides.sharpness)


@checks(
    "thesis.prop3.12.b",
    mutants={
        **WRONG_NEIGHBOURS,
        "sharper: (eps, delta) gives (eps, 0.99 delta)": {"share": ONE_PER_CENT},
    },
)
def table_implies_view(
    near: Near = differ_once, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """delta on lists is at most delta on tables, for several e^eps."""
    strict, sides = 0, Sides()
    for name, horizon, _, *laws in compared(near):
        for factor in FACTORS:
            view, table = (law.delta(factor) for law in laws)
            strict += view < table
            finding = "Lists have a larger delta than tables."
            case: dict[str, Any] = {"policy": name, "T": horizon, "exp_eps": factor}
            sides.at_most(view, share * table, finding, **case)
    return proof.verdict(
        numbers={"pairs (policy, eps) with a strict inequality": strict},
        instances=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5.",
        sharpness=sides.sharpness,
    )


@checks(
    "thesis.prop3.12.c",
    mutants={**WRONG_NEIGHBOURS, "sharper: rho gives 0.95 rho": {"powers": (20, 19)}},
)
def table_zcdp_implies_view(
    near: Near = differ_once, powers: tuple[int, int] = (1, 1), proof: Proof = WRITTEN
) -> Verdict:
    """Renyi moments of orders 2 and 3, exactly; m^i <= m'^j is i D <= j D'."""
    sides = Sides()
    for name, horizon, _, *laws in compared(near):
        for order in (2, 3):
            view, table = (law.moment(order) for law in laws)
            finding = "Lists have a larger Renyi divergence than tables."
            case: dict[str, Any] = {
                "policy": name,
                "T": horizon,
                "order": order,
                "moments": (view, table),
            }
            sides.at_most(view ** powers[0], table ** powers[1], finding, **case)
    return proof.verdict(instances=f"{SIZES_COVERED}; orders 2 and 3.", sharpness=sides.sharpness)
