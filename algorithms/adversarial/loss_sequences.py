"""Losses that an oblivious adversary fixes before the first round, as values.

A round's row has the loss of each arm, in [0, 1]. Rounds count from 1. Faster Rates for Private
Adversarial Bandits, Section 2.2; neighbours differ in the whole row of one round (Definition 3).
"""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol
import numpy as np
import numpy.typing as npt
from banditproof.theory.exact import Number, exact_count, exact_probability

Floats = npt.NDArray[np.float64]
Row = tuple[float, ...]
ExactRow = tuple[Fraction, ...]

ADDED_TOGETHER = 4096
"""The rounds that are held in memory at once while losses are added up."""


class Adversary(Protocol):
    """Who chooses the losses of a round, knowing the arms of the rounds before."""

    @property
    def arms(self) -> int:
        """The number of arms."""

    @property
    def horizon(self) -> int:
        """The number of rounds."""

    def losses_after(self, actions: Sequence[int]) -> Row:
        """The loss of each arm in the round after these arms were played."""


class LossSequence(ABC):
    """The losses of all rounds, whatever is played."""

    @property
    @abstractmethod
    def arms(self) -> int:
        """The number of arms."""

    @property
    @abstractmethod
    def horizon(self) -> int:
        """The number of rounds."""

    @abstractmethod
    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""

    def row(self, t: int) -> Row:
        """The losses of round t as floats."""
        return tuple(map(float, self.exact_row(t)))

    def losses_after(self, actions: Sequence[int]) -> Row:
        """The losses of the round after these arms: only their number matters."""
        return self.row(len(actions) + 1)

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        rows = [self.row(t) for t in range(start + 1, stop + 1)]
        return np.array(rows, np.float64).reshape(stop - start, self.arms)

    def totals(self, rounds: int | None = None) -> Floats:
        """The sum of the losses of each arm over the first rounds, or over all."""
        last = self.horizon if rounds is None else rounds
        self.check_rounds(0, last)
        total = np.zeros(self.arms)
        for start in range(0, last, ADDED_TOGETHER):
            total += self.block(start, min(last, start + ADDED_TOGETHER)).sum(axis=0)
        return total

    def changed(self, t: int, row: Sequence[Number]) -> ChangedLosses:
        """The neighbour whose losses of round t are others."""
        return ChangedLosses(self, ((t, exact_row(row, t)),))

    def then(self, *others: LossSequence) -> LossPieces:
        """These losses, followed by others of the same arms."""
        return LossPieces((self, *others))

    def check_rounds(self, start: int, stop: int) -> None:
        """Raise ValueError for rounds start + 1 to stop that are not all there."""
        if not 0 <= start <= stop <= self.horizon:
            raise ValueError(
                f"Rounds {start + 1} to {stop} are asked for; give rounds from 1 to {self.horizon}."
            )


def exact_row(row: Iterable[Number], t: int | None = None) -> ExactRow:
    """The exact losses of one round; one that is not in [0, 1] is a ValueError.

    >>> exact_row(("0.5", 1))
    (Fraction(1, 2), Fraction(1, 1))
    >>> exact_row((0, 2), t=3)
    Traceback (most recent call last):
    ...
    ValueError: The loss of arm 1 in round 3 is 2, which is outside [0, 1]; give a number in [0, 1].
    """
    place = "" if t is None else f" in round {t}"
    losses = tuple(exact_probability(f"The loss of arm {a}{place}", x) for a, x in enumerate(row))
    if not losses:
        raise ValueError(f"The losses{place} are none; give the loss of at least one arm.")
    return losses


def _exact_rows(rows: Sequence[Sequence[Number]]) -> tuple[ExactRow, ...]:
    exact = tuple(exact_row(row, t) for t, row in enumerate(rows, 1))
    if not exact or len({len(row) for row in exact}) > 1:
        raise ValueError(
            "The rounds have losses of different numbers of arms, or there is no round; give each "
            "round a loss for every arm."
        )
    return exact


