"""Claims about where privacy starts to cost in the minimax bounds: an inverted threshold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

SQUARES = ((10**4 + 1, 10**8, "1/100"), (101, 10**6, "1/100"), (5, 400, "1/10"), (2, 1, "1"))
"""K, T and sqrt((K-1)/T) where that is rational."""


@pair(
    "thesis.regimes.4.15",
    r"For $\varepsilon<\frac{22}{27}\sqrt{(K-1)/T}$ the hardness depends on $K$ and $\varepsilon$ "
    r"and is above that without privacy; for $\varepsilon\ge\frac{22}{27}\sqrt{(K-1)/T}$ the lower "
    r"bound coincides with the one without privacy. For $T=10^6$, $K=100$ the bandits with and "
    r"without View DP are equivalently hard for any $\varepsilon\ge0.01$.",
    r"$\frac1{22}\frac{K-1}\varepsilon>\frac1{27}\sqrt{T(K-1)}$ if and only if "
    r"$\varepsilon<\frac{27}{22}\sqrt{(K-1)/T}$; for $T=10^6$, $K=100$ that is "
    r"$\varepsilon<0.0122112\dots$.",
    recorded="fails",
    doubts=("D7", "D27"),
    repaired_title="the right threshold of the regimes",
    subjects={"factor": (Fraction(22, 27), Fraction(27, 22))},
    mutants={"the last digit of the example": {"example": Fraction("0.0122113")}},
)
def threshold(factor: Fraction, example: Fraction = Fraction("0.0122112")) -> Verdict:
    """The terms of (4.10) around the threshold, exactly, and their quotient, symbolically."""
    import sympy as sp

    with working_precision(128):
        exact = minimax.pure_threshold(100, Fraction(10**6))
        private, free = Fraction(99, 22) * 100, minimax.free_printed(100, Fraction(10**6))
        need(ball(private) > free, "At eps = 0.01 the bound of the example is the one without")
        border, without = exact.str(9, radius=False), free.str(8, radius=False)
    for (arms, horizon, root), nudge in product(SQUARES, map(Fraction, ("0.99", "1", "1.01"))):
        eps = factor * Fraction(root) * nudge
        one, other = (arms - 1) / (22 * eps), (arms - 1) / Fraction(root) / 27
        case = {"K": arms, "T": horizon, "eps": eps, "with privacy": one, "without": other}
        require(
            (one > other) == (nudge < 1),
            "The two terms are equal at (27/22) sqrt((K-1)/T), the factor is upside down: in the "
            f"example at {border}, and at eps = 0.01 the bound with privacy is {private}, the one "
            f"without {without}. Nor are the problems equally hard above the right threshold "
            "(thesis.regimes.4.15.equally_hard).",
            Grade.PROVED,
            **case,
            threshold=eps / nudge,
        )
    k, t, e = sp.symbols("k T eps", positive=True)  # k = K - 1
    quotient = sp.simplify((k / (22 * e)) / (sp.sqrt(t * k) / 27))
    stated = sp.Rational(factor.numerator, factor.denominator) * sp.sqrt(k / t) / e
    equal = sp.simplify(quotient - stated) == 0
    require(equal, "The threshold is off.", Grade.PROVED, quotient=quotient)
    with working_precision(128):
        # the printed digits are those of the threshold, cut off
        for above, digits in ((exact, ball(example)), (ball(example + Fraction("1e-7")), exact)):
            cut = below(digits, above)
            require(cut, "The example is off.", threshold=border, example=example)
    return proved(
        f"The quotient of the terms is (27/22) sqrt((K-1)/T) / eps; the example has {border}.",
        covered="The identity for all K, T and eps, symbolically; exact comparisons besides.",
    )


@claim(
    "thesis.thm4.20.regimes",
    r"$\frac1{124}\sqrt{(K-1)/\rho}>\frac1{27}\sqrt{T(K-1)}$ if and only if "
    r"$\rho<(\frac{27}{124})^2\frac1T=\frac{0.0474}T$.",
    recorded="holds",
    kind="remark claim",
    place="4.3.2",
    title="where the zCDP term of the minimax bound is the larger one",
    mutants={"1/T, as the text says roughly": {"factor": Fraction(1)}},
)
def zcdp_threshold(factor: Fraction = Fraction(27, 124)) -> Verdict:
    """The quotient of the two terms is sqrt(threshold / rho), symbolically."""
    import sympy as sp

    k, t, r = sp.symbols("k T rho", positive=True)  # k = K - 1
    quotient = sp.simplify((sp.sqrt(k / r) / 124) / (sp.sqrt(t * k) / 27))
    stated = sp.Rational(factor.numerator, factor.denominator) / sp.sqrt(r * t)
    equal = sp.simplify(quotient - stated) == 0
    require(equal, "The threshold is off.", Grade.PROVED, quotient=quotient)
    return proved(
        f"The quotient is (27/124) / sqrt(rho T): rho T = {float(factor**2):.6f}, which the text "
        "rounds to 1/T.",
        covered="The identity for all K, T and rho, symbolically.",
    )
