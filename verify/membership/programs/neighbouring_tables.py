"""Two tables that differ in the target: made by hand, or from rows of a file."""

from dataclasses import dataclass
from typing import Literal
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats

Neighbours = Literal["remove", "replace"]
ROWS, FEATURES = 8, 4
"""The size of a table that is made by hand."""
SIZES = (1.0, 3.0, 10.0, 100.0)
BACKGROUNDS = ((0.0, 0.0), (-0.1, 0.0), (-0.1, 1.0), (-1.0, 0.0), (-1.0, 1.0))
"""The entries of all other rows, and their label."""
MOST_TARGETS = 20
MOST_ENDS, MOST_COLUMNS = 8, 4
"""The rows at the ends of the data that are tried, and the columns that have such ends."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A table with the target, one without it, and what the target is."""

    inside: Floats
    outside: Floats
    target: str
    place: int | None = None


def crafted(neighbours: Neighbours, clip: float) -> list[list[Tables]]:
    """Rows with the label last, in three kinds of pairs.

    The first has targets of several lengths, against rows that point away from them. The sum of the
    gradients of the others may be turned around by the target, which shows a sum that is clipped.
    The second has them in a direction whose entries sum to 0, which shows noise that is one number
    for all coordinates. In the third all other rows are 0, and the gradient of the target is not
    clipped, so that it alone changes from step to step: this shows noise that is used again.

    To be replaced, the target's place is taken by the opposite row; in the third kind by 0.

    >>> first, second, third = crafted("remove", 0.5)
    >>> first[-1].inside.shape, first[-1].outside.shape, first[-1].target
    ((8, 5), (7, 5), 'a row of length 100, label 1, beside rows of length 1, label 1')
    >>> third[0].target
    'a row of length 0.5, label 1, beside rows of length 0, label 0'
    """
    sides = np.ones(FEATURES), np.resize([1.0, -1.0], FEATURES)
    first, second = (
        [
            _pair(side * FEATURES**-0.5, size, entry, label, neighbours)
            for size in SIZES
            for entry, label in BACKGROUNDS
        ]
        for side in sides
    )
    alone = sides[0] * FEATURES**-0.5
    short = min(
        clip, 1.0
    )  # a long row is learnt at once, and its gradient does not change any more
    third = [_pair(alone, short, 0.0, label, neighbours, opposite=0.0) for label in (0.0, 1.0)]
    return [first, second, third]


def _pair(
    direction: Floats,
    size: float,
    entry: float,
    label: float,
    neighbours: Neighbours,
    opposite: float = -1.0,
) -> Tables:
    """A target of a size beside rows of an entry and a label."""
    others = np.tile([*entry * direction, label], (ROWS - 1, 1))
    target, instead = [*size * direction, 1.0], [*opposite * size * direction, 1.0]
    outside = others if neighbours == "remove" else np.vstack([instead, others])
    beside = f"rows of length {abs(entry):g}, label {label:g}"
    words = f"a row of length {size:g}, label 1, beside {beside}"
    return Tables(np.vstack([target, others]), outside, words)


@dataclass(frozen=True, eq=False)
class TargetOfTable:
    """Rows of a file; a target that is one of them or not, or any of them."""

    rows: Floats
    row: Floats | None = None
    place: int | None = None
    words: str = ""

    def pairs(
        self, neighbours: Neighbours, rng: np.random.Generator, others: bool = False
    ) -> list[Tables]:
        """The rows with the target and without it; some rows in turn if there is no target.

        With `others`, rows at both ends of the data are targets, too, after the one that is given.
        To be replaced, a target's place is taken by the row that is farthest from it, and in turn
        by those at the ends.

        >>> table = TargetOfTable(np.eye(3), np.eye(3)[0], 0, "row 0")
        >>> table.pairs("replace", np.random.default_rng(0))[0].outside[0].tolist()
        [0.0, 1.0, 0.0]
        >>> [pair.target for pair in table.pairs("remove", np.random.default_rng(0), others=True)]
        ['row 0', 'row 2', 'row 1']
        """
        ends = rows_at_the_ends(self.rows)
        if self.row is None:
            chance = rng.permutation(len(self.rows)).tolist()
            chosen = list(dict.fromkeys([*ends, *chance]))[:MOST_TARGETS]
            return [pair for k in chosen for pair in self._row(k, neighbours)]
        asked = self._pairs(self.row, self.place, self.words, neighbours)
        if not others:
            return asked
        more = [pair for k in ends if k != self.place for pair in self._row(k, neighbours)]
        return asked + more

    def _row(self, k: int, neighbours: Neighbours) -> list[Tables]:
        return self._pairs(self.rows[k], k, f"row {k}", neighbours)

    def _pairs(
        self, row: Floats, place: int | None, words: str, neighbours: Neighbours
    ) -> list[Tables]:
        """The rows with a target, beside those without it or with others in its place."""
        inside = self.rows if place is not None else np.vstack([self.rows, row])
        k = len(self.rows) if place is None else place
        rest = np.delete(inside, k, axis=0)
        if neighbours == "remove":
            return [Tables(inside, rest, words, place)]
        farthest = int(np.argmax(np.abs(rest - row).sum(axis=1)))
        places = dict.fromkeys([farthest, *rows_at_the_ends(rest)])
        instead = {rest[j].tobytes(): rest[j] for j in places if (rest[j] != row).any()}
        tables = []
        for other in instead.values() or [rest[farthest]]:
            outside = inside.copy()
            outside[k] = other
            tables.append(Tables(inside, outside, words, place))
        return tables


def rows_at_the_ends(rows: Floats) -> list[int]:
    """The first and the last row, and those with the smallest and the largest sum and entries.

    >>> rows_at_the_ends(np.array([[1.0, 1.0], [0.0, 3.0], [0.5, 0.5], [9.0, 0.0], [2.0, 2.0]]))
    [0, 4, 2, 3, 1]
    """
    found = [0, len(rows) - 1]
    for column in (rows.sum(axis=1), *rows.T[:MOST_COLUMNS]):
        found += [int(np.argmin(column)), int(np.argmax(column))]
    return list(dict.fromkeys(found))[:MOST_ENDS]
