"""Claims about the moments of the linear score of a wrong target: Remark D.7."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, require
from .remark_d_1_linear_score import COLUMNS, DATA, TARGET, moments_of_the_score, product_of

WRONG_TARGET = (Fraction(0), Fraction(-1))


@checks("thesis.remD.7.means")
@mutant("sharper: without the distance of the targets", apart=Fraction(0))
@mutant("half of it", apart=Fraction(1, 2))
def means_of_a_wrong_target(apart: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof, and two columns by all tables of rows."""
    for rows, present in product(DATA, (False, True)):
        result, _ = moments_of_the_score(rows, WRONG_TARGET, present)
        wrong, true = product_of(WRONG_TARGET, WRONG_TARGET), product_of(TARGET, TARGET)
        gaps = (
            (a - b) ** 2 / c.variance for a, b, c in zip(TARGET, WRONG_TARGET, COLUMNS, strict=True)
        )
        wanted = true - apart * sum(gaps, Fraction(0)) if present else -wrong
        case: dict[str, Any] = {"n": rows, "H": int(present)}
        require(result == wanted / (2 * rows), "The mean differs.", **case, mean=result)
    return proof.verdict()


def printed_variance(wrong: Fraction, true: Fraction) -> Fraction:
    """m*, as Theorem 6.7 (a) and (b) print it."""
    return true


@checks("thesis.remD.7.variances")
@mutant("that of the wrong target", variance=lambda wrong, true: wrong)
def variances_of_a_wrong_target(
    variance: Callable[[Fraction, Fraction], Fraction] = printed_variance,
) -> Verdict:
    """Two columns by all tables of rows."""

    wrong, true = product_of(WRONG_TARGET, WRONG_TARGET), product_of(TARGET, TARGET)
    for rows in DATA:
        _, result = moments_of_the_score(rows, WRONG_TARGET, False)
        need(result == wrong / rows, "The variance differs", n=rows, variance=result)
        if result != variance(wrong, true) / rows:
            return misprinted(n=rows, variance=result, m_targ=wrong / rows, m_star=true / rows)
    return points()
