"""Claims about joint DP for contextual bandits: Appendix B-D, Definitions 7 and 8."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from banditproof.paper_checks.checking import Proof, Verdict, checks, mutant, written_proof
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.verify.definitions.joint_privacy import (
    ContextHistory,
    ContextualPolicy,
    User,
    context_copier,
    joint_delta,
    plain_delta,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.enumeration import Actions, replacements

USERS: tuple[User, ...] = tuple(product((0, 1), product((0, 1), repeat=2)))
"""A context and a row of potential rewards."""
Kept = Callable[[Actions, int], Actions]


def after(actions: Actions, t: int) -> Actions:
    """The actions of the steps after t."""
    return actions[t:]


def all_actions(actions: Actions, t: int) -> Actions:
    """The whole sequence, as in standard DP."""
    return actions


def delta_on_tables(policy: ContextualPolicy, factor: Fraction, kept: Kept) -> Fraction:
    """Definition 8 word by word at T = 2: the largest gain of an event over t-neighbours."""
    laws, best = {users: policy.law(users) for users in product(USERS, repeat=2)}, Fraction(0)
    near = [(pair, t) for t in (1, 2) for pair in replacements([list(USERS)] * 2, [t - 1])]
    for (first, second), t in near:
        gains: dict[Actions, Fraction] = {}
        for law, weight in ((laws[first], Fraction(1)), (laws[second], -factor)):
            for actions, mass in law.items():
                key = kept(actions, t)
                gains[key] = gains.get(key, Fraction(0)) + weight * mass
        best = max(best, sum((g for g in gains.values() if g > 0), Fraction(0)))
    return best


def tells_a_match(history: ContextHistory, context: int) -> tuple[Fraction, Fraction]:
    """A fair coin, then arm 1 with probability 3/4 if the reward names its arm, else 1/4."""
    if not history:
        return Fraction(1, 2), Fraction(1, 2)
    likely = Fraction(3, 4) if history[0][1] == history[0][2] else Fraction(1, 4)
    return 1 - likely, likely


MATCH = ContextualPolicy(2, 2, 2, tells_a_match)


@checks("zcdp.jdp.def8")
@mutant("events from t on", kept=lambda actions, t: actions[t - 1 :])
@mutant("events before t", kept=lambda actions, t: actions[: t - 1])
def joint_table_privacy(kept: Kept = after) -> Verdict:
    """Two toy policies, joint and standard, against the library."""
    copier = context_copier(2)
    joint = [delta_on_tables(policy, Fraction(1), kept) for policy in (copier, MATCH)]
    standard = delta_on_tables(copier, Fraction(100), all_actions)
    finding = "Joint DP does not tell copying the context from telling a match."
    require(joint == [0, Fraction(1, 2)] and standard == 1, finding, joint=joint, plain=standard)
    library = joint_delta(MATCH, Notion.TABLE, 1), plain_delta(copier, Notion.TABLE, 100)
    need(library == (joint[1], standard), "The library has other deltas", library=library)
    return points()


def equal_rows(row: Callable[[int], tuple[int, ...]] = lambda reward: (reward,) * 2) -> str:
    """A row of equal rewards shows what a list shows, whatever is played; and so it is in laws."""
    shown = formal.list_entry(formal.ANY, formal.own(formal.ANY))
    need(shown == ("r", formal.number(formal.ANY)), "Another reward is shown")
    for given in product(product((0, 1), repeat=2), repeat=2):
        on_list, on_table = (
            MATCH.law([(context, way(reward)) for context, reward in given])
            for way in (lambda reward: (reward,), row)
        )
        require(on_list == on_table, "The table has another law than the list.", users=given)
    return "an unknown round shows r_t for every action; one law for the lists of two users"


def only_the_table(policy: ContextualPolicy = MATCH) -> str:
    """A policy with View JDP delta 0 at eps = 0, and a positive Table JDP delta."""
    view, table = (joint_delta(policy, notion, 1) for notion in (Notion.VIEW, Notion.TABLE))
    require(view == 0 < table, "The two are not distinguished.", View=view, Table=table)
    return f"View JDP delta {view} and Table JDP delta {table} at eps = 0"


STRONGER = written_proof("zcdp.jdp.def8.stronger")


@checks("zcdp.jdp.def8.stronger")
@mutant(
    "rows of two rewards",
    proof=STRONGER.changed(1, by=partial(equal_rows, lambda reward: (reward, 1 - reward))),
)
@mutant(
    "a policy that copies contexts",
    proof=STRONGER.changed(6, by=partial(only_the_table, context_copier(2))),
)
def joint_tables_are_stronger(proof: Proof = STRONGER) -> Verdict:
    """Rows of equal rewards, and one policy."""
    return proof.verdict(instances=f"Telling a match: {only_the_table()}.")
