"""Laws on finitely many points, and laws of observed points among all laws of an interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from banditproof.theory.exact import Number, exact, exact_law


@dataclass(frozen=True)
class FiniteSupport:
    """The law with mass weights[i] at points[i]; its class is all laws on these points.

    A point of weight zero belongs to the support: an alternative may put mass there.

    >>> FiniteSupport((0, "0.5", 1), ("0.25", "0.5", "0.25")).exact_mean
    Fraction(1, 2)
    """

    points: Sequence[Number]
    weights: Sequence[Number]

    def __post_init__(self) -> None:
        points = tuple(exact(point) for point in self.points)
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

    @property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        return sum(
            (exact(p) * exact(w) for p, w in zip(self.points, self.weights, strict=True)),
            Fraction(0),
        )


class Empirical:
    """The law of observed points, each with equal weight; its class is all laws on [low, high].

    >>> Empirical((0.25, 0.75)).exact_mean
    Fraction(1, 2)
    """

    def __init__(self, points: Sequence[Number], low: Number = 0, high: Number = 1) -> None:
        self.points = np.asarray([float(exact(point)) for point in points])
        self.exact_points = tuple(exact(point) for point in points)
        self.low, self.high = exact(low), exact(high)
        if not self.exact_points:
            raise ValueError("There are no points; give at least one.")
        if not all(self.low <= point <= self.high for point in self.exact_points):
            raise ValueError(
                f"A point is outside [{low}, {high}]; give points of the interval, or a wider one."
            )

    @property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        return sum(self.exact_points, Fraction(0)) / len(self.exact_points)
