"""Which of two arms has the larger index, decided in balls: what proves the choice of a policy.

An index depends on the time and on one arm, and grows with its released sum k out of n pulls. Files
of policies say it with x = [k/n]_0^1 and L = log(t). Indices near 1 are compared by -log(1 - q).
Logarithms of integers above 1 are transcendental, so that equal indices of these policies come from
equal n and k, from clipping, or from the index 1 alone, as far as is known: these ties are decided
by whole numbers, and any other pair that the largest precision leaves open is no tie.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple
import flint
from flint import arb, fmpq
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, working_precision

BITS = (96, 256, 1024)
"""The precisions at which two scores are compared, one after the other."""
TOP = "top"
"""The form of a score that is infinite."""
Form = tuple[Any, ...] | str


def at_bits(bits: int) -> AbstractContextManager[None]:
    """The working precision, which is not set again where it is this one."""
    return nullcontext() if flint.ctx.prec == bits else working_precision(bits)


def floor_of(number: Callable[[], arb]) -> int:
    """The largest whole number up to a number that is not one, decided in balls.

    >>> floor_of(lambda: arb(10).log())
    2
    """

    def decided(_: int) -> int:
        whole = number().floor().unique_fmpz()
        if whole is None:
            raise MoreBits
        return int(whole)

    return at_growing_precision(decided, digits=1, bits=64)


def private_divergence(k: int, n: int, j: int, m: int, eps: Fraction) -> arb:
    """d_eps(k/n, j/m) for 0 <= k/n < j/m <= 1, as a ball.

    It is kl where the gap of log-odds is at most eps, else -eps x - log(1 - y + y e^-eps).
    """
    e = (-ball(eps)).exp()
    far, near = e * (j * (n - k)), k * (m - j)  # the odds of y times e^-eps, and those of x
    if not far <= near:
        private = -ball(eps * k / n) - ((m - j + e * j) / m).log()
        if far > near or m == j:
            return private
        return private.union(_kl(k, n, j, m))
    return _kl(k, n, j, m)


def _kl(k: int, n: int, j: int, m: int) -> arb:
    """n kl(k/n, j/m) / n for 0 < j < m."""
    rest = arb(fmpq((n - k) * m, n * (m - j))).log() * (n - k)
    return (rest + (arb(fmpq(k * m, n * j)).log() * k if k else 0)) / n


def divergence_root(x: arb, level: arb, near: float) -> arb:
    """-log(1 - q) at the largest q with kl(x, q) <= level, for a ball x in (0, 1), and a guess.

    kl(x, q) = x log(x / q) + (1 - x) (log(1 - x) + t) grows with t = -log(1 - q) above q = x. Its
    signs at the ends of a small interval prove the root to be inside; Newton steps shrink it.
    """
    fixed = x * x.log() + (1 - x) * (1 - x).log() - level
    least = -(1 - x).log()

    def excess(t: arb) -> arb:
        return fixed - x * (-(-t).expm1()).log() + (1 - x) * t

    guess, reach = arb(near), arb(near) * arb(2) ** (6 - flint.ctx.prec // 2)
    for _ in range(12):
        t = arb(guess.mid())
        low, high = t - reach, t + reach
        # the sign below the root is one where kl grows, to the right of x
        if low > least and excess(low) < 0 and excess(high) > 0:
            return low.union(high)
        slope = (1 - x) - x / t.expm1()
        guess, reach = t - excess(t) / slope, reach * 4
    raise MoreBits


@dataclass(frozen=True)
class OneArm:
    """The score of one arm after some phases, for every released sum of it."""

    form: Callable[[int], Form]
    """What the score depends on: two arms of equal forms have equal scores."""
    ball: Callable[[int], arb]
    """The score, where its form is not the top; raises MoreBits where the balls are too wide."""
    between: tuple[float, float] = (-math.inf, math.inf)
    """Sums below the first number have the form of that number, those above the second have its."""
    computed: dict[tuple[Form, int], arb | None] = field(default_factory=dict)

    def at(self, total: int, bits: int) -> arb | None:
        """The score at a precision; None where that is not enough."""
        key = self.form(total), bits
        if key not in self.computed:
            try:
                with at_bits(bits):
                    self.computed[key] = self.ball(total)
            except MoreBits:
                self.computed[key] = None
        return self.computed[key]


class ProvedLeads(NamedTuple):
    """Which of two arms leads for two released sums, whatever they are."""

    sign: Callable[[int, int], int | None]
    """1 if the second arm does, -1 if the first does, 0 if they tie; None where it is open."""
    between: tuple[tuple[float, float], tuple[float, float]]
    """Of either arm the sums to which all others may be cut."""


def lead_of_second(first: OneArm, k: int, second: OneArm, j: int) -> int | None:
    """1 if the second arm has the larger score, -1 if the first has, 0 if they tie, or None."""
    forms = first.form(k), second.form(j)
    if forms[0] == forms[1]:
        return 0
    if TOP in forms:
        return 1 if forms[1] == TOP else -1
    for bits in BITS:
        one, two = first.at(k, bits), second.at(j, bits)
        if one is not None and two is not None and (one < two or one > two):
            return 1 if one < two else -1
    return None


def mean_of(n: int) -> OneArm:
    """k/n."""
    return OneArm(lambda total: (Fraction(total, n),), lambda total: arb(fmpq(total, n)))


def raised_mean(n: int, bonus: Callable[[], arb], *named: Any) -> OneArm:
    """k/n and a bonus, which is computed once at each precision.

    Equal n, equal k and equal names of the bonus make equal indices.
    """
    known = cache(lambda bits: bonus())
    return OneArm(
        lambda total: (n, *named, total), lambda total: known(flint.ctx.prec) + arb(total) / n
    )
