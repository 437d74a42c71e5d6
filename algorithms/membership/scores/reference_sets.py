"""What a score knows of the rows: the true moments, or estimates from a reference set.

Whether an estimate is kept for all games (frozen) or made anew in every game (fresh) changes the
power of the same score, so it is said by the type of the reference.
"""

from __future__ import annotations
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol
import numpy as np
from banditproof.algorithms.membership.row_laws.gaussian_rows import root_of
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.exact import exact_count

Spread = Literal["known", "diagonal", "full", "printed"]
"""Which covariance: that of the law, the variances of the sample, its covariance, or the matrix of
second moments that (6.5) of the thesis prints, which is not centred."""
SPREADS = ("known", "diagonal", "full", "printed")


@dataclass(frozen=True, eq=False)
class Moments:
    """A mean, and a covariance (variances for independent columns), of all games or of each.

    >>> Moments(np.zeros(2), np.array([1.0, 4.0])).solve(np.array([1.0, 1.0]))
    array([1.  , 0.25])
    """

    mean: Floats
    covariance: Floats
    varies: bool = False
    """Whether each game has its own covariance, along the first axis."""

    def __post_init__(self) -> None:
        for item in self.covariance if self.varies else [self.covariance]:
            root_of(item)

    @property
    def is_diagonal(self) -> bool:
        """Whether the covariance is given by the variances of the columns."""
        return self.covariance.ndim == 1 + self.varies

    @cached_property
    def _factor(self) -> Any:
        from scipy.linalg import cho_factor

        return cho_factor(self.covariance)

    def solve(self, shift: Floats) -> Floats:
        """C^-1 x for each x of the last axis."""
        if self.is_diagonal:
            return np.asarray(shift / self.covariance)
        if self.varies:
            return np.asarray(np.linalg.solve(self.covariance, shift[..., None])[..., 0])
        from scipy.linalg import cho_solve

        flat = shift.reshape(-1, shift.shape[-1])
        return np.asarray(cho_solve(self._factor, flat.T).T.reshape(shift.shape))

    def widened(self, variances: Floats) -> Moments:
        """The moments of rows with independent noise of these variances on top."""
        if not variances.any():
            return self
        if self.is_diagonal:
            return Moments(self.mean, self.covariance + variances, self.varies)
        added = np.diag(np.broadcast_to(variances, self.mean.shape[-1:]))
        return Moments(self.mean, self.covariance + added, self.varies)


class Reference(Protocol):
    """A source of moments."""

    def moments(self, games: int, rng: np.random.Generator) -> Moments:
        """The moments for so many games."""


@dataclass(frozen=True, eq=False)
class KnownMoments:
    """The true mean and covariance of the law of the rows."""

    law: RowLaw

    def moments(self, games: int, rng: np.random.Generator) -> Moments:
        """The same for all games."""
        return self._own

    @cached_property
    def _own(self) -> Moments:
        return Moments(self.law.mean, self.law.covariance)


@dataclass(frozen=True, eq=False)
class FrozenReference:
    """Moments of one reference set, which is kept for all games.

    >>> from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
    >>> law = GaussianRows([0.0, 0.0], [1.0, 1.0])
    >>> kept = FrozenReference.drawn(law, 50, spread="known", rng=1)
    >>> rng = np.random.default_rng(2)
    >>> bool((kept.moments(1, rng).mean == kept.moments(1, rng).mean).all())
    True
    """

    rows: Floats
    spread: Spread = "diagonal"
    law: RowLaw | None = None
    _own: Moments = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_own", estimated(np.asarray(self.rows), self.spread, self.law))

    @staticmethod
    def drawn(
        law: RowLaw, rows: int, *, spread: Spread = "diagonal", rng: np.random.Generator | int
    ) -> FrozenReference:
        """A reference set of rows that are drawn once from the law."""
        count = exact_count("The number of reference rows", rows, least=1)
        return FrozenReference(law.draw(count, np.random.default_rng(rng)), spread, law)

    def moments(self, games: int, rng: np.random.Generator) -> Moments:
        """The same for all games."""
        return self._own


@dataclass(frozen=True, eq=False)
class FreshReference:
    """Moments of a reference set of so many rows that is drawn anew in every game.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> fresh = FreshReference(BernoulliColumns(("1/2",)), 100, spread="known")
    >>> fresh.moments(3, np.random.default_rng(1)).mean.shape
    (3, 1)
    """

    law: RowLaw
    rows: int
    spread: Spread = "diagonal"

    def __post_init__(self) -> None:
        exact_count("The number of reference rows", self.rows, least=1)
        _checked(self.spread)

    def moments(self, games: int, rng: np.random.Generator) -> Moments:
        """Separate moments for each game."""
        if self.spread == "known":
            mean = self.law.draw_sums(self.rows, games, rng) / self.rows
            return Moments(mean, self.law.covariance)
        drawn = [
            estimated(self.law.draw(self.rows, rng), self.spread, self.law) for _ in range(games)
        ]
        return Moments(
            np.array([item.mean for item in drawn]),
            np.array([item.covariance for item in drawn]),
            True,
        )


def estimated(rows: Floats, spread: Spread, law: RowLaw | None = None) -> Moments:
    """The mean of reference rows with the covariance that is asked for.

    >>> rows = np.array([[1.0], [3.0]])
    >>> [estimated(rows, spread).covariance.item() for spread in ("diagonal", "full", "printed")]
    [1.0, 1.0, 5.0]
    """
    _checked(spread)
    if rows.ndim != 2 or not len(rows):
        raise ValueError(f"The reference rows have the shape {rows.shape}; give a table of rows.")
    if not np.isfinite(rows).all():
        raise ValueError("The reference rows contain NaN or an infinite number; give finite ones.")
    mean = rows.mean(axis=0)
    if spread == "known":
        if law is None:
            raise ValueError("The covariance is to be known, but there is no law; give the law.")
        return Moments(mean, law.covariance)
    if spread == "diagonal":
        return Moments(mean, np.asarray(rows.var(axis=0)))
    needed = len(mean) if spread == "printed" else len(mean) + 1
    if len(rows) < needed:
        raise ValueError(
            f"{len(rows)} reference rows give a singular covariance of {len(mean)} columns; give "
            f"at least {needed} rows, or take the spread 'diagonal'."
        )
    centred = rows if spread == "printed" else rows - mean
    return Moments(mean, centred.T @ centred / len(rows))


def _checked(spread: str) -> None:
    if spread not in SPREADS:
        raise ValueError(f"The spread is {spread!r}; give one of {', '.join(SPREADS)}.")
