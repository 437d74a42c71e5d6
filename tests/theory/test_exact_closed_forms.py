"""Closed forms of the least regret of a pair: their certificates, and single budgets."""

from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.exact_price import exact_price
from banditproof.theory.exact_price.closed_forms import (
    DEGREES,
    FORMS,
    PairProgram,
    closed_form,
    is_proved,
)
from banditproof.theory.exact_price.dual_bound import bound
from banditproof.theory.exact_price.polynomial_rows import bernstein, times
from banditproof.theory.exact_price.problem import Problem, corners

F = Fraction
HORIZONS = [
    1,
    2,
    3,
    pytest.param(4, marks=pytest.mark.slow),
    pytest.param(5, marks=pytest.mark.slow),
]


@pytest.mark.parametrize("horizon", HORIZONS)
def test_both_ends_are_proved_for_every_budget(horizon):
    assert is_proved(horizon) == (True, True)


@pytest.mark.parametrize("horizon", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("change", [F(1, 100), F(-1, 100)])
def test_no_other_form_is_proved(horizon, place, change):
    form = [*FORMS[horizon]]
    form[place] += change
    lower, upper = is_proved(horizon, tuple(form))
    assert not (lower if change > 0 else upper)


@pytest.mark.parametrize("factor", [F(1), F(3, 2), F(5), F(40)])
@pytest.mark.parametrize("horizon", [2, 3, 4])
def test_the_form_is_the_value_at_a_budget(horizon, factor):
    found = exact_price(2, horizon, f"log({factor})", instances="corners")
    assert found.lower <= closed_form(horizon, factor) <= found.upper
    assert found.upper - found.lower < F(1, 10**8)


@pytest.mark.parametrize("factor", [F(1), F(3, 2), F(5), F(40)])
@pytest.mark.parametrize("horizon", [2, 3])
def test_the_multipliers_are_a_certificate_of_the_program_at_a_budget(horizon, factor):
    """The polynomials at one eta, in the relaxation that the certificates of `exact` use."""
    program, degree = PairProgram(horizon), DEGREES[horizon][0]
    rows = program.lower(FORMS[horizon], degree)
    values = rows.solved()
    eta = 1 / (1 + factor)
    basis = [b for k in range(degree + 1) for b in [value_at(k, degree, 2 * eta)]]
    taken = np.array(values[rows.free * (degree + 1) :], dtype=object).reshape(-1, degree + 1)
    z = (taken * basis).sum(axis=1) * eta
    grain = int(np.lcm.reduce([x.denominator for x in z]))
    shape = (program.problem.shown, *program.costs.shape)
    whole = np.array([int(x * grain) for x in z], dtype=object).reshape(shape)
    problem = Problem(2, horizon, factor, corners(2))
    found = bound(problem, program.tree, whole, grain, {corners(2)[0]: F(1)})
    assert found == closed_form(horizon, factor)


@pytest.mark.slow
@pytest.mark.parametrize("factor", [F(7, 4), F(2), F(4)])
def test_the_form_at_six_rounds_which_is_not_proved(factor):
    eta = 1 / (1 + factor)
    form = closed_form(5, factor) + eta**3 * (4 + 1 / factor - 1 / factor**2)
    found = exact_price(2, 6, f"log({factor})", instances="corners")
    assert found.lower <= form <= found.upper
    assert found.upper - found.lower < F(1, 10**7)
    small = F(3, 2)  # another form begins
    assert exact_price(2, 6, "log(3/2)", instances="corners").upper < closed_form(5, small) + F(
        2, 5
    ) ** 3 * (4 + 1 / small - 1 / small**2)


def value_at(k, degree, s):
    """The k-th Bernstein polynomial at s."""
    from math import comb

    return comb(degree, k) * s**k * (1 - s) ** (degree - k)


def test_bernstein_forms_multiply_and_refuse_what_does_not_fit():
    one_plus = bernstein((F(1), F(1)), 2)
    square = [
        sum(a * b for a, b in zip(row, one_plus, strict=True)) for row in times((F(1), F(1)), 2)
    ]
    assert square == bernstein((F(1), F(2), F(1)), 3)
    with pytest.raises(ValueError, match="has no form of degree 1"):
        bernstein((F(1), F(0), F(1)), 1)
