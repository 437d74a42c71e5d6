"""Claims about functions of an outcome and Renyi divergences: Lemma 4."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.verify.exact_laws.law_divergences import moment
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def merged_outcomes() -> Iterator[Instance]:
    """P = (1/2, 1/3, 1/6), Q = (1/4, 1/4, 1/2), and f merges the last two; alpha = 2, N = 1, 9."""
    p, q = map(Fraction, ("1/2", "1/3", "1/6")), map(Fraction, ("1/4", "1/4", "1/2"))
    law, other = tuple(p), tuple(q)
    x = [a / b for a, b in zip(law, other, strict=True)]
    g = [x[0], *[(law[1] + law[2]) / (other[1] + other[2])] * 2]
    for cut in (1, 9):
        h = [min(item, Fraction(cut)) for item in g]
        means: dict[str, Fraction] = dict.fromkeys(("m", "n", "r", "s", "w", "v"), Fraction(0))
        for i in range(3):
            means["m"] += law[i] * x[i]
            means["n"] += law[i] * h[i]
            means["r"] += law[i] * h[i] * (2 - h[i] / x[i])
            means["s"] += law[i] * h[i] ** 2 / x[i]
            means["w"] += other[i] * h[i] ** 2
            means["v"] += other[i] * h[i] * g[i]
        end = sum((a * b for a, b in zip(law, g, strict=True)), Fraction(0))
        for i in range(3):
            yield {"b": 1, "x": x[i], "g": g[i], "h": h[i], "end": end, **means}


def image(law: Law, labels: tuple[int, ...]) -> Law:
    """The law of the labels of the outcomes."""
    return tuple(
        sum((p for p, item in zip(law, labels, strict=True) if item == label), Fraction(0))
        for label in range(3)
    )


@checks("zcdp.lem4")
@mutant("another function of each", second=lambda labels: labels[::-1])
@mutant("sharper: 0.99 of the moment", share=Fraction(99, 100))
def renyi_processing(
    second: Callable[[tuple[int, ...]], tuple[int, ...]] = lambda labels: labels,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact moments of random laws on four points and of three labels; renaming keeps them."""
    source, sides = random.Random(4), Sides()
    for number in range(20):
        size = 4 if number else 3
        left, right = (random_law(source, size) for _ in range(2))
        labels = tuple(source.randrange(3) for _ in range(4)) if number else (2, 0, 1)
        for order in (2, 3):
            after = moment(image(left, labels), image(right, second(labels)), order)
            finding = "A function raised a divergence."
            case: dict[str, Any] = {"P": left, "Q": right, "labels": labels, "order": order}
            sides.at_most(after, share * moment(left, right, order), finding, **case)
    return proof.verdict(sharpness=sides.sharpness)
