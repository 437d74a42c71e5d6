"""Claims about Steps 4 and 5 of Appendix C.4.2: (C.24) to (C.27)."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from ...models.design_updates import LINE, ORACLE, SEQUENCES, determinants, starts


@checks("thesis.pf5.17.C26")
@mutant("lambda of 1/10", scales=(Fraction(1, 10),))
@mutant("sharper: lambda in place of lambda + 1", more=0)
def growth_from_below(
    scales: tuple[Fraction, ...] = (Fraction(1), Fraction(3)), more: int = 1, proof: Proof = WRITTEN
) -> Verdict:
    """Exact determinants of unit vectors; on the line the first bound is attained."""
    sides = Sides()
    for scale, rows in product(scales, (*SEQUENCES, LINE)):
        dets = determinants(rows, scale)
        for start, after in product((1, 2, 7), (8, 20, 40)):
            grown = dets[after - 1] / dets[start]
            first = (scale + after - 1) / (scale + start)
            second = Fraction(after, start) / (scale + more)
            sides.at_most(first, grown, "The determinant grows less.", start=start, next=after)
            sides.at_most(second, first, "The last bound is larger.", start=start, next=after)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.pf5.17.updates", subjects={"more": (False, True)})
@mutant("sharper: 1 % less", share=Fraction(99, 100))
def ratio_of_updates(
    more: bool = True, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The line with lambda = 1/10 and C = 1: updates after 1, 3, 7, 15 and 31."""
    sides, one = Sides(), Fraction(1)
    for scale, doubling in ((one / 10, one), (one, one), (one, one / 2)):
        for rows in (LINE, ORACLE):
            result = [first - 1 for first in starts(determinants(rows, scale), doubling)][1:]
            for tau, after in pairwise(result):
                right = share * ((1 + doubling) * (1 + scale) + (1 - scale if more else 0))
                case: dict[str, Any] = {"d": len(rows[0]), "lambda": scale, "C": doubling}
                sides.at_most_or_repair(
                    Fraction(after, tau),
                    right,
                    "For lambda below 1 the ratio of successive updates may be larger.",
                    **case,
                    updates=tuple(result),
                    ratio=Fraction(after, tau),
                    bound=right,
                )
    return proof.verdict(sharpness=sides.sharpness)
