"""Real terms: made once and shared, built so that they are undefined where they were written so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

FUNCTIONS = ("log", "exp", "erf", "tanh", "abs", "xlogx", "max", "min")
"""xlogx(x) is x log x, and 0 at 0."""


class Term:
    """A number, a variable, pi, a sum, a product, a rational power, or a function of terms."""

    __slots__ = ("args", "kind", "partial", "serial", "value", "variables")

    def __init__(self, kind: str, args: tuple[Term, ...], value: Any, serial: int) -> None:
        self.kind, self.args, self.value, self.serial = kind, args, value, serial
        own = frozenset([value] if kind == "var" else [])
        self.variables: frozenset[str] = own.union(*(a.variables for a in args))
        root = kind == "pow" and (value < 0 or value.denominator > 1)
        self.partial: bool = root or kind in ("log", "xlogx") or any(a.partial for a in args)
        """Whether the term may be undefined somewhere."""

    def __add__(self, other: Term) -> Term:
        return add(self, other)

    def __sub__(self, other: Term) -> Term:
        return add(self, mul(num(-1), other))

    def __mul__(self, other: Term) -> Term:
        return mul(self, other)

    def __neg__(self) -> Term:
        return mul(num(-1), self)


_TABLE: dict[tuple[str, tuple[int, ...], Any], Term] = {}


def made(kind: str, args: tuple[Term, ...] = (), value: Any = None) -> Term:
    """The only term of its kind, arguments and value."""
    key = (kind, tuple(a.serial for a in args), value)
    return _TABLE.get(key) or _TABLE.setdefault(key, Term(kind, args, value, len(_TABLE)))


def num(value: Fraction | int) -> Term:
    """A rational number."""
    return made("num", (), Fraction(value))


def var(name: str) -> Term:
    """A variable."""
    return made("var", (), name)


ZERO, ONE, PI = num(0), num(1), made("pi")


def _flat(kind: str, terms: Iterable[Term]) -> list[Term]:
    return [one for term in terms for one in (term.args if term.kind == kind else (term,))]


def _joined(kind: str, terms: list[Term], neutral: Term) -> Term:
    terms.sort(key=lambda t: (t.kind != "num", t.serial))
    return neutral if not terms else terms[0] if len(terms) == 1 else made(kind, tuple(terms))


def add(*terms: Term) -> Term:
    """The sum. Like terms are collected; one that cancels stays, times 0, if it is partial."""
    constant, parts = Fraction(0), dict[Term, Fraction]()
    for one in _flat("add", terms):
        factors = one.args if one.kind == "mul" else (one,)
        value = factors[0].value if factors[0].kind == "num" else Fraction(1)
        rest = _joined("mul", [f for f in factors if f.kind != "num"], ONE)
        if rest is ONE:
            constant += value
        else:
            parts[rest] = parts.get(rest, Fraction(0)) + value
    found = [mul(num(c), rest) for rest, c in parts.items() if c or rest.partial]
    return _joined("add", found + [num(constant)] * bool(constant), ZERO)


def mul(*terms: Term) -> Term:
    """The product. Numbers and positive whole powers are collected, no quotient is cancelled."""
    constant, powers, others = Fraction(1), dict[Term, int](), list[Term]()
    for one in _flat("mul", terms):
        whole = one.kind == "pow" and one.value > 0 and one.value.denominator == 1
        if one.kind == "num":
            constant *= one.value
        elif one.kind == "pow" and not whole:
            others.append(one)
        else:
            base = one.args[0] if whole else one
            powers[base] = powers.get(base, 0) + (int(one.value) if whole else 1)
    found = [power(base, n) for base, n in powers.items()] + others
    if not constant:
        found = [one for one in found if one.partial]
        return _joined("mul", [ZERO, *found], ZERO)
    if len(found) == 1 and found[0].kind == "add" and constant != 1:
        return add(*(mul(num(constant), part) for part in found[0].args))
    return _joined("mul", found + [num(constant)] * (constant != 1), ONE)


def power(base: Term, exponent: Fraction | int) -> Term:
    """A rational power."""
    n = Fraction(exponent)
    if n == 1:
        return base
    if n == 0 and not base.partial:
        return ONE
    if base.kind == "num" and n.denominator == 1 and (base.value or n > 0):
        return num(base.value**n)
    return made("pow", (base,), n)


def rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """The term with other arguments."""
    if term.kind == "pow":
        return power(args[0], term.value)
    joined = {"add": add, "mul": mul}.get(term.kind)
    return joined(*args) if joined else made(term.kind, args, term.value)


def replaced(term: Term, what: Mapping[Term, Term]) -> Term:
    """The term with subterms replaced, all at once."""
    known = dict(what)

    def of(node: Term) -> Term:
        if node not in known:
            args = tuple(map(of, node.args))
            known[node] = node if args == node.args else rebuilt(node, args)
        return known[node]

    return of(term)


def nodes(term: Term) -> list[Term]:
    """All subterms, each once, arguments first."""
    seen: dict[Term, None] = {}

    def visit(node: Term) -> None:
        if node not in seen:
            for a in node.args:
                visit(a)
            seen[node] = None

    visit(term)
    return list(seen)


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
    outer = {
        "pow": lambda: num(term.value) * power(u, term.value - 1),
        "log": lambda: power(u, -1),
        "exp": lambda: term,
        "xlogx": lambda: ONE + made("log", (u,)),
        "tanh": lambda: ONE - power(term, 2),
        "erf": lambda: mul(num(2), power(PI, Fraction(-1, 2)), made("exp", (-power(u, 2),))),
    }.get(kind)
    if outer is None:
        raise ValueError(f"{kind} has no slope; use its branches.")
    return outer() * slope(u, name)


def stored(term: Term) -> Any:
    """A term as lists, words and numbers, for a file of JSON."""
    if term.kind == "num":
        return str(term.value)
    if term.kind == "var":
        return [term.value]
    value = [str(term.value)] if term.kind == "pow" else []
    return [term.kind, *value, *map(stored, term.args)]


def read(found: Any) -> Term:
    """The term that was stored."""
    if isinstance(found, str):
        return num(Fraction(found))
    if len(found) == 1:
        return PI if found[0] == "pi" else var(str(found[0]))
    kind, rest = found[0], found[1:]
    if kind == "pow":
        return power(read(rest[1]), Fraction(rest[0]))
    args = tuple(map(read, rest))
    if kind in ("add", "mul"):
        return (add if kind == "add" else mul)(*args)
    if kind not in FUNCTIONS or len(args) != (2 if kind in ("max", "min") else 1):
        raise ValueError(f"{kind} with {len(args)} arguments is no function of terms.")
    return made(kind, args)
