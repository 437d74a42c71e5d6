"""Events of a run: sets of sequences of symbols that a test may look for."""

from dataclasses import dataclass, field
from typing import Any, Protocol
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.interfaces.alphabet import Alphabet


class Event(Protocol):
    """A set of sequences of symbols."""

    @property
    def rounds(self) -> int:
        """How many rounds decide whether it happened."""

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether it happened."""


def codes(rows: Any, arms: int, rounds: int) -> NDArray[np.int64]:
    """The first rounds of each run as one number, in base `arms`.

    >>> codes(np.array([[0, 1, 1], [1, 0, 1]]), arms=2, rounds=2).tolist()
    [1, 2]
    """
    weights = arms ** np.arange(rounds - 1, -1, -1, dtype=np.int64)
    return np.asarray(rows)[:, :rounds].astype(np.int64) @ weights


@dataclass(frozen=True)
class _Spoken:
    """How symbols are called; by default they are arms."""

    alphabet: Alphabet | None = field(default=None, kw_only=True, compare=False, repr=False)

    def _word(self, symbol: int) -> str:
        return f"arm {symbol + 1}" if self.alphabet is None else self.alphabet.shown(symbol)

    def _played(self, symbol: int) -> str:
        ends = self.alphabet is not None and symbol >= self.alphabet.actions
        return f"{'is past' if ends else 'plays'} {self._word(symbol)}"

    def _sequence(self, member: tuple[int, ...]) -> str:
        if all(symbol < 9 for symbol in member) and self.alphabet is None:
            return "".join(str(symbol + 1) for symbol in member)
        return f"({', '.join(map(self._word, member))})"


@dataclass(frozen=True)
class Prefixes(_Spoken):
    """From round `since` on the run has one of the given sequences, all of the same length.

    >>> Prefixes(frozenset({(0, 1)}), arms=2).happened(np.array([[0, 1, 0], [1, 1, 0]])).tolist()
    [True, False]
    """

    members: frozenset[tuple[int, ...]]
    arms: int
    since: int = 1

    def __post_init__(self) -> None:
        if len({len(member) for member in self.members}) != 1:
            raise ValueError("An event of prefixes needs sequences, all of one length.")

    @property
    def length(self) -> int:
        """The length of the sequences."""
        return len(next(iter(self.members)))

    @property
    def rounds(self) -> int:
        """The round in which the sequences end."""
        return self.since + self.length - 1

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether it has a member there."""
        wanted = codes(np.array(sorted(self.members)), self.arms, self.length)
        seen = np.asarray(rows)[:, self.since - 1 :]
        return np.isin(codes(seen, self.arms, self.length), wanted)

    def __str__(self) -> str:
        shown = [self._sequence(member) for member in sorted(self.members)]
        more = "" if len(shown) <= 6 else f" or {len(shown) - 6} more"
        where = "start with" if self.since == 1 else f"from round {self.since} on are"
        return f"the arms {where} {' or '.join(shown[:6])}{more}"


@dataclass(frozen=True)
class ArmAt(_Spoken):
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
        result: NDArray[np.bool_] = np.asarray(rows)[:, self.t - 1] == self.arm
        return result

    def __str__(self) -> str:
        return f"round {self.t} {self._played(self.arm)}"


@dataclass(frozen=True)
class ArmsAt(_Spoken):
    """One arm is played in an earlier round, and one in a later round.

    >>> ArmsAt(0, 1, 1, 2).happened(np.array([[0, 1], [1, 1]])).tolist()
    [True, False]
    """

    first: int
    s: int
    second: int
    t: int

    @property
    def rounds(self) -> int:
        """The later round."""
        return self.t

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether both are played."""
        seen = np.asarray(rows)
        result: NDArray[np.bool_] = (seen[:, self.s - 1] == self.first) & (
            seen[:, self.t - 1] == self.second
        )
        return result

    def __str__(self) -> str:
        return (
            f"round {self.s} {self._played(self.first)} and round {self.t} "
            f"{self._played(self.second)}"
        )


@dataclass(frozen=True)
class PulledAtLeast(_Spoken):
    """Arm `arm` is played at least `count` times in the rounds from `since` to `rounds`.

    >>> PulledAtLeast(0, 2, 3).happened(np.array([[0, 1, 0], [1, 0, 1]])).tolist()
    [True, False]
    """

    arm: int
    count: int
    rounds: int
    since: int = 1

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether the arm is played so often."""
        seen = np.asarray(rows)[:, self.since - 1 : self.rounds]
        result: NDArray[np.bool_] = np.sum(seen == self.arm, axis=1) >= self.count
        return result

    def __str__(self) -> str:
        times = f"{self._word(self.arm)} is played {self.count} times or more in"
        if self.since == 1:
            return f"{times} {self.rounds} rounds"
        return f"{times} rounds {self.since} to {self.rounds}"


@dataclass(frozen=True)
class ScoreAtLeast(_Spoken):
    """The points of the rounds from `since` on, one for each symbol of a round, reach a number.

    `points[i][a]` are those of symbol a in round since + i. With `given`, an arm and a round, only
    runs that play that arm then are counted.

    >>> late = ScoreAtLeast(((0, 2), (0, 1)), 3, since=2)
    >>> late.happened(np.array([[0, 1, 1], [0, 1, 0]])).tolist()
    [True, False]
    """

    points: tuple[tuple[int, ...], ...]
    threshold: int
    since: int
    given: tuple[int, int] | None = None

    @property
    def rounds(self) -> int:
        """The last round that has points."""
        return self.since + len(self.points) - 1

    def happened(self, rows: Any) -> NDArray[np.bool_]:
        """For each run whether it has so many points."""
        seen = np.asarray(rows)
        table = np.array(self.points)
        window = seen[:, self.since - 1 : self.rounds].astype(np.int64)
        total = table[np.arange(len(table)), window].sum(axis=1)
        result: NDArray[np.bool_] = total >= self.threshold
        if self.given is not None:
            result &= seen[:, self.given[1] - 1] == self.given[0]
        return result

    def __str__(self) -> str:
        terms = [
            f"{points:+d} for {self._word(a)} in round {self.since + i}"
            for i, row in enumerate(self.points)
            for a, points in enumerate(row)
            if points
        ]
        more = "" if len(terms) <= 4 else f", and {len(terms) - 4} more"
        text = f"{self.threshold} points or more ({', '.join(terms[:4])}{more})"
        if self.given is None:
            return text
        return f"round {self.given[1]} {self._played(self.given[0])}, and {text}"


AnyEvent = Prefixes | ArmAt | ArmsAt | PulledAtLeast | ScoreAtLeast
