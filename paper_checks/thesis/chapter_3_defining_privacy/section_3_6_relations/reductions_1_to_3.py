"""Claims about Reductions 1, 2, 3: lists as tables, paths as lists, tables as adversaries."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, TREES
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Table,
    differ_once,
    lists,
    random_kernel,
    sequences,
    tables,
)
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified

from ..section_3_5_continual_release.definition_3_8_adaptive_release import secret_at_the_challenge

Names = dict[tuple[int, Hashable], Hashable]
"""A table of names: the entry of row t and column a."""

ToTable = Callable[[int, int], Names]
COVERED = (
    "Every kernel and all real {inputs} as formal products for T <= 4 with two arms, T <= 3 with "
    "three; one kernel with zeros on all {inputs} of 0 and 1."
)
LARGER = "Larger sizes: the substitution is the same in each factor."


def equal_columns(horizon: int, arms: int) -> Names:
    """x(r): every column is the list."""
    return {(t, a): ("r", t) for t in range(1, horizon + 1) for a in range(arms)}


def _first_column_only(horizon: int, arms: int) -> Names:
    return {(t, a): ("r", t) if a == 0 else 0 for t, a in equal_columns(horizon, arms)}


def _shifted_columns(horizon: int, arms: int) -> Names:
    places = product(range(1, horizon + 1), range(arms))
    return {(t, a): ("r", (t + a - 1) % horizon + 1) for t, a in places}


@claim(
    "thesis.red1",
    r"$\mathbf x(r)_{t,a}=r_t$ for all $a$: $\mathcal V^\pi_r=\mathcal M^\pi_{\mathbf x(r)}$, and "
    r"$r\sim r'$ gives $\mathbf x(r)\sim\mathbf x(r')$.",
    recorded="holds",
    mutants={
        "the list in the first column only": {"to_table": _first_column_only},
        "columns are shifted lists": {"to_table": _shifted_columns},
    },
)
def lists_are_tables(to_table: ToTable = equal_columns) -> Verdict:
    """A formal identity, and the rows that one reward changes."""
    for arms, actions in formal.all_sequences():
        names = to_table(len(actions), arms)
        entries = [names[t, arm] for t, arm in enumerate(actions, 1)]
        found = formal.factors(actions, formal.in_order(entries))
        due = formal.factors(actions, formal.list_entry)
        formal.require_same(actions, found, due, "The two laws are different products.")
        for t in range(1, len(actions) + 1):
            rows = {row for (row, _), name in names.items() if name == ("r", t)}
            require(rows == {t}, "One reward changes other rows.", t=t, rows=tuple(rows))
    for r in lists(2):
        same = LISTS.law(appendix, 3, r) == TABLES.law(appendix, 3, tuple((x, x) for x in r))
        require(same, "The laws differ.", list=r)
    return certified(
        "The table with K equal columns shows every trajectory the list, and one reward is one "
        "row of it.",
        covered=COVERED.format(inputs="lists"),
        not_covered=LARGER,
    )


ToList = Callable[[Actions], list[Hashable]]


def along_the_path(actions: Actions) -> list[Hashable]:
    """r(x, a)_t = x_(t, a_t), as names."""
    return [("x", t, a) for t, a in enumerate(actions, start=1)]


@claim(
    "thesis.red2",
    r"$r(\mathbf x,\mathbf a)_t=x_{t,a_t}$ (printed $d_{t,a_t}$): $\mathcal M^\pi_{\mathbf x}"
    r"(\mathbf a)=\mathcal V^\pi_{r(\mathbf x,\mathbf a)}(\mathbf a)$ for each single $\mathbf a$, "
    r"and $\mathbf x\sim\mathbf x'$ gives $r(\mathbf x,\mathbf a)\sim r(\mathbf x',\mathbf a)$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "the entry of the next action": {"to_list": lambda a: along_the_path((*a[1:], a[0]))},
        "the entry of the first action": {"to_list": lambda a: along_the_path((a[0],) * len(a))},
    },
)
def paths_are_lists(to_list: ToList = along_the_path) -> Verdict:
    """A formal identity for each sequence; it fails for events of two sequences."""
    for _, actions in formal.all_sequences():
        names = to_list(actions)
        found = formal.factors(actions, formal.in_order(names))
        due = formal.factors(actions, formal.table_entry)
        formal.require_same(actions, found, due, "The list is not the one on the trajectory.")
        rows = [name[1] for name in names if isinstance(name, tuple)]
        once = rows == list(range(1, len(actions) + 1))
        require(once, "A row gives several rewards.", actions=actions, rows=rows)
    for x in tables(2):
        for a, mass in TABLES.law(appendix, 3, x).items():
            same = mass == LISTS.law(appendix, 3, [x[t][a[t]] for t in range(2)])[a]
            require(same, "The laws differ.", table=x, actions=a)
    return certified(
        "Along one sequence a table is a list, and one row of it is one reward; the printed "
        "d_(t,a_t) is x_(t,a_t).",
        covered=COVERED.format(inputs="tables"),
        not_covered=LARGER,
    )


Feeder = Callable[[Table, Table, Actions], tuple[int, int]]
"""From two tables the left and right reward after a_1, ..., a_t."""


def entries_of_the_last_action(one: Table, other: Table, a: Actions) -> tuple[int, int]:
    """A(x, x')_t: a_1, ..., a_t to (x_(t,a_t), x'_(t,a_t))."""
    return one[len(a) - 1][a[-1]], other[len(a) - 1][a[-1]]


def _entries_of_the_first_action(one: Table, other: Table, a: Actions) -> tuple[int, int]:
    return one[len(a) - 1][a[0]], other[len(a) - 1][a[0]]


@claim(
    "thesis.red3",
    r"$\mathcal A(\mathbf x,\mathbf x')_t:a_1,\dots,a_t\mapsto(x_{t,a_t},x'_{t,a_t})$. For tables "
    r"that differ at step $t^\star$ only and every $S\in\mathbb R^T$ (sic): "
    r"$\Pr[\mathrm{View}^{L,t^\star}\in S]=\mathcal M^\pi_{\mathbf x}(S)$, "
    r"$\Pr[\mathrm{View}^{R,t^\star}\in S]=\mathcal M^\pi_{\mathbf x'}(S)$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "entries of the first action": {"feeder": _entries_of_the_first_action},
        "channels exchanged": {"feeder": lambda x, y, a: entries_of_the_last_action(y, x, a)},
    },
)
def tables_are_adversaries(feeder: Feeder = entries_of_the_last_action) -> Verdict:
    """All neighbouring tables, both bits, played forward; the names as formal products."""
    kernel = random_kernel(random.Random(33), 3, least=0)
    played = {x: TABLES.law(kernel, 3, x) for x in tables(2)}
    for one, other in product(tables(2), tables(2)):
        if not differ_once(one, other):
            continue
        challenge = 1 if one[0] != other[0] else 2
        for bit, table in (("L", one), ("R", other)):
            tree = tuple(
                tuple(
                    feeder(one, other, a)[secret_at_the_challenge(t, challenge, bit) == "R"]
                    for a in sequences(t)
                )
                for t in (1, 2)
            )
            same = TREES.law(kernel, 3, tree) == played[table]
            finding = "The adversary does not simulate its tables."
            require(same, finding, tables=(one, other), t_star=challenge, b=bit)
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            # x and x' share all names except those of row t*
            def left(a: Actions, label: Hashable, t: int = challenge) -> Hashable:
                return ("x'" if len(a) == t else "x", len(a), label)

            def fed(a: Actions, label: Hashable, t: int = challenge) -> Hashable:
                right = secret_at_the_challenge(len(a), t, "R") == "R"
                return ("x'" if right else "x", len(a), a[-1])

            found, due = formal.factors(actions, fed), formal.factors(actions, left)
            formal.require_same(actions, found, due, "The adversary shows other products.")
    return certified(
        "The adversary that looks at the last action only shows exactly the two tables. S must be "
        "a set of action sequences; printed is S in R^T.",
        covered="All 96 ordered pairs of neighbouring 0/1 tables at T = 3 for one kernel with "
        "zeros; every kernel and table as formal products for T <= 4.",
        not_covered=LARGER,
    )
