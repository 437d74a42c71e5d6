"""Theorem 6.3 where the chi-squares of the columns sum to the leakage score."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import ExactColumn, ProductLaw, mean_column


def moments_of_the_ratio(column: ExactColumn) -> tuple[Fraction, Fraction]:
    """E_0 xi^2 and E_0 xi^4 of a column whose law without the target dominates, exact."""
    shifts = [(mass.present / mass.out - 1, mass.out) for mass in column.masses()]
    second, fourth = (sum((q * x**k for x, q in shifts), Fraction(0)) for k in (2, 4))
    return second, fourth


@checks("thesis.thm6.3.repaired")
@mutant("another score of three values", factor=Fraction(21, 20))
@mutant("sharper: the witness against the print", targets=(Fraction(1, 2),))
def limit_by_chi_squares(
    proof: Proof = WRITTEN,
    factor: Fraction = Fraction(1),
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(2)),
) -> Verdict:
    """The steps; the witness against the print; columns with three values, exact."""
    witness = mean_column([0, 1], ["1/2", "1/2"], 5, "1/2")
    require(witness.in_alone > 0, "The witness against the print is dominated.")
    for target, rows in product(targets, (10, 20)):
        column = mean_column([0, 1, 2], ["1/3"] * 3, rows, target)
        case: dict[str, Any] = {"n": rows, "target": target}
        require(column.in_alone == 0, "The law without the target does not dominate.", **case)
        second, fourth = moments_of_the_ratio(column)
        score = (target - 1) ** 2 * Fraction(3, 2)
        near = abs(rows * second - factor * score) < Fraction(1, 5 * rows)
        require(near, "The chi-squares do not sum to the score.", **case)
        require(fourth < Fraction(8, rows**2), "The fourth moments are large.", **case)
        if rows > 10:
            continue
        law = ProductLaw([(column, rows)], 1e-6)
        exact, limit = law.total_variation(), certify(leak, factor * score, digits=12)
        near_limit = abs(exact - limit) < Fraction(1, 5 * rows)
        require(near_limit, "The leakage is off.", **case)
    return proof.verdict()
