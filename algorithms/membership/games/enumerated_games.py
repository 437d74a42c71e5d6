"""The exact law of a small game, by going through all data sets, positions and outcomes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, cast
from banditproof.algorithms.membership.mechanisms.mean_mechanism import EnumerableMechanism, Point
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows
from banditproof.theory.exact import Number, exact, exact_probability
from .crafters import AverageTarget, Crafter

MOST_STEPS = 2_000_000
"""The most data sets, with targets and positions, that are gone through."""
Accepts = Callable[[Point, Point], Number]
"""The probability with which an adversary says, for a target and a release, that it is a row."""


@dataclass(frozen=True)
class ExactGame:
    """The probabilities of each pair of target and release, without and with the target a row.

    >>> from banditproof.algorithms.membership import BernoulliColumns, ExactMean
    >>> from .crafters import AverageTarget
    >>> game = exact_game(AverageTarget(ExactMean(), BernoulliColumns(("1/3",)), 3))
    >>> game.total_variation
    Fraction(16, 81)
    """

    cells: Mapping[tuple[Point, Point], tuple[Fraction, Fraction]]
    prior: Fraction = Fraction(1, 2)

    @property
    def total_variation(self) -> Fraction:
        """The distance of the two laws: the largest advantage, under a fair coin."""
        gains = (max(inside - out, Fraction(0)) for out, inside in self.cells.values())
        return sum(gains, Fraction(0))

    def errors(self, accepts: Accepts) -> tuple[Fraction, Fraction]:
        """The exact errors of both kinds of an adversary."""
        first = second = Fraction(0)
        for (target, release), (out, inside) in self.cells.items():
            share = exact_probability("The probability of a guess", accepts(target, release))
            first, second = first + out * share, second + inside * (1 - share)
        return first, second

    def accuracy(self, accepts: Accepts) -> Fraction:
        """The exact probability of a right guess."""
        first, second = self.errors(accepts)
        return (1 - self.prior) * (1 - first) + self.prior * (1 - second)

    def advantage(self, accepts: Accepts) -> Fraction:
        """2 accuracy - 1; it is 1 minus both errors if the coin is fair."""
        return 2 * self.accuracy(accepts) - 1

    def ratio(self, target: Point, release: Point) -> Fraction | float:
        """p_in / p_out of a pair, exact; inf if it is impossible without the target."""
        out, inside = self.cells[target, release]
        return inside / out if out else float("inf")

    def bayes(self, target: Point, release: Point) -> int:
        """The guess with the largest accuracy for this prior; of a tie, 0."""
        out, inside = self.cells[target, release]
        return int(self.prior * inside > (1 - self.prior) * out)

    def power(self, alpha: Number) -> Fraction:
        """The largest power of a randomised test of size at most alpha.

        >>> from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
        >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import (
        ...     BernoulliColumns,
        ... )
        >>> from .crafters import FixedTarget
        >>> game = exact_game(FixedTarget(ExactMean(), BernoulliColumns(("1/2",)), 3, [1]))
        >>> game.power("3/8"), game.threshold_power("3/8")
        (Fraction(7, 12), Fraction(1, 4))
        """
        left, result = exact_probability("alpha", alpha), Fraction(0)
        for out, inside in self._by_ratio():
            if out <= left:
                left, result = left - out, result + inside
            else:
                return result + inside * left / out
        return result

    def threshold_power(self, alpha: Number) -> Fraction:
        """The largest power of a threshold on the likelihood ratio, of size at most alpha."""
        left, result = exact_probability("alpha", alpha), Fraction(0)
        groups: dict[Fraction | float, list[Fraction]] = {}
        for out, inside in self._by_ratio():
            group = groups.setdefault(inside / out if out else float("inf"), [Fraction(0)] * 2)
            group[0] += out
            group[1] += inside
        for out, inside in groups.values():
            if out > left:
                break
            left, result = left - out, result + inside
        return result

    def _by_ratio(self) -> list[tuple[Fraction, Fraction]]:
        pairs = [pair for pair in self.cells.values() if any(pair)]
        return sorted(pairs, key=lambda pair: (pair[0] > 0, -pair[1] / pair[0] if pair[0] else 0))


def exact_game(crafter: Crafter) -> ExactGame:
    """The exact law of a game with few rows and columns, whose mechanism has an `exact_law`."""
    law = _finite(crafter)
    points = list(law.exact_points())
    steps = len(points) ** (crafter.rows + 1) * crafter.rows
    if steps > MOST_STEPS:
        raise ValueError(
            f"The game has about {steps:.1e} data sets with their targets; give fewer rows or "
            f"columns, for at most {MOST_STEPS:.0e}."
        )
    cells: dict[tuple[Point, Point], list[Fraction]] = {}
    release = _releases(crafter.mechanism)
    for side, target, weight, rows in _worlds(crafter, points):
        for outcome, chance in release(rows).items():
            cells.setdefault((target, outcome), [Fraction(0)] * 2)[side] += weight * chance
    both = {pair: (cell[0], cell[1]) for pair, cell in cells.items()}
    return ExactGame(both, exact_probability("The prior", crafter.prior))


def _worlds(
    crafter: Crafter, points: list[tuple[Point, Fraction]]
) -> Iterator[tuple[int, Point, Fraction, tuple[Point, ...]]]:
    """The bit, the target, the probability and the rows, in the order of the crafter's box."""
    for choice in product(points, repeat=crafter.rows):
        rows = tuple(row for row, _ in choice)
        weight = Fraction(1)
        for _, item in choice:
            weight *= item
        if isinstance(crafter, AverageTarget):
            for target, item in points:
                yield 0, target, weight * item, rows
            for target in rows:
                yield 1, target, weight / crafter.rows, rows
        else:
            given = tuple(float(x) for x in crafter.target)
            # a float may stand for a value of the law, such as 1/3
            near = [row for row, _ in points if tuple(float(x) for x in row) == given]
            target = near[0] if near else tuple(exact(x) for x in given)
            yield 0, target, weight, rows
            for i in range(crafter.rows):
                yield 1, target, weight / crafter.rows, (*rows[:i], target, *rows[i + 1 :])


def _releases(mechanism: Any) -> Callable[[tuple[Point, ...]], Mapping[Point, Fraction]]:
    """The exact law of the release of each data set, kept for the next time."""
    if not hasattr(mechanism, "exact_law"):
        raise ValueError(
            f"{mechanism!r} has no finite law of its releases; give an exact or sub-sampled mean, "
            "or a mechanism with an exact_law."
        )
    law = cast(EnumerableMechanism, mechanism).exact_law
    known: dict[tuple[Point, ...], Mapping[Point, Fraction]] = {}

    def release(rows: tuple[Point, ...]) -> Mapping[Point, Fraction]:
        if rows not in known:
            known[rows] = law(rows)
        return known[rows]

    return release


def _finite(crafter: Crafter) -> FiniteRows:
    law = getattr(crafter.law, "support_rows", None)
    if law is None:
        raise ValueError(
            f"{type(crafter.law).__name__} has no finite list of rows; give Bernoulli or lattice "
            "columns, or a list of rows."
        )
    return cast(FiniteRows, law())
