"""Real terms: made once and shared, built so that they are undefined where they were written so."""

from __future__ import annotations
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

FUNCTIONS = {
    **dict.fromkeys(("log", "exp", "erf", "tanh", "abs", "xlogx", "lambertw"), 1),
    **dict.fromkeys(("max", "min"), 2),
    "if": 3,
}
"""The functions and their numbers of arguments.

xlogx(x) is x log x, and 0 at 0; lambertw is the branch above -1; if(c, a, b) is a where c >= 0, and
b elsewhere.
"""


class Rejected(ValueError):
    """A step that does not follow by its rule, or is none."""


MOST_BITS = 1 << 16
"""The size of a power of a number beyond which it is not worked out."""


KEPT = 1 << 16
"""The sums and products that are remembered: a search and its check make the same ones again."""


class Term:
    """A number, a variable, pi, a sum, a product, a rational power, or a function of terms."""

    __slots__ = ("args", "kind", "partial", "rank", "serial", "value", "variables", "whole")

    def __init__(
        self, kind: str, args: tuple[Term, ...], value: Any, serial: int, ratio: Any
    ) -> None:
        self.kind, self.args, self.value, self.serial = kind, args, value, serial
        ranks = [a.rank for a in args]
        self.rank: tuple[Any, ...] = (1 + sum([r[0] for r in ranks]), kind, ratio, *ranks)
        """The place in an order by size and content, whatever was made before."""
        own = frozenset([value] if kind == "var" else [])
        self.variables: frozenset[str] = own.union(*(a.variables for a in args))
        root = kind == "pow" and (value < 0 or value.denominator > 1)
        partial = root or kind in ("log", "xlogx", "lambertw")
        self.partial: bool = partial or any(a.partial for a in args)
        """Whether the term may be undefined somewhere."""
        counted = kind == "pow" and value > 0 and value.denominator == 1
        self.whole: int = int(value) if counted else 0
        """The exponent of a whole power; 0 for another term."""

    def __add__(self, other: Term) -> Term:
        return add(self, other)

    def __sub__(self, other: Term) -> Term:
        return add(self, -other)

    def __mul__(self, other: Term) -> Term:
        return mul(self, other)

    def __neg__(self) -> Term:
        return mul(num(-1), self)


_TABLE: dict[tuple[str, tuple[int, ...], Any], Term] = {}


def made(kind: str, args: tuple[Term, ...] = (), value: Any = None) -> Term:
    """The only term of its kind, arguments and value."""
    # the hash of a Fraction is slow, that of two integers is not
    ratio = value.as_integer_ratio() if kind == "num" or kind == "pow" else value
    key = (kind, tuple([a.serial for a in args]), ratio)
    return _TABLE.get(key) or _TABLE.setdefault(key, Term(kind, args, value, len(_TABLE), ratio))


def num(value: Fraction | int) -> Term:
    """A rational number."""
    return made("num", (), value) if type(value) is Fraction else _whole(value)


@cache
def _whole(value: Fraction | int) -> Term:
    return made("num", (), Fraction(value))


def var(name: str) -> Term:
    """A variable."""
    return made("var", (), name)


_NIL, _ONE = Fraction(0), Fraction(1)
ZERO, ONE, PI = num(0), num(1), made("pi")


def parts(kind: str, term: Term) -> tuple[Term, ...]:
    """The terms of a sum, or the factors of a product; a term of another kind is one by itself."""
    return term.args if term.kind == kind else (term,)


def _joined(kind: str, terms: list[Term], neutral: Term) -> Term:
    # One order makes equal sums one object, which `is` compares; a number stands first.
    terms.sort(key=lambda t: (t.kind != "num", t.rank))
    return neutral if not terms else terms[0] if len(terms) == 1 else made(kind, tuple(terms))


def _coefficient(term: Term) -> tuple[Fraction, Term]:
    """The number in front of a product, and the product without it."""
    if term.kind != "mul" or term.args[0].kind != "num":
        return _ONE, term
    rest = term.args[1:]
    return term.args[0].value, rest[0] if len(rest) == 1 else made("mul", rest)


@lru_cache(maxsize=KEPT)
def add(*terms: Term) -> Term:
    """The sum. Like terms are collected; one that cancels stays, times 0, if it is partial."""
    constant, result = _NIL, dict[Term, Fraction]()
    for item in (part for term in terms for part in parts("add", term)):
        if item.kind == "num":
            constant = item.value if constant is _NIL else constant + item.value
            continue
        value, rest = _coefficient(item)
        result[rest] = result[rest] + value if rest in result else value
    kept = [_scaled(c, rest) for rest, c in result.items() if c or rest.partial]
    return _joined("add", kept + [num(constant)] * bool(constant), ZERO)


def _scaled(c: Fraction, rest: Term) -> Term:
    """`mul(num(c), rest)` for a product without a number in front, which is in order already."""
    if c is _ONE or c == 1:
        return rest
    if not c or rest.kind == "add":
        return mul(num(c), rest)
    return made("mul", (num(c), *parts("mul", rest)))


