"""Claims about Lemma C.32: a bound for all times with the calibration C_G."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import calibration_gain


@checks("thesis.lemC.32.bound")
def uniform_bound(proof: Proof = WRITTEN) -> Verdict:
    """The steps; and one normal reward of an arm, exactly."""
    sides = Sides()
    with working_precision(128):
        for text in ("0.01", "1", "10", "100"):
            x = Fraction(text)
            level = ball(certify(calibration_gain, x).lower) + 2 * ball(4).log()
            sides.at_most(level.sqrt().erfc(), ball(-x).exp(), "One reward fails more.", x=text)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.lemC.32.order")
@mutant("x^2", order=lambda x: x**2)
@mutant("sharper: the difference too", farthest=Fraction(1, 2))
def order_of_the_gain(
    order: Callable[[Fraction], Fraction] = lambda x: x, farthest: Fraction = Fraction(10**6)
) -> Verdict:
    """Quotient and difference at large x."""
    ends = {}
    for power, near in product((2, 10, 100, 300), (Fraction(1, 10),)):
        x = Fraction(10**power)
        result = certify(calibration_gain, x, digits=power + 20)
        with working_precision(2000):
            log = ball(x).log()
            quotient = (ball(result.lower) / (ball(Fraction(order(x))) + log)).mid()
            second = ball(result.lower) - ball(x) - log / 2
            apart = (ball(result.lower) - ball(x) - log).mid()
        require(bool(abs(quotient - 1) < ball(near)), "Another order.", x=f"10^{power}")
        require(bool(abs(apart) < ball(farthest)), "The difference grows.", x=f"10^{power}")
        ends[f"C_G(x) - x - log(x)/2 at 10^{power}"] = float(second.mid())
    return points(numbers=ends)
