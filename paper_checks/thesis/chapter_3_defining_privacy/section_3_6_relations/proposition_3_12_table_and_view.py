"""Claims about Table DP and View DP: Proposition 3.12 (a) to (d)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.formal_products import all_sequences, rewards_seen, table_entry
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, below, certified, need
from banditproof.theory.balls import ball
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion

from .... import vocabulary
from ..section_3_3_table_and_view.laws_and_neighbours import Near, last_row, one_entry, two_rows

FACTORS = (Fraction(1), Fraction(6, 5), Fraction(2), Fraction(5))


@cache
def policies() -> tuple[tuple[str, Kernel, int, int], ...]:
    """Name, kernel, horizon and number of arms of the policies that are compared."""
    source = random.Random(312)
    return (
        ("Appendix A", separating.appendix, 3, 2),
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
    "Eight policies, three of them made to differ, at T = 2 and 3 with two arms and T = 2 with "
    "three, all lists and tables of 0 and 1, exact"
)
WRONG_NEIGHBOURS: dict[str, dict[str, Near]] = {
    "tables that differ in one entry": {"near": one_entry},
    "tables that differ in the last row": {"near": last_row},
}


@claim(
    "thesis.prop3.12.a",
    r"$\pi$ is $\varepsilon$-Table DP iff it is $\varepsilon$-View DP. (Both readings.)",
    recorded="holds",
    title="pure Table DP is pure View DP",
    mutants={"tables that differ in two rows": {"near": two_rows}},
)
def pure_equal(near: Near = differ_once) -> Verdict:
    """e^eps on lists and on tables, exactly."""
    for name, horizon, _, *laws in compared(near):
        view, table = (found.ratio() for found in laws)
        finding = "The pure budgets e^eps on lists and on tables differ."
        require(view == table, finding, policy=name, T=horizon, view=view, table=table)
    return certified(
        "e^eps is a largest ratio of single sequences, and along one sequence a table is a list "
        "(thesis.red2), a list a table (thesis.red1).",
        covered=f"{SIZES_COVERED}.",
        not_covered="Other policies, in words: both reductions are formal identities for every "
        "kernel and all real rewards.",
    )


@claim(
    "thesis.prop3.12.b",
    r"$(\varepsilon,\delta)$-Table DP implies $(\varepsilon,\delta)$-View DP. (Both readings.)",
    recorded="holds",
    title="approximate Table DP implies View DP",
    mutants=WRONG_NEIGHBOURS,
)
def table_implies_view(near: Near = differ_once) -> Verdict:
    """delta on lists is at most delta on tables, for several e^eps; pairs of laws are contained."""
    strict = 0
    for name, horizon, _, *laws in compared(near):
        for factor in FACTORS:
            view, table = (found.delta(factor) for found in laws)
            strict += view < table
            finding = "Lists have a larger delta than tables."
            require(
                view <= table, finding, policy=name, T=horizon, exp_eps=factor, deltas=(view, table)
            )
    return certified(
        "Neighbouring lists are neighbouring tables with equal columns (thesis.red1), so the View "
        "delta is at most the Table delta.",
        numbers={"pairs (policy, eps) with a strict inequality": strict},
        covered=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5.",
        not_covered="Other policies, in words: Reduction 1 is a formal identity for every kernel.",
    )


@claim(
    "thesis.prop3.12.c",
    r"$\rho$-Table zCDP implies $\rho$-View zCDP. (Both readings.)",
    recorded="holds",
    title="Table zCDP implies View zCDP",
    mutants=WRONG_NEIGHBOURS,
)
def table_zcdp_implies_view(near: Near = differ_once) -> Verdict:
    """Renyi moments of orders 2 and 3 exactly; the constants of one strict example in balls."""
    for name, horizon, _, *laws in compared(near):
        for order in (2, 3):
            view, table = (found.moment(order) for found in laws)
            finding = "Lists have a larger Renyi divergence than tables."
            require(
                view <= table, finding, policy=name, T=horizon, order=order, moments=(view, table)
            )
    bounds, known = [], []
    for found, notion in zip(
        list_and_table_laws(separating.signs_by_arm, 2, 2, near),
        (Notion.VIEW, Notion.TABLE),
        strict=True,
    ):
        rho = zcdp_constant(library_policy(separating.signs_by_arm, 2), notion, 8)
        low, high = zcdp_between(found.exact_pairs())
        agree = at_most(low, ball(rho.upper)) and at_most(ball(rho.lower), high)
        need(near is not differ_once or agree, "The routes to the zCDP constants disagree", rho=rho)
        bounds.append((low, high))
        known.append(rho)
    (_, on_lists), (on_tables, _) = bounds
    finding = "The example is not strict."
    vocabulary.require(below(on_lists, on_tables), finding, lists=on_lists, tables=on_tables)
    return certified(
        "Lists are tables with equal columns. The reverse fails, which the text does not say: a "
        f"policy has rho = {known[0]} on lists and {known[1]} on tables.",
        covered=f"{SIZES_COVERED}; orders 2 and 3; the constants of the strict example over "
        "all orders, in balls, by two routes.",
        not_covered="Other orders and policies, in words: Reduction 1 is a formal identity.",
    )


Growth = Callable[[int, int], Fraction]


def all_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^T."""
    return Fraction(arms**horizon)


