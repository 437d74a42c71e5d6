"""At the ends of a statement: 0 log 0 = 0, and -c log 0 is infinite for c > 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from .book import Book, need
from .claims import ENDS, Claim
from .ranges import exact, times
from .replay import Replay


def ends(r: Replay, claim: Claim, node: Any) -> None:
    """The ends that are taken, each with its number for the variable, and the inside."""
    name, book = node["on"], r.book
    r.check(claim.inside(name), node, "inside")
    for key, high in ENDS:
        end, taken = claim.end(name, high)
        if taken and end is not None:
            there = r.put(claim, name, book.num(end), claim.term, claim.strict)
            if claim.lenient:
                term = conventional(book, claim.term, {book.line("var", name): book.num(end)})
                there = replace(there, term=term, lenient=True)
            r.check(there, node, key)


def conventional(book: Book, term: int, what: Mapping[int, int]) -> int:
    """The term at an end; 0 log 0 = 0. Infinite parts must not cancel."""
    nil = book.line("log", book.num(0))
    number, items = book.items(term)
    total, signs = [(book.num(number), 1)], dict[int, Fraction]()
    for t, c in items:
        there = book.total((book.put(t, what), c))
        parts = book.items(there)[1]
        for u, k in parts:
            infinite = nil in book.inside[u]
            need(not infinite or k * signs.setdefault(u, k) >= 0, "Infinite terms may cancel.")
        total += [(there, 1)] if parts != ((nil, Fraction(0)),) else []
    return book.total(*total)


def infinite(r: Replay, claim: Claim, node: Any) -> None:
    """A sum of parts that are defined and of -c log 0 with c > 0."""
    book, found = r.book, False
    nil = (book.line("log", book.num(0)), 1)
    need(claim.lenient, "Only at the ends of the statement itself is -log 0 infinite.")
    for t, c in book.items(claim.term)[1]:
        if nil in book.factors(t):
            rest = book.product(*(f for f in book.factors(t) if f != nil))
            need(times(exact(c), r.range(claim, rest)).below(True), "Not all -c log 0 have c > 0.")
            found = True
        else:
            r.range(claim, t)
    need(found, "There is no log 0.")
