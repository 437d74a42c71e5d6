"""The private divergence: float form, certificates, oracles, and the facts that the proofs use."""

import math
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st

from banditproof.theory import (
    certify,
    d_eps,
    d_eps_derivative_in_eps,
    d_eps_derivative_in_y,
    d_eps_up,
    kl,
    privacy_threshold,
    private_minimiser,
    private_slope,
)
from banditproof.theory.balls import ball, enclose, lower, upper, working_precision
from banditproof.theory.private_divergence import (
    d_eps_balls,
    dual_point,
    dual_value,
    primal_point,
    primal_value,
)
from banditproof.verify.strategies import budgets, mean_pairs

TOLERANCE = 1e-14


@st.composite
def cases(draw):
    """(x, y, eps) with eps often next to the threshold of the two means."""
    x, y = draw(mean_pairs())
    return x, y, draw(budgets(near=privacy_threshold(x, y)))


def check_float_form(for_all, relative_error, subject, examples=250):
    def within(case):
        assert relative_error(float(subject(*case)), certify(d_eps, *case)) <= TOLERANCE, case

    for_all(within, cases(), examples=examples)


def test_the_float_form_is_within_1e14_of_its_enclosure(for_all, relative_error):
    check_float_form(for_all, relative_error, d_eps, 1000)


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
def test_wrong_twins_of_the_float_form_are_rejected(for_all, relative_error, rejects, mutant):
    rejects(check_float_form, for_all, relative_error, mutant)


# catalogue, 18 digits
REFERENCE = [
    ("0.25", "0.7", "0.75", "0.00640127561834159358"),
    ("0.1", "0.7", "0.75", "0.00404698252304448283"),
    ("0.1", "0.5", "0.75", "0.0240469825230444828"),
    ("1", "0.25", "0.75", "0.392625980491211463"),
    ("1", "0.1", "0.8", "0.60460547087965235"),
    ("0.01", "0.1", "0.8", "0.00699198399740709499"),
    ("0.5", "0.3", "1", "0.35"),
    ("2", "0", "0.4", "0.42444288234837433"),
    ("2", "1", "0.4", "0.731469863583721767"),
    ("0.5", "0.8", "0.3", "0.222174886062364364"),
    ("3", "0.8", "0.3", "0.53411080871030739"),
]


def check_reference_values(subject):
    for eps, x, y, value in REFERENCE:
        places = len(value.rstrip("0").split(".")[1])
        enclosure = subject(x, y, eps)
        assert abs(enclosure.mid - Fraction(value)) <= Fraction(51, 100) / 10**places, (eps, x, y)


def test_the_reference_values_of_the_catalogue(rejects):
    check_reference_values(lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_reference_values, lambda x, y, eps: certify(d_eps, y, x, eps))


@pytest.mark.parametrize("digits", [1, 30, 50, 150])
def test_the_asked_digits_are_delivered(for_all, digits):
    def delivered(case):
        assert certify(d_eps, *case, digits=digits).digits >= digits

    for_all(delivered, cases(), examples=15)


# -- independent oracles --------------------------------------------------------------------------


def mp_primal(x, y, eps):
    """d_eps by a search for the minimum at 60 digits, without any formula for the minimiser."""
    with mpmath.workdps(60):
        x, y, eps = (mpmath.mpf(t.numerator) / t.denominator for t in (x, y, eps))
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


def rationals(ends=True):
    inside = st.integers(1, 999).map(lambda k: Fraction(k, 1000))
    return inside | st.sampled_from([Fraction(0), Fraction(1)]) if ends else inside


EPS = st.integers(1, 4000).map(lambda k: Fraction(k, 1000))


def check_against_mpmath(for_all, subject, examples=15):
    def agree(x, y, eps):
        with mpmath.workdps(60):
            value = mp_primal(x, y, eps)
            mid = subject(x, y, eps).mid
            assert abs(mpmath.mpf(mid.numerator) / mid.denominator - value) < mpmath.mpf(10) ** -45

    for_all(agree, rationals(), rationals(ends=False), EPS, examples=examples)


def test_a_search_with_60_digits_finds_the_certified_value(for_all, rejects):
    check_against_mpmath(for_all, lambda *case: certify(d_eps, *case, digits=50))
    rejects(check_against_mpmath, for_all, lambda x, y, eps: certify(d_eps, y, x, eps, digits=50))


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


# -- certificates ---------------------------------------------------------------------------------


