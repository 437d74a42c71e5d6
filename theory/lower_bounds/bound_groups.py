"""The order of the bounds: this instance, the minimax bounds of each class, the upper bounds."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple
from banditproof.theory.bound_words import Quantity, Side
from .bound import BUDGET, COEFFICIENT, REGRET, SAMPLES, Bound

ONE_ARM = "budget from which arm "
"""How the names of the rows begin that are about one arm only, of which there may be many."""


class Group(NamedTuple):
    """Bounds of one side and one quantity, of the instance or of the worst one of a class."""

    side: Side
    quantity: Quantity
    over: str | None
    rows: tuple[Bound, ...]


def ordered(rows: Iterable[Bound]) -> list[Bound]:
    """The bounds by group, and in a group from the strongest to the weakest.

    First those of the instance: regret, samples, budgets; then the minimax bounds, one class after
    the other; then the upper bounds. A bound that does not apply comes last in its group.
    """
    given = list(rows)
    classes = list(dict.fromkeys(row.over for row in given if row.over is not None))

    def place(row: Bound) -> tuple[int, int]:
        if row.side == Side.UPPER:
            return (4, (COEFFICIENT, REGRET, SAMPLES).index(row.quantity))
        if row.over is not None:
            return (3, classes.index(row.over))
        return ((COEFFICIENT, SAMPLES, BUDGET).index(row.quantity), 0)

    return sorted(given, key=lambda row: (place(row), _weakness(row)))


def _weakness(row: Bound) -> tuple[bool, bool, Fraction | float]:
    """What rises from the strongest to the weakest row of a group."""
    about_one = row.name.startswith(ONE_ARM)
    if row.enclosure is None:
        return (about_one, True, 0)
    if row.side == Side.THRESHOLD and not about_one:
        return (about_one, False, 0)  # budgets of different theorems are not compared
    upper = row.side == Side.UPPER
    return (about_one, False, row.enclosure.hi if upper else -row.enclosure.lo)


def groups(rows: Iterable[Bound]) -> Iterator[Group]:
    """The groups of bounds that are in order."""
    for (side, quantity, over), members in groupby(
        rows, key=lambda row: (row.side, row.quantity, row.over)
    ):
        yield Group(side, quantity, over, tuple(members))
