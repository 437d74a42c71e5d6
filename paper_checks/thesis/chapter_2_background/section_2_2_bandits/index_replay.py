"""Does a policy follow an index? Its play is replayed from the rewards alone, in balls."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from banditproof.algorithms import Policy, RewardTable, Sampled, play
from banditproof.theory.balls import ball, working_precision

Index = Callable[[Fraction, int, int], arb]
"""The index of an arm from its average, its pulls until round t - 1, and t."""
Table = list[list[int]]
BITS = 120


def reward_tables(seed: int, arms: int, horizon: int, number: int) -> list[Table]:
    """Random tables of rewards 0 and 1, each arm with a mean of its own."""
    source = random.Random(seed)
    tables = []
    for _ in range(number):
        means = [source.random() for _ in range(arms)]
        tables.append([[int(source.random() < m) for m in means] for _ in range(horizon)])
    return tables


@dataclass(frozen=True)
class Decision:
    """A round after the first K: averages and pulls before it, and the arm that was pulled."""

    t: int
    averages: tuple[Fraction, ...]
    pulls: tuple[int, ...]
    arm: int


def decisions(policy: Policy[Any], table: Table, seed: int = 1) -> Iterator[Decision | None]:
    """The decisions of a play, recounted from its actions; None for a wrong first round."""
    arms = policy.arms
    wins, pulls = [0] * arms, [0] * arms
    actions = play(policy, RewardTable(table), len(table), Sampled(seed)).actions
    for t, arm in enumerate(actions, start=1):
        if t > arms:
            averages = tuple(Fraction(w, n) for w, n in zip(wins, pulls, strict=True))
            yield Decision(t, averages, tuple(pulls), arm)
        elif arm != t - 1:
            yield None
        wins[arm] += table[t - 1][arm]
        pulls[arm] += 1


def replay_fault(make: Callable[[int], Policy[Any]], index: Index) -> str | None:
    """A decision that is not an arm of largest index, or a first round out of turn."""
    with working_precision(BITS):
        for arms, table in (
            *((2, table) for table in reward_tables(1, 2, 60, 4)),
            *((4, table) for table in reward_tables(2, 4, 60, 3)),
        ):
            for made in decisions(make(arms), table):
                if made is None:
                    return f"{arms} arms: the first rounds do not pull each arm once."
                values = [
                    index(x, n, made.t) for x, n in zip(made.averages, made.pulls, strict=True)
                ]
                if any(value > values[made.arm] for value in values):
                    best = max(range(arms), key=lambda a: float(values[a].mid()))
                    return (
                        f"Round {made.t}, averages {[str(x) for x in made.averages]}, pulls "
                        f"{list(made.pulls)}: arm {made.arm + 1} is pulled, but the index of arm "
                        f"{best + 1} is {values[best].str(8)} > {values[made.arm].str(8)}."
                    )
    return None


def log_f(t: int) -> arb:
    """log(1 + t log(t)^2), at the working precision."""
    return (1 + t * arb(t).log() ** 2).log()


def width_index(level: Callable[[int], arb]) -> Index:
    """The average plus sqrt(2 level(t) / pulls)."""
    return lambda average, pulls, t: ball(average) + (2 * level(t) / pulls).sqrt()
