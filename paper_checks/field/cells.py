"""The table: for each setting and notion the bounds, the best of each side, and the gap."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal
from banditproof.theory.bound_words import Privacy
from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS
from .gaps import Gap, gap
from .judged_bounds import Bound, bounds_of_the_field

State = Literal["closed", "open", "without", "lower", "upper", "quoted", "nothing"]
STATES: dict[State, str] = {
    "closed": "closed up to constants and logarithms",
    "open": "both sides are known, and differ",
    "without": "both sides are known, the lower one of policies without privacy only",
    "lower": "of what was judged here a lower bound only",
    "upper": "of what was judged here an upper bound only",
    "quoted": "bounds that a document quotes, and nobody judged here",
    "nothing": "no bound of its own",
}
"""What is known of a cell."""


@dataclass(frozen=True)
class Cell:
    """What is known of a setting under a notion of privacy."""

    setting: str
    notion: Privacy
    bounds: tuple[Bound, ...]
    gap: Gap | None
    """That of minimax bounds which were judged here; None if a side is missing."""

    def side(self, side: str) -> tuple[Bound, ...]:
        """The lower or the upper bounds of all policies that were judged here."""
        return tuple(x for x in self.bounds if x.side == side and x.judged and x.of_all)

    @property
    def of_classes(self) -> Mapping[str, Gap]:
        """The gap that is left by lower bounds of a smaller class of policies, if it is smaller.

        It closes nothing: the upper bounds are of policies outside of the class as well.

        >>> {name: str(gap.power) for name, gap in cell("linear", "zcdp").of_classes.items()}
        {}
        """
        if self.gap is None:
            return {}
        judged = [one for one in self.bounds if one.judged]
        found = {
            name: gap(judged, self.setting, self.notion, name)
            for name in dict.fromkeys(one.policies for one in judged if not one.of_all)
        }
        return {name: x for name, x in found.items() if x and x.power < self.gap.power}

    @property
    def state(self) -> State:
        """What is known, in one of the words of `STATES`."""
        lower, upper = self.side("lower"), self.side("upper")
        private = any(map(self._is_its_own, lower))
        if lower and upper:
            if self.gap is not None and self.gap.power == 0:
                return "closed"
            return "open" if private else "without"
        if private or upper:
            return "lower" if lower else "upper"
        own = any(self._is_its_own(one) for one in self.bounds)
        return "quoted" if own else "nothing"

    def _is_its_own(self, bound: Bound) -> bool:
        """Whether a bound is about private policies, and not about all of them."""
        return self.notion == "none" or not any(way.startswith("none to ") for way in bound.carried)


@cache
def cells() -> tuple[Cell, ...]:
    """All cells of the table, row by row."""
    found: dict[tuple[str, Privacy], list[Bound]] = {
        (setting, notion): [] for setting in SETTINGS for notion in NOTIONS
    }
    for one in bounds_of_the_field():
        found[one.setting, one.notion].append(one)
    return tuple(_cell(*place, bounds) for place, bounds in found.items())


def cell(setting: str, notion: str) -> Cell:
    """One cell of the table.

    >>> found = cell("contextual", "zcdp")
    >>> found.state, found.gap.power
    ('open', Fraction(1, 4))
    """
    for one in cells():
        if (one.setting, one.notion) == (setting, notion):
            return one
    raise ValueError(
        f"There is no cell of {setting!r} and {notion!r}; give a setting of "
        f"{', '.join(SETTINGS)}, and a notion of {', '.join(NOTIONS)}."
    )


def _cell(setting: str, notion: Privacy, bounds: Sequence[Bound]) -> Cell:
    judged = [one for one in bounds if one.judged]
    return Cell(setting, notion, tuple(bounds), gap(judged, setting, notion))
