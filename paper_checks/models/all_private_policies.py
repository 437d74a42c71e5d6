"""The best of all eps-DP policies of two arms in two or three rounds, exactly.

A policy is a table V(a_1..t; r_1..t-1): the probability of the actions a_1..t if the rewards of the
rounds are r. Its values with a_t = 0 are the unknowns of a linear program: those with a_t = 1 are
V(a_1..t-1; r_1..t-2) less these. Privacy is V(a; r) <= e^eps V(a; r') for rewards that differ in
one round; it is asked in the last round alone, where sums over actions give the earlier ones. With
a rational e^eps all is rational.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from banditproof.theory.rational_programs import Optimum, maximise

Actions = tuple[int, ...]
Affine = tuple[Fraction, ...]
"""The coefficients of the unknowns, and a constant."""


@dataclass(frozen=True)
class PrivatePolicies:
    """All policies of two arms with privacy e^eps = growth; None is no privacy."""

    horizon: int
    growth: Fraction | None

    @cached_property
    def unknowns(self) -> dict[tuple[Actions, Actions], int]:
        """The number of V(a_1..t; r_1..t-1) with a_t = 0."""
        places = (
            ((*a, 0), r)
            for t in range(self.horizon)
            for a in product((0, 1), repeat=t)
            for r in product((0, 1), repeat=t)
        )
        return {place: number for number, place in enumerate(places)}

    def chance(self, actions: Actions, rewards: Actions) -> Affine:
        """V(actions; rewards) as a function of the unknowns."""
        if not actions:
            return (*[Fraction(0)] * len(self.unknowns), Fraction(1))
        if actions[-1] == 0:
            row = [Fraction(0)] * (len(self.unknowns) + 1)
            row[self.unknowns[actions, rewards]] = Fraction(1)
            return tuple(row)
        before = self.chance(actions[:-1], rewards[:-1])
        other = self.chance((*actions[:-1], 0), rewards)
        return tuple(x - y for x, y in zip(before, other, strict=True))

    def mean(self, means: Sequence[Fraction], value: Callable[[Actions], Fraction | int]) -> Affine:
        """The expectation of a function of all actions on an instance."""
        total = [Fraction(0)] * (len(self.unknowns) + 1)
        for actions, rewards in self._leaves():
            weight = value(actions) * prod(
                means[a] if r else 1 - means[a] for a, r in zip(actions, rewards, strict=False)
            )
            if weight:
                chance = self.chance(actions, rewards)
                total = [x + weight * y for x, y in zip(total, chance, strict=True)]
        return tuple(total)

    def least_of_largest(
        self, means: Sequence[Affine], at_most: Sequence[tuple[Affine, Fraction]] = ()
    ) -> Fraction:
        """The largest of some expectations, at the policy within given limits where it is least."""
        rows, limits = [], []
        for row, most in [*self._possible, *at_most]:
            rows.append((*row[:-1], Fraction(0)))
            limits.append(most - row[-1])
        for row in means:
            rows.append((*row[:-1], Fraction(-1)))
            limits.append(-row[-1])
        objective = [Fraction(0)] * len(self.unknowns) + [Fraction(-1)]
        found = maximise(objective, rows, limits)
        if not isinstance(found, Optimum):
            raise ValueError("No policy satisfies the limits; give larger ones.")
        return -found.value

    def _leaves(self) -> Iterator[tuple[Actions, Actions]]:
        yield from product(
            product((0, 1), repeat=self.horizon), product((0, 1), repeat=self.horizon - 1)
        )

    @cached_property
    def _possible(self) -> list[tuple[Affine, Fraction]]:
        """V >= 0 in the last round, and privacy there."""
        rows = []
        for actions, rewards in self._leaves():
            chance = self.chance(actions, rewards)
            rows.append((tuple(-x for x in chance), Fraction(0)))
            for i in range(len(rewards) if self.growth is not None else 0):
                flipped = (*rewards[:i], 1 - rewards[i], *rewards[i + 1 :])
                other = self.chance(actions, flipped)
                growth = self.growth or Fraction(1)
                row = tuple(x - growth * y for x, y in zip(chance, other, strict=True))
                rows.append((row, Fraction(0)))
        return rows


def regret(means: Sequence[Fraction]) -> Callable[[Actions], Fraction]:
    """The regret of some actions on an instance."""
    return lambda actions: sum((max(means) - means[a] for a in actions), Fraction(0))
