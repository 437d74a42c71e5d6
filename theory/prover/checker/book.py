"""Terms as the numbered lines of a book: numbers, linear combinations, monomials, functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

ARITY = {"log": 1, "exp": 1, "erf": 1, "tanh": 1, "abs": 1, "xlogx": 1, "lambertw": 1}
ARITY |= {"max": 2, "min": 2, "if": 3}
RATIONAL = re.compile(r"-?[0-9]{1,3000}(/[0-9]{1,3000})?")
LARGEST = 100_000
"""The most bits of a number that is written out, and the largest whole exponent."""
Row = tuple[Any, ...]


class Refused(ValueError):
    """What does not follow, or cannot be read."""


def need(condition: bool, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if condition is not True:
        raise Refused(reason)


def rational(text: Any) -> Fraction:
    """The number that a text such as -3/4 means."""
    good = isinstance(text, str) and RATIONAL.fullmatch(text) and not re.search("/0+$", text)
    need(bool(good), f"{text!r:.60} is not a rational number such as '-3/4'.")
    return Fraction(text)


def raised(base: Fraction, n: int) -> Fraction:
    """A power of a number, unless it would be too long."""
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    need(base in (0, 1, -1) or bits * abs(n) <= LARGEST, "The power of a number is too large.")
    return Fraction(base**n)


class Book:
    """Each term is the number of its line: equal lines are written once.

    ("num", q), ("var", name), ("pi",), ("sum", q, ((term, coefficient), ...)), ("prod", ((term,
    whole power >= 1), ...)), ("pow", term, other exponent), or a function with its terms.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.index: dict[Row, int] = {}
        self.names: list[frozenset[str]] = []
        self.partial: list[bool] = []
        """Whether a term may be undefined somewhere."""
        self.slopes: dict[tuple[int, str], int] = {}

    def line(self, *row: Any) -> int:
        """The number of a line, which is written if it is new."""
        if row not in self.index:
            below = self.below(row)
            own = frozenset([row[1]] if row[0] == "var" else [])
            self.names.append(own.union(*(self.names[t] for t in below)))
            root = row[0] == "pow" and (row[2] < 0 or row[2].denominator > 1)
            risky = root or row[0] in ("log", "xlogx", "lambertw")
            self.partial.append(risky or any(self.partial[t] for t in below))
            self.index[row] = len(self.rows)
            self.rows.append(row)
        return self.index[row]

    def below(self, row: Row) -> list[int]:
        """The terms that a line refers to."""
        if row[0] in ("sum", "prod"):
            return [t for t, _ in row[-1]]
        return [] if row[0] in ("num", "var") else [row[1]] if row[0] == "pow" else list(row[1:])

    def inner(self, term: int) -> set[int]:
        """The terms inside a term, itself among them."""
        seen, open_ = {term}, [term]
        while open_:
            new = set(self.below(self.rows[open_.pop()])) - seen
            seen |= new
            open_ += new
        return seen

    def num(self, value: Fraction | int) -> int:
        """A number."""
        return self.line("num", Fraction(value))

    def items(self, term: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
        """A term as a number and a linear combination of terms that are no sums."""
        row = self.rows[term]
        if row[0] == "num":
            return row[1], ()
        return (row[1], row[2]) if row[0] == "sum" else (Fraction(0), ((term, Fraction(1)),))

    def factors(self, term: int) -> tuple[tuple[int, int], ...]:
        """A term as a product of whole powers."""
        row = self.rows[term]
        return row[1] if row[0] == "prod" else ((term, 1),)

    def total(self, *parts: tuple[int, Fraction | int]) -> int:
        """A linear combination; what cancels stays, times 0, if it is partial."""
        number, found = Fraction(0), dict[int, Fraction]()
        for term, scale in parts:
            own, items = self.items(term)
            number += own * scale
            for t, c in items:
                found[t] = found.get(t, Fraction(0)) + c * scale
        kept = tuple(sorted((t, c) for t, c in found.items() if c or self.partial[t]))
        if not kept:
            return self.num(number)
        alone = number == 0 and len(kept) == 1 and kept[0][1] == 1
        return kept[0][0] if alone else self.line("sum", number, kept)

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

    def power(self, base: int, n: Fraction) -> int:
        """A rational power; 0^0 = 1."""
        number, items = self.items(base)
        if n > 0 and n.denominator == 1:
            return self.product((base, int(n)))
        if n == 0 and not self.partial[base]:
            return self.num(1)
        if not items and number and n.denominator == 1:
            return self.num(raised(number, int(n)))
        return self.line("pow", base, n)

    def read(self, data: Any) -> int:
        """The term that lists and texts of JSON mean."""
        if isinstance(data, str):
            return self.num(rational(data))
        need(isinstance(data, list | tuple) and len(data) > 0, "A term is a text or a list.")
        kind, *rest = data
        need(isinstance(kind, str), "A list of a term begins with a word.")
        if not rest:
            return self.line("pi") if kind == "pi" else self.line("var", kind)
        if kind == "pow":
            need(len(rest) == 2, "A power has an exponent and a base.")
            return self.power(self.read(rest[1]), rational(rest[0]))
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
                row = self.rows[t]
                if row[0] in ("num", "var", "pi"):
                    done[t] = t
                elif row[0] == "sum":
                    done[t] = self.total((self.num(row[1]), 1), *((of(u), c) for u, c in row[2]))
                elif row[0] == "prod":
                    done[t] = self.product(*((of(u), n) for u, n in row[1]))
                elif row[0] == "pow":
                    done[t] = self.power(of(row[1]), row[2])
                else:
                    done[t] = self.line(row[0], *map(of, row[1:]))
            return done[t]

        return of(term)

    def times(self, *terms: int) -> int:
        """A product."""
        return self.product(*((t, 1) for t in terms))

    def slope(self, term: int, name: str) -> int:
        """The derivative at points around which the term, and at which the derivative, is defined."""
        if name not in self.names[term]:
            return self.num(0)
        if (term, name) not in self.slopes:
            self.slopes[term, name] = self._slope(term, name)
        return self.slopes[term, name]

    def _slope(self, term: int, name: str) -> int:
        kind, *rest = self.rows[term]
        if kind == "var":
            return self.num(1)
        if kind == "sum":
            moving = [(t, c) for t, c in rest[1] if name in self.names[t]]
            return self.total(*((self.slope(t, name), c) for t, c in moving))
        if kind == "prod":
            parts = []
            for t, n in rest[0]:
                if name in self.names[t]:
                    others = [(u, m - (u == t)) for u, m in rest[0] if u != t or m > 1]
                    parts.append((self.product((self.slope(t, name), 1), *others), n))
            return self.total(*parts)
        u, one = rest[0], self.num(1)
        if kind == "pow":
            outer = self.total((self.power(u, rest[1] - 1), rest[1]))
        elif kind in ("log", "xlogx"):
            log = self.line("log", u)
            outer = self.power(u, Fraction(-1)) if kind == "log" else self.total((one, 1), (log, 1))
        elif kind in ("exp", "tanh"):
            outer = term if kind == "exp" else self.total((one, 1), (self.product((term, 2)), -1))
        elif kind == "erf":
            bell = self.line("exp", self.total((self.product((u, 2)), -1)))
            outer = self.total((self.times(self.power(self.line("pi"), Fraction(-1, 2)), bell), 2))
        else:
            need(kind == "lambertw", f"{kind} has no slope.")
            below = self.power(self.total((one, 1), (term, 1)), Fraction(-1))
            outer = self.times(self.line("exp", self.total((term, -1))), below)
        return self.times(outer, self.slope(u, name))
