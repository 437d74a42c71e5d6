"""Claims about UCB at a fixed confidence: Algorithm 2, index (2.9), Theorem 2.23."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import UCB, FixedConfidenceUCB, FollowTheLeader
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory import BernoulliBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.expected_regret import expected_regret
from .index_replay import Index, Make, follows, scores_are, width_index

DELTA = Fraction(1, 400)


def index_at(delta: Fraction) -> Index:
    """(2.9): average + sqrt(2 log(1/delta) / pulls)."""
    return width_index(lambda t: -ball(delta).log())


PRINTED_INDEX = index_at(DELTA)


@dataclass(frozen=True)
class Delayed(FixedConfidenceUCB):
    """Wrong: reads the averages before the last pull of the leader."""

    def scores(self, records: Any, t: int) -> list[float]:
        most = max(r.pulls for r in records)
        older = tuple(r._replace(pulls=r.pulls - 1) if r.pulls == most > 1 else r for r in records)
        return super().scores(older, t)


@checks("thesis.alg2")
@mutant("confidence of the next round's count", index=lambda x, n, t: PRINTED_INDEX(x, n + 1, t))
@mutant(
    "sharper: 1.99 in place of 2", index=width_index(lambda t: -ball(DELTA).log() * arb("0.995"))
)
@mutant("a horizon in place of delta", make=UCB)
@mutant("counts one pull less", make=lambda arms: Delayed(arms, delta=DELTA))
@mutant("no bonus", make=FollowTheLeader)
def meta_algorithm(
    index: Index = PRINTED_INDEX, make: Make = lambda arms: FixedConfidenceUCB(arms, delta=DELTA)
) -> Verdict:
    """Every decision of the library's policy is an arm of largest index, recounted in balls."""
    scores_are(make, index)
    follows(make, index)
    with working_precision(100):
        for pulls, mean in product((1, 2, 9, 100), (Fraction(k, 10) for k in range(10))):
            here, more = index(mean, pulls, 20), index(mean, pulls + 1, 20)
            rises = below(here, index(mean + Fraction(1, 10), pulls, 20))
            require(rises, "The index does not grow with the average.", mean=mean, pulls=pulls)
            require(below(more, here), "It does not fall with the pulls.", mean=mean, pulls=pulls)
    return points()


SMALL = tuple(product((("1", "0"), ("0.5", "0.4"), ("0", "1")), (1, 2, 3, 12)))
"""Two Bernoulli arms and a horizon, for which the regret is exact."""


def exact_regret(means: tuple[str, ...], horizon: int) -> tuple[Sequence[Fraction], arb]:
    """The gaps, and the exact regret of the library's policy at delta = 1/T^2."""
    small, delta = BernoulliBandit(means), Fraction(1, horizon**2)
    return small.gaps, ball(expected_regret(FixedConfidenceUCB(2, delta=delta), small, horizon))


@checks("thesis.thm2.23.gaps")
def ucb_regret(proof: Proof = WRITTEN) -> Verdict:
    """The pulls of the arms, summed; exact regret at small T."""
    sides = Sides()
    with working_precision(100):
        for means, horizon in SMALL:
            gaps, regret = exact_regret(means, horizon)
            inverse = sum((1 / gap for gap in gaps if gap > 0), Fraction(0))
            most = 3 * ball(sum(gaps, Fraction(0))) + 16 * ball(inverse) * arb(horizon).log()
            case: dict[str, Any] = {"means": means, "T": horizon}
            sides.at_most(regret, most, "Exact regret is above the bound.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm2.23.gapfree")
def gap_free_regret(proof: Proof = WRITTEN) -> Verdict:
    """Cauchy and Schwarz for the pulls beyond three and their cost."""
    sides = Sides()
    with working_precision(100):
        for means, horizon in SMALL:
            gaps, regret = exact_regret(means, horizon)
            most = 8 * (2 * horizon * arb(horizon).log()).sqrt() + 3 * ball(sum(gaps, Fraction(0)))
            case: dict[str, Any] = {"means": means, "T": horizon}
            sides.at_most(regret, most, "Exact regret is above the bound.", **case)
    return proof.verdict(sharpness=sides.sharpness)
