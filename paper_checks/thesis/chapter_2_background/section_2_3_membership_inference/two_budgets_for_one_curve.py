"""Claims about audits of eps and delta at once, Section 2.3.7: two numbers, and boxes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, excess
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted, require
from banditproof.theory.accounting.finite_divergences import smallest_factor

Ratio = Fraction | float
Curve = tuple[Law, Law]
Question = Callable[[Curve], tuple[Ratio, ...]]
"""The best answer of a correct audit that knows the mechanism."""
DELTAS = tuple(Fraction(k, 20) for k in range(20))
_NONE = Fraction(0)


def two_numbers(pair: Curve) -> tuple[Ratio, ...]:
    """The largest pair (e^eps, delta) that is below all budgets of the mechanism, in both parts.

    The smallest eps has the largest delta. The smallest delta, which belongs to a large eps, is the
    probability of the outcomes that only one of the two laws has.
    """
    revealed = (
        sum((p for p, q in zip(*laws, strict=True) if not q), _NONE) for laws in _orders(pair)
    )
    return min(for_each_delta(pair)), max(revealed)


def for_each_delta(pair: Curve) -> tuple[Ratio, ...]:
    """e^eps(delta) for each delta, as in Definition 2.35."""
    return tuple(max(smallest_factor(*laws, d) for laws in _orders(pair)) for d in DELTAS)


def _orders(pair: Curve) -> tuple[Curve, Curve]:
    return pair, pair[::-1]


@checks("thesis.mia.rem.audit-two-budgets")
@mutant("for each delta, both times", first=for_each_delta)
def two_budgets(first: Question = two_numbers) -> Verdict:
    """Two mechanisms with the same best pair of numbers and different curves, exact."""
    quarter = Fraction(1, 4)
    pairs = [leaky_pair(Fraction(odds), quarter) for odds in (3, 9)]
    curves, answers = [for_each_delta(pair) for pair in pairs], [first(pair) for pair in pairs]
    if answers[0] != answers[1]:
        return points()
    known = *answers[0], *(curve[5] for curve in curves)
    need(known == (1, quarter, 3, 9), "The numbers are not those known by hand", found=known)
    witness: dict[str, Any] = {
        "mechanisms": "the input is released with probability 1/4, else a coin of odds 3 (or 9)",
        "best pair (e^eps, delta) of both": answers[0],
        "e^eps(1/4)": (3, 9),
    }
    return refuted(**witness)


Box = Callable[[Ratio, Ratio], bool]
"""Whether a budget counts as one below both numbers, from its e^eps and the box's."""


@checks("thesis.mia.rem.audit-two-budgets.boxes")
@mutant("sharper: budgets on the edge excluded", inside=lambda item, box: item <= box)
@mutant("a box of twice the size", inside=lambda item, box: item < 2 * box)
def boxes_without_budgets(
    inside: Box = lambda item, box: item < box, proof: Proof = WRITTEN
) -> Verdict:
    """Boxes with corners on a grid, for three pairs of laws, exact."""
    skew = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 10), Fraction(9, 10))
    pairs = [(coin(Fraction(r), 0), coin(Fraction(r), 1)) for r in (3, 9)]
    pairs += [leaky_pair(Fraction(9), Fraction(1, 4)), skew]
    ratios = [Fraction(k, 2) for k in range(2, 22)]
    for pair in pairs:
        curve = for_each_delta(pair)
        # budgets with an e^eps of the grid or of the curve
        tried = {*ratios, *(Fraction(x) for x in curve if x != inf)}
        spent = {x: max(excess(*laws, x) for laws in _orders(pair)) for x in tried}
        budgets = [(x, d) for x, d in product(tried, DELTAS) if spent[x] <= d]
        for ratio, k in product(ratios, range(1, len(DELTAS), 3)):
            empty = not any(inside(x, ratio) and d < DELTAS[k] for x, d in budgets)
            bounded = all(ratio <= least for least in curve[:k])
            case: dict[str, Any] = {"P": pair[0], "Q": pair[1], "e_to_e": ratio, "d": DELTAS[k]}
            require(empty == bounded, "The box and the curve say different things.", **case)
    return proof.verdict()
