"""Claims about Reductions 1, 2, 3: lists as tables, paths as lists, tables as adversaries."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from itertools import product

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.formal_products import all_sequences, factors, list_entry, table_entry, written
from ....models.policy_protocols import (
    Actions,
    Table,
    differ_once,
    kernel_as_machine,
    list_reward,
    lists,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from ....models.separating_policies import appendix
from ....verdict import Verdict, fails, holds
from ..section_3_5_continual_release.definition_3_8_adaptive_release import secret_at_the_challenge

Names = dict[tuple[int, Hashable], Hashable]
"""A table of names: the entry of row t and column a."""

ToTable = Callable[[int, int], Names]
List = tuple[int, ...]


def equal_columns(horizon: int, arms: int) -> Names:
    """x(r): every column is the list."""
    return {(t, a): ("r", t) for t in range(1, horizon + 1) for a in range(arms)}


def _first_column_only(horizon: int, arms: int) -> Names:
    return {(t, a): ("r", t) if a == 0 else 0 for t, a in equal_columns(horizon, arms)}


def _shifted_columns(horizon: int, arms: int) -> Names:
    places = [(t, a) for t in range(1, horizon + 1) for a in range(arms)]
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
    for arms, actions in all_sequences():
        names = to_table(len(actions), arms)

        def entry(path: Actions, label: Hashable, known: Names = names) -> Hashable:
            return known[len(path), label]

        if factors(actions, list_entry) != factors(actions, entry):
            return fails(
                Grade.PROVED,
                "The two laws are different products.",
                witness=f"Actions {actions}: {written(factors(actions, list_entry))} and "
                f"{written(factors(actions, entry))}.",
            )
        for t in range(1, len(actions) + 1):
            rows = {row for (row, _), name in names.items() if name == ("r", t)}
            if rows != {t}:
                return fails(Grade.PROVED, "One reward changes other rows.", witness=f"{rows}.")
    machine = kernel_as_machine(appendix)
    for r in lists(2):
        if play(machine, 3, list_reward(r)) != play(
            machine, 3, table_reward(tuple((x, x) for x in r))
        ):
            return fails(Grade.PROVED, "The laws differ.", witness=f"List {r}.")
    return holds(
        Grade.CERTIFIED,
        "The table with K equal columns shows every trajectory the list, and one reward is one "
        "row of it.",
        covered="Every kernel and all real lists as formal products for T <= 4 with two arms, "
        "T <= 3 with three; one kernel with zeros on all lists of 0 and 1.",
        not_covered="Larger sizes: the substitution is the same in each factor.",
    )


ToList = Callable[[Actions], tuple[Hashable, ...]]


def along_the_path(actions: Actions) -> tuple[Hashable, ...]:
    """r(x, a)_t = x_(t, a_t), as names."""
    return tuple(("x", t, a) for t, a in enumerate(actions, start=1))


def _of_the_next_action(actions: Actions) -> tuple[Hashable, ...]:
    return tuple(("x", t, a) for t, a in enumerate((*actions[1:], actions[0]), start=1))


def _of_the_first_action(actions: Actions) -> tuple[Hashable, ...]:
    return tuple(("x", t, actions[0]) for t in range(1, len(actions) + 1))


@claim(
    "thesis.red2",
    r"$r(\mathbf x,\mathbf a)_t=x_{t,a_t}$ (printed $d_{t,a_t}$): $\mathcal M^\pi_{\mathbf x}"
    r"(\mathbf a)=\mathcal V^\pi_{r(\mathbf x,\mathbf a)}(\mathbf a)$ for each single $\mathbf a$, "
    r"and $\mathbf x\sim\mathbf x'$ gives $r(\mathbf x,\mathbf a)\sim r(\mathbf x',\mathbf a)$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "the entry of the next action": {"to_list": _of_the_next_action},
        "the entry of the first action": {"to_list": _of_the_first_action},
    },
)
def paths_are_lists(to_list: ToList = along_the_path) -> Verdict:
    """A formal identity for each sequence; it fails for events of two sequences."""
    for _, actions in all_sequences():
        names = to_list(actions)

        def entry(path: Actions, label: Hashable, known: tuple[Hashable, ...] = names) -> Hashable:
            return known[len(path) - 1]

        rows = [name[1] for name in names if isinstance(name, tuple)]
        if factors(actions, table_entry) != factors(actions, entry):
            return fails(
                Grade.PROVED,
                "The list is not the one on the trajectory.",
                witness=f"Actions {actions}: {written(factors(actions, table_entry))} and "
                f"{written(factors(actions, entry))}.",
            )
        if rows != list(range(1, len(actions) + 1)):
            return fails(Grade.PROVED, "A row gives several rewards.", witness=f"Rows {rows}.")
    machine = kernel_as_machine(appendix)
    for x in tables(2):
        law = play(machine, 3, table_reward(x))
        for a in sequences(3):
            r = tuple(x[t][a[t]] for t in range(2))
            if law[a] != play(machine, 3, list_reward(r))[a]:
                return fails(Grade.PROVED, "The laws differ.", witness=f"Table {x}, {a}.")
    return holds(
        Grade.CERTIFIED,
        "Along one sequence a table is a list, and one row of it is one reward; the printed "
        "d_(t,a_t) is x_(t,a_t) (D19).",
        covered="Every kernel and all real tables as formal products for T <= 4 with two arms, "
        "T <= 3 with three; one kernel with zeros on all tables of 0 and 1.",
        not_covered="Larger sizes: the substitution is the same in each factor.",
    )


Feeder = Callable[[Table, Table], Callable[[Actions], tuple[int, int]]]
"""From two tables the left and right reward after a_1, ..., a_t."""


def entries_of_the_last_action(one: Table, other: Table) -> Callable[[Actions], tuple[int, int]]:
    """A(x, x')_t: a_1, ..., a_t to (x_(t,a_t), x'_(t,a_t))."""
    return lambda a: (one[len(a) - 1][a[-1]], other[len(a) - 1][a[-1]])


def _entries_of_the_first_action(one: Table, other: Table) -> Callable[[Actions], tuple[int, int]]:
    return lambda a: (one[len(a) - 1][a[0]], other[len(a) - 1][a[0]])


def _channels_exchanged(one: Table, other: Table) -> Callable[[Actions], tuple[int, int]]:
    return entries_of_the_last_action(other, one)


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
        "channels exchanged": {"feeder": _channels_exchanged},
    },
)
def tables_are_adversaries(feeder: Feeder = entries_of_the_last_action) -> Verdict:
    """All neighbouring tables, both bits, played forward; the names as formal products."""
    machine = kernel_as_machine(random_kernel(random.Random(33), 3, least=0))
    played = {x: play(machine, 3, table_reward(x)) for x in tables(2)}
    for one, other in product(tables(2), tables(2)):
        if not differ_once(one, other):
            continue
        challenge = 1 if one[0] != other[0] else 2
        feed = feeder(one, other)
        for side, bit, table in ((0, "L", one), (1, "R", other)):

            def reward(
                a: Actions,
                label: int,
                b: str = bit,
                t: int = challenge,
                f: Callable[[Actions], tuple[int, int]] = feed,
            ) -> int:
                return f(a)[secret_at_the_challenge(len(a), t, b) == "R"]

            if play(machine, 3, reward) != played[table]:
                return fails(
                    Grade.PROVED,
                    "The adversary does not simulate its tables.",
                    witness=f"Tables {one} and {other}, t* = {challenge}, b = {bit}, side {side}.",
                )
    for _, actions in all_sequences():
        for challenge in range(1, len(actions)):
            # x and x' share all names except those of row t*
            def left(a: Actions, label: Hashable, t: int = challenge) -> Hashable:
                return ("x'" if len(a) == t else "x", len(a), label)

            def fed(a: Actions, label: Hashable, t: int = challenge) -> Hashable:
                right = secret_at_the_challenge(len(a), t, "R") == "R"
                return ("x'" if right else "x", len(a), a[-1])

            if factors(actions, left) != factors(actions, fed):
                return fails(Grade.PROVED, "Other products.", witness=f"{actions}.")
    return holds(
        Grade.CERTIFIED,
        "The adversary that looks at the last action only shows exactly the two tables. S must be "
        "a set of action sequences; printed is S in R^T (D19).",
        covered="All 96 ordered pairs of neighbouring 0/1 tables at T = 3 for one kernel with "
        "zeros; every kernel and table as formal products for T <= 4.",
        not_covered="Larger sizes: the substitution is the same in each factor.",
    )
