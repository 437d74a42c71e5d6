"""The claims of Appendix D and what they compute with: series in 1/sqrt(n) and exact laws."""

from fractions import Fraction
from itertools import product
from math import comb, prod
import pytest
from flint import arb, fmpq, fmpq_mpoly
from programs import (
    averaged_over_targets,
    exponential_columns,
    lemmas_d_2_and_d_5_expansions,
    sub_sampled_columns,
)
from programs import expansions_in_root_n as series
from banditproof.theory.balls import ball

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def value(polynomial: fmpq_mpoly, **at: Fraction) -> Fraction:
    """A polynomial at numbers for all its names."""
    full = {name: fmpq(0) for name in series.NAMES}
    full |= {name: fmpq(v.numerator, v.denominator) for name, v in at.items()}
    result = polynomial.subs(full)
    constant = result.leading_coefficient() if result.to_dict() else fmpq(0)
    return Fraction(int(constant.p), int(constant.q))


def test_logarithm_and_exponential_are_inverse_series() -> None:
    q = series.U * series.X + series.U**2 * series.D
    assert series.exp_of(series.log_of(q, 4), 4) == series.number(1) + q


@pytest.mark.parametrize("present", [False, True])
def test_moments_of_the_mean_against_all_sums(present: bool) -> None:
    rows, law = 4, {Fraction(2): Fraction(1, 5), -HALF: Fraction(4, 5)}  # of mean 0, variance 1
    moments = [sum(p * x**k for x, p in law.items()) for k in range(9)]
    cumulants = [Fraction(0)]
    for r in range(1, 9):
        less = (comb(r - 1, i - 1) * cumulants[i] * moments[r - i] for i in range(1, r))
        cumulants.append(moments[r] - sum(less))
    at = {"u": HALF, "D": Fraction(2)} | {f"l{r}": cumulants[r] for r in range(3, 9)}
    for order, own in enumerate(series.raw_moments(8, present)):
        fraction = Fraction(0)
        for drawn in product(law, repeat=rows - present):
            x = (sum(drawn) + 2 * present) / Fraction(2)  # divided by sqrt(n)
            fraction += x**order * prod(law[item] for item in drawn)
        assert value(own, **at) == fraction


def test_the_factor_is_a_sixth_for_every_column() -> None:
    difference = series.log_ratio_of_densities() - series.one_column(SIXTH)
    assert not series.cut(difference).to_dict()
    printed = series.cut(series.log_ratio_of_densities() - series.one_column(Fraction(1)))
    wrong = printed - series.product_of(
        series.number(Fraction(5, 6)) * series.L3 * series.D, series.U**2, series.rest()
    )
    assert printed.to_dict()
    assert not series.cut(wrong).to_dict()


@pytest.mark.parametrize("factor", [Fraction(1), SIXTH])
@pytest.mark.parametrize("place", [Fraction(0), Fraction(-3, 2)])
def test_the_error_of_exponential_columns_at_one_n(factor: Fraction, place: Fraction) -> None:
    n, z = 10**6, Fraction(5, 2)
    with exponential_columns.series_of_length(6):
        u, x = 1 / arb(n).sqrt(), ball(place)
        inside = (x - ball(z - 1) * u) / (1 - u * u).sqrt()
        rest = x * x + x * inside + inside * inside - 3
        left = lemmas_d_2_and_d_5_expansions.log_ratio_directly(n, place)
        error = left - (x * x - inside * inside) / 2 - 2 * ball(factor * (1 - z)) * rest / n
        exact = exponential_columns.exact_log_ratio() - exponential_columns.at_exponential(
            series.one_column(factor)
        )
        second = ball(exponential_columns.second_coefficient(exact, place, z))
        third = exponential_columns.error_of_lemma_d_2(
            exponential_columns.all_small_u(), x, z, factor
        )[3]
        result = (error * n - second) / u
        assert third.contains(result.mid())
        assert bool(abs(result) < 200)


def test_the_law_of_two_columns_is_no_product() -> None:
    own, out = (sub_sampled_columns.released(2, b) for b in (True, False))
    split = sub_sampled_columns.product_of_margins(own)
    assert sum(own.values()) == sum(split.values()) == 1
    assert sub_sampled_columns.variation(own, out) == Fraction(7, 36)
    assert sub_sampled_columns.variation(split, out) == Fraction(3, 16)


def test_a_score_that_is_infinite_without_the_target() -> None:
    """All tables of two rows and of a target, against the product over the columns."""
    rows, columns, finite = 2, 3, Fraction(0)
    for table in product((0, 1), repeat=(rows + 1) * columns):
        mass = Fraction(1)
        entries = [table[j::columns] for j in range(columns)]
        for j, column in enumerate(entries, 1):
            for entry in column:
                mass *= Fraction(1, j + 1) if entry else Fraction(j, j + 1)
        finite += mass * all(column[-1] in column[:-1] for column in entries)
    assert averaged_over_targets.finite_score(rows, columns) == finite
