"""Columns that have the same law and the same score, and the tables from which they are drawn."""

from dataclasses import dataclass, field
import numpy as np
from banditproof.algorithms.engines.regret_kernels import Integers
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .grouped_kernels import add_counted, add_drawn, fill_alias_table

BLOCK = 1_000_000
"""The uniform numbers that are drawn at a time."""
BINOMIAL_COST = 5.0
"""How many columns are drawn, one at a time, in the time of one binomial count."""
NEGLIGIBLE = 1e-3
"""Values that fewer than so many of the columns are expected to have do not count as work."""


@dataclass(frozen=True, eq=False)
class ColumnGroup:
    """Equal columns: the probabilities of the values, without and with the target, and the terms.

    >>> group = ColumnGroup(2, np.array([0.5, 0.5]), np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    >>> scores = np.zeros(2)
    >>> group.add(np.random.default_rng(1), np.array([], int), np.array([1]), scores)
    >>> scores
    array([0., 2.])
    """

    columns: int
    out: Floats
    inside: Floats
    terms: Floats
    counted: bool = field(init=False)
    """Whether the values are counted, or the columns drawn one at a time."""

    def __post_init__(self) -> None:
        busy = max(self._busy(self.out), self._busy(self.inside))
        object.__setattr__(self, "counted", busy * BINOMIAL_COST < self.columns)

    def _busy(self, law: Floats) -> int:
        """About how many values have a column."""
        return int((law * self.columns > NEGLIGIBLE).sum())

    def add(
        self, rng: np.random.Generator, without: Integers, having: Integers, scores: Floats
    ) -> None:
        """Add the sum over the columns to the scores of the games without and with the target."""
        for law, games in ((self.out, without), (self.inside, having)):
            if len(games):
                (self._count if self.counted else self._draw)(rng, games, law, scores)

    def _count(
        self, rng: np.random.Generator, games: Integers, law: Floats, scores: Floats
    ) -> None:
        order = np.argsort(-law, kind="stable")
        order = order[law[order] > 0]
        sorted_law = law[order]
        rest = np.cumsum(sorted_law[::-1])[::-1]
        shares = np.minimum(sorted_law / rest, 1.0)
        steps = len(games) * min(len(order), self.columns)
        add_counted.for_work(steps)(rng, games, self.columns, shares, self.terms[order], scores)

    def _draw(self, rng: np.random.Generator, games: Integers, law: Floats, scores: Floats) -> None:
        borders, partners = alias_table(law)
        terms = np.empty(2 * len(law))
        terms[0::2], terms[1::2] = self.terms, self.terms[partners]
        rows = max(1, BLOCK // self.columns)
        add = add_drawn.for_work(len(games) * self.columns / 2, -(-len(games) // rows))
        for start in range(0, len(games), rows):
            uniforms = rng.random((min(rows, len(games) - start), self.columns))
            add(uniforms, games, start, borders, terms, scores)


def alias_table(law: Floats) -> tuple[Floats, Integers]:
    """Walker's table of a law: borders in [i, i + 1], and the partner of each value.

    A uniform number u of [0, size) in the cell i stands for i below the border, and for the
    partner of i from it on. A value without any probability is never drawn.

    >>> alias_table(np.array([0.25, 0.75]))
    (array([0.5, 2. ]), array([1, 1]))
    """
    borders, partners = np.empty(len(law)), np.empty(len(law), np.int64)
    fill_alias_table.for_work(len(law))(law / law.sum() * len(law), borders, partners)
    return borders, partners