@dataclass(frozen=True)
class CyclicLosses(LossSequence):
    """Rows that repeat up to a horizon.

    >>> losses = CyclicLosses([(0, "0.5"), (1, "0.5")], horizon=5)
    >>> losses.row(3), losses.totals().tolist()
    ((0.0, 0.5), [2.0, 2.5])
    """

    rows: tuple[ExactRow, ...]
    horizon: int = 0

    def __init__(self, rows: Sequence[Sequence[Number]], horizon: int) -> None:
        object.__setattr__(self, "rows", _exact_rows(rows))
        object.__setattr__(self, "horizon", exact_count("The horizon", horizon, least=1))

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.rows[0])

    @cached_property
    def _floats(self) -> Floats:
        return np.array([[float(x) for x in row] for row in self.rows])

    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""
        self.check_rounds(t - 1, t)
        return self.rows[(t - 1) % len(self.rows)]

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        period = len(self.rows)
        turned = np.roll(self._floats, -(start % period), axis=0)
        whole, rest = divmod(stop - start, period)
        return np.concatenate([np.tile(turned, (whole, 1)), turned[:rest]])

    def totals(self, rounds: int | None = None) -> Floats:
        """The sum of the losses of each arm over the first rounds, or over all."""
        last = self.horizon if rounds is None else rounds
        self.check_rounds(0, last)
        cycles, rest = divmod(last, len(self.rows))
        exact = [
            sum(column) * cycles + sum(column[:rest]) for column in zip(*self.rows, strict=True)
        ]
        return np.array([float(total) for total in exact])


def constant_losses(losses: Sequence[Number], horizon: int) -> CyclicLosses:
    """The same losses in each round.

    >>> constant_losses((0, 1), horizon=3).row(2)
    (0.0, 1.0)
    """
    return CyclicLosses([losses], horizon)


def table_losses(rows: Sequence[Sequence[Number]]) -> CyclicLosses:
    """One row for each round.

    >>> table_losses([(0, 1), (1, 0)]).horizon
    2
    """
    return CyclicLosses(rows, len(rows))


@dataclass(frozen=True)
class LossPieces(LossSequence):
    """Several sequences, one after the other.

    >>> losses = LossPieces((constant_losses((0, 1), 2), constant_losses((1, 0), 3)))
    >>> losses.horizon, losses.row(3), losses.totals(4).tolist()
    (5, (1.0, 0.0), [2.0, 2.0])
    """

    pieces: tuple[LossSequence, ...]

    def __post_init__(self) -> None:
        if len({piece.arms for piece in self.pieces}) != 1:
            raise ValueError(
                "The pieces are none or have different numbers of arms; give pieces of equal arms."
            )

    @property
    def arms(self) -> int:
        """The number of arms."""
        return self.pieces[0].arms

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(np.cumsum([piece.horizon for piece in self.pieces]).tolist())

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return self._ends[-1]

    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""
        self.check_rounds(t - 1, t)
        number = next(n for n, end in enumerate(self._ends) if t <= end)
        begin = self._ends[number - 1] if number else 0
        return self.pieces[number].exact_row(t - begin)

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        parts, begin = [np.zeros((0, self.arms))], 0
        for piece, end in zip(self.pieces, self._ends, strict=True):
            if start < end and stop > begin:
                parts.append(piece.block(max(start, begin) - begin, min(stop, end) - begin))
            begin = end
        return np.concatenate(parts)


@dataclass(frozen=True)
class ChangedLosses(LossSequence):
    """A sequence whose losses are others in some rounds.

    >>> ChangedLosses(constant_losses((0, 1), 3), ((2, (1, 1)),)).totals().tolist()
    [1.0, 3.0]
    """

    base: LossSequence
    rows: tuple[tuple[int, ExactRow], ...]

    def __post_init__(self) -> None:
        rows = tuple((t, exact_row(row, t)) for t, row in self.rows)
        object.__setattr__(self, "rows", rows)
        for t, row in rows:
            self.check_rounds(t - 1, t)
            if len(row) != self.arms:
                raise ValueError(
                    f"Round {t} is changed to the losses of {len(row)} arms; give {self.arms}."
                )

    @cached_property
    def _changes(self) -> dict[int, ExactRow]:
        return dict(self.rows)

    @property
    def arms(self) -> int:
        """The number of arms."""
        return self.base.arms

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return self.base.horizon

    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""
        return self._changes.get(t) or self.base.exact_row(t)

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        rows = self.base.block(start, stop).copy()
        for t, row in self.rows:
            if start < t <= stop:
                rows[t - 1 - start] = [float(loss) for loss in row]
        return rows
