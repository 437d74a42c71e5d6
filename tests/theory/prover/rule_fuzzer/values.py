"""Values of terms at points, read here alone: balls of flint, and nothing of the checker.

A term is a text or a list, as in the JSON of a proof. A value is a ball, UNDEFINED, or None if the
ball is too wide to say.
"""

from functools import lru_cache
from typing import Any
from flint import arb, ctx, fmpq

UNDEFINED = "undefined"
Term = Any
Point = dict[str, fmpq]
Value = arb | str | None


def sign(value: Value, strict: bool) -> bool | None:
    """Whether a value is >= 0 (> 0 if strict): True, False, or None if it is not known."""
    if value is UNDEFINED:
        return False
    if value is None:
        return None
    if value > 0 or (not strict and value == 0):
        return True
    if value < 0 or (strict and value == 0):
        return False
    return None


def whole_power(base: arb, n: int) -> arb:
    """A power by products: `**` of a ball around 0 has no value."""
    total = arb(1)
    for _ in range(n):
        total *= base
    return total


def power(base: arb, n: fmpq) -> Value:
    """A rational power; 0^0 = 1, and one that is not whole wants a base >= 0."""
    if n == 0:
        return arb(1)
    if n.q == 1:
        if n > 0:
            return whole_power(base, int(n))
        if base.contains(0):
            return UNDEFINED if base == 0 else None
        return 1 / whole_power(base, int(-n))
    if base < 0:
        return UNDEFINED
    if base == 0:
        return arb(0) if n > 0 else UNDEFINED
    return base ** arb(n) if base > 0 else None


def function(kind: str, args: list[arb]) -> Value:
    """A function of numbers."""
    u = args[0]
    if kind == "log":
        return u.log() if u > 0 else UNDEFINED if u <= 0 else None
    if kind == "xlogx":
        if u == 0:
            return arb(0)
        return u * u.log() if u > 0 else UNDEFINED if u < 0 else None
    if kind == "lambertw":
        turn = -((-arb(1)).exp())
        return u.lambertw() if u > turn else UNDEFINED if u < turn else None
    if kind == "max":
        return u.max(args[1])
    if kind == "min":
        return -((-u).max(-args[1]))
    if kind == "abs":
        return abs(u)
    return {"exp": arb.exp, "erf": arb.erf, "tanh": arb.tanh}[kind](u)


number = lru_cache(1 << 12)(fmpq)
"""The number of a text."""


@lru_cache(1 << 12)
def ball(text: str, bits: int) -> arb:
    """The ball of a number, at the precision that is set."""
    return arb(number(text))


def value(term: Term, point: Point, known: dict[int, Value] | None = None) -> Value:
    """The value of a term at a point; what stands in it twice is found once."""
    if isinstance(term, str):
        return ball(term, ctx.prec)
    known = {} if known is None else known
    key = id(term)
    if key in known:
        return known[key]
    result = of_list(term, point, known)
    if result is not None and result is not UNDEFINED and not result.is_finite():
        result = None
    known[key] = result
    return result


def of_list(term: Term, point: Point, known: dict[int, Value]) -> Value:
    """The value of a term that is no number."""
    kind, *rest = term
    if not rest:
        return arb.pi() if kind == "pi" else arb(point[kind])
    if kind == "pow":
        base = value(rest[1], point, known)
        return base if base is UNDEFINED or base is None else power(base, number(rest[0]))
    if kind == "if":
        condition = value(rest[0], point, known)
        yes = None if condition is UNDEFINED else sign(condition, False)
        if yes is None:
            return UNDEFINED if condition is UNDEFINED else None
        return value(rest[1 if yes else 2], point, known)
    args, unknown = [], False
    for part in rest:
        one = value(part, point, known)
        if one is UNDEFINED:
            return UNDEFINED
        unknown = unknown or one is None
        args.append(one)
    if unknown:
        return None
    if kind == "add" or kind == "mul":
        whole, *others = args
        for one in others:
            whole = whole + one if kind == "add" else whole * one
        return whole
    return function(kind, args)


# ---- what a statement means at its ends: 0 log 0 = 0, and -c log 0 is infinite for c > 0


def summands(term: Term, scale: fmpq | int = 1) -> list[tuple[fmpq, list[tuple[Term, int]]]]:
    """A term as numbers times products of whole powers; sums in products stay as they are."""
    if isinstance(term, list) and term[0] == "add":
        return [item for part in term[1:] for item in summands(part, scale)]
    if isinstance(term, list) and term[0] == "mul":
        numbers = [part for part in term[1:] if isinstance(part, str)]
        others = [part for part in term[1:] if not isinstance(part, str)]
        for number in numbers:
            scale = scale * fmpq(number)
        if len(others) == 1:
            return summands(others[0], scale)
        return [(fmpq(scale), [factor for part in others for factor in factors(part)])]
    if isinstance(term, str):
        return [(fmpq(term) * scale, [])]
    return [(fmpq(scale), factors(term))]


def factors(term: Term, n: int = 1) -> list[tuple[Term, int]]:
    """A product as whole powers >= 1."""
    if isinstance(term, list) and term[0] == "mul":
        return [factor for part in term[1:] for factor in factors(part, n)]
    if isinstance(term, list) and term[0] == "pow" and fmpq(term[1]).q == 1 and fmpq(term[1]) > 0:
        return factors(term[2], n * int(fmpq(term[1])))
    return [(term, n)]


def chosen(term: Term, point: Point) -> Term:
    """The term with the branches that count in place of its choices; a sign not known is None."""
    if not isinstance(term, list) or len(term) == 1:
        return term
    if term[0] == "if":
        condition = value(term[1], point)
        if condition is UNDEFINED:
            return ["log", "-1"]
        yes = sign(condition, False)
        return None if yes is None else chosen(term[2 if yes else 3], point)
    parts = [chosen(part, point) for part in term[1:]]
    return None if any(part is None for part in parts) else [term[0], *parts]


def stated(term: Term, point: Point) -> Value:
    """The value of a term as a statement means it at its ends; 1 stands for +infinity."""
    term = chosen(term, point)
    if term is None:
        return None
    total, infinite, known = arb(0), False, dict[int, Value]()
    for scale, product in summands(term):
        result, poles = arb(scale), 0
        for factor, n in product:
            if n == 1 and isinstance(factor, list) and factor[0] == "log":
                inner = value(factor[1], point, known)
                if isinstance(inner, arb) and inner == 0:
                    poles += 1
                    continue
            one = value(factor, point, known)
            if one is UNDEFINED or one is None:
                return one
            result *= whole_power(one, n)
        if poles == 0:
            total += result
        elif poles > 1 or result > 0:
            return UNDEFINED
        elif result < 0:
            infinite = True
        elif result != 0:
            return None
    return arb(1) if infinite else total
