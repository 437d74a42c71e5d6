"""What vanishes at an end, as a product of powers, logarithms, exponentials and bounded terms."""

from fractions import Fraction
from typing import Any
from banditproof.theory.prover.kernel.forms import quotient
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    made,
    mul,
    nodes,
    num,
    parts,
    power,
    replaced,
    stored,
    var,
)

TRIES = 60


class _Product:
    """The factors of a term that vanishes, collected one after another."""

    def __init__(self, goal: Goal, name: str, high: bool) -> None:
        self.goal, self.name, self.high = goal, name, high
        self.end: Fraction | None = goal.where(name).end(high)
        v = var(name)
        if self.end is None:
            # s = 1/|v| at an infinite end: all powers of s are powers of |v|, a base > 0.
            self.base, self.turn = (v if high else -v), -1
        else:
            self.base, self.turn = num(self.end) - v if high else v - num(self.end), 1
        self.power, self.logs, self.fixed, self.bounded = Fraction(0), Fraction(0), ONE, ONE
        one = stored(ONE)
        self.fast: dict[str, Any] = {"fall": "none", "scale": one, "rate": one, "order": "1"}
        self.rate = ONE

    def of(self, n: int) -> Term:
        """s^n."""
        return power(self.base, self.turn * n) if n else ONE

    def leading(self, term: Term) -> tuple[int, Term, int] | None:
        """n, b and the sign of b for a rational function b s^n, where b goes on to s = 0."""
        s = var(self.name)
        away = s if self.end is not None else power(s, -1)
        there = num(self.end or 0) + (-away if self.high == (self.end is not None) else away)
        try:
            top, below = quotient(replaced(term, {s: there}), [self.name])
        except (ValueError, ArithmeticError):
            return None
        if not top:
            return None
        lows = [min(e for (e,) in p) for p in (top, below)]
        rest = [
            add(*(num(c) * self.of(e - low) for (e,), c in p.items()))
            for p, low in zip((top, below), lows, strict=True)
        ]
        sign = 1 if top[(lows[0],)] * below[(lows[1],)] > 0 else -1
        return lows[0] - lows[1], rest[0] * power(rest[1], -1), sign

    def grows(self, term: Term) -> tuple[Term, Term, int] | None:
        """c, b and m > 0 for a term c b / s^m, where c is fixed, and b > 0 near the end."""
        fixed = mul(*(f for f in parts("mul", term) if self.name not in f.variables))
        result = self.leading(mul(*(f for f in parts("mul", term) if self.name in f.variables)))
        if result is None or result[0] >= 0:
            return None
        return num(result[2]) * fixed, num(result[2]) * result[1], -result[0]

    def positive(self, term: Term) -> bool:
        return span(term, self.goal.box).positive(True)

    def multiply(self, factor: Term) -> None:
        """One more factor."""
        base, n = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, Fraction(1))
        if self.name not in factor.variables:
            self.fixed = self.fixed * factor
            return
        result = self.leading(base)
        if result is not None:
            order, rest, _ = result
            self.power += n * order
            self.bounded = self.bounded * power(rest, n)
        elif base.kind in ("log", "xlogx") and n > 0 and (inner := self.leading(base.args[0])):
            order, rest, _ = inner
            # log(b s^k) = log s (k + log b / log s): the second factor is bounded near the end.
            over = power(made("log", (self.base,)), -1)
            log = num(self.turn * order) + made("log", (rest,)) * over
            self.logs += n
            self.bounded = self.bounded * power(log, n)
            if base.kind == "xlogx":
                self.power += n * order
                self.bounded = self.bounded * power(rest, n)
        elif not self.fall(base, n):
            self.bounded = self.bounded * factor

    def fall(self, base: Term, n: Fraction) -> bool:
        """Whether a power falls faster than all of s: it is set apart."""
        if self.fast["fall"] != "none":
            return False
        if base.kind == "exp":
            return self.set_apart("exp", num(-n) * base.args[0], ONE)
        scale = base.args[0] if base.kind == "add" and base.args[0].kind == "num" else ONE
        for f in nodes(base):
            if f.kind not in ("erf", "tanh") or base is not scale * (ONE - f) or n <= 0:
                continue
            if f.kind == "tanh":
                # 1 - tanh u = 2 e^(-2u) / (1 + e^(-2u)): the first factor falls fast, the second is
                # bounded.
                twice = num(2) * f.args[0]
                rest = num(2) * power(ONE + made("exp", (-twice,)), -1)
                result = self.set_apart("exp", num(n) * twice, power(rest, n))
            else:
                result = n >= 1 and self.set_apart("erf", f.args[0], power(ONE - f, n - 1))
            if result:
                self.fixed = self.fixed * power(scale, n)
            return result
        return False

    def set_apart(self, kind: str, u: Term, rest: Term) -> bool:
        """Whether the fast factor is a function of a u that grows endlessly."""
        result = self.grows(u)
        if result is None or not self.positive(result[0]):
            return False
        scale, self.rate, order = result
        self.fast = {
            "fall": kind,
            "scale": stored(scale),
            "rate": stored(self.rate),
            "order": str(order),
        }
        self.bounded = self.bounded * rest
        return True

    def near(self) -> Fraction:
        """A place from which on to the end all is as wanted."""
        lo, hi, *_ = self.goal.where(self.name)
        width = hi - lo if lo is not None and hi is not None else Fraction(1)
        beyond = max(abs((lo if self.high else hi) or Fraction(0)), Fraction(1))
        # Close enough to the end some box shows it; each try halves the distance.
        for k in range(1, TRIES):
            away = min(width, Fraction(1)) / 2**k if self.end is not None else -beyond * 2**k
            at: Fraction = (self.end or Fraction(0)) + (-away if self.high else away)
            where = Interval(at, hi) if self.high else Interval(lo, at)
            box = self.goal.placed(self.name, where).box
            try:
                bounded = span(self.bounded, box)
                finite = bounded.lo.is_finite() and bounded.hi.is_finite()
                if finite and bool(span(self.rate, box).lo > 0):
                    return at
            except Undefined:
                continue
        raise Rejected("A factor is not shown to be bounded near the end.")


def vanishing(term: Term, name: str, high: bool, goal: Goal) -> dict[str, Any]:
    """A term that tends to 0 at an end, factor by factor."""
    product = _Product(goal, name, high)
    for factor in parts("mul", term):
        product.multiply(factor)
    return {
        "near": str(product.near()),
        "power": str(product.power) if term is not ZERO else "1",
        "logs": str(product.logs),
        "fixed": stored(product.fixed),
        "bounded": stored(product.bounded),
        **product.fast,
    }
