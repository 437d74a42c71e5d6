"""Claims about the Lindeberg condition of the columns, and its proof: Lemma D.4."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence
from banditproof.verify.evidence import Grade
from ...verdicts.along_by_algebra import numbers_show
from ...verdicts.vocabulary import misprinted, need, points, refuted, require, require_or_repair
from .expansions_in_root_n import cut, one_column

n = Powers.n
HALF = Fraction(1, 2)
FOURTH_POWERS = 4
"""a_j^2 = j^4 for the columns that refute the lemma."""


def spread_column(exponent: int) -> str:
    """The law of column j in words."""
    power = f"j^{exponent}"
    return f"P(Z = +-a) = 1/(2a^2), P(Z = 0) = 1 - 1/a^2 with a^2 = {power}, z* = 0"


def lindeberg_sum_below(exponent: int) -> Powers:
    """A lower bound of the Lindeberg sum of d = n columns with a_j^2 = j^exponent, for large n.

    Y = -xi^2/(2(n-1)) with xi^2 = S^2/n. One entry of n is not 0 with a probability of at least
    n p (1 - n p), p = 1/a^2, and then |Y| = a^2/(2n(n-1)), so that column j adds at least
    (a^2 - n)/(4n(n-1)^2) >= (a^2 - n)/(4n^3). The columns j >= n/2 are at least n/2.
    """
    return n(1, HALF) * (n(exponent, HALF**exponent) - n()) * n(-3, HALF**2)


def least_size(exponent: int) -> Powers:
    """A lower bound of |Y| where one entry of a column j >= n/2 is not 0."""
    return n(exponent, HALF**exponent) * n(-2, HALF)


def size_of_one(square: int, rows: int) -> Fraction:
    """|Y| where one entry of n is not 0 and has this square."""
    return Fraction(square, 2 * rows * (rows - 1))


def exact_sum(exponent: int, rows: int, eps: Fraction) -> Fraction:
    """What one entry that is not 0 adds to the Lindeberg sum of rows columns, exactly."""
    total = Fraction(0)
    for j in range(2, rows + 1):
        share, size = Fraction(1, j**exponent), size_of_one(j**exponent, rows)
        chance = rows * share * (1 - share) ** (rows - 1)
        total += chance * size**2 * (size > eps)
    return total


def laws_by_tables(square: int, rows: int) -> Iterator[tuple[int, Fraction, Fraction]]:
    """How many entries are not 0, -Y, and the mass of each table of one column."""
    for entries in product((-1, 0, 1), repeat=rows):
        count = sum(map(abs, entries))
        share = Fraction(1, 2 * square) ** count * (1 - Fraction(1, square)) ** (rows - count)
        yield count, Fraction(square * sum(entries) ** 2, 2 * rows * (rows - 1)), share


def need_bounds(exponent: int, eps: Fraction) -> None:
    """The bounds at n = 9 and 25 against the exact sum, and this at n = 2 by tables."""
    tables = laws_by_tables(2**exponent, 2)
    by_tables = sum(p * y**2 * (y > eps) for count, y, p in tables if count == 1)
    need(by_tables == exact_sum(exponent, 2, eps), "The sum differs", exponent=exponent)
    for root in (3, 5):
        rows = root**2
        sizes = [size_of_one(j**exponent, rows) for j in range(rows // 2 + 1, rows + 1)]
        low = min(sizes) >= least_size(exponent).at(root)
        need(low, "The values are smaller", exponent=exponent, n=rows)
        low = exact_sum(exponent, rows, eps) >= lindeberg_sum_below(exponent).at(root)
        need(low, "The sum is smaller", exponent=exponent, n=rows)


def tail_of_a_bounded_column(rows: int, eps: Fraction) -> tuple[Fraction, Fraction]:
    """n E_0[Y^2 1(|Y| > eps)] and n E_0[Y^4] of P(Z = +-2) = 1/8 with z* = 2, exactly."""
    total = first = far = fourth = Fraction(0)
    for up in range(rows + 1):
        for down in range(rows + 1 - up):
            ways = factorial(rows) // (factorial(up) * factorial(down))
            mass = Fraction(ways // factorial(rows - up - down), 8 ** (up + down))
            mass *= Fraction(3, 4) ** (rows - up - down)
            place = 2 * (up - down)
            y = (Fraction(place**2, rows) - Fraction((place - 2) ** 2, rows - 1)) / 2
            total, first = total + mass, first + mass * y
            far += mass * y**2 * (abs(y) > eps)
            fourth += mass * y**4
    known = total == 1 and first == Fraction(-5, 2 * (rows - 1))  # -(1 + c)/(2(n-1)), c = 4
    need(known, "The law of the column differs", n=rows)
    return rows * far, rows * fourth


@checks("thesis.lemD.4", subjects={"exponent": (FOURTH_POWERS, 0)})
@mutant("sharper: eighth moments of the order j^6", exponent=2)
@mutant("sharper: an order less", order=2)
def lindeberg_condition(exponent: int = 0, order: int = 1) -> Verdict:
    """Columns with moments of all orders whose spread grows with j, and bounded ones."""
    eps = HALF / 20
    least = lindeberg_sum_below(exponent).limit
    if exponent:
        need_bounds(exponent, eps)
        need(least_size(exponent).exceeds(eps), "The values are too small", exponent=exponent)
        sums = [exact_sum(exponent, rows, eps) for rows in (5, 10, 20)]
        require_or_repair(
            least <= 0,
            "Moments of each column do not help, if their size grows with the column: the sum has "
            "the lower limit below for d = n, while m* = 0. The proof takes a bound in "
            "probability for one of moments.",
            grade=Grade.OUTLINED,
            columns=spread_column(exponent),
            epsilon=eps,
            lower_limit=least,
            what_one_entry_adds=[f"{float(s):.4g}" for s in sums],
        )
    fifth = cut(one_column(Fraction(1), order=4) ** 4, 2 * order + 1)
    require(not fifth.to_dict(), "E[Y^4] is larger than of the order n^-2.", order=order)
    sides = Sides()
    for rows in (4, 12, 24):
        far, fourth = tail_of_a_bounded_column(rows, HALF)
        sides.at_most(far, fourth / HALF**2, "Above the moment.", n=rows)
        sides.at_most(fourth, Fraction(500, rows), "The fourth moments do not vanish.", n=rows)
    return points(sharpness=sides.sharpness)


def signed(y: Fraction, power: int) -> Fraction:
    """y^power."""
    return y**power


def absolute(y: Fraction, power: int) -> Fraction:
    """|y|^power."""
    return abs(y) ** power


@checks("thesis.lemD.4.markov")
@mutant("the absolute value", power=absolute)
def truncation(power: Callable[[Fraction, int], Fraction] = signed) -> Verdict:
    """Signs with a drift, exactly."""
    for y in (Fraction(1), Fraction(-1), Fraction(-1, 3)):
        left = sum(v**2 * (abs(v) > HALF) for v in (y, y / 2)) / 2
        for delta in (1, 2, 3):
            right = sum(power(v, 2 + delta) for v in (y, y / 2)) / 2 / HALF**delta
            if left > right:
                return misprinted(Y=(y, y / 2), delta=delta, epsilon=HALF, left=left, right=right)
    return points()


RARE = Sequence.of((n(), n(-1)), (0, 1 - n(-1)))
SMALL = Sequence.of((n(-HALF), HALF), (n(-HALF, -1), HALF))


@checks("thesis.lemD.4.moments")
@mutant("a bounded variable", y=SMALL)
def moments_from_probability(y: Sequence = RARE) -> Verdict:
    """A rare large value, exactly."""
    scaled = y.image(lambda value: value * n(HALF))
    need(scaled.escaping == 0, "The variable is not bounded in probability")
    moments = {delta: (y.moment(2 + delta) * n()).limit for delta in (2, 4)}
    if all(value == 0 for value in moments.values()):
        return points()
    along = numbers_show(
        "n",
        "sqrt(n) Y is 0 but for a chance of 1/n, and n E|Y|^(2 + delta) is n^(2 + delta), at the "
        "orders 4 and 6",
        less=[(1, value) for value in moments.values()],
    )
    return refuted(
        along=along,
        law="Y = n with probability 1/n, else 0",
        limit_of_n_E_Y_to_the_fourth=moments[2],
    )
