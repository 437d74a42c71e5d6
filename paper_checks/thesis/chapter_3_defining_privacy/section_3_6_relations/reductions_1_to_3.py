"""Claims about Reductions 1, 2, 3: lists as tables, paths as lists, tables as adversaries."""

import random
from collections.abc import Callable, Collection, Hashable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, TREES
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdicts.vocabulary import need, proved
from ....models.policy_protocols import Table, differ_once, lists, random_kernel, sequences, tables
from ..section_3_5_continual_release.definition_3_8_adaptive_release import secret_at_the_challenge

COVERED = (
    "Every kernel, all real {inputs}, all T and K: what a round t shows, as a term, and the row or "
    "round that the term names; one kernel with zeros on all {inputs} of 0 and 1 at T = 3."
)
Entry = Callable[[Any, Any], Hashable]
"""The name of the entry in row t and column a of a table."""


def equal_columns(t: Any, column: Any) -> Hashable:
    """x(r): every column is the list."""
    return ("r", t)


@checks("thesis.red1")
@mutant("the list in the first column only", entry=lambda t, a: ("r", t) if a == 0 else 0)
@mutant("columns are shifted lists", entry=lambda t, a: ("r", t + a))
def lists_are_tables(entry: Entry = equal_columns) -> Verdict:
    """The same law, and the rows that one reward changes."""
    table: formal.Shows = (formal.own, lambda a, label: entry(formal.number(a), label))
    finding = "The two laws are different products."
    formal.require_one_law(table, (formal.own, formal.list_entry), finding)
    # row t is made of r_t alone, so lists that differ in one round give tables that differ in one
    t, a = formal.Unknown("t"), formal.Unknown("a")
    need(entry(t, a) == ("r", t), "A row holds another reward")
    for r in lists(2):
        same = LISTS.law(appendix, 3, r) == TABLES.law(appendix, 3, tuple((x, x) for x in r))
        require(same, "The laws differ.", list=r)
    return proved(covered=COVERED.format(inputs="lists"))


Listed = Callable[[Any], Any]
"""The t-th element of r(x, a), from a_1, ..., a_t: the name of a dataset, a row, a column."""


def printed_entry(actions: Any) -> tuple[str, Hashable, Hashable]:
    """d_(t, a_t), as printed."""
    return ("d", formal.number(actions), actions[-1])


def entry_on_the_path(actions: Any) -> tuple[str, Hashable, Hashable]:
    """x_(t, a_t)."""
    return ("x", formal.number(actions), actions[-1])


@checks("thesis.red2", subjects={"listed": (printed_entry, entry_on_the_path)})
@mutant("the entry of the first action", listed=lambda a: ("x", formal.number(a), a[0]))
@mutant("the entry of the row before", listed=lambda a: ("x", len(a) - 1, a[-1]))
def paths_are_lists(listed: Listed) -> Verdict:
    """The dataset of the names; the law of one sequence; the row that an element comes from."""
    name = listed((0,))[0]
    finding = "The list takes its rewards from d, where the table is x; x_(t,a_t) is meant."
    require_or_repair(name == "x", finding, dataset=name, table="x")
    for _, actions in formal.all_sequences():
        names = [listed(actions[:t]) for t in range(1, len(actions) + 1)]
        result = formal.factors(actions, formal.in_order(names))
        expected = formal.factors(actions, formal.table_entry)
        formal.require_same(actions, result, expected, "The list is not the one on the trajectory.")
    generic = formal.table_entry(formal.ANY, formal.own(formal.ANY))
    need(listed(formal.ANY) == generic, "An unknown round shows another entry")
    for x in tables(2):
        for a, mass in TABLES.law(appendix, 3, x).items():
            same = mass == LISTS.law(appendix, 3, [x[t][a[t]] for t in range(2)])[a]
            require(same, "The laws differ.", table=x, actions=a)
    return proved(covered=COVERED.format(inputs="tables"))


Entries = Callable[[Any, Any], Any]
"""The entries x_(t, a) of a table, from t and a; numbers or names."""

Feeder = Callable[[Entries, Entries, Any], tuple[Any, Any]]
"""From two tables the left and right reward after a_1, ..., a_t."""


def entries_of_the_last_action(first: Entries, second: Entries, a: Any) -> tuple[Any, Any]:
    """A(x, x')_t: a_1, ..., a_t to (x_(t,a_t), x'_(t,a_t))."""
    return first(formal.number(a), a[-1]), second(formal.number(a), a[-1])


def _entries_of_the_first_action(first: Entries, second: Entries, a: Any) -> tuple[Any, Any]:
    return first(formal.number(a), a[0]), second(formal.number(a), a[0])


def _of_the_first_action_later(first: Entries, second: Entries, a: Any) -> tuple[Any, Any]:
    """Wrong: as it must be in two rounds, and then the entries of the first action."""
    early = isinstance(a, tuple) and len(a) < 3
    return (entries_of_the_last_action if early else _entries_of_the_first_action)(first, second, a)


def entries_of(table: Table) -> Entries:
    """The entries of a table by round and column."""
    return lambda t, column: table[t - 1][column]


def names_of(dataset: str, challenge: str) -> Entries:
    """The entries of x or x', which share all names except those of row t*."""
    return lambda t, column: (dataset if t == challenge else "x", t, column)


POINT_OF_RT = (Fraction(1, 2), Fraction(0), Fraction(-1))
"""An element of R^3, as S is printed."""
EVENT = frozenset({(0, 1, 0), (1, 1, 1)})
"""A subset of [K]^3, as an event of the view is."""


@checks("thesis.red3", subjects={"event": (POINT_OF_RT, EVENT)})
@mutant("entries of the first action", feeder=_entries_of_the_first_action)
@mutant("channels exchanged", feeder=lambda x, y, a: entries_of_the_last_action(y, x, a))
@mutant("entries of the first action from round 3 on", feeder=_of_the_first_action_later)
def tables_are_adversaries(
    event: Collection[Any], feeder: Feeder = entries_of_the_last_action
) -> Verdict:
    """What S is; all neighbouring tables, both bits, played forward; unknown rounds."""
    require_or_repair(
        set(event) <= set(sequences(3)),
        "S must be a set of action sequences, of which View in S can be said; printed is an "
        "element of R^T.",
        S=tuple(event),
    )
    kernel = random_kernel(random.Random(33), 3, least=0)
    played = {x: TABLES.law(kernel, 3, x) for x in tables(2)}
    for first, second in product(tables(2), tables(2)):
        if not differ_once(first, second):
            continue
        challenge, pair = 1 if first[0] != second[0] else 2, (entries_of(first), entries_of(second))
        for bit, table in (("L", first), ("R", second)):
            tree = tuple(
                tuple(
                    feeder(*pair, a)[secret_at_the_challenge(t, challenge, bit) == "R"]
                    for a in sequences(t)
                )
                for t in (1, 2)
            )
            same = TREES.law(kernel, 3, tree) == played[table]
            finding = "The adversary does not simulate its tables."
            require(same, finding, tables=(first, second), t_star=challenge, b=bit)
    left, right_one = names_of("x", "t*"), names_of("x'", "t*")
    both = ("L", left), ("R", right_one)
    for path, (bit, table_of) in product((formal.ANY, formal.AT_CHALLENGE), both):
        t = formal.number(path)
        right = secret_at_the_challenge(t, "t*", bit) == "R"
        fed, expected = feeder(left, right_one, path)[right], table_of(t, formal.own(path))
        need(fed == expected, "An unknown round shows another entry", fed=fed, due=expected)
    return proved()
