"""Replay a stored proof: each rule is checked again, by other means than the kernel's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from banditproof.theory.balls import working_precision

from .book import Book, Refused, need, rational
from .quotients import GENERATORS, RING, equal, polynomials, power
from .ranges import INF, Range, enclose, exact, plus, times

ENDS = (("low", False), ("high", True))
MINUS = Fraction(-1)


class Where(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool = True
    hi_open: bool = True

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
    low, high, lo_open, hi_open = data
    lo, hi = (None if end is None else rational(end) for end in (low, high))
    point = lo == hi and not flag(lo_open) and not flag(hi_open)
    need(lo is None or hi is None or lo < hi or point, "A range is empty.")
    return Where(lo, hi, flag(lo_open), flag(hi_open))


@dataclass(frozen=True)
class Claim:
    """What a node has to prove; `lenient`: at ends 0 log 0 = 0, and -c log 0 = infinity."""

    term: int
    strict: bool
    region: Mapping[str, Where]
    given: tuple[tuple[int, bool], ...] = ()
    lenient: bool = False

    def of(self, term: int, strict: bool = False) -> Claim:
        """Another term at the same place, which has to be defined in the plain sense."""
        return replace(self, term=term, strict=strict, lenient=False)

    def at(self, name: str, where: Where) -> Claim:
        """The claim with a variable elsewhere."""
        return replace(self, region={**self.region, name: where})

    def inside(self, name: str) -> Claim:
        """The claim without the ends of a variable."""
        return self.at(name, Where(*self.region[name][:2]))

    def end(self, name: str, high: bool) -> tuple[Fraction | None, bool]:
        """An end of a variable, and whether it is taken."""
        lo, hi, lo_open, hi_open = self.region[name]
        return (hi, not hi_open) if high else (lo, not lo_open)

    def assume(self, term: int, strict: bool = False) -> Claim:
        """The claim under one more assumption."""
        return replace(self, given=(*self.given, (term, strict)))


class Replay:
    """The check of one proof."""

    def __init__(self) -> None:
        self.book = Book()
        self.trail: list[Any] = []
        self.by: Any = None

    def check(self, claim: Claim, node: Any, *keys: Any) -> None:
        """Check the node that is found under some keys, and all below it."""
        for key in keys:
            node = node[key]
            self.trail.append(key)
        by, self.by = self.by, node["by"]
        need(isinstance(self.by, str) and self.by in RULES, "There is no such rule.")
        used = self.book.names[claim.term].union(*(self.book.names[t] for t, _ in claim.given))
        need(used <= set(claim.region), "A variable has no range.")
        RULES[self.by](self, claim, node)
        self.by = by
        del self.trail[len(self.trail) - len(keys) :]

    def same(self, a: int, b: int) -> None:
        """Two terms are equal wherever both are defined."""
        need(equal(self.book, a, b), "Two terms are not seen to be equal.")

    def range(self, claim: Claim, term: int, known: Mapping[int, bool] | None = None) -> Range:
        """The range of a term, which shows that it is defined on the whole box."""
        box = {name: where.range() for name, where in claim.region.items()}
        return enclose(self.book, term, box, known or {})

    def sign(self, claim: Claim, term: int) -> int:
        """1 or -1 if a term has that sign on the whole box, else 0."""
        where = self.range(claim, term)
        return 1 if where.above(True) else -1 if where.below(True) else 0

    def defined(self, claim: Claim, node: Any, key: str = "defined") -> Range:
        """The range of the term; terms that are proved >= 0 or > 0 may help."""
        known = {}
        for i, part in enumerate(node.get(key, ())):
            term, strict = self.book.read(part["term"]), flag(part["strict"])
            self.check(claim.of(term, strict), node, key, i, "proof")
            known[term] = strict
        return self.range(claim, claim.term, known)

    def put(self, claim: Claim, name: str, value: int, term: int, strict: bool) -> Claim:
        """A claim about a term with a value in place of a variable."""
        what = {self.book.line("var", name): value}
        given = tuple((self.book.put(t, what), s) for t, s in claim.given)
        region = {n: w for n, w in claim.region.items() if n != name}
        return Claim(self.book.put(term, what), strict, region, given)

    def beyond(self, value: int, end: Fraction, high: bool) -> int:
        """A term that is >= 0 where a value is not beyond an end."""
        return self.book.minus(value, self.book.num(end), -1 if high else 1)

    def slopes(self, claim: Claim, node: Any, order: int) -> tuple[Claim, str, list[int]]:
        """The claim for all values of a variable, and the slopes along it, defined inside.

        Assumptions on the variable are dropped. The term is continuous, the ends included.
        """
        name, found = node["on"], [claim.term]
        free = tuple(g for g in claim.given if name not in self.book.names[g[0]])
        claim = replace(claim, given=free, lenient=False)
        self.defined(claim, node)
        for n in range(1, order + 1):
            found.append(self.book.slope(found[-1], name))
            self.defined(claim.inside(name).of(found[-1]), node, f"slope {n}")
        return claim, name, found

    def limit(
        self, claim: Claim, name: str, high: bool, node: Any, key: str, strict: bool, term: int
    ) -> None:
        """The lower limit of a term at an end is >= 0 (> 0): that of a part which goes on to it.

        The other parts vanish there or are >= 0.
        """
        book, inside, proof = self.book, claim.inside(name), node[key]
        end, _ = claim.end(name, high)
        if "value" in proof:
            value, rest = book.read(proof["value"]), book.read(proof["rest"])
            gone = [book.read(part) for part in proof["vanishing"]]
            self.same(term, book.total(*((t, 1) for t in (value, rest, *gone))))
            for part in (value, *gone):
                self.range(inside, part)
            small = all(self.vanishes(inside, name, high, part) for part in gone)
            need(small, "A part may not vanish.")
            self.check(inside.of(rest), node, key, "rest_proof")
            term = value
        jumps = (book.rows[t][0] == "if" and name in book.names[t] for t in book.inside[term])
        need(not any(jumps), "A term with branches may jump at an end.")
        need(end is not None or name not in book.names[term], "The end is infinite.")
        there = self.put(claim, name, book.num(end or 0), term, strict)
        self.range(there, there.term)
        self.check(there, node, key, "proof")

    def order(self, inside: Claim, name: str, high: bool, t: int) -> tuple[int, int] | None:
        """n and the sign of c, if a rational function is c s^n (1 + o(1)) as s > 0 falls to 0.

        The variable is lo + s or hi - s, or 1 / s or -1 / s if the end is infinite.
        """
        book, (end, _) = self.book, inside.end(name, high)
        s, sign = book.line("var", name), -1 if high == (end is not None) else 1
        near = s if end is not None else book.power(s, MINUS)
        moved = book.put(t, {s: book.total((book.num(end or 0), 1), (near, sign))})
        try:
            top, below = (p.to_dict() for p in polynomials(book, moved, [name]))
            m, n = min(top), min(below)
        except (ValueError, ArithmeticError):
            return None
        return int(m[0]) - int(n[0]), 1 if top[m] * below[n] > 0 else -1

    def grows(self, inside: Claim, name: str, high: bool, t: int) -> int:
        """1 or -1 if a term tends to that infinity at least as a power does, else 0."""
        factors = self.parts(t)
        fixed = [(u, n) for u, n in factors if name not in self.book.names[u]]
        moving = self.book.product(*(f for f in factors if f not in fixed))
        found = self.order(inside, name, high, moving)
        if found is None or found[0] >= 0:
            return 0
        return found[1] * self.sign(inside, self.book.product(*fixed))

    def parts(self, t: int) -> list[tuple[int, int]]:
        """The factors of a term, its number among them."""
        number, items = self.book.items(t)
        if number or len(items) != 1:
            return [(t, 1)]
        return [(self.book.num(items[0][1]), 1), *self.book.factors(items[0][0])]

    def vanishes(self, inside: Claim, name: str, high: bool, t: int) -> bool:
        """Whether a product of powers s^n, logarithms, exponentials and bounded terms tends to 0.

        Logarithms grow less than any power; exp(-1/s) and tails of erf and tanh fall faster.
        """
        total, fast = Fraction(0), False
        for u, k in self.parts(t):
            row = self.book.rows[u]
            base, n = (row[1], row[2] * k) if row[0] == "pow" else (u, Fraction(k))
            kind, *rest = self.book.rows[base]
            found = self.order(inside, name, high, base)
            if kind in ("log", "xlogx") and n > 0:
                found = self.order(inside, name, high, rest[0])
            if found is not None:
                total += n * found[0] if kind != "log" else 0
            elif kind == "exp" and self.grows(inside, name, high, rest[0]) * n < 0:
                fast = True
            elif n > 0 and self.tail(inside, name, high, base):
                fast = True
            elif name in self.book.names[u]:
                where = self.range(inside, u)
                need(where.lo.is_finite() and where.hi.is_finite(), "A factor may be unbounded.")
        return fast or total > 0 or t == self.book.num(0)

    def tail(self, inside: Claim, name: str, high: bool, t: int) -> bool:
        """Whether a term is c (1 - f(u)), f erf or tanh, and u tends to infinity."""
        number, items = self.book.items(t)
        kind, *rest = self.book.rows[items[0][0]] if len(items) == 1 else ("none",)
        fits = kind in ("erf", "tanh") and number == -items[0][1]
        return fits and self.grows(inside, name, high, rest[0]) > 0


def _span(r: Replay, claim: Claim, node: Any) -> None:
    need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")


def _assumption(claim: Claim, node: Any) -> tuple[int, bool]:
    place = node["assumption"]
    need(type(place) is int and 0 <= place < len(claim.given), "There is no such assumption.")
    return claim.given[place]


def _empty(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    if "proof" in node:
        r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")
    else:
        need(r.range(claim, term).below(not strict), "The assumption may hold.")


def _given(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    need(strict or not claim.strict, "The assumption is not strict.")
    r.same(claim.term, term)
    r.defined(claim, node)


def _lemma(r: Replay, claim: Claim, node: Any) -> None:
    book, name, u = r.book, node["name"], r.book.read(node["u"])
    need(not claim.strict and name in ("log below", "log above", "exp"), "That is no such lemma.")
    f, one = book.line(name[:3], u), book.num(1)
    known = book.total((f, 1), (one, -1), (u if name == "exp" else book.power(u, MINUS), -1))
    if name != "exp":
        below = book.total((u, 1), (one, -1), (f, -1))
        known = (
            below
            if name == "log below"
            else book.total((f, 1), (one, -1), (book.power(u, MINUS), 1))
        )
    r.range(claim, known)
    r.same(claim.term, known)
    r.defined(claim, node)


def _sum(r: Replay, claim: Claim, node: Any) -> None:
    r.defined(claim, node)
    total, strict = r.book.num(0), claim.strict
    for i, part in enumerate(node["parts"]):
        weight, term = r.book.read(part["weight"]), r.book.read(part["term"])
        positive = flag(part.get("strict", False))
        r.check(claim.of(weight, positive), node, "parts", i, "positive")
        r.check(claim.of(term, positive), node, "parts", i, "proof")
        total = r.book.total((total, 1), (r.book.times(weight, term), 1))
        strict = strict and not positive
    need(not strict, "No part is strict.")
    r.same(claim.term, total)


def _split(r: Replay, claim: Claim, node: Any) -> None:
    name, at = node["on"], rational(node["at"])
    where = claim.region[name]
    need(where.surrounds(at), "The point is not inside.")
    r.check(claim.at(name, where._replace(hi=at, hi_open=False)), node, "low")
    r.check(claim.at(name, where._replace(lo=at, lo_open=True)), node, "high")


def _cases(r: Replay, claim: Claim, node: Any) -> None:
    term = r.book.read(node["term"])
    r.range(claim, term)
    r.check(claim.assume(r.book.total((term, -1))), node, "low")
    r.check(claim.assume(term), node, "high")


def _ends(r: Replay, claim: Claim, node: Any) -> None:
    name, book = node["on"], r.book
    r.check(claim.inside(name), node, "inside")
    for key, high in ENDS:
        end, taken = claim.end(name, high)
        if taken and end is not None:
            there = r.put(claim, name, book.num(end), claim.term, claim.strict)
            if claim.lenient:
                term = _conventional(book, claim.term, {book.line("var", name): book.num(end)})
                there = replace(there, term=term, lenient=True)
            r.check(there, node, key)


def _conventional(book: Book, term: int, what: Mapping[int, int]) -> int:
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
        total += [(there, 1)] if parts != ((nil, 0),) else []
    return book.total(*total)


def _infinite(r: Replay, claim: Claim, node: Any) -> None:
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


def _taylor(r: Replay, claim: Claim, node: Any) -> None:
    book, second = r.book, flag(node.get("second", False))
    claim = replace(claim, given=(), lenient=False)
    r.defined(claim, node)
    centre, away = dict[str, Where](), dict[str, int]()
    for name, (lo, hi, *_) in claim.region.items():
        if lo is None or hi is None:
            raise Refused("The box is not bounded.")
        middle = (lo + hi) / 2
        centre[name] = Where(middle, middle, False, False)
        away[name] = book.minus(book.line("var", name), book.num(middle))
    there, names = replace(claim, region=centre), sorted(book.names[claim.term])
    total = r.range(there, claim.term)
    for name in names:
        first = book.slope(claim.term, name)
        total = plus(
            total, times(r.range(there if second else claim, first), r.range(claim, away[name]))
        )
        for other in names if second else ():
            bend = r.range(claim, book.total((book.slope(first, other), Fraction(1, 2))))
            total = plus(total, times(bend, r.range(claim, book.times(away[name], away[other]))))
    need(total.above(claim.strict), "Taylor's formula does not show the sign.")


def _slope(r: Replay, claim: Claim, node: Any) -> None:
    high, rising = flag(node["high"]), flag(node.get("strictly", False))
    claim, name, (term, first) = r.slopes(claim, node, 1)
    r.check(claim.inside(name).of(r.book.total((first, -1 if high else 1)), rising), node, "sign")
    strict = claim.strict and (claim.end(name, high)[1] or not rising)
    r.limit(claim, name, high, node, "end", strict, term)


def _concave(r: Replay, claim: Claim, node: Any) -> None:
    claim, name, (term, _, second) = r.slopes(claim, node, 2)
    r.check(claim.inside(name).of(r.book.total((second, -1))), node, "bend")
    for key, high in ENDS:
        r.limit(claim, name, high, node, key, claim.strict, term)


def _bottom(r: Replay, claim: Claim, node: Any) -> None:
    book, at = r.book, r.book.read(node["at"])
    claim, name, (term, first, *more) = r.slopes(claim, node, 1 if "rest" in node else 2)
    need(name not in book.names[at], "The bottom moves with the variable.")
    if "rest" in node:
        more = [book.read(node["rest"])]
        r.same(first, book.times(book.minus(book.line("var", name), at), *more))
    else:
        flat = r.put(claim, name, at, first, False)
        r.range(flat, flat.term)
        r.same(flat.term, book.num(0))
    r.check(claim.inside(name).of(*more), node, "sign")
    there = r.put(claim, name, at, term, claim.strict)
    r.defined(there, node, "bottom defined")
    for key, high in ENDS:
        end, _ = claim.end(name, high)
        if end is not None:
            r.check(there.of(r.beyond(at, end, high)), node, key)
    r.check(there, node, "touch")


def _inflection(r: Replay, claim: Claim, node: Any) -> None:
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


def _monotone(r: Replay, claim: Claim, node: Any) -> None:
    book, kind, a, b = r.book, node["function"], r.book.read(node["a"]), r.book.read(node["b"])
    if kind == "root":
        order = node["order"]
        need(type(order) is int and order > 1, "The order of a root is a whole number above 1.")
        one, two = (book.power(u, Fraction(1, order)) for u in (a, b))
    else:
        need(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")
        one, two = book.line(kind, a), book.line(kind, b)
    for term in (claim.term, one, two):
        r.defined(claim.of(term), node)
    r.same(claim.term, book.minus(one, two))
    r.check(claim.of(book.minus(a, b), claim.strict), node, "proof")


def _instance(r: Replay, claim: Claim, node: Any) -> None:
    book, given = r.book, list[tuple[int, bool]]()
    r.defined(claim, node)
    meaning = {book.line("var", name): book.read(value) for name, value in node["with"].items()}
    region = {name: interval(place) for name, place in node["where"].items()}
    new = Claim(book.read(node["term"]), claim.strict, region)
    for name in region:
        value = meaning.get(book.line("var", name), book.line("var", name))
        r.range(claim, value)
        for key, high in ENDS:
            end, taken = new.end(name, high)
            if end is not None:
                r.check(claim.of(r.beyond(value, end, high), not taken), node, "inside", name, key)
    for i, part in enumerate(node.get("given", ())):
        term, strict = book.read(part["term"]), flag(part["strict"])
        r.check(claim.of(book.put(term, meaning), strict), node, "given", i, "proof")
        given.append((term, strict))
    r.same(claim.term, book.put(new.term, meaning))
    r.check(replace(new, given=tuple(given)), node, "proof")


def _branch(r: Replay, claim: Claim, node: Any) -> None:
    book, t = r.book, r.book.read(node["node"])
    kind, *args = book.rows[t]
    need(kind in ("max", "min", "abs", "if"), "That term has no branches.")
    if kind == "if":
        condition, *values = args
    else:
        values = args if len(args) == 2 else [args[0], book.total((args[0], -1))]
        condition = book.minus(values[0], values[1], -1 if kind == "min" else 1)
    r.range(claim, condition)
    need(len(node["cases"]) == 2, "There are two cases.")
    plain = book.line("log", book.num(0)) not in book.inside[claim.term]
    claim = replace(claim, lenient=claim.lenient and plain)
    conditions = ((condition, False), (book.total((condition, -1)), kind == "if"))
    for i, (value, case) in enumerate(zip(values, conditions, strict=True)):
        r.check(
            replace(claim.assume(*case), term=book.put(claim.term, {t: value})), node, "cases", i
        )


def _bernstein(r: Replay, claim: Claim, node: Any) -> None:
    names = [name for name in claim.region if name in r.book.names[claim.term]]
    r.defined(claim, node)
    both, closed = list(polynomials(r.book, claim.term, names)), False
    for i, name in enumerate(names):
        (lo, hi, lo_open, hi_open), t = claim.region[name], GENERATORS[i]
        need(lo is not None or hi is not None, "The range has no end.")
        closed = closed or not lo_open or not hi_open
        a, b = (fmpq(*(end or Fraction(0)).as_integer_ratio()) for end in (lo, hi))
        above = b - t if lo is None else a + t if hi is None else a + b * t
        below = RING.constant(1) + (0 if lo is None or hi is None else t)
        degree = max(int(p.degrees()[i]) for p in both)
        for j, p in enumerate(both):
            both[j] = RING.constant(0)
            for e, c in p.to_dict().items():
                rest = RING.from_dict({(*e[:i], 0, *e[i + 1 :]): c})
                both[j] += rest * power(above, int(e[i])) * power(below, degree - int(e[i]))
    top, under = (p.coeffs() for p in both)
    sign = -1 if under[0] < 0 else 1
    need(all(sign * c > 0 for c in under), "The denominator may change its sign.")
    need(all(sign * c > 0 for c in top), "A Bernstein coefficient is negative.")
    full = prod(1 + max(0, *(int(p.degrees()[i]) for p in both)) for i in range(len(names)))
    whole = not closed or len(top) == len(under) == full
    need(not claim.strict or (bool(top) and whole), "A Bernstein coefficient is 0.")


def _sturm(r: Replay, claim: Claim, node: Any) -> None:
    """The roots are isolated here: no chain is needed."""
    (name,), at = r.book.names[claim.term], rational(node["at"])
    where, strict = claim.region[name], claim.strict
    need(not r.book.partial[claim.term], "That is no polynomial.")
    need(not strict or where == Where(*where[:2]), "A strict sign is shown inside alone.")
    need(where.surrounds(at), "The point is not inside.")
    top, below = (p.to_dict() for p in polynomials(r.book, claim.term, [name]))
    rows = {int(e[0]): c for e, c in top.items()}
    need(len(below) == 1 and bool(rows), "That is no polynomial.")
    f = fmpq_poly([rows.get(n, fmpq(0)) for n in range(max(rows) + 1)]) / next(iter(below.values()))
    need(bool(f(fmpq(*at.as_integer_ratio())) > 0), "It is not > 0 at the point.")
    for factor, n in f.factor()[1]:
        if factor.degree() == 1 and (n % 2 or strict):
            root = -factor[0] / factor[1]
            need(not where.surrounds(Fraction(int(root.p), int(root.q))), "A root lies inside.")
        elif n % 2 or strict:  # no root is rational, so none is an end
            reals = [z.real for z, _ in factor.complex_roots() if z.imag.contains(0)]
            around = where.range()
            need(all(x < around.lo or x > around.hi for x in reals), "A root lies inside.")


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
    book, region = replay.book, dict[str, Where]()
    try:
        with working_precision(bits):
            for name, data in goal["region"]:
                need(isinstance(name, str) and name not in region, "A variable needs one range.")
                region[name] = interval(data)
            given = tuple((book.read(t), flag(strict)) for t, strict in goal["given"])
            term, strict = book.read(goal["term"]), flag(goal["strict"])
            lenient = book.line("log", book.num(0)) not in book.inside[term]
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
        reason = str(bad) if isinstance(bad, Refused) else f"The proof is damaged: {bad!r}."
        raise Refused(f"Rule {replay.by!r:.40} at {path}: {reason}") from None
