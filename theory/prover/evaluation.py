"""The value of a term at a point, in balls that grow until its digits are certain."""

import math
from collections.abc import Mapping
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, lower, trimmed, working_precision
from banditproof.theory.enclosure import Enclosure
from .kernel.branches import clashing
from .kernel.forms import is_zero
from .kernel.spans import Box, Span, Undefined, span
from .kernel.terms import ONE, ZERO, Term, add, mul, num, replaced, var
from .notation import LOG_OF_ZERO

BITS = (96, 256, 1024, 4096)
"""The precisions that are tried in turn."""

Point = Mapping[str, Fraction | Enclosure]


def value_at(term: Term, point: Point, digits: int = 20) -> Enclosure:
    """The value of a term at a point, with 0 log 0 = 0 and -c log 0 infinite for c > 0.

    Raises ValueError where the term is not defined. The digits are fewer where 4096 bits do not
    show them, as for a difference that is 0.

    >>> from .notation import parse
    >>> value_at(parse("kl(p, q)"), {"p": Fraction(1, 2), "q": Fraction(1, 4)}).decimal_lo(15)
    '0.143841036225890'
    >>> value_at(parse("kl(p, q)"), {"p": Fraction(0), "q": Fraction(0)})
    Enclosure(lo=Fraction(0, 1), hi=Fraction(0, 1))
    """
    missing = sorted(term.variables - set(point))
    if missing:
        raise ValueError(f"The point has no {missing[0]}; give a number for every variable.")
    exact = {var(name): num(v) for name, v in point.items() if isinstance(v, Fraction)}
    if clashing(term, exact):
        raise Undefined("the difference of two infinite numbers")
    there = conventional(replaced(term, exact))
    if there.kind == "num":
        return Enclosure(there.value, there.value)
    sign = _infinite_sign(there, point)
    if sign:
        return Enclosure(sign * math.inf, sign * math.inf)
    exactly_zero = not there.variables and is_zero(there)
    result = Enclosure(-math.inf, math.inf)
    for bits in BITS:
        with working_precision(bits):
            try:
                result = _enclosed(span(there, _box(point)))
            except Undefined:
                if bits == BITS[-1]:
                    raise
                continue
        if exactly_zero:
            return Enclosure(Fraction(0), Fraction(0))
        if there.variables or result.digits >= digits:
            break
    return trimmed(result, digits) if result.digits >= digits else result


def conventional(term: Term) -> Term:
    """The term with 0 log 0 = 0 in every product of its sums."""
    args = tuple(map(conventional, term.args))
    both = term.kind == "mul" and ZERO in args and LOG_OF_ZERO in args
    if both and all(a is LOG_OF_ZERO or not a.partial for a in args):
        return ZERO
    return term if args == term.args else replaced(term, dict(zip(term.args, args, strict=True)))


def _infinite_sign(term: Term, point: Point) -> int:
    """1 or -1 if the term is infinite, being a sum with -c log 0 or c log 0 for c > 0; else 0."""
    signs, rest = set[int](), list[Term]()
    for part in term.args if term.kind == "add" else (term,):
        factors = part.args if part.kind == "mul" else (part,)
        if LOG_OF_ZERO not in factors:
            rest.append(part)
            continue
        factor = span(mul(ONE, *(a for a in factors if a is not LOG_OF_ZERO)), _box(point))
        if factor.has_zero():
            raise Undefined("a logarithm of 0")
        signs.add(-1 if factor.positive(True) else 1)
    if len(signs) > 1:
        raise Undefined("the difference of two infinite numbers")
    if signs:
        span(add(*rest), _box(point))
    return signs.pop() if signs else 0


def _box(point: Point) -> Box:
    box = {}
    for name, value in point.items():
        ends = (value.lower, value.upper) if isinstance(value, Enclosure) else (value, value)
        low, high = map(ball, ends)
        box[name] = Span(_end(low, False), _end(high, True))
    return box


def _end(value: arb, high: bool) -> arb:
    return value if value.is_exact() else value.upper() if high else value.lower()


def _enclosed(found: Span) -> Enclosure:
    ends = (
        lower(end) if end.is_finite() else math.inf if bool(end > 0) else -math.inf
        for end in (found.lo, found.hi)
    )
    low, high = ends
    return Enclosure(low, high)
