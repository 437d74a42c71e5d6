"""The outcome of comparing two numbers that are known only up to their enclosures."""

from __future__ import annotations
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """An inequality that is proved, refuted or undecided; it is true in an `if` when proved.

    `not comparison` therefore only means that it is not proved. `~comparison` is the negation of
    three-valued logic: it is proved when the inequality is refuted.

    >>> undecided = Comparison(proved=False, refuted=False)
    >>> bool(undecided), bool(~undecided), undecided.undecided, str(undecided)
    (False, False, True, 'undecided')
    """

    proved: bool
    refuted: bool

    def __post_init__(self) -> None:
        if self.proved and self.refuted:
            raise ValueError("The comparison is both proved and refuted; give at most one of them.")

    @property
    def undecided(self) -> bool:
        """Whether the comparison is neither proved nor refuted."""
        return not (self.proved or self.refuted)

    def __bool__(self) -> bool:
        return self.proved

    def __invert__(self) -> Comparison:
        return Comparison(self.refuted, self.proved)

    def __and__(self, other: Comparison) -> Comparison:
        return Comparison(self.proved and other.proved, self.refuted or other.refuted)

    def __or__(self, other: Comparison) -> Comparison:
        return Comparison(self.proved or other.proved, self.refuted and other.refuted)

    def __str__(self) -> str:
        return "proved" if self.proved else "refuted" if self.refuted else "undecided"
