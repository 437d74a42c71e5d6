"""Claims about how Section 2.1.2 compares pure, approximate and concentrated privacy."""

import random
from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory.balls import ball, working_precision
from ....models.finite_laws import RATIOS, Law, excess, largest_ratio, random_law
from .gaussian_profile import gaussian_delta

Split = Callable[[Law, Law, Fraction, Fraction], tuple[Law, Law]]
"""The parts of two laws, of mass 1 - delta, that are to be e^eps-close."""


def common_parts(one: Law, other: Law, ratio: Fraction, delta: Fraction) -> tuple[Law, Law]:
    """min(P, e^eps Q) and min(Q, e^eps P), brought to the mass 1 - delta.

    Both have at least this mass. Scaled by one factor they stay close; then the larger part moves
    towards e^-eps times the smaller one, which keeps it close too.
    """
    parts = [
        tuple(min(p, ratio * q) for p, q in zip(a, b, strict=True))
        for a, b in ((one, other), (other, one))
    ]
    factor = (1 - delta) / min(map(sum, parts))
    first, second = (tuple(factor * p for p in part) for part in parts)
    if sum(first) < sum(second):
        return common_parts(other, one, ratio, delta)[::-1]
    gap = sum(first) - sum(second) / ratio
    move = (sum(first) - (1 - delta)) / gap if gap else Fraction(0)
    closer = zip(first, second, strict=True)
    return tuple((1 - move) * p + move * q / ratio for p, q in closer), second


def _whole_laws(first: Law, second: Law, ratio: Fraction, delta: Fraction) -> tuple[Law, Law]:
    """Wrong: the laws themselves, scaled to the mass 1 - delta."""
    return tuple((1 - delta) * p for p in first), tuple((1 - delta) * q for q in second)


@checks("thesis.sec2.1.2.probability")
@mutant("the whole laws are close", split=_whole_laws)
@mutant("sharper: weight 1 - 0.99 delta", part=Fraction(99, 100))
def private_with_a_probability(
    split: Split = common_parts, part: Fraction = Fraction(1)
) -> Verdict:
    """The parts of pairs of laws at their smallest delta: their masses and their ratio, exact."""
    source = random.Random(212)
    pairs = [(random_law(source, 4, least=0), random_law(source, 4, least=0)) for _ in range(40)]
    pairs += [leaky_pair(Fraction(2), Fraction(1, 7)), leaky_pair(Fraction(5), Fraction(1, 50))]
    for left, right in pairs:
        for ratio in RATIOS:
            smallest = max(excess(left, right, ratio), excess(right, left, ratio))
            delta = part * smallest
            if smallest == 1:
                continue
            first, second = split(left, right, ratio, delta)
            case: dict[str, Any] = {"P": left, "Q": right, "e_to_eps": ratio, "delta": delta}
            inside = all(
                0 <= p <= whole
                for part, law in ((first, left), (second, right))
                for p, whole in zip(part, law, strict=True)
            )
            require(inside, "A part is more than the law.", **case)
            weight = sum(first) == sum(second) == 1 - delta
            require(weight, "The weight of a part is not 1 - delta.", **case)
            close = max(largest_ratio(first, second), largest_ratio(second, first)) <= ratio
            require(close, "The parts are not eps-close.", **case)
    return points()


Limit = Callable[[int], arb]
"""The delta of Gaussian noise with shift 1 at eps = n, which must be positive."""


@checks("thesis.sec2.1.2.intermediate")
@mutant("noise with bounded support", delta=lambda n: arb(0))
@mutant("a pair without a zero", pair=leaky_pair(Fraction(2), Fraction(0)))
def between_pure_and_approximate(
    delta: Limit = lambda n: gaussian_delta(arb(n), arb(1)),
    pair: tuple[Law, Law] = leaky_pair(Fraction(2), Fraction(1, 7)),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Gaussian noise is not pure, and a mechanism that may tell its data is not zCDP."""
    with working_precision(4096):
        for n in (0, 1, 5, 30):
            finding = "Gaussian noise is pure."
            require(below(ball(Fraction(0)), delta(n)), finding, eps=n, delta=delta(n))
    infinite = largest_ratio(*pair) == inf  # an outcome that the other law excludes
    require(infinite, "Its Renyi divergences are finite.", P=pair[0], Q=pair[1])
    return proof.verdict()
