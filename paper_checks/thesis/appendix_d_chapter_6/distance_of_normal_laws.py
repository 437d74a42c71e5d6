"""Claims about the total variation of two normal laws of one variance: Step 4 of D.4."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import acb, arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership import leak

Formula = Callable[[arb, arb], arb]


def printed(gap: arb, s: arb) -> arb:
    """Phi(gap/(2s)) - Phi(-gap/(2s)), by the error function."""
    return (gap / (2 * s) / arb(2).sqrt()).erf()


def by_integration(a: Fraction, b: Fraction, s: Fraction) -> arb:
    """Half of the integral of the difference of the densities, cut at eight deviations, in balls.

    Beyond the cuts each law has less than 2e-15.
    """
    low, high = min(a, b) - 8 * s, max(a, b) + 8 * s
    middle = (a + b) / 2

    def gap(x: acb, _: bool) -> acb:
        ends = [(-((x - ball(m)) ** 2) / (2 * ball(s) ** 2)).exp() for m in (a, b)]
        return (ends[0] - ends[1]) / (ball(s) * (2 * arb.pi()).sqrt())

    parts = [
        acb.integral(gap, ball(first), ball(second)).real
        for first, second in ((low, middle), (middle, high))
    ]
    return sum((abs(part) for part in parts), arb(0)) / 2 + arb(0, 4e-15)


@checks("thesis.appD.tv-gauss")
@mutant("without the 2", formula=lambda gap, s: printed(2 * gap, s))
@mutant("the variance for the deviation", formula=lambda gap, s: printed(gap, s * s))
@mutant("sharper: 1.01 of the distance", formula=lambda gap, s: printed(gap, s) * arb("1.01"))
def distance_of_normal_laws(formula: Formula = printed, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and integrals of the difference of the densities in balls."""
    with working_precision(96):
        for a, b, s in ((0, 1, 1), (1, -2, Fraction(3, 2)), (0, 5, Fraction(1, 2))):
            first, second, spread = Fraction(a), Fraction(b), Fraction(s)
            gap = abs(first - second)
            value = formula(ball(gap), ball(spread))
            integral = by_integration(first, second, spread)
            case: dict[str, Any] = {"mu_0": a, "mu_1": b, "sigma": s}
            right = bool(value.overlaps(integral))
            require(right, "The distance differs.", **case, formula=value, integral=integral)
            library = certify(leak, gap**2 / spread**2, digits=20)
            near = (
                ball(library.lower)
                .union(ball(library.upper))
                .overlaps(printed(ball(gap), ball(spread)) + arb(0, 1e-18))
            )
            need(bool(near), "The library differs", **case, library=library)
    return proof.verdict()
