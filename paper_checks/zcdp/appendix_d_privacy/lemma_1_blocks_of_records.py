"""Claims about one mechanism on disjoint blocks of records: Lemma 1, and its proof of part (a)."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.disjoint_blocks import (
    Admissible,
    any_partition,
    as_printed,
    laws_by_blocks,
    require_partitions,
    without_the_range,
)
from banditproof.paper_checks.models.finite_laws import Law, excess, neighbours
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted, require


def release(bits: tuple[int, ...]) -> Law:
    """The parity by a coin of odds 3, shown openly with probability 1/9: (log 3, 1/9)-DP."""
    odd = sum(bits) % 2
    noisy = tuple(Fraction(8, 9) * Fraction(3 if side == odd else 1, 4) for side in (0, 1))
    return (*noisy, *(Fraction(1, 9) * (side == odd) for side in (0, 1)))


@checks("zcdp.lem1", subjects={"admissible": (as_printed, any_partition)})
@mutant("l < T", admissible=without_the_range)
@mutant("blocks that overlap", last=1)
@mutant("sharper: 0.99 of delta", share=Fraction(99, 100))
def one_mechanism_on_blocks(
    admissible: Admissible, last: int = 0, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The index lists that the hypothesis admits; exact deltas of every cut of four bits."""
    besides = " The main text of the zcdp paper also names T outputs for l blocks."
    require_partitions(admissible, "record", besides)
    sides, n = Sides(), 4
    for starts, laws in laws_by_blocks(n, release, last):
        worst = max(excess(laws[x], laws[y], Fraction(3)) for x, y in neighbours(n))
        allowed = share * Fraction(1, 9)
        sides.at_most(worst, allowed, "The blocks have a larger delta.", starts=starts)
    return proof.verdict(sharpness=sides.sharpness)


Events = Callable[[], Iterable[frozenset[int]]]
DIAGONAL: Law = (Fraction(1, 2), Fraction(0), Fraction(0), Fraction(1, 2))
UNIFORM: Law = (Fraction(1, 4),) * 4
LEANING: Law = (Fraction(3, 8), Fraction(3, 8), Fraction(1, 8), Fraction(1, 8))
"""Laws of two bits, in the order 00, 01, 10, 11."""


def all_events() -> list[frozenset[int]]:
    """The 16 sets of pairs of bits."""
    return [frozenset(chosen) for size in range(5) for chosen in combinations(range(4), size)]


def rectangles() -> list[frozenset[int]]:
    """The sets E_1 x E_2."""
    sides = ((), (0,), (1,), (0, 1))
    return [
        frozenset(2 * a + b for a in first for b in second)
        for first, second in product(sides, sides)
    ]


@checks("zcdp.lem1.rectangles")
@mutant("all events", events=all_events)
@mutant("one law twice", pairs=((UNIFORM, UNIFORM),))
@mutant("independent bits, one of which changes", pairs=((LEANING, UNIFORM),))
def rectangles_are_enough(
    events: Events = rectangles, pairs: tuple[tuple[Law, Law], ...] = ((DIAGONAL, UNIFORM),)
) -> Verdict:
    """Two laws on pairs of bits at eps = 0: the best rectangle against the best event."""
    for first, second in pairs:
        gains = [p - q for p, q in zip(first, second, strict=True)]
        delta = max(sum((gains[i] for i in event), Fraction(0)) for event in events())
        best = max(all_events(), key=lambda event: sum((gains[i] for i in event), Fraction(0)))
        result = sum((gains[i] for i in best), Fraction(0))
        need(result == excess(first, second, Fraction(1)), "The sum of the gains differs")
        require(delta <= result, "An event gains more than the best one.", delta=delta)
        if delta < result:
            return refuted(
                "A bound for all rectangles is weaker than one for all events. For independent "
                "outputs of which one changes law it is not, as data processing shows.",
                P="(1/2, 0, 0, 1/2) on 00, 01, 10, 11",
                Q="uniform",
                eps=0,
                largest_on_rectangles=delta,
                largest=result,
            )
    return points()
