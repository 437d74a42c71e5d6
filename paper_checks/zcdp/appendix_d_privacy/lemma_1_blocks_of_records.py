"""Claims about one mechanism on disjoint blocks of records: Lemma 1, and its proof of part (a)."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.disjoint_blocks import (
    Admissible,
    any_partition,
    as_printed,
    laws_by_blocks,
    require_partitions,
    without_the_range,
)
from banditproof.paper_checks.models.finite_laws import Law, excess, joint, neighbours


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


HALF = Fraction(1, 2)
BITS: tuple[Law, ...] = tuple((p, 1 - p) for p in (HALF, Fraction(3, 4), Fraction(1, 7)))
DIAGONAL: Law = (HALF, Fraction(0), Fraction(0), HALF)
UNIFORM: Law = (Fraction(1, 4),) * 4
"""Laws of two bits, in the order 00, 01, 10, 11."""


def rectangles() -> list[frozenset[int]]:
    """The sets E_1 x E_2."""
    sides = ((), (0,), (1,), (0, 1))
    return [
        frozenset(2 * a + b for a in first for b in second)
        for first, second in product(sides, sides)
    ]


def one_factor_changes() -> Iterator[tuple[Law, Law]]:
    """Laws of two independent bits, of which the first one or the second one has another law."""
    for kept, before, after in product(BITS, repeat=3):
        yield joint(before, kept), joint(after, kept)
        yield joint(kept, before), joint(kept, after)


def both_factors_change() -> Iterator[tuple[Law, Law]]:
    """Laws of two independent bits, each of which has another law."""
    yield joint(BITS[0], BITS[0]), joint(BITS[1], BITS[1])


@checks("zcdp.lem1.rectangles")
@mutant("laws that are no products", pairs=lambda: [(DIAGONAL, UNIFORM)])
@mutant("two factors that change", pairs=both_factors_change)
@mutant("sharper: 0.99 of delta", share=Fraction(99, 100))
def rectangles_are_enough(
    pairs: Callable[[], Iterable[tuple[Law, Law]]] = one_factor_changes,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Two bits at e^eps = 1 and 5/4, exact: the best rectangle against the best event."""
    sides = Sides()
    for (first, second), odds in product(pairs(), (Fraction(1), Fraction(5, 4))):
        gains = [p - odds * q for p, q in zip(first, second, strict=True)]
        delta = max(sum((gains[i] for i in event), Fraction(0)) for event in rectangles())
        finding = "A bound for all rectangles is weaker than one for all events."
        case: dict[str, Any] = {"P": first, "Q": second, "largest on rectangles": delta}
        sides.at_most(excess(first, second, odds), share * delta, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)
