"""The steps that the rules share: ranges, slopes along a variable, limits at an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from .book import Book, need
from .claims import Claim, flag
from .quotients import equal, polynomials
from .ranges import Range, enclose

MINUS = Fraction(-1)
Rule = Callable[["Replay", Claim, Any], None]


class Replay:
    """The check of one proof."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self.book, self.rules = Book(), rules
        self.trail: list[Any] = []
        self.by: Any = None

    def check(self, claim: Claim, node: Any, *keys: Any) -> None:
        """Check the node that is found under some keys, and all below it."""
        for key in keys:
            node = node[key]
            self.trail.append(key)
        by, self.by = self.by, node["by"]
        need(isinstance(self.by, str) and self.by in self.rules, "There is no such rule.")
        used = self.book.names[claim.term].union(*(self.book.names[t] for t, _ in claim.given))
        need(used <= set(claim.region), "A variable has no range.")
        self.rules[self.by](self, claim, node)
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
            elif self.falls(inside, name, high, base, n):
                fast = True
            elif name in self.book.names[u]:
                where = self.range(inside, u)
                need(where.lo.is_finite() and where.hi.is_finite(), "A factor may be unbounded.")
        return fast or total > 0 or t == self.book.num(0)

    def falls(self, inside: Claim, name: str, high: bool, t: int, n: Fraction) -> bool:
        """Whether t^n is exp(-u), or a power of c (1 - f(u)), f erf or tanh; u grows endlessly."""
        number, items = self.book.items(t)
        kind, *rest = self.book.rows[items[0][0]] if len(items) == 1 else ("none",)
        if kind == "exp" and number == 0:
            return self.grows(inside, name, high, rest[0]) * n < 0
        fits = kind in ("erf", "tanh") and number == -items[0][1] and n > 0
        return fits and self.grows(inside, name, high, rest[0]) > 0
