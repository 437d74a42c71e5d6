"""The claim about (5.12) for sigma = 1/2 beside (5.14) for another sigma: the rule errs at once.

Two arms and eps = 1; each private mean has one reward. The errors of both means differ by a
symmetric number D, a normal one of variance 2 sigma^2 and noise, so that its density is at most
1/(2 sigma sqrt(pi)), and P(D >= x) is at least 1/2 - x/(2 sigma sqrt(pi)). The wrong arm leads by g
where D is g plus the gap of the means.
"""

from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, need, needs_repair, points
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import threshold_adap_tt_star

ARMS, EPS, DELTA, S = 2, Fraction(1), Fraction(1, 10), Fraction(2)
GAP = Fraction(1, 100)
ONE_HALF = Fraction(1, 2)


def lead_that_halts(of_costs: Fraction, of_levels: Fraction) -> arb:
    """A lead of the private means from which on the rule halts, each being one noisy reward.

    From 3 eps on the cost is 3 eps g/(4 sigma^2), and the threshold is one number.
    """
    given = (3 * EPS, 1, 1, ARMS, EPS, DELTA, S, of_levels)
    level = ball(certify(threshold_adap_tt_star, *given, printed=True, digits=20).upper)
    return (4 * ball(of_costs) ** 2 * level / ball(3 * EPS)).max(ball(3 * EPS))


def chance_of_an_error(sigma: Fraction, of_costs: Fraction, of_levels: Fraction) -> arb:
    """A lower bound of the probability that the first look halts with the worse of two arms."""
    lead = lead_that_halts(of_costs, of_levels) + ball(GAP)
    return ball(ONE_HALF) - lead / (2 * ball(sigma) * arb.pi().sqrt())


def errors_at_the_first_look(
    of_costs: Fraction | None = ONE_HALF,
    of_levels: Fraction | None = None,
    least: Fraction = Fraction(49, 100),
) -> dict[str, Any]:
    """The instances that refute the lemma, with their chances of an error; none if one does not.

    What is None is the sigma of the rewards.
    """
    found: dict[str, Any] = {"gap": GAP}
    with working_precision(128):
        for sigma, wanted in ((Fraction(3), Fraction(21, 100)), (Fraction(100), least)):
            chance = chance_of_an_error(sigma, of_costs or sigma, of_levels or sigma)
            if not below(ball(DELTA), chance):
                return {}
            need(below(ball(wanted), chance), "The chance is smaller", sigma=sigma, chance=chance)
            found[f"P(wrong) at least, sigma = {sigma}"] = chance
    return found


@checks("thesis.lem5.21.one_half")
@mutant("the sigma of the rewards in the costs", of_costs=None)
@mutant("sharper: 49.3 %", least=Fraction(493, 1000))
@mutant("the thresholds for one half", of_levels=ONE_HALF)
def wrong_at_the_first_look(
    of_costs: Fraction | None = ONE_HALF,
    of_levels: Fraction | None = None,
    least: Fraction = Fraction(49, 100),
) -> Verdict:
    """The chance that the wrong arm leads by 3 eps, of two normal arms with a small gap."""
    errors = errors_at_the_first_look(of_costs, of_levels, least)
    if not errors:
        return points()
    return needs_repair(
        "The costs of rewards of a large sigma are too large by the factor 4 sigma^2, so that the "
        "rule halts at its first look, with any arm that leads by 3 eps.",
        covered="Two instances of two arms.",
        K=ARMS,
        eps=EPS,
        delta=DELTA,
        s=S,
        **errors,
    )
