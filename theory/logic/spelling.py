"""Expressions of the prover as formal proofs write them: = and ^, roots and choices by name."""

from __future__ import annotations
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from banditproof.theory.prover.expressions import (
    ATOM,
    CHOICE,
    POWER,
    PRODUCT,
    SUM,
    UNARY,
    Expression,
    as_decimal,
)
from banditproof.theory.prover.functions import ALIASES
from banditproof.theory.prover.kernel.goals import Interval
from banditproof.theory.prover.notation import term_of
from banditproof.theory.prover.reading import read_expression
from .reading import MEANT, ROOTS
from .tokens import INFINITE, KEYWORDS

SAME = frozenset({"log", "exp", "sqrt", "erf", "tanh", "abs", "kl", "xlogx"})
"""Functions that both notations have under one name."""


def formally(text: str, names: Mapping[str, str] | None = None) -> str:
    """A term or a relation, with other names for some variables.

    >>> formally("x**2/y == sqrt(x)*y**(3/2)"), formally("kl(p, q) >= 2*(p-q)**2", {"p": "P"})
    ('x^2/y = sqrt(x)*sqrt(y)^3', 'kl(P, q) >= 2*(P - q)^2')
    """
    for sign in ("<=", ">=", "==", "=", "<", ">"):
        left, found, right = text.partition(sign)
        if found and "else" not in text:
            sides = (formally(side, names) for side in (left, right))
            return ("=" if sign == "==" else sign).join(f" {side} " for side in sides).strip()
    return spelled(read_expression(text), names or {})


def spelled(one: Expression, names: Mapping[str, str], least: int = CHOICE) -> str:
    """An expression, in brackets if it holds together less tightly than that."""
    level, text = _Speller(names).of(one)
    return text if level >= least else f"({text})"


def numeral(value: Fraction) -> str:
    """A rational number.

    >>> numeral(Fraction(1, 2)), numeral(Fraction(-2, 3)), numeral(Fraction(10**20))
    ('0.5', '-2/3', '100000000000000000000')
    """
    if value < 0:
        return f"-{numeral(-value)}"
    decimal = as_decimal(value)
    return decimal if decimal and "e" not in decimal else str(value)


def interval(where: Interval) -> str:
    """An interval.

    >>> interval(Interval(Fraction(0), None, False)), interval(Interval(None, Fraction(1)))
    ('[0, inf)', '(-inf, 1)')
    """
    low = "-inf" if where.lo is None else numeral(where.lo)
    high = "inf" if where.hi is None else numeral(where.hi)
    opened, closed = where.lo is None or where.lo_open, where.hi is None or where.hi_open
    return f"{'(' if opened else '['}{low}, {high}{')' if closed else ']'}"


def bounds(x: str, where: Interval) -> dict[str, str]:
    """What an interval says of a variable, by the names that these facts have below `where`.

    >>> bounds("x", Interval(Fraction(0), Fraction(1), True, False))
    {'x_low': '0 < x', 'x_high': 'x <= 1'}
    """
    found: dict[str, str] = {}
    if where.lo is not None:
        found[f"{x}_low"] = f"{numeral(where.lo)} {'<' if where.lo_open else '<='} {x}"
    if where.hi is not None:
        found[f"{x}_high"] = f"{x} {'<' if where.hi_open else '<='} {numeral(where.hi)}"
    return found


def variable(name: str, constants: Collection[str]) -> str:
    """The variable of a quantity, which has none of the names of the logic.

    >>> variable("gap", ["pulls"]), variable("pulls", ["pulls"]), variable("fun", ())
    ('gap', 'pulls_', 'fun_')
    """
    while name in constants or name in KEYWORDS or name in (INFINITE, "False"):
        name += "_"
    return name


class _Speller:
    """Texts of expressions, each with how tightly it holds together."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def text(self, one: Expression, least: int) -> str:
        level, text = self.of(one)
        return text if level >= least else f"({text})"

    def of(self, one: Expression) -> tuple[int, str]:
        head, args, value = one.head, one.args, one.value
        if head == "number":
            text = numeral(value)
            return (PRODUCT if "/" in text else ATOM), text
        if head == "name":
            return ATOM, "PI" if value == "pi" else self.names.get(value, value)
        if head == "sum":
            first, *rest = args
            return SUM, self.text(first, PRODUCT) + "".join(map(self._summand, rest))
        if head == "product":
            first, *rest = args
            text = self.text(first, UNARY) if first.head != "inverse" else self._over(first)
            return PRODUCT, text + "".join(map(self._factor, rest))
        if head == "negative":
            return UNARY, f"-{self.text(args[0], POWER)}"
        if head == "inverse":
            return PRODUCT, self._over(one)
        if head == "power":
            return self._power(*args)
        if head == "choice":
            first, left, right, other = args
            sides = (self.text(side, SUM) for side in (left, right))
            values = (self.text(side, SUM) for side in (first, other))
            return ATOM, f"if({f' {value} '.join(sides)}, {', '.join(values)})"
        return self._call(ALIASES.get(value, value), args)

    def _summand(self, one: Expression) -> str:
        if one.head == "negative":
            return f" - {self.text(one.args[0], PRODUCT)}"
        return f" + {self.text(one, PRODUCT)}"

    def _factor(self, one: Expression) -> str:
        if one.head == "inverse":
            return f"/{self.text(one.args[0], POWER)}"
        return f"*{self.text(one, POWER)}"

    def _over(self, one: Expression) -> str:
        return f"1/{self.text(one.args[0], POWER)}"

    def _power(self, base: Expression, exponent: Expression) -> tuple[int, str]:
        value = term_of(exponent)
        if value.kind == "num":
            n = Fraction(value.value)
            level, text = self._root(base, abs(n))
            return (PRODUCT, f"1/{text if level >= POWER else f'({text})'}") if n < 0 else (
                level, text
            )  # fmt: skip
        log = Expression("call", (base,), "log")
        if base.head == "call" and base.value == "exp":
            log = base.args[0]
        return ATOM, f"exp({self.text(Expression('product', (exponent, log)), SUM)})"

    def _root(self, base: Expression, n: Fraction) -> tuple[int, str]:
        """A power whose exponent is not negative, by a root if it is no whole number."""
        level, text = self.of(base)
        if n.denominator > 1:
            if n.denominator not in ROOTS:
                raise ValueError(f"Formal proofs have no root of the order {n.denominator}.")
            level, text = ATOM, f"{ROOTS[n.denominator]}({text})"
        if n.numerator == 1:
            return level, text
        return POWER, f"{text if level >= ATOM else f'({text})'}^{n.numerator}"

    def _call(self, name: str, args: tuple[Expression, ...]) -> tuple[int, str]:
        if name in MEANT:
            return self.of(_put(_meant(name), args[0]))
        texts = [self.text(a, SUM) for a in args]
        if name in ("min", "max"):
            *before, text = texts
            for other in reversed(before):
                text = f"{name}({other}, {text})"
            return ATOM, text
        if name not in SAME and name != "d_eps":
            raise ValueError(f"Formal proofs have no function {name}.")
        return ATOM, f"{'d_eps_by_min' if name == 'd_eps' else name}({', '.join(texts)})"


@cache
def _meant(name: str) -> Expression:
    return read_expression(MEANT[name])


def _put(one: Expression, value: Expression) -> Expression:
    """An expression in x with another one in the place of x."""
    if one.head == "name" and one.value == "x":
        return value
    return Expression(one.head, tuple(_put(a, value) for a in one.args), one.value)
