"""Linear programs of exact rationals, solved by the simplex method, with their certificates.

An answer is checked before it is given: a point and weights of the rows that prove each other best,
weights that contradict the rows, or a direction in which the objective grows for ever. So a mistake
of the method can only be an error, never a wrong answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

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
    """

    def __init__(self, size: int, rows: Sequence[Row], limits: Row) -> None:
        self.size = size
        self.count = len(rows)
        self.artificial = 2 * self.size + self.count
        self.basic = [2 * self.size + i for i in range(self.count)]
        self.free = [*range(2 * self.size), self.artificial]
        self.matrix = [[*row, *(-x for x in row), Fraction(-1)] for row in rows]
        self.constants = list(limits)
        self.costs = [Fraction(0)] * len(self.free)
        self.value = Fraction(0)

    def contradiction(self) -> tuple[Fraction, ...] | None:
        """Make the dictionary feasible; or weights that contradict the rows."""
        self.costs[-1] = Fraction(-1)
        if self.count and min(self.constants) < 0:
            # The artificial variable has -1 in every row: entering where the constant is least, it
            # lifts all constants to 0 or above.
            worst = min(range(self.count), key=lambda i: self.constants[i])
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
        full = [*objective, *(-x for x in objective), *[Fraction(0)] * self.count]
        self.value = Fraction(0)
        self.costs = [full[name] for name in self.free]
        for name, row, constant in zip(self.basic, self.matrix, self.constants, strict=True):
            self.value += full[name] * constant
            self.costs = [cost - full[name] * x for cost, x in zip(self.costs, row, strict=True)]
        column = self._optimise()
        if column is None:
            return None
        move = dict.fromkeys(range(self.artificial + 1), Fraction(0))
        move[self.free[column]] = Fraction(1)
        for name, row in zip(self.basic, self.matrix, strict=True):
            move[name] = -row[column]
        return self._of(move)

    def point(self) -> tuple[Fraction, ...]:
        """x at the dictionary's solution."""
        place = dict.fromkeys(range(self.artificial + 1), Fraction(0))
        place.update(zip(self.basic, self.constants, strict=True))
        return self._of(place)

    def weights(self) -> tuple[Fraction, ...]:
        """The dual solution: the cost of each slack, with its sign turned."""
        result = dict.fromkeys(range(self.artificial + 1), Fraction(0))
        result.update((name, -cost) for name, cost in zip(self.free, self.costs, strict=True))
        return tuple(result[2 * self.size + i] for i in range(self.count))

    def _of(self, place: dict[int, Fraction]) -> tuple[Fraction, ...]:
        return tuple(place[j] - place[self.size + j] for j in range(self.size))

    def _optimise(self) -> int | None:
        """Pivot until no cost is positive; or the column in which nothing limits the growth."""
        while True:
            rising = [j for j, cost in enumerate(self.costs) if cost > 0]
            if not rising:
                return None
            column = min(rising, key=lambda j: self.free[j])
            limiting = [i for i, row in enumerate(self.matrix) if row[column] > 0]
            if not limiting:
                return column
            self._pivot(min(limiting, key=lambda i: self._order(i, column)), column)

    def _order(self, i: int, column: int) -> tuple[Fraction, int]:
        return self.constants[i] / self.matrix[i][column], self.basic[i]

    def _pivot(self, i: int, j: int) -> None:
        """Exchange the basic variable of row i and the free variable of column j."""
        pivot = self.matrix[i][j]
        row = [x / pivot for x in self.matrix[i]]
        row[j] = 1 / pivot
        constant = self.constants[i] / pivot
        for k in range(self.count):
            if k != i and self.matrix[k][j]:
                factor = self.matrix[k][j]
                changed = [x - factor * y for x, y in zip(self.matrix[k], row, strict=True)]
                changed[j] = -factor / pivot
                self.matrix[k] = changed
                self.constants[k] -= factor * constant
        cost = self.costs[j]
        self.costs = [x - cost * y for x, y in zip(self.costs, row, strict=True)]
        self.costs[j] = -cost / pivot
        self.value += cost * constant
        self.matrix[i], self.constants[i] = row, constant
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
