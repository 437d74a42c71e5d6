"""The mechanisms and the lemma of Section 2.1 that Chapter 5 relies on, in one place."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.registry import find
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, need, proved, require
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure

from .theorem_2_14_gaussian_mechanism import Variance, delta_spent, printed_variance

OF = {
    "thesis.pre.laplace.mechanism": "thesis.thm2.13",
    "thesis.pre.laplace.example": "thesis.ex2.15.laplace",
    "thesis.pre.gauss.approximate": "thesis.thm2.14.approximate",
    "thesis.pre.gauss.zcdp": "thesis.thm2.14.zcdp",
    "thesis.pre.parallel": "thesis.lem2.10",
}
for own, known in OF.items():
    other = find(known)
    place = f"{other.where.section} {other.label or other.where.equation}".rstrip()
    repeated(own, of=known, statement=other.statement, title=other.title, place=place)
whole(
    "thesis.pre.laplace",
    r"$f+(Y_1,\dots,Y_k)$ with independent $Y_i\sim\mathrm{Lap}(s_1(f)/\varepsilon)$ is "
    r"$\varepsilon$-DP (Theorem 2.13); for the mean of $n$ binary vectors, Example 2.15.",
    parts=("thesis.pre.laplace.mechanism", "thesis.pre.laplace.example"),
)
repeated(
    "thesis.pre.gauss.renyi",
    of="zcdp.thm18.renyi",
    statement=r"Remark 5.7: for $b=\frac\alpha{2\varepsilon}$ in Theorem 2.14 the mechanism "
    r"$f+\mathcal N(0,b\,s_2(f)^2I)$ is $(\alpha,\varepsilon)$-RDP.",
    title="Gaussian mechanism for Renyi DP",
    place="5.3.1 Remark 5.7",
)
whole(
    "thesis.pre.gauss",
    r"$f+\mathcal N(0,b\,s_2(f)^2I)$ is $(\varepsilon,\delta)$-DP for $b=\frac2{\varepsilon^2}"
    r"\log\frac{1.25}\delta$, $\rho$-zCDP for $b=\frac1{2\rho}$ (Theorem 2.14) and "
    r"$(\alpha,\varepsilon)$-RDP for $b=\frac\alpha{2\varepsilon}$ (Remark 5.7).",
    parts=("thesis.pre.gauss.approximate", "thesis.pre.gauss.zcdp", "thesis.pre.gauss.renyi"),
)
EXCESSES = (
    ("8", "1e-2", "1.782"),
    ("10", "1e-5", "2.265"),
    ("10", "1e-10", "1.085"),
    ("6", "1/10", "1.119"),
    ("5", "1/2", "1.174"),
)
"""eps, delta, and how many times delta the mechanism spends, rounded down to three digits."""


@claim(
    "thesis.pre.gauss.ratios",
    r"With $b=\frac2{\varepsilon^2}\log\frac{1.25}\delta$ the exact delta of a release is larger "
    r"than $\delta$: 1.782 times at $(\varepsilon,\delta)=(8,10^{-2})$, 2.265 times at "
    r"$(10,10^{-5})$, 1.085 times at $(10,10^{-10})$, 1.119 times at $(6,10^{-1})$ and 1.174 times "
    r"at $(5,\frac12)$, to three digits.",
    recorded="holds",
    title="how much the Gaussian mechanism spends at large eps",
    mutants={
        "twice the variance": {"variance": lambda eps, delta: 2 * printed_variance(eps, delta)},
        "the logarithm of 1/delta": {"variance": lambda eps, delta: -2 * delta.log() / eps**2},
        "sharper: 2 % more": {"share": Fraction(102, 100)},
    },
)
def spent_at_large_eps(
    variance: Variance = printed_variance, share: Fraction = Fraction(1)
) -> Verdict:
    """The exact curve in balls, and the library's privacy loss law."""
    with working_precision(192):
        for eps, delta, ratio in (map(Fraction, case) for case in EXCESSES):
            b = variance(ball(eps), ball(delta))
            spent = delta_spent(ball(eps), b)
            least = share * ratio
            within = below(ball(least * delta), spent)
            require(within, "It spends less.", eps=eps, delta=delta, spent=spent)
            within = below(spent, ball((least + Fraction(1, 1000)) * delta))
            require(within, "It spends more.", eps=eps, delta=delta, spent=spent)
            # a variance rounded up spends less, and by another formula
            rounded = Enclosure.of(b).upper.limit_denominator(10**12) + Fraction(1, 10**9)
            again = composed_delta(Composition(((1, GaussianLoss(1 / rounded)),)), eps)
            close = abs(again - Enclosure.of(spent)) < delta / 1000
            need(close, "Two formulas disagree", eps=eps, delta=delta, library=again)
    return proved(
        "The calibration is too small at all five points, by up to 2.27 times.",
        covered="Five points, by the exact curve and by the library's loss law.",
        beyond="where the range of eps ends: thesis.thm2.14.repaired.",
        universal=None,
    )
