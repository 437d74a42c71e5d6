"""Claims of the discussion after Theorem 4: the price of privacy, and the dimension."""

from fractions import Fraction
from math import ceil
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_and_pairs import (
    BITS,
    LARGE,
    TENTH,
    Constants,
    Private,
    bound,
    first_phase,
    outside,
    with_dimension,
)
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory.balls import ball, upper, working_precision


@checks("zcdp.gope.discussion.free")
@mutant("sharper: a twentieth of it", share=Fraction(1, 20))
def almost_free(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The quotient at some horizons, in balls."""
    sides = Sides()
    with working_precision(128):
        for power in (1, 2, 4, 12):
            time = arb(10) ** power
            quotient, bound = time.log() / time.sqrt(), 4 * ball(share) / time.sqrt().sqrt()
            sides.at_most(quotient, bound, "The private part is larger.", T=10**power)
    return proof.verdict(sharpness=sides.sharpness)


LINEAR: Constants = (Fraction(1000), Fraction(1000), Fraction(0))
"""A sqrt(d T alpha) + (B d / sqrt(rho)) sqrt(alpha) log T with A = B = 1000."""


@checks("zcdp.gope.discussion.dimension")
@mutant("the length for one normal number", scalar=True)
@mutant("a private part of order d^(3/2)", private=with_dimension)
@mutant("a dimension of 100", d=100)
def linear_in_the_dimension(
    d: int = LARGE, scalar: bool = False, private: Private = outside
) -> Verdict:
    """The regret of the first phase on the axes, which plays each of them equally often."""
    rho, delta = Fraction(1, d**3), TENTH
    with working_precision(BITS):
        plays = d * ceil(upper(first_phase(d, d, delta, rho, scalar)) / d)
        regret = (d - 1) * plays // d
        linear = bound(d, d, plays, delta, rho, LINEAR, private)
        if ball(regret) <= linear:
            return points("The regret is below a bound that is linear in d.")
        need(ball(regret) > linear, "The comparison is undecided", d=d)
        return refuted(
            along=steps_show(
                "zcdp.thm4.dimension",
                "d >= 100",
                "the regret is at least d^(5/16)/20 times that bound with A = B = 1, so that no "
                "constants serve for all d",
            ),
            actions="the axes of R^d",
            theta="the first axis",
            d=f"{d:.0e}",
            rho="d^-3",
            delta=delta,
            T=f"T_1 = {float(plays):.6e}, the first phase",
            regret=f"(1 - 1/d) T = {float(regret):.6e}",
            A_and_B=1000,
            bound_linear_in_d=linear,
            quotient=regret / linear,
        )
