"""Regret coefficients: the table of the paper's instances, the corner at mu_star = 1, limits."""

import math
from fractions import Fraction
import pytest
from case_tables import table
from enclosure_checks import overlap
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import (
    BernoulliBandit,
    certify,
    d_eps,
    kl,
    privacy_threshold,
    regret_coefficient,
)
from banditproof.theory.lower_bounds import lai_robbins_coefficient, older_regret_coefficient
from banditproof.verify.strategies import bandits, epsilons

INSTANCES = table(__file__, "instances")
BUDGETS = ("0.01", "0.1", "0.25", "0.5", "1")
# 14 digits each; the last column is the bound without privacy
TABLE = table(__file__, "table")
# new over old coefficient; the catalogue gives four decimals
GAINS = table(__file__, "gains")


def check_table(coefficient):
    for name, row in TABLE.items():
        for eps, printed in zip(BUDGETS, row.split(), strict=False):
            places = len(printed.split(".")[1])
            value = coefficient(INSTANCES[name], eps)
            assert abs(value - Fraction(printed)) <= Fraction(51, 100) / 10**places, (name, eps)


def swapped(means, eps):
    best = max(map(Fraction, means))
    return sum(
        (best - Fraction(a)) / certify(d_eps, best, a, eps).mid for a in means if Fraction(a) < best
    )


def test_the_table_of_the_paper():
    check_table(lambda means, eps: certify(regret_coefficient, means, eps).mid)
    rejects(check_table, swapped)
    rejects(check_table, lambda means, eps: certify(older_regret_coefficient, means, eps).mid)


@pytest.mark.parametrize("name", INSTANCES)
def test_the_bound_without_privacy(name):
    printed = TABLE[name].split()[-1]
    value = certify(lai_robbins_coefficient, INSTANCES[name]).mid
    assert abs(value - Fraction(printed)) <= Fraction(51, 100) / 10 ** len(printed.split(".")[1])


@pytest.mark.parametrize("name", INSTANCES)
def test_the_gain_over_the_older_bound(name):
    for eps, gain in zip(BUDGETS, GAINS[name], strict=True):
        new = certify(regret_coefficient, INSTANCES[name], eps)
        old = certify(older_regret_coefficient, INSTANCES[name], eps)
        assert float(new.mid / old.mid) == pytest.approx(gain, abs=5.1e-5)


@for_all(bandits(), epsilons(), examples=120)
def check_floats(bandit, eps, subject):
    exact = certify(regret_coefficient, bandit.means, eps, digits=20)
    assert relative_error(subject(bandit.means, eps), exact) <= 2e-14


def one_over_eps_at_one(means, eps):
    best = max(means)
    divergences = [(best - a, float(d_eps(a, best, eps))) for a in means if a < best]
    return sum(gap / d if d else math.inf for gap, d in divergences)


def test_the_float_form_is_within_its_enclosure():
    check_floats(regret_coefficient)
    rejects(check_floats, one_over_eps_at_one)
    rejects(check_floats, lambda means, eps: lai_robbins_coefficient(means))


@pytest.mark.parametrize("means", [("1", "0.5"), ("1", "0.2", "0.2"), ("1", "1", "0"), ("1",)])
def test_at_a_best_mean_of_one_every_bound_is_zero(means):
    for eps in ("0.05", "0.5", 3):
        assert certify(regret_coefficient, means, eps).hi == 0
        assert certify(older_regret_coefficient, means, eps).hi == 0
        assert regret_coefficient([float(m) for m in means], float(eps)) == 0.0
    assert certify(lai_robbins_coefficient, means).hi == 0
    assert certify(regret_coefficient, means, 0).hi == 0


@pytest.mark.parametrize("means", [("0.5",), ("0.5", "0.5"), ("0", "0")])
def test_without_a_suboptimal_arm_every_bound_is_zero(means):
    for eps in (0, "0.5"):
        assert certify(regret_coefficient, means, eps).hi == 0
        assert regret_coefficient(means, float(eps)) == 0.0
    assert certify(lai_robbins_coefficient, means).hi == 0


def test_no_consistent_policy_releases_nothing():
    assert regret_coefficient((0.75, 0.5), 0.0) == math.inf
    assert certify(regret_coefficient, ("0.75", "0.5"), 0).lo == math.inf


MEANS = st.lists(st.integers(1, 98).map(lambda k: Fraction(k, 100)), min_size=2, max_size=4)
EPS = st.integers(1, 300).map(lambda k: Fraction(k, 100))


@for_all(MEANS, EPS, EPS, examples=60)
def test_it_falls_in_the_budget_down_to_the_bound_without_privacy(means, first, second):
    low, high = sorted((first, second))
    strict, loose = (certify(regret_coefficient, means, eps) for eps in (low, high))
    free = certify(lai_robbins_coefficient, means)
    older = certify(older_regret_coefficient, means, high)
    assert strict.hi >= loose.lo
    assert loose.hi >= free.lo
    assert loose.hi >= older.lo
    assert loose.lo <= 1.582 * certify(older_regret_coefficient, means, high, 1).hi


@for_all(MEANS, examples=40)
def test_from_the_largest_threshold_on_privacy_is_free(means):
    best = max(means)
    if min(means) == best:
        return
    eps = max(certify(privacy_threshold, a, best).hi for a in means)
    new, old = certify(regret_coefficient, means, eps), certify(lai_robbins_coefficient, means)
    assert overlap(new, old)


def test_for_small_budgets_each_suboptimal_arm_costs_one_over_eps():
    for means in INSTANCES.values():
        eps = Fraction(1, 10**6)
        scaled = eps * certify(regret_coefficient, means, eps).mid
        assert abs(scaled - len(BernoulliBandit(means).suboptimal_arms)) < Fraction(1, 10**4)


def test_a_tiny_gap_gives_no_division_by_zero():
    means = (0.5, math.nextafter(0.5, 0))
    assert math.isfinite(regret_coefficient(means, 1.0))
    assert regret_coefficient(means, 1.0) == pytest.approx(
        float(certify(regret_coefficient, means, 1)), rel=1e-14
    )
    assert kl(*means) > 0
