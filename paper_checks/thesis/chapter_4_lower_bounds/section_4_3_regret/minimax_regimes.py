"""Claims about where privacy starts to cost in the minimax bounds: an inverted threshold."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, points, proved, refuted, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

SQUARES = ((10**4 + 1, 10**8, "1/100"), (101, 10**6, "1/100"), (5, 400, "1/10"), (2, 1, "1"))
"""K, T and sqrt((K-1)/T) where that is rational."""


@checks("thesis.regimes.4.15.dependence")
@mutant("sharper: up to (27/22) sqrt((K-1)/T) and one per cent", factor=Fraction("1.24"))
@mutant("all budgets", factor=Fraction(100))
def high_privacy(factor: Fraction = Fraction(22, 27)) -> Verdict:
    """The private term over the other one at eps = u factor sqrt((K-1)/T), for all 0 < u < 1."""
    import sympy as sp

    k, t, u = sp.symbols("k T u", positive=True)  # k = K - 1
    eps = u * sp.Rational(factor.numerator, factor.denominator) * sp.sqrt(k / t)
    quotient = sp.simplify((k / (22 * eps)) / (sp.sqrt(t * k) / 27) * u)
    finding = "For some budget of the regime the private term is not the larger one."
    require(bool(quotient.is_number and quotient >= 1), finding, quotient_at_the_end=quotient)
    return proved(
        f"There (4.10) is (K-1)/(22 eps), free of T and at least {float(quotient):.4g} times the "
        "other term. The minimax regret itself is not free of T: over bounded means it has a "
        "factor log T (thesis.thm4.15.logarithm)."
    )


@checks("thesis.regimes.4.15.threshold", subjects={"factor": (Fraction(22, 27), Fraction(27, 22))})
@mutant("the last digit of the example", example=Fraction("0.0122113"))
@mutant("sharper: one per cent less", factor=Fraction(27, 22) * Fraction(99, 100))
def threshold(factor: Fraction, example: Fraction = Fraction("0.0122112")) -> Verdict:
    """The terms of (4.10) around the threshold, exactly, and their quotient, symbolically."""
    import sympy as sp

    with working_precision(128):
        exact = minimax.pure_threshold(100, Fraction(10**6))
        border = exact.str(9, radius=False)
    for (arms, horizon, root), nudge in product(SQUARES, map(Fraction, ("0.99", "1", "1.01"))):
        eps = factor * Fraction(root) * nudge
        first, second = (arms - 1) / (22 * eps), (arms - 1) / Fraction(root) / 27
        case = {"K": arms, "T": horizon, "eps": eps, "with privacy": first, "without": second}
        finding = "The two terms are equal at (27/22) sqrt((K-1)/T); the factor is upside down."
        require(
            (first > second) == (nudge < 1), finding, Grade.PROVED, **case, threshold=eps / nudge
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
        f"The quotient of the terms is (27/22) sqrt((K-1)/T) / eps; the example has {border}."
    )


@checks("thesis.regimes.4.15.example")
@mutant("from the right threshold on", eps=Fraction("0.0122113"))
def example(eps: Fraction = Fraction(1, 100)) -> Verdict:
    """The two terms of (4.10) at the least budget of the example."""
    with working_precision(128):
        private = minimax.pure_printed(100, Fraction(10**6), eps)
        free = minimax.free_printed(100, Fraction(10**6))
        if private <= free:
            return points()
        shown, without = (x.str(8, radius=False) for x in (private, free))
    return refuted(K=100, T=10**6, eps=eps, with_privacy=shown, without=without)


@checks("thesis.thm4.20.regimes")
@mutant("1/T, as the text says roughly", factor=Fraction(1))
@mutant("sharper: one per cent less", factor=Fraction(27, 124) * Fraction(99, 100))
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
        "rounds to 1/T."
    )
