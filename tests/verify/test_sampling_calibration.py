"""The auditor audited: shipped audits keep their level on boundary mechanisms, wrong ones do not.

Each test has a fixed seed. For a rate of at most the nominal one, a rejection at 99 % confidence
would be a false alarm of up to 1 %, but the true rates of the shipped audits (exact where they can
be computed) are so far below it that it is below 1e-6; only the rising guesses are near it, and
theirs is computed exactly.
"""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.budgets import PureDP
from banditproof.verify.sampling import search_and_test
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit, boundary_events
from banditproof.verify.sampling.broken_audits import broken_audits
from banditproof.verify.sampling.calibration import Calibration, NullAudit, calibrated
from banditproof.verify.sampling.null_audits import (
    EPS,
    LEVEL,
    RUNS,
    shipped_audits,
    whole_audit_alarms,
)
from banditproof.verify.sampling.successive_tests import upward_error
from banditproof.verify.sampling.thesis_audits import event_audit_error
from banditproof.verify.sampling.two_samples import constant

WHOLE = "search and test"


def label(audit):
    return f"{audit.name}, {audit.mechanism}"


QUICK = [audit for audit in shipped_audits() if audit.name != WHOLE]


@pytest.mark.parametrize("audit", QUICK, ids=label)
def test_a_shipped_audit_keeps_its_level(audit):
    result = calibrated(audit, 600, rng=17)
    assert result.passes
    assert result.rate <= LEVEL * 1.5


@pytest.mark.parametrize("audit", broken_audits(), ids=label)
def test_a_known_wrong_audit_is_caught(audit):
    assert not audit.shipped
    assert not calibrated(audit, 600, rng=17).passes


@pytest.mark.slow
@pytest.mark.parametrize("audit", [*QUICK, *broken_audits()], ids=label)
def test_ten_thousand_audits(audit):
    result = calibrated(audit, 10_000, rng=29)
    assert result.passes is audit.shipped
    assert result.largest_rate <= 1.05 * LEVEL or not audit.shipped


@pytest.mark.slow
def test_five_hundred_whole_audits():
    """Search, choice, tests one after the other: 500 audits of a bandit at the boundary.

    The limit refuses a rate above the level with 99 %, whatever the number of audits. 13 alarms are
    allowed: at a tenth of the level there are more with probability 4e-7.
    """
    (audit,) = [a for a in shipped_audits() if a.name == WHOLE]
    result = calibrated(audit, 500, rng=31)
    assert result.passes
    assert result.largest_rate <= LEVEL


def test_a_few_whole_audits():
    assert whole_audit_alarms(np.random.default_rng(7), 30).sum() <= 3


def test_a_guess_tested_on_the_runs_that_suggested_it_is_caught(monkeypatch):
    """The classical mistake: the counts of the search instead of fresh ones."""
    guesses = []
    whole = search_and_test._test

    def remembering(search, spending, guess, *rest):
        guesses.append(guess)
        return whole(search, spending, guess, *rest)

    monkeypatch.setattr(search_and_test, "_test", remembering)
    monkeypatch.setattr(search_and_test, "fresh_counts", lambda *_: iter([guesses[-1].counts]))
    hasty = NullAudit("same runs", "bandit", LEVEL, hasty_alarms)
    assert not calibrated(hasty, 20, rng=7).passes


def hasty_alarms(rng, audits):
    """A bandit with many equally likely sequences, so that the best of them looks extreme."""
    x = math.exp(EPS)
    sampler = CautiousBandit(x).sampler(horizon=8)
    return np.array(
        [
            search_and_test.audit_sampler(
                sampler,
                PureDP(math.nextafter(EPS, 1)),
                level=str(LEVEL),
                samples=1200,
                rng=rng,
                shrink=False,
                first_round=400,
            ).verdict
            == "fails"
            for _ in range(audits)
        ]
    )


@pytest.mark.slow
def test_fresh_runs_keep_the_level_where_the_same_runs_do_not():
    fresh = NullAudit("fresh runs", "bandit", LEVEL, hasty_alarms)
    assert calibrated(fresh, 300, rng=7).alarms <= 15


@pytest.mark.parametrize("event", boundary_events(EPS)[:3], ids=lambda e: e.name)
def test_the_error_of_the_fixed_event_audit_is_at_most_its_level_exactly(event):
    p, q = constant(Fraction(event.p)), constant(Fraction(event.q))
    assert event_audit_error(str(EPS), RUNS, str(LEVEL), "exact", 2, p, q).hi <= LEVEL


def test_the_error_of_rising_guesses_is_at_most_its_level_exactly():
    assert upward_error(str(EPS), str(EPS / 2), 2000, str(LEVEL)).hi <= LEVEL


def test_a_calibration_says_what_it_saw():
    calibration = Calibration("audit", "coin", 0.05, 10_000, 500)
    assert calibration.passes
    assert 0.044 < calibration.least_rate < 0.05 < calibration.largest_rate < 0.056
    assert calibration.to_json()["rate"] == 0.05
    assert not Calibration("audit", "coin", 0.05, 10_000, 560).passes
    assert Calibration("audit", "coin", 0.05, 10, 0).passes
