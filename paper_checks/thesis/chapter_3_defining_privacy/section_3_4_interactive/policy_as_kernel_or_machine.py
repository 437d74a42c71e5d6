"""The two readings of the word policy, a kernel or a machine, under queries and without."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Actions,
    Machine,
    Query,
    Row,
    Seen,
    adversaries,
    library_machine,
    play,
    table_reward,
    tables,
)
from banditproof.paper_checks.models.renyi_constants import Pair, zcdp_between
from banditproof.paper_checks.models.separating_policies import FIRST, play_one
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from ....models.formal_products import ANY, Label, all_sequences, factors, own, queried, table_entry
from ....models.neighbouring_laws import Laws, interactive_laws, post_processed_laws


def probes(actions: Actions, seen: Seen) -> Row:
    """A machine: a_1 a fair coin; after its own arm 1 a noisy copy of r_1, else arm 0."""
    if not actions:
        return HALF
    if actions[0] == 0:
        return FIRST
    return play_one(Fraction(1 + 2 * seen[0][1], 4))


def kernel_of(machine: Machine) -> Machine:
    """The kernel in the place of a machine: it takes the labels for its own actions."""
    return lambda actions, seen: machine(tuple(label for label, _ in seen), seen)


@checks("thesis.def3.5.machine")
@mutant("a machine without memory", machine=kernel_of(probes))
def readings_coincide(machine: Machine = probes) -> Verdict:
    """One policy in both readings: equal on tables, unequal against queries."""
    kernel = kernel_of(probes)
    for reward in map(table_reward, tables(1)):
        same = play(machine, 2, reward) == play(kernel, 2, reward)
        need(same, "The two readings are not of one policy.")
    hidden, visible = (
        max(interactive_laws(m, 2, b.__getitem__).delta(1) for b in adversaries(1))
        for m in (machine, kernel)
    )
    known = delta(library_machine(machine, 2), Notion.INTERACTIVE, 1)
    need(known == hidden, "The library has another delta", library=known, played=hidden)
    if hidden == visible:
        return points()
    case: dict[str, Any] = {
        "K": 2,
        "T": 2,
        "e^eps": 1,
        "delta of the machine": hidden,
        "delta of the kernel": visible,
    }
    return refuted(
        f"At e^eps = 1 the machine has Interactive delta {hidden} and the kernel {visible}, though "
        "the two have one law on every table: an Interactive guarantee must name its reading.",
        "a_1 is a fair coin; after arm 2 in round 1 the policy plays arm 2 with probability 1/4 if "
        "r_1 = 0 and 3/4 if r_1 = 1; after arm 1 it plays arm 1. The machine looks at its own a_1, "
        "which is arm 2 half of the time; the kernel looks at q_1, and the adversary always "
        "queries arm 2.",
        **case,
        grade=Grade.PROVED,
    )


@checks("thesis.def3.5.machine.repaired")
@mutant("labels are queried", label=queried)
def readings_without_queries(label: Label = own, proof: Proof = WRITTEN) -> Verdict:
    """Own actions are a function of the labels, for all rewards that depend on the actions."""
    for _, actions in all_sequences():
        labels = tuple(tag for tag, _ in factors(actions, table_entry, label)[-1][0])
        finding = "The labels do not contain the own actions."
        require(labels == actions[:-1], finding, actions=actions, labels=labels)
    need(label(ANY) == ANY[-1], "The label of an unknown round is not its action")
    kernel = kernel_of(probes)
    for table in tables(1):
        laws = [play(machine, 2, table_reward(table)) for machine in (probes, kernel)]
        require(laws[0] == laws[1], "The laws differ.", table=table)
    return proof.verdict()


def noisy_copy_flipped_by_own_arm(actions: Actions, seen: Seen) -> Row:
    """A machine: a_1 a fair coin, a_2 = arm 0, a_3 a noisy copy of r_2, flipped by its own a_1."""
    if not actions:
        return HALF
    if len(actions) == 1:
        return FIRST
    return play_one(1 - Fraction(1, 10 if seen[1][1] == actions[0] else 100))


def _all_pairs(machine: Machine, of: Callable[[Machine, int, Query], Laws]) -> list[Pair]:
    results: dict[Pair, None] = {}
    for adversary in adversaries(2):
        results |= dict.fromkeys(of(machine, 3, adversary.__getitem__).exact_pairs())
    return list(results)


@checks("thesis.prop3.13.b.machine")
@mutant("the kernel reading", machine=kernel_of(noisy_copy_flipped_by_own_arm))
def machines_differ(machine: Machine = noisy_copy_flipped_by_own_arm) -> Verdict:
    """zCDP constants over all adversaries and tables, in balls."""
    asked, own_column = (_all_pairs(machine, f) for f in (interactive_laws, post_processed_laws))
    low, high = zcdp_between(asked, last=8)[0], zcdp_between(own_column, last=8)[1]
    if not low > high:
        return points()
    case: dict[str, Any] = {
        "rho of adversaries, at least": Enclosure.of(low).decimal_lo(6),
        "rho of every pi^B, at most": Enclosure.of(high).decimal_hi(6),
    }
    return refuted(
        f"A machine can have rho >= {Enclosure.of(low).decimal_lo(4)} against adversaries though "
        f"every pi^B has rho <= {Enclosure.of(high).decimal_hi(4)} on tables: an adversary lets "
        "r_2 depend on a_1, a table cannot. The repaired statement is about kernels.",
        "a_1 is a fair coin, a_2 = 1, a_3 = 1 with probability 1/10 if r_2 = 0 after a_1 = 1 or "
        "r_2 = 1 after a_1 = 2, else 1/100. The adversary queries q_2 = a_1 on the rows (0,1) and "
        "(1,0), and her rho is the largest D_alpha/alpha.",
        K=2,
        T=3,
        **case,
    )