def test_any_primal_point_is_above_and_any_dual_point_below(for_all):
    def sandwich(x, y, eps, share, tilt):
        value = certify(d_eps, x, y, eps)
        with working_precision(160):
            assert upper(primal_value(x, y, eps, x + share * (y - x))) >= value.lo
            assert lower(dual_value(x, y, eps, eps * (2 * tilt - 1))) <= value.hi

    for_all(sandwich, rationals(), rationals(False), EPS, rationals(), rationals())


def test_a_wrong_certificate_is_refused():
    x, y, eps = Fraction(1, 4), Fraction(3, 4), Fraction(1)
    for z in (Fraction(1, 5), Fraction(4, 5), Fraction(-1), Fraction(2)):
        with pytest.raises(ValueError, match="not between"):
            primal_value(x, y, eps, z)
    for slope in (Fraction(11, 10), Fraction(-11, 10)):
        with pytest.raises(ValueError, match="not in"):
            dual_value(x, y, eps, slope)
    # a pair whose "lower" bound is above its "upper" bound is caught, not returned
    with pytest.raises(ArithmeticError, match="a certificate is wrong"):
        enclose(lambda: (ball(2), ball(1)), 10)


def test_primal_and_dual_points_meet(for_all):
    def meet(x, y, eps):
        with working_precision(300):
            z, slope = primal_point(x, y, eps), dual_point(x, y, eps)
            high, low = primal_value(x, y, eps, z), dual_value(x, y, eps, slope)
            assert upper(high) - lower(low) < Fraction(1, 10**80)
            assert min(x, y) <= z <= max(x, y)
            assert abs(slope) <= eps

    for_all(meet, rationals(), rationals(False), EPS)


# -- identities and inequalities ------------------------------------------------------------------


def overlap(a, b):
    return max(a.lo, b.lo) <= min(a.hi, b.hi)


def test_symmetry_under_complement_is_exact(for_all):
    def same(x, y, eps):
        assert overlap(certify(d_eps, x, y, eps), certify(d_eps, 1 - x, 1 - y, eps))

    for_all(same, rationals(), rationals(), EPS)


def check_sandwich(for_all, subject):
    def holds(case):
        x, y, eps = map(Fraction, case)
        value = subject(x, y, eps)
        transport = eps * abs(x - y)
        smaller = min(certify(kl, x, y).hi, transport)
        assert value.lo <= smaller
        assert value.hi >= smaller * Fraction(632120558, 10**9)
        assert (value.lo > 0) == (x != y and eps > 0)

    for_all(holds, cases(), examples=200)


def test_it_is_between_a_constant_share_of_the_smaller_cost_and_the_smaller_cost(for_all, rejects):
    check_sandwich(for_all, lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_sandwich, for_all, lambda x, y, eps: certify(d_eps, y, x, eps))
    rejects(check_sandwich, for_all, lambda x, y, eps: certify(d_eps, x, y, eps / 2))
    rejects(check_sandwich, for_all, lambda x, y, eps: certify(kl, x, y))


def test_the_share_is_sharp_in_the_corner():
    ratio = Fraction(1, 10**9) / certify(d_eps, 0, "1e-9", 1).mid
    assert abs(float(ratio) - 1.58197670637) < 6e-12


def check_against_kl(for_all, subject):
    def holds(x, y, eps):
        if x == y:
            return
        value, free = subject(x, y, eps), certify(kl, x, y)
        threshold = certify(privacy_threshold, x, y)
        if eps >= threshold.hi:
            assert overlap(value, free)
        if eps <= threshold.lo:
            assert value.lo < free.hi

    for_all(holds, rationals(), rationals(False), EPS, examples=150)


