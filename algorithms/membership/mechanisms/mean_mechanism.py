"""What a mechanism that releases a mean of rows offers to games, scores and accountants."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import Number
from .mean_privacy import MeanPrivacy

Point = tuple[Fraction, ...]
Bits = npt.NDArray[np.bool_]


class Mechanism(Protocol):
    """A map from a data set to a random release."""

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """What is released of a data set, whose rows stand one below the other."""


class MeanMechanism(Mechanism, Protocol):
    """A mechanism that looks at sums of rows, so that many games need no rows."""

    def in_bulk(
        self, law: RowLaw, rows: int, targets: Floats, bits: Bits, rng: np.random.Generator
    ) -> Floats:
        """One release for each bit, of rows from the law; for bit 1 the target is one of them."""

    def privacy(self, rows: int, sides: Sequence[Number]) -> MeanPrivacy:
        """The privacy for data in a box with sides of these lengths, proved."""


class EnumerableMechanism(Mechanism, Protocol):
    """A mechanism with finitely many outcomes for each data set."""

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The exact law of the release."""


def sums_with_targets(
    law: RowLaw, rows: int, targets: Floats, inside: Bits, rng: np.random.Generator
) -> Floats:
    """Sums of rows, where the target is one of them if `inside` says so.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> inside = np.array([True, False])
    >>> rng = np.random.default_rng(1)
    >>> sums_with_targets(BernoulliColumns((0, 1)), 5, np.array([1.0, 0.0]), inside, rng)
    array([[1., 4.],
           [0., 5.]])
    """
    result = np.empty((len(inside), law.dimension))
    result[~inside] = law.draw_sums(rows, int((~inside).sum()), rng)
    chosen = targets if targets.ndim == 1 else targets[inside]
    result[inside] = law.draw_sums(rows - 1, int(inside.sum()), rng) + chosen
    return result


def checked_rows(rows: Floats, least: int = 1) -> int:
    """The number of rows of a data set; raises ValueError if it is too small or not finite."""
    if rows.ndim != 2 or len(rows) < least:
        raise ValueError(
            f"The data set has the shape {rows.shape}; give at least {least} rows, one below the "
            "other."
        )
    if not np.isfinite(rows).all():
        raise ValueError("The data set contains NaN or an infinite number; give finite numbers.")
    return len(rows)
