"""Claims about a policy and its users: Example 3.1, Algorithm 6, the challenges of Section 3.2."""

import random
from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from math import inf
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import TABLES, table_laws
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Actions,
    Kernel,
    Row,
    Seen,
    kernel_as_machine,
    random_kernel,
    tables,
)
from banditproof.paper_checks.models.separating_policies import keeps_what_pays
from banditproof.paper_checks.verdicts.vocabulary import proved

keeps_what_cured = keeps_what_pays(HALF)
"""Recommend the last medicine again if it cured, else the other one."""
CHANCES = (Fraction(1, 10), Fraction(9, 10))
"""Of a cure for a patient with and without a second condition."""
BY_CONTEXT = (Fraction(1, 10), Fraction(9, 10))
"""Of the second medicine for a patient without and with a condition that the context names."""


def coin_for_every_patient(seen: Seen) -> Row:
    """Wrong: a policy that learns nothing."""
    return HALF


@checks("thesis.ex3.1")
@mutant("a coin for every patient", doctor=coin_for_every_patient)
@mutant("always the second medicine", doctor=lambda seen: (Fraction(0), Fraction(1)))
@mutant("rewards that do not depend on health", chances=(Fraction(1, 2), Fraction(1, 2)))
@mutant("a policy that ignores the context", by_context=(Fraction(1, 2), Fraction(1, 2)))
def doctor_bandit(
    doctor: Kernel = keeps_what_cured,
    chances: tuple[Fraction, Fraction] = CHANCES,
    by_context: tuple[Fraction, Fraction] = BY_CONTEXT,
) -> Verdict:
    """Bayes' rule for a reward and for a context; what a doctor who keeps what cured publishes."""
    posterior = chances[1] / sum(chances)
    require(posterior != Fraction(1, 2), "A cure reveals nothing.", posterior=posterior)
    of_context = by_context[1] / sum(by_context)
    require(
        of_context != Fraction(1, 2),
        "An action reveals nothing of the context.",
        posterior=of_context,
    )
    laws = table_laws(kernel_as_machine(doctor), 3)
    ratio, (shift, where) = laws.ratio(), laws.worst(1)
    # the second medicine always cures, the first never
    cures = sum(p * sum(path) for path, p in TABLES.law(doctor, 3, ((0, 1),) * 3).items())
    require(ratio == inf, "The recommendations reveal no reaction.", largest_ratio=ratio)
    require(cures > Fraction(3, 2), "A coin cures as many of three patients.", cures=cures)
    return proved(
        f"A cure can move the probability of a condition from 1/2 to {posterior}, and the action "
        f"of a policy that heeds the context to {of_context}. The two goals pull apart: if one "
        f"of two medicines always cures, a doctor who keeps what cured heals {cures} of 3 patients "
        "where a coin heals 3/2, and her recommendations give a reaction away: the "
        f"laws on {where} have distance {shift}.",
        universal=None,
    )


def sees_every_column(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the user reveals the reactions to all medicines."""
    return ("x", formal.number(actions), "all")


def sees_another_column(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the reward of the neighbouring arm."""
    return ("x", len(actions), (actions[-1] + 1) % 2)


def sees_the_next_user(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the reward of the user who comes after."""
    return ("x", len(actions) + 1, actions[-1])


def only_own_entries(reward: formal.Namer) -> None:
    """After a_t the policy must know (a_t, x_(t,a_t)) in addition, neither more nor less."""
    finding = "The policy sees other entries than its own past ones."
    formal.require_one_law((formal.own, reward), (formal.own, formal.own_entry), finding)


@checks("thesis.alg6")
@mutant("users send all reactions", reward=sees_every_column)
@mutant("the reaction to another medicine", reward=sees_another_column)
@mutant("the reaction of the next user", reward=sees_the_next_user)
def interaction_with_users(reward: formal.Namer = formal.table_entry) -> Verdict:
    """Formal products on a table of which nothing is known: which entries reach the policy."""
    only_own_entries(reward)
    return proved()


@checks("thesis.sec3.2")
@mutant("full information", reward=sees_every_column)
@mutant("not online", reward=sees_the_next_user)
@mutant("not sequential", reward=lambda actions, label: ("x", len(actions), 0))
def three_challenges(reward: formal.Namer = formal.table_entry) -> Verdict:
    """Each challenge as a fact about an unknown round; hidden entries again by enumeration."""
    only_own_entries(reward)
    arms = {formal.factors((arm, 0), reward)[1][0] for arm in (0, 1)}
    require(len(arms) == 2, "The first action does not choose the reward.", pasts=tuple(arms))
    kernel = random_kernel(random.Random(32), 3)
    laws = {x: TABLES.law(kernel, 3, x) for x in tables(2)}
    for x, y in product(laws, laws):
        for path in laws[x]:
            if all(x[t][path[t]] == y[t][path[t]] for t in range(2)):
                finding = "An entry that is not observed changes a probability."
                require(laws[x][path] == laws[y][path], finding, tables=(x, y), actions=path)
    return proved()
