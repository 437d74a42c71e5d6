"""Finite mechanisms as the library's games see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.games.crafters import AverageTarget
from banditproof.algorithms.membership.games.enumerated_games import ExactGame, exact_game
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows, Point
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.paper_checks.models.finite_laws import FiniteMechanism, Law


@dataclass(frozen=True, eq=False)
class TabledMechanism:
    """A finite mechanism on rows that are numbers 0, 1, ..., as a mechanism of the library."""

    law: FiniteMechanism

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The law of the output."""
        data = tuple(int(row[0]) for row in rows)
        return {(Fraction(o),): p for o, p in enumerate(self.law(data))}

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """An output."""
        law = self.law(tuple(int(row[0]) for row in rows))
        return np.array([float(rng.choice(len(law), p=[float(p) for p in law]))])


def crafter_of(mechanism: FiniteMechanism, records: Law, size: int) -> AverageTarget:
    """The library's crafter with an average target."""
    values = tuple((z,) for z in range(len(records)))
    return AverageTarget(TabledMechanism(mechanism), FiniteRows(values, records), size)


def library_game(mechanism: FiniteMechanism, records: Law, size: int) -> ExactGame:
    """The library's exact game."""
    return exact_game(crafter_of(mechanism, records, size))


def laws_of_game(game: ExactGame, values: int, outputs: int) -> tuple[Law, Law]:
    """The laws of (output, target) for b = 0 and b = 1, in the order of `joint_laws`."""
    none = (Fraction(0), Fraction(0))
    cells = [
        game.cells.get(((Fraction(z),), (Fraction(o),)), none)
        for z in range(values)
        for o in range(outputs)
    ]
    return tuple(out for out, _ in cells), tuple(inside for _, inside in cells)
