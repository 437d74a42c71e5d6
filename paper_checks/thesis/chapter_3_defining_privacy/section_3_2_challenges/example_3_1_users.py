"""Claims about a policy and its users: Example 3.1, Algorithm 6, the challenges of Section 3.2."""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from math import inf

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.formal_products import (
    Namer,
    all_sequences,
    factors,
    table_entry,
    written,
)
from banditproof.paper_checks.models.neighbouring_laws import table_laws
from banditproof.paper_checks.models.policy_protocols import (
    HALF,
    Actions,
    Kernel,
    Row,
    Seen,
    kernel_as_machine,
    play,
    random_kernel,
    table_reward,
    tables,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade


def keeps_what_cured(seen: Seen) -> Row:
    """Recommend the last medicine again if it cured, else the other one."""
    if not seen:
        return HALF
    arm = seen[-1][0] if seen[-1][1] else 1 - seen[-1][0]
    return (Fraction(1 - arm), Fraction(arm))


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
    trial = ((0, 1),) * 3
    law = play(kernel_as_machine(doctor), 3, table_reward(trial))
    cures = sum(p * sum(trial[t][a] for t, a in enumerate(path)) for path, p in law.items())
    if ratio != inf or cures <= Fraction(3, 2):
        return fails(
            Grade.PROVED,
            "The recommendations reveal no reaction, or cure nobody more than a coin does.",
            witness=f"Largest ratio {ratio}, expected cures {cures} of 3.",
        )
    return holds(
        Grade.CERTIFIED,
        f"If one of two medicines always cures, a doctor who keeps what cured heals {cures} of 3 "
        "patients where a coin heals 3/2, and her recommendations give a reaction away: the laws "
        f"on {where} have distance {shift}.",
        numbers={"cures": cures, "distance": shift},
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


def only_own_past_entries(reward: Namer) -> str | None:
    """A sequence along which a policy knows more or less than a_1, x_1,a_1, ..., or None."""
    for _, actions in all_sequences():
        for t, (past, arm) in enumerate(factors(actions, reward), start=1):
            due = tuple((a, ("x", s, a)) for s, a in enumerate(actions[: t - 1], start=1))
            if past != due or arm != actions[t - 1]:
                return f"Actions {actions}, round {t}: {written(factors(actions, reward))}."
    return None


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
    fault = only_own_past_entries(reward)
    if fault:
        return fails(Grade.PROVED, "The policy sees other entries than its own.", witness=fault)
    return holds(
        Grade.CERTIFIED,
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
    fault = only_own_past_entries(reward)
    if fault:
        return fails(Grade.PROVED, "A challenge of the interaction is missing.", witness=fault)
    if factors((0, 0), reward)[1][0] == factors((1, 0), reward)[1][0]:
        return fails(Grade.PROVED, "The action does not choose the reward.", witness="a_1 = 1, 2.")
    machine = kernel_as_machine(random_kernel(random.Random(32), 3))
    laws = {x: play(machine, 3, table_reward(x)) for x in tables(2)}
    for x, law in laws.items():
        for y, other in laws.items():
            for path in law:
                same = all(x[t][path[t]] == y[t][path[t]] for t in range(2))
                if same and law[path] != other[path]:
                    return fails(
                        Grade.PROVED,
                        "An entry that is not observed changes a probability.",
                        witness=f"Tables {x} and {y}, actions {path}.",
                    )
    return holds(
        Grade.CERTIFIED,
        "Online: the factor of a_t contains rewards of rounds before t only; sequential: another "
        "action gives another entry; partial: two tables that agree along a sequence give it the "
        "same probability. The definitions below quantify over inputs, not over environments.",
        covered="Formal products for every kernel and table at T <= 4; all pairs of 0/1 tables "
        "at T = 3 for one policy.",
        not_covered="Larger sizes, and contexts.",
    )
