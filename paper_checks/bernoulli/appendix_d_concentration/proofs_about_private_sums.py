"""Real cases of the steps of proofs_about_private_sums.proof."""

from fractions import Fraction
from banditproof.paper_checks.checking import Instance


def a_threshold() -> list[Instance]:
    """50 coins of mean 1/2, delta = 1/e and eps = 1: the threshold is 1/2 + 1/10 + 1/50."""
    half, root, noise = Fraction(1, 2), Fraction(1, 10), Fraction(1, 50)
    return [{"n": 50, "y": half, "L": 1, "a": root, "eps": 1, "t": half + root + noise}]