def relevant_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^(T-1)."""
    return Fraction(arms ** (horizon - 1))


def loss_is_at_most(growth: Growth) -> None:
    """The Table delta of each policy must be at most growth times its View delta."""
    for name, horizon, arms, *laws in compared(differ_once):
        for factor in FACTORS:
            view, table = (found.delta(factor) for found in laws)
            require(
                table <= growth(horizon, arms) * view,
                "The loss from View to Table is larger.",
                policy=name,
                T=horizon,
                K=arms,
                exp_eps=factor,
                deltas=(view, table),
            )


@claim(
    "thesis.prop3.12.d",
    r"$(\varepsilon,\delta)$-View DP implies $(\varepsilon,K^T\delta)$-Table DP. (Both readings.)",
    recorded="holds",
    doubts=("D13",),
    title="from View DP to Table DP with a loss",
    mutants={
        "no loss": {"growth": lambda t, k: Fraction(1)},
        "a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
    },
)
def view_implies_table(growth: Growth = all_sequences_count) -> Verdict:
    """delta on tables against K^T times delta on lists."""
    loss_is_at_most(growth)
    return certified(
        "True, with room: K^(T-1) suffices (thesis.prop3.12.d.sharp).",
        covered=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5.",
        not_covered="Other policies, in words: a sum of at most K^T single sequences.",
    )


@claim(
    "thesis.prop3.12.d.sharp",
    r"$(\varepsilon,\delta)$-View DP implies $(\varepsilon,K^{T-1}\delta)$-Table DP; the factor is "
    r"attained at $T=2$, $K=2$. (Both readings.)",
    recorded="holds",
    doubts=("D13",),
    title="a loss of K^(T-1) from View to Table is enough",
    place="3.6",
    mutants={
        "a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
        "a loss of K^T": {"growth": all_sequences_count},
        "a loss slightly below": {"growth": lambda t, k: k ** (t - 1) - Fraction(1, 1000)},
    },
)
def sharp_loss(growth: Growth = relevant_sequences_count) -> Verdict:
    """The grouping by the first T-1 actions, the comparison, and the policy that attains it."""
    for _, actions in all_sequences():
        other = (*actions[:-1], 1 - min(actions[-1], 1))
        pasts = [rewards_seen(path, table_entry) for path in (actions, other)]
        require(pasts[0] == pasts[1], "The last action chooses a reward.", actions=actions)
    loss_is_at_most(growth)
    shown = []
    for factor in (Fraction(3, 2), Fraction(2), Fraction(5)):
        laws = list_and_table_laws(separating.one_arm_for_each_reward, 2, 2, differ_once)
        view, table = (found.delta(factor) for found in laws)
        shown.append(f"{view} and {table}")
        attained = table == growth(2, 2) * view
        require(attained, "The factor is not attained.", exp_eps=factor, deltas=(view, table))
    return certified(
        "Sequences with the same first T-1 actions see one list, so an event is a union of at most "
        f"K^(T-1) events of lists. At T = K = 2 a policy has View and Table delta {shown[0]} at "
        "e^eps = 3/2, and the same at 2 and 5.",
        covered=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5; the grouping as formal products at "
        "T <= 4; the tight policy at e^eps = 3/2, 2, 5.",
        not_covered="Whether K^(T-1) is attained at other T and K; other policies, in words.",
    )
