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


@dataclass(frozen=True, eq=False)
class Tables:
    """A table with the target, one without it, and what the target is."""

    inside: Floats
    outside: Floats
    target: str
    place: int | None = None


def crafted(neighbours: Neighbours) -> list[Tables]:
    """Rows with the label last: targets of several lengths, against rows that point away from them.

    The sum of the gradients of the others may be turned around by the target, which shows a sum
    that is clipped. To be replaced, the target's place is taken by the opposite row.

    >>> pair = crafted("remove")[-1]
    >>> pair.inside.shape, pair.outside.shape, pair.target
    ((8, 5), (7, 5), 'a row of length 100, label 1, beside rows of length 1, label 1')
    """
    direction = np.full(FEATURES, FEATURES**-0.5)
    pairs = []
    for size in SIZES:
        for entry, label in BACKGROUNDS:
            others = np.tile([*entry * direction, label], (ROWS - 1, 1))
            target, opposite = [*size * direction, 1.0], [*-size * direction, 1.0]
            outside = others if neighbours == "remove" else np.vstack([opposite, others])
            beside = f"rows of length {abs(entry):g}, label {label:g}"
            words = f"a row of length {size:g}, label 1, beside {beside}"
            pairs.append(Tables(np.vstack([target, others]), outside, words))
    return pairs


@dataclass(frozen=True, eq=False)
class TargetOfTable:
    """Rows of a file; a target that is one of them or not, or any of them."""

    rows: Floats
    row: Floats | None = None
    place: int | None = None
    words: str = ""

    def pairs(self, neighbours: Neighbours, rng: np.random.Generator) -> list[Tables]:
        """The rows with the target and without it; some rows in turn if there is no target.

        To be replaced, the target's place is taken by the row that is farthest from it.

        >>> table = TargetOfTable(np.eye(3), np.eye(3)[0], 0, "row 0")
        >>> table.pairs("replace", np.random.default_rng(0))[0].outside[0].tolist()
        [0.0, 1.0, 0.0]
        """
        if self.row is not None:
            return [self._pair(self.row, self.place, self.words, neighbours)]
        count = min(MOST_TARGETS, len(self.rows))
        chosen = rng.choice(len(self.rows), size=count, replace=False).tolist()
        return [self._pair(self.rows[k], k, f"row {k}", neighbours) for k in chosen]

    def _pair(self, row: Floats, place: int | None, words: str, neighbours: Neighbours) -> Tables:
        inside = self.rows if place is not None else np.vstack([self.rows, row])
        k = len(self.rows) if place is None else place
        others = np.delete(inside, k, axis=0)
        if neighbours == "remove":
            return Tables(inside, others, words, place)
        outside = inside.copy()
        outside[k] = others[int(np.argmax(np.abs(others - row).sum(axis=1)))]
        return Tables(inside, outside, words, place)