def test_privacy_is_free_exactly_from_the_threshold_on(for_all, rejects):
    check_against_kl(for_all, lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(check_against_kl, for_all, lambda x, y, eps: certify(d_eps, x, y, eps / 3))
    # strictly below the threshold it is strictly less
    x, y = Fraction(1, 4), Fraction(3, 4)
    eps = Fraction(certify(privacy_threshold, x, y, digits=12).lo) * Fraction(999999, 10**6)
    assert certify(d_eps, x, y, eps, digits=40).hi < certify(kl, x, y, digits=40).lo


def test_it_is_nondecreasing_and_concave_in_the_budget(for_all):
    def concave(x, y, first, second):
        low, high = sorted((first, second))
        left, right = certify(d_eps, x, y, low), certify(d_eps, x, y, high)
        middle = certify(d_eps, x, y, (low + high) / 2)
        assert left.lo <= right.hi
        assert middle.hi >= (left.lo + right.lo) / 2

    for_all(concave, rationals(), rationals(), EPS, EPS)


def check_joint_convexity(for_all, subject):
    def convex(x, y, other_x, other_y, eps):
        middle = subject((x + other_x) / 2, (y + other_y) / 2, eps)
        ends = subject(x, y, eps), subject(other_x, other_y, eps)
        assert middle.lo <= (ends[0].hi + ends[1].hi) / 2

    for_all(convex, rationals(), rationals(), rationals(), rationals(), EPS, examples=150)


def smaller_cost(x, y, eps):
    return min(certify(kl, x, y), certify(d_eps, x, 1, eps * abs(x - y)), key=lambda e: e.hi)


def test_it_is_jointly_convex(for_all, rejects):
    check_joint_convexity(for_all, lambda x, y, eps: certify(d_eps, x, y, eps))
    rejects(
        check_joint_convexity,
        for_all,
        lambda x, y, eps: min(
            certify(kl, x, y), certify(d_eps, 0, 1, eps * abs(x - y)), key=lambda e: e.hi
        ),
    )


def test_it_is_monotone_in_each_mean(for_all):
    def monotone(x, y, z, eps):
        low, middle, high = sorted((x, y, z))
        assert certify(d_eps, low, middle, eps).lo <= certify(d_eps, low, high, eps).hi
        assert certify(d_eps, middle, high, eps).lo <= certify(d_eps, low, high, eps).hi

    for_all(monotone, rationals(), rationals(), rationals(), EPS)


def test_it_is_eps_lipschitz_in_the_empirical_mean(for_all):
    def lipschitz(x, other, y, eps):
        change = certify(d_eps, x, y, eps).hi - certify(d_eps, other, y, eps).lo
        assert change <= eps * abs(x - other) + Fraction(1, 10**25)

    for_all(lipschitz, rationals(), rationals(), rationals(), EPS)


def test_values_at_the_ends(for_all):
    def ends(x, y, eps):
        assert certify(d_eps, x, 1, eps).lo == eps * (1 - x)
        assert certify(d_eps, x, 0, eps).hi == eps * x
        assert certify(d_eps, x, y, 0).hi == 0
        e, y, x = float(eps), float(y), float(x)
        assert d_eps(x, 1.0, e) == pytest.approx(e * (1 - x), rel=1e-14)
        assert d_eps(x, y, 0.0) == 0.0
        assert d_eps(0.0, y, e) == pytest.approx(-math.log1p(-y * -math.expm1(-e)), rel=1e-13)
        assert d_eps(1.0, y, e) == pytest.approx(-math.log(y + (1 - y) * math.exp(-e)), rel=1e-11)

    for_all(ends, rationals(), rationals(False), EPS, examples=40)


def test_the_limit_of_small_budgets():
    x, y = Fraction(1, 10), Fraction(4, 5)
    for eps in (Fraction(1, 10**4), Fraction(1, 10**8)):
        value = certify(d_eps, x, y, eps, digits=40).mid
        expansion = (
            eps * (y - x) - eps**2 * y * (1 - y) / 2 + eps**3 * y * (1 - y) * (1 - 2 * y) / 6
        )
        assert abs(value - expansion) < eps**4


def test_the_one_sided_form(for_all):
    def one_sided(case):
        x, y, eps = case
        assert d_eps_up(x, y, eps) == (d_eps(x, y, eps) if x < y else 0.0)
        assert overlap(certify(d_eps_up, *case), certify(d_eps if x < y else d_eps_up, *case))
        assert x < y or certify(d_eps_up, *case).hi == 0

    for_all(one_sided, cases())


# -- minimiser, slope, derivatives ----------------------------------------------------------------


def check_minimiser(for_all, subject):
    def attains(x, y, eps):
        z = float(subject(float(x), float(y), float(eps)))
        assert min(float(x), float(y)) <= z <= max(float(x), float(y))
        cost = float(eps) * abs(z - float(x)) + kl(z, float(y))
        assert cost == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-14)

    for_all(attains, rationals(), rationals(False), EPS)


def test_the_minimiser_attains_the_value(for_all, rejects):
    check_minimiser(for_all, private_minimiser)
    rejects(check_minimiser, for_all, lambda x, y, eps: private_minimiser(y, x, eps))
    rejects(check_minimiser, for_all, lambda x, y, eps: (x + y) / 2)
    rejects(check_minimiser, for_all, lambda x, y, eps: y / (y + (1 - y) * math.exp(eps)))


def check_slope(for_all, subject):
    def attains(x, y, eps):
        s = float(subject(float(x), float(y), float(eps)))
        assert abs(s) <= float(eps)
        assert (s <= 0) if x <= y else (s >= 0)
        dual = s * float(x) - math.log(1 - float(y) + float(y) * math.exp(s))
        assert dual == pytest.approx(d_eps(float(x), float(y), float(eps)), rel=1e-9, abs=1e-13)

    for_all(attains, rationals(), rationals(False), EPS)


