"""Columns with a density, between two finite columns: cells merged, and cells split.

Cut the line at edges between which the likelihood ratio r = p_in / p_out is monotone. An adversary
who sees only the cell knows less: merging gives an upper bound of the overlap, for any number of
columns. In a cell with masses q (not in the data) and p, and ratios a <= r <= b, an adversary who
sees an edge at random, a with mass q_a and b with mass q_b, q_a + q_b = q, a q_a + b q_b = p,
knows more, since r is the mean of what such edges say: a lower bound. The outcomes beyond both
ends tell everything there. The gap between the two bounds shrinks with the square of the cells.
"""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number
from .columns import Atom, ReleasedColumn
from .product_law import ProductLaw
from .roc import Bounds, TestingProblem


class DensityColumn(ABC):
    """A column whose laws have densities, with a likelihood ratio that is monotone in pieces."""

    @abstractmethod
    def edges(self) -> list[Fraction]:
        """Places in increasing order, each turn of the likelihood ratio among them."""

    @abstractmethod
    def below(self, places: list[Fraction]) -> list[tuple[arb, arb]]:
        """The probabilities of outcomes below each place, target not in the data and in it."""

    @abstractmethod
    def log_ratios(self, places: list[Fraction]) -> list[arb]:
        """log(p_in / p_out) at each place."""


@dataclass(frozen=True)
class _CellColumn(ReleasedColumn):
    """One of the two finite columns of a column with a density."""

    density: DensityColumn

    @property
    def in_alone(self) -> Fraction:
        """0 stands for what is not rational; `DensityLaw` does not ask."""
        return Fraction(0)

    @property
    def out_alone(self) -> Fraction:
        """0 stands for what is not rational; `DensityLaw` does not ask."""
        return Fraction(0)


@dataclass(frozen=True)
class MergedCells(_CellColumn):
    """The adversary sees the cell."""

    def atoms(self) -> list[Atom]:
        """One outcome for each cell, the two beyond the ends included."""
        sums = [(arb(0), arb(0)), *self.density.below(self.density.edges()), (arb(1), arb(1))]
        results = []
        for (q, p), (next_q, next_p) in pairwise(sums):
            out, present = next_q - q, next_p - p
            if out > 0 and present > 0:
                results.append(Atom((present / out).log(), (present * out).sqrt()))
            else:  # hardly any mass: of an unknown ratio, it may count anywhere
                most = (present.abs_upper() * out.abs_upper()).sqrt()
                results.append(Atom(arb(0), arb(0).union(most)))
        return results


@dataclass(frozen=True)
class SplitCells(_CellColumn):
    """The adversary sees one of the edges of the cell."""

    def atoms(self) -> list[Atom]:
        """One outcome for each edge."""
        edges = self.density.edges()
        sums, logs = self.density.below(edges), self.density.log_ratios(edges)
        ratios = [log.exp() for log in logs]
        masses = [arb(0)] * len(edges)
        for i in range(len(edges) - 1):
            out, present = sums[i + 1][0] - sums[i][0], sums[i + 1][1] - sums[i][1]
            # The masses at both edges with the sum q whose mean ratio is p / q: one linear
            # equation.
            share = (present - ratios[i] * out) / (ratios[i + 1] - ratios[i])
            masses[i] += out - share
            masses[i + 1] += share
        return [
            Atom(log, mass * ratio.sqrt())
            for log, mass, ratio in zip(logs, masses, ratios, strict=True)
        ]


@dataclass(frozen=True)
class DensityLaw(TestingProblem):
    """Independent columns with densities, grouped by equal ones, between two finite laws."""

    groups: tuple[tuple[DensityColumn, int], ...]

    def __init__(self, groups: Sequence[tuple[DensityColumn, int]]) -> None:
        for column, _ in groups:
            if not isinstance(column, DensityColumn):
                raise ValueError(f"A column is {column!r}; give columns with densities.")
        object.__setattr__(self, "groups", tuple(groups))
        _ = self._merged, self._split  # these check the counts

    def __reduce__(self) -> tuple[Any, ...]:
        return DensityLaw, (self.groups,)

    @cached_property
    def _merged(self) -> ProductLaw:
        return ProductLaw([(MergedCells(column), count) for column, count in self.groups], TINY)

    @cached_property
    def _split(self) -> ProductLaw:
        return ProductLaw([(SplitCells(column), count) for column, count in self.groups], TINY)

    @property
    def in_alone(self) -> Enclosure:
        """Nothing needs the target: these columns have p_out > 0 wherever p_in > 0."""
        return Enclosure.of(0)

    @property
    def out_alone(self) -> Enclosure:
        """Not known here: an interval that says nothing."""
        return Enclosure.of(0, 1)

    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """Between the overlap of split cells and that of merged cells."""
        low, high = self._split.overlap_bounds(factor), self._merged.overlap_bounds(factor)
        return Bounds(low.lo, high.hi)


TINY: Number = 1e-10
"""The tolerance of both finite laws: far below the gap between them."""
