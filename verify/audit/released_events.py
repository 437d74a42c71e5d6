"""What released numbers are: events of a play, as data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
from numpy.typing import NDArray

NEAR = 1e-9
Table = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Event:
    """What a released number is, or two of them; numbers are counted from 1 in words."""

    place: int
    kind: str
    value: float
    beside: "Event | None" = None

    def holds(self, table: Table) -> Mask:
        """In which plays it happens."""
        column = table[:, self.place]
        result: Mask
        if self.kind == "is":
            result = np.abs(column - self.value) <= NEAR
        elif self.kind == "has the fractional part":
            result = np.abs(fractions_of(column) - self.value) <= NEAR
        else:
            result = column <= self.value if self.kind == "is at most" else column > self.value
        return result if self.beside is None else result & self.beside.holds(table)

    def __str__(self) -> str:
        words = f"released number {self.place + 1} {self.kind} {self.value:.6g}"
        return words if self.beside is None else f"{words}, and {self.beside}"


def fractions_of(column: Table) -> Table:
    """The fractional parts, of which those next to 1 count as 0."""
    parts = column - np.floor(column)
    result: Table = np.where(parts > 1 - NEAR, 0.0, parts)
    return result


def event_as_json(event: Event) -> list[list[Any]]:
    """The conditions of an event, which all hold: a place from 0 on, what it is, and a number."""
    beside = [] if event.beside is None else event_as_json(event.beside)
    return [[event.place, event.kind, event.value], *beside]


def event_of(conditions: Sequence[Sequence[Any]]) -> Event:
    (place, kind, value), *others = conditions
    return Event(int(place), str(kind), float(value), event_of(others) if others else None)
