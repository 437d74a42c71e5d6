"""The costs of all pairs of points as whole numbers of one unit, exact."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
import numpy as np
from banditproof.theory.enclosure import Bound, Enclosure
from banditproof.theory.exact import Number, exact
from .tree_simplex import SMALL, Table, whole_table

Entry = Number | Enclosure
Cost = Sequence[Sequence[Entry]] | Callable[[int, int], Entry]
"""The cost of (X, Y) = (i, j): a number, an enclosure of it, or inf to exclude the pair."""

FLOATS = (np.float16, np.float32, np.float64)
MANTISSA = 53
"""The binary digits of a float."""


@dataclass(frozen=True)
class ExactCosts:
    """Lower and upper bounds of all costs in units of 1 / grain; one table if they are numbers.

    `allowed` is False for the pairs that are excluded, whose bounds are 0; None if there are none.
    Where there are two tables, all their entries are even.
    """

    low: Table
    high: Table
    allowed: Any
    grain: int

    @property
    def are_numbers(self) -> bool:
        """Whether all costs are known exactly."""
        return self.low is self.high

    @cached_property
    def middle(self) -> Table:
        """A number between the bounds of each cost."""
        return self.low if self.are_numbers else (self.low + self.high) // 2


def exact_costs(cost: Cost, rows: int, columns: int) -> ExactCosts:
    """Read a matrix, or a function of the two indices; raises ValueError for other shapes.

    >>> exact_costs([[0, 0.5], [math.inf, 1]], 2, 2).low.tolist()
    [[0, 1], [0, 2]]
    >>> exact_costs([["1/3"]], 1, 1).grain
    3
    """
    if callable(cost):
        given: Any = [[cost(i, j) for j in range(columns)] for i in range(rows)]
    else:
        table: Any = cost
        try:
            given = table if isinstance(table, np.ndarray) else [list(row) for row in table]
            lengths = {len(row) for row in given}
        except TypeError:
            raise ValueError(
                f"The costs are {cost!r}; give a matrix, or a function of the two indices."
            ) from None
        if len(given) != rows or lengths != {columns}:
            shape = f"{len(given)} x {'/'.join(str(n) for n in sorted(lengths))}"
            raise ValueError(
                f"The costs are {shape} for laws of {rows} and {columns} points; give a "
                f"{rows} x {columns} matrix."
            )
    plain = _plain_array(given)
    if plain is not None:
        if plain.dtype != np.float64:
            whole = whole_table(plain)
            return ExactCosts(whole, whole, None, 1)
        allowed = plain != math.inf
        finite = np.where(allowed, plain, 0.0)
        if np.isfinite(finite).all():
            whole, grain = whole_floats(finite)
            return ExactCosts(whole, whole, None if allowed.all() else allowed, grain)
    return _entry_by_entry(given)


def _plain_array(given: Any) -> Any:
    """The matrix as an array of int64 or float64, if all its entries are of one such type."""
    if isinstance(given, np.ndarray):
        if given.ndim == 2 and np.can_cast(given.dtype, np.int64) and given.dtype != bool:
            return given.astype(np.int64)
        return given.astype(float) if given.ndim == 2 and given.dtype in FLOATS else None
    kinds = {type(entry) for row in given for entry in row}
    if kinds == {float}:
        return np.array(given)
    if kinds == {int}:
        try:
            return np.array(given, dtype=np.int64)
        except OverflowError:
            return None
    return None


def whole_floats(values: Any) -> tuple[Table, int]:
    """The least power of two that makes all floats whole, and the floats times it.

    >>> table, grain = whole_floats(np.array([[0.75, -3.0]]))
    >>> table.tolist(), grain
    ([[3, -12]], 4)
    """
    parts, exponents = np.frexp(values)
    whole = np.ldexp(parts, MANTISSA).astype(np.int64)
    # x & -x is the lowest binary digit of x: a power of two, whose exponent a float holds exactly.
    trailing = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    used = whole != 0
    odd = np.where(used, whole >> np.where(used, trailing, 0), 0)
    # each number is odd * 2^places
    places = np.where(used, exponents - MANTISSA + trailing, 0)
    lowest = min(int(places.min()), 0)
    shifts = places - lowest
    if int(np.where(used, exponents, 0).max()) - lowest < SMALL.bit_length() - 1:
        return odd << np.where(used, shifts, 0), 1 << -lowest
    shifted = [x << s for x, s in zip(odd.ravel().tolist(), shifts.ravel().tolist(), strict=True)]
    return np.array(shifted, dtype=object).reshape(values.shape), 1 << -lowest


def _entry_by_entry(given: Any) -> ExactCosts:
    """Costs of any kinds."""
    pairs = [[_entry(entry, i, j) for j, entry in enumerate(row)] for i, row in enumerate(given)]
    free = np.array([[low != math.inf for low, _ in row] for row in pairs])
    are_numbers = all(low is high for row in pairs for low, high in row)
    finite = [end for row in pairs for pair in row for end in pair if not isinstance(end, float)]
    # Doubled for enclosures: both ends are even, so that the middle is whole.
    grain = math.lcm(*{end.denominator for end in finite}) * (1 if are_numbers else 2)

    def whole(end: Bound) -> int:
        return 0 if isinstance(end, float) else end.numerator * (grain // end.denominator)

    low = whole_table([[whole(pair[0]) for pair in row] for row in pairs])
    high = low if are_numbers else whole_table([[whole(pair[1]) for pair in row] for row in pairs])
    return ExactCosts(low, high, None if free.all() else free, grain)


def _entry(entry: Entry, i: int, j: int) -> tuple[Bound, Bound]:
    if isinstance(entry, Enclosure):
        if entry.lo == -math.inf or (entry.hi == math.inf and entry.lo != math.inf):
            raise ValueError(
                f"The cost of ({i}, {j}) is only known to lie in {entry}; give a finite "
                "enclosure, or inf for a pair that is excluded."
            )
        return entry.lo, entry.hi
    if isinstance(entry, float | np.floating) and entry == math.inf:
        return math.inf, math.inf
    try:
        number = exact(entry)
    except ValueError as error:
        raise ValueError(f"The cost of ({i}, {j}): {error}") from None
    return number, number
