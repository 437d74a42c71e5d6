"""How sharp an inequality of a proof is: its two sides at chosen points."""

from fractions import Fraction
from typing import Any
from ..verdicts.sharpness import Sides
from ..verdicts.verdict import Sharpness
from .relations import Relation

BITS = 256


def sharpest(text: str, *cases: dict[str, Fraction | int | str]) -> Sharpness | None:
    """The largest certified ratio of the sides of a relation at some exact points.

    >>> sharpest("2*(p-q)^2 <= kl(p,q)", {"p": "1/2", "q": "3/4"}, {"p": "0.4999", "q": "0.5001"})
    Sharpness(ratio=0.9999999866666665, case='p = 4999/10000, q = 5001/10000', cases=2)
    """
    from banditproof.theory.balls import working_precision
    from banditproof.theory.prover.kernel.spans import exactly, span

    relation, sides = Relation.of(text), Sides()
    smaller, larger = relation.left, relation.right
    if relation.sign in (">", ">="):
        smaller, larger = larger, smaller
    with working_precision(BITS):
        for case in cases:
            values: dict[str, Any] = {name: Fraction(value) for name, value in case.items()}
            box = {name: exactly(value) for name, value in values.items()}
            left, right = (span(side, box) for side in (smaller, larger))
            sides.at_most(
                left.lo.union(left.hi), right.lo.union(right.hi), f"{text} is false.", **values
            )
    return sides.sharpness
