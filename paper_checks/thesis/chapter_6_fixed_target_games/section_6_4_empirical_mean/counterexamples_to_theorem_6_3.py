"""Product laws with all moments for which the conclusion of Theorem 6.3 is false."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks
from banditproof.theory.membership.finite_laws import BernoulliColumn


def last_columns() -> Iterator[Instance]:
    """The last of d = 5n columns, and the score of all of them."""
    for n in (1, 2, 6):
        mu = Fraction(1, 5 * n + 1)
        none = BernoulliColumn(n, mu, 1).masses()[0]
        means = {j: Fraction(1, j + 1) for j in range(1, 5 * n + 1)}
        parts = [((j == 5 * n) - p) ** 2 / (p * (1 - p)) for j, p in means.items()]
        h = sum((Fraction(1, j) for j in range(1, 5 * n)), Fraction(0))
        yield {"n": n, "m": 5 * n - 1, "mu": mu, "none": none.out, "h": h, "score": sum(parts) / n}


@checks("thesis.thm6.3.uniformity")
def one_dominating_column(proof: Proof = WRITTEN) -> Verdict:
    """The steps: the last column alone."""
    return proof.verdict()
