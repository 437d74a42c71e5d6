"""Claims about tables of potential rewards: equation (3.1), Definition 3.2, Figure 3.1."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.formal_products import (
    Namer,
    list_entry,
    node,
    own,
    own_entry,
    require_one_law,
    rewards_seen,
    table_entry,
)
from banditproof.paper_checks.models.neighbouring_laws import TABLES
from banditproof.paper_checks.models.policy_protocols import differ_once, table_reward
from banditproof.paper_checks.verdicts.vocabulary import proved
from banditproof.verify.definitions.notions import Notion
from .laws_and_neighbours import (
    Near,
    Product,
    neighbours_of,
    one_entry,
    product_along,
    product_is_the_law,
    require_batch,
    without_the_first_factor,
)

equation_3_1 = product_along(table_reward)


@checks("thesis.eq3.1")
@mutant(
    "always the first column",
    law=product_along(lambda table: lambda actions, label: table[len(actions) - 1][0]),
)
@mutant(
    "the row of the next round",
    law=product_along(lambda table: lambda actions, label: table[len(actions)][label]),
)
@mutant("first factor forgotten", law=without_the_first_factor(table_reward))
def table_law(law: Product = equation_3_1, proof: Proof = WRITTEN) -> Verdict:
    """The printed product on all tables; the last row is in no factor."""
    return product_is_the_law(TABLES, law, table_entry, proof)


@checks("thesis.def3.2")
@mutant("one entry instead of one row", near=one_entry)
@mutant("all rows but one", near=lambda x, y: not differ_once(x, y) and x != y)
def table_privacy(near: Near = differ_once) -> Verdict:
    """delta and rho by row neighbours, by two routes."""
    return neighbours_of(TABLES, Notion.TABLE, near)


@checks("thesis.fig3.1")
@mutant("one column is observed", reward=lambda a, label: ("x", len(a), 0))
@mutant("rows and columns exchanged", reward=lambda a, label: ("x", a[-1] + 1, len(a)))
def table_picture(reward: Namer = table_entry) -> Verdict:
    """What an unknown round shows, and the entries on one path through the table."""
    require_one_law((own, reward), (own, own_entry), "Other entries are observed.")
    seen = rewards_seen((0, 1, 0, 0), reward)
    return proved(
        "The policy observes one entry of each row, at the column of its action: along 1, 2, 1, 1 "
        f"these are x[1,1], x[2,2], x[3,1] ({len(seen)} entries before the last action)."
    )


@checks("thesis.sec3.3.table")
@mutant("the rewards answer the actions", reward=node)
@mutant("the row of the next round", reward=lambda a, label: ("x", len(a) + 1, label))
@mutant("the whole row of a user", reward=lambda a, label: ("x", len(a), "all"))
@mutant("the list of observed rewards", reward=list_entry)
def table_challenges(reward: Namer = table_entry) -> Verdict:
    """What the factors of (3.1) hear of a table that is fixed in advance."""
    require_batch(reward, own_entry)
    return proved()
