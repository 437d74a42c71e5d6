"""Explicit regret bounds against the orders that the tables of both papers print for them."""

from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sharpness, Sides
from banditproof.paper_checks.verdicts.vocabulary import at_most, need
from banditproof.theory.balls import ball, working_precision
from .concentrated_regret_bounds import Order, gap_free


def arms_against_cell(free: Order, private: Order, budget: str = "rho") -> Sharpness | None:
    """The explicit bound without gaps at points, against the cell with the proof's constants.

    At each point the bound is below T, the regret of any policy; one term or the other is larger.
    """
    sides = Sides()
    with working_precision(200):
        for k, t, power in product((2, 30), (10**12, 10**15), (-16, -8, 0)):
            beta, rho = Fraction(7, 2), Fraction(10) ** power
            bound = gap_free(k, t, beta, rho, k).total
            need(at_most(bound, ball(t)), "The bound says nothing", K=k, T=t)
            first = 4 * ball(2 * beta).sqrt()
            first += ball(3 * beta / (beta - 3)) / arb(2).log().sqrt()
            cell = first * free.at(K=k, T=t) + 8 * ball(beta).sqrt() * private.at(K=k, T=t, rho=rho)
            # the private terms are equal: the balls of both are rounded apart by less than this
            more = cell * (1 + ball(Fraction(1, 2**150)))
            case: dict[str, Any] = {"K": k, "T": t, budget: rho}
            sides.at_most(bound, more, "The bound is above its order.", **case)
    return sides.sharpness
