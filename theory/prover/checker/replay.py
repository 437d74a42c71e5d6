"""Replay a stored proof: each rule is checked again, by other means than the kernel's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from banditproof.theory.balls import working_precision

from .book import Book, Refused, need, rational
from .quotients import GENERATORS, RING, polynomials, power, vanishes_identically
from .ranges import INF, Range, enclose, exact, plus, times

ENDS = (("low", False), ("high", True))


class Where(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool = True
    hi_open: bool = True

    def end(self, high: bool) -> tuple[Fraction | None, bool]:
        """An end, and whether it belongs to the interval."""
        return (self.hi, not self.hi_open) if high else (self.lo, not self.lo_open)

    def surrounds(self, at: Fraction) -> bool:
        """Whether a point lies inside."""
        return (self.lo is None or self.lo < at) and (self.hi is None or at < self.hi)

    def range(self) -> Range:
        """The interval, rounded outwards."""
        low = -INF if self.lo is None else exact(self.lo).lo
        high = INF if self.hi is None else exact(self.hi).hi
        return Range(low, high, self.lo_open or self.lo is None, self.hi_open or self.hi is None)


def flag(value: Any) -> bool:
    """A value that has to be true or false."""
    need(isinstance(value, bool), f"{value!r:.40} is neither true nor false.")
    return bool(value)


def interval(data: Any) -> Where:
    """An interval from JSON; it has to have a point."""
    need(isinstance(data, list | tuple) and len(data) == 4, "A range is [lo, hi, open, open].")
    lo, hi = (None if end is None else rational(end) for end in data[:2])
    where = Where(lo, hi, flag(data[2]), flag(data[3]))
    point = lo == hi and not where.lo_open and not where.hi_open
    need(lo is None or hi is None or lo < hi or point, "A range is empty.")
    return where


def part(node: Any, key: str | int) -> Any:
    """What stands under a key."""
    fits = isinstance(node, dict) if isinstance(key, str) else isinstance(node, list | tuple)
    need(fits and (key in node if isinstance(key, str) else 0 <= key < len(node)), f"No {key!r}.")
    return node[key]


def many(node: Any, key: str) -> list[Any]:
    """A list under a key, empty if it is not there."""
    found = node.get(key, [])
    need(isinstance(found, list | tuple), f"{key!r} is no list.")
    return list(found)


@dataclass(frozen=True)
class Claim:
    """What a node has to prove; `lenient`: at ends 0 log 0 = 0, and -c log 0 = infinity."""

    term: int
    strict: bool
    region: Mapping[str, Where]
    given: tuple[tuple[int, bool], ...] = ()
    lenient: bool = False

    def of(self, term: int, strict: bool) -> Claim:
        """Another term at the same place, which has to be defined in the plain sense."""
        return replace(self, term=term, strict=strict, lenient=False)

    def at(self, name: str, where: Where) -> Claim:
        """The claim with a variable elsewhere."""
        return replace(self, region={**self.region, name: where})

    def inside(self, name: str) -> Claim:
        """The claim without the ends of a variable."""
        return self.at(name, Where(*self.where(name)[:2]))

    def where(self, name: Any) -> Where:
        """Where a variable lies."""
        need(isinstance(name, str) and name in self.region, f"{name!r:.40} has no range.")
        return self.region[name]


class Replay:
    """The check of one proof."""

    def __init__(self) -> None:
        self.book = Book()
        self.trail: list[str | int] = []
        self.by: Any = None

    def check(self, claim: Claim, node: Any, *keys: str | int) -> None:
        """Check the node that is found under some keys, and all below it."""
        for key in keys:
            node = part(node, key)
            self.trail.append(key)
        by, self.by = self.by, part(node, "by")
        need(isinstance(self.by, str) and self.by in RULES, "There is no such rule.")
        used = self.book.names[claim.term].union(*(self.book.names[t] for t, _ in claim.given))
        need(used <= set(claim.region), "A variable has no range.")
        RULES[self.by](self, claim, node)
        self.by = by
        del self.trail[len(self.trail) - len(keys) :]

    def minus(self, term: int, sign: int = -1) -> int:
        """Minus a term."""
        return self.book.total((term, sign))

    def same(self, a: int, b: int, reason: str) -> None:
        """Two terms are equal wherever both are defined."""
        need(vanishes_identically(self.book, self.book.total((a, 1), (b, -1))), reason)

    def range(self, claim: Claim, term: int, known: Mapping[int, bool] | None = None) -> Range:
        """The range of a term, which shows that it is defined on the whole box."""
        box = {name: where.range() for name, where in claim.region.items()}
        return enclose(self.book, term, box, known or {})

    def defined(self, claim: Claim, node: Any, key: str = "defined") -> Range:
        """The range of the term; terms that are proved >= 0 or > 0 may help."""
        known = {}
        for i, one in enumerate(many(node, key)):
            term, strict = self.book.read(part(one, "term")), flag(part(one, "strict"))
            self.check(claim.of(term, strict), node, key, i, "proof")
            known[term] = strict
        return self.range(claim, claim.term, known)

    def put(self, claim: Claim, name: str, value: int, term: int, strict: bool) -> Claim:
        """A claim about a term with a value in place of a variable."""
        what = {self.book.line("var", name): value}
        given = tuple((self.book.put(t, what), s) for t, s in claim.given)
        region = {n: w for n, w in claim.region.items() if n != name}
        return Claim(self.book.put(term, what), strict, region, given)

    def assume(self, claim: Claim, term: int, strict: bool) -> Claim:
        """The claim under one more assumption."""
        return replace(claim, given=(*claim.given, (term, strict)))

    def slopes(self, claim: Claim, node: Any, order: int) -> tuple[Claim, str, list[int]]:
        """The claim for all values of a variable, and the slopes along it, defined inside.

        Assumptions on the variable are dropped. The term is continuous, the ends included.
        """
        name, names = part(node, "on"), self.book.names
        claim.where(name)
        free = tuple(g for g in claim.given if name not in names[g[0]])
        claim = replace(claim, given=free, lenient=False)
        found = [claim.term]
        self.defined(claim, node)
        for n in range(1, order + 1):
            found.append(self.book.slope(found[-1], name))
            inside = claim.inside(name)
            self.defined(inside.of(found[-1], False), node, f"slope {n}")
        return claim, name, found

    def limit(
        self, claim: Claim, name: str, high: bool, node: Any, key: str, strict: bool, term: int
    ) -> None:
        """The lower limit of a term at an end is >= 0 (> 0): that of a part which goes on to it.

        The other parts vanish there or are >= 0.
        """
        book, end, inside = self.book, claim.where(name).end(high)[0], claim.inside(name)
        proof = part(node, key)
        if "value" in proof:
            value, rest = book.read(proof["value"]), book.read(part(proof, "rest"))
            gone = [book.read(one) for one in many(proof, "vanishing")]
            total = book.total((value, 1), (rest, 1), *((t, 1) for t in gone))
            self.same(term, total, "That is not the sum at an end.")
            self.range(inside, value)
            for one in gone:
                self.range(inside, one)
                need(self.vanishes(inside, name, high, one), "A part may not vanish.")
            self.check(inside.of(rest, False), node, key, "rest_proof")
            term = value
        jumps = [t for t in book.inner(term) if book.rows[t][0] == "if" and name in book.names[t]]
        need(not jumps, "A term with branches may jump at an end.")
        need(end is not None or name not in book.names[term], "The end is infinite.")
        there = self.put(claim, name, book.num(end or 0), term, strict)
        self.range(there, there.term)
        self.check(there, node, key, "proof")

    def order(self, inside: Claim, name: str, high: bool, t: int) -> tuple[int, bool] | None:
        """n and c > 0, if a rational function is c s^n (1 + o(1)) as s > 0 falls to 0.

        The variable is lo + s or hi - s, or 1 / s or -1 / s if the end is infinite.
        """
        book, end = self.book, inside.where(name).end(high)[0]
        s, sign = book.line("var", name), -1 if high == (end is not None) else 1
        near = s if end is not None else book.power(s, Fraction(-1))
        moved = book.put(t, {s: book.total((book.num(end or 0), 1), (near, sign))})
        try:
            top, below = polynomials(book, moved, [name])
            m, n = min(top), min(below)
        except (ValueError, ArithmeticError):
            return None
        return m[0] - n[0], bool(top[m] * below[n] > 0)

    def grows(self, inside: Claim, name: str, high: bool, t: int) -> int:
        """1 or -1 if a term tends to that infinity at least as a power does, else 0."""
        number, items = self.book.items(t)
        if number or len(items) != 1 or not items[0][1]:
            moving, sign = t, 1
        else:
            factors = self.book.factors(items[0][0])
            fixed = [(u, n) for u, n in factors if name not in self.book.names[u]]
            moving = self.book.product(*(f for f in factors if f not in fixed))
            where = times(exact(items[0][1]), self.range(inside, self.book.product(*fixed)))
            sign = 1 if where.above(True) else -1 if where.below(True) else 0
        found = self.order(inside, name, high, moving)
        return 0 if found is None or found[0] >= 0 else sign if found[1] else -sign

    def vanishes(self, inside: Claim, name: str, high: bool, t: int) -> bool:
        """Whether a product of powers s^n, logarithms, exponentials and bounded terms tends to 0.

        Logarithms grow less than any power; exp(-1/s) and tails of erf and tanh fall faster.
        """
        number, items = self.book.items(t)
        total, fast = Fraction(0), False
        for u, k in self.book.factors(t if number or len(items) != 1 else items[0][0]):
            kind, *rest = self.book.rows[u]
            base, n = (rest[0], rest[1] * k) if kind == "pow" else (u, Fraction(k))
            kind, *rest = self.book.rows[base]
            found = self.order(inside, name, high, base)
            if name not in self.book.names[u]:
                continue
            if found is not None:
                total += n * found[0]
                continue
            inner = self.order(inside, name, high, rest[0]) if kind in ("log", "xlogx") else None
            if n > 0 and inner is not None:
                total += n * inner[0] if kind == "xlogx" else 0
            elif kind == "exp" and self.grows(inside, name, high, rest[0]) * n < 0:
                fast = True
            elif n > 0 and self.tail(inside, name, high, base):
                fast = True
            else:
                where = self.range(inside, u)
                need(where.lo.is_finite() and where.hi.is_finite(), "A factor may be unbounded.")
        return fast or total > 0

    def tail(self, inside: Claim, name: str, high: bool, t: int) -> bool:
        """Whether a term is c (1 - f(u)), f erf or tanh, and u tends to infinity."""
        number, items = self.book.items(t)
        kind, *rest = self.book.rows[items[0][0]] if len(items) == 1 else ("none",)
        fits = kind in ("erf", "tanh") and number == -items[0][1]
        return fits and self.grows(inside, name, high, rest[0]) > 0


def _span(r: Replay, claim: Claim, node: Any) -> None:
    need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")


def _assumption(claim: Claim, node: Any) -> tuple[int, bool]:
    place = part(node, "assumption")
    need(type(place) is int and 0 <= place < len(claim.given), "There is no such assumption.")
    return claim.given[place]


def _empty(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    if "proof" in node:
        r.check(claim.of(r.minus(term), not strict), node, "proof")
    else:
        need(r.range(claim, term).below(not strict), "The assumption may hold.")


def _given(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    need(strict or not claim.strict, "The assumption is not strict.")
    r.same(claim.term, term, "That is not assumed.")
    r.defined(claim, node)


def _lemma(r: Replay, claim: Claim, node: Any) -> None:
    b, name = r.book, part(node, "name")
    u, one = b.read(part(node, "u")), b.num(1)
    known = {
        "log below": lambda: b.total((u, 1), (one, -1), (b.line("log", u), -1)),
        "log above": lambda: b.total(
            (b.line("log", u), 1), (one, -1), (b.power(u, Fraction(-1)), 1)
        ),
        "exp": lambda: b.total((b.line("exp", u), 1), (one, -1), (u, -1)),
    }
    need(name in known and not claim.strict, "That is no lemma.")
    r.range(claim, known[name]())
    r.same(claim.term, known[name](), "That is not the lemma.")
    r.defined(claim, node)


def _sum(r: Replay, claim: Claim, node: Any) -> None:
    r.defined(claim, node)
    part(node, "parts")
    total, strict = r.book.num(0), claim.strict
    for i, one in enumerate(many(node, "parts")):
        weight, term = (r.book.read(part(one, key)) for key in ("weight", "term"))
        positive = flag(one.get("strict", False))
        r.check(claim.of(weight, positive), node, "parts", i, "positive")
        r.check(claim.of(term, positive), node, "parts", i, "proof")
        total = r.book.total((total, 1), (r.book.times(weight, term), 1))
        strict = strict and not positive
    need(not strict, "No part is strict.")
    r.same(claim.term, total, "That is not the sum.")


def _split(r: Replay, claim: Claim, node: Any) -> None:
    name, at = part(node, "on"), rational(part(node, "at"))
    where = claim.where(name)
    need(where.surrounds(at), "The point is not inside.")
    r.check(claim.at(name, where._replace(hi=at, hi_open=False)), node, "low")
    r.check(claim.at(name, where._replace(lo=at, lo_open=True)), node, "high")


def _cases(r: Replay, claim: Claim, node: Any) -> None:
    term = r.book.read(part(node, "term"))
    r.range(claim, term)
    r.check(r.assume(claim, r.minus(term), False), node, "low")
    r.check(r.assume(claim, term, False), node, "high")


def _ends(r: Replay, claim: Claim, node: Any) -> None:
    name = part(node, "on")
    where = claim.where(name)
    r.check(claim.inside(name), node, "inside")
    for key, high in ENDS:
        end, taken = where.end(high)
        if taken and end is not None:
            there = r.put(claim, name, r.book.num(end), claim.term, claim.strict)
            if claim.lenient:
                there = replace(there, term=_conventional(r, claim, name, end), lenient=True)
            r.check(there, node, key)


def _conventional(r: Replay, claim: Claim, name: str, end: Fraction) -> int:
    """The term at an end; 0 log 0 = 0. Its log 0 must not cancel."""
    b = r.book
    nil, what = b.line("log", b.num(0)), {b.line("var", name): b.num(end)}
    number, items = b.items(claim.term)
    parts, signs = [(b.num(number), Fraction(1))], dict[int, Fraction]()
    for t, c in items:
        there = b.total((b.put(t, what), c))
        for u, k in b.items(there)[1]:
            if nil in b.inner(u):
                need(k * signs.setdefault(u, k) >= 0, "Infinite terms may cancel.")
        rest = [u for u, _ in b.items(there)[1]]
        zero = [u for u, k in b.items(there)[1] if not k and u == nil]
        if not (zero and len(rest) == 1 and not b.items(there)[0]):
            parts.append((there, Fraction(1)))
    return b.total(*parts)


def _infinite(r: Replay, claim: Claim, node: Any) -> None:
    b = r.book
    nil, (number, items) = b.line("log", b.num(0)), b.items(claim.term)
    need(claim.lenient, "Only at the ends of the statement itself is -log 0 infinite.")
    found = False
    for t, c in items:
        if (nil, 1) in b.factors(t):
            rest = b.product(*(f for f in b.factors(t) if f != (nil, 1)))
            need(times(exact(c), r.range(claim, rest)).below(True), "Not all -c log 0 have c > 0.")
            found = True
        else:
            r.range(claim, t)
    need(found, "There is no log 0.")


def _taylor(r: Replay, claim: Claim, node: Any) -> None:
    b, second = r.book, flag(node.get("second", False))
    claim = replace(claim, given=(), lenient=False)
    r.defined(claim, node)
    centre, away = dict[str, Where](), dict[str, int]()
    for name, where in claim.region.items():
        if where.lo is None or where.hi is None:
            raise Refused("The box is not bounded.")
        mid = (where.lo + where.hi) / 2
        centre[name] = Where(mid, mid, False, False)
        away[name] = b.total((b.line("var", name), 1), (b.num(mid), -1))
    middle = replace(claim, region=centre)
    total = r.range(middle, claim.term)
    for name in sorted(b.names[claim.term]):
        first = b.slope(claim.term, name)
        found = r.range(claim, first)
        found = r.range(middle, first) if second else found
        total = plus(total, times(found, r.range(claim, away[name])))
        for other in sorted(b.names[claim.term]) if second else ():
            bend = r.range(claim, b.total((b.slope(first, other), Fraction(1, 2))))
            total = plus(total, times(bend, r.range(claim, b.times(away[name], away[other]))))
    need(total.above(claim.strict), "Taylor's formula does not show the sign.")


def _slope(r: Replay, claim: Claim, node: Any) -> None:
    high, rising = flag(part(node, "high")), flag(node.get("strictly", False))
    claim, name, (term, first) = r.slopes(claim, node, 1)
    r.check(claim.inside(name).of(r.minus(first, -1 if high else 1), rising), node, "sign")
    taken = claim.where(name).end(high)[1]
    r.limit(claim, name, high, node, "end", claim.strict and (taken or not rising), term)


def _concave(r: Replay, claim: Claim, node: Any) -> None:
    claim, name, (term, _, second) = r.slopes(claim, node, 2)
    r.check(claim.inside(name).of(r.minus(second), False), node, "bend")
    for key, high in ENDS:
        r.limit(claim, name, high, node, key, claim.strict, term)


def _bottom(r: Replay, claim: Claim, node: Any) -> None:
    b, at = r.book, r.book.read(part(node, "at"))
    claim, name, (term, first, *more) = r.slopes(claim, node, 1 if "rest" in node else 2)
    need(name not in b.names[at], "The bottom moves with the variable.")
    rest = b.read(node["rest"]) if "rest" in node else more[0]
    if "rest" in node:
        distance = b.total((b.line("var", name), 1), (at, -1))
        r.same(first, b.times(distance, rest), "That is not the slope.")
    else:
        flat = r.put(claim, name, at, first, False)
        r.range(flat, flat.term)
        r.same(flat.term, b.num(0), "The slope at the bottom is not 0.")
    r.check(claim.inside(name).of(rest, False), node, "sign")
    there = r.put(claim, name, at, term, claim.strict)
    r.defined(there, node, "bottom defined")
    for key, high in ENDS:
        end = claim.where(name).end(high)[0]
        if end is not None:
            inwards = r.minus(b.total((at, 1), (b.num(end), -1)), -1 if high else 1)
            r.check(there.of(inwards, False), node, key)
    r.check(there, node, "touch")


def _inflection(r: Replay, claim: Claim, node: Any) -> None:
    b, high = r.book, flag(part(node, "high"))
    need(not claim.strict, "One inflection shows no strict inequality.")
    claim, name, (term, first, second) = r.slopes(claim, node, 2)
    inside, sign = claim.inside(name), -1 if high else 1
    weight, turned = (b.read(part(node, key)) for key in ("weight", "product"))
    r.check(inside.of(weight, True), node, "positive")
    r.same(turned, b.times(weight, second), "That is not w e''.")
    r.defined(inside.of(turned, False), node, "product defined")
    r.check(inside.of(r.minus(b.slope(turned, name), -sign), False), node, "monotone")
    for key, which in (("low", False), ("high end", True)):
        r.limit(claim, name, which, node, key, False, term)
    r.limit(claim, name, high, node, "flat", False, r.minus(first, sign))


def _monotone(r: Replay, claim: Claim, node: Any) -> None:
    b, kind = r.book, part(node, "function")
    a, c = (b.read(part(node, key)) for key in ("a", "b"))
    if kind == "root":
        order = part(node, "order")
        need(type(order) is int and order > 1, "The order of a root is a whole number above 1.")
        one, two = b.power(a, Fraction(1, order)), b.power(c, Fraction(1, order))
    else:
        need(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")
        one, two = b.line(kind, a), b.line(kind, c)
    r.defined(claim, node)
    r.defined(claim.of(one, False), node)
    r.defined(claim.of(two, False), node)
    r.same(claim.term, b.total((one, 1), (two, -1)), "That is not the difference.")
    r.check(claim.of(b.total((a, 1), (c, -1)), claim.strict), node, "proof")


def _instance(r: Replay, claim: Claim, node: Any) -> None:
    b, values, places = r.book, part(node, "with"), part(node, "where")
    r.defined(claim, node)
    need(isinstance(values, dict) and isinstance(places, dict), "The substitution is no object.")
    meaning = {b.line("var", name): b.read(value) for name, value in values.items()}
    region, given = {name: interval(place) for name, place in places.items()}, []
    for name, where in region.items():
        value = meaning.get(b.line("var", name), b.line("var", name))
        need(b.names[value] <= set(claim.region), "A variable has no range.")
        r.range(claim, value)
        for key, high in ENDS:
            end, taken = where.end(high)
            if end is not None:
                beyond = r.minus(b.total((value, 1), (b.num(end), -1)), -1 if high else 1)
                r.check(claim.of(beyond, not taken), node, "inside", name, key)
    for i, one in enumerate(many(node, "given")):
        term, strict = b.read(part(one, "term")), flag(part(one, "strict"))
        r.check(claim.of(b.put(term, meaning), strict), node, "given", i, "proof")
        given.append((term, strict))
    new = b.read(part(node, "term"))
    need(b.names[new] <= set(region), "A variable has no range.")
    r.same(claim.term, b.put(new, meaning), "That is not an instance.")
    r.check(Claim(new, claim.strict, region, tuple(given)), node, "proof")


def _branch(r: Replay, claim: Claim, node: Any) -> None:
    b, t = r.book, r.book.read(part(node, "node"))
    kind, *args = b.rows[t]
    need(kind in ("max", "min", "abs", "if"), "That term has no branches.")
    if kind == "if":
        cases = [(args[1], args[0], False), (args[2], r.minus(args[0]), True)]
    else:
        x, y = args if len(args) == 2 else (args[0], r.minus(args[0]))
        above = b.total((x, 1), (y, -1)) if kind != "min" else b.total((y, 1), (x, -1))
        cases = [(x, above, False), (y, r.minus(above), False)]
    r.range(claim, cases[0][1])
    plain = b.line("log", b.num(0)) not in b.inner(claim.term)
    claim = replace(claim, lenient=claim.lenient and plain)
    need(len(many(node, "cases")) == 2, "There are two cases.")
    for i, (value, condition, strict) in enumerate(cases):
        case = replace(r.assume(claim, condition, strict), term=b.put(claim.term, {t: value}))
        r.check(case, node, "cases", i)


def _bernstein(r: Replay, claim: Claim, node: Any) -> None:
    names = [name for name in claim.region if name in r.book.names[claim.term]]
    r.defined(claim, node)
    found, closed = polynomials(r.book, claim.term, names), False
    both = [
        RING.from_dict({(*e, *[0] * (len(GENERATORS) - len(e))): c for e, c in p.items()})
        for p in found
    ]
    for i, name in enumerate(names):
        (lo, hi, *_), t = claim.where(name), GENERATORS[i]
        need(lo is not None or hi is not None, "The range has no end.")
        closed = closed or claim.where(name).end(False)[1] or claim.where(name).end(True)[1]
        a, c = (fmpq(*(end or Fraction(0)).as_integer_ratio()) for end in (lo, hi))
        above, below = (
            (a + c * t, 1 + t)
            if None not in (lo, hi)
            else (a + t if hi is None else c - t, 1 + 0 * t)
        )
        degree = max(p.degrees()[i] for p in both)
        both = [_moved(p, i, above, below, degree) for p in both]
    top, under = ([c for _, c in p.terms()] for p in both)
    sign = -1 if under[0] < 0 else 1
    need(all(sign * c > 0 for c in under), "The denominator may change its sign.")
    need(all(sign * c > 0 for c in top), "A Bernstein coefficient is negative.")
    full = prod(1 + max(max(p.degrees()[i], 0) for p in both) for i in range(len(names)))
    whole = not closed or len(top) == len(under) == full
    need(not claim.strict or (bool(top) and whole), "A Bernstein coefficient is 0.")


def _moved(p: Any, i: int, above: Any, below: Any, degree: int) -> Any:
    """A polynomial after v = above / below in one place, times below^degree."""
    total = RING.constant(0)
    for e, c in p.to_dict().items():
        rest = RING.from_dict({(*e[:i], 0, *e[i + 1 :]): c})
        total += rest * power(above, int(e[i])) * power(below, int(degree - e[i]))
    return total


def _sturm(r: Replay, claim: Claim, node: Any) -> None:
    names, at = sorted(r.book.names[claim.term]), rational(part(node, "at"))
    need(len(names) == 1 and not r.book.partial[claim.term], "That is no polynomial in a variable.")
    where = claim.where(names[0])
    need(not claim.strict or where == Where(*where[:2]), "A strict sign is shown inside alone.")
    need(where.surrounds(at), "The point is not inside.")
    top, below = polynomials(r.book, claim.term, names)
    need(list(below) == [(0,)] and len(top) > 0, "That is no polynomial.")
    f = fmpq_poly([top.get((n,), fmpq(0)) / below[(0,)] for n in range(max(top)[0] + 1)])
    need(bool(f(fmpq(*at.as_integer_ratio())) > 0), "It is not > 0 at the point.")
    odd = [g for g, n in f.factor()[1] if n % 2 or claim.strict]
    need(_roots(prod(odd, start=fmpq_poly([1])), where) == 0, "A root lies inside.")


def _roots(f: fmpq_poly, where: Where) -> int:
    """The number of roots inside of a polynomial without multiple roots, by Sturm's chain."""
    ends = [None if e is None else fmpq(*e.as_integer_ratio()) for e in where[:2]]
    for e in {e for e in ends if e is not None and f(e) == 0}:
        f = f // fmpq_poly([-e, 1])
    chain = [f, f.derivative()]
    while chain[-1] != 0:
        chain.append(-(chain[-2] % chain[-1]))
    counts = []
    for e, sign in zip(ends, (-1, 1), strict=True):
        values = [p[p.degree()] * sign ** p.degree() if e is None else p(e) for p in chain[:-1]]
        counts.append(sum(a * b < 0 for a, b in pairwise(v for v in values if v != 0)))
    return counts[0] - counts[1]


