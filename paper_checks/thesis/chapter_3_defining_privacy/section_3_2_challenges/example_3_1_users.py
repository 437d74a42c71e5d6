"""Claims about a policy and its users: Example 3.1, Algorithm 6, the challenges of Section 3.2."""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from math import inf

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.formal_products import (
    Namer,
    all_sequences,
    factors,
    require_same,
    table_entry,
    with_memory,
)
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
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified

keeps_what_cured = keeps_what_pays(HALF)
"""Recommend the last medicine again if it cured, else the other one."""


def coin_for_every_patient(seen: Seen) -> Row:
    """Wrong: a policy that learns nothing."""
    return HALF


@claim(
    "thesis.ex3.1",
    r"DoctorBandit: $K$ medicines; the $t$-th patient is given $a_t$ and reacts with "
    r"$r_t\in\{0,1\}$. Reactions are sensitive, and the recommended medicines can reveal them.",
    recorded="holds",
    mutants={
        "a coin for every patient": {"doctor": coin_for_every_patient},
        "always the second medicine": {"doctor": lambda seen: (Fraction(0), Fraction(1))},
    },
)
def doctor_bandit(doctor: Kernel = keeps_what_cured) -> Verdict:
    """A doctor who keeps what cured: cures more than a coin does, and publishes all reactions."""
    laws = table_laws(kernel_as_machine(doctor), 3)
    ratio, (shift, where) = laws.ratio(), laws.worst(1)
    # the second medicine always cures, the first never
    cures = sum(p * sum(path) for path, p in TABLES.law(doctor, 3, ((0, 1),) * 3).items())
    require(ratio == inf, "The recommendations reveal no reaction.", largest_ratio=ratio)
    require(cures > Fraction(3, 2), "A coin cures as many of three patients.", cures=cures)
    return certified(
        f"If one of two medicines always cures, a doctor who keeps what cured heals {cures} of 3 "
        "patients where a coin heals 3/2, and her recommendations give a reaction away: the laws "
        f"on {where} have distance {shift}.",
        covered="One policy with two medicines and three patients, all tables of reactions.",
        not_covered="Contexts, and the claim that every useful policy leaks.",
    )


def sees_every_column(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the user reveals the reactions to all medicines."""
    return ("x", len(actions), "all")


def sees_another_column(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the reward of the neighbouring arm."""
    return ("x", len(actions), (actions[-1] + 1) % 2)


def sees_the_next_user(actions: Actions, label: Hashable) -> Hashable:
    """Wrong: the reward of the user who comes after."""
    return ("x", len(actions) + 1, actions[-1])


def only_own_past_entries(reward: Namer) -> None:
    """At each round the policy must know a_1, x_(1,a_1), ..., neither more nor less."""
    for _, actions in all_sequences():
        due = with_memory(actions, [(a, ("x", t, a)) for t, a in enumerate(actions, start=1)])
        finding = "The policy sees other entries than its own past ones."
        require_same(actions, factors(actions, reward), due, finding)


@claim(
    "thesis.alg6",
    r"Algorithm 6: for $t=1,\dots,T$ user $u_t$ sends a context if there is one, the policy "
    r"recommends $a_t\sim\pi_t(\cdot\mid a_1,r_1,\dots,a_{t-1},r_{t-1})$, the user sends $r_t$. "
    r"The output is $a_1,\dots,a_T$.",
    recorded="holds",
    mutants={
        "users send all reactions": {"reward": sees_every_column},
        "the reaction to another medicine": {"reward": sees_another_column},
        "the reaction of the next user": {"reward": sees_the_next_user},
    },
)
def interaction_with_users(reward: Namer = table_entry) -> Verdict:
    """Formal products on a table of which nothing is known: which entries reach the policy."""
    only_own_past_entries(reward)
    return certified(
        "At round t the policy has seen exactly a_1, x_(1,a_1), ..., a_(t-1), x_(t-1,a_(t-1)): no "
        "other column of a user, and nothing of users t, t+1, ...",
        covered="Every kernel and every real table, as formal products, for T <= 4 with two arms "
        "and T <= 3 with three.",
        not_covered="Contexts (Definition 3.16), and larger sizes, which repeat the same step.",
    )


@claim(
    "thesis.sec3.2",
    r"The interaction is online ($a_t$ is output before $r_t$ arrives), sequential ($a_t$ decides "
    r"which $r_t$ is observed) and partial ($r_t=x_{t,a_t}$, the other $K-1$ coordinates stay "
    r"hidden). DP is a property of the policy alone, and its output is $(a_1,\dots,a_T)$.",
    recorded="holds",
    mutants={
        "full information": {"reward": sees_every_column},
        "not online": {"reward": sees_the_next_user},
        "not sequential": {"reward": lambda actions, label: ("x", len(actions), 0)},
    },
)
def three_challenges(reward: Namer = table_entry) -> Verdict:
    """Each challenge as a fact about formal products, and hidden entries by enumeration."""
    only_own_past_entries(reward)
    arms = {factors((arm, 0), reward)[1][0] for arm in (0, 1)}
    require(len(arms) == 2, "The first action does not choose the reward.", pasts=tuple(arms))
    kernel = random_kernel(random.Random(32), 3)
    laws = {x: TABLES.law(kernel, 3, x) for x in tables(2)}
    for x, y in product(laws, laws):
        for path in laws[x]:
            if all(x[t][path[t]] == y[t][path[t]] for t in range(2)):
                require(
                    laws[x][path] == laws[y][path],
                    "An entry that is not observed changes a probability.",
                    tables=(x, y),
                    actions=path,
                )
    return certified(
        "Online: the factor of a_t contains rewards of rounds before t only; sequential: another "
        "action gives another entry; partial: two tables that agree along a sequence give it the "
        "same probability. The definitions below quantify over inputs, not over environments.",
        covered="Formal products for every kernel and table at T <= 4; all pairs of 0/1 tables "
        "at T = 3 for one policy.",
        not_covered="Larger sizes, and contexts.",
    )
