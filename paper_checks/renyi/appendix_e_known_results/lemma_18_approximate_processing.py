"""Claims about functions of an approximately private output: Lemma 18."""

import random
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from ...models.finite_laws import RATIOS, Law, excess, neighbours, random_law, random_mechanism


def _mapped(law: Law, rows: tuple[Law, ...]) -> Law:
    """The law after a random mapping."""
    columns = zip(*rows, strict=True)
    return tuple(
        sum((p * c for p, c in zip(law, column, strict=True)), Fraction(0)) for column in columns
    )


@checks("renyi.lem18")
@mutant("a mapping that sees the data", turned=True)
@mutant("sharper: 0.99 of delta", share=Fraction(99, 100))
def approximate_processing(
    turned: bool = False, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact deltas of random mechanisms on two bits, before and after a random mapping."""
    source, sides = random.Random(18), Sides()
    for number in range(10):
        mechanism = random_mechanism(source, 2, 3)
        rows = tuple(random_law(source, 3) for _ in range(3))
        if not number:  # the outcomes are only named anew
            rows = tuple(tuple(Fraction(i + j == 2) for j in range(3)) for i in range(3))
        for first, second in neighbours(2):
            before = mechanism(first), mechanism(second)
            after = [_mapped(law, rows) for law in before]
            if turned and first[0]:
                after[0] = after[0][::-1]
            for ratio in RATIOS:
                small, large = excess(after[0], after[1], ratio), share * excess(*before, ratio)
                case: dict[str, Any] = {"before": before, "mapping": rows, "e^eps": ratio}
                sides.at_most(small, large, "A mapping raised delta.", **case)
    return proof.verdict(sharpness=sides.sharpness)
