"""Table 1 of the Renyi paper against the bounds of its theorems; the budget is eps/alpha."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.axes_and_pairs import BITS, LARGE, regret_on_pairs
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    LINEAR_FREE,
    LINEAR_RENYI_PRIVATE,
    Order,
)
from banditproof.paper_checks.models.orders_of_regret_bounds import arms_against_cell
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.theory.balls import ball, working_precision
from ...verdicts.vocabulary import at_most, need, points, require, showing

PRINTED = Order.of(K=1, rho="-1/2", log_T=1)


@checks("renyi.tab1.arms")
@mutant("sharper: without the logarithm", private=Order.of(K=1, rho="-1/2"))
def arms_row(private: Order = PRINTED, proof: Proof = WRITTEN) -> Verdict:
    """The explicit bound of the corollary that the row cites, with the constants of its proof."""
    return proof.verdict(sharpness=arms_against_cell(ARMS_FREE, private, "eps/alpha"))


@checks("renyi.tab1.arms.sharper")
@mutant("sharper: without the logarithm", private=Order.of(K=1, rho="-1/2"))
def arms_row_of_the_corollary(private: Order = ARMS_PRIVATE, proof: Proof = WRITTEN) -> Verdict:
    """The same with the logarithm under the root."""
    return proof.verdict(sharpness=arms_against_cell(ARMS_FREE, private, "eps/alpha"))


@checks("renyi.tab1.arms.implied")
@mutant("sharper: 0.95 log T at the points", factor=Fraction(95, 100))
def printed_row_follows(proof: Proof = WRITTEN, factor: Fraction = Fraction(1)) -> Verdict:
    """log T is at least its root from T = 3 on."""
    sides = Sides()
    with working_precision(64):
        for t in (3, 100):
            log = ball(t).log()
            sides.at_most(log.sqrt(), ball(factor) * log, "The root is larger.", T=t)
    return proof.verdict(sharpness=sides.sharpness)


@checks("renyi.tab1.linear")
@mutant("the row with 4 d (d + 1)", rest=4)
def linear_row(rest: int = 0, constant: int = 1000) -> Verdict:
    """The pairs, each of which AdaR-GOPE plays once at least, at delta = 1/T."""
    constants = (Fraction(constant), Fraction(constant), Fraction(rest))
    with working_precision(BITS):
        play = regret_on_pairs(LARGE, False)
        ratio = play.over(LINEAR_FREE, LINEAR_RENYI_PRIVATE, constants)
        d, log = LARGE, (8 * play.arms * ball(play.plays)).log()
        length = 32 * d * log + 4 * d * (2 / ball(play.rho) * d * (d + 1) * log).sqrt()
        need(length <= play.plays, "AdaR-GOPE plays a pair more than once", d=d)
    with showing(
        steps_show(
            "renyi.thm8.ceilings",
            "multiple d >= 10^4 of 4",
            "the regret is at least d^(7/16)/10 times the row with constants 1, so that no "
            "constants serve for all d",
        )
    ):
        require(
            at_most(ratio, arb(1)),
            "For any constants the regret of AdaR-GOPE is above the row in a large enough "
            "dimension: "
            "d^2/2 actions of an optimal design are played at least once, which the row does not "
            "pay "
            "for as epsilon/alpha grows.",
            instance=play.name.replace("rho", "eps/alpha"),
            constants=constant,
            regret_over_row=ratio,
        )
    return points()
