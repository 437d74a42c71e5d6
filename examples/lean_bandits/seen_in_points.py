"""What is looked at in a point of the array model, as functions of it."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any
from banditproof.claims import Verdict, points
from .array_model import ARMS, ROUNDS, Of, Point, coin

NEXT = range(ROUNDS - 1)
REUSES = {"rewards are used twice": {"defect": "reuses"}}
PEEKS = {"the action sees the next reward": {"defect": "peeks"}}
BIASED = {"rewards follow the uniform numbers": {"defect": "biased"}}


def found(finding: str) -> Verdict:
    """The verdict of a check of the small model."""
    return points(
        finding,
        covered="Three rounds of two arms with coins, and one policy, exactly.",
        not_covered="Other spaces, laws and policies.",
    )


def reward(t: int) -> Of:
    """R_t."""
    return lambda one: one.R[t]


def action(t: int) -> Of:
    """A_t."""
    return lambda one: one.A[t]


def history(t: int) -> Of:
    """H_t."""
    return lambda one: one.history(t)


def last_step(t: int) -> Of:
    """X_t."""
    return lambda one: one.history(t)[-1]


def steps_before(t: int) -> Of:
    """The steps before time t."""
    return lambda one: one.history(t)[:-1]


def both(first: Of, second: Of) -> Of:
    """Two functions as one."""
    return lambda one: (first(one), second(one))


def action_and_count(t: int) -> Of:
    """The next action with its count."""
    return lambda one: (one.A[t + 1], one.count(t + 1, one.A[t + 1]))


def uniform(t: int) -> Of:
    """The uniform number of a time."""
    return lambda one: one.u[t]


def before_uniform(t: int) -> Of:
    """F_{1,t}: the uniform numbers until time t, and all rewards."""
    return lambda one: (one.u[: t + 1], one.columns)


def number(a: int, m: int) -> Of:
    """Reward number m of an arm."""
    return lambda one: one.columns[a][m]


def all_but(a: int, m: int) -> Of:
    """F^m_{2,a}: all but the rewards of an arm from number m on."""
    return lambda one: (one.u, one.columns[a][:m], one.columns[1 - a])


def drawn_now(t: int, a: int, m: int) -> Of:
    """Whether reward number m of an arm is drawn at time t + 1."""
    return lambda one: one.A[t + 1] == a and one.count(t + 1, a) == m


def is_time(n: int, a: int, t: int) -> Of:
    """Whether T_{n,a} = t."""
    return lambda one: one.time(n, a) == t


def counts_and_sums(t: int) -> Of:
    """The counts with the sums of rewards."""
    return lambda one: tuple((one.count(t, a), one.total(t, a)) for a in range(ARMS))


def counts_and_columns(t: int) -> Of:
    """The counts with the sums of so many numbers of each column."""

    def of(one: Point) -> Hashable:
        counts = [one.count(t, a) for a in range(ARMS)]
        return tuple((n, sum(one.columns[a][:n])) for a, n in enumerate(counts))

    return of


def sum_of_column(a: int, k: int) -> Of:
    """The sum of the first k numbers of a column."""
    return lambda one: sum(one.columns[a][:k])


def worse_at(t: int, mine: int, other: int) -> Of:
    """Whether the arm 1 has no larger sum than the arm 0, at given counts."""
    return lambda one: (
        one.count(t, 1) == mine and one.count(t, 0) == other and one.total(t, 1) <= one.total(t, 0)
    )


def column_is_worse(mine: int, other: int) -> Of:
    """The same of so many numbers of the columns."""
    return lambda one: sum(one.columns[1][:mine]) <= sum(one.columns[0][:other])


Expected = Callable[[Hashable, Hashable], Fraction]


def coin_of(a: int) -> Expected:
    """The law of an arm, whatever is known."""
    return lambda value, known: coin(value, a)


def coin_by(arm: Callable[[Any], int]) -> Expected:
    """The law of the arm that is known."""
    return lambda value, known: coin(value, arm(known))


def law_of_number(law: Mapping[int, Fraction]) -> Expected:
    """A law as a table."""
    return lambda value, known: law[int(str(value))]
