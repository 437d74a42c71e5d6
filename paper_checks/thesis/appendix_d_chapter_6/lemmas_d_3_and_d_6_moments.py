"""Claims about the moments of one column's expansion: Lemmas D.3 and D.6, and Step 2 of D.4."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any
from flint import fmpq_mpoly
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import Along
from banditproof.paper_checks.verdicts.along_by_algebra import polynomials_vanish
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require, require_or_repair
from banditproof.verify.evidence import Grade
from .expansions_in_root_n import (
    ORDER,
    SHARE,
    D,
    E,
    U,
    cut,
    mean,
    number,
    one_column,
    sub_sampled_column,
    variance,
)

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)
NAMED = {False: "H0", True: "H1"}


def require_equal(
    own: fmpq_mpoly, printed: fmpq_mpoly, what: str, order: int, **case: Any
) -> fmpq_mpoly:
    """Two series that agree up to a power of u; their difference up to it."""
    difference = cut(own - printed, order)
    finding = f"The {what} differs."
    require(not difference.to_dict(), finding, **case, difference=str(difference))
    return difference


def half_of_the_squares(n: int, mu: Fraction, target: int, present: bool) -> Fraction:
    """E of (delta_out^2 - delta_in^2)/2 for a Bernoulli column, by all sums."""
    drawn, total = n - present, Fraction(0)
    for k in range(drawn + 1):
        mass = comb(drawn, k) * mu**k * (1 - mu) ** (drawn - k)
        place = Fraction(k + target * present, n) - mu
        inside = place - (target - mu) / n
        total += mass * (n * place**2 - n**2 * inside**2 / (n - 1)) / (2 * mu * (1 - mu))
    return total


def need_exact_means() -> None:
    """-(1 + c)/(2(n-1)) and (c - 1)/(2n), c = (z* - mu)^2/sigma^2, by enumeration."""
    for n in (2, 3, 8):
        for mu, target in ((Fraction(1, 3), 0), (Fraction(1, 5), 1)):
            c = (target - mu) ** 2 / (mu * (1 - mu))
            out, here = (half_of_the_squares(n, mu, target, b) for b in (False, True))
            need(out == -(1 + c) / (2 * (n - 1)), "The mean under H0 differs", n=n)
            need(here == (c - 1) / (2 * n), "The mean under H1 differs", n=n)


def in_series(differences: Sequence[fmpq_mpoly]) -> Along:
    """What equal series show: for both factors of R, mean and variance under both hypotheses."""
    shown = "the moments are these series in 1/sqrt(n), whose coefficients are compared"
    return polynomials_vanish("n", shown, differences, 8)


@checks("thesis.lemD.3")
@mutant("sharper: up to o(1/n^2)", order=4)
@mutant("both means under H0", sign=-1)
@mutant("half of the variance", spread=HALF)
def moments_of_one_column(
    order: int = ORDER, sign: int = 1, spread: Fraction = Fraction(1)
) -> Verdict:
    """The moments as series in 1/sqrt(n), with the printed factor of R and with 1/6."""
    need_exact_means()
    compared = []
    for factor in (Fraction(1), SIXTH):
        own = one_column(factor, order=order)
        for present in (False, True):
            case: dict[str, Any] = {"under": NAMED[present], "factor of R": str(factor)}
            shift = D**2 * number(sign if present else -1)
            printed = U**2 * (shift - number(1)) * number(HALF)
            compared.append(
                require_equal(mean(own, present, order), printed, "mean", order, **case)
            )
            printed = U**2 * D**2 * number(spread)
            compared.append(
                require_equal(variance(own, present, order), printed, "variance", order, **case)
            )
    return proved(along=in_series(compared))


@checks("thesis.appD.mis.moments")
@mutant("sharper: up to o(1/n^2)", order=4)
@mutant("the variance of the true target", spread=D)
@mutant("without the distance of the two targets", apart=Fraction(0))
def moments_of_a_wrong_target(
    order: int = ORDER, spread: fmpq_mpoly = E, apart: Fraction = Fraction(1)
) -> Verdict:
    """The moments as series in 1/sqrt(n)."""
    compared = []
    for factor in (Fraction(1), SIXTH):
        own = one_column(factor, E, order=order)
        for present in (False, True):
            case: dict[str, Any] = {"under": NAMED[present], "factor of R": str(factor)}
            shift = D**2 - number(apart) * (D - E) ** 2 if present else E**2 * number(-1)
            printed = U**2 * (shift - number(1)) * number(HALF)
            compared.append(
                require_equal(mean(own, present, order), printed, "mean", order, **case)
            )
            result = variance(own, present, order)
            compared.append(require_equal(result, U**2 * spread**2, "variance", order, **case))
    return proved(along=in_series(compared))


PRINTED_MOMENTS, NEEDED_MOMENTS = 5, 8


@checks("thesis.lemD.6", subjects={"moments": (PRINTED_MOMENTS, NEEDED_MOMENTS)})
@mutant("sharper: seven moments", moments=7)
@mutant("sharper: up to o(1/n^2)", order=4)
@mutant("k in place of n", rows=number(1))
def moments_of_a_sub_sampled_column(
    moments: int = NEEDED_MOMENTS, order: int = ORDER, rows: fmpq_mpoly = SHARE
) -> Verdict:
    """W has the degree 4 in the mean, so that its variance has the eighth moment."""
    w = sub_sampled_column(SIXTH, order=4)
    fourth = {k[0] for k in w.to_dict() if k[1] == 4}
    need(fourth == {4}, "W has another degree in the mean", powers=sorted(fourth))
    # P(Z = +-k) in proportion to k^-(moments + 2): sum k^-2 < inf, and k^(8 - moments - 2) >= 1/k
    require_or_repair(
        moments >= NEEDED_MOMENTS,
        "The coefficient of (delta_out)^4 in W is rho(1-rho)/(8(k-1)^2), so that V_0[W] has the "
        "eighth moment of the column, which is infinite: the variance is infinite for every k.",
        grade=Grade.OUTLINED,
        column=f"P(Z = k) = P(Z = -k) in proportion to k^-{moments + 2}, k = 1, 2, ...",
        finite_moments=f"up to the order {moments}",
        eighth_moment=f"sum of k^{6 - moments}",
    )
    kept, out = SHARE, number(1) - SHARE
    compared = []
    for factor in (Fraction(1), SIXTH):
        own = sub_sampled_column(factor, order=order)
        square = cut(own * own, order)
        first = [mean(own, b, order) for b in (False, True)]
        second = [mean(square, b, order) for b in (False, True)]
        first[1] = cut(out * first[0] + kept * first[1], order)
        second[1] = cut(out * second[0] + kept * second[1], order)
        for present in (False, True):
            case: dict[str, Any] = {"under": NAMED[present], "factor of R": str(factor)}
            unit = rows * D**2 * U**2  # D^2/n, as u^2 = 1/k
            printed = SHARE * unit * number(HALF if present else -HALF)
            compared.append(require_equal(first[present], printed, "mean", order, **case))
            result = second[present] - cut(first[present] ** 2, order)
            compared.append(require_equal(result, SHARE * unit, "variance", order, **case))
    return proved(along=in_series(compared))
