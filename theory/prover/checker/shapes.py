"""The rules that follow a term along one variable: its slopes, and its limits at both ends."""

from __future__ import annotations

from typing import Any

from .book import need
from .claims import ENDS, Claim, flag
from .replay import Replay


def slope(r: Replay, claim: Claim, node: Any) -> None:
    """The slope has a sign, and the lower limit at the end where the term is least is >= 0."""
    high, rising = flag(node["high"]), flag(node.get("strictly", False))
    claim, name, (term, first) = r.slopes(claim, node, 1)
    r.check(claim.inside(name).of(r.book.total((first, -1 if high else 1)), rising), node, "sign")
    strict = claim.strict and (claim.end(name, high)[1] or not rising)
    r.limit(claim, name, high, node, "end", strict, term)


def concave(r: Replay, claim: Claim, node: Any) -> None:
    """The term is concave, and its lower limits at both ends are >= 0."""
    claim, name, (term, _, second) = r.slopes(claim, node, 2)
    r.check(claim.inside(name).of(r.book.total((second, -1))), node, "bend")
    for key, high in ENDS:
        r.limit(claim, name, high, node, key, claim.strict, term)


def bottom(r: Replay, claim: Claim, node: Any) -> None:
    """The term falls up to a place and rises from there, or is convex and flat there."""
    book, at = r.book, r.book.read(node["at"])
    claim, name, (term, first, *more) = r.slopes(claim, node, 1 if "rest" in node else 2)
    need(name not in book.names[at], "The bottom moves with the variable.")
    if "rest" in node:
        more = [book.read(node["rest"])]
        r.same(first, book.times(book.minus(book.line("var", name), at), more[0]))
    else:
        flat = r.put(claim, name, at, first, False)
        r.defined(flat, node, "flat defined")
        r.same(flat.term, book.num(0))
    r.check(claim.inside(name).of(more[0]), node, "sign")
    there = r.put(claim, name, at, term, claim.strict)
    r.defined(there, node, "bottom defined")
    for key, high in ENDS:
        end, _ = claim.end(name, high)
        if end is not None:
            r.check(there.of(r.beyond(at, end, high)), node, key)
    r.check(there, node, "touch")


def inflection(r: Replay, claim: Claim, node: Any) -> None:
    """The term is concave, then convex, and leads down to its convex end."""
    book, high = r.book, flag(node["high"])
    need(not claim.strict, "One inflection shows no strict inequality.")
    claim, name, (term, first, second) = r.slopes(claim, node, 2)
    inside, sign = claim.inside(name), -1 if high else 1
    weight, turned = book.read(node["weight"]), book.read(node["product"])
    r.check(inside.of(weight, True), node, "positive")
    r.same(turned, book.times(weight, second))
    r.defined(inside.of(turned), node, "product defined")
    r.check(inside.of(book.total((book.slope(turned, name), -sign))), node, "monotone")
    for key, which in (("low", False), ("high end", True)):
        r.limit(claim, name, which, node, key, False, term)
    r.limit(claim, name, high, node, "flat", False, book.total((first, sign)))


def hill(r: Replay, claim: Claim, node: Any) -> None:
    """The term rises, then falls, and its lower limits at both ends are >= 0."""
    need(not claim.strict, "A hill shows no strict inequality.")
    claim, name, (term, first) = r.slopes(claim, node, 1)
    for key, high in ENDS:
        r.limit(claim, name, high, node, key, False, term)
    _falls_through(r, claim.inside(name).of(first), name, node["slope"])


def _falls_through(r: Replay, claim: Claim, name: str, node: Any) -> None:
    """Along a variable the term is >= 0 up to some place, and <= 0 from there."""
    book, kind, first = r.book, node["by"], r.book.slope(claim.term, name)
    r.defined(claim, node)
    if kind == "weight":
        weight, core = book.read(node["weight"]), book.read(node["core"])
        r.same(claim.term, book.times(weight, core))
        r.check(claim.of(weight), node, "positive")
        _falls_through(r, claim.of(core), name, node["proof"])
    elif kind == "fall":
        r.check(claim.of(book.total((first, -1))), node, "proof")
    else:
        need(kind in ("begin", "end"), "That shows no change of sign.")
        sign = 1 if kind == "begin" else -1
        r.limit(claim, name, kind == "end", node, "end", False, book.total((claim.term, sign)))
        _falls_through(r, claim.of(book.total((first, sign))), name, node["proof"])
