"""Claims about RDP and its Gaussian mechanism: Definition 1 and Theorem 2."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import acb, arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.models.finite_pairs import coin, renyi
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import moment

Divergence = Callable[[Law, Law, Fraction], arb]


def order_one_too_large(p: Law, q: Law, order: Fraction) -> arb:
    """Wrong: divided by alpha and not by alpha - 1."""
    return renyi(p, q, order) * ball((order - 1) / order)


@checks("renyi.def1")
@mutant("divided by alpha", divergence=order_one_too_large)
@mutant("the laws exchanged", divergence=lambda p, q, order: renyi(q, p, order))
def renyi_privacy(divergence: Divergence = renyi, proof: Proof = WRITTEN) -> Verdict:
    """Whole orders against exact moments; the order of the laws matters."""
    source = random.Random(12)
    pairs = [(coin(Fraction(5), 0), coin(Fraction(5), 1))]
    pairs += [(random_law(source, 3), random_law(source, 3)) for _ in range(5)]
    with working_precision(96):
        for number, (p, q) in enumerate(pairs):
            for order in (2, 3):
                exact = ball(Fraction(moment(p, q, order))).log() / (order - 1)
                result, slack = divergence(p, q, Fraction(order)), ball(Fraction(1, 10**20))
                for holds in (at_most(result, exact + slack), at_most(exact, result + slack)):
                    require(holds, "The divergence differs.", pair=number, order=order)
    return proof.verdict()


CASES = ((Fraction(2), Fraction(1)), (Fraction(3, 2), Fraction(1, 10)), (Fraction(5), Fraction(4)))
"""Orders and budgets."""


def integrated(order: Fraction, distance: Fraction, variance: arb) -> arb:
    """D_alpha of two normal laws from the integral of p^alpha q^(1-alpha)."""
    a, w, t = ball(order), variance, ball(distance)

    def integrand(x: acb, analytic: bool) -> acb:
        exponent = a * x * x + (1 - a) * (x - t) * (x - t)
        return (-exponent / (2 * w)).exp()

    reach = 20 * w.sqrt() + 20 * a * t
    value = acb.integral(integrand, acb(-reach), acb(reach)).real
    return (value / (2 * arb.pi() * w).sqrt()).log() / (a - 1)


@checks("renyi.thm2")
@mutant("sharper: 99 % of the variance", share=Fraction(99, 100))
@mutant("sharper: half of the order", share=Fraction(1, 2))
def gaussian_mechanism_at_one_order(
    share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The divergence as an integral, at the sensitivity, and at half of it."""
    sides, s = Sides(), Fraction(3, 2)
    with working_precision(96):
        slack = 1 + ball(Fraction(1, 10**15))
        for order, eps in CASES:
            variance = ball(share * order * s * s / (2 * eps))
            for distance in (s, s / 2):
                result = integrated(order, distance, variance)
                case: dict[str, Any] = {"alpha": order, "eps": eps, "distance": distance}
                sides.at_most(result, ball(eps) * slack, "The divergence is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)
