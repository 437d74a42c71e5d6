"""What steps of proof_of_the_middle.proof compute."""

from fractions import Fraction
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdicts.vocabulary import need

LEAK = Fraction(1, 7)


def tells() -> str:
    """A mechanism that tells its data with probability 1/7 has an outcome that decides."""
    first, second = leaky_pair(Fraction(2), LEAK)
    sure = sum(p for p, q in zip(first, second, strict=True) if q == 0)
    need(sure == LEAK, "Another mass excludes the other data", mass=sure)
    return f"a mass of {sure} on outcomes that the other data exclude"
