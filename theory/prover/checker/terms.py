"""Terms as numbered lines of a book: linear combinations, products of powers, functions."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from flint import fmpq

LARGEST = 100_000
"""The most bits of a number that is written out, and the largest whole exponent."""
NIL, ONE = fmpq(0), fmpq(1)
UNIT = 0
"""The first line of a book, the empty product."""


class Refused(ValueError):
    """What does not follow, or cannot be read."""


def need(condition: bool, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if condition is not True:
        raise Refused(reason)


def rational(text: Any) -> fmpq:
    """The number that a text such as -3/4 means."""
    good = isinstance(text, str) and re.fullmatch("-?[0-9]{1,3000}(/0*[1-9][0-9]{0,3000})?", text)
    need(bool(good), f"{text!r:.60} is not a rational number such as '-3/4'.")
    return fmpq(text)


def raised(base: fmpq, n: int) -> fmpq:
    """A power of a number, unless it would be too long."""
    bits = max(base.p.bit_length(), base.q.bit_length())
    need(base in (0, 1, -1) or bits * abs(n) <= LARGEST, "The power of a number is too large.")
    return base**n


class Function(NamedTuple):
    """A function of one term: what the rules may know of it, and what Coq has proved of it."""

    slope: Any
    """Its derivative at u, as a term in JSON."""
    range: Callable[[Any], Any]
    """Its range over a range, which shows that it is defined there."""
    theorems: tuple[str, ...]
    partial: bool = False
    """Whether it is undefined somewhere."""
    equation: Callable[..., Any] | None = None
    """A form that is 0, of the forms of its value and of its argument."""


class Book:
    """Each term is the number of its line; equal lines are written once.

    ("var", name), ("pi",), ("sum", ((term, coefficient), ...)), ("prod", ((term, whole power >= 1),
    ...)), ("pow", term, other exponent), ("max", term, term), ("if", condition, term, term), or one
    of the functions that the book knows, with its term.
    """

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions
        self.arity = MappingProxyType({**dict.fromkeys(functions, 1), "max": 2, "if": 3})
        self.rows: list[tuple[Any, ...]] = []
        self.index: dict[tuple[Any, ...], int] = {}  # by whole numbers, whose hash is fast
        self.names: list[frozenset[str]] = []
        self.inside: list[frozenset[int]] = []  # the terms in a term, itself among them
        self.partial: list[bool] = []  # whether a term may be undefined somewhere
        # what was read of texts, and of lists by identity
        self.known: dict[str | int, tuple[Any, int]] = {}
        self.collected = False  # whether a sum that was read took a logarithm from its like
        self.line("prod", ())

    def line(self, kind: str, *rest: Any) -> int:
        """The number of a line, which is written if it is new."""
        row, new = (kind, *rest), len(self.rows)
        key = (kind, *((t, c.p, c.q) for t, c in rest[0])) if kind == "sum" else row
        if key not in self.index:
            many = kind in ("sum", "prod")
            below = [t for t, _ in rest[0]] if many else rest if kind in self.arity else rest[:-1]
            own = frozenset(rest if kind == "var" else ())
            self.names.append(own.union(*(self.names[t] for t in below)))
            self.inside.append(frozenset([new]).union(*(self.inside[t] for t in below)))
            partial = kind == "pow" or (kind in self.functions and self.functions[kind].partial)
            self.partial.append(partial or any(self.partial[t] for t in below))
            self.rows.append(row)
            self.index[key] = new
        return self.index[key]

    def items(self, term: int) -> tuple[tuple[int, fmpq], ...]:
        """A term as a linear combination of terms that are no sums."""
        row = self.rows[term]
        return row[1] if row[0] == "sum" else ((term, ONE),)

    def factors(self, term: int) -> tuple[tuple[int, int], ...]:
        """A term as a product of whole powers."""
        row = self.rows[term]
        return row[1] if row[0] == "prod" else ((term, 1),)

    def total(self, *parts: tuple[int, fmpq | int]) -> int:
        """A linear combination; what cancels stays, times 0, if it is partial."""
        result = dict[int, fmpq]()
        for term, scale in parts:
            for t, c in self.items(term):
                result[t] = result[t] + c * scale if t in result else c * scale
        kept = tuple(sorted((t, c) for t, c in result.items() if c or self.partial[t]))
        single = len(kept) == 1 and kept[0][1] == 1
        return kept[0][0] if single else self.line("sum", kept)

    def opposed(self, terms: Iterable[int]) -> bool:
        """Whether a sum of terms collects logarithms of opposite signs, as 2 log x - log x."""
        items = {(t, c > 0) for term in terms for t, c in self.items(term) if c}
        logs = {t for t, _ in items if any(self.rows[u][0] == "log" for u in self.inside[t])}
        return any({(t, True), (t, False)} <= items for t in logs)

    def product(self, *parts: tuple[int, int]) -> int:
        """A product of whole powers >= 0; a factor 0 leaves what is partial."""
        scale, result = ONE, dict[int, int]()
        for term, n in parts:
            need(n <= LARGEST, "A whole exponent is too large.")
            items = self.items(term)
            if len(items) <= 1:
                scale *= raised(items[0][1] if items else NIL, n)
                term = items[0][0] if items else UNIT
            for t, k in self.factors(term):
                result[t] = result.get(t, 0) + k * n
        kept = tuple(sorted((t, n) for t, n in result.items() if n and (scale or self.partial[t])))
        single = len(kept) == 1 and kept[0][1] == 1
        return self.total((kept[0][0] if single else self.line("prod", kept), scale))

    def num(self, value: fmpq | int) -> int:
        """A number."""
        return self.total((UNIT, value))

    def minus(self, a: int, b: int, sign: int = 1) -> int:
        """a - b, or b - a for the sign -1."""
        return self.total((a, sign), (b, -sign))

    def times(self, *terms: int) -> int:
        """A product."""
        return self.product(*((t, 1) for t in terms))

    def power(self, base: int, n: fmpq) -> int:
        """A rational power; 0^0 = 1."""
        items, whole = self.items(base), n.q == 1
        if whole and (n > 0 or (n == 0 and not self.partial[base])):
            return self.product((base, int(n)))
        if whole and len(items) == 1 and items[0][0] == UNIT:
            return self.num(raised(items[0][1], int(n)))
        return self.line("pow", base, n)

    def read(self, data: Any) -> int:
        """The term that lists and texts of JSON mean; |a| and min(a, b) are larger terms."""
        key = data if type(data) is str else id(data)
        if key not in self.known:
            self.known[key] = data, self.num(rational(data)) if key is data else self.plain(data)
        return self.known[key][1]

    def plain(self, data: Any) -> int:
        """The term of a list that was not read before."""
        kind, *rest = data
        need(isinstance(data, list | tuple) and isinstance(kind, str), "A term is a list.")
        if not rest:
            return self.line("pi") if kind == "pi" else self.line("var", kind)
        if kind == "pow":
            exponent, base = rest
            return self.power(self.read(base), rational(exponent))
        args = [self.read(part) for part in rest]
        if kind in ("add", "mul"):
            self.collected = self.collected or (kind == "add" and self.opposed(args))
            return (self.total if kind == "add" else self.product)(*((t, 1) for t in args))
        minus, number = [self.total((t, -1)) for t in args], len(args)
        if (kind, number) == ("min", 2):
            return self.total((self.line("max", *minus), -1))
        if (kind, number) == ("abs", 1):
            return self.line("max", *args, *minus)
        need(self.arity.get(kind) == number, f"{kind:.20} with {number} arguments is unknown.")
        return self.line(kind, *args)

    def put(self, term: int, what: Mapping[int, int], done: dict[int, int] | None = None) -> int:
        """The term with others in place of some terms, all at once; done are those in it."""
        done = dict(what) if done is None else done
        if term in done or self.inside[term].isdisjoint(what):
            return done.get(term, term)
        kind, *rest = self.rows[term]
        if kind in ("sum", "prod"):
            join = self.total if kind == "sum" else self.product
            done[term] = join(*((self.put(u, what, done), n) for u, n in rest[0]))
        elif kind == "pow":
            done[term] = self.power(self.put(rest[0], what, done), rest[1])
        else:
            done[term] = self.line(kind, *(self.put(u, what, done) for u in rest))
        return done[term]

    def slope(self, term: int, name: str) -> int:
        """The derivative at points at which it is defined, and around which the term is."""
        kind, *rest = self.rows[term]
        if kind == "var" or name not in self.names[term]:
            return self.num(name in self.names[term])
        if kind in ("sum", "prod"):
            parts = []
            for t, n in rest[0]:
                others = [(t, n - 1), *(f for f in rest[0] if f[0] != t)] if kind == "prod" else []
                parts.append((self.product((self.slope(t, name), 1), *others), n))
            return self.total(*parts)
        if kind == "pow":
            outer = self.total((self.power(rest[0], rest[1] - 1), rest[1]))
        else:
            need(kind in self.functions, f"{kind} has no slope.")
            slope = self.read(self.functions[kind].slope)
            outer = self.put(slope, {self.line("var", "u"): rest[0]})
        return self.times(outer, self.slope(rest[0], name))
