"""Claims about audits that know the probabilities, and about the utility of an audit."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.models.finite_laws import RATIOS, Law, largest_ratio, random_law
from banditproof.paper_checks.models.finite_pairs import coin, events, mass
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory.balls import ball, working_precision
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest
from .exact_audit_counts import Ratio, binomial, logs_below_zero, over, radius


def _pairs() -> list[tuple[Law, Law]]:
    source = random.Random(2370)
    pairs = [(random_law(source, 4, least=0), random_law(source, 4, least=0)) for _ in range(30)]
    return pairs + [(coin(r, 0), coin(r, 1)) for r in RATIOS]


Oracle = Callable[[Fraction, Fraction], Ratio]
"""e^eps_low from two probabilities."""


def of_one_event(p: Fraction, q: Fraction) -> Ratio:
    """e to max{log(p/q), log(q/p)}; 1 if both are 0."""
    return max(over(p, q), over(q, p)) if p or q else Fraction(1)


@checks("thesis.audit.oracle")
@mutant("sharper: 1.01 e^eps_low", oracle=lambda p, q: of_one_event(p, q) * 101 / 100)
@mutant("the complements too, added", oracle=lambda p, q: of_one_event(p, q) + abs(p - q))
def audit_by_real_probabilities(oracle: Oracle = of_one_event, proof: Proof = WRITTEN) -> Verdict:
    """All events of pairs of laws against their budget, exact."""
    need_own_divergences()
    sides = Sides()
    for first, second in _pairs():
        budget = max(largest_ratio(first, second), largest_ratio(second, first))
        best: Ratio = Fraction(0)
        for event in events(len(first)):
            low = oracle(mass(first, event), mass(second, event))
            finding = "An event shows more than the budget."
            sides.at_most(low, budget, finding, P=first, Q=second, event=event)
            best = max(best, low)
        require(best == budget, "The best event shows less than the budget.", P=first, Q=second)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.audit.oracle.errors")
def audit_by_real_errors(proof: Proof = WRITTEN) -> Verdict:
    """The two inequalities solved for eps; the answer of a coin attains both."""
    return proof.verdict(
        sharpness=sharpest("log((1-b)/a) <= v", {"a": "0.1", "b": "0.1", "v": "2.1972246"})
    )


Distance = Callable[[arb], arb]
"""The loss of one answer from U - eps."""


def expected_distance(runs: int, ratio: Fraction, distance: Distance) -> arb:
    """E[distance(U - eps)] of the event audit of a coin, T runs each, in balls."""
    keep, r, total = ratio / (1 + ratio), radius(runs), arb(0)
    laws = (enumerate(binomial(runs, keep)), enumerate(binomial(runs, 1 - keep)))
    for (i, v), (j, w) in product(*laws):
        low = logs_below_zero(Fraction(i, runs), Fraction(j, runs), r, r, Fraction(0))
        total += ball(v * w) * distance((ball(Fraction(low)) / ball(ratio)).log())
    return total


@checks("thesis.audit.utility")
@mutant("the signed distance", distance=lambda gap: gap)
def utility_of_audits(distance: Distance = abs) -> Verdict:
    """The exact utility of the event audit of a coin at three numbers of runs."""
    with working_precision(128):
        results = {runs: expected_distance(runs, Fraction(9), distance) for runs in (9, 36, 100)}
        for less, more in ((9, 36), (36, 100)):
            finding = "More runs do not bring the answer closer."
            require(below(results[more], results[less]), finding, runs=(less, more))
        top = ball(Fraction(9)).log()
        never = below(results[9], top * (1 + arb(2) ** -60))
        require(never, "The audit that answers 0 is closer.", runs=9)
        require(below(arb(0), results[100]), "The distance is not positive.", runs=100)
    return points(
        numbers={f"E|U - eps|, odds 9, T = {n}": v.str(8, radius=False) for n, v in results.items()}
    )
