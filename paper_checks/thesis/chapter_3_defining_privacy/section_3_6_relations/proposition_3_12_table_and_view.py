"""Claims about Table DP and View DP: Proposition 3.12 (a), (b), (c)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from banditproof.theory.balls import ball
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.neighbouring_laws import Laws, laws_on, view_laws
from ....models.policy_protocols import (
    HALF,
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
    library_policy,
    play,
    random_kernel,
    table_reward,
    tables,
)
from ....models.renyi_constants import zcdp_between
from ....models.separating_policies import (
    appendix,
    blind_in_three_rounds,
    one_arm_for_each_reward,
    play_one,
)
from ....verdict import Verdict, fails, holds
from ..section_3_3_table_and_view.laws_and_neighbours import one_entry

Near = Callable[[Sequence[object], Sequence[object]], bool]
FACTORS = (Fraction(1), Fraction(6, 5), Fraction(2), Fraction(5))


@cache
def policies() -> tuple[tuple[str, Kernel, int, int], ...]:
    """Name, kernel, horizon and number of arms of the policies that are compared."""
    source = random.Random(312)
    return (
        ("Appendix A", appendix, 3, 2),
        ("one arm for each reward", one_arm_for_each_reward, 2, 2),
        ("leaks r_1 with the sign of r_2", blind_in_three_rounds, 3, 2),
        *((f"random {n}", random_kernel(source, 3), 3, 2) for n in range(3)),
        ("random with three arms", random_kernel(source, 2, 3), 2, 3),
        ("random with two rounds", random_kernel(source, 2), 2, 2),
    )


@cache
def list_and_table_laws(kernel: Kernel, horizon: int, arms: int, near: Near) -> tuple[Laws, Laws]:
    """The laws on neighbouring lists and on tables that are near in the given sense."""
    machine = kernel_as_machine(kernel)
    on_tables = laws_on(
        tables(horizon - 1, arms),
        lambda x: play(machine, horizon, table_reward(x), arms=arms),
        near,
    )
    return view_laws(machine, horizon, arms), on_tables


def compared(near: Near) -> Iterator[tuple[str, int, int, Laws, Laws]]:
    """The policies with their laws on lists and on tables."""
    for name, kernel, horizon, arms in policies():
        yield name, horizon, arms, *list_and_table_laws(kernel, horizon, arms, near)


SIZES_COVERED = (
    "Eight policies, three of them made to differ, at T = 2 and 3 with two arms and T = 2 with "
    "three, all lists and tables of 0 and 1, exact."
)


def two_rows(one: Sequence[object], other: Sequence[object]) -> bool:
    """Wrong: tables that differ in two rows."""
    return sum(x != y for x, y in zip(one, other, strict=True)) == 2


def last_row(one: Sequence[object], other: Sequence[object]) -> bool:
    """Wrong: tables that differ in the last row that is read."""
    return one[:-1] == other[:-1] and one != other


@claim(
    "thesis.prop3.12.a",
    r"$\pi$ is $\varepsilon$-Table DP iff it is $\varepsilon$-View DP. (Both readings.)",
    recorded="holds",
    title="pure Table DP is pure View DP",
    mutants={"tables that differ in two rows": {"near": two_rows}},
)
def pure_equal(near: Near = differ_once) -> Verdict:
    """e^eps on lists and on tables, exactly."""
    for name, horizon, _, lists_found, tables_found in compared(near):
        if lists_found.ratio() != tables_found.ratio():
            return fails(
                Grade.PROVED,
                "Pure budgets differ.",
                witness=f"Policy {name}, T = {horizon}: e^eps is {lists_found.ratio()} on lists "
                f"and {tables_found.ratio()} on tables.",
            )
    return holds(
        Grade.CERTIFIED,
        "e^eps is a largest ratio of single sequences, and along one sequence a table is a list "
        "(thesis.red2), a list a table (thesis.red1).",
        numbers={"policies": len(policies())},
        covered=SIZES_COVERED,
        not_covered="Other policies, in words: both reductions are formal identities for every "
        "kernel and all real rewards.",
    )


@claim(
    "thesis.prop3.12.b",
    r"$(\varepsilon,\delta)$-Table DP implies $(\varepsilon,\delta)$-View DP. (Both readings.)",
    recorded="holds",
    title="approximate Table DP implies View DP",
    mutants={
        "tables that differ in one entry": {"near": one_entry},
        "tables that differ in the last row": {"near": last_row},
    },
)
def table_implies_view(near: Near = differ_once) -> Verdict:
    """delta on lists is at most delta on tables, for several e^eps; pairs of laws are contained."""
    strict = 0
    for name, horizon, _, lists_found, tables_found in compared(near):
        for factor in FACTORS:
            view, table = lists_found.delta(factor), tables_found.delta(factor)
            strict += view < table
            if view > table:
                return fails(
                    Grade.PROVED,
                    "Lists have a larger delta than tables.",
                    witness=f"Policy {name}, T = {horizon}, e^eps = {factor}: {view} > {table}.",
                )
    return holds(
        Grade.CERTIFIED,
        "Neighbouring lists are neighbouring tables with equal columns (thesis.red1), so the View "
        "delta is at most the Table delta.",
        numbers={"pairs (policy, eps) with a strict inequality": strict},
        covered=f"{SIZES_COVERED[:-1]}; e^eps = 1, 6/5, 2, 5.",
        not_covered="Other policies, in words: Reduction 1 is a formal identity for every kernel.",
    )


def signs_by_arm(seen: Seen) -> Row:
    """T = 2: a_1 a fair coin; arm 0 shows (1/10, 9/10) or (1/100, 99/100), arm 1 the reverse."""
    if not seen:
        return HALF
    label, reward = seen[0]
    return play_one(1 - (Fraction(1, 10) if label == reward else Fraction(1, 100)))


@claim(
    "thesis.prop3.12.c",
    r"$\rho$-Table zCDP implies $\rho$-View zCDP. (Both readings.)",
    recorded="holds",
    title="Table zCDP implies View zCDP",
    mutants={
        "tables that differ in one entry": {"near": one_entry},
        "tables that differ in the last row": {"near": last_row},
    },
)
def table_zcdp_implies_view(near: Near = differ_once) -> Verdict:
    """Renyi moments of orders 2 and 3 exactly; the constants of one strict example in balls."""
    for name, horizon, _, lists_found, tables_found in compared(near):
        for order in (2, 3):
            view, table = lists_found.moment(order), tables_found.moment(order)
            if view > table:
                return fails(
                    Grade.PROVED,
                    "Lists have a larger Renyi divergence than tables.",
                    witness=f"Policy {name}, T = {horizon}, order {order}: {view} > {table}.",
                )
    view_rho, table_rho = (
        zcdp_between(laws.exact_pairs()) for laws in list_and_table_laws(signs_by_arm, 2, 2, near)
    )
    known = [
        zcdp_constant(library_policy(signs_by_arm, 2), notion, 8)
        for notion in (Notion.VIEW, Notion.TABLE)
    ]
    if near is differ_once and not all(
        low <= ball(Fraction(rho.hi)) and ball(Fraction(rho.lo)) <= high
        for rho, (low, high) in zip(known, (view_rho, table_rho), strict=True)
    ):
        raise RuntimeError(f"The two routes to the zCDP constants disagree: {known}.")
    if not view_rho[1] < table_rho[0]:
        return fails(
            Grade.CERTIFIED,
            "The example is not strict.",
            witness=f"rho is at most {view_rho[1].str(5)} on lists, at least "
            f"{table_rho[0].str(5)} on tables.",
        )
    return holds(
        Grade.CERTIFIED,
        "Lists are tables with equal columns. The reverse fails, which the text does not say: a "
        f"policy has rho = {known[0]} on lists and {known[1]} on tables.",
        covered=f"{SIZES_COVERED[:-1]}; orders 2 and 3; the constants of the strict example over "
        "all orders, in balls, by two routes.",
        not_covered="Other orders and policies, in words: Reduction 1 is a formal identity.",
    )
