"""Claims about lists of observed rewards: (3.2), Definition 3.3, Figure 3.2, Remark 3.4."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.deltas_twice import library_deltas, rho_agrees
from banditproof.paper_checks.models.formal_products import (
    Namer,
    all_sequences,
    factors,
    list_entry,
    table_entry,
    written,
)
from banditproof.paper_checks.models.neighbouring_laws import laws_on, total
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Machine,
    differ_once,
    kernel_as_machine,
    list_reward,
    lists,
    own_action,
    path_product,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from banditproof.paper_checks.models.separating_policies import appendix, blind_in_three_rounds
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade

from .definition_3_2_table_dp import forgets_the_first_round, largest_over_events

List = tuple[int, ...]
Product = Callable[[Machine, Actions, List], Fraction]


def equation_3_2(machine: Machine, actions: Actions, rewards: List) -> Fraction:
    """prod_t pi_t(a_t | a_1, r_1, ..., a_(t-1), r_(t-1))."""
    return path_product(machine, actions, list_reward(rewards), own_action)


def _reward_too_early(machine: Machine, actions: Actions, rewards: List) -> Fraction:
    return equation_3_2(machine, actions, rewards[1:])


def _list_of_arm(machine: Machine, actions: Actions, rewards: List) -> Fraction:
    def reward(path: Actions, label: int) -> int:
        return rewards[path.count(label) - 1]

    return path_product(machine, actions, reward, own_action)


@claim(
    "thesis.eq3.2",
    r"$\mathcal V^\pi_{\mathbf r}(a_1,\dots,a_T)=\prod_{t=1}^T\pi_t(a_t\mid a_1,r_1,\dots,"
    r"a_{t-1},r_{t-1})$ is a law on $[K]^T$.",
    recorded="holds",
    mutants={
        "r_t is known when a_t is drawn": {"law": _reward_too_early},
        "the n-th reward of each arm": {"law": _list_of_arm},
        "first factor forgotten": {
            "law": lambda m, a, r: forgets_the_first_round(m, a, list_reward(r))
        },
    },
)
def list_law(law: Product = equation_3_2) -> Verdict:
    """The printed product against the game played forward; mass 1; r_T is never read."""
    source = random.Random(34)
    for kernel in (appendix, *(random_kernel(source, 3) for _ in range(3))):
        machine = kernel_as_machine(kernel)
        for rewards in lists(3):
            found = {a: law(machine, a, rewards) for a in sequences(3)}
            played = play(machine, 3, list_reward(rewards))
            if sum(found.values()) != 1 or found != played:
                return fails(
                    Grade.PROVED,
                    "The product is not the law of the game.",
                    witness=f"Rewards {rewards}: the product sums to {sum(found.values())}.",
                )
    for _, actions in all_sequences():
        for past, _ in factors(actions, list_entry):
            if any(r == ("r", len(actions)) for _, r in past):
                return fails(Grade.PROVED, "The last reward is read.", witness=f"{actions}.")
    return holds(
        Grade.CERTIFIED,
        "The product is the law of the actions in the game and sums to 1; r_T is in no factor.",
        covered="All eight lists at T = 3, K = 2, four kernels (one with zeros), exact; r_T for "
        "every kernel and list at T <= 4 as formal products.",
        not_covered="Larger sizes: the sum over a_T is 1, then the one over a_(T-1), and so on.",
    )


Near = Callable[[Sequence[object], Sequence[object]], bool]


@claim(
    "thesis.def3.3",
    r"$\pi$ is $(\varepsilon,\delta)$-View DP ($\rho$-View zCDP) iff $\mathcal V^\pi$ is "
    r"$(\varepsilon,\delta)$-DP ($\rho$-zCDP), where $\mathbf r\sim\mathbf r'$ differ in at most "
    r"one reward.",
    recorded="holds",
    mutants={
        "two rewards differ": {"near": lambda x, y: x[0] != y[0] and x[1] != y[1]},
        "all rewards may differ": {"near": lambda x, y: x != y},
        "only the last reward counts": {"near": lambda x, y: x[:-1] == y[:-1] and x != y},
    },
)
def view_privacy(near: Near = differ_once) -> Verdict:
    """delta by lists against the library, and against all events where these are few."""
    source, factor = random.Random(35), Fraction(6, 5)
    kernels = [appendix, *(random_kernel(source, 3) for _ in range(10))]
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        laws = {r: play(machine, 3, list_reward(r)) for r in lists(2)}
        on_lists = laws_on(lists(2), laws.__getitem__, near)
        found = on_lists.delta(factor)
        known = library_deltas(kernel, 3, factor).view
        pairs = [(p, q) for r, p in laws.items() for s, q in laws.items() if near(r, s)]
        if found != known or (number < 2 and largest_over_events(pairs, factor) != known):
            return fails(
                Grade.PROVED,
                "These neighbours give another delta than lists that differ once.",
                witness=f"Policy {number}, e^eps = 6/5: {found}, not {known}.",
            )
        rho = rho_agrees(kernel, 3, Notion.VIEW, on_lists) if number > 6 else None
        if rho:
            return fails(Grade.CERTIFIED, "The zCDP constant is another one.", witness=f"{rho}.")
    return holds(
        Grade.CERTIFIED,
        "The definition is computable, and two separate enumerations of it agree. Kernel and "
        "machine readings coincide here, since the label is the action.",
        numbers={"policies": len(kernels)},
        covered="Eleven policies at T = 3, K = 2, all neighbouring lists of 0 and 1, e^eps = 6/5; "
        "all 256 events for two of them; the zCDP constants of four over all orders, in balls.",
        not_covered="Other rewards and horizons.",
    )


@claim(
    "thesis.fig3.2",
    r"Figure 3.2: a list of $T$ rewards goes into the policy, one reward per round whatever is "
    r"played; the actions come out.",
    recorded="holds",
    mutants={
        "one list for each arm": {"reward": table_entry},
        "the same reward always": {"reward": lambda a, label: ("r", 1)},
    },
)
def list_picture(reward: Namer = list_entry) -> Verdict:
    """The rewards on the paths of all trajectories are one and the same list."""
    seen: set[tuple[Hashable, ...]] = {
        tuple(entry for _, entry in factors(path, reward)[-1][0]) for path in sequences(4)
    }
    if seen != {(("r", 1), ("r", 2), ("r", 3))}:
        return fails(
            Grade.PROVED,
            "The rewards are not those of one list.",
            witness=f"T = 4: trajectories show {len(seen)} list(s), one of them "
            f"{written(factors((0, 1, 0, 0), reward))}.",
        )
    return holds(
        Grade.CERTIFIED,
        "All trajectories of four rounds observe r_1, r_2, r_3 in this order.",
        covered="All 16 trajectories at T = 4, K = 2.",
        not_covered="The drawing.",
    )


@claim(
    "thesis.rem3.4",
    r"For an event $E=\{\mathbf a,\mathbf b\}$ the View law $\mathcal V_{\mathbf r}(E)$ uses the "
    r"same rewards for both sequences, the Table law $\mathcal M_{\mathbf x}(E)$ uses "
    r"$x_{t,a_t}$ for one and $x_{t,b_t}$ for the other; this is the source of the difference "
    r"between the two definitions.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "a table with equal columns": {"tables_seen": [((r,) * 2, (s,) * 2) for r, s in lists(2)]},
        "both sequences share their first actions": {"event": ((0, 0, 0), (0, 0, 1))},
    },
)
def composite_events(
    tables_seen: Sequence[tuple[List, ...]] = tuple(tables(2)),
    event: tuple[Actions, ...] = ((0, 0, 1), (1, 0, 1)),
) -> Verdict:
    """One sequence of a table is a list; two sequences need not be, by exhaustion."""
    for _, actions in all_sequences():

        def trajectory(path: Actions, label: Hashable, whole: Actions = actions) -> Hashable:
            return ("x", len(path), whole[len(path) - 1])

        if factors(actions, table_entry) != factors(actions, trajectory):
            return fails(Grade.PROVED, "A single sequence is no list.", witness=f"{actions}.")
    # the policy tells the two rewards apart after both first arms
    machine = kernel_as_machine(random_kernel(random.Random(36), 3))
    by_lists = {total(play(machine, 3, list_reward(r)), event) for r in lists(2)}
    by_tables = {x: total(play(machine, 3, table_reward(x)), event) for x in tables_seen}
    outside = {x: mass for x, mass in by_tables.items() if mass not in by_lists}
    if not outside:
        return fails(
            Grade.PROVED,
            "Every table gives the event the probability that some list gives it.",
            witness=f"E = {event}: {len(by_tables)} tables, {len(by_lists)} values.",
        )
    blind = library_deltas(blind_in_three_rounds, 3, Fraction(1))
    table, mass = next(iter(outside.items()))
    return holds(
        Grade.CERTIFIED,
        f"One sequence sees a list, an event of two does not: the table {table} gives "
        f"E = {event} the probability {mass}, which no list gives, and a policy has View delta "
        f"{blind.view} and Table delta {blind.table} at e^eps = 1; V_T and M_d are printed for "
        "V_r and M_x (D19).",
        numbers={"tables without a list": len(outside)},
        covered="Single sequences: every kernel and table as formal products at T <= 4; the event "
        "of two sequences: all lists and tables of 0 and 1 at T = 3 for one policy.",
        not_covered="Other policies; Proposition 3.12 draws the consequences.",
    )