def test_the_slope_attains_the_dual_value(for_all, rejects):
    check_slope(for_all, private_slope)
    rejects(check_slope, for_all, lambda x, y, eps: -private_slope(x, y, eps))
    rejects(check_slope, for_all, lambda x, y, eps: eps if x > y else -eps)


def check_derivative(for_all, subject, move):
    def matches(x, y, eps):
        if x == y or abs(eps - float(certify(privacy_threshold, x, y))) < 0.01:
            return
        h = Fraction(1, 10**6)
        high = certify(d_eps, *move(x, y, eps, h)).mid
        low = certify(d_eps, *move(x, y, eps, -h)).mid
        expected = float((high - low) / (2 * h))
        value = float(subject(float(x), float(y), float(eps)))
        assert value == pytest.approx(expected, rel=1e-5, abs=1e-7)

    inner = st.integers(20, 980).map(lambda k: Fraction(k, 1000))
    for_all(matches, inner, inner, EPS)


def test_derivative_in_the_reference_mean(for_all, rejects):
    def move(x, y, eps, h):
        return x, y + h, eps

    check_derivative(for_all, d_eps_derivative_in_y, move)
    rejects(check_derivative, for_all, lambda x, y, e: (y - x) / (y * (1 - y)), move)


def test_derivative_in_the_empirical_mean_is_the_slope(for_all):
    check_derivative(for_all, private_slope, lambda x, y, eps, h: (x + h, y, eps))


def test_derivative_in_the_budget_is_the_distance_to_the_minimiser(for_all, rejects):
    def move(x, y, eps, h):
        return x, y, eps + h

    check_derivative(for_all, d_eps_derivative_in_eps, move)
    rejects(check_derivative, for_all, lambda x, y, e: abs(private_minimiser(x, y, e) - y), move)


def test_derivative_in_y_is_below_that_of_kl_and_below_one_over_one_minus_y(for_all):
    def below(x, y, eps):
        x, y = sorted((float(x), float(y)))
        value = float(d_eps_derivative_in_y(x, y, float(eps)))
        assert 0 <= value <= (y - x) / (y * (1 - y)) * (1 + 1e-12) <= 1 / (1 - y) * (1 + 2e-12)

    for_all(below, rationals(False), rationals(False), EPS)


# -- bad input ------------------------------------------------------------------------------------

FORMS = [d_eps, d_eps_up, private_minimiser, private_slope, d_eps_derivative_in_y]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bad", [math.nan, -0.1, 1.1, "high"])
def test_bad_means_get_a_sentence(form, bad):
    for arguments in ((bad, 0.5, 1.0), (0.5, bad, 1.0)):
        with pytest.raises(ValueError, match=r"(outside \[0, 1\]|NaN|give a number)"):
            form(*arguments)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bad", [math.nan, -0.1, math.inf, "high"])
def test_bad_budgets_get_a_sentence(form, bad):
    with pytest.raises(ValueError, match="eps"):
        form(0.25, 0.5, bad)


@pytest.mark.parametrize("bad", [math.nan, -1, math.inf, "much"])
def test_bad_exact_budgets_get_a_sentence(bad):
    with pytest.raises(ValueError, match="give a"):
        certify(d_eps, 0.25, 0.5, bad)


def test_the_derivative_in_y_refuses_the_ends():
    with pytest.raises(ValueError, match="end of"):
        d_eps_derivative_in_y(0.5, 1.0, 1.0)


def test_never_nan_and_no_warning(for_all):
    def defined(case):
        for form in (d_eps, d_eps_up, private_minimiser, private_slope):
            assert not math.isnan(form(*case))

    for_all(defined, cases(), examples=200)


def test_the_form_broadcasts():
    table = d_eps(np.array([0.1, 0.2]), np.array([[0.3], [0.4]]), 1.0)
    assert table.shape == (2, 2)
    assert table[1, 0] == d_eps(0.1, 0.4, 1.0)
    assert d_eps_balls(Fraction(1, 2), Fraction(1, 2), Fraction(1))[0] == 0


def test_budgets_are_drawn_on_both_sides_of_a_threshold(for_all):
    seen, threshold = set(), privacy_threshold(0.25, 0.75)

    def note(eps):
        if abs(eps / threshold - 1) < 1e-3:
            seen.add((eps > threshold) - (eps < threshold))

    for_all(note, budgets(near=threshold), examples=600)
    assert seen == {-1, 0, 1}
