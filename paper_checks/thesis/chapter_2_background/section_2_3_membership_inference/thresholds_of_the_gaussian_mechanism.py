"""The claim that thresholds recover the whole curve of the Gaussian mechanism, Section 2.3.7."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.accounting.gaussian_profile import gaussian_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership.leakage import normal_ball

Numerator = Callable[[arb, arb], arb]
"""The numerator of the estimate from 1 - beta and delta."""


def corrected(hit: arb, delta: arb) -> arb:
    """1 - delta - beta."""
    return hit - delta


def uncorrected(hit: arb, delta: arb) -> arb:
    """Wrong: 1 - beta."""
    return hit


CASES = tuple(product(("1/4", "1", "5"), ("1/10", "1", "3")))


@checks("thesis.mia.alg.audit-delta.gaussian")
@mutant("delta forgotten", numerator=uncorrected)
@mutant("delta twice", numerator=lambda hit, delta: hit - 2 * delta)
@mutant("the middle threshold", best=lambda eps, mu: mu / 2)
@mutant("sharper: 0.99 of e^eps", part=Fraction(99, 100))
def gaussian_curve_recovered(
    numerator: Numerator = corrected,
    best: Callable[[arb, arb], arb] = lambda eps, mu: eps / mu + mu / 2,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The estimate at the best threshold and around it, in balls."""
    sides, shown = Sides(), {}
    with working_precision(192):
        for square, eps in CASES:
            mu, loss = ball(Fraction(square)).sqrt(), ball(Fraction(eps))
            delta, place = gaussian_delta(Fraction(square), Fraction(eps)), best(loss, mu)
            case: dict[str, Any] = {"mu^2": square, "eps": eps}

            def errors(t: arb, mu: arb = mu) -> tuple[arb, arb]:
                """alpha and 1 - beta of the threshold t."""
                return normal_ball(-t), normal_ball(mu - t)

            alpha, hit = errors(place)
            gap = numerator(hit, delta) / alpha - loss.exp()
            require(abs(gap) < arb("1e-30"), "The best threshold shows another eps.", **case)
            for step in ("-3", "-1", "-1/10", "-1/1000", "1/1000", "1/10", "1", "3"):
                alpha, hit = errors(place + ball(Fraction(step)))
                finding, allowed = "Another threshold shows more.", ball(part) * loss.exp() * alpha
                sides.at_most(numerator(hit, delta), allowed, finding, **case, away=step)
            shown[f"delta({eps}), mu^2 = {square}"] = delta.str(8, radius=False)
    return proof.verdict(numbers=shown, sharpness=sides.sharpness)
