"""Claims about Theorem 15 and Corollary 16: estimates with noise on the sum of each arm."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.axes_with_normal_noise import (
    Length,
    Width,
    cut,
    library_agrees,
    shorter,
    within_lengths,
    within_widths,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
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


@claim(
    "renyi.thm15",
    r"Actions $A_1,\dots,A_t$ chosen without the rewards, $\pi$ an optimal design, $V_t=\sum_sA_s"
    r"A_s^\top$, $g_t=\max_{b\in\mathcal A}\|b\|_{V_t^{-1}}$, $\tilde\theta_t=V_t^{-1}\sum_sA_sR_s+"
    r"V_t^{-1}\sum_{b\in\mathrm{Supp}(\pi)}bN_b$ with $N_b\sim\mathcal N(0,\frac{2\alpha}"
    r"\varepsilon)$."
    r" For $\delta\in[0,1]$ and $a\in\mathcal A$: $\mathbb P(|\langle\tilde\theta_t-\theta^*,a"
    r"\rangle|"
    r"\ge g_t\sqrt{2\log\frac4\delta}+g_t^2\sqrt{\frac{2\alpha d(d+1)}\varepsilon\log\frac4\delta})"
    r"\le\delta$.",
    recorded="holds",
    reading="independent N_b, a support of at most d(d+1)/2 actions, and rewards of 1-subgaussian "
    "noise given the past; at delta = 0 the width is infinite",
    mutants={"sharper: 90 % of the width": {"width": cut(printed_width, Fraction(90, 100))}},
)
def deviation_with_noisy_sums(
    width: Width = printed_width, proof: Proof = written_proof("renyi.thm15")
) -> Verdict:
    """The exact law of the error on the axes, with normal rewards, against the width."""
    sides = within_widths(width)
    return proof.verdict(
        "The noise in the direction a has the variance (2 alpha / eps) sum_b (a' V^-1 b)^2, at "
        "most "
        "g^4 for each action of the support.",
        instances=ON_AXES,
        sharpness=sides.sharpness,
    )


@claim(
    "renyi.cor16",
    r"If each $a\in\mathcal A$ is chosen $\lceil\frac{8d\pi(a)}{\beta^2}\log\frac4\delta+"
    r"\frac{2d\pi(a)}\beta\sqrt{\frac{2\alpha d(d+1)}\varepsilon\log\frac4\delta}\rceil$ times, "
    r"then "
    r"$\mathbb P(|\langle\tilde\theta_t-\theta^*,a\rangle|\ge\beta)\le\delta$.",
    recorded="holds",
    reading="g with the square, as the proof uses it (renyi.def13)",
    mutants={"sharper: a fifth of the length": {"length": shorter(printed_length, Fraction(1, 5))}},
)
def long_enough_for_noisy_sums(
    length: Length = printed_length, proof: Proof = written_proof("renyi.cor16")
) -> Verdict:
    """The exact law of the error on the axes after phases of this length."""
    library_agrees("support", printed_length)
    sides = within_lengths(length)
    return proof.verdict(
        "As Corollary 1 of the other document, with another private part; the ceilings only help.",
        instances=ON_AXES,
        sharpness=sides.sharpness,
    )
