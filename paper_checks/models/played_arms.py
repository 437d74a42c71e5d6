"""Exact laws of the arms that a finite policy plays on Bernoulli arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from banditproof.theory.balls import ball

from .policy_protocols import Kernel

Plays = tuple[int, ...]
ActionLaw = Mapping[Plays, Fraction]
HistoryLaw = Mapping[tuple[tuple[int, int], ...], Fraction]


def history_law(kernel: Kernel, means: Sequence[Fraction], horizon: int) -> HistoryLaw:
    """The law of (arm, reward) histories on Bernoulli arms with the given means."""
    law: dict[tuple[tuple[int, int], ...], Fraction] = {(): Fraction(1)}
    for _ in range(horizon):
        grown: dict[tuple[tuple[int, int], ...], Fraction] = {}
        for seen, mass in law.items():
            for arm, chance in enumerate(kernel(seen)):
                for reward, pays in ((1, means[arm]), (0, 1 - means[arm])):
                    if mass * chance * pays:
                        grown[(*seen, (arm, reward))] = mass * chance * pays
        law = grown
    return law


def action_law(histories: HistoryLaw) -> ActionLaw:
    """The law of the sequence of arms."""
    law: dict[Plays, Fraction] = {}
    for seen, mass in histories.items():
        plays = tuple(arm for arm, _ in seen)
        law[plays] = law.get(plays, Fraction(0)) + mass
    return law


def expected_pulls(law: ActionLaw, arm: int) -> Fraction:
    """E[N_arm(T)]."""
    return sum((mass * plays.count(arm) for plays, mass in law.items()), Fraction(0))


def regret(law: ActionLaw, means: Sequence[Fraction]) -> Fraction:
    """The expected sum of gaps."""
    best = max(means)
    return sum(
        (mass * sum(best - means[arm] for arm in plays) for plays, mass in law.items()),
        Fraction(0),
    )


def probability(law: ActionLaw, arm: int, at_most: Fraction) -> Fraction:
    """P(N_arm(T) <= at_most)."""
    return sum((m for plays, m in law.items() if plays.count(arm) <= at_most), Fraction(0))


def divergence(one: Mapping[Any, Fraction], other: Mapping[Any, Fraction]) -> arb:
    """KL(one || other) as a ball; the first law has no mass where the second has none."""
    value = arb(0)
    for point, mass in one.items():
        value += ball(mass) * ball(mass / other[point]).log()
    return value
