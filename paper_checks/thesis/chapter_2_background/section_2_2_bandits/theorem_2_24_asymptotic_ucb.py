"""Claims about UCB without a horizon: index (2.12) and Theorem 2.24."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import UCB, AsymptoticUCB, FollowTheLeader
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require
from banditproof.theory import BernoulliBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.expected_regret import expected_regret
from .centred_laws import normal_tail
from .index_replay import (
    Make,
    decisions,
    follows,
    log_f,
    margin,
    reward_tables,
    scores_are,
    width_index,
)
from .proof_of_theorem_2_24 import LAST, limit_of_the_finite_bound

BITS = 100


@checks("thesis.thm2.24.sum")
def failures_are_summable(proof: Proof = WRITTEN) -> Verdict:
    """A partial sum in balls against the least that the whole sum can be."""
    with working_precision(BITS):
        partial = sum((1 / margin(t) for t in range(1, LAST + 1)), arb(0))
        # 1/f(t) >= 1/(t log(t)^2) - 1/(t^2 log(t)^4), and the last sums to less than 1/LAST
        least, sides = partial + 1 / arb(LAST + 1).log() - arb(1) / LAST, Sides()
        sides.below(least, ball(Fraction(5, 2)), "The sum is larger.", terms="all")
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm2.24.finite")
@mutant("late pulls without their deviation", late=0)
def finite_regret(proof: Proof = WRITTEN, late: float = 1) -> Verdict:
    """The steps, and the late pulls of a normal arm against their bound."""
    sides = Sides()
    with working_precision(BITS):
        moderate = product((arb(1), arb(5), arb(20)), (arb("0.2"), arb(1), arb(3)))
        for level, gap in (*moderate, (arb(10**6), arb(50))):
            shift = (2 * level).sqrt()
            spent = sum((normal_tail(arb(n).sqrt() * gap - shift) for n in range(1, 1201)), arb(0))
            most = 2 * (level + late * ((arb.pi() * level).sqrt() + 1)) / gap**2
            case: dict[str, Any] = {"L": level, "gap": gap}
            sides.at_most(spent, most, "A normal arm is late more often.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm2.24.gapfree")
def gap_free(proof: Proof = WRITTEN) -> Verdict:
    """Cauchy and Schwarz for the pulls beyond one and their cost."""
    sides = Sides()
    with working_precision(BITS):
        for means, time in product(((1, 0), (0, 1)), (1, 2, 12)):
            most = 2 * (24 * 2 * time * arb(time).log()).sqrt() + 24
            regret = ball(expected_regret(AsymptoticUCB(2), BernoulliBandit(means), time))
            case: dict[str, Any] = {"means": means, "T": time}
            sides.at_most(regret, most, "Exact regret is above the bound.", **case)
    return proof.verdict(sharpness=sides.sharpness)


def forces_pulls(make: Make) -> None:
    """Each arm is pulled as often as the index of the pulled arm demands."""
    index = width_index(log_f)
    with working_precision(BITS):
        for table in reward_tables(3, 3, 120, 3):
            for made in decisions(make(3), table):
                mine = made.arms[made.arm]
                for average, pulls in {*made.arms} - {mine}:
                    ahead = index(*mine, made.t) - ball(average)
                    expected = 2 * log_f(made.t) / ahead**2
                    enough = ahead <= 0 or at_most(expected, pulls)
                    require(enough, "More pulls of an arm are due.", **made.case, due=expected)


@checks("thesis.thm2.24.asymptotic")
@mutant("sharper: 1.99 in place of 2", limit=lambda gap: Fraction(199, 100) / gap)
@mutant("half the exploration", make=lambda arms: UCB(arms, exploration="0.5"))
@mutant("no exploration", make=FollowTheLeader)
def asymptotic_regret(
    limit: Callable[[Fraction], Fraction] = lambda gap: 2 / gap, make: Make = AsymptoticUCB
) -> Verdict:
    """The limit of the finite-time bound, and the pulls that each decision forces from below."""
    import sympy

    gap, result = limit_of_the_finite_bound()
    for size in (Fraction(1, 10), Fraction(1, 2), Fraction(2)):
        printed = sympy.Rational(str(limit(size)))
        same = result.subs(gap, sympy.Rational(str(size))) == printed
        require(same, "The finite-time bound has another limit.", gap=size, limit=printed)
    forces_pulls(make)
    scores_are(make, width_index(log_f))
    follows(make, width_index(log_f))
    return points()
