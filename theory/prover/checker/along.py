"""Terms along one variable: by the sign of the slope, and by a least value."""

from dataclasses import replace
from typing import Any
from .claims import ENDS, Claim, Replay, Where, flag
from .identities import same
from .terms import Refused, need


def has_inside(where: Where) -> None:
    """Numbers lie between the ends of an interval; one of a single point has none."""
    inside = where.lo is None or where.hi is None or where.lo < where.hi
    need(inside, "A range of one point has no inside.")


def free(r: Replay, claim: Claim, name: str) -> Claim:
    """The claim without assumptions on a variable, so that all of its interval counts."""
    given = tuple(item for item in claim.given if name not in r.book.names[item[0]])
    return replace(claim, given=given)


def slope(r: Replay, claim: Claim, node: Any) -> None:
    """The slope is >= 0 (or <= 0), and so is the term at the end from which it rises.

    It is defined at that end, and so continuous up to there: no function jumps that has a slope. A
    slope with a strict sign keeps it off the value at an end that is not taken.
    """
    book, name = r.book, node["on"]
    high, steep = flag(node["high"]), flag(node["strict"])
    claim = free(r, claim, name)
    r.defined(claim, node)
    first = book.total((book.slope(claim.term, name), -1 if high else 1))
    r.check(claim.inside(name).of(first, steep), node, "sign")
    # The sign is shown inside, from where the term gets to its end.
    has_inside(claim.region[name])
    end, taken = claim.end(name, high)
    if end is None:
        raise Refused("The end is infinite.")
    there = r.put(claim, name, book.num(end), claim.term)
    r.check(there.of(there.term, claim.strict and (taken or not steep)), node, "end")


def least(r: Replay, claim: Claim, node: Any) -> None:
    """The term is least at a place: it is convex and flat there, or (v - place) slope >= 0."""
    book, name, at = r.book, node["on"], r.book.read(node["at"])
    claim = free(r, claim, name)
    r.defined(claim, node)
    first = book.slope(claim.term, name)
    inside, there = claim.inside(name), r.put(claim, name, at, claim.term)
    r.defined(inside.of(first), node, "slope 1")
    if flag(node["convex"]):
        flat, shown = r.put(claim, name, at, first), book.slope(first, name)
        r.defined(flat, node, "flat defined")
        same(r.book, flat.term, book.num(0))
        r.defined(inside.of(shown), node, "slope 2")
    else:
        shown = book.times(book.minus(book.line("var", name), at), first)
    r.check(inside.of(shown), node, "sign")
    r.defined(there, node, "bottom defined")
    # The place must lie in the closed interval: only there the signs of the slope are known.
    for key, high in ENDS:
        end, _ = claim.end(name, high)
        if end is not None:
            r.check(there.of(r.beyond(at, end, high)), node, key)
    r.check(there, node, "touch")
