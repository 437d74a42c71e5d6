"""Finite channels and f-divergences of finite laws, in balls."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.verdicts.vocabulary import Condition, need
from banditproof.theory import certify
from banditproof.theory.balls import ball
from banditproof.theory.comparison import Comparison
from banditproof.theory.enclosure import INFINITE, Enclosure

Channel = Sequence[Law]
"""The law of the output for each input."""
INFINITY = arb("inf")
BITS = 192
"""The working precision: laws are exact, so that balls that overlap agree to about 50 digits."""


def random_channel(source: random.Random, inputs: int, outputs: int, least: int = 1) -> Channel:
    """An exact law of the output for each input; `least` = 0 lets zeros appear."""
    return tuple(random_law(source, outputs, least) for _ in range(inputs))


def output_law(law: Law, channel: Channel) -> Law:
    """The law of the output if the input has the given law: a mixture, exact.

    >>> half = Fraction(1, 2)
    >>> output_law((half, half), [(Fraction(1), Fraction(0)), (half, half)])
    (Fraction(3, 4), Fraction(1, 4))
    """
    return tuple(
        sum((mass * row[o] for mass, row in zip(law, channel, strict=True)), Fraction(0))
        for o in range(len(channel[0]))
    )


def within(value: arb, bound: arb) -> Condition:
    """value <= bound; balls that agree to 40 digits are equal, as where a bound is attained.

    Wider balls that overlap, or NaN, decide nothing.

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(BITS):
    ...     print(within(arb(2).log(), arb(4).log() / 2), within(arb("inf"), arb(1)))
    proved refuted
    """
    above = bool(value > bound)
    close = value <= bound or abs(value - bound) <= arb(10) ** -40 * (1 + abs(bound))
    return Comparison(proved=bool(close) and not above, refuted=above)


def raised(bound: arb) -> Enclosure:
    """The bound and 10^-40 of it: where the bound is attained, two balls decide nothing.

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(BITS):
    ...     two, infinite = raised(arb(2)), raised(arb("inf"))
    >>> bool(two > 2), bool(two < 2 + Fraction(1, 10**30)), infinite.is_finite
    (True, True, False)
    """
    return (
        Enclosure.of(bound + arb(10) ** -40 * (1 + abs(bound))) if bound.is_finite() else INFINITE
    )


def enclosed(value: arb) -> Enclosure:
    """The ball as an enclosure; infinite balls are exact."""
    return Enclosure.of(value) if value.is_finite() else INFINITE


def library_agrees(
    formula: arb | Fraction | int, function: Callable[..., Any], *args: Any, **options: Any
) -> None:
    """Need that both arithmetics of a function of the library give the formula of a claim."""
    exact = certify(function, *args, digits=20, **options)
    floats = ([float(x) for x in a] if isinstance(a, Sequence) else float(a) for a in args)
    value, near = Enclosure.of(formula), float(function(*floats, **options))
    meet = exact.lower <= value.upper and value.lower <= exact.upper
    same = meet and isclose(near, float(exact), rel_tol=1e-9, abs_tol=1e-15)
    name = function.__name__
    need(same, f"The library's {name} differs", claim=value, certified=exact, float=near)


def need_tight(sides: Sides, least: Fraction = Fraction(99, 100)) -> None:
    """Need a case where the bound is attained nearly: a constant that is too large proves less."""
    result = sides.sharpness
    near = result is not None and Fraction(result.ratio) >= least
    need(near, "No case comes near the bound, so its constant may be too large")


@dataclass(frozen=True)
class Divergence:
    """E_Q[f(dP / dQ)], and p times the slope of f at infinity where only P has mass.

    `at_zero` is f(0+). The slope extends the definition to laws without P << Q, as usual.
    """

    generator: Callable[[arb], arb]
    at_zero: arb
    slope: arb

    def __call__(self, one: Law, other: Law) -> arb:
        total = arb(0)
        for p, q in zip(one, other, strict=True):
            if q:
                total += ball(q) * (self.generator(ball(p / q)) if p else self.at_zero)
            elif p:
                total += ball(p) * self.slope
        return total


KL = Divergence(lambda x: x * x.log(), arb(0), INFINITY)
TV = Divergence(lambda x: abs(x - 1) / 2, arb(1) / 2, arb(1) / 2)
CHI_SQUARED = Divergence(lambda x: (x - 1) ** 2, arb(1), INFINITY)
HELLINGER = Divergence(lambda x: (x.sqrt() - 1) ** 2, arb(1), arb(1))
DIVERGENCES = {"KL": KL, "TV": TV, "chi^2": CHI_SQUARED, "Hellinger": HELLINGER}
WRONG_SIGN = {"1 - sqrt(x), reversed": Divergence(lambda x: x.sqrt() - 1, arb(-1), arb(0))}
"""Not convex: mixing makes it larger."""


def direct_kl(first: Law, second: Law) -> arb:
    """sum p log p - sum p log q."""
    return sum(
        (
            ball(p) * (ball(p).log() - ball(q).log())
            for p, q in zip(first, second, strict=True)
            if p
        ),
        arb(0),
    )


def direct_tv(first: Law, second: Law) -> arb:
    """The largest P(E) - Q(E): the mass that P has more."""
    return ball(sum((p - q for p, q in zip(first, second, strict=True) if p > q), Fraction(0)))


def direct_chi_squared(first: Law, second: Law) -> arb:
    """sum p^2 / q - 1."""
    shares = (p * p / q for p, q in zip(first, second, strict=True) if q)
    return ball(sum(shares, Fraction(0)) - sum(first))


def direct_hellinger(first: Law, second: Law) -> arb:
    """2 - 2 sum sqrt(p q)."""
    return 2 - 2 * sum((ball(p * q).sqrt() for p, q in zip(first, second, strict=True)), arb(0))


_FORMULAS = (direct_kl, direct_tv, direct_chi_squared, direct_hellinger)
DIRECT = dict(zip(DIVERGENCES, _FORMULAS, strict=True))
"""The same divergences by the formulas that are usually written for them."""
