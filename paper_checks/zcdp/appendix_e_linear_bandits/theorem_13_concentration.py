"""Claims about Theorem 13 and Corollary 1: how far a private least-squares estimate is off."""

from fractions import Fraction
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
from ...models.elimination_lengths import printed_length, printed_width, scalar_length, scalar_width


@checks("zcdp.thm13")
@mutant("sharper: 99 % of the width", width=cut(printed_width, Fraction(99, 100)))
def private_deviation(width: Width = printed_width, proof: Proof = WRITTEN) -> Verdict:
    """The exact law of the error on the axes, with normal rewards, against the width."""
    return proof.verdict(sharpness=within_widths(width).sharpness)


@checks("zcdp.fix.gope.f.width")
@mutant("sharper: 99 % of the width", width=cut(scalar_width, Fraction(99, 100)))
def scalar_deviation(width: Width = scalar_width, proof: Proof = WRITTEN) -> Verdict:
    """The same cases with the shorter width."""
    return proof.verdict(sharpness=within_widths(width).sharpness)


@checks("zcdp.cor1")
@mutant("sharper: two fifths of the length", length=shorter(printed_length, Fraction(2, 5)))
def long_enough(length: Length = printed_length, proof: Proof = WRITTEN) -> Verdict:
    """The exact law of the error on the axes after phases of this length."""
    library_agrees("printed", printed_length)
    return proof.verdict(sharpness=within_lengths(length).sharpness)


@checks("zcdp.fix.gope.f.length")
@mutant("sharper: two fifths of the length", length=shorter(scalar_length, Fraction(2, 5)))
def scalar_long_enough(length: Length = scalar_length, proof: Proof = WRITTEN) -> Verdict:
    """The same with the shorter length."""
    library_agrees("scalar", scalar_length)
    return proof.verdict(sharpness=within_lengths(length).sharpness)
