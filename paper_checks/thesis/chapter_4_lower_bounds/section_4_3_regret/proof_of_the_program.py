"""Real cases of the steps of proof_of_the_program.proof."""

from fractions import Fraction
from banditproof.paper_checks.checking import Instance


def two_arms_of_gap_one() -> list[Instance]:
    """Two arms, where M is the number 2 w^2 for Pa = w, at a budget for which both sums are 2."""
    budget = Fraction("1.2533141374")  # a little above sqrt(2 pi)/2
    case = {"gap": 1, "eps": budget, "quad": 2, "load": 2, "norm": Fraction(1, 2)}
    return [{**case, "size": 1, "top": 1, "rho": 1}]
