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
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict


@claim(
    "zcdp.thm13",
    r"Actions $a_1,\dots,a_t$ chosen without the rewards, $\pi$ an optimal design, "
    r"$V_t=\sum_sa_sa_s^\top$, $g_t=\max_{b\in\mathcal A}\|b\|_{V_t^{-1}}$, $\tilde\theta_t="
    r"V_t^{-1}\sum_sa_sr_s+V_t^{-1/2}N_t$ with $N_t\sim\mathcal N(0,\frac2\rho g_t^2I_d)$. For "
    r"$\delta\in[0,1]$ and $a\in\mathcal A$: $\mathbb P(|\langle\tilde\theta_t-\theta^*,a"
    r"\rangle|\ge"
    r"\beta_t)\le\delta$ with $\beta_t=g_t\sqrt{2\log\frac4\delta}+g_t^2\sqrt{\frac2\rho "
    r"f(d,\delta)}$, $f(d,\delta)=d+2\sqrt{d\log\frac2\delta}+2\log\frac2\delta$.",
    recorded="holds",
    reading="rewards of 1-subgaussian noise given the past; at delta = 0 the width is infinite",
    stated_proof=("zcdp.lem10", "textbook.cauchy-schwarz"),
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


@claim(
    "zcdp.fix.gope.f.width",
    r"Theorem 13 with $2\log\frac4\delta$ in place of $f(d,\delta)$: "
    r"$\beta_t=g_t\sqrt{2\log\frac4\delta}+g_t^2\sqrt{\frac4\rho\log\frac4\delta}$.",
    recorded="holds",
    title="the width by the tail of one normal number",
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


@claim(
    "zcdp.cor1",
    r"If each $a\in\mathcal A$ is chosen $\lceil c_t\pi(a)\rceil$ times, with "
    r"$c_t=\frac{8d}{\beta^2}\log\frac4\delta+\frac{2d}\beta\sqrt{\frac2\rho f(d,\delta)}$, then "
    r"$\mathbb P(|\langle\tilde\theta_t-\theta^*,a\rangle|\ge\beta)\le\delta$.",
    recorded="holds",
    reading="g with the square, as the proof uses it (zcdp.def5)",
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


@claim(
    "zcdp.fix.gope.f.length",
    r"Corollary 1 with $2\log\frac4\delta$ in place of $f(d,\delta)$: "
    r"$c_t=\frac{8d}{\beta^2}\log\frac4\delta+\frac{2d}\beta\sqrt{\frac4\rho\log\frac4\delta}$.",
    recorded="holds",
    title="the length by the tail of one normal number",
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
