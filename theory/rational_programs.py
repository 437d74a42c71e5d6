"""Linear programs of exact rationals, solved by the simplex method, with their certificates.

An answer is checked before it is given: a point and weights of the rows that prove each other best,
weights that contradict the rows, or a direction in which the objective grows for ever. So a mistake
of the method can only be an error, never a wrong answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from .rational_steps import whole_multiples

Row = Sequence[Fraction]


@dataclass(frozen=True)
class Optimum:
    """The largest value, a point that has it, and weights >= 0 of the rows that sum to it."""

    value: Fraction
    point: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]


@dataclass(frozen=True)
class Contradiction:
    """Weights >= 0 with which the rows sum to 0 <= a negative number: no point satisfies them."""

    weights: tuple[Fraction, ...]


@dataclass(frozen=True)
class Unlimited:
    """A point that satisfies the rows, and a direction from it in which the objective grows."""

    point: tuple[Fraction, ...]
    direction: tuple[Fraction, ...]


def dot(a: Row, b: Row) -> Fraction:
    """The sum of the products of two rows of the same length."""
    if len(a) != len(b):
        raise ValueError(f"There are {len(a)} and {len(b)} entries; give rows of one length.")
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def maximise(
    objective: Row, rows: Sequence[Row], limits: Row
) -> Optimum | Contradiction | Unlimited:
    """Maximise objective . x over all x with row . x <= limit for each row.

    The entries of x may have any sign. Bland's rule chooses the pivots, so the method ends.

    >>> half, one, two = Fraction(1, 2), Fraction(1), Fraction(2)
    >>> rows = [one, two], [one, -one], [-one, one]
    >>> found = maximise([one, one], rows, [one, half, half])
    >>> found.value, found.point
    (Fraction(5, 6), (Fraction(2, 3), Fraction(1, 6)))
    """
    size = len(objective)
    if any(len(row) != size for row in rows) or len(rows) != len(limits):
        raise ValueError(
            f"There are {len(rows)} rows, {len(limits)} limits and {size} coefficients; give one "
            "limit for each row, and rows as long as the objective."
        )
    tableau = _Tableau(size, rows, limits)
    weights = tableau.contradiction()
    if weights is not None:
        return _checked_contradiction(Contradiction(weights), rows, limits)
    ray = tableau.climb(objective)
    if ray is not None:
        return _checked_ray(Unlimited(tableau.point(), ray), objective, rows, limits)
    optimum = Optimum(tableau.value, tableau.point(), tableau.weights())
    return _checked_optimum(optimum, objective, rows, limits)


class _Tableau:
    """A dictionary: each basic variable is its constant minus coefficients of the others.

    Variables: x = u - v with u, v >= 0, then one slack for each row, then one artificial variable.
    All numbers are whole and stand over one denominator, the last pivot: after a pivot each is a
    minor of the rows at the beginning, so the division by the earlier pivot leaves no rest.
    """

    def __init__(self, size: int, rows: Sequence[Row], limits: Row) -> None:
        self.size = size
        self.count = len(rows)
        self.artificial = 2 * self.size + self.count
        self.basic = [2 * self.size + i for i in range(self.count)]
        self.free = [*range(2 * self.size), self.artificial]
        self.limits = limits
        whole = [whole_multiples((*row, limit)) for row, limit in zip(rows, limits, strict=True)]
        self.scales = [scale for scale, _ in whole]
        # the last entry of a row is its constant
        self.matrix = [[*row, *(-x for x in row), -scale, end] for scale, (*row, end) in whole]
        self.costs = [0] * (len(self.free) + 1)
        """The coefficients of what is maximised, and last its value with the sign turned."""
        self.unit = 1
        """The objective is multiplied by this."""
        self.over = 1
        """What all numbers are divided by."""

    @property
    def value(self) -> Fraction:
        """The objective at the dictionary's solution."""
        return Fraction(-self.costs[-1], self.over * self.unit)

    def contradiction(self) -> tuple[Fraction, ...] | None:
        """Make the dictionary feasible; or weights that contradict the rows."""
        self.costs[-2] = -1
        if self.count and min(self.limits) < 0:
            # The artificial variable has -1 in every row: entering where the constant is least, it
            # lifts all constants to 0 or above.
            worst = min(range(self.count), key=lambda i: self.limits[i])
            self._pivot(worst, len(self.free) - 1)
            self._optimise()
            if self.value < 0:
                return self.weights()
        if self.artificial in self.basic:  # at 0: any other variable may take its place
            place = self.basic.index(self.artificial)
            self._pivot(place, next(j for j, x in enumerate(self.matrix[place]) if x))
        column = self.free.index(self.artificial)
        del self.free[column]
        for row in (self.costs, *self.matrix):
            del row[column]
        return None

    def climb(self, objective: Row) -> tuple[Fraction, ...] | None:
        """Maximise an objective from a feasible dictionary; a direction if it has no limit."""
        self.unit, whole = whole_multiples(objective)
        full = [*whole, *(-x for x in whole), *[0] * self.count]
        self.costs = [*(full[name] * self.over for name in self.free), 0]
        for name, row in zip(self.basic, self.matrix, strict=True):
            if full[name]:
                pairs = zip(self.costs, row, strict=True)
                self.costs = [cost - full[name] * x for cost, x in pairs]
        column = self._optimise()
        if column is None:
            return None
        name = self.free[column]  # it grows by 1
        scale = 1 if name < 2 * self.size else self.scales[name - 2 * self.size]
        basic = zip(self.basic, self.matrix, strict=True)
        return self._of({name: scale * self.over} | {b: -scale * row[column] for b, row in basic})

    def point(self) -> tuple[Fraction, ...]:
        """x at the dictionary's solution."""
        return self._of({name: row[-1] for name, row in zip(self.basic, self.matrix, strict=True)})

    def weights(self) -> tuple[Fraction, ...]:
        """The dual solution: the cost of each slack, with its sign turned."""
        costs = dict(zip(self.free, self.costs[:-1], strict=True))
        over = self.over * self.unit
        return tuple(
            Fraction(-costs.get(2 * self.size + i, 0) * scale, over)
            for i, scale in enumerate(self.scales)
        )

    def _of(self, place: dict[int, int]) -> tuple[Fraction, ...]:
        """x where the variables have the values `place` over the denominator, or else 0."""
        pairs = ((place.get(j, 0), place.get(self.size + j, 0)) for j in range(self.size))
        return tuple(Fraction(up - down, self.over) for up, down in pairs)

    def _optimise(self) -> int | None:
        """Pivot until no cost is positive; or the column in which nothing limits the growth."""
        while True:
            rising = [j for j in range(len(self.free)) if self.costs[j] > 0]
            if not rising:
                return None
            column = min(rising, key=lambda j: self.free[j])
            limiting = [i for i, row in enumerate(self.matrix) if row[column] > 0]
            if not limiting:
                return column
            self._pivot(min(limiting, key=lambda i: self._order(i, column)), column)

    def _order(self, i: int, column: int) -> tuple[Fraction, int]:
        return Fraction(self.matrix[i][-1], self.matrix[i][column]), self.basic[i]

    def _pivot(self, i: int, j: int) -> None:
        """Exchange the basic variable of row i and the free variable of column j."""
        row, over = self.matrix[i], self.over
        sign = 1 if row[j] > 0 else -1
        pivot = self.over = sign * row[j]  # the denominator stays positive

        def changed(other: list[int]) -> list[int]:
            factor = sign * other[j]
            new = [(x * pivot - factor * y) // over for x, y in zip(other, row, strict=True)]
            new[j] = -factor
            return new

        self.matrix = [row if other is row else changed(other) for other in self.matrix]
        self.costs = changed(self.costs)
        self.matrix[i] = [sign * x for x in row]
        self.matrix[i][j] = sign * over
        self.basic[i], self.free[j] = self.free[j], self.basic[i]


def _holds(rows: Sequence[Row], limits: Row, point: Row) -> bool:
    return all(dot(row, point) <= limit for row, limit in zip(rows, limits, strict=True))


def _sum(weights: Row, rows: Sequence[Row], size: int) -> list[Fraction]:
    return [dot(weights, [row[j] for row in rows]) for j in range(size)]


def _checked_optimum(found: Optimum, objective: Row, rows: Sequence[Row], limits: Row) -> Optimum:
    right = (
        _holds(rows, limits, found.point)
        and min(found.weights, default=Fraction(0)) >= 0
        and _sum(found.weights, rows, len(objective)) == list(objective)
        and dot(objective, found.point) == found.value == dot(found.weights, limits)
    )
    if not right:
        raise ArithmeticError("The simplex method gave an optimum that is none.")
    return found


def _checked_contradiction(found: Contradiction, rows: Sequence[Row], limits: Row) -> Contradiction:
    none = not any(_sum(found.weights, rows, len(rows[0])))
    if not (min(found.weights) >= 0 and none and dot(found.weights, limits) < 0):
        raise ArithmeticError("The simplex method gave a contradiction that is none.")
    return found


def _checked_ray(found: Unlimited, objective: Row, rows: Sequence[Row], limits: Row) -> Unlimited:
    never = all(dot(row, found.direction) <= 0 for row in rows)
    if not (_holds(rows, limits, found.point) and never and dot(objective, found.direction) > 0):
        raise ArithmeticError("The simplex method gave a direction that ends.")
    return found
