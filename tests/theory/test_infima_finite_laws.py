"""Infima over better laws of a finite support or of an interval: floats, certificates, oracles."""

import math
import random
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import brentq, linprog, minimize_scalar

from banditproof.theory import Bernoulli, FiniteSupport, certify, d_inf, kl_inf, tv_inf
from banditproof.theory.balls import working_precision
from banditproof.theory.exact import exact
from banditproof.theory.infima import finite_certificates, moved_mass
from banditproof.theory.infima.finite_certificates import Standing, finite_bounds
from banditproof.theory.laws import Empirical

TOLERANCE = 2e-14
WEIGHTS = (1, 2, 5, 1000, Fraction(1, 10**9), 0)
SHARES = (Fraction(1, 10**12), Fraction(1, 10**5), 1 - Fraction(1, 10**7), None, None)
BUDGETS = ("1e-6", "0.1", "1", "3", "20", "1e6")


def finite_laws(count, seed, kinds=(FiniteSupport, Empirical), most=6):
    """Laws with points near both ends and weights of all sizes, and a mean mu above theirs."""
    source = random.Random(seed)
    while count:
        size = source.randint(1, most)
        scale = 10 ** source.choice((2, 2, 3, 9))
        points = [Fraction(x, scale) for x in source.sample(range(101), size)]
        if source.random() < 0.4:
            points[0] = Fraction(1)
        weights = [Fraction(source.choice(WEIGHTS)) for _ in points]
        if len(set(points)) < size or not sum(weights):
            continue
        weights = [w / sum(weights) for w in weights]
        kind = source.choice(kinds)
        law = kind(points, weights) if kind is FiniteSupport else kind(points, weights=weights)
        if law.exact_mean == law.high:
            continue
        share = source.choice(SHARES) or Fraction(source.randint(1, 999), 1000)
        mu = law.exact_mean + share * (law.high - law.exact_mean)
        yield law, mu, Fraction(source.choice(BUDGETS))
        count -= 1


CASES = list(finite_laws(150, seed=1))


