"""Values of goals in JSON as balls, and goals that are false at a point."""

import random
from fractions import Fraction
from typing import Any
from flint import arb, fmpq


def value_at(term: Any, point: dict[str, arb]) -> arb:
    """The value of a term in JSON as a ball, which is not a number where it is undefined."""
    if isinstance(term, str):
        number = Fraction(term)
        return arb(fmpq(number.numerator, number.denominator))
    kind, *rest = term
    if not rest:
        return arb.pi() if kind == "pi" else point[kind]
    if kind == "pow":
        n = Fraction(rest[0])
        base = value_at(rest[1], point)
        exponent = n.numerator if n.denominator == 1 else arb(fmpq(n.numerator, n.denominator))
        return base**exponent
    args = [value_at(part, point) for part in rest]
    if kind in ("add", "mul"):
        total = args[0]
        for a in args[1:]:
            total = total + a if kind == "add" else total * a
        return total
    u = args[0]
    if kind == "xlogx":
        return arb(0) if u == 0 else u * u.log()
    if kind == "if":
        return args[1] if u >= 0 else args[2] if u < 0 else arb("nan")
    if kind in ("max", "min"):
        return u.max(args[1]) if kind == "max" else u.min(args[1])
    return abs(u) if kind == "abs" else getattr(u, kind)()


def looks_false(goal: Any, rng: random.Random, points: int = 12) -> bool:
    """Whether a goal is certainly violated at an exact point, 0 log 0 being no violation."""
    for _ in range(points):
        point = {}
        for name, lo, hi, lo_open, hi_open in goal["region"]:
            a = Fraction(lo) if lo is not None else None
            b = Fraction(hi) if hi is not None else None
            a, b = (b - 9 if b is not None else Fraction(-9)) if a is None else a, b
            b = a + 9 if b is None else b
            ends = [x for x, end, free in ((0, lo, lo_open), (1, hi, hi_open)) if end and not free]
            t = Fraction(
                rng.choice([*ends, *(Fraction(rng.randrange(1, 1000), 1000) for _ in "ab")])
            )
            at = a + (b - a) * t
            point[name] = arb(fmpq(at.numerator, at.denominator))
        held = [(value_at(term, point), strict) for term, strict in goal["given"]]
        if all(bool(v > 0) or (bool(v == 0) and not strict) for v, strict in held):
            value = value_at(goal["term"], point)
            if bool(value < 0) or (goal["strict"] and bool(value == 0)):
                return True
    return False
