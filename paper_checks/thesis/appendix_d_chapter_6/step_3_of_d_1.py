"""Claims about (D.1) and Step 3 of the proof of Theorem 6.3: sums over the columns."""

from fractions import Fraction
from math import prod
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence
from banditproof.verify.evidence import Grade
from ...verdicts.vocabulary import need, points, refuted, require, require_or_repair
from .expansions_in_root_n import NAMES, D, U, coefficient, cut, mean, number, one_column, variance
from .lemma_d_4_lindeberg_condition import laws_by_tables, spread_column

n = Powers.n
HALF = Fraction(1, 2)


RARE = Sequence.of((1, n(-HALF)), (0, 1 - n(-HALF)))


@checks("thesis.appD.thm6.3.step3.remainders")
@mutant("remainders of the order n^-2", term=Sequence.of((n(-2), 1)))
def remainders(term: Sequence = RARE) -> Verdict:
    """Independent rare terms, exactly."""
    scaled = term.image(lambda value: value * n())
    small = all(scaled.beyond(eps).limit == 0 for eps in (HALF**10, HALF))
    need(small, "A term is no o_p(1/n)")
    first = (term.moment(1) * n()).limit
    spread = ((term.moment(2) - term.moment(1) ** 2) * n() * n(-1)).limit
    if first == 0:
        return points()
    need(spread == 0, "The sum is not near its mean")  # Var/n -> 0, and the mean is sqrt(n)
    return refuted(
        grade=Grade.OUTLINED,
        term="1 with probability n^(-1/2), else 0",
        mean_of_the_sum="n^(1/2)",
        limit_of_the_mean=first,
    )


def variance_sum_below(exponent: int) -> Powers:
    """A lower bound of sum_j V_0[Y_(n,j)] for d = n columns with a_j^2 = j^exponent and z* = 0.

    V_0[Y] = V(xi^2)/(4(n-1)^2) with V(xi^2) = 2 + (a^2 - 3)/n, for the columns j >= n/2.
    """
    excess = n(exponent, HALF**exponent) - 3
    return n(1, HALF) * excess * n(-3, HALF**2)


@checks("thesis.appD.thm6.3.step3.sums", subjects={"exponent": (4, 0)})
@mutant("sharper: cumulants of the order j^2", exponent=2)
@mutant("twice the m*", times=2)
def sums(exponent: int = 0, times: int = 1) -> Verdict:
    """The variance of columns whose fourth moment grows with j, and the exact series."""
    if exponent:
        need_variances(exponent)
        least = variance_sum_below(exponent).limit
        require_or_repair(
            least <= 0,
            "The variance of Y has the fourth cumulant of its column, divided by 4n^3; if it grows "
            "with j, the sum does not tend to m* = 0.",
            grade=Grade.OUTLINED,
            columns=spread_column(exponent),
            lower_limit=least,
            m_star=0,
        )
    own = one_column(Fraction(1), order=4)
    for present, sign in ((False, -1), (True, 1)):
        unit = D**2 * number(Fraction(sign, 2)) - number(HALF)
        case: dict[str, Any] = {"under": f"H{int(present)}"}
        difference = cut(mean(own, present) - U**2 * unit)
        require(not difference.to_dict(), "Another sum of means.", **case)
        spread = variance(own, present, 4)
        difference = coefficient(spread, 2) - D**2 * number(times)
        require(not difference.to_dict(), "Another sum of variances.", **case)
        rest = spread - D**2 * U**2
        known = {"u", "D", "l3", "l4"}
        names = {name for key in rest.to_dict() for name, e in zip(NAMES, key, strict=True) if e}
        need(names <= known, "Other cumulants enter", names=sorted(names))
        need(all(key[0] > 2 for key in rest.to_dict()), "The rest is of the order 1/n", **case)
    return points()


def variance_of_one(square: int, rows: int) -> Fraction:
    """V_0[Y] of the column whose entries have this square or are 0, and z* = 0."""
    return (2 + Fraction(square - 3, rows)) / (4 * (rows - 1) ** 2)


