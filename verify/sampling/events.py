"""Events of a run: sets of action sequences that a test may look for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Event(Protocol):
    """A set of action sequences."""

    @property
    def rounds(self) -> int:
        """How many rounds decide whether it happened."""
        ...

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether it happened."""
        ...


def codes(rows: Any, arms: int, rounds: int) -> NDArray[np.int64]:
    """The first rounds of each run as one number, in base `arms`.

    >>> codes(np.array([[0, 1, 1], [1, 0, 1]]), arms=2, rounds=2).tolist()
    [1, 2]
    """
    weights = arms ** np.arange(rounds - 1, -1, -1, dtype=np.int64)
    return np.asarray(rows)[:, :rounds].astype(np.int64) @ weights


@dataclass(frozen=True)
class Prefixes:
    """The run starts with one of the given sequences, which all have the same length.

    >>> Prefixes(frozenset({(0, 1)}), arms=2).happened(np.array([[0, 1, 0], [1, 1, 0]])).tolist()
    [True, False]
    """

    members: frozenset[tuple[int, ...]]
    arms: int

    def __post_init__(self) -> None:
        if len({len(member) for member in self.members}) != 1:
            raise ValueError("An event of prefixes needs sequences, all of one length.")

    @property
    def rounds(self) -> int:
        """The length of the sequences."""
        return len(next(iter(self.members)))

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether it starts with a member."""
        wanted = codes(np.array(sorted(self.members)), self.arms, self.rounds)
        return np.isin(codes(rows, self.arms, self.rounds), wanted)

    def __str__(self) -> str:
        shown = sorted("".join(str(a + 1) for a in member) for member in self.members)
        more = "" if len(shown) <= 6 else f" or {len(shown) - 6} more"
        return f"the arms start with {' or '.join(shown[:6])}{more}"


@dataclass(frozen=True)
class ArmAt:
    """Arm `arm` is played in round t, counted from 1.

    >>> ArmAt(0, 2).happened(np.array([[0, 1], [1, 0]])).tolist()
    [False, True]
    """

    arm: int
    t: int

    @property
    def rounds(self) -> int:
        """The round."""
        return self.t

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether the arm is played then."""
        found: NDArray[np.bool_] = np.asarray(rows)[:, self.t - 1] == self.arm
        return found

    def __str__(self) -> str:
        return f"round {self.t} plays arm {self.arm + 1}"


@dataclass(frozen=True)
class PulledAtLeast:
    """Arm `arm` is played at least `count` times within the first `rounds` rounds.

    >>> PulledAtLeast(0, 2, 3).happened(np.array([[0, 1, 0], [1, 0, 1]])).tolist()
    [True, False]
    """

    arm: int
    count: int
    rounds: int

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether the arm is played so often."""
        found: NDArray[np.bool_] = (
            np.sum(np.asarray(rows)[:, : self.rounds] == self.arm, axis=1) >= self.count
        )
        return found

    def __str__(self) -> str:
        return f"arm {self.arm + 1} is played {self.count} times or more in {self.rounds} rounds"


AnyEvent = Prefixes | ArmAt | PulledAtLeast
