"""Claims about Section 5.2: the order of the regret without the gaps, and a sum of bonuses."""

from collections.abc import Callable
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require
from banditproof.theory.balls import working_precision


def summed_bonuses(horizon: int) -> arb:
    """The sum of 2 log(t)/t over 2 <= t <= T: private bonuses at eps = 1 with N = t."""
    return sum((2 * arb(t).log() / t for t in range(2, horizon + 1)), arb(0))


@checks("thesis.rem.minimax.sum.square")
@mutant("sharper: 20 log T", least=lambda log: 20 * log)
def sums_of_bonuses_from_below(
    least: Callable[[arb], arb] = lambda log: log**2 / 2, proof: Proof = WRITTEN
) -> Verdict:
    """By induction over the horizon, and the sums themselves at some horizons."""
    sides = Sides()
    with working_precision(64):
        for horizon in (2, 3, 100, 10_000):
            low, sums = least(arb(horizon).log()), summed_bonuses(horizon)
            sides.at_most(low, sums, "The sum is smaller.", T=horizon)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem.minimax.sum")
@mutant("without the logarithm", power=0)
def sum_of_the_private_bonuses(power: int = 1) -> Verdict:
    """The quotient by log T has no bound: thesis.rem.minimax.sum.square, for all T."""
    with working_precision(64):
        for horizon in (100, 10_000):
            result = summed_bonuses(horizon) / arb(horizon).log() ** power
            result = result if power else arb(2)
            require(
                at_most(result, arb(5)),
                "The factor log t is lost: the sum is at least log(T)^2/2 for every T "
                "(thesis.rem.minimax.sum.square), and log(T)/eps comes from stopping at a fixed "
                "width.",
                T=horizon,
                sum_over_log_T=result,
                log_T=arb(horizon).log(),
            )
    return proved()
