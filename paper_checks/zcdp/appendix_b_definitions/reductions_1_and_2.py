"""Claims about the two reductions of Appendix B-A, from lists to tables and back."""

from collections.abc import Callable, Hashable
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.finite_laws import distance
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES
from banditproof.paper_checks.models.policy_protocols import Actions, Table, lists, tables
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdicts.vocabulary import proved

ALL = "Every policy, all real rewards, T and K: what a round shows, as a term; "
Copies = Callable[[tuple[int, ...], int], Table]
"""A table from a list and the number of arms."""


def copied(rewards: tuple[int, ...], arms: int) -> Table:
    """The list in each of K columns."""
    return tuple((reward,) * arms for reward in rewards)


def rows_that_differ(first: Table, second: Table) -> int:
    """The Hamming distance of tables."""
    return sum(x != y for x, y in zip(first, second, strict=True))


def in_each_column(actions: Actions, label: Hashable) -> Hashable:
    """The entry of the table that copies a list: r_t, whatever the label."""
    return ("r", formal.number(actions))


@checks("zcdp.red1")
@mutant(
    "only the first column is copied",
    copies=lambda r, arms: tuple((x, *(0,) * (arms - 1)) for x in r),
)
@mutant("the last reward in all rows", copies=lambda r, arms: ((r[-1],) * arms,) * len(r))
@mutant("columns of their own", entry=formal.table_entry)
def lists_are_tables(copies: Copies = copied, entry: formal.Namer = in_each_column) -> Verdict:
    """What a round shows, as a term; laws and distances of all short lists."""
    finding = "The table shows other rewards than the list."
    formal.require_one_law((formal.own, entry), (formal.own, formal.list_entry), finding)
    for r in lists(2):
        same = LISTS.law(appendix, 3, r) == TABLES.law(appendix, 3, copies(r, 2))
        require(same, "The two laws differ.", r=r)
    for arms, (r, s) in product((1, 2, 3), product(lists(3), repeat=2)):
        far, expected = rows_that_differ(copies(r, arms), copies(s, arms)), distance(r, s)
        require(
            far == expected, "The tables have another distance.", lists=(r, s), K=arms, rows=far
        )
    return proved(
        covered=f"{ALL}the laws of one policy and all distances of lists of three bits, K <= 3."
    )


def on_the_path(table: Table, actions: Actions) -> tuple[int, ...]:
    """r(d, a): the rewards of a sequence of actions in a table."""
    return tuple(row[arm] for row, arm in zip(table, actions, strict=True))


@checks("zcdp.red2", subjects={"distances": ((1,), (0, 1))})
@mutant("the entry of the first action", path=lambda d, a: tuple(row[a[0]] for row in d))
@mutant("sharper: always equal", distances=(0,))
@mutant("the column of the queries", entry=lambda a, label: ("x", len(a), 0))
def sequences_see_lists(
    distances: tuple[int, ...],
    path: Callable[[Table, Actions], tuple[int, ...]] = on_the_path,
    entry: formal.Namer = formal.table_entry,
) -> Verdict:
    """The product of a sequence, as a term; the lists of neighbouring tables."""
    finding = "A sequence does not see its own entries."
    formal.require_one_law((formal.own, entry), (formal.own, formal.own_entry), finding)
    every = tables(2)
    for d in every:
        law = TABLES.law(appendix, 3, d)
        for a, mass in law.items():
            same = mass == LISTS.law(appendix, 3, path(d, a[:2]))[a]
            require(same, "The list gives another probability.", d=d, actions=a)
    near = [pair for pair in product(every, every) if rows_that_differ(*pair) == 1]
    for (d, e), a in product(near, product((0, 1), repeat=2)):
        lists_of = path(d, a), path(e, a)
        require_or_repair(
            distance(*lists_of) in distances,
            "The two lists are equal where the changed row agrees in the played arm; so they are "
            "neighbours or equal, which is all that the proofs need.",
            tables=(d, e),
            actions=a,
            lists=lists_of,
        )
    return proved(
        covered=f"{ALL}one policy and all neighbouring tables of 0 and 1 at T = 3, K = 2."
    )
