"""DP-KLUCB with normal noise on the path where each released mean is the mean of its arm.

Most paths come near to this one as T grows. Its phases double, so that it is followed to T = 10^40
step by step, with each index between two balls.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball

BEST, OTHER = Fraction(3, 4), Fraction(1, 2)
BUDGETS = (Fraction(1), Fraction(10))
LAST = 10**40
HALVINGS = 170
SLACK = Fraction(1, 10)
"""How far the quotient of the last batch may be from its limit."""


class Phase(NamedTuple):
    """An arm: the batches that it has had, their pulls, and those of the last one."""

    batches: int
    pulls: int
    last: int


def index(mean: Fraction, level: arb, weight: arb) -> arb:
    """The largest q with kl(z, q) + weight (mean - z)^2 <= level for some z, up to the halvings.

    The best z for q has logit q = logit z + 2 weight (z - mean), and the cost grows with z.
    """
    if level >= weight * ball(1 - mean) ** 2:
        return arb(1)
    low, high = Fraction(0), 1 - mean
    for _ in range(HALVINGS):
        step = (low + high) / 2
        z, odds = ball(mean + step), 2 * weight * ball(step)
        kl = (1 - z) * odds + (z + (1 - z) * (-odds).exp()).log()
        low, high = (step, high) if kl + weight * ball(step) ** 2 <= level else (low, step)
    z = ball(mean + low)
    return z / (z + (1 - z) * (-2 * weight * ball(low)).exp())


def batches_of_the_other(rho: Fraction, forgets: bool) -> Iterator[tuple[int, int]]:
    """The pulls of the worse arm and the round, at the end of each of its batches."""
    arms = {BEST: Phase(1, 1, 1), OTHER: Phase(1, 1, 1)}
    time = 3
    while time < LAST:
        scores = dict[Fraction, arb]()
        for mean, arm in arms.items():
            pulls, noises = (arm.last, 1) if forgets else (arm.pulls, arm.batches)
            scores[mean] = index(mean, arb(time).log() / pulls, ball(rho * pulls / noises))
        chosen = OTHER if scores[OTHER] > scores[BEST] else BEST
        old = arms[chosen]
        size = 2**old.batches
        arms[chosen] = Phase(old.batches + 1, old.pulls + size, size)
        time += size
        if chosen == OTHER:
            yield arms[OTHER].pulls, time - 1


@checks("field.zcdp.klucb")
@mutant("the last batch alone", forgets=True)
@mutant("sharper: 9/10 of alpha", share=Fraction(9, 10))
@mutant("sharper: twice the divergence", share=Fraction(1, 2))
def noise_is_lost_beside_the_rewards(
    share: Fraction = Fraction(1), forgets: bool = False, proof: Proof = WRITTEN
) -> Verdict:
    """The last batch of the worse arm until T = 10^40, two budgets; alpha = 2."""
    sides = Sides()
    with working_precision(256):
        for rho in BUDGETS:
            *_, (pulls, time) = batches_of_the_other(rho, forgets)
            quotient = pulls * kl_ball(OTHER, BEST) / arb(time).log()
            case: dict[str, Any] = {"rho": rho, "pulls": pulls, "T": float(time)}
            most = ball(2 * share * (1 + SLACK))
            sides.at_most(quotient, most, "More pulls than alpha log T/kl.", **case)
            need(quotient >= ball(2 * share * (1 - SLACK)), "Far below alpha log T/kl", **case)
    return proof.verdict(sharpness=sides.sharpness)
