"""The runs that audits need: the fixed-sample ones exactly, the watched ones against them."""

import math
import numpy as np
import pytest
from banditproof.verify.sampling import power
from banditproof.verify.sampling.power import (
    LEVEL,
    anytime_limit_runs,
    betting_runs,
    exact_test_runs,
    planned_betting_runs,
    two_sample_test_runs,
    watched_runs,
    whole_audit_runs,
)
from banditproof.verify.sampling.successive_tests import critical_count, rejection_probability


@pytest.mark.parametrize(("claim", "truth"), [(0.1, 1.0), (0.5, 1.0), (0.1, 0.5)])
def test_the_exact_test_rejects_half_of_the_time(claim, truth):
    runs = exact_test_runs(claim, truth)
    result = float(rejection_probability(truth, claim, runs, LEVEL))
    assert 0.4 < result < 0.6
    assert abs(critical_count(claim, runs, LEVEL) - runs / (1 + math.exp(-truth))) < 2


def test_audits_in_the_order_of_what_they_know():
    rng = np.random.default_rng(3)
    best = exact_test_runs(0.1, 0.5)
    planned = planned_betting_runs(0.1, 0.5, 41, rng)
    betting = betting_runs(0.1, 0.5, 41, rng)
    limits = anytime_limit_runs(0.1, 0.5, 15, rng)
    assert best < planned < betting < limits
    assert betting < 2.5 * best
    assert best < two_sample_test_runs(0.1, 0.5) < 3 * best


def test_a_smaller_violation_needs_more_runs():
    rng = np.random.default_rng(3)
    needed = [betting_runs(0.1, truth, 41, rng) for truth in (0.3, 0.6, 1.2)]
    assert needed == sorted(needed, reverse=True)
    assert whole_audit_runs(0.1, 1.5, 3, rng) < 6000


def test_a_test_that_never_rejects_needs_all_runs(monkeypatch):
    monkeypatch.setattr(power, "MOST", 1000)
    never = watched_runs(1.0, 3, np.random.default_rng(1), lambda c: c.left_runs < 0)
    assert never == math.inf
