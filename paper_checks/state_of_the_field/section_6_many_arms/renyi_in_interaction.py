"""One order of Renyi privacy in interaction, against the best eps-DP policies of two rounds."""

from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision
from .many_arms import ORDERS, Rate, against_all_policies, by_pinsker, short_cases


def of_one_order(alpha: Fraction, growth: Fraction) -> arb:
    """The divergence of randomised response, than which no other is larger under eps-DP."""
    a, g = ball(alpha), ball(growth)
    return ((g**a + g ** (1 - a)) / (1 + g)).log() / (a - 1)


def in_interaction_of_order(
    _: int, growth: Fraction, __: Fraction, share: Fraction = Fraction(1)
) -> Fraction:
    """The root of eps/2, at the eps of the best order, or at a share of it."""
    with working_precision(128):
        return min(by_pinsker(ball(share) * of_one_order(one, growth), 1) for one in ORDERS)


@checks("field.renyi.interactive")
@mutant("half of eps", rate=partial(in_interaction_of_order, share=Fraction(1, 2)))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_interactive_renyi_policy_pays_less(
    rate: Rate = in_interaction_of_order, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies in two rounds, at divergences of four orders."""
    return against_all_policies(short_cases(), rate, times, proof)
