"""Claims about Theorem 15 and Corollary 16: estimates with noise on the sum of each arm."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_with_normal_noise import (
    Length,
    Width,
    cut,
    library_agrees,
    shorter,
    within_lengths,
    within_widths,
)
from banditproof.theory.balls import ball

ON_AXES = "72 cases on the axes with normal rewards, exactly, at rho = eps / alpha."


def printed_width(n: int, level: arb, square: arb, rho: Fraction) -> arb:
    """g sqrt(2 log(4/delta)) + g^2 sqrt((2 alpha d (d+1) / eps) log(4/delta))."""
    private = (2 / ball(rho) * n * (n + 1) * level).sqrt()
    return (2 * square * level).sqrt() + square * private


def printed_length(n: int, level: arb, beta: Fraction, rho: Fraction) -> arb:
    """c of Corollary 16."""
    b, private = ball(beta), (2 / ball(rho) * n * (n + 1) * level).sqrt()
    return 8 * n / b**2 * level + 2 * n / b * private


@checks("renyi.thm15")
@mutant("sharper: 90 % of the width", width=cut(printed_width, Fraction(90, 100)))
def deviation_with_noisy_sums(width: Width = printed_width, proof: Proof = WRITTEN) -> Verdict:
    """The exact law of the error on the axes, with normal rewards, against the width."""
    return proof.verdict(instances=ON_AXES, sharpness=within_widths(width).sharpness)


@checks("renyi.cor16")
@mutant("sharper: a fifth of the length", length=shorter(printed_length, Fraction(1, 5)))
def long_enough_for_noisy_sums(length: Length = printed_length, proof: Proof = WRITTEN) -> Verdict:
    """The exact law of the error on the axes after phases of this length."""
    library_agrees("support", printed_length)
    return proof.verdict(instances=ON_AXES, sharpness=within_lengths(length).sharpness)