RULES: dict[str, Callable[[Replay, Claim, Any], None]] = {
    "span": _span,
    "empty": _empty,
    "given": _given,
    "lemma": _lemma,
    "sum": _sum,
    "split": _split,
    "cases": _cases,
    "ends": _ends,
    "infinite": _infinite,
    "taylor": _taylor,
    "slope": _slope,
    "concave": _concave,
    "bottom": _bottom,
    "inflection": _inflection,
    "monotone": _monotone,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": _bernstein,
    "Sturm": _sturm,
}


def recheck(goal: Any, proof: Any, bits: int = 96) -> None:
    """Raise ValueError unless a proof, as read from JSON, proves a goal.

    >>> goal = {"term": ["log", ["add", "1", ["x"]]], "strict": True,
    ...         "region": [["x", ["0", None, True, True]]], "given": []}
    >>> recheck(goal, {"by": "span"})
    """
    replay = Replay()
    try:
        with working_precision(bits):
            book, region = replay.book, dict[str, Where]()
            for pair in many(goal, "region"):
                name, data = part(pair, 0), part(pair, 1)
                need(isinstance(name, str) and name not in region, "A variable needs one range.")
                region[name] = interval(data)
            given = tuple((book.read(part(g, 0)), flag(part(g, 1))) for g in many(goal, "given"))
            term, strict = book.read(part(goal, "term")), flag(part(goal, "strict"))
            lenient = book.line("log", book.num(0)) not in book.inner(term)
            replay.check(Claim(term, strict, region, given, lenient), proof)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as bad:
        path = ".".join(map(str, replay.trail)) or "the root"
        raise Refused(f"Rule {replay.by!r:.40} at {path}: {str(bad) or repr(bad)}") from None
