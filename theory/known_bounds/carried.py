"""What follows from the stated bounds by inclusions of settings and of notions of privacy."""

from __future__ import annotations
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal
from banditproof.theory.bound_words import Privacy, Side
from .orders import Monomial, Order
from .rows import HERE, NOTIONS, SETTINGS, KnownBound, rows, stated

SIZES = ("minimax", "sample complexity")
"""What is carried between settings: a bound of one instance is one of that instance alone."""


@dataclass(frozen=True)
class Inclusion:
    """A notion, or a setting, that is a part of another one."""

    kind: Literal["notion", "setting"]
    of: str
    to: str
    put: Mapping[str, str] = field(default_factory=dict)
    """What the symbols of a bound for the part are in the whole."""
    back: Mapping[str, str] = field(default_factory=dict)
    """The same from the whole to the part."""
    exactly: Mapping[str, str] = field(default_factory=dict)
    """What `put` says of orders with all constants; empty where instances have to be scaled."""
    exactly_back: Mapping[str, str] = field(default_factory=dict)
    """The same of `back`."""
    claims: tuple[str, ...] = ()
    """The claims that show it; none where it holds by definition."""
    upper: bool = True
    """Whether upper bounds are carried, whose hypotheses may exclude the part."""

    def carries(self, bound: KnownBound) -> KnownBound | None:
        """The bound where the inclusion carries it."""
        there = getattr(bound, self.kind)
        along = (bound.side == Side.UPPER) == (self.kind == "notion")
        begin, end, values, exact = (
            (self.of, self.to, self.put, self.exactly)
            if along
            else (self.to, self.of, self.back, self.exactly_back)
        )
        if there != begin or (bound.side == Side.UPPER and not self.upper):
            return None
        if self.kind == "notion" and not bound.of_all:
            return None
        if self.kind == "setting" and bound.quantity not in SIZES:
            return None
        way = f"{begin} to {end}"
        if any(way == earlier for earlier in bound.carried):
            return None
        put = {name: _monomial(text) for name, text in values.items()}
        formula = bound.formula
        if formula is not None:
            formula = formula.put(exact) if exact or not (self.put or self.back) else None
        moved = replace(_moved(bound, put, way), formula=formula)
        if self.kind == "setting":
            return replace(moved, setting=end)
        return replace(moved, notion=Privacy(end))


@cache
def _monomial(text: str) -> Monomial:
    return Order.of(text).terms[0]


@cache
def _put(order: Order, values: tuple[tuple[str, Monomial], ...]) -> Order:
    """An order as it is written elsewhere; many bounds have the same one, and several ways lead."""
    return order.put(dict(values))


def _moved(bound: KnownBound, put: Mapping[str, Monomial], way: str) -> KnownBound:
    order = None if bound.order is None else _put(bound.order, tuple(put.items()))
    shape = bound.shape
    changed = [name for name in put if re.search(rf"(?<![a-zA-Z]){name}(?![a-zA-Z])", shape)]
    if changed:
        at = ", ".join(f"{name} = {put[name]}" for name in changed)
        shape = f"{shape}, at {at}"
    return replace(bound, order=order, shape=shape, carried=(*bound.carried, way))


@cache
def inclusions() -> tuple[Inclusion, ...]:
    """The inclusions of the file, and that what holds for all policies does for private ones.

    >>> [one.claims for one in inclusions() if (one.of, one.to) == ("pure", "zcdp")]
    [('zcdp.conv.budget',)]
    """
    read = tomllib.loads((HERE / "inclusions.toml").read_text("utf-8"))
    found = [
        Inclusion(kind, **{**row, "claims": tuple(row.get("claims", ()))})
        for kind in ("notion", "setting")
        for row in read[kind]
    ]
    # a private policy is a policy: lower bounds go to each notion, upper ones would know no budget
    free = (
        Inclusion("notion", notion, Privacy.NONE, upper=False)
        for notion in NOTIONS
        if notion != Privacy.NONE
    )
    return (*found, *free)


@cache
def all_bounds() -> tuple[KnownBound, ...]:
    """The stated bounds, and each one in the other cells to which inclusions carry it.

    A bound reaches a cell once, by the fewest inclusions.

    >>> {one.setting for one in all_bounds() if one.notion == "renyi" and one.side == "upper"} >= {
    ...     "arms", "linear", "experts"
    ... }
    True
    """
    found: dict[tuple[str, ...], KnownBound] = {}
    front = list(stated())
    while front:
        new = [bound for bound in front if _key(bound) not in found]
        for bound in new:
            found.setdefault(_key(bound), bound)
        front = [moved for bound in new for moved in _onwards(bound)]
    places = {name: at for at, name in enumerate((*SETTINGS, *NOTIONS))}
    order = sorted(found.values(), key=lambda bound: (places[bound.setting], places[bound.notion]))
    return tuple(order)


@cache
def for_tables(setting: str, notion: Privacy, side: Side) -> tuple[KnownBound, ...]:
    """The minimax bounds of a cell that tables of an instance or of a game show, in their order.

    They are the rows that have a name, and what other notions of privacy add to these by inclusions
    with all constants.

    >>> [one.name for one in for_tables("arms", Privacy.PURE, Side.LOWER)][-1]
    'minimax lower bound, zCDP, K worlds (zcdp to pure)'
    """
    here = (setting, notion, side, "minimax")
    own = [bound for bound in rows() if bound.name and _cell(bound) == here]
    carried = dict[str, KnownBound]()
    for bound in sorted(all_bounds(), key=lambda bound: len(bound.carried)):
        # what all policies must pay, and what those pay that hear noisy losses, has its own place
        first = bound.carried[0].split(" to ")[0] if bound.carried else ""
        known = bound.name and bound.formula is not None and _cell(bound) == here
        if not known or first in ("", "none", "local"):
            continue
        if bound.formula and "delta" in bound.formula.symbols and notion != Privacy.APPROXIMATE:
            continue
        if all(bound.claim != other.claim for other in own):
            ways = [way for way in bound.carried if of_notions(way)]
            name = f"{bound.name} ({', '.join(ways)})" if ways else bound.name
            carried.setdefault(bound.claim, replace(bound, name=name))
    return (*own, *carried.values())


def of_notions(way: str) -> bool:
    """Whether a bound came along this way from another notion of privacy.

    >>> of_notions("pure to zcdp"), of_notions("arms to linear")
    (True, False)
    """
    return way.split(" to ")[0] in NOTIONS


def _cell(bound: KnownBound) -> tuple[str, str, str, str]:
    return bound.setting, bound.notion, bound.side, bound.quantity


def _key(bound: KnownBound) -> tuple[str, ...]:
    return bound.claim, bound.setting, bound.notion, bound.side, bound.quantity, bound.growth


def _onwards(bound: KnownBound) -> Iterator[KnownBound]:
    for inclusion in inclusions():
        moved = inclusion.carries(bound)
        if moved is not None:
            yield moved
