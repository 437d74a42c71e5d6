"""The ranges and side conditions of a domain, and the ranges that a chain of relations gives."""

from __future__ import annotations
from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple
from .expressions import Expression

INFINITY = Expression("name", (), "inf")
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONSTANTS = {"pi", "e", INFINITY.value}
"""Names that are no variables, unless they have a range."""


class Chain(NamedTuple):
    """Expressions with relations between neighbours, such as 0 < p <= q."""

    sides: tuple[Expression, ...]
    relations: tuple[str, ...]

    def __str__(self) -> str:
        pairs = zip(self.relations, self.sides[1:], strict=True)
        more = (f" {relation} {side.as_side}" for relation, side in pairs)
        return self.sides[0].as_side + "".join(more)

    @property
    def pairs(self) -> tuple[tuple[str, str, str], ...]:
        """Each relation with the texts of its two sides."""
        sides = [side.as_side for side in self.sides]
        return tuple(zip(sides, self.relations, sides[1:], strict=False))


class Range(NamedTuple):
    """The range of a variable; an end is None if it is infinite."""

    name: str
    low: Expression | None
    high: Expression | None
    low_open: bool
    high_open: bool

    def __str__(self) -> str:
        low = "-inf" if self.low is None else str(self.low)
        high = "inf" if self.high is None else str(self.high)
        marks = "(" if self.low_open else "[", ")" if self.high_open else "]"
        return f"{self.name} in {marks[0]}{low}, {high}{marks[1]}"


def split(chain: Chain, known: Collection[str]) -> tuple[list[Range], list[Chain]]:
    """The ranges of names that a chain puts between two ends, and what it says besides.

    A name that is known has a range already.

    >>> from .reading import Reader
    >>> ranges, rest = split(Reader("3 > x >= y^2 > -inf", "domain", "one").chain(), ["y"])
    >>> print(*ranges, *rest, sep="; ")
    x in (-inf, 3); y^2 <= x
    """
    falling = chain.relations[0] in (">", ">=")
    sides = chain.sides[::-1] if falling else chain.sides
    relations = [FLIPPED[r] for r in chain.relations[::-1]] if falling else list(chain.relations)
    rising = all(relation in ("<", "<=") for relation in relations)
    places = range(len(sides))
    ends = [i for i in places if sides[i].names <= CONSTANTS.difference(known)]
    endless = [i for i in ends if INFINITY in (sides[i], *sides[i].args)]
    for i in endless:
        # -inf begins what rises, inf ends it, and neither is a value
        last = 0 if sides[i].args else len(relations)
        if not rising or i != last or relations[max(i - 1, 0)] != "<":
            raise ValueError(
                f"The condition {chain} has an infinite end that bounds nothing; give one such as "
                "0 < x < inf."
            )
    results: dict[int, Range] = {}
    for i in places:
        name, low = sides[i].value, max((k for k in ends if k < i), default=None)
        high = min((k for k in ends if k > i), default=None)
        taken = {*known, *(item.name for item in results.values())}
        new = rising and sides[i].head == "name" and i not in ends and name not in taken
        if new and low is not None and high is not None:
            bottom = None if low in endless else sides[low]
            top = None if high in endless else sides[high]
            opened = "<" in relations[low:i], "<" in relations[i:high]
            results[i] = Range(name, bottom, top, *opened)
    if not results and not endless:
        return [], [chain]
    # What a new range says, and that a number is finite, is left out.
    said = [
        i in endless or i + 1 in endless or (i in ends and i + 1 in results)
        or (i in results and i + 1 in ends)
        for i in places[:-1]
    ]  # fmt: skip
    cuts = [-1, *(i for i in places[:-1] if said[i]), len(relations)]
    rest = [
        Chain(tuple(sides[a + 1 : b + 1]), tuple(relations[a + 1 : b]))
        for a, b in pairwise(cuts)
        if b - a > 1
    ]
    return list(results.values()), rest
