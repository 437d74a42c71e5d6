"""The coins of a curator: all ways in which they fall, each with its probability.

A curator that keeps a reward by a coin releases a number whose law is a mixture. Here its choices
are answered by a script, and a play is made for each way. Of a number in [0, 1), or of a place in a
range, nothing is decided until the curator compares it; then two ways are enough, whatever the
probability.
"""

from __future__ import annotations
import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar
from .plain_fields import Refused
from .scripted_draws import Noises

Option = TypeVar("Option")
Result = TypeVar("Result")
Script = tuple[int, ...]
MOST_WAYS = 2_000
"""In how many ways the coins of a play may fall."""


class Coins(Noises):
    """The draws of a curator: noises as they are given, and choices by a script, then the first.

    >>> coins = Coins((1,))
    >>> coins.choice("ab"), coins.uniform() < 0.25, coins.uniform() >= 0.5
    ('b', True, False)
    >>> coins.script, coins.probability
    ((1, 0, 0), Fraction(1, 16))
    """

    def __init__(self, script: Script, values: Sequence[float] = ()) -> None:
        super().__init__(values)
        self.given = script
        self.taken: list[tuple[int, tuple[Fraction, ...]]] = []
        """Each answer with the probabilities of all answers that there are."""

    def restart(self) -> None:
        """Nothing was drawn."""
        super().restart()
        self.taken.clear()

    @property
    def script(self) -> Script:
        """The answers that were given."""
        return tuple(answer for answer, _ in self.taken)

    @property
    def probability(self) -> Fraction:
        """The probability of all answers."""
        result = Fraction(1)
        for answer, chances in self.taken:
            result *= chances[answer]
        return result

    def branch(self, chances: Sequence[Fraction]) -> int:
        """The place of one of some positive probabilities, which add up to 1."""
        if len(chances) == 1:
            return 0
        if len(chances) > MOST_WAYS:
            raise Refused(f"A coin of the curator falls in {len(chances)} ways.")
        place = len(self.taken)
        answer = self.given[place] if place < len(self.given) else 0
        if answer >= len(chances):
            raise Refused("The coins of the curator are others when it is played again.")
        self.taken.append((answer, tuple(chances)))
        return answer

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options; of a range, a place in it of which nothing else is known yet."""
        if len(options) == 1:
            return options[0]
        if type(options) is range and options.step == 1:
            return Undecided(self, options.start, options.stop, whole=True)  # type: ignore[return-value]
        if len(options) > MOST_WAYS:
            raise Refused(f"A coin of the curator falls in {len(options)} ways.")
        return options[self.branch([Fraction(1, len(options))] * len(options))]

    def uniform(self) -> float:
        """A number in [0, 1) of which nothing else is known yet."""
        return Undecided(self, 0, 1, whole=False)  # type: ignore[return-value]


def in_all_ways(play: Callable[[Script], tuple[Coins, Result]]) -> Iterator[tuple[Coins, Result]]:
    """What is played for each way in which the coins fall; Refused if there are too many.

    >>> def played(script):
    ...     coins = Coins(script)
    ...     return coins, coins.uniform() < 0.25 and coins.choice((0, 1))
    >>> [(str(coins.probability), result) for coins, result in in_all_ways(played)]
    [('1/8', 0), ('3/4', False), ('1/8', 1)]
    """
    waiting: list[Script] = [()]
    ways = 0
    while waiting:
        script = waiting.pop(0)
        coins, result = play(script)
        ways += 1
        if coins.script[: len(script)] != script:
            raise Refused("The coins of the curator are others when it is played again.")
        for place in range(len(script), len(coins.taken)):
            answer, chances = coins.taken[place]
            before = coins.script[:place]
            waiting += [(*before, k) for k in range(len(chances)) if k != answer]
        if ways + len(waiting) > MOST_WAYS:
            raise Refused(f"The coins of the curator fall in more than {MOST_WAYS} ways.")
        yield coins, result


class Undecided:
    """A number between two ends, uniformly; each comparison with two answers is a coin.

    A `whole` one is an integer below the upper end, and becomes one where it is needed itself.
    """

    __slots__ = ("coins", "high", "low", "whole")

    def __init__(self, coins: Coins, low: Any, high: Any, whole: bool) -> None:
        self.coins, self.low, self.high, self.whole = coins, low, high, whole

    def _below(self, other: Any, or_equal: bool) -> bool:
        """Whether the number is below another one, or equal to it."""
        if isinstance(other, bool) or not isinstance(other, int | float | Fraction):
            raise Refused("A coin of the curator is compared with what is no number.")
        if other != other:
            return False
        if abs(other) == float("inf"):
            return other > 0
        cut = Fraction(other)
        if self.whole:  # all integers below the cut are below the number
            cut = Fraction(cut.__floor__() + 1 if or_equal else cut.__ceil__())
        cut = min(max(cut, Fraction(self.low)), Fraction(self.high))
        if cut in (self.low, self.high):
            return bool(cut == self.high)
        share = (cut - self.low) / (self.high - self.low)
        below = self.coins.branch([share, 1 - share]) == 0
        if below:
            self.high = cut
        else:
            self.low = cut
        return below

    def _itself(self) -> int:
        """The number, where a comparison is not enough."""
        if not self.whole:
            raise Refused("A number in [0, 1) of the curator is more than compared.")
        count = int(self.high - self.low)
        if count > MOST_WAYS:
            raise Refused(f"A coin of the curator falls in {count} ways.")
        value = int(self.low) + self.coins.branch([Fraction(1, count)] * count)
        self.low, self.high = value, value + 1
        return value

    def __lt__(self, other: Any) -> bool:
        return self._below(other, or_equal=False)

    def __le__(self, other: Any) -> bool:
        return self._below(other, or_equal=True)

    def __gt__(self, other: Any) -> bool:
        return other == other and not self._below(other, or_equal=True)

    def __ge__(self, other: Any) -> bool:
        return other == other and not self._below(other, or_equal=False)

    def __index__(self) -> int:
        return self._itself()

    def __eq__(self, other: Any) -> bool:
        return bool(self._itself() == other)

    def __ne__(self, other: Any) -> bool:
        return bool(self._itself() != other)

    def __bool__(self) -> bool:
        return bool(self._itself())

    def __hash__(self) -> int:
        return hash(self._itself())


def _of_itself(name: str) -> Callable[..., Any]:
    function = getattr(operator, name.strip("_"))
    return lambda self, *others: function(self._itself(), *others)


def _after(name: str) -> Callable[..., Any]:
    function = getattr(operator, f"__{name}__")
    return lambda self, other: function(other, self._itself())


for _name in ("__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__neg__"):
    setattr(Undecided, _name, _of_itself(_name))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod"):
    setattr(Undecided, f"__r{_name}__", _after(_name))
