"""The private divergence: float form, certificates, oracles, and the facts that the proofs use."""

import math
import warnings
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from case_tables import table
from enclosure_checks import mpf, overlap
from properties import for_all, rejects, relative_error
from banditproof.theory import certify, d_eps, kl, privacy_threshold
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.private_divergence import (
    d_eps_balls,
    d_eps_up,
    dual_point,
    dual_value,
    primal_point,
    primal_value,
    private_minimiser,
    private_slope,
)
from banditproof.verify.strategies import budget_thousandths, divergence_cases, thousandths

TOLERANCE = 1e-14


@for_all(divergence_cases(), examples=120)
def check_float_form(case, subject):
    assert relative_error(float(subject(*case)), certify(d_eps, *case)) <= TOLERANCE, case


@pytest.mark.parametrize("examples", [400, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_float_form_is_within_1e14_of_its_enclosure(examples):
    check_float_form(d_eps, examples=examples)


def unclipped(x, y, eps):
    z = float(private_minimiser(0.0 if x < y else 1.0, y, eps))
    return eps * abs(z - x) + kl(z, y)


def one_line_form(x, y, eps):
    if x > y:
        x, y = 1 - x, 1 - y
    if eps >= privacy_threshold(x, y):
        return kl(x, y)
    with np.errstate(all="ignore"):
        return float(-eps * x - np.log(1 - y * (1 - np.exp(-eps))))


@pytest.mark.parametrize(
    "mutant",
    [
        lambda x, y, eps: d_eps(y, x, eps),
        lambda x, y, eps: kl(x, y),
        lambda x, y, eps: eps * abs(x - y),
        lambda x, y, eps: min(kl(x, y), eps * abs(x - y)),
        unclipped,
        one_line_form,  # right on paper, loses its digits in float64
        lambda x, y, eps: kl(x, y) if eps <= privacy_threshold(x, y) else d_eps(x, y, eps),
        lambda x, y, eps: d_eps_up(x, y, eps),
        lambda x, y, eps: d_eps(x, y, eps / 2),
    ],
)
def test_mutants_of_the_float_form_are_rejected(mutant):
    rejects(check_float_form, mutant)


# catalogue, 18 digits
REFERENCE = table(__file__, "reference")


def check_reference_values(subject):
    for eps, x, y, value in REFERENCE:
        places = len(value.rstrip("0").split(".")[1])
        enclosure = subject(x, y, eps)
        assert abs(enclosure.mid - Fraction(value)) <= Fraction(51, 100) / 10**places, (eps, x, y)


def test_the_reference_values_of_the_catalogue():
    check_reference_values(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_reference_values, lambda x, y, eps: certify(d_eps, y, x, eps))


@pytest.mark.parametrize("digits", [1, 30, 50, 150])
@for_all(divergence_cases(), examples=15)
def test_the_asked_digits_are_delivered(case, digits):
    assert certify(d_eps, *case, digits=digits).digits >= digits


def mp_primal(x, y, eps):
    """d_eps by a search for the minimum at 60 digits, without any formula for the minimiser."""
    with mpmath.workdps(60):
        x, y, eps = (mpf(t) for t in (x, y, eps))
        low, high = min(x, y), max(x, y)

        def cost(z):
            terms = ((z, y), (1 - z, 1 - y))
            return eps * abs(z - x) + sum(a * mpmath.log(a / b) for a, b in terms if a > 0)

        golden = (mpmath.sqrt(5) - 1) / 2
        for _ in range(150):
            span = golden * (high - low)
            if cost(high - span) <= cost(low + span):
                high = low + span
            else:
                low = high - span
        return min(cost(low), cost(high), cost(x))


EPS = budget_thousandths()


@for_all(thousandths(), thousandths(ends=False), EPS, examples=15)
def check_against_mpmath(x, y, eps, subject):
    with mpmath.workdps(60):
        value = mp_primal(x, y, eps)
        mid = subject(x, y, eps).mid
        assert abs(mpf(mid) - value) < mpmath.mpf(10) ** -45


def test_a_search_with_60_digits_finds_the_certified_value():
    check_against_mpmath(lambda *case: certify(d_eps, *case, digits=50))
    rejects(check_against_mpmath, lambda x, y, eps: certify(d_eps, y, x, eps, digits=50))


@pytest.mark.slow
def test_a_convex_solver_finds_the_value():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import cvxpy

        z, x, y, eps = cvxpy.Variable(), cvxpy.Parameter(), 0.0, cvxpy.Parameter(nonneg=True)
        rng = np.random.default_rng(5)
        for _ in range(12):
            x.value, y, eps.value = rng.uniform(), rng.uniform(0.02, 0.98), rng.uniform(0.05, 4)
            divergence = cvxpy.kl_div(z, y) + cvxpy.kl_div(1 - z, 1 - y)
            problem = cvxpy.Problem(cvxpy.Minimize(eps * cvxpy.abs(z - x) + divergence))
            problem.solve(solver=cvxpy.CLARABEL)
            assert abs(problem.value - d_eps(float(x.value), y, float(eps.value))) < 1e-7
            assert abs(problem.value - d_eps(y, float(x.value), float(eps.value))) > 1e-7


def test_the_closed_form_is_stationary_and_has_the_stated_derivatives():
    import sympy

    x, y, eps, z = sympy.symbols("x y eps z", positive=True)
    cost = eps * (z - x) + z * sympy.log(z / y) + (1 - z) * sympy.log((1 - z) / (1 - y))
    star = y / (y + (1 - y) * sympy.exp(eps))
    one_line = -eps * x - sympy.log(1 - y * (1 - sympy.exp(-eps)))
    point = {x: sympy.Rational(1, 7), y: sympy.Rational(5, 7), eps: sympy.Rational(3, 5)}

    def vanishes(expression):
        simplified = sympy.simplify(sympy.expand_log(sympy.simplify(expression), force=True))
        return simplified == 0 or abs(sympy.N(expression.subs(point), 60)) < sympy.Float("1e-55")

    logit = sympy.log(star / (1 - star)) - sympy.log(y / (1 - y)) + eps
    assert vanishes(logit)
    assert vanishes(sympy.diff(cost, z).subs(z, star))
    assert vanishes(cost.subs(z, star) - one_line)
    assert vanishes(sympy.diff(one_line, eps) - (star - x))
    slope = (1 - sympy.exp(-eps)) / (1 - y * (1 - sympy.exp(-eps)))
    assert vanishes(sympy.diff(one_line, y) - slope)
    gap = 1 / (1 - y) - slope - 1 / ((1 - y) * (sympy.exp(eps) * (1 - y) + y))
    assert vanishes(gap)
    assert not vanishes(cost.subs(z, y / (y + (1 - y) * sympy.exp(-eps))) - one_line)


@for_all(thousandths(), thousandths(False), EPS, thousandths(), thousandths())
def test_any_primal_point_is_above_and_any_dual_point_below(x, y, eps, share, tilt):
    value = certify(d_eps, x, y, eps)
    with working_precision(160):
        assert upper(primal_value(x, y, eps, x + share * (y - x))) >= value.lo
        assert lower(dual_value(x, y, eps, eps * (2 * tilt - 1))) <= value.hi


@for_all(thousandths(), thousandths(False), EPS)
def test_primal_and_dual_points_meet(x, y, eps):
    with working_precision(300):
        z, slope = primal_point(x, y, eps), dual_point(x, y, eps)
        high, low = primal_value(x, y, eps, z), dual_value(x, y, eps, slope)
        assert upper(high) - lower(low) < Fraction(1, 10**80)
        assert min(x, y) <= z <= max(x, y)
        assert abs(slope) <= eps


@for_all(divergence_cases())
def test_never_nan_and_no_warning(case):
    for form in (d_eps, d_eps_up, private_minimiser, private_slope):
        assert not math.isnan(form(*case))


def test_the_form_broadcasts():
    table = d_eps(np.array([0.1, 0.2]), np.array([[0.3], [0.4]]), 1.0)
    assert table.shape == (2, 2)
    assert table[1, 0] == d_eps(0.1, 0.4, 1.0)
    assert d_eps_balls(Fraction(1, 2), Fraction(1, 2), Fraction(1))[0] == 0


@pytest.mark.slow
def test_strategies_reach_the_threshold_from_both_sides():
    """The cases of this file, not only budgets near one fixed threshold."""
    seen = set()

    def note(case):
        x, y, eps = case
        threshold = privacy_threshold(x, y)
        if 0 < threshold < math.inf and abs(eps / threshold - 1) < 1e-3:
            seen.add((eps > threshold) - (eps < threshold))

    for_all(divergence_cases(), examples=3000)(note)()
    assert seen == {-1, 0, 1}


@pytest.mark.parametrize("eps", ["1e6", "1e12", "1e100", Fraction(10) ** 300])
def test_huge_budgets_change_nothing(eps):
    for x, y in [(0, "0.5"), (1, "0.25"), ("1e-320", "0.5"), ("0.1", "0.9"), ("0.9", "1e-20")]:
        value, free = certify(d_eps, x, y, eps, digits=40), certify(kl, x, y, digits=40)
        assert overlap(value, free)
