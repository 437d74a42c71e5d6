"""Hypotheses for the conclusion of Theorem 6.3: (S1) to (S3), and Bernoulli columns."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    NormalLaw,
    ProductLaw,
    mean_column,
)
from .limit_by_chi_squares import moments_of_the_ratio


@checks("thesis.fix.lr.hypotheses")
@mutant("another score of normal columns", factor=Fraction(21, 20))
def limit_under_the_hypotheses(proof: Proof = WRITTEN, factor: Fraction = Fraction(1)) -> Verdict:
    """The steps, and normal columns, for which (S1) is exact."""
    for score in (Fraction(1, 4), Fraction(4)):
        exact = NormalLaw(200, 200, score).total_variation()
        limit = certify(leak, factor * score, digits=12)
        near = abs(exact - limit) < Fraction(1, 800)
        require(near, "The limit differs.", n=200, score=score, exact=exact, limit=limit)
    return proof.verdict()


def fair_and_unfair() -> Iterator[Instance]:
    """The counts of columns with the target 1, and the moments of the ratio minus 1."""
    for n, mu in ((2, Fraction(1, 2)), (5, Fraction(1, 7))):
        column = mean_column([0, 1], [1 - mu, mu], n, 1)
        v, f = moments_of_the_ratio(column)
        for k, mass in enumerate(column.masses()[1:], 1):
            drawn = comb(n - 1, k - 1) * mu ** (k - 1) * (1 - mu) ** (n - k)
            yield {"n": n, "mu": mu, "k": k, "x": Fraction(k, n)} | {
                "c": mass.out,
                "p": mass.present,
                "q": drawn,
                "v": v,
                "f": f,
            }


@checks("thesis.fix.lr.bernoulli")
@mutant("the exact score of another target", target=0)
@mutant("another score of fair columns", factor=Fraction(21, 20))
def bernoulli_columns_in_the_limit(
    proof: Proof = WRITTEN, target: int = 1, factor: Fraction = Fraction(1)
) -> Verdict:
    """The steps, the ratio at all counts of small columns, and exact leakages."""
    for rows, mean in ((2, Fraction(1, 3)), (5, Fraction(1, 7)), (8, Fraction(4, 5))):
        column = mean_column([0, 1], [1 - mean, mean], rows, target)
        for k, mass in enumerate(column.masses()):
            shift = (1 - mean) * (Fraction(k, rows) - mean) / (mean * (1 - mean))
            finding = "The ratio is not 1 + xi."
            require(mass.present == mass.out * (1 + shift), finding, n=rows, mu=mean, k=k)
    for rows in (100, 200):
        law = ProductLaw([(BernoulliColumn(rows, Fraction(1, 2), target), rows)], 1e-9)
        exact, limit = law.total_variation(), certify(leak, factor, digits=12)
        near = abs(exact - limit) < Fraction(1, 5 * rows)
        require(near, "The leakage is off.", n=rows, exact=exact, limit=limit)
    return proof.verdict()