def need_variances(exponent: int) -> None:
    """The bound at n = 9 and 25 against the exact sum, and one variance by tables."""
    law = [(y, p) for _, y, p in laws_by_tables(2**exponent, 3)]
    first, second = (sum((p * y**k for y, p in law), Fraction(0)) for k in (1, 2))
    known = second - first**2 == variance_of_one(2**exponent, 3)
    need(known, "The variance differs", exponent=exponent)
    for root in (3, 5):
        rows = root**2
        exact = sum(variance_of_one(j**exponent, rows) for j in range(2, rows + 1))
        low = exact >= variance_sum_below(exponent).at(root)
        need(low, "The sum is smaller", exponent=exponent, n=rows)


def need_limits(exponent: int) -> None:
    """Both bounds at n = 9 and 25 against exact ones; E|Y| = 1/(2(n-1))."""
    for root in (3, 5):
        rows = root**2
        shares = (1 - Fraction(1, j**exponent) for j in range(root + 1, rows + 1))
        seen = 1 - prod(share**rows for share in shares)
        need(seen <= far_columns(exponent).at(root), "Far columns are seen more often", n=rows)
        near = Fraction(root, 2 * (rows - 1))
        need(near <= near_columns().at(root), "The near columns are larger", n=rows)


def far_columns(exponent: int) -> Powers:
    """A bound of the probability that a column j > sqrt(n) has an entry that is not 0.

    Its n entries are 0 but with the probability n/a^2, and sum_(j > m) j^-q <= m^(1-q)/(q-1) for a
    whole m: n runs through the squares, which is enough against a limit.
    """
    return n(1, Fraction(1, exponent - 1)) * n(Fraction(1 - exponent, 2))


def near_columns() -> Powers:
    """A bound of E|Y| summed over j <= sqrt(n): sqrt(n)/(2(n-1)) <= n^(-1/2) for n >= 2."""
    return n(-HALF)


@checks("thesis.appD.thm6.3.step3.limit", subjects={"exponent": (4, 0)})
@mutant("sharper: a third cumulant of a smaller order", order=4)
@mutant("the mean of the constant twice", level=Fraction(1))
def limit(exponent: int = 0, order: int = 3, level: Fraction = HALF) -> Verdict:
    """Columns that are 0 but rarely, and the cumulants of Y for every column."""
    if exponent:
        need_limits(exponent)
        need(far_columns(exponent).limit == 0, "A far column is seen", exponent=exponent)
        need(near_columns().limit == 0, "The near columns count")
        require_or_repair(
            False,
            "All entries of the columns j > sqrt(n) are 0 with a probability that tends to 1, and "
            "the other columns add at most 1/sqrt(n) in the mean: the sum tends to 0 in "
            "probability, while the normal law is the point -1/2, as m* = 0 and tau = 1.",
            grade=Grade.OUTLINED,
            columns=spread_column(exponent),
            limit=0,
            printed_limit=-HALF,
            far_columns_are_seen_with_at_most=str(far_columns(exponent)),
        )
    own = one_column(Fraction(1), order=4)
    for present, sign in ((False, -1), (True, 1)):
        case: dict[str, Any] = {"under": f"H{int(present)}"}
        powers = [mean(cut(own**k, 4), present, 4) for k in range(1, 5)]
        first, second, third, fourth = powers
        unit = D**2 * number(Fraction(sign, 2)) - number(level)
        right = not (coefficient(first, 2) - unit).to_dict()
        require(right, "The mean of the sum differs.", **case)
        skew = third - number(3) * first * second + number(2) * first**3
        require(not cut(skew, order).to_dict(), "The third cumulant does not vanish.", **case)
        peak = fourth - number(3) * second**2  # the mean is of the order u^2, and adds u^6
        require(not cut(peak, 4).to_dict(), "The fourth cumulant does not vanish.", **case)
    return points()
