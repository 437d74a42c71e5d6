"""Laws on finitely many points: among all laws on them, or among all laws of an interval."""

from __future__ import annotations
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory.exact import Number, exact, exact_law, listed

Floats = npt.NDArray[np.float64]


def _read_only(values: Any) -> Floats:
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def _exact_sum(values: Floats) -> Fraction:
    """The exact sum of floats: rounded sums of the remainder, until it is 0."""
    parts: list[float] = values.tolist()
    total = Fraction(0)
    while True:
        try:
            rounded = math.fsum(parts)
        except OverflowError:
            return sum(map(Fraction, values.tolist()), Fraction(0))
        if rounded == 0:
            return total
        total += Fraction(rounded)
        parts.append(-rounded)


@dataclass(frozen=True)
class FiniteSupport:
    """The law with mass weights[i] at points[i]; its class is all laws on these points.

    A point of weight zero belongs to the support: an alternative may put mass there.

    >>> law = FiniteSupport((0, "0.5", 1), ("0.25", "0.75", 0))
    >>> law.exact_mean, law.high
    (Fraction(3, 8), Fraction(1, 1))
    """

    points: Sequence[Number]
    weights: Sequence[Number]

    def __post_init__(self) -> None:
        points = tuple(exact(point) for point in listed("The list of points", self.points))
        weights = exact_law("of the weights", self.weights)
        if len(points) != len(weights):
            raise ValueError(
                f"There are {len(points)} points and {len(weights)} weights; give one weight for "
                "each point."
            )
        if len(set(points)) != len(points):
            raise ValueError("A point is given twice; give each point once, with its whole weight.")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "weights", weights)

    @cached_property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        return sum(
            (p * w for p, w in zip(self.exact_points, self.exact_weights, strict=True)), Fraction(0)
        )

    @cached_property
    def exact_points(self) -> tuple[Fraction, ...]:
        """The points as exact rationals."""
        return tuple(exact(point) for point in self.points)

    @cached_property
    def exact_weights(self) -> tuple[Fraction, ...]:
        """The weights as exact rationals."""
        return tuple(exact(weight) for weight in self.weights)

    @property
    def low(self) -> Fraction:
        """The smallest point: no law of the class has a smaller mean."""
        return min(self.exact_points)

    @property
    def high(self) -> Fraction:
        """The largest point: no law of the class has a larger mean."""
        return max(self.exact_points)

    @property
    def subgaussian(self) -> Fraction:
        """A sigma for which the centred law is sigma-subgaussian, by Hoeffding's lemma."""
        return (self.high - self.low) / 2


class Empirical:
    """The law of observed points; its class is all laws on [low, high].

    Each point has the same weight unless `weights` are given, so every finite law can be placed
    among all laws of an interval. The order of the points does not matter, and a point may occur
    twice. Two such laws are equal when their points come in the same order with the same weights.

    >>> Empirical((0.25, 0.75)).exact_mean
    Fraction(1, 2)
    >>> Empirical((0, 5), weights=("0.75", "0.25"), high=10).exact_mean
    Fraction(5, 4)
    """

    def __init__(
        self,
        points: Sequence[Number] | Floats,
        low: Number = 0,
        high: Number = 1,
        *,
        weights: Sequence[Number] | None = None,
    ) -> None:
        self.low, self.high = exact(low), exact(high)
        if self.low >= self.high:
            raise ValueError(f"The interval is [{low}, {high}]; give low < high.")
        if not isinstance(points, np.ndarray):
            points = listed("The list of points", points)
        if not len(points):
            raise ValueError("There are no points; give at least one.")
        if isinstance(points, np.ndarray) and points.dtype == np.float64 and points.ndim == 1:
            # a long array is read without a fraction for each entry
            ends = exact(points.min()), exact(points.max())
            self.points_are_floats = True
            self.points = _read_only(points)
        else:
            given = tuple(exact(point) for point in points)
            ends = min(given), max(given)
            self.points = _read_only([float(point) for point in given])
            rounded = map(Fraction, self.points.tolist())
            self.points_are_floats = all(p == r for p, r in zip(given, rounded, strict=True))
            self.exact_points = given
        if not self.low <= ends[0] <= ends[1] <= self.high:
            raise ValueError(
                f"A point is outside [{low}, {high}]; give points of the interval, or a wider one."
            )
        self.given_weights = None if weights is None else exact_law("of the weights", weights)
        if self.given_weights is not None and len(self.given_weights) != len(self.points):
            raise ValueError(
                f"There are {len(self.points)} points and {len(self.given_weights)} weights; give "
                "one weight for each point."
            )

    @cached_property
    def exact_points(self) -> tuple[Fraction, ...]:
        """The points as exact rationals."""
        return tuple(map(Fraction, self.points.tolist()))

    @cached_property
    def exact_weights(self) -> tuple[Fraction, ...]:
        """The weights as exact rationals."""
        if self.given_weights is not None:
            return self.given_weights
        return (Fraction(1, len(self.points)),) * len(self.points)

    @cached_property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        if self.given_weights is None:
            if self.points_are_floats:
                return _exact_sum(self.points) / len(self.points)
            return sum(self.exact_points, Fraction(0)) / len(self.points)
        pairs = zip(self.exact_points, self.given_weights, strict=True)
        return sum((p * w for p, w in pairs), Fraction(0))

    @property
    def subgaussian(self) -> Fraction:
        """A sigma for which the centred law is sigma-subgaussian, by Hoeffding's lemma."""
        return (self.high - self.low) / 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Empirical) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)

    def __repr__(self) -> str:
        shown = ", ".join(f"{x:g}" for x in self.points[:4])
        more = f", ... {len(self.points)} points" if len(self.points) > 4 else ""
        return f"Empirical(({shown}{more}), low={self.low}, high={self.high})"

    @property
    def _facts(self) -> tuple[Any, ...]:
        return (self.exact_points, self.exact_weights, self.low, self.high)
