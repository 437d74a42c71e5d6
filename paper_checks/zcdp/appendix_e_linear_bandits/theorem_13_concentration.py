"""Claims about Theorem 13 and Corollary 1: how far a private least-squares estimate is off."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.axes_with_normal_noise import (
    Length,
    Width,
    cut,
    library_agrees,
    shorter,
    within_lengths,
    within_widths,
)
from banditproof.paper_checks.models.elimination_lengths import (
    printed_length,
    printed_width,
    scalar_length,
    scalar_width,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict


@checks(
    "zcdp.thm13",
    mutants={"sharper: 99 % of the width": {"width": cut(printed_width, Fraction(99, 100))}},
)
def private_deviation(
    width: Width = printed_width, proof: Proof = written_proof("zcdp.thm13")
) -> Verdict:
    """The exact law of the error on the axes, with normal rewards, against the width."""
    sides = within_widths(width)
    return proof.verdict(
        "In the direction a the noise is one normal number, so that the tail of the chi-square law "
        "and the Cauchy-Schwarz inequality of the printed proof are not needed, and f(d, delta) is "
        "more than enough (zcdp.fix.gope.f.width).",
        instances="72 cases on the axes with normal rewards, exactly.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.fix.gope.f.width",
    mutants={"sharper: 99 % of the width": {"width": cut(scalar_width, Fraction(99, 100))}},
)
def scalar_deviation(
    width: Width = scalar_width, proof: Proof = written_proof("zcdp.fix.gope.f.width")
) -> Verdict:
    """The same cases with the shorter width."""
    sides = within_widths(width)
    return proof.verdict(
        "The noise in the direction a has the variance (2/rho) g^2 |a|^2, whatever the dimension.",
        instances="72 cases on the axes with normal rewards, exactly.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.cor1",
    mutants={
        "sharper: two fifths of the length": {"length": shorter(printed_length, Fraction(2, 5))}
    },
)
def long_enough(
    length: Length = printed_length, proof: Proof = written_proof("zcdp.cor1")
) -> Verdict:
    """The exact law of the error on the axes after phases of this length."""
    library_agrees("printed", printed_length)
    sides = within_lengths(length)
    return proof.verdict(
        "V is at least c V(pi), so that g^2 <= d/c, and each part of c pays for one part of the "
        "width.",
        instances="72 cases on the axes with normal rewards, exactly.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.fix.gope.f.length",
    mutants={
        "sharper: two fifths of the length": {"length": shorter(scalar_length, Fraction(2, 5))}
    },
)
def scalar_long_enough(
    length: Length = scalar_length, proof: Proof = written_proof("zcdp.fix.gope.f.length")
) -> Verdict:
    """The same with the shorter length."""
    library_agrees("scalar", scalar_length)
    sides = within_lengths(length)
    return proof.verdict(
        "The private part of a phase is (4 d / beta) sqrt(log(4/delta) / rho): linear in d.",
        instances="72 cases on the axes with normal rewards, exactly.",
        sharpness=sides.sharpness,
    )
