"""Terms as numbered lines of a book: numbers, linear combinations, monomials, functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

ARITY = dict.fromkeys(("log", "exp", "erf", "tanh", "abs", "xlogx", "lambertw"), 1)
ARITY |= {"max": 2, "min": 2, "if": 3}
LARGEST = 100_000
"""The most bits of a number that is written out, and the largest whole exponent."""


class Refused(ValueError):
    """What does not follow, or cannot be read."""


def need(condition: bool, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if condition is not True:
        raise Refused(reason)


def rational(text: Any) -> Fraction:
    """The number that a text such as -3/4 means."""
    good = isinstance(text, str) and re.fullmatch("-?[0-9]{1,3000}(/0*[1-9][0-9]{0,3000})?", text)
    need(bool(good), f"{text!r:.60} is not a rational number such as '-3/4'.")
    return Fraction(text)


def raised(base: Fraction, n: int) -> Fraction:
    """A power of a number, unless it would be too long."""
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    need(base in (0, 1, -1) or bits * abs(n) <= LARGEST, "The power of a number is too large.")
    return Fraction(base**n)


class Book:
    """Each term is the number of its line; equal lines are written once.

    ("num", q), ("var", name), ("pi",), ("sum", q, ((term, coefficient), ...)), ("prod", ((term,
    whole power >= 1), ...)), ("pow", term, other exponent), or a function with its terms.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.index: dict[tuple[Any, ...], int] = {}
        self.names: list[frozenset[str]] = []
        self.inside: list[frozenset[int]] = []  # the terms in a term, itself among them
        self.partial: list[bool] = []  # whether a term may be undefined somewhere
        self.slopes: dict[tuple[int, str], int] = {}

    def line(self, kind: str, *rest: Any) -> int:
        """The number of a line, which is written if it is new."""
        row, new = (kind, *rest), len(self.rows)
        if row not in self.index:
            many = kind in ("sum", "prod")
            below = [t for t, _ in rest[-1]] if many else rest[: 1 if kind == "pow" else 3]
            below = [] if kind in ("num", "var") else below
            own = frozenset(rest if kind == "var" else ())
            root = kind == "pow" and (rest[1] < 0 or rest[1].denominator > 1)
            partial = root or kind in ("log", "xlogx", "lambertw")
            self.names.append(own.union(*(self.names[t] for t in below)))
            self.inside.append(frozenset([new]).union(*(self.inside[t] for t in below)))
            self.partial.append(partial or any(self.partial[t] for t in below))
            self.rows.append(row)
            self.index[row] = new
        return self.index[row]

    def num(self, value: Fraction | int) -> int:
        """A number."""
        return self.line("num", Fraction(value))

    def items(self, term: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
        """A term as a number and a linear combination of terms that are no sums."""
        kind, *rest = self.rows[term]
        if kind == "num":
            return rest[0], ()
        return (rest[0], rest[1]) if kind == "sum" else (Fraction(0), ((term, Fraction(1)),))

    def factors(self, term: int) -> tuple[tuple[int, int], ...]:
        """A term as a product of whole powers."""
        return self.rows[term][1] if self.rows[term][0] == "prod" else ((term, 1),)

    def total(self, *parts: tuple[int, Fraction | int]) -> int:
        """A linear combination; what cancels stays, times 0, if it is partial."""
        number, found = Fraction(0), dict[int, Fraction]()
        for term, scale in parts:
            own, items = self.items(term)
            number += own * scale
            for t, c in items:
                found[t] = found.get(t, Fraction(0)) + c * scale
        kept = tuple(sorted((t, c) for t, c in found.items() if c or self.partial[t]))
        if number == 0 and len(kept) == 1 and kept[0][1] == 1:
            return kept[0][0]
        return self.line("sum", number, kept) if kept else self.num(number)

    def minus(self, a: int, b: int, sign: int = 1) -> int:
        """a - b, or b - a for the sign -1."""
        return self.total((a, sign), (b, -sign))

    def product(self, *parts: tuple[int, int]) -> int:
        """A product of whole powers >= 1; a factor 0 leaves what is partial."""
        scale, found = Fraction(1), dict[int, int]()
        for term, n in parts:
            need(n <= LARGEST, "A whole exponent is too large.")
            number, items = self.items(term)
            if not items or (number == 0 and len(items) == 1):
                scale *= raised(items[0][1] if items else number, n)
                term = items[0][0] if items else -1
            for t, k in self.factors(term) if term >= 0 else ():
                found[t] = found.get(t, 0) + k * n
        kept = tuple(sorted((t, n) for t, n in found.items() if scale or self.partial[t]))
        if not kept:
            return self.num(scale)
        whole = kept[0][0] if len(kept) == 1 and kept[0][1] == 1 else self.line("prod", kept)
        return self.total((whole, scale))

    def times(self, *terms: int) -> int:
        """A product."""
        return self.product(*((t, 1) for t in terms))

    def power(self, base: int, n: Fraction) -> int:
        """A rational power; 0^0 = 1."""
        if n > 0 and n.denominator == 1:
            return self.product((base, int(n)))
        if n == 0 and not self.partial[base]:
            return self.num(1)
        number, items = self.items(base)
        if not items and number and n.denominator == 1:
            return self.num(raised(number, int(n)))
        return self.line("pow", base, n)

    def read(self, data: Any) -> int:
        """The term that lists and texts of JSON mean."""
        if isinstance(data, str):
            return self.num(rational(data))
        need(isinstance(data, list | tuple), "A term is a text or a list.")
        kind, *rest = data
        need(isinstance(kind, str), "A list of a term begins with a word.")
        if not rest:
            return self.line("pi") if kind == "pi" else self.line("var", kind)
        if kind == "pow":
            exponent, base = rest
            return self.power(self.read(base), rational(exponent))
        args = [self.read(part) for part in rest]
        if kind in ("add", "mul"):
            return (self.total if kind == "add" else self.product)(*((t, 1) for t in args))
        need(ARITY.get(kind) == len(args), f"{kind:.20} with {len(args)} arguments is unknown.")
        return self.line(kind, *args)

    def put(self, term: int, what: Mapping[int, int]) -> int:
        """The term with others in place of some terms, all at once."""
        done = dict(what)

        def of(t: int) -> int:
            if t not in done:
                kind, *rest = self.rows[t]
                if kind == "sum":
                    done[t] = self.total((self.num(rest[0]), 1), *((of(u), c) for u, c in rest[1]))
                elif kind == "prod":
                    done[t] = self.product(*((of(u), n) for u, n in rest[0]))
                elif kind == "pow":
                    done[t] = self.power(of(rest[0]), rest[1])
                else:
                    done[t] = self.line(kind, *map(of, rest)) if kind in ARITY else t
            return done[t]

        return of(term)

    def slope(self, term: int, name: str) -> int:
        """The derivative at points at which it is defined, and around which the term is."""
        if name not in self.names[term]:
            return self.num(0)
        if (term, name) not in self.slopes:
            self.slopes[term, name] = self._slope(name, term, *self.rows[term])
        return self.slopes[term, name]

    def _slope(self, name: str, term: int, kind: str, *rest: Any) -> int:
        if kind in ("sum", "prod"):
            moving = [(t, c) for t, c in rest[-1] if name in self.names[t]]
            if kind == "sum":
                return self.total(*((self.slope(t, name), c) for t, c in moving))
            rows = [[(u, m - (u == t)) for u, m in rest[0] if u != t or m > 1] for t, _ in moving]
            pairs = zip(moving, rows, strict=True)
            return self.total(
                *((self.product((self.slope(t, name), 1), *r), n) for (t, n), r in pairs)
            )
        u, one = rest[0], self.num(1)
        if kind == "pow":
            outer = self.total((self.power(u, rest[1] - 1), rest[1]))
        elif kind in ("log", "xlogx"):
            log = self.line("log", u)
            outer = self.power(u, Fraction(-1)) if kind == "log" else self.total((one, 1), (log, 1))
        elif kind in ("exp", "tanh"):
            outer = term if kind == "exp" else self.minus(one, self.times(term, term))
        elif kind == "erf":
            bell = self.line("exp", self.total((self.times(u, u), -1)))
            outer = self.total((self.times(self.power(self.line("pi"), Fraction(-1, 2)), bell), 2))
        elif kind == "lambertw":
            below = self.power(self.total((one, 1), (term, 1)), Fraction(-1))
            outer = self.times(self.line("exp", self.total((term, -1))), below)
        else:
            need(kind == "var", f"{kind} has no slope.")
            return one
        return self.times(outer, self.slope(u, name))
