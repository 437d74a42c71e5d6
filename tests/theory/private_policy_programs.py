"""All eps-DP policies of a few rounds as a linear program in sequence form.

V(a_1..t; r_1..t-1) is the probability of the actions a_1..t if the rewards of the rounds are r; the
sum over a_t is V one round earlier, and V of lists r, r' that differ in one entry differ by at most
the factor e^eps. Without a budget a policy is any such V.
"""

from __future__ import annotations
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

Actions = tuple[int, ...]
Function = dict[int, float]


class PolicyProgram:
    """The variables V of the last round, with those of earlier rounds as sums."""

    def __init__(self, arms: int, horizon: int, eps: float) -> None:
        self.arms, self.horizon, self.eps = arms, horizon, eps
        self.index = {
            (a, r): number
            for number, (t, a, r) in enumerate(
                (t, a, r)
                for t in range(1, horizon + 1)
                for a in itertools.product(range(arms), repeat=t)
                for r in itertools.product((0, 1), repeat=t - 1)
            )
        }

    def probability(self, means: Sequence[float], happens: Callable[[Actions], float]) -> Function:
        """The expectation of a function of the actions of all rounds, as a linear function of V."""
        found: Function = {}
        for (a, r), number in self.index.items():
            if len(a) == self.horizon and happens(a):
                chance = math.prod(
                    means[arm] if reward else 1 - means[arm]
                    for arm, reward in zip(a[:-1], r, strict=True)
                )
                found[number] = chance * happens(a)
        return found

    def least(self, objective: Function, at_most: Sequence[tuple[Function, float]] = ()) -> float:
        """The least objective over all policies with the given linear constraints."""
        return self.least_of_largest([objective], at_most)

    def least_of_largest(
        self, objectives: Sequence[Function], at_most: Sequence[tuple[Function, float]] = ()
    ) -> float:
        """The least largest value of some objectives over all policies."""
        top = len(self.index)
        cost = np.zeros(top + 1)
        cost[top] = 1
        rows = [(dict(f) | {top: -1.0}, 0.0) for f in objectives] + [*at_most, *self._privacy()]
        equal = self._sums()
        below, above = (self._matrix([row for row, _ in part]) for part in (rows, equal))
        found = linprog(
            cost,
            below,
            [end for _, end in rows],
            above,
            [end for _, end in equal],
            [(0, None)] * top + [(None, None)],
            method="highs",
        )
        assert found.status == 0, found.message
        return float(found.fun)

    def _matrix(self, rows: Sequence[Function]) -> Any:
        matrix = lil_matrix((len(rows), len(self.index) + 1))
        for number, row in enumerate(rows):
            for column, weight in row.items():
                matrix[number, column] = weight
        return matrix.tocsr()

    def _sums(self) -> list[tuple[Function, float]]:
        rows: list[tuple[Function, float]] = [
            ({self.index[(a,), ()]: 1.0 for a in range(self.arms)}, 1.0)
        ]
        for (a, r), number in self.index.items():
            if len(a) < self.horizon:
                for reward in (0, 1):
                    nexts = {self.index[(*a, b), (*r, reward)]: 1.0 for b in range(self.arms)}
                    rows.append((nexts | {number: -1.0}, 0.0))
        return rows

    def _privacy(self) -> list[tuple[Function, float]]:
        if self.eps == math.inf:
            return []
        return [
            ({number: 1.0, self.index[a, flipped]: -math.exp(self.eps)}, 0.0)
            for (a, r), number in self.index.items()
            if len(a) == self.horizon
            for flipped in ((*r[:i], 1 - r[i], *r[i + 1 :]) for i in range(len(r)))
        ]


def regret(means: Sequence[float]) -> Callable[[Actions], float]:
    """The regret of some actions."""
    return lambda actions: sum(max(means) - means[a] for a in actions)


def pulls(arm: int) -> Callable[[Actions], float]:
    """How often an arm is pulled."""
    return lambda actions: actions.count(arm)
