"""The axes of R^n with normal rewards, where the error of a private estimate has an exact law."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import certify
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.phase_lengths import phase_length

BITS = 192
DELTAS = (Fraction(1), Fraction(1, 10), Fraction(1, 10**30), Fraction(1, 10**300))
BUDGETS = (Fraction(1, 10**6), Fraction(1), Fraction(10**9))
Width = Callable[[int, arb, arb, Fraction], arb]
"""The width for (dimension n, log(4/delta), g^2, rho)."""
Length = Callable[[int, arb, Fraction, Fraction], arb]
"""The length of a phase for (dimension n, log(4/delta), width beta, rho)."""


def two_sided_tail(variance: arb, width: arb) -> arb:
    """P(|X| >= width) for a normal X of mean 0."""
    return (width / (2 * variance).sqrt()).erfc()


def within_widths(width: Width) -> Sides:
    """Each axis is played N times, so that g^2 = 1/N: the error is N(0, g^2 + 2 g^4 / rho)."""
    sides = Sides()
    with working_precision(BITS):
        for n in (1, 2, 40):
            for plays in (1, 1000):
                for delta in DELTAS:
                    for rho in BUDGETS:
                        square, level = 1 / arb(plays), (4 / ball(delta)).log()
                        tail = two_sided_tail(
                            square + 2 * square**2 / ball(rho), width(n, level, square, rho)
                        )
                        case: dict[str, Any] = {
                            "d": n,
                            "plays": plays,
                            "delta": float(delta),
                            "rho": rho,
                        }
                        sides.at_most(tail, ball(delta), "An error is too probable.", **case)
    return sides


def within_lengths(length: Length) -> Sides:
    """Each axis is played ceil(c/n) times: the error is at least beta with probability <= delta."""
    sides = Sides()
    with working_precision(BITS):
        for n in (1, 2, 40):
            for beta in (Fraction(1, 2), Fraction(1, 1024)):
                for delta in DELTAS:
                    for rho in BUDGETS:
                        level = (4 / ball(delta)).log()
                        plays = ceil(upper(length(n, level, beta, rho)) / n)
                        square = 1 / arb(plays)
                        tail = two_sided_tail(square + 2 * square**2 / ball(rho), ball(beta))
                        case: dict[str, Any] = {
                            "d": n,
                            "beta": beta,
                            "delta": float(delta),
                            "rho": rho,
                        }
                        sides.at_most(tail, ball(delta), "An error is too probable.", **case)
    return sides


def cut(width: Width, share: Fraction) -> Width:
    """A share of a width."""
    return lambda n, level, square, rho: ball(share) * width(n, level, square, rho)


def shorter(length: Length, share: Fraction) -> Length:
    """A share of a length."""
    return lambda n, level, beta, rho: ball(share) * length(n, level, beta, rho)


def library_agrees(form: str, length: Length) -> None:
    """The library's length of phase 3 for 7 arms is that of delta / (7 3 4) and beta = 1/8."""
    rho, delta = Fraction(1, 5), Fraction(1, 20)
    result = certify(phase_length, 4, 7, 3, delta, rho, form)
    own = length(4, (4 * 84 / ball(delta)).log(), Fraction(1, 8), rho)
    need(result.lo <= upper(own) and lower(own) <= result.hi, "The library has another length.")
