"""What vanishes at an end of an interval: the fixed list of limits.

With s = |v - end|, or 1 / |v| at an infinite end, s^n |log s|^k tends to 0 for n > 0, and exp(-1/s)
and the tails of erf and tanh at infinity tend to 0 faster than any power of s.
"""

from fractions import Fraction
from .forms import quotient
from .goals import Goal, Rejected
from .spans import span
from .terms import ONE, Term, mul, nodes, num, parts, replaced, var

ENDLESS = Fraction(10**9)
"""The order of what falls faster than any power: more than all other factors of a product."""
SLACK = Fraction(1, 10**6)
"""A logarithm is below s^-SLACK near an end, up to a constant."""


def _order(term: Term, name: str, goal: Goal, high: bool) -> tuple[int, int] | None:
    """n and the sign of c if a rational function of one variable behaves as c s^n at an end."""
    end = goal.where(name).end(high)
    try:
        # With the end moved to 0, a quotient of polynomials behaves as the quotient of their lowest
        # terms; towards an infinite end, as that of their highest ones.
        shifted = replaced(term, {var(name): var(name) + num(end or 0)})
        top, below = quotient(shifted, [name])
        first = max if end is None else min
        t, b = first(top), first(below)
    except (ArithmeticError, ValueError):
        return None
    n = t[0] - b[0]
    # An odd power is negative where the variable is below its end: at a finite upper end, and at
    # minus infinity. At an infinite end s = 1/|v|, so that v^n is s^-n.
    turned = n % 2 == 1 and high == (end is not None)
    negative = (top[t] * below[b] < 0) != turned
    return -n if end is None else n, -1 if negative else 1


def _growth(term: Term, name: str, goal: Goal, high: bool) -> int:
    """The sign of a term that tends to an infinity at an end; 0 if that is not shown.

    The term is a rational function of the variable, times a factor without it that has a sign.
    """
    factors = parts("mul", term)
    fixed = span(mul(*(f for f in factors if name not in f.variables)), goal.box)
    sign = 1 if fixed.positive(True) else -1 if fixed.negated().positive(True) else 0
    result = _order(mul(*(f for f in factors if name in f.variables)), name, goal, high)
    return 0 if result is None or result[0] >= 0 else sign * result[1]


def _decay(factor: Term, name: str, goal: Goal, high: bool) -> Fraction:
    """An n such that a factor is at most s^n near the end, up to a constant."""
    base, n = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, Fraction(1))
    if name not in factor.variables:
        return Fraction(0)
    exact = _order(base, name, goal, high)
    if exact is not None:
        return n * exact[0]
    inner = _order(base.args[0], name, goal, high)
    # |log s| is below s^-SLACK for small s, so that a power of a logarithm costs as little as one
    # likes; z log z also has the decay of z. What a logarithm divides by is not in the list.
    if n > 0 and base.kind in ("log", "xlogx") and inner is not None:
        return n * (inner[0] if base.kind == "xlogx" else 0) - n * SLACK
    if base.kind == "exp" and _growth(num(n) * base.args[0], name, goal, high) < 0:
        return ENDLESS
    # c - c erf(z) and c - c tanh(z) are tails: for z to infinity they fall like an exponential.
    scale = base.args[0] if base.kind == "add" and base.args[0].kind == "num" else ONE
    tails = [f for f in nodes(base) if f.kind in ("erf", "tanh") and base is scale * (ONE - f)]
    if n > 0 and any(_growth(f.args[0], name, goal, high) > 0 for f in tails):
        return ENDLESS
    # Any other factor needs no decay if it is bounded on the whole box.
    result = span(factor, goal.box)
    if not (result.lo.is_finite() and result.hi.is_finite()):
        raise Rejected("A factor is not shown to be bounded.")
    return Fraction(0)


def vanishes(term: Term, name: str, high: bool, goal: Goal) -> bool:
    """Whether a product of powers, logarithms, exponentials and bounded factors tends to 0.

    >>> from .goals import Interval
    >>> from .terms import made
    >>> x = var("x")
    >>> half_line = Goal(x, False, (("x", Interval(Fraction(0), None)),))
    >>> vanishes(x * made("log", (x,)), "x", False, half_line)
    True
    >>> vanishes(x * made("exp", (x,)), "x", True, half_line)
    False
    """
    # The product is at most s^n with n the sum of all orders, which tends to 0 if n > 0: a factor
    # that grows has a negative order, and must be outweighed by the others.
    try:
        return sum(_decay(factor, name, goal, high) for factor in parts("mul", term)) > 0
    except ValueError:
        return False
