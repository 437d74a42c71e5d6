"""Bounded polytopes of few dimensions by exact half-spaces: their vertices, volumes and slices."""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import factorial
from flint import fmpq
from .rational_matrices import fraction_of, rational_matrix
from .rational_programs import Contradiction, Optimum, Unlimited, dot, maximise

Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class HalfSpace:
    """All points x with row . x <= limit."""

    row: Point
    limit: Fraction

    def at(self, coordinate: int, value: Fraction) -> HalfSpace:
        """The half-space of the other coordinates where one of them has a value.

        >>> HalfSpace((Fraction(1), Fraction(2)), Fraction(3)).at(1, Fraction(1))
        HalfSpace(row=(Fraction(1, 1),), limit=Fraction(1, 1))
        """
        rest = self.row[:coordinate] + self.row[coordinate + 1 :]
        return HalfSpace(rest, self.limit - self.row[coordinate] * value)

    @property
    def outside(self) -> HalfSpace:
        """The half-space on the other side, with the same border."""
        return HalfSpace(tuple(-x for x in self.row), -self.limit)


@dataclass(frozen=True)
class Polytope:
    """The points of some half-spaces, which must bound them.

    >>> square = box((Fraction(0), Fraction(1)), (Fraction(0), Fraction(2)))
    >>> corner = square.cut(HalfSpace((Fraction(1), Fraction(1)), Fraction(1)))
    >>> square.volume, corner.volume, len(corner.vertices)
    (Fraction(2, 1), Fraction(1, 2), 3)
    """

    half_spaces: tuple[HalfSpace, ...]

    def __post_init__(self) -> None:
        if not self.half_spaces:
            raise ValueError("There is no half-space; give some that bound a polytope.")

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return len(self.half_spaces[0].row)

    def cut(self, *others: HalfSpace) -> Polytope:
        """The part of the polytope in other half-spaces."""
        return Polytope((*self.half_spaces, *others))

    def slice(self, coordinate: int, value: Fraction) -> Polytope:
        """The polytope of the other coordinates where one of them has a value."""
        return Polytope(tuple(half.at(coordinate, value) for half in self.half_spaces))

    def holds(self, point: Sequence[Fraction]) -> bool:
        """Whether a point is in the polytope."""
        return all(dot(half.row, point) <= half.limit for half in self.half_spaces)

    def largest(self, objective: Sequence[Fraction]) -> Optimum | None:
        """The largest value of a linear function, with its proof; None for an empty polytope."""
        result = maximise(
            objective, [h.row for h in self.half_spaces], [h.limit for h in self.half_spaces]
        )
        if isinstance(result, Unlimited):
            raise ValueError("The half-spaces do not bound a polytope; give more of them.")
        return None if isinstance(result, Contradiction) else result

    def inner_point(self) -> Point | None:
        """A point inside all half-spaces, not on a border; None if there is none.

        It is as far inside as possible, in the units of the rows.
        """
        rows = [(*half.row, Fraction(1)) for half in self.half_spaces]
        aim = (*[Fraction(0)] * self.dimension, Fraction(1))
        result = maximise(aim, rows, [half.limit for half in self.half_spaces])
        if isinstance(result, Unlimited):
            raise ValueError("The half-spaces do not bound a polytope; give more of them.")
        if isinstance(result, Contradiction) or result.value <= 0:
            return None
        return result.point[:-1]

    @cached_property
    def vertices(self) -> tuple[Point, ...]:
        """The corners in the order of their coordinates."""
        result = set()
        for chosen in combinations(dict.fromkeys(self.half_spaces), self.dimension):
            point = _meeting(chosen)
            if point is not None and self.holds(point):
                result.add(point)
        return tuple(sorted(result))

    @cached_property
    def volume(self) -> Fraction:
        """The exact volume: pyramids over the faces from a corner, down to segments.

        Raises ValueError if the half-spaces do not bound the polytope.
        """
        for place in range(self.dimension):
            for sign in (1, -1):
                self.largest([Fraction(sign * (k == place)) for k in range(self.dimension)])
        if len(self.vertices) <= self.dimension:
            return Fraction(0)
        simplices = _triangulated(self.vertices, self.half_spaces, self.dimension)
        return sum(map(_content, simplices), Fraction(0))


def box(*sides: tuple[Fraction, Fraction]) -> Polytope:
    """The polytope of all points with each coordinate between two numbers."""
    results = []
    for place, (low, high) in enumerate(sides):
        row = tuple(Fraction(int(k == place)) for k in range(len(sides)))
        results += [HalfSpace(row, high), HalfSpace(tuple(-x for x in row), -low)]
    return Polytope(tuple(results))


def around(points: Iterable[Point]) -> list[Point]:
    """The corners of the hull of points of a plane, in order around it.

    >>> square = [(Fraction(x), Fraction(y)) for x in (0, 1) for y in (0, 1)]
    >>> [tuple(map(int, point)) for point in around(square)]
    [(0, 0), (1, 0), (1, 1), (0, 1)]
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(points: Sequence[Point]) -> list[Point]:
    results: list[Point] = []
    for point in points:
        while len(results) > 1 and _turn(results[-2], results[-1], point) <= 0:
            results.pop()
        results.append(point)
    return results


def _turn(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meeting(chosen: Sequence[HalfSpace]) -> Point | None:
    """The only point on the borders of some half-spaces; None if there is none, or a line."""
    matrix = rational_matrix([half.row for half in chosen])
    if matrix.det() == 0:
        return None
    right = rational_matrix([[half.limit] for half in chosen])
    solved = matrix.solve(right)
    return tuple(fraction_of(fmpq(solved[i, 0])) for i in range(len(chosen)))


def _triangulated(
    points: Sequence[Point], faces: Sequence[HalfSpace], dimension: int
) -> list[tuple[Point, ...]]:
    """Simplices that fill the hull of points of a polytope with these faces."""
    apex = points[0]
    if dimension == 0:
        return [(apex,)]
    result, seen = [], set()
    for face in faces:
        on = tuple(point for point in points if dot(face.row, point) == face.limit)
        if apex in on or len(on) < dimension or on in seen or _rank(on) != dimension - 1:
            continue
        seen.add(on)
        others = [other for other in faces if other != face]
        result += [(apex, *part) for part in _triangulated(on, others, dimension - 1)]
    return result


def _rank(points: Sequence[Point]) -> int:
    edges = [[x - y for x, y in zip(p, points[0], strict=True)] for p in points[1:]]
    return int(rational_matrix(edges).rank()) if edges else 0


def _content(corners: tuple[Point, ...]) -> Fraction:
    """The volume of a simplex."""
    edges = [[x - y for x, y in zip(p, corners[0], strict=True)] for p in corners[1:]]
    return abs(fraction_of(fmpq(rational_matrix(edges).det()))) / factorial(len(edges))
