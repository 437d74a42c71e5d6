"""What a condition on one variable says of the interval in which it lies."""

from __future__ import annotations
from fractions import Fraction
from .kernel.goals import Interval
from .kernel.terms import ZERO, Term, replaced, slope, var


def is_empty(where: Interval) -> bool:
    """Whether an interval has no number."""
    if where.lo is None or where.hi is None:
        return False
    return where.lo > where.hi or (where.lo == where.hi and (where.lo_open or where.hi_open))


def linear_parts(term: Term) -> tuple[Fraction | None, Term]:
    """The number a and the term b without variables of a x + b; a is None for another term."""
    if len(term.variables) != 1:
        return None, ZERO
    (name,) = term.variables
    try:
        lead = slope(term, name)
    except ValueError:  # max, min, abs and choices
        return None, ZERO
    if lead.kind != "num" or not lead.value:
        return None, ZERO
    return Fraction(lead.value), replaced(term, {var(name): ZERO})


def linear_bound(term: Term) -> tuple[str, Fraction, bool] | None:
    """The variable, the rational bound that a x + b >= 0 sets, and whether it is an upper one."""
    lead, offset = linear_parts(term)
    if lead is None or offset.kind != "num":
        return None
    (name,) = term.variables
    return name, -offset.value / lead, lead < 0


def cut(where: Interval, at: Fraction, high: bool, strict: bool) -> Interval:
    """The part of an interval below (or above) a bound."""
    end, is_open = (where.hi, where.hi_open) if high else (where.lo, where.lo_open)
    if end is not None and (end < at if high else end > at):
        return where
    result = strict or (is_open and end == at)
    return where._replace(hi=at, hi_open=result) if high else where._replace(lo=at, lo_open=result)
