"""Orders of growth: sums of products of powers, with logarithms kept apart."""

from __future__ import annotations
import ast
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

Powers = tuple[tuple[str, Fraction], ...]
"""Symbols with their exponents, none of them 0; a logarithm is a symbol such as `log(K T)`."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Monomial:
    """A product of powers.

    >>> str(Monomial.of({"K": HALF, "T": HALF, "log(T)": Fraction(1), "eps": Fraction(-1)}))
    'log(T) sqrt(K T)/eps'
    """

    powers: Powers

    @classmethod
    def of(cls, powers: Mapping[str, Fraction]) -> Monomial:
        """The product of some powers."""
        return cls(tuple(sorted((name, p) for name, p in powers.items() if p)))

    def __mul__(self, other: Monomial) -> Monomial:
        powers = dict(self.powers)
        for name, p in other.powers:
            powers[name] = powers.get(name, Fraction(0)) + p
        return Monomial.of(powers)

    def __pow__(self, power: Fraction) -> Monomial:
        return Monomial.of({name: p * power for name, p in self.powers})

    def of_symbol(self, name: str) -> Fraction:
        """The exponent of a symbol."""
        return dict(self.powers).get(name, Fraction(0))

    def put(self, values: Mapping[str, Monomial]) -> Monomial:
        """The product with others in place of some symbols, inside of logarithms as well."""
        result = ONE
        for name, p in self.powers:
            kind, inside = _inside(name)
            if inside is not None:
                value = Monomial.of({f"{kind}{inside.put(values)})": Fraction(1)})
            else:
                value = values.get(name, Monomial.of({name: Fraction(1)}))
            result = result * value**p
        return result

    def plain(self) -> Monomial:
        """The product without logarithms, where the budgets are below 1.

        >>> str(Order.of("log(T)*sqrt(K*T/min(1,eps))").terms[0].plain())
        'sqrt(K T/eps)'
        """
        result = ONE
        for name, p in self.powers:
            kind, inside = _inside(name)
            if kind == "min(1, ":
                assert inside is not None
                result = result * inside**p
            elif inside is None:
                result = result * Monomial.of({name: p})
        return result

    def __str__(self) -> str:
        above, below = (
            {name: sign * p for name, p in self.powers if sign * p > 0} for sign in (1, -1)
        )
        whole, divisor = _product(above), _product(below)
        over, under = (" ".join(_roots(some)) for some in (above, below))
        if over and under:
            whole = f"{whole} sqrt({over}/{_in_brackets(under)})".strip()
        elif over:
            whole = f"{whole} sqrt({over})".strip()
        elif under:
            divisor = f"{divisor} sqrt({under})".strip()
        if not divisor:
            return whole or "1"
        return f"{whole or '1'}/{divisor if divisor.startswith('sqrt') else _in_brackets(divisor)}"


ONE = Monomial(())


@dataclass(frozen=True)
class Order:
    """A sum of products of powers, whose constants and lower terms are left out.

    >>> order = Order.of("sqrt(K*T*log(T)) + K*log(eps*T/K)/eps")
    >>> str(order)
    'sqrt(K T log(T)) + K log(T eps/K)/eps'
    >>> str(order.put({"eps": Order.of("sqrt(2*rho)").terms[0]}))
    'sqrt(K T log(T)) + K log(T sqrt(rho)/K)/sqrt(rho)'
    """

    terms: tuple[Monomial, ...]

    @classmethod
    def of(cls, text: str) -> Order:
        """The order that a text writes with +, *, /, **, sqrt, log, and min(1, eps).

        >>> Order.of("T - K")
        Traceback (most recent call last):
        ...
        ValueError: 'T - K' is no order; write a sum of products of powers, sqrt(...) and log(...).
        """
        try:
            terms = tuple(map(_monomial, _summands(_parsed(text))))
        except (SyntaxError, TypeError, ValueError, ZeroDivisionError):
            raise ValueError(
                f"{text!r} is no order; write a sum of products of powers, sqrt(...) and log(...)."
            ) from None
        return cls(tuple(dict.fromkeys(terms)))

    def put(self, values: Mapping[str, Monomial]) -> Order:
        """The order with products in place of some symbols."""
        return Order(tuple(dict.fromkeys(term.put(values) for term in self.terms)))

    def __str__(self) -> str:
        return self._written

    @cached_property
    def _written(self) -> str:
        """The order in print; the bounds that are carried from one are told apart by theirs."""
        return " + ".join(map(str, self.terms))


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _inside(name: str) -> tuple[str, Monomial | None]:
    """What a logarithm, or the smaller one of 1 and something, is of; other symbols are plain."""
    for kind in ("log(", "min(1, "):
        if name.startswith(kind):
            written = name.removeprefix(kind)[:-1].replace(" ", "*").replace("^", "**")
            return kind, _monomial(_parsed(written))
    return "", None


def _summands(one: ast.expr) -> list[ast.expr]:
    if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
        return [*_summands(one.left), *_summands(one.right)]
    return [one]


def _monomial(one: ast.expr) -> Monomial:
    """The product that an expression is; constants count as 1."""
    match one:
        case ast.Name(id=name):
            return Monomial.of({name: Fraction(1)})
        case ast.Constant(value=int()):
            return ONE
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _monomial(left) * _monomial(right)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _monomial(left) * _monomial(right) ** Fraction(-1)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _monomial(left) ** _number(right)
        case ast.Call(func=ast.Name(id="sqrt"), args=[inside]):
            return _monomial(inside) ** HALF
        case ast.Call(func=ast.Name(id="log"), args=[inside]):
            return Monomial.of({f"log({_monomial(inside)})": Fraction(1)})
        case ast.Call(func=ast.Name(id="min"), args=[ast.Constant(value=1), inside]):
            return Monomial.of({f"min(1, {_monomial(inside)})": Fraction(1)})
    raise ValueError(ast.unparse(one))


def _number(one: ast.expr) -> Fraction:
    match one:
        case ast.Constant(value=int(value)):
            return Fraction(value)
        case ast.BinOp(left=ast.Constant(value=int(above)), op=ast.Div(), right=right):
            return above / _number(right)
    raise ValueError(ast.unparse(one))


def _product(powers: Mapping[str, Fraction]) -> str:
    """The powers that are no square roots, in a row."""
    return " ".join(
        name if p == 1 else f"{name}^{p}" if p.denominator == 1 else f"{name}^({p})"
        for name in _in_order(powers)
        if (p := powers[name]) != HALF
    )


def _roots(powers: Mapping[str, Fraction]) -> list[str]:
    return [name for name in _in_order(powers) if powers[name] == HALF]


def _in_brackets(product: str) -> str:
    """A divisor: in brackets, if it has several factors."""
    several = " " in product and not product.startswith(("min(1, ", "log("))
    return f"({product})" if several else product


def _in_order(powers: Mapping[str, Fraction]) -> list[str]:
    """Sizes first, then budgets, then logarithms."""
    rank = {name: place for place, name in enumerate(("K", "N", "d", "T"))}
    return sorted(powers, key=lambda name: (name.startswith("log("), rank.get(name, 9), name))
