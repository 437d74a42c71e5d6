"""What is known of a cell at given sizes and budgets: its best bounds as numbers."""

from __future__ import annotations
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.known_bounds.formulas import REWARDS, SYMBOLS, Value, classes_of, point_of
from .cells import Cell
from .judged_bounds import Bound


@dataclass(frozen=True)
class Number:
    """A bound that was judged here, at the given numbers."""

    bound: Bound
    value: Value

    @property
    def found(self) -> Enclosure | None:
        """The value, if it has one."""
        return self.value.value


@dataclass(frozen=True)
class Bracket:
    """The best bounds of the minimax regret over one class of instances."""

    rewards: str
    lower: Number | None
    upper: Number | None
    of_a_class: Number | None = None
    """A larger lower bound, of a smaller class of policies alone."""


def numbers_of(cell: Cell, given: Mapping[str, Fraction]) -> tuple[Number, ...]:
    """The judged bounds of a cell that have a formula, at a point; raises ValueError for a bad one.

    >>> from .cells import cell
    >>> there = cell("arms", "zcdp"), {"K": Fraction(10), "T": Fraction(10**6)}
    >>> sum(one.found is None for one in numbers_of(*there)), numbers_of(*there)[0].value.missing
    (14, ('rho',))
    """
    point = point_of(given)
    bounds = [one for one in cell.bounds if one.judged and one.formula is not None]
    known = {name for one in bounds if one.formula for name in one.formula.symbols}
    for name in given:
        if name not in known:
            there = ", ".join(one for one in SYMBOLS if one in known)
            what = f"give numbers of {there}" if there else "no bound of it has a formula"
            raise ValueError(f"No bound of this cell depends on {name}; {what}.")
    return tuple(Number(one, one.value_at(point)) for one in bounds if one.formula is not None)


def best_first(numbers: Iterable[Number]) -> list[Number]:
    """Lower bounds before upper ones, the strongest first; those without a value last."""

    def key(one: Number) -> tuple[bool, bool, Fraction | float]:
        lower = one.bound.side == "lower"
        if one.found is None:
            return True, not lower, 0
        return False, not lower, -one.found.lo if lower else one.found.hi

    return sorted(numbers, key=key)


def brackets(numbers: Sequence[Number]) -> Iterator[Bracket]:
    """The best bounds of the expected regret over each class that some bound is about.

    A lower bound for a class is one for each larger class, and an upper one for each smaller class.
    One of a smaller class of policies bounds no policy outside of it.

    >>> from .cells import cell
    >>> point = {"K": Fraction(10), "T": Fraction(10**6), "rho": Fraction(1, 100)}
    >>> for one in brackets(numbers_of(cell("arms", "zcdp"), point)):
    ...     sides = one.lower, one.upper, one.of_a_class
    ...     print(one.rewards, *(side and side.bound.claim for side in sides))
    bounded adv.lem11.every_algorithm zcdp.thm11.sharper None
    normal thesis.thm2.28.by_regret None None
    """
    valued = best_first(x for x in numbers if x.found is not None and not x.bound.chance)
    named = {"bounded" if x.bound.rewards == "coins" else x.bound.rewards for x in valued}
    for rewards in REWARDS:
        if rewards not in named:
            continue
        lower = [x for x in valued if _is_about(x.bound, "lower", rewards)]
        upper = next((x for x in valued if _is_about(x.bound, "upper", rewards)), None)
        of_all = next((x for x in lower if x.bound.of_all), None)
        first = lower[0] if lower and lower[0] is not of_all else None
        yield Bracket(rewards, of_all, upper, first)


def _is_about(bound: Bound, side: str, rewards: str) -> bool:
    if bound.side != side:
        return False
    if side == "lower":
        return rewards in classes_of(bound.rewards)
    return bound.rewards in classes_of(rewards)
