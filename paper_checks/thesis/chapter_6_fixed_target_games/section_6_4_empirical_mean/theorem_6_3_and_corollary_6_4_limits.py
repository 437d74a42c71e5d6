"""Claims about the limits of score, leakage and power: Theorem 6.3 and Corollary 6.4."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.sums_of_rows import tells_for_every_n
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points, require
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import FiniteColumn, NormalLaw, mean_column


@checks("thesis.cor6.4.repaired")
@mutant("another score of normal columns", factor=Fraction(21, 20))
def leakage_in_the_limit(proof: Proof = WRITTEN, factor: Fraction = Fraction(1)) -> Verdict:
    """The steps, and normal columns, whose exact leakage is close."""
    for rows in (100, 400):
        exact = NormalLaw(rows, rows, Fraction(1)).total_variation()
        limit = certify(leak, factor, digits=12)
        near = abs(exact - limit) < Fraction(1, 4 * rows)
        require(near, "The leakage is further off than 1/(4n).", n=rows, exact=exact, limit=limit)
    return proof.verdict()


def _column(rows: int, target: Fraction) -> FiniteColumn:
    """The mean of fair bits, one of which may be replaced by the target."""
    return mean_column([0, 1], ["1/2", "1/2"], rows, target)


SIZES = (2, 5, 20)


def always_tells(target: Fraction) -> bool:
    """Whether the mean of fair bits tells for every n if the target is one of them.

    Sums of bits are whole, and with a target that is not they never are; for some n by all sums.
    """
    columns = [_column(n, target) for n in SIZES]
    apart = all(column.out_alone == column.in_alone == 1 for column in columns)
    need(apart == (target.denominator > 1), "The sums are other ones", target=target)
    return apart


def _leakage(column: FiniteColumn) -> Fraction:
    """The leakage of one column, exact: a lower bound of that of several."""
    gains = (max(mass.present - mass.out, Fraction(0)) for mass in column.masses())
    return sum(gains, Fraction(0))


@checks("thesis.cor6.4")
@mutant("a target in the support", target=Fraction(1))
def leakage_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: m* = 0, and the leakage is 1."""
    results = {rows: _leakage(_column(rows, target)) for rows in SIZES}
    limit = certify(leak, (target - Fraction(1, 2)) ** 2 * 4, digits=12)  # d = n
    if always_tells(target) and all(mass - limit > Fraction(1, 2) for mass in results.values()):
        return needs_repair(
            along=tells_for_every_n(target),
            n=SIZES,
            mu=Fraction(1, 2),
            target=target,
            leakage=tuple(results.values()),
            leakage_of_the_formula=limit,
        )
    return points()


@checks("thesis.thm6.3")
@mutant("a target in the support", target=Fraction(1))
def law_of_the_score_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: the ratio is 0 or infinite."""
    if always_tells(target):
        return needs_repair(
            along=tells_for_every_n(target),
            n=SIZES,
            mu=Fraction(1, 2),
            target=target,
            mass_of_infinite_scores=1,
        )
    return points()
