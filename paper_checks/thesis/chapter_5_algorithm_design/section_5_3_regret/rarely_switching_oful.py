"""Claims about RS-OFUL: how often it renews its estimate, and what that costs."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import LINE, SEQUENCES, determinants, starts
from banditproof.theory.balls import ball, working_precision


@checks("thesis.rem.rsoful.count")
@mutant("sharper: log T alone", constant=0)
@mutant("sharper: without the dimension", dimension=False)
def number_of_updates(constant: int = 1, dimension: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """Exact updates of sequences; one with C = 999/1000 on the line is nearly tight."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:31]):
            d = len(rows[0])
            for doubling in (Fraction(999, 1000), Fraction(1, 10)):
                result = len(starts(determinants(rows, Fraction(1)), doubling)) - 1
                more = constant * (1 + 1 / ball(d)).log()
                times = (d if dimension else 1) / (1 + ball(doubling)).log()
                right = times * (ball(len(rows)).log() + more)
                sides.at_most(result, right, "There are more.", d=d, C=doubling)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem.rsoful.width")
@mutant("sharper: the root of C", more=Fraction(0))
def cost_of_rare_updates(more: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Just before an update det V_(t-1) is (1 + C) det V_tau: on the line with C = 1, exactly."""
    sides = Sides()
    dets = determinants(LINE, Fraction(1))
    for start, after in ((2, 4), (4, 8), (8, 16)):
        # updates after rounds 2, 4, ...: V is twice as large at the end of the episode
        sides.at_most(dets[after - 1] / dets[start - 1], more + 1, "V has grown more.", t=after)
    return proof.verdict(sharpness=sides.sharpness)
