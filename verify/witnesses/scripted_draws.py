"""Draws that are given: those of decisions, and the noises of a curator."""

from collections.abc import Sequence
from typing import Any, TypeVar
from banditproof.theory.mechanisms import Mechanism
from .noise_densities import is_none
from .plain_fields import Refused

Option = TypeVar("Option")
FIRST = 2.0**-20
"""The answer that takes the first option of every choice."""


class Answers:
    """The draws of decisions: numbers in [0, 1), of which a choice takes its place."""

    def __init__(self, answers: Sequence[float]) -> None:
        self.answers = iter(answers)
        self.draws: list[tuple[Any, ...]] = []
        """What was drawn from: the options of a choice, or the numbers of a continuous law."""

    def _next(self, *drawn: Any) -> float:
        self.draws.append(drawn)
        return next(self.answers, FIRST)

    def noise(self, mechanism: Mechanism) -> float:
        """Refused: decisions that draw noise are not followed."""
        raise Refused("The policy draws noise inside a decision, outside of the curator.")

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options."""
        size = len(options)
        return options[0] if size == 1 else options[int(self._next("choice", *options) * size)]

    def beta(self, a: float, b: float) -> float:
        """A number in [0, 1)."""
        return self._next("beta", a, b)

    def uniform(self) -> float:
        """A number in [0, 1)."""
        return self._next("uniform")

    @property
    def widths(self) -> tuple[int | None, ...]:
        """How many options each draw had; None for a draw of a continuous law."""
        return widths_of(self.draws)


def widths_of(draws: Sequence[tuple[Any, ...]]) -> tuple[int | None, ...]:
    """How many options each draw had; None for a draw of a continuous law.

    >>> widths_of([("choice", 0, 1), ("uniform",)])
    (2, None)
    """
    return tuple(len(drawn) - 1 if drawn[0] == "choice" else None for drawn in draws)


class Noises:
    """The draws of the curator, with the law of each; where the list ends, none is left."""

    def __init__(self, values: Sequence[float]) -> None:
        self.given_values = values
        self.values = iter(values)
        self.laws: list[Mechanism] = []
        self.drawn: list[float] = []
        self.arm = 0
        """The arm of the release that draws."""

    def restart(self) -> None:
        """Nothing was drawn."""
        self.values = iter(self.given_values)
        self.laws.clear()
        self.drawn.clear()

    def noise(self, mechanism: Mechanism) -> float:
        """The next value of the list, 0 for no noise."""
        self.laws.append(mechanism)
        value = 0 if is_none(mechanism) else self.value_of(mechanism)
        self.drawn.append(value)
        return value

    def value_of(self, mechanism: Mechanism) -> float:
        """The value of a noise."""
        return next(self.values, 0)

    def choice(self, options: Sequence[Option]) -> Option:
        """Refused: a curator that flips coins has no law on one path."""
        if len(options) == 1:
            return options[0]
        raise Refused("The curator draws more than noise.")

    def beta(self, a: float, b: float) -> float:
        """Refused, likewise."""
        raise Refused("The curator draws more than noise.")

    def uniform(self) -> float:
        """Refused, likewise."""
        raise Refused("The curator draws more than noise.")
