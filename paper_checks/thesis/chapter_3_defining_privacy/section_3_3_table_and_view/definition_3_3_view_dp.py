"""Claims about lists of observed rewards: (3.2), Definition 3.3, Figure 3.2, Remark 3.4."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant, written_proof
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.delta_two_ways import library_deltas
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
from banditproof.paper_checks.verdicts.vocabulary import misprinted, proved
from banditproof.verify.definitions.notions import Notion
from .laws_and_neighbours import (
    Near,
    Product,
    last_row,
    neighbours_of,
    product_along,
    product_is_the_law,
    require_batch,
    two_rows,
    without_the_first_factor,
)

equation_3_2 = product_along(list_reward)


@checks("thesis.eq3.2")
@mutant("r_t is known when a_t is drawn", law=product_along(lambda r: list_reward(r[1:])))
@mutant(
    "the n-th reward of each arm",
    law=product_along(lambda r: lambda actions, label: r[actions.count(label) - 1]),
)
@mutant("first factor forgotten", law=without_the_first_factor(list_reward))
def list_law(law: Product = equation_3_2, proof: Proof = WRITTEN) -> Verdict:
    """The printed product on all lists; r_T is in no factor."""
    return product_is_the_law(LISTS, law, formal.list_entry, proof)


@checks("thesis.def3.3")
@mutant("two rewards differ", near=two_rows)
@mutant("all rewards may differ", near=lambda x, y: x != y)
@mutant("only the last reward counts", near=last_row)
def view_privacy(near: Near = differ_once) -> Verdict:
    """delta and rho by lists that differ once, by two routes."""
    return neighbours_of(LISTS, Notion.VIEW, near)


@checks("thesis.fig3.2")
@mutant("one list for each arm", reward=formal.table_entry)
@mutant("the same reward always", reward=lambda a, label: ("r", 1))
def list_picture(reward: formal.Namer = formal.list_entry) -> Verdict:
    """The rewards on the paths of all trajectories are one and the same list."""
    finding = "The rewards are not those of one list."
    for path in sequences(4):
        seen, expected = formal.rewards_seen(path, reward), [("r", 1), ("r", 2), ("r", 3)]
        require(seen == expected, finding, actions=path, seen=seen)
    formal.require_one_law((formal.own, reward), (formal.own, formal.list_entry), finding)
    return proved()


@checks("thesis.sec3.3.view")
@mutant("the rewards answer the actions", reward=formal.node)
@mutant("the reward of the next round", reward=lambda a, label: ("r", len(a) + 1))
@mutant("one entry of a row", reward=formal.table_entry)
def view_challenges(reward: formal.Namer = formal.list_entry) -> Verdict:
    """What the factors of (3.2) hear of a list that is fixed in advance."""
    require_batch(reward, formal.list_entry)
    return proved()


NAMED = frozenset({"r", "x"})
"""The datasets that the remark speaks of: a list and a table."""


@checks("thesis.rem3.4.expressions")
@mutant("one list for each arm", of_list=formal.table_entry)
@mutant("the entry of the first action", of_table=lambda a, label: ("x", len(a), a[0]))
@mutant("with the right subscripts", subscripts=("r", "x"))
def two_expressions(
    of_list: formal.Namer = formal.list_entry,
    of_table: formal.Namer = formal.table_entry,
    subscripts: tuple[str, str] = ("T", "d"),
) -> Verdict:
    """Both sums term by term, for every policy; then the subscripts."""
    finding = "The terms of the sums are others."
    formal.require_one_law((formal.own, of_list), (formal.own, formal.list_entry), finding)
    formal.require_one_law((formal.own, of_table), (formal.own, formal.own_entry), finding)
    wrong = [name for name in subscripts if name not in NAMED]
    if wrong:
        return misprinted(
            witness=f"The subscripts {', '.join(wrong)} are neither the list r nor the table x."
        )
    return proved()


APART = ((0, 0, 1), (1, 0, 1))
"""An event of two sequences that play different arms in round 1."""


def only_tables(
    tables_seen: Sequence[Table] = tuple(tables(2)), event: tuple[Actions, ...] = APART
) -> str:
    """A probability of the event that a table gives, and no list."""
    # the policy tells the two rewards apart after both first arms
    kernel = random_kernel(random.Random(36), 3)
    by_lists = {total(LISTS.law(kernel, 3, r), event) for r in lists(2)}
    by_tables = {x: total(TABLES.law(kernel, 3, x), event) for x in tables_seen}
    outside = {x: mass for x, mass in by_tables.items() if mass not in by_lists}
    finding = "Every table gives the event the probability that some list gives it."
    require(outside != {}, finding, event=event, tables=len(by_tables))
    table, mass = next(iter(outside.items()))
    return f"the table {table} gives E = {event} the probability {mass}, which no list gives"


def set_apart() -> str:
    """A policy with a larger Table delta than View delta."""
    blind = library_deltas(blind_in_three_rounds, 3, Fraction(1))
    require(blind.view < blind.table, "The policy does not tell the definitions apart.", at=blind)
    return f"a policy has View delta {blind.view} and Table delta {blind.table} at e^eps = 1"


SOURCE = written_proof("thesis.rem3.4.source")


@checks("thesis.rem3.4.source")
@mutant(
    "a table with equal columns",
    proof=SOURCE.changed(3, by=partial(only_tables, [((r,) * 2, (s,) * 2) for r, s in lists(2)])),
)
@mutant(
    "both sequences share their first actions",
    proof=SOURCE.changed(3, by=partial(only_tables, event=((0, 0, 0), (0, 0, 1)))),
)
@mutant("a single sequence", proof=SOURCE.changed(3, by=partial(only_tables, event=((0, 0, 1),))))
def composite_events(proof: Proof = SOURCE) -> Verdict:
    """A probability that only tables give to an event, and a policy that it sets apart."""
    return proof.verdict()
