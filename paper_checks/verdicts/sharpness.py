"""How sharp an inequality is: its two sides, compared case by case, and their largest ratio."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from banditproof.theory import Enclosure
from banditproof.theory.exact import float_above
from banditproof.verify.evidence import Grade
from .verdict import Sharpness
from .vocabulary import Undecided, at_most, below, require, require_or_repair
from .witness import witness_of


class Sides:
    """The sides of an inequality. Each comparison is required, and the tightest case remembered.

    The ratio of the smaller side to the larger one is certified and rounded down: exact numbers,
    balls and enclosures have one, floats do not and are refused. Cases where the larger side is
    not positive and finite, or the smaller one negative, are compared and have no ratio.

    >>> from fractions import Fraction
    >>> sides = Sides()
    >>> for n in (1, 2, 3):
    ...     sides.at_most(n, n * n, "n is larger than its square.", n=n)
    >>> sides.sharpness
    Sharpness(ratio=1.0, case='n = 1', cases=3)
    """

    def __init__(self) -> None:
        self._ratio = -math.inf
        self._case: dict[str, Any] = {}
        self.cases = 0

    def at_most(
        self, left: Any, right: Any, finding: str, /, grade: Grade = Grade.PROVED, **case: Any
    ) -> None:
        """Require left <= right."""
        with _shown_if_undecided(left, right):
            require(at_most(left, right), finding, grade, **case)
        self._remember(left, right, case)

    def below(
        self, left: Any, right: Any, finding: str, /, grade: Grade = Grade.PROVED, **case: Any
    ) -> None:
        """Require left < right."""
        with _shown_if_undecided(left, right):
            require(below(left, right), finding, grade, **case)
        self._remember(left, right, case)

    def at_most_or_repair(
        self, left: Any, right: Any, finding: str, /, grade: Grade = Grade.PROVED, **case: Any
    ) -> None:
        """Require left <= right of a printed statement that its repair makes true."""
        with _shown_if_undecided(left, right):
            require_or_repair(at_most(left, right), finding, grade, **case)
        self._remember(left, right, case)

    @property
    def sharpness(self) -> Sharpness | None:
        """The largest certified ratio and its case; None if no case has one.

        A check whose cases are none, such as a loop over an empty list, shows nothing.

        >>> try:
        ...     Sides().sharpness
        ... except Undecided as nothing:
        ...     print(nothing)
        No sides were compared.
        """
        if not self.cases:
            raise Undecided("No sides were compared.")
        if self._ratio == -math.inf:
            return None
        return Sharpness(self._ratio, witness_of(self._case), self.cases)

    def _remember(self, left: Any, right: Any, case: dict[str, Any]) -> None:
        self.cases += 1
        ratio = ratio_below(left, right)
        if ratio is not None and ratio > self._ratio:
            self._ratio, self._case = ratio, case


@contextmanager
def _shown_if_undecided(left: Any, right: Any) -> Iterator[None]:
    """Add both sides to what says that balls or enclosures do not tell them apart."""
    try:
        yield
    except Undecided as said:
        sides = f"The sides are {Enclosure.of(left)} and {Enclosure.of(right)}"
        what = "where they may be equal, compare exact numbers, or show the equation by itself."
        raise Undecided(f"{said} {sides}; {what}") from None


def ratio_below(left: Any, right: Any) -> float | None:
    """A float at or below left/right, for 0 <= left and 0 < right < inf; None otherwise.

    >>> from fractions import Fraction
    >>> ratio_below(Fraction(1, 3), 1) <= Fraction(1, 3), ratio_below(1, 0), ratio_below(2, 2)
    (True, None, 1.0)
    """
    for side in (left, right):
        if isinstance(side, float) and math.isfinite(side):
            raise ValueError(
                f"The side {side!r} is a float, which is rounded; compute it from exact numbers, "
                f"such as `Fraction({_short(side)!r})`, or in balls, such as "
                f"`ball({_short(side)!r}).log()`."
            )
    small, large = Enclosure.of(left), Enclosure.of(right)
    if not (small.is_finite and large.is_finite) or large.upper <= 0 or small.lower < 0:
        return None
    return -float_above(-small.lower / large.upper)


def _short(number: float) -> str:
    """A float in decimals that a person would have written."""
    return f"{number:.6g}"
