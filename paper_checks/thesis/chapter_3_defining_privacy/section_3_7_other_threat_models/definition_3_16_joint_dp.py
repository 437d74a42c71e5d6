"""Claims about joint DP for contextual bandits: Definitions 3.16 and 3.17 (3.3)."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Actions, Row
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.verify.definitions.joint_privacy import (
    ContextHistory,
    ContextualPolicy,
    joint_delta,
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


def t_neighbours(first: Sequence, second: Sequence, t: int) -> bool:
    """Equal context and reward at every step but t (from 1)."""
    return all(x == y for s, (x, y) in enumerate(zip(first, second, strict=True), 1) if s != t)


Near = Callable[[Sequence, Sequence, int], bool]


@checks("thesis.def3.16")
@mutant(
    "only the reward may differ",
    near=lambda x, y, t: t_neighbours(x, y, t) and x[t - 1][0] == y[t - 1][0],
)
@mutant("everything from t on may differ", near=lambda x, y, t: x[: t - 1] == y[: t - 1])
def neighbouring_users(near: Near = t_neighbours) -> Verdict:
    """t-neighbours are a replaced user: symmetric, and 4 sequences for each of 3 places."""
    every = sequences_of_users()
    for item in every:
        for t in (1, 2, 3):
            results = {other for other in every if near(item, other, t)}
            expected = {(*item[: t - 1], user, *item[t:]) for user in USERS}
            finding = "These are not the sequences with one user replaced."
            require(
                results == expected,
                finding,
                S=item,
                t=t,
                neighbours=len(results),
                due=len(expected),
            )
    return points()


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
    for first, second, t in pairs():
        gains: dict[Actions, Fraction] = {}
        for actions, mass in laws[first].items():
            key = kept(actions, t)
            gain = mass - factor * laws[second][actions]
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


@checks("thesis.def3.17.definition")
@mutant("events from t on", kept=lambda actions, t: actions[t - 1 :])
@mutant("events before t", kept=lambda actions, t: actions[: t - 1])
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
    return points()


def as_contextual(policy: Policy) -> ContextualPolicy:
    """The policy as the library knows it."""

    def rule(history: ContextHistory, context: int) -> Row:
        return policy(context, tuple((c, a, int(r)) for c, a, r in history))

    return ContextualPolicy(2, 2, HORIZON, rule)
