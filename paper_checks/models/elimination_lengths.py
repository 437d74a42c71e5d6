"""Widths and lengths of a phase of elimination by designs, as printed and by a scalar tail."""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball


def printed_f(n: int, level: arb) -> arb:
    """f(d, delta) with log(2/delta) = level - log 2."""
    half = level - arb(2).log()
    return n + 2 * (n * half).sqrt() + 2 * half


def printed_width(n: int, level: arb, square: arb, rho: Fraction) -> arb:
    """g sqrt(2 log(4/delta)) + g^2 sqrt((2/rho) f(d, delta))."""
    return (2 * square * level).sqrt() + square * (2 / ball(rho) * printed_f(n, level)).sqrt()


def scalar_width(n: int, level: arb, square: arb, rho: Fraction) -> arb:
    """The same with 2 log(4/delta) for f(d, delta)."""
    return (2 * square * level).sqrt() + square * (4 / ball(rho) * level).sqrt()


def printed_length(n: int, level: arb, beta: Fraction, rho: Fraction) -> arb:
    """c of Corollary 1."""
    b = ball(beta)
    return 8 * n / b**2 * level + 2 * n / b * (2 / ball(rho) * printed_f(n, level)).sqrt()


def scalar_length(n: int, level: arb, beta: Fraction, rho: Fraction) -> arb:
    """The same with 2 log(4/delta) for f(d, delta)."""
    b = ball(beta)
    return 8 * n / b**2 * level + 2 * n / b * (4 / ball(rho) * level).sqrt()