def check_float_forms(relative_error, kl=kl_inf, tv=tv_inf, private=d_inf):
    for law, mu, eps in CASES:
        assert relative_error(kl(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
        assert relative_error(tv(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE
        assert relative_error(private(law, mu, eps), certify(d_inf, law, mu, eps)) <= TOLERANCE


def test_the_float_forms_are_within_their_enclosures(relative_error):
    check_float_forms(relative_error)


def searched(law, mu, *, argmin=False, least=0.0):
    """The dual as public code searches it: with argmin, the place is returned for the value.

    With least > 0, a precision has come into the slot of the lower end, as in a published index.
    """
    x, p = (np.array([float(v) for v in s]) for s in (law.exact_points, law.exact_weights))
    x, p = x[p > 0], p[p > 0]
    end = 1 / float(law.high - mu)
    with np.errstate(all="ignore"):
        found = minimize_scalar(
            lambda u: -np.sum(p * np.log(1 - u * (x - float(mu)))), bounds=(least, end)
        )
    return float(found.x if argmin else -found.fun)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kl": lambda law, mu: searched(law, mu, argmin=True)},  # a published index does that
        {"kl": lambda law, mu: searched(law, mu, least=1e-4)},
        {"kl": searched},  # right on paper, loses its digits
        {"kl": lambda law, mu: 2 * float(mu - law.exact_mean) ** 2},
        {"kl": lambda law, mu: kl_inf(Bernoulli(law.exact_mean), mu)},
        {"tv": lambda law, mu: float((mu - law.exact_mean) / law.high)},
        {"private": lambda law, mu, eps: kl_inf(law, mu)},
        {"private": lambda law, mu, eps: float(eps) * tv_inf(law, mu)},
        {"private": lambda law, mu, eps: min(kl_inf(law, mu), float(eps) * tv_inf(law, mu))},
        {"private": lambda law, mu, eps: d_inf(law, mu, 2 * eps)},
    ],
)
def test_mutants_of_the_float_forms_are_rejected(relative_error, wrong):
    with pytest.raises(AssertionError):
        check_float_forms(relative_error, **wrong)


def programs(law, mu, eps):
    """KL_inf and d_inf as convex programs over all pairs of laws, by an interior-point solver."""
    import cvxpy as cp

    points = sorted({*law.exact_points, law.high})
    mass = dict(zip(law.exact_points, law.exact_weights, strict=True))
    p = np.array([float(mass.get(x, 0)) for x in points])
    x = np.array([float(v) for v in points])
    values = []
    for budget in (None, eps):
        q = cp.Variable(len(x), nonneg=True) if budget is not None else p
        better = cp.Variable(len(x), nonneg=True)
        rules = [cp.sum(better) == 1, x @ better >= float(mu)]
        cost = -cp.sum(cp.entr(q)) - q @ cp.log(better) if budget is None else None
        if budget is None:
            cost = cp.sum(cp.rel_entr(p[p > 0], better[p > 0]))
        else:
            rules.append(cp.sum(q) == 1)
            cost = cp.sum(cp.rel_entr(q, better)) + float(budget) / 2 * cp.norm1(p - q)
        problem = cp.Problem(cp.Minimize(cost), rules)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            problem.solve(solver=cp.CLARABEL)
        # the value at a law that is zero to within the solver's tolerance may come as infinite
        values.append(problem.value if np.isfinite(problem.value or math.inf) else None)
    return values


def check_programs(cases, private=d_inf):
    solved = tried = 0
    for law, mu, eps in cases:
        values = float(certify(kl_inf, law, mu)), private(law, mu, eps)
        for value, program in zip(values, programs(law, mu, eps), strict=True):
            tried += 1
            if program is not None:
                solved += 1
                assert program == pytest.approx(value, rel=1e-5, abs=1e-7)
    assert solved >= 0.9 * tried  # the solver gives up on a few


def moderate(count, seed):
    source = random.Random(seed)
    for _ in range(count):
        size = source.randint(2, 6)
        points = [Fraction(x, 100) for x in source.sample(range(96), size)]
        weights = [Fraction(source.randint(1, 20)) for _ in points]
        weights = [w / sum(weights) for w in weights]
        law = Empirical(points, weights=weights)
        mu = law.exact_mean + (1 - law.exact_mean) * Fraction(source.randint(1, 9), 10)
        yield law, mu, Fraction(source.randint(1, 40), 10)


@pytest.mark.slow
def test_the_convex_programs_agree():
    check_programs(moderate(3, seed=3))
    with pytest.raises(AssertionError):
        check_programs(
            moderate(3, seed=3), lambda law, mu, eps: min(kl_inf(law, mu), eps * tv_inf(law, mu))
        )


@pytest.mark.slow
def test_the_convex_programs_agree_on_many_laws():
    check_programs(moderate(150, seed=4))


def check_transport(mass):
    """TV_inf as a linear program over what each point loses and gains."""
    for law, mu, _ in list(moderate(15, seed=5)) + CASES[:40]:
        if mu - law.exact_mean < Fraction(1, 10**4):
            continue
        points = sorted({*law.exact_points, law.high})
        weight = dict(zip(law.exact_points, law.exact_weights, strict=True))
        p = np.array([float(weight.get(x, 0)) for x in points])
        x = np.array([float(v) for v in points])
        n = len(x)
        program = linprog(
            np.r_[np.ones(n), np.zeros(n)],
            A_ub=[np.r_[x, -x]],
            b_ub=[float(p @ x) - float(mu)],
            A_eq=[np.r_[np.ones(n), -np.ones(n)]],
            b_eq=[0],
            bounds=[(0, w) for w in p] + [(0, 1)] * n,
        )
        assert program.fun == pytest.approx(float(mass(law, mu)), rel=1e-7, abs=1e-7)


def test_the_least_moved_mass_is_that_of_a_linear_program():
    check_transport(moved_mass)
    with pytest.raises(AssertionError):  # the highest points first
        check_transport(lambda law, mu: (mu - law.exact_mean) / (law.high - law.low))


def test_no_point_of_the_dual_and_no_pair_of_laws_beats_the_enclosure():
    source = random.Random(7)
    for law, mu, eps in CASES:
        kl, private = certify(kl_inf, law, mu), certify(d_inf, law, mu, eps)
        assert kl.lo > 0
        assert private.lo > 0
        points = list(law.exact_points) + [law.high] * (law.high not in law.exact_points)
        p = np.array(
            [float(w) for w in law.exact_weights] + [0.0] * (len(points) > len(law.points))
        )
        x = np.array([float(v) for v in points])
        top = float(law.high)
        for _ in range(3):
            u = source.random() / float(law.high - mu)
            w = np.maximum(1 - u * (x - float(mu)), 1e-300)
            least = np.log(max(1 - u * (top - float(mu)), 1e-300))
            slack = 1e-14 / float(law.high - mu)  # the means of float laws are rounded
            assert np.sum(p * np.log(w)) <= float(kl.hi) + slack
            assert (
                np.sum(p * np.minimum(np.log(w), least + float(eps))) <= float(private.hi) + slack
            )
            q = np.array([source.random() ** 3 for _ in points]) * (p + 1e-3)
            better = np.array([source.random() for _ in points])
            q, better = q / q.sum(), better / better.sum()
            q = p + source.random() ** 2 * (q - p)
            short = float(mu) - better @ x
            if short > 0:  # mixed with the top, until its mean is mu
                share = short / (top - better @ x)
                better = (1 - share) * better + share * (x == top)
            for law_of, value in ((p, kl), (q, private)):
                charged = law_of > 0
                with np.errstate(divide="ignore"):  # the better law may be the top alone
                    cost = np.sum(law_of[charged] * np.log(law_of[charged] / better[charged]))
                paid = 0 if value is kl else float(eps) * np.abs(p - q).sum() / 2
                assert cost + paid >= float(value.lo) - slack


def test_zero_and_one_are_bernoulli():
    for mean, mu, eps in [("0.3", "0.7", "0.5"), ("0", "0.4", "2"), ("0.999", "0.9999", "3")]:
        p = Fraction(mean)
        counterpart = Bernoulli(mean)
        for law in (FiniteSupport((1, 0), (p, 1 - p)), Empirical([0, 1], weights=(1 - p, p))):
            for f, more in ((kl_inf, ()), (tv_inf, ()), (d_inf, (eps,)), (d_inf, ("40",))):
                one, other = certify(f, law, mu, *more), certify(f, counterpart, mu, *more)
                assert max(one.lo, other.lo) <= min(one.hi, other.hi)
                assert f(law, mu, *more) == pytest.approx(
                    f(counterpart, mu, *more), rel=1e-14, abs=0
                )


def same(one, other):
    """Two enclosures of one number."""
    return max(one.lo, other.lo) <= min(one.hi, other.hi)


def infima(law, mu, eps):
    return [certify(f, law, mu, *more) for f, more in ((kl_inf, ()), (tv_inf, ()), (d_inf, (eps,)))]


def check_invariances(change):
    changed = 0
    for law, mu, eps in CASES[:60]:
        before = infima(law, mu, eps)
        points, weights = list(law.exact_points), list(law.exact_weights)
        counterpart = change(points, weights, law, mu)
        if counterpart is not None:
            changed += 1
            assert all(map(same, before, infima(*counterpart, eps)))
    assert changed >= 10


def shifted(points, weights, law, mu):
    """x -> 3 x - 2, of the law and of its interval."""
    moved, target = [3 * x - 2 for x in points], 3 * mu - 2
    if isinstance(law, FiniteSupport):
        return FiniteSupport(moved, weights), target
    return Empirical(moved, 3 * law.low - 2, 3 * law.high - 2, weights=weights), target


def turned(points, weights, law, mu):
    """The points in another order."""
    points, weights = points[::-1], weights[::-1]
    if isinstance(law, FiniteSupport):
        return FiniteSupport(points, weights), mu
    return Empirical(points, weights=weights), mu


def split(points, weights, law, mu):
    """Each point twice, with a third and two thirds of its weight."""
    if isinstance(law, FiniteSupport):
        return None
    halves = [w / 3 for w in weights] + [2 * w / 3 for w in weights]
    return Empirical(points * 2, weights=halves), mu


def topped(points, weights, law, mu):
    """All laws on points up to 1, one of which is 1, or all laws on [0, 1]: 1 is enough."""
    if not isinstance(law, FiniteSupport):
        if 1 in points:
            return FiniteSupport(points, weights), mu
        return FiniteSupport([*points, 1], [*weights, 0]), mu
    return None


def lowered(points, weights, law, mu):
    """Wrong: the top point may not be left out."""
    if 1 in points or isinstance(law, FiniteSupport):
        return None
    counterpart = FiniteSupport(points, weights)
    return (counterpart, mu) if mu < counterpart.high else None


@pytest.mark.parametrize("change", [shifted, turned, split, topped])
def test_the_infima_do_not_depend_on_how_a_law_is_written(change):
    check_invariances(change)


def test_the_top_of_the_class_matters():
    with pytest.raises(AssertionError):
        check_invariances(lowered)


def test_shape_in_mu_and_bounds_between_the_infima():
    for law, mu, eps in CASES[:70]:
        kl, tv, private = infima(law, mu, eps)
        gap = mu - law.exact_mean
        width = law.high - law.low
        assert kl.hi >= 2 * gap**2 / width**2  # Pinsker on an interval of this width
        assert tv.lo >= gap / width
        assert kl.hi >= 2 * tv.lo**2
        assert private.lo <= min(kl.hi, eps * tv.hi)
        further = mu + (law.high - mu) / 3
        for first, later in zip((kl, tv, private), infima(law, further, eps), strict=True):
            assert first.hi < later.lo
        # all three are convex in mu, because the laws of a class may be mixed
        halfway = infima(law, (mu + further) / 2, eps)
        for first, middle, later in zip(
            (kl, tv, private), halfway, infima(law, further, eps), strict=True
        ):
            assert 2 * middle.lo <= first.hi + later.hi
        more = certify(d_inf, law, mu, 2 * eps)
        assert private.lo <= more.hi <= 2 * private.hi + Fraction(1, 10**40)  # concave in eps


def test_privacy_is_free_from_a_threshold_on_and_costs_tv_for_small_budgets():
    law = FiniteSupport((0, "0.4", 1), ("0.5", "0.3", "0.2"))
    mu = Fraction(1, 2)
    kl, tv = certify(kl_inf, law, mu), certify(tv_inf, law, mu)
    x, p = (np.array([float(v) for v in s]) for s in (law.exact_points, law.exact_weights))
    u = brentq(lambda u: np.sum(p * (x - 0.5) / (1 - u * (x - 0.5))), 1e-9, 2 - 1e-9, xtol=1e-14)
    # the better law is p / w, w = 1 - u (x - mu), and w varies by this much over the support
    threshold = math.log((1 + u / 2) / (1 - u / 2))
    assert same(certify(d_inf, law, mu, threshold + 1e-3), kl)
    below = certify(d_inf, law, mu, threshold - 1e-2)
    assert below.hi < kl.lo
    for eps in (Fraction(1, 10**6), Fraction(1, 10**9)):
        value = certify(d_inf, law, mu, eps)
        assert value.hi <= eps * tv.hi
        assert value.lo >= eps * tv.lo * (1 - 10 * eps)


def test_point_masses_have_closed_forms():
    for m, mu in [("0", "0.5"), ("0.25", "0.75"), ("0.5", "0.500000000001"), ("0.1", "0.999999")]:
        law = Empirical([m])
        low, high = Fraction(m), Fraction(mu)
        assert certify(tv_inf, law, mu).lo == (high - low) / (1 - low)
        exact = math.log1p(float((high - low) / (1 - high)))
        assert kl_inf(law, mu) == pytest.approx(exact, rel=1e-14, abs=0)
        # only points below the top and the top itself: a Bernoulli law of mean 0 after scaling
        counterpart = certify(kl_inf, Bernoulli(0), (high - low) / (1 - low))
        assert same(certify(kl_inf, law, mu), counterpart)
        counterpart = certify(d_inf, Bernoulli(0), (high - low) / (1 - low), "0.3")
        assert same(certify(d_inf, law, mu, "0.3"), counterpart)


def test_floats_beside_a_mean_that_is_none():
    """The mean is kept with more digits than a float has."""
    for point in (0.3, 0.7):
        law, gap = Empirical(np.array([point])), Fraction(1, 10**15)
        mu = law.exact_mean + gap
        exact = float(gap / (1 - mu))
        assert kl_inf(law, mu) == pytest.approx(exact - exact**2 / 2, rel=1e-13, abs=0)
        assert tv_inf(law, mu) == pytest.approx(float(gap / (1 - law.exact_mean)), rel=1e-15, abs=0)


def test_ten_thousand_points(relative_error):
    points = np.random.default_rng(4).random(10_000)
    points[:3] = 0, 1, 1
    law = Empirical(points)
    for mu in (0.52, 0.97):
        x = points - mu
        found = minimize_scalar(
            lambda u, x=x: -np.mean(np.log1p(-u * x)),
            bounds=(0, 1 / (1 - mu)),
            options={"xatol": 1e-12},
        )
        assert kl_inf(law, mu) == pytest.approx(-found.fun, rel=1e-9, abs=0)
        assert d_inf(law, mu, 800) == kl_inf(law, mu)
        assert d_inf(law, mu, 1e-3) == pytest.approx(1e-3 * tv_inf(law, mu), rel=5e-3, abs=0)
        order = np.sort(points)
        moved = np.searchsorted(np.cumsum(1 - order) / 10_000, mu - points.mean()) / 10_000
        assert tv_inf(law, mu) == pytest.approx(moved, abs=1.01e-4)
    # ten thousand masses are summed without losing digits
    assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE


@pytest.mark.slow
def test_ten_thousand_points_against_their_enclosures(relative_error):
    law = Empirical(np.random.default_rng(4).beta(0.3, 0.5, 10_000))
    for mu in (0.4, 0.8, 0.99):
        assert relative_error(kl_inf(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
        for eps in (0.1, 1.0, 5.0):
            value = certify(d_inf, law, mu, eps, digits=25)
            assert relative_error(d_inf(law, mu, eps), value) <= TOLERANCE


def test_means_near_the_top_and_least_budgets(relative_error):
    """Where rises and falls are huge, where a budget is tiny, and where exp(eps) is."""
    cases = [
        # most of the gap is made by a point that hardly matters
        ((-4, "-4.044995", -5), ("0.5", "0.5", 0), 1 - Fraction(1, 10**40)),
        ((0, "1e-25", Fraction(1) - Fraction(1, 10**18), 1), (0, "1/3", "1/3", "1/3"), "1e-56"),
        ((0, "1e-25", Fraction(1) - Fraction(1, 10**18), 1), (0, "1/3", "1/3", "1/3"), "near"),
        ((1, "1e-5", 0), ("0.004", "0.992", "0.004"), 1 - Fraction(1, 10**18)),
        (("0.2", "0.5", 1), ("0.01", "0.98", "0.01"), "0.999999999999"),
        # no share of the moved mass may be lost at a kink near zero
        (("0.45", "0.52", 1), ("0.5", "0.5", 0), "0.5"),
        (("0.3", 1), (1, 0), "1e-50"),
    ]
    budgets = ("1e-280", "1e-208", "1e-94", "1e-20", "0.1", "40", "500", "690", "900", "1e7")
    for points, weights, share in cases:
        for high in (max(exact(x) for x in points), exact(3)):
            law = Empirical(points, low=-5, high=high, weights=weights)
            height = law.high - law.exact_mean
            part = 1 - Fraction(1, 10**75) if share == "near" else exact(share)
            mu = law.exact_mean + part * height
            assert relative_error(kl_inf(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
            assert relative_error(tv_inf(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE
            for eps in budgets:
                value = certify(d_inf, law, mu, eps)
                assert relative_error(d_inf(law, mu, eps), value) <= TOLERANCE, (points, eps)


def test_fifty_digits_against_mpmath():
    import mpmath

    law = FiniteSupport(("0", "0.3", "0.4", "1"), ("0.4", "0.3", "0.2", "0.1"))
    mu = Fraction(1, 2)
    with mpmath.workdps(60):
        x = [mpmath.mpf(v.numerator) / v.denominator - mpmath.mpf(1) / 2 for v in law.exact_points]
        p = [mpmath.mpf(v.numerator) / v.denominator for v in law.exact_weights]
        slope = lambda u: sum(q * y / (1 - u * y) for q, y in zip(p, x, strict=True))  # noqa: E731
        u = mpmath.findroot(slope, (1.0, 1.9), solver="anderson", tol=1e-80)
        value = sum(q * mpmath.log(1 - u * y) for q, y in zip(p, x, strict=True))
        text = mpmath.nstr(value, 55)
    enclosure = certify(kl_inf, law, mu, digits=50)
    assert enclosure.digits >= 50
    assert abs(Fraction(text) - Fraction(enclosure.mid)) < Fraction(1, 10**50)


def test_bounds_are_those_of_a_certificate_wherever_the_search_ends(monkeypatch):
    """A search that goes astray loses digits, never the truth."""
    law, mu = FiniteSupport((0, "0.5", 1), ("0.6", "0.3", "0.1")), Fraction(1, 2)
    standing = Standing.of(law.exact_points, law.exact_weights, mu, law.high)
    truth = {eps: certify(d_inf, law, mu, eps) for eps in ("0.7", "9")}
    right = finite_certificates._optimum
    for eps, value in truth.items():
        for factor in ("0.7", "0.99", "1.2"):

            def astray(balls, budget, factor=factor):
                z, small, moved, share = right(balls, budget)
                return (z * float(factor)).mid(), small, moved, share

            monkeypatch.setattr(finite_certificates, "_optimum", astray)
            with working_precision(100):
                below, above = finite_bounds(standing, Fraction(eps))
                assert below < float(value.lo)
                assert above > float(value.hi)
        monkeypatch.setattr(finite_certificates, "_optimum", right)
