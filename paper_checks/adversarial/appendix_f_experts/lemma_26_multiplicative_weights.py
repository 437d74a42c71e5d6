"""Claims about Lemma 26: the regret of multiplicative weights, to the second order."""

import random
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision


def _played(rate: Fraction, table: list[list[Fraction]]) -> tuple[arb, arb]:
    """Left side, and right side without log(N)/eta, of the weights on a table of losses."""
    totals = [Fraction(0)] * len(table[0])
    left = square = arb(0)
    for row in table:
        weights = [(-ball(rate * total)).exp() for total in totals]
        whole = sum(weights, arb(0))
        for weight, loss in zip(weights, row, strict=True):
            left += weight / whole * ball(loss)
            square += weight / whole * ball(loss * loss)
        totals = [a + b for a, b in zip(totals, row, strict=True)]
    return left, ball(min(totals)) + ball(rate) * square


@checks("adv.lem26")
@mutant("without the hypothesis", deep=Fraction(5))
@mutant("sharper: without log N", share=Fraction(0))
def multiplicative_weights(
    deep: Fraction = Fraction(1), share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Random tables in balls, and one expert whose loss is as low as the hypothesis allows."""
    sides, source = Sides(), random.Random(26)
    tables = [(Fraction(1), [[-deep, *(Fraction(0),) * 29]])]
    tables += [
        (
            Fraction(1, k),
            [[Fraction(source.randrange(-k, 4 * k), 2) for _ in "abc"] for _ in range(9)],
        )
        for k in (1, 2, 5)
    ]
    with working_precision(96):
        for number, (rate, table) in enumerate(tables):
            left, right = _played(rate, table)
            logs = ball(share) * arb(len(table[0])).log() / ball(rate)
            shift = ball(100)  # so that both sides are positive
            sides.at_most(left + shift, right + logs + shift, "It is larger.", table=number)
    return proof.verdict(sharpness=sides.sharpness)
