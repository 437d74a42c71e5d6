"""The claims of Appendix D and what they compute with: series in 1/sqrt(n) and exact laws."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from flint import arb, fmpq, fmpq_mpoly

from banditproof.paper_checks import Outcome, find
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.documents import document_named
from banditproof.paper_checks.thesis.appendix_d_chapter_6 import expansions_in_root_n as series
from banditproof.paper_checks.thesis.appendix_d_chapter_6 import (
    exponential_columns,
    lemma_d_4_lindeberg_condition,
    lemmas_d_2_and_d_5_expansions,
    lemmas_d_3_and_d_6_moments,
    sub_sampled_columns,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_4_empirical_mean import (
    averaged_over_targets,
)
from banditproof.theory.balls import ball

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)
REPAIR, MISPRINT, FAILS = Outcome.HOLDS_WITH_REPAIR, Outcome.MISPRINT, Outcome.FAILS
VERDICTS = {
    "thesis.lemD.2": REPAIR,
    "thesis.lemD.4": REPAIR,
    "thesis.lemD.4.markov": MISPRINT,
    "thesis.lemD.4.moments": FAILS,
    "thesis.lemD.5": REPAIR,
    "thesis.lemD.6": REPAIR,
    "thesis.appD.thm6.3.step3": FAILS,
    "thesis.appD.thm6.3.step3.remainders": FAILS,
    "thesis.appD.thm6.3.step3.sums": REPAIR,
    "thesis.appD.thm6.3.step3.limit": REPAIR,
    "thesis.appD.sub.step1": FAILS,
    "thesis.appD.sub.step1.columns": FAILS,
    "thesis.remD.1": REPAIR,
    "thesis.remD.1.covariance": MISPRINT,
    "thesis.remD.1.form": REPAIR,
    "thesis.remD.1.variances": REPAIR,
    "thesis.remD.7": MISPRINT,
    "thesis.remD.7.covariance": MISPRINT,
    "thesis.remD.7.variances": MISPRINT,
}
"""The claims of the appendix that are not simply true as printed."""


def test_the_statements_of_the_appendix_and_their_verdicts() -> None:
    folder = "appendix_d_chapter_6"
    here = [
        find(id) for id, c in document_named("thesis").declared.items() if folder in c.text.parts
    ]
    prefixes = ("thesis.lemD.", "thesis.remD.", "thesis.appD.")
    assert {id for id in catalogue() if id.startswith(prefixes)} <= {c.id for c in here}
    assert {c.id: c.recorded for c in here if c.recorded != Outcome.HOLDS} == VERDICTS


def value(polynomial: fmpq_mpoly, **at: Fraction) -> Fraction:
    """A polynomial at numbers for all its names."""
    full = {name: fmpq(0) for name in series.NAMES}
    full |= {name: fmpq(v.numerator, v.denominator) for name, v in at.items()}
    found = polynomial.subs(full)
    constant = found.leading_coefficient() if found.to_dict() else fmpq(0)
    return Fraction(int(constant.p), int(constant.q))


def test_logarithm_and_exponential_are_inverse_series() -> None:
    q = series.U * series.X + series.U**2 * series.D
    assert series.exp_of(series.log_of(q, 4), 4) == series.number(1) + q


def test_the_square_of_the_root_ratio() -> None:
    root = series.root_ratio(6)
    square = series.product_of(root, root, series.number(1) - series.U**2, order=6)
    assert square == series.number(1)


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
        found = Fraction(0)
        for drawn in product(law, repeat=rows - present):
            x = (sum(drawn) + 2 * present) / Fraction(2)  # divided by sqrt(n)
            found += x**order * prod(law[one] for one in drawn)
        assert value(own, **at) == found


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
        found = (error * n - second) / u
        assert third.contains(found.mid())
        assert bool(abs(found) < 200)


def test_means_without_the_correction_are_exact() -> None:
    lemmas_d_3_and_d_6_moments.need_exact_means()
    found = lemmas_d_3_and_d_6_moments.half_of_the_squares(2, HALF, 1, False)
    assert found == -1  # -(1 + c)/(2(n-1)) with c = 1


def test_the_lindeberg_sum_grows_for_columns_that_spread() -> None:
    sums = [lemma_d_4_lindeberg_condition.exact_sum(4, rows, HALF) for rows in (10, 20, 40)]
    assert 3 < sums[1] / sums[0] < 5
    assert 3 < sums[2] / sums[1] < 5
    below = lemma_d_4_lindeberg_condition.lindeberg_sum_below(4)
    at_40 = sum(float(c) * 40.0 ** float(e) for e, c in below.terms)
    assert 0 < at_40 < sums[2]


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
