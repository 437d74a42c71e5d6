"""Remarks 11 and 12 of the zCDP paper: its lower bounds against those under pure DP."""

from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along_by_algebra import multiple_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import proved, require


@checks("zcdp.rem11.quadratic", subjects={"share": (Fraction(0), Fraction(1))})
@mutant("sharper: 1.99 at the points", factor=Fraction(199, 100))
@mutant("sharper: from 99 % of 1 - tau on", share=Fraction(99, 100))
def as_a_square(share: Fraction, factor: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """Exact points on both sides of m = 1 - tau, and the inequality by its steps."""
    sides = Sides()
    for tau in (Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2)):
        least = 1 - tau
        for m in (Fraction(1, 100), Fraction(99, 100) * least, least, Fraction(10)):
            bound, square = m * m + m * (1 - tau), factor * m * m
            if m >= share * least:
                finding = "For small distances the term that is linear is the larger one."
                case: dict[str, Any] = {
                    "m": m,
                    "tau": tau,
                    "bound over rho": float(bound),
                    "m squared": float(m * m),
                }
                sides.at_most_or_repair(bound, square, finding, **case)
            else:
                require(bound > square, "It is a square for smaller distances too.", m=m, tau=tau)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.rem11.sharper", subjects={"most": (None, Fraction(12))})
@mutant("sharper: without the factor 6", linear=Fraction(1))
@mutant("up to 13", most=Fraction(13))
@mutant("up to 11 only", most=Fraction(11))
def against_the_linear_bound(
    most: Fraction | None, linear: Fraction = Fraction(6), proof: Proof = WRITTEN
) -> Verdict:
    """Exact points on both sides of eps (m + 1 - tau) = 12; above it the other bound is smaller."""
    sides, half = Sides(), Fraction(1, 2)
    one = Fraction(1)
    for eps, m in ((one, Fraction(50)), (one, 12 + half), (one, 12 - half), (half, one / 10)):
        left, right = eps**2 / 2 * (m * m + m * half), linear * eps * m
        if most is None or eps * (m + half) <= most:
            finding = "For large expected distances the square is above the linear bound."
            case: dict[str, Any] = {
                "eps": eps,
                "m": m,
                "tau": half,
                "bound": left,
                "linear bound": right,
            }
            sides.at_most_or_repair(left, right, finding, **case)
        else:
            require(left > right, "It is below the linear bound beyond the range too.", eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.rem12")
@mutant("sharper: rho of order T^-1.01", powers=("-1.01", "-0.5"))
@mutant("eps of order 1/T", powers=("-1", "-1"))
@mutant("eps in place of eps^2/2", square=1)
def orders_of_the_thresholds(powers: tuple[str, str] = ("-1", "-0.5"), square: int = 2) -> Verdict:
    """Where the terms of Theorem 9 and of its twin under pure DP cross, symbolically."""
    import sympy as sp

    d, t, b = sp.symbols("d T b", positive=True)
    free = sp.exp(-2) / 8 * d * sp.sqrt(t)
    private = (sp.exp(-sp.Rational(9, 4)) / 4 * d / sp.sqrt(b), sp.exp(-1) / 4 * d / b)
    zcdp, pure = (sp.simplify(sp.solve(sp.Eq(term, free), b)[0]) for term in private)
    for result, power in zip((zcdp, pure), powers, strict=True):
        constant = sp.simplify(result / t ** sp.Rational(power))
        require(t not in constant.free_symbols, "The threshold has another order.", found=result)
    quotient = sp.simplify(pure**square / 2 / zcdp)
    require(t not in quotient.free_symbols, "The conversion gives another order.", found=quotient)
    require(bool(quotient > 1), "The regime of zCDP is not the smaller one.", quotient=quotient)
    return proved(
        f"The terms cross at rho = {zcdp} and at eps = {pure}; converted by rho = eps^2/2 the "
        f"second is {quotient} times the first.",
        along=multiple_in_symbols(
            "T and d", "the terms cross at these multiples of powers of T", pure**square / 2, zcdp
        ),
    )
