"""Infima over better laws of a finite support or of an interval: floats, certificates, oracles."""

import math
import random
from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import overlap
from finite_law_cases import CASES
from properties import rejects, relative_error
from scipy.optimize import brentq, minimize_scalar
from banditproof.theory import Bernoulli, FiniteSupport, certify, d_inf, kl_inf, tv_inf
from banditproof.theory.balls import working_precision
from banditproof.theory.infima import finite_certificates
from banditproof.theory.infima.finite_certificates import Standing, finite_bounds
from banditproof.theory.laws import Empirical

TOLERANCE = 2e-14


def check_float_forms(kl=kl_inf, tv=tv_inf, private=d_inf):
    for law, mu, eps in CASES:
        assert relative_error(kl(law, mu), certify(kl_inf, law, mu)) <= TOLERANCE
        assert relative_error(tv(law, mu), certify(tv_inf, law, mu)) <= TOLERANCE
        assert relative_error(private(law, mu, eps), certify(d_inf, law, mu, eps)) <= TOLERANCE


def test_the_float_forms_are_within_their_enclosures():
    check_float_forms()


def searched(law, mu, *, argmin=False, least=0.0):
    """The dual as public code searches it: with argmin, the place is returned for the value.

    With least > 0, a precision has come into the slot of the lower end, as in a published index.
    """
    x, p = (np.array([float(v) for v in s]) for s in (law.exact_points, law.exact_weights))
    x, p = x[p > 0], p[p > 0]
    end = 1 / float(law.high - mu)
    with np.errstate(all="ignore"):
        result = minimize_scalar(
            lambda u: -np.sum(p * np.log(1 - u * (x - float(mu)))), bounds=(least, end)
        )
    return float(result.x if argmin else -result.fun)


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
def test_mutants_of_the_float_forms_are_rejected(wrong):
    rejects(check_float_forms, **wrong)


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
            assert all(map(overlap, before, infima(*counterpart, eps)))
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
    rejects(check_invariances, lowered)


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
    assert overlap(certify(d_inf, law, mu, threshold + 1e-3), kl)
    below = certify(d_inf, law, mu, threshold - 1e-2)
    assert below.hi < kl.lo
    for eps in (Fraction(1, 10**6), Fraction(1, 10**9)):
        value = certify(d_inf, law, mu, eps)
        assert value.hi <= eps * tv.hi
        assert value.lo >= eps * tv.lo * (1 - 10 * eps)


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
