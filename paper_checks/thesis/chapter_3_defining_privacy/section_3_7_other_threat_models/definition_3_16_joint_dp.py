"""Claims about joint DP for contextual bandits: Definitions 3.16 and 3.17."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import sympy as sp

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Actions, Row
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import cited, need, points, proved
from banditproof.verify.definitions.joint_privacy import (
    ContextHistory,
    ContextualPolicy,
    context_response,
    joint_delta,
    mean_mistakes,
    plain_delta,
)
from banditproof.verify.definitions.notions import Notion

Round = tuple[int, int]
"""A context, which names the best arm, and the reward that is sent."""

Sequence = tuple[Round, ...]
Past = tuple[tuple[int, int, int], ...]
"""(context, arm, reward) of each past round."""

Policy = Callable[[int, Past], Row]
"""The law of an arm from the context and the past."""

HORIZON = 3
USERS: tuple[Round, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


def sequences_of_users(horizon: int = HORIZON) -> list[Sequence]:
    """All context-reward sequences with two contexts and rewards 0 and 1."""
    return list(product(USERS, repeat=horizon))


def t_neighbours(one: Sequence, other: Sequence, t: int) -> bool:
    """Equal context and reward at every step but t (from 1)."""
    return all(x == y for s, (x, y) in enumerate(zip(one, other, strict=True), 1) if s != t)


Near = Callable[[Sequence, Sequence, int], bool]


@claim(
    "thesis.def3.16",
    r"Two context-reward sequences $S=\{(\mathcal A_1,r_1),\dots,(\mathcal A_T,r_T)\}$ and $S'$ "
    r"are $t$-neighbours if $(\mathcal A_s,r_s)=(\mathcal A'_s,r'_s)$ for all $s\ne t$.",
    recorded="holds",
    mutants={
        "only the reward may differ": {
            "near": lambda x, y, t: t_neighbours(x, y, t) and x[t - 1][0] == y[t - 1][0]
        },
        "everything from t on may differ": {"near": lambda x, y, t: x[: t - 1] == y[: t - 1]},
    },
)
def neighbouring_users(near: Near = t_neighbours) -> Verdict:
    """t-neighbours are a replaced user: symmetric, and 4 sequences for each of 3 places."""
    every = sequences_of_users()
    for one in every:
        for t in (1, 2, 3):
            found = {other for other in every if near(one, other, t)}
            due = {(*one[: t - 1], user, *one[t:]) for user in USERS}
            finding = "These are not the sequences with one user replaced."
            require(found == due, finding, S=one, t=t, neighbours=len(found), due=len(due))
    return points(
        "t-neighbours replace one user, context and reward together; S is one of its own.",
        covered="All 64 sequences at T = 3 with two contexts and two rewards.",
        not_covered="Decision sets as contexts: equality is all that the definition uses.",
    )


def law_of(policy: Policy, users: Sequence) -> dict[Actions, Fraction]:
    """The law of the recommended arms for given users."""
    law: dict[Actions, Fraction] = {}
    for actions in product((0, 1), repeat=len(users)):
        mass = Fraction(1)
        seen: Past = ()
        for arm, (context, reward) in zip(actions, users, strict=True):
            mass *= policy(context, seen)[arm]
            seen = (*seen, (context, arm, reward))
        law[actions] = mass
    return law


Kept = Callable[[Actions, int], Actions]
"""The actions that an event may use, from all actions and t."""


def delta_on(policy: Policy, factor: Fraction, kept: Kept) -> Fraction:
    """The largest distance of the kept actions on t-neighbours, for all t."""
    laws = {users: law_of(policy, users) for users in sequences_of_users()}
    best = Fraction(0)
    for one, other, t in pairs():
        gains: dict[Actions, Fraction] = {}
        for actions, mass in laws[one].items():
            key = kept(actions, t)
            gain = mass - factor * laws[other][actions]
            gains[key] = gains.get(key, Fraction(0)) + gain
        best = max(best, sum((g for g in gains.values() if g > 0), Fraction(0)))
    return best


@cache
def pairs() -> list[tuple[Sequence, Sequence, int]]:
    """All t-neighbours, with their t."""
    every = product(sequences_of_users(), sequences_of_users(), range(1, HORIZON + 1))
    return [(x, y, t) for x, y, t in every if x != y and t_neighbours(x, y, t)]


def copies_the_context(context: int, past: Past) -> Row:
    """The best arm for the user, and nothing about anybody else."""
    return (Fraction(1 - context), Fraction(context))


def noisy_context(odds: Fraction) -> Policy:
    """The best arm by a randomised response."""
    right = odds / (1 + odds)
    return lambda context, past: (1 - right, right) if context else (right, 1 - right)


def copies_the_last_reward(context: int, past: Past) -> Row:
    """Leaks what the previous user sent."""
    return (Fraction(1), Fraction(0)) if not past else copies_the_context(past[-1][2], ())


def after(actions: Actions, t: int) -> Actions:
    """The actions at steps t+1, ..., T."""
    return actions[t:]


def all_of_them(actions: Actions, t: int) -> Actions:
    """The whole sequence, as in standard DP."""
    return actions


@claim(
    "thesis.def3.17.definition",
    r"$\pi$ for contextual bandits is $(\varepsilon,\delta)$-JDP if for any $t$, any "
    r"$t$-neighbours $S$, $S'$ and any set $E_{>t}$ of sequences of actions from step $t+1$ on: "
    r"$\Pr[\pi(S)\in E_{>t}]\le e^\varepsilon\Pr[\pi(S')\in E_{>t}]+\delta$, over the randomness "
    r"of $\pi$. Only the future actions are protected; standard DP is about the entire sequence, "
    r"with $a_t$.",
    recorded="holds",
    stated=True,
    title="joint DP and standard DP",
    mutants={
        "events from t on": {"kept": lambda actions, t: actions[t - 1 :]},
        "events before t": {"kept": lambda actions, t: actions[: t - 1]},
    },
)
def joint_privacy(kept: Kept = after) -> Verdict:
    """Two toy policies, standard DP and JDP."""
    useful, leaking = copies_the_context, copies_the_last_reward
    joint = [delta_on(policy, Fraction(1), kept) for policy in (useful, leaking)]
    standard = delta_on(useful, Fraction(100), all_of_them)
    finding = "Joint DP does not tell copying the context from copying the last reward."
    require(joint == [0, 1] and standard == 1, finding, joint=joint, standard=standard)
    for policy in (useful, leaking, noisy_context(Fraction(2))):
        factor, known = Fraction(3, 2), as_contextual(policy)
        library = [of(known, Notion.VIEW, factor) for of in (joint_delta, plain_delta)]
        mine = [delta_on(policy, factor, k) for k in (kept, all_of_them)]
        need(mine == library, "The library has other joint and plain deltas", library=library)
    return points(
        "Recommending the best arm for the context has JDP delta 0 at eps = 0 but DP delta 1 at "
        "e^eps = 100; copying the last user's reward has JDP delta 1.",
        covered="Three toy policies on all pairs of t-neighbours at T = 3, exact, by two routes.",
        not_covered="Other policies: the definition asserts nothing about them.",
    )


Sets = tuple[frozenset[int], frozenset[int]]
"""The decision sets of a step for two t-neighbours."""


@claim(
    "thesis.def3.17.ill_defined",
    r"In the model with decision sets standard DP is ill-defined: $t$-neighbours may have "
    r"different sets $\mathcal A_t\ne\mathcal A'_t$ at step $t$, of which $a_t$ must be an "
    r"element, so it is impossible that $a_t$ does not change.",
    recorded="holds",
    stated=True,
    title="standard DP is ill-defined with decision sets",
    mutants={"sets that share an action": {"sets": (frozenset({0, 1}), frozenset({1}))}},
)
def ill_defined(sets: Sets = (frozenset({0}), frozenset({1}))) -> Verdict:
    """The least delta over all pairs of laws on two sets: the mass that one must put elsewhere."""
    shared = sets[0] & sets[1]
    require(not shared, "The same action may be played on both sets.", shared=tuple(shared))
    return proved(
        "On disjoint sets P(a_t in A_t) is 1 and 0, so delta = 1 for every eps, whatever the "
        "policy: standard DP asks for the impossible. (Sets that overlap in part only exclude "
        "policies that use the rest.)",
        covered="All policies and all eps, for two disjoint decision sets.",
        universal=None,
    )


def as_contextual(policy: Policy) -> ContextualPolicy:
    """The policy as the library knows it."""

    def rule(history: ContextHistory, context: int) -> Row:
        return policy(context, tuple((c, a, int(r)) for c, a, r in history))

    return ContextualPolicy(2, 2, HORIZON, rule)


Success = Callable[[sp.Expr, sp.Expr], sp.Expr]


def most_success(odds: sp.Expr, delta: sp.Expr) -> sp.Expr:
    """(e^eps + delta) / (1 + e^eps), the largest average probability of the best arm."""
    return (odds + delta) / (1 + odds)


@claim(
    "thesis.def3.17.two_contexts",
    r"If the context names the best of two arms and the choice of $a_t$ is "
    r"$(\varepsilon,\delta)$-DP in it, the average over the contexts of the probability of the "
    r"best arm is at most $(e^\varepsilon+\delta)/(1+e^\varepsilon)$, and this is attained.",
    recorded="holds",
    title="how often a private choice is the best",
    kind="remark",
    mutants={
        "sharper: delta forgotten": {"bound": lambda odds, delta: odds / (1 + odds)},
        "sharper: half of delta": {"bound": lambda odds, delta: (odds + delta / 2) / (1 + odds)},
    },
)
def two_contexts(bound: Success = most_success) -> Verdict:
    """The sum of the two inequalities of DP, symbolic; the choices that attain it, exact."""
    f, d, p, q = sp.symbols("f delta p q", nonnegative=True)
    # p <= f (1 - q) + delta and q <= f (1 - p) + delta: their sum is the bound
    room = (f * (1 - q) + d - p) + (f * (1 - p) + d - q)
    gap = sp.simplify(2 * (1 + f) * (bound(f, d) - (p + q) / 2) - room)
    require(gap == 0, "The bound is not the sum of the two inequalities.", difference=gap)
    top = most_success(f, d)
    tight = sp.simplify(top - f * (1 - top) - d)
    require(tight == 0, "p = q = the bound is not private.", difference=tight)
    sides = Sides()
    for odds, delta in product(
        (Fraction(1), Fraction(2), Fraction(9)), (Fraction(0), Fraction(1, 10))
    ):
        best, most = (odds + delta) / (1 + odds), Fraction(str(bound(odds, delta)))
        sides.at_most(best, most, "It is more often best.", exp_eps=odds, delta=delta)
        if delta == 0:
            private = delta_on(noisy_context(odds), odds, all_of_them) == 0
            mistakes = mean_mistakes(context_response(odds, HORIZON))
            need(private and HORIZON * (1 - best) == mistakes, "The library differs", exp_eps=odds)
    return proved(
        "p <= e^eps (1-q) + delta and q <= e^eps (1-p) + delta add up to the bound, and p = q = "
        "(e^eps + delta)/(1 + e^eps), for delta = 0 a randomised response, attains it.",
        covered="All eps, delta and chances p, q, symbolic.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.def3.17.regret",
    r"Claim 13 of the paper that proposes JDP: standard DP for linear contextual bandits, with "
    r"private rewards and contexts and the entire sequence of actions published, always leads to "
    r"linear regret.",
    recorded="holds",
    stated=True,
    rests_on=("thesis.def3.17.two_contexts",),
    title="private contexts under standard DP mean linear regret",
    kind="remark",
    mutants={
        "a policy that is not private": {"chances": (Fraction(1), Fraction(1))},
        "more private than it is": {"chances": (Fraction(3, 4), Fraction(3, 4))},
    },
)
def linear_regret(chances: tuple[Fraction, Fraction] = (Fraction(2, 3), Fraction(2, 3))) -> Verdict:
    """The regret of a private policy on the smallest linear problem, against T/(1 + e^eps)."""
    odds, (p, q) = Fraction(2), chances
    private = p <= odds * (1 - q) and q <= odds * (1 - p)
    require(private, "The policy is not private at e^eps = 2.", chances=chances)
    regret, least = HORIZON * (1 - (p + q) / 2), HORIZON / (1 + odds)
    require(regret >= least, "The regret is smaller.", regret=regret, bound=least)
    return cited(
        "In the smallest problem, where the context names the best of two arms, each step has an "
        "error of at least (1-delta)/(1+e^eps) on average over two contexts, since a_t alone is "
        "private (thesis.def3.17.two_contexts): the regret is linear in T.",
        covered="Two contexts, all eps and delta < 1: users whose data are a context with all "
        "potential rewards, or, for pure DP, with the observed one.",
        not_covered="The general statement, which is cited: other contexts and action sets, and "
        "approximate DP for lists of observed rewards.",
    )


whole(
    "thesis.def3.17",
    r"$\pi$ is $(\varepsilon,\delta)$-JDP if for any $t$, $t$-neighbours $S$, $S'$ and any set "
    r"$E_{>t}$ of action sequences after $t$: $\Pr[\pi(S)\in E_{>t}]\le e^\varepsilon\Pr[\pi(S')"
    r"\in E_{>t}]+\delta$. Standard DP would protect $a_t$ too; it is ill-defined with decision "
    r"sets, and always leads to linear regret.",
    parts=tuple(f"thesis.def3.17.{part}" for part in ("definition", "ill_defined", "regret")),
)
