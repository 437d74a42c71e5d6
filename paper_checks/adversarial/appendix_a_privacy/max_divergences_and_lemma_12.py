"""Claims about indistinguishable laws: Definitions 5 and 6, and Lemma 12."""

import random
from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import RATIOS, Law, excess, random_law
from banditproof.paper_checks.models.finite_laws import largest_ratio as by_outcomes
from banditproof.paper_checks.models.finite_pairs import events, leaky_pair, mass
from banditproof.paper_checks.verdicts.vocabulary import require

Ratio = Fraction | float
INFINITE = float("inf")


def _quotient(p: Fraction, q: Fraction) -> Ratio:
    """p/q where it counts; 0 where it does not, which is no largest one."""
    if q == 0:
        return INFINITE if p > 0 else Fraction(0)
    return p / q


def by_events(p: Law, q: Law, delta: Fraction = Fraction(0)) -> Ratio:
    """The largest (P(S) - delta)/Q(S) over the events with P(S) >= delta."""
    result = ((mass(p, event), mass(q, event)) for event in events(len(p)))
    return max(_quotient(v - delta, w) for v, w in result if v >= delta)


def _pairs(seed: int) -> list[tuple[Law, Law]]:
    source = random.Random(seed)
    drawn = [(random_law(source, 4, least=0), random_law(source, 4, least=0)) for _ in range(25)]
    return [*drawn, leaky_pair(Fraction(2), Fraction(1, 4)), ((Fraction(1),), (Fraction(1),))]


@checks("adv.def5")
@mutant("only the first outcome", largest=lambda p, q: _quotient(p[0], q[0]))
@mutant("the laws exchanged", largest=lambda p, q: by_outcomes(q, p))
def max_divergence(
    largest: Callable[[Law, Law], Ratio] = by_outcomes, proof: Proof = WRITTEN
) -> Verdict:
    """All events against single outcomes."""
    for number, (p, q) in enumerate(_pairs(5)):
        result, own = by_events(p, q), largest(p, q)
        require(result == own, "Another ratio.", pair=number, events=result, outcomes=own)
    return proof.verdict()


def by_hockey_stick(p: Law, q: Law, ratio: Fraction, delta: Fraction) -> bool:
    """Whether the outcomes with p > e^eps q together gain at most delta."""
    return excess(p, q, ratio) <= delta


@checks("adv.def6")
@mutant("total variation", test=lambda p, q, r, d: excess(p, q, Fraction(1)) <= d)
@mutant("without delta", test=lambda p, q, r, d: excess(p, q, r) <= 0)
def approximate_max_divergence(
    test: Callable[[Law, Law, Fraction, Fraction], bool] = by_hockey_stick, proof: Proof = WRITTEN
) -> Verdict:
    """The event of the largest gain decides, exactly."""
    for number, (p, q) in enumerate(_pairs(6)):
        for ratio in RATIOS:
            for delta in (Fraction(0), Fraction(1, 20), excess(p, q, ratio), Fraction(1, 2)):
                result = by_events(p, q, delta) <= ratio
                require(
                    result == test(p, q, ratio, delta),
                    "The hockey-stick divergence decides otherwise.",
                    pair=number,
                    e_to_eps=ratio,
                    delta=delta,
                )
    return proof.verdict()


@checks("adv.lem12")
@mutant("one direction of a pair", both=False)
def privacy_is_indistinguishability(both: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """The definition of DP event by event against the two divergences, exactly."""
    for number, (p, q) in enumerate(_pairs(12)):
        for ratio in RATIOS:
            for delta in (Fraction(0), Fraction(1, 20), Fraction(1, 2)):
                worst = max(by_events(p, q, delta), by_events(q, p, delta) if both else 0)
                private = max(excess(p, q, ratio), excess(q, p, ratio)) <= delta
                finding = "The two notions differ."
                require(
                    (worst <= ratio) == private, finding, pair=number, e_to_eps=ratio, delta=delta
                )
    return proof.verdict()
