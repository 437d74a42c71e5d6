"""What a score is: a number for each game, and large where the target seems to be a row."""

from typing import Protocol
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats


class Score(Protocol):
    """Releases and targets to numbers; games stand along the first axis of both."""

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game; `targets` is one target for all games, or one for each."""


class ColumnScore(Score, Protocol):
    """A score that is a sum over columns, the same in all games: it can be grouped."""

    def column_terms(self, releases: Floats, target: Floats) -> Floats | None:
        """The terms of the sum for one target; None if the score has no such terms."""


def summed_terms(terms: Floats) -> Floats:
    """The sum along the last axis, in which a term -inf or +inf counts as it stands.

    >>> summed_terms(np.array([[1.0, 2.0], [-np.inf, 5.0]]))
    array([  3., -inf])
    """
    with np.errstate(invalid="ignore"):
        result = np.asarray(terms.sum(axis=-1))
    if np.isnan(result).any():
        raise ValueError(
            "A score has both a term +inf and a term -inf, or a NaN; give a release that is "
            "possible."
        )
    return result