@lru_cache(maxsize=KEPT)
def mul(*terms: Term) -> Term:
    """The product. Numbers and positive whole powers are collected, no quotient is meaningless."""
    # x^-1 x is not made 1, which would be defined at 0: negative powers stay apart.
    constant, powers, others = _ONE, dict[Term, int](), list[Term]()
    for item in (part for term in terms for part in parts("mul", term)):
        if item.kind == "num":
            constant = item.value if constant is _ONE else constant * item.value
        elif item.whole:
            base = item.args[0]
            powers[base] = powers.get(base, 0) + item.whole
        elif item.kind == "pow":
            others.append(item)
        else:
            powers[item] = powers.get(item, 0) + 1
    results = [base if n == 1 else power(base, n) for base, n in powers.items()] + others
    if not constant:
        results = [item for item in results if item.partial]
        return _joined("mul", [ZERO, *results], ZERO)
    if len(results) == 1 and results[0].kind == "add" and constant != 1:
        return add(*(mul(num(constant), part) for part in results[0].args))
    return _joined("mul", results + [num(constant)] * (constant != 1), ONE)


def power(base: Term, exponent: Fraction | int) -> Term:
    """A rational power."""
    if exponent == 1:
        return base
    n = exponent if type(exponent) is Fraction else Fraction(exponent)
    # A partial base keeps its power 0, so that it stays undefined where it was.
    if n == 0 and not base.partial:
        return ONE
    if base.kind == "num" and n.denominator == 1 and (base.value or n > 0):
        size = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
        if abs(n) * size <= MOST_BITS:
            return num(base.value**n)
    return made("pow", (base,), n)


def rebuilt(kind: str, args: Iterable[Term], value: Any = None) -> Term:
    """A sum, product, power or function of terms; raises ValueError if it has wrong arguments."""
    args = tuple(args)
    if kind == "add" or kind == "mul":
        return add(*args) if kind == "add" else mul(*args)
    if len(args) != (1 if kind == "pow" else FUNCTIONS.get(kind)):
        raise Rejected(f"{kind:.40} with {len(args)} arguments is no function of terms.")
    return power(args[0], value) if kind == "pow" else made(kind, args)


def replaced(term: Term, what: Mapping[Term, Term]) -> Term:
    """The term with subterms replaced, all at once."""
    names = {item.value for item in what} if all(item.kind == "var" for item in what) else None
    return _replaced(term, dict(what), names)


# A function within a function that calls itself leaves a circle behind, with all that it sees.
def _replaced(node: Term, known: dict[Term, Term], names: Collection[Any] | None) -> Term:
    if names is not None and node.variables.isdisjoint(names):
        return node
    if node not in known:
        args = tuple(_replaced(a, known, names) for a in node.args)
        known[node] = node if args == node.args else rebuilt(node.kind, args, node.value)
    return known[node]


def nodes(term: Term) -> list[Term]:
    """All subterms, each once, arguments first."""
    seen: dict[Term, None] = {}
    _visit(term, seen)
    return list(seen)


def _visit(node: Term, seen: dict[Term, None]) -> None:
    if node not in seen:
        for a in node.args:
            _visit(a, seen)
        seen[node] = None


@cache
def slope(term: Term, name: str) -> Term:
    """The derivative, wherever it and the term are defined."""
    if name not in term.variables:
        return ZERO
    kind, args = term.kind, term.args
    if kind == "var":
        return ONE
    if kind == "add":
        return add(*(slope(a, name) for a in args))
    if kind == "mul":
        moving = [(i, a) for i, a in enumerate(args) if name in a.variables]
        return add(*(mul(slope(a, name), *args[:i], *args[i + 1 :]) for i, a in moving))
    u = args[0]
    if kind == "pow":
        outer = num(term.value) * power(u, term.value - 1)
    elif kind in ("log", "xlogx"):
        outer = power(u, -1) if kind == "log" else ONE + made("log", (u,))
    elif kind in ("exp", "tanh"):
        outer = term if kind == "exp" else ONE - power(term, 2)
    elif kind == "erf":
        outer = mul(num(2), power(PI, Fraction(-1, 2)), made("exp", (-power(u, 2),)))
    elif kind == "lambertw":
        # From w e^w = x: w' (1 + w) e^w = 1.
        outer = made("exp", (-term,)) * power(ONE + term, -1)
    else:
        raise Rejected(f"{kind} has no slope; use its branches.")
    return outer * slope(u, name)


@cache
def stored(term: Term) -> Any:
    """A term as lists, words and numbers, for a file of JSON; always the same lists of a term."""
    if term.kind in ("num", "var"):
        return str(term.value) if term.kind == "num" else [term.value]
    return [term.kind, *([str(term.value)] * (term.kind == "pow")), *map(stored, term.args)]


def read(found: Any) -> Term:
    """The term that was stored."""
    if isinstance(found, str):
        return num(rational(found))
    if not (isinstance(found, list | tuple) and found and isinstance(found[0], str)):
        raise Rejected(f"{found!r:.40} is no term, which is a list or a number such as '-3/4'.")
    kind, *rest = found
    if not rest:
        return PI if kind == "pi" else var(kind)
    value = rational(rest.pop(0)) if kind == "pow" else None
    return rebuilt(kind, map(read, rest), value)


def rational(found: Any) -> Fraction:
    """The number that was stored."""
    try:
        return Fraction(found if isinstance(found, str) else "")
    except (ValueError, ZeroDivisionError):
        raise Rejected(f"{found!r:.40} is not a rational number such as '-3/4'.") from None
