"""Claims about where privacy starts to cost in the minimax bounds: the inverted threshold (D7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

SQUARES = ((2, 1), (5, 400), (101, 10**6), (10**4 + 1, 10**8))
"""Pairs of K and T for which (K-1)/T is the square of a rational."""
Privacy = Callable[[int, Fraction, Fraction], Fraction]


def root(arms: int, horizon: int) -> Fraction:
    """sqrt((K-1)/T), exact, for the pairs above.

    >>> root(101, 10**6)
    Fraction(1, 100)
    """
    from math import isqrt

    ratio = Fraction(arms - 1, horizon)
    return Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))


def private_term(arms: int, horizon: Fraction, eps: Fraction) -> Fraction:
    """(K-1) / (22 eps)."""
    return (arms - 1) / (22 * eps)


def _side_fault(factor: Fraction) -> str | None:
    """A budget on the wrong side of the threshold factor sqrt((K-1)/T)."""
    for arms, horizon in reversed(SQUARES):
        free = Fraction(arms - 1) / root(arms, horizon) / 27
        for nudge in (Fraction(99, 100), Fraction(1), Fraction(101, 100)):
            eps = factor * root(arms, horizon) * nudge
            private = private_term(arms, Fraction(horizon), eps)
            if (private > free) != (nudge < 1):
                word = "above" if private > free else "not above"
                side = "below" if nudge < 1 else "not below"
                return (
                    f"K = {arms}, T = {horizon}, eps = {eps}, {side} the threshold "
                    f"{factor * root(arms, horizon)}: (K-1)/(22 eps) = {private} is {word} "
                    f"sqrt(T (K-1))/27 = {free}."
                )
    return None


@claim(
    "thesis.regimes.4.15",
    r"For $\varepsilon<\frac{22}{27}\sqrt{(K-1)/T}$ the hardness depends on $K$ and $\varepsilon$ "
    r"and is above that without privacy; for $\varepsilon\ge\frac{22}{27}\sqrt{(K-1)/T}$ the lower "
    r"bound coincides with the one without privacy. For $T=10^6$, $K=100$ the bandits with and "
    r"without View DP are equivalently hard for any $\varepsilon\ge0.01$.",
    recorded="fails",
    repaired_by="thesis.regimes.4.15.repaired",
    doubts=("D7", "D27"),
    mutants={"27/22": {"factor": Fraction(27, 22)}},
)
def inverted_threshold(factor: Fraction = Fraction(22, 27)) -> Verdict:
    """The two terms of (4.10) compared exactly around the printed threshold, and in the example."""
    fault = _side_fault(factor)
    if fault is None:
        return holds(Grade.CERTIFIED, "The threshold is right.", covered="-", not_covered="-")
    with working_precision(128):
        private = private_term(100, Fraction(10**6), Fraction(1, 100))
        free = minimax.free_printed(100, Fraction(10**6))
        border = minimax.pure_threshold(100, Fraction(10**6)).str(8, radius=False)
        printed = (ball(Fraction(22, 27)) * ball(Fraction(99, 10**6)).sqrt()).str(7, radius=False)
        shown = free.str(8, radius=False)
        exceeds = ball(private) > free
    if not exceeds:
        return holds(Grade.CERTIFIED, "The example is right.", covered="-", not_covered="-")
    return fails(
        Grade.PROVED,
        f"The factor is upside down (D7): the terms are equal at (27/22) sqrt((K-1)/T), {border} "
        f"in the example and not {printed}, and at eps = 0.01 the bound with privacy is {private}, "
        f"the one without {shown}. Nor are the problems equally hard above the right threshold "
        "(D27, thesis.regimes.4.15.equally_hard).",
        witness=fault,
        numbers={"private at eps = 0.01": private, "without privacy": shown, "threshold": border},
        covered="Exact comparisons at four pairs of K and T, three budgets each; the example.",
    )


@claim(
    "thesis.regimes.4.15.repaired",
    r"$\frac1{22}\frac{K-1}\varepsilon>\frac1{27}\sqrt{T(K-1)}$ if and only if "
    r"$\varepsilon<\frac{27}{22}\sqrt{(K-1)/T}$; for $T=10^6$, $K=100$ that is "
    r"$\varepsilon<0.0122112\dots$.",
    recorded="holds",
    doubts=("D7",),
    title="the right threshold of the regimes",
    mutants={
        "22/27": {"factor": Fraction(22, 27)},
        "the last digit of the example": {"example": Fraction("0.0122113")},
    },
)
def right_threshold(
    factor: Fraction = Fraction(27, 22), example: Fraction = Fraction("0.0122112")
) -> Verdict:
    """The quotient of the two terms is threshold / eps, symbolically."""
    import sympy as sp

    k, t, e = sp.symbols("k T eps", positive=True)  # k = K - 1
    quotient = sp.simplify((k / (22 * e)) / (sp.sqrt(t * k) / 27))
    threshold = sp.Rational(factor.numerator, factor.denominator) * sp.sqrt(k / t)
    fault = _side_fault(factor)
    if fault or sp.simplify(quotient - threshold / e) != 0:
        return fails(Grade.PROVED, "The threshold is off.", witness=fault or f"{quotient}.")
    with working_precision(128):
        exact = minimax.pure_threshold(100, Fraction(10**6))
        border = exact.str(9, radius=False)
        # the printed digits are those of the threshold, cut off
        if not 0 < exact - ball(example) < ball(Fraction(1, 10**7)):
            return fails(Grade.CERTIFIED, "The example is off.", witness=f"{border}, {example}.")
    return holds(
        Grade.PROVED,
        f"The quotient of the terms is (27/22) sqrt((K-1)/T) / eps; the example has {border}.",
        numbers={"example": border},
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
    given = sp.Rational(factor.numerator, factor.denominator)
    if sp.simplify(quotient - given / sp.sqrt(r * t)) != 0:
        return fails(Grade.PROVED, "The threshold is off.", witness=f"Quotient {quotient}.")
    constant = float(factor**2)
    return holds(
        Grade.PROVED,
        f"The quotient is (27/124) / sqrt(rho T): rho T = {constant:.6f}, which the text rounds to "
        "1/T.",
        numbers={"rho T": factor**2},
        covered="The identity for all K, T and rho, symbolically.",
    )
