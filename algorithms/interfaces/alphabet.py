"""How the actions of a run become symbols: arms, slates of arms, and the end of the run."""

import operator
from dataclasses import dataclass
from typing import Any
import numpy as np

MOST_SYMBOLS = 30_000


class NotAnArm(Exception):
    """An answer that is not an arm."""


def no_arm(name: str, answer: object, t: int, arms: int, slate: int = 1) -> str:
    """What is said of a policy that answers something else than an arm or a slate of arms.

    >>> no_arm("Mine", 7, t=1, arms=2)
    'Mine chose the arm 7 in round 1; there are 2 arms, counted from 0 to 1.'
    """
    what = "arm" if slate == 1 else f"slate of {slate} arms"
    return (
        f"{name} chose the {what} {answer!r} in round {t}; there are {arms} arms, counted from 0 "
        f"to {arms - 1}."
    )


@dataclass(frozen=True)
class Alphabet:
    """The symbols of a row: one for each action, and, for policies that stop, for each end.

    A slate of m arms is one symbol. A policy that `stops` adds a last column to its row; from the
    round after its last one on, the row shows the arm that it recommends, or that it recommends
    none. If it has not stopped at the horizon, the last column shows what it recommends then.

    >>> slates = Alphabet(arms=3, slate=2)
    >>> slates.size, slates.symbol((2, 1)), slates.shown(7)
    (9, 7, 'arms 3 and 2')
    >>> Alphabet(arms=2, stops=True).shown(3)
    'the end, with arm 2 recommended'
    """

    arms: int
    slate: int = 1
    stops: bool = False

    def __post_init__(self) -> None:
        if self.size > MOST_SYMBOLS:
            raise ValueError(
                f"There are {self.arms} arms in slates of {self.slate}, which makes more than "
                f"{MOST_SYMBOLS} actions; give fewer."
            )

    @property
    def actions(self) -> int:
        """How many different actions there are."""
        return int(self.arms**self.slate)

    @property
    def size(self) -> int:
        """How many symbols there are."""
        return self.actions + (self.arms + 1 if self.stops else 0)

    def symbol(self, answer: Any) -> int:
        """The symbol of what a policy answered; NotAnArm if it is no action."""
        if self.slate == 1:
            return self._arm(answer)
        try:
            places = list(np.asarray(answer).reshape(-1).tolist())
        except (TypeError, ValueError):
            places = []
        if len(places) != self.slate:
            raise NotAnArm
        return sum(self._arm(a) * self.arms**i for i, a in enumerate(reversed(places)))

    def _arm(self, answer: Any) -> int:
        try:
            arm = operator.index(answer)
        except TypeError:
            arm = _whole(answer)
        if not 0 <= arm < self.arms:
            raise NotAnArm
        return arm

    def members(self, symbol: int) -> tuple[int, ...]:
        """The arms of an action, counted from 0."""
        results = []
        for _ in range(self.slate):
            symbol, arm = divmod(symbol, self.arms)
            results.append(arm)
        return tuple(reversed(results))

    def end(self, recommended: Any) -> int:
        """The symbol of the end of a run; NotAnArm if something else than an arm is recommended."""
        return self.actions + (self.arms if recommended is None else self._arm(recommended))

    def shown(self, symbol: int) -> str:
        """A symbol in words; arms are counted from 1."""
        if symbol >= self.actions:
            arm = symbol - self.actions
            what = f"arm {arm + 1}" if arm < self.arms else "no arm"
            return f"the end, with {what} recommended"
        if self.slate == 1:
            return f"arm {symbol + 1}"
        *most, last = (str(arm + 1) for arm in self.members(symbol))
        return f"arms {', '.join(most)} and {last}"


def _whole(answer: Any) -> int:
    """An array with one integer inside, as some libraries return it; -1 if it is not an arm."""
    try:
        return operator.index(np.asarray(answer).item())
    except (TypeError, ValueError):
        return -1
