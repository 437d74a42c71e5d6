"""Claims about Lemma C.32: a bound for all times with the calibration C_G."""

from collections.abc import Callable
from fractions import Fraction
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
    """C_G(x) at large x: its quotient over x + log(x) is near 1, and their difference is small."""
    near = Fraction(1, 10)
    numbers = {}
    for power in (2, 10, 100, 300):
        x, where = Fraction(10**power), f"10^{power}"
        # x itself has so many digits, and the differences some more
        lower = certify(calibration_gain, x, digits=power + 20).lower
        with working_precision(2000):
            gain, log = ball(lower), ball(x).log()
            quotient = (gain / (ball(Fraction(order(x))) + log)).mid()
            difference = (gain - ball(x) - log).mid()
            half_the_log = (gain - ball(x) - log / 2).mid()
        require(bool(abs(quotient - 1) < ball(near)), "Another order.", x=where)
        require(bool(abs(difference) < ball(farthest)), "The difference grows.", x=where)
        numbers[f"C_G(x) - x - log(x)/2 at {where}"] = float(half_the_log)
    return points(numbers=numbers)
