"""Real cases of the steps of proofs_of_the_canonical_model.proof."""

from collections.abc import Iterator
from fractions import Fraction


def two_rounds() -> Iterator[dict[str, Fraction]]:
    """Arms of means 3/4 and 1/4; a fair first arm, then the first arm: 3/2 pulls of it."""
    means, pulls = (Fraction(3, 4), Fraction(1, 4)), (Fraction(3, 2), Fraction(1, 2))
    total = sum((m * n for m, n in zip(means, pulls, strict=True)), Fraction(0))
    regret = 2 * means[0] - total
    gaps = (means[0] - means[1]) * pulls[1]
    yield {"T": Fraction(2), "best": means[0], "total": total, "reg": regret} | {
        "means": total,
        "pulls": gaps,
    }
