"""Claims about the expansions of the likelihood ratio of one column: Lemmas D.2 and D.5."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb, arb_series, fmpq_mpoly
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, require_or_repair
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.verify.evidence import Grade
from .expansions_in_root_n import (
    SHARE,
    U,
    X,
    cut,
    exp_of,
    log_density,
    log_of,
    log_ratio_of_densities,
    number,
    one_column,
    root_ratio,
    sub_sampled_column,
)
from .exponential_columns import (
    LARGEST_U,
    all_small_u,
    at_exponential,
    error_of_lemma_d_2,
    error_of_lemma_d_5,
    exact_log_density,
    exact_log_ratio,
    places,
    second_coefficient,
    series_of_length,
    third_coefficient,
)

SIXTH = Fraction(1, 6)
TARGET, RHO = Fraction(5, 2), Fraction(3, 10)
Error = Callable[[arb, arb], arb_series]


def third_at_most(error: Error, reach: Fraction, pieces: int) -> Fraction:
    """A bound of Taylor's third coefficient for n >= 10^4 and |x| <= reach."""
    with series_of_length(6):
        u = all_small_u()
        result = (
            abs(third_coefficient(error(u, x))).upper() for x in places(-reach, reach, pieces)
        )
        return max(upper(item) for item in result)


def require_small(
    error: Error, series: fmpq_mpoly, at_place: Callable[[Fraction], Fraction], factor: Fraction
) -> dict[str, object]:
    """n times the error for exponential columns: c(x) + e/sqrt(n) with a bounded e.

    The series of the error in u = 1/sqrt(n) begins with c u^2. c is a multiple of x^2 - 1; where it
    is not 0 the error is no o_p(1/n), as |x| <= 1/2 has a probability that tends to that of a
    normal variable, 0.38.
    """
    finding = "The error is larger than of the order 1/n"
    need(not cut(series, 1).to_dict(), finding, series=str(series))
    zero, half = at_place(Fraction(0)), at_place(Fraction(1, 2))
    need(half == zero * Fraction(3, 4) and at_place(Fraction(1)) == 0, "Another coefficient")
    if zero != 0:
        near = third_at_most(error, Fraction(1, 2), 8)
        least = abs(half) - near * LARGEST_U
        need(least > 0, "The error is not decided", least=least)
        require_or_repair(
            False,
            "n times the error does not vanish: it is at least the value below for all n >= 10^4 "
            "(rows that are kept), on an event whose probability tends to 0.38.",
            grade=Grade.OUTLINED,
            column="exponential of mean 1",
            target=TARGET,
            factor=factor,
            event="|delta_out| <= 1/2",
            least=f"{float(least):.3f}",
            limit_at_0=zero,
        )
    far = third_at_most(error, Fraction(4), 32)
    return {"n^(3/2) |error| for |x| <= 4 and n >= 10^4 is at most": float(far)}


def log_ratio_directly(n: int, x: Fraction) -> arb:
    """log(d_(n-1)(delta_in)/d_n(delta_out)) from the logarithms of two Gamma densities."""
    total = n + ball(x) * arb(n).sqrt()
    less = total - ball(TARGET)
    ahead = (n - 2) * less.log() - less - arb(n - 1).lgamma()
    behind = (n - 1) * total.log() - total - arb(n).lgamma()
    return ahead - behind + (1 - 1 / arb(n)).log() / 2


def second_route() -> dict[str, str]:
    """The same error at single n and x by Gamma densities, without series."""
    results = {}
    for n in (10**4, 10**6, 10**8):
        x = Fraction(3, 10)
        with working_precision(256):
            z, out, root = ball(TARGET), ball(x), arb(n).sqrt()
            inside = (out - (z - 1) / root) / (1 - 1 / arb(n)).sqrt()
            rest = out * out + out * inside + inside * inside - 3
            left = log_ratio_directly(n, x) - (out * out - inside * inside) / 2
            results[f"ratio of the correction to the printed one, n = {n}"] = (
                left / (2 * (1 - z) * rest / n)
            ).str(6, radius=False)
    return results


@checks("thesis.lemD.2", subjects={"factor": (Fraction(1), SIXTH)})
@mutant("sharper: without the third cumulant", factor=Fraction(0))
@mutant("another factor", factor=Fraction(1, 5))
@mutant("the other sign", factor=-SIXTH)
def expansion_of_one_column(factor: Fraction = SIXTH) -> Verdict:
    """Exponential columns for all n at once, and the formal series of any column."""
    series = exact_log_ratio() - at_exponential(one_column(factor))
    numbers = require_small(
        lambda u, x: error_of_lemma_d_2(u, x, TARGET, factor),
        series,
        lambda x: second_coefficient(series, x, TARGET),
        factor,
    )
    density = at_exponential(log_density(X, U)) - exact_log_density()
    need(not density.to_dict(), "The expansion of a density differs", off=str(density))
    formal = cut(log_ratio_of_densities() - one_column(factor))
    require(not formal.to_dict(), "The formal series differ.", difference=str(formal))
    return points(numbers={**numbers, **second_route()})


def mixed_log_ratio(log_ratio: fmpq_mpoly) -> fmpq_mpoly:
    """log(1 - rho + rho sqrt(k/(k-1)) e^q)."""
    own = log_ratio + log_of(root_ratio() - number(1))
    return log_of(SHARE * (exp_of(own) - number(1)))


@checks("thesis.lemD.5", subjects={"factor": (Fraction(1), SIXTH)})
@mutant("sharper: without the third cumulant", factor=Fraction(0))
@mutant("another factor", factor=Fraction(1, 5))
@mutant("the other sign", factor=-SIXTH)
def expansion_of_a_sub_sampled_column(factor: Fraction = SIXTH) -> Verdict:
    """Exponential columns for all k at once, and the formal series of any column."""
    series = mixed_log_ratio(exact_log_ratio()) - at_exponential(sub_sampled_column(factor))
    numbers = require_small(
        lambda u, x: error_of_lemma_d_5(u, x, TARGET, factor, RHO),
        series,
        lambda x: second_coefficient(series, x, TARGET, RHO),
        factor,
    )
    formal = cut(mixed_log_ratio(log_ratio_of_densities()) - sub_sampled_column(factor))
    require(not formal.to_dict(), "The formal series differ.", difference=str(formal))
    return points(numbers=numbers)
