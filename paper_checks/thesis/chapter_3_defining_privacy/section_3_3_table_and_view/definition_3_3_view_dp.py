"""Claims about lists of observed rewards: (3.2), Definition 3.3, Figure 3.2, Remark 3.4."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.deltas_twice import library_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, total
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Table,
    differ_once,
    list_reward,
    lists,
    random_kernel,
    sequences,
    tables,
)
from banditproof.paper_checks.models.separating_policies import blind_in_three_rounds
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified
from banditproof.verify.definitions.notions import Notion

from .laws_and_neighbours import (
    Near,
    Product,
    last_row,
    neighbours_of,
    product_along,
    product_is_the_law,
    two_rows,
    without_the_first_factor,
)

equation_3_2 = product_along(list_reward)


@claim(
    "thesis.eq3.2",
    r"$\mathcal V^\pi_{\mathbf r}(a_1,\dots,a_T)=\prod_{t=1}^T\pi_t(a_t\mid a_1,r_1,\dots,"
    r"a_{t-1},r_{t-1})$ is a law on $[K]^T$.",
    recorded="holds",
    mutants={
        "r_t is known when a_t is drawn": {"law": product_along(lambda r: list_reward(r[1:]))},
        "the n-th reward of each arm": {
            "law": product_along(lambda r: lambda actions, label: r[actions.count(label) - 1])
        },
        "first factor forgotten": {"law": without_the_first_factor(list_reward)},
    },
)
def list_law(law: Product = equation_3_2) -> Verdict:
    """The printed product on all lists; r_T is in no factor."""
    return product_is_the_law(LISTS, law, formal.list_entry)


@claim(
    "thesis.def3.3",
    r"$\pi$ is $(\varepsilon,\delta)$-View DP ($\rho$-View zCDP) iff $\mathcal V^\pi$ is "
    r"$(\varepsilon,\delta)$-DP ($\rho$-zCDP), where $\mathbf r\sim\mathbf r'$ differ in at most "
    r"one reward.",
    recorded="holds",
    mutants={
        "two rewards differ": {"near": two_rows},
        "all rewards may differ": {"near": lambda x, y: x != y},
        "only the last reward counts": {"near": last_row},
    },
)
def view_privacy(near: Near = differ_once) -> Verdict:
    """delta and rho by lists that differ once, by two routes."""
    return neighbours_of(LISTS, Notion.VIEW, near)


@claim(
    "thesis.fig3.2",
    r"Figure 3.2: a list of $T$ rewards goes into the policy, one reward per round whatever is "
    r"played; the actions come out.",
    recorded="holds",
    mutants={
        "one list for each arm": {"reward": formal.table_entry},
        "the same reward always": {"reward": lambda a, label: ("r", 1)},
    },
)
def list_picture(reward: formal.Namer = formal.list_entry) -> Verdict:
    """The rewards on the paths of all trajectories are one and the same list."""
    for path in sequences(4):
        seen, due = formal.rewards_seen(path, reward), [("r", 1), ("r", 2), ("r", 3)]
        require(seen == due, "The rewards are not those of one list.", actions=path, seen=seen)
    return certified(
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
    tables_seen: Sequence[Table] = tuple(tables(2)),
    event: tuple[Actions, ...] = ((0, 0, 1), (1, 0, 1)),
) -> Verdict:
    """One sequence of a table is a list; two sequences need not be, by exhaustion."""
    for _, actions in formal.all_sequences():
        trajectory = formal.in_order([("x", t, arm) for t, arm in enumerate(actions, 1)])
        found = formal.factors(actions, formal.table_entry)
        due = formal.factors(actions, trajectory)
        formal.require_same(actions, found, due, "A single sequence does not see a list.")
    # the policy tells the two rewards apart after both first arms
    kernel = random_kernel(random.Random(36), 3)
    by_lists = {total(LISTS.law(kernel, 3, r), event) for r in lists(2)}
    by_tables = {x: total(TABLES.law(kernel, 3, x), event) for x in tables_seen}
    outside = {x: mass for x, mass in by_tables.items() if mass not in by_lists}
    finding = "Every table gives the event the probability that some list gives it."
    require(outside != {}, finding, event=event, tables=len(by_tables))
    blind = library_deltas(blind_in_three_rounds, 3, Fraction(1))
    table, mass = next(iter(outside.items()))
    return certified(
        f"One sequence sees a list, an event of two does not: the table {table} gives "
        f"E = {event} the probability {mass}, which no list gives, and a policy has View delta "
        f"{blind.view} and Table delta {blind.table} at e^eps = 1; V_T and M_d are printed for "
        "V_r and M_x.",
        numbers={"tables without a list": len(outside)},
        covered="Single sequences: every kernel and table as formal products at T <= 4; the event "
        "of two sequences: all lists and tables of 0 and 1 at T = 3 for one policy.",
        not_covered="Other policies; Proposition 3.12 draws the consequences.",
    )
