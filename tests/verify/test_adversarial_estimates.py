"""Estimates of learners for adversarial losses: unbiased where they should be, else off."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.verify.adversarial.exact_expectations import (
    clipped_mean,
    estimate_bias,
    law_deviation,
    resampling_mean,
    resampling_mean_from_zero,
)
from banditproof.verify.mutants import (
    adversarial_estimates,
    adversarial_laws,
    adversarial_regret,
    batch_conversions,
    noisy_vectors,
    perturbed_leaders,
)

ROOMS = (
    batch_conversions,
    noisy_vectors,
    adversarial_estimates,
    adversarial_laws,
    adversarial_regret,
    perturbed_leaders,
)
ENTRIES = [entry for room in ROOMS for entry in room.ENTRIES]


def test_each_kind_of_mutant_of_the_plan_is_there():
    names = " ".join(entry.name for entry in ENTRIES)
    for words in (
        "arg max for arg min",
        "counter that starts at zero",
        "off by one",
        "half the noise",
        "noise redrawn",
        "incomplete batch",
        "unmixed probability",
        "clipped",
        "advice called private",
        "not whole",
    ):
        assert words in names
    assert len(ENTRIES) >= 30


def test_estimates_of_the_learners_are_unbiased():
    histories = adversarial_estimates.HISTORIES
    for losses in ((0.25, 1.0), (-3.0, 40.0)):
        result = estimate_bias(EXP3("0.5", "0.2"), lambda s: s, histories, losses, -0.5)
        assert result.largest < 1e-9 * max(map(abs, losses))
        calm = HTINF(sigma_squared=10**6)
        result = estimate_bias(calm, lambda s: s.estimates, histories, losses, 1.0)
        assert result.largest < 1e-9 * max(map(abs, losses))


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_moments_of_both_counters_are_finite_sums(limit):
    p = Fraction(1, 3)
    fits = [(m, p * (1 - p) ** (m - 1)) for m in range(1, limit + 1)]
    none = (1 - p) ** limit
    assert resampling_mean(p, limit) == sum(m * q for m, q in fits) + limit * none
    assert resampling_mean_from_zero(p, limit) == sum(m * q for m, q in fits)


def test_the_bias_of_the_printed_counter():
    """At p = phi / M it is phi^3 e^-phi / M = 0.83996 / M, against 1 / (e M)."""
    limit, phi = 4000, (1 + math.sqrt(5)) / 2
    p = Fraction(phi) / limit
    missing = 1 - p * resampling_mean_from_zero(p, limit)
    assert float(p * missing * limit) == pytest.approx(0.839962094657, rel=1e-3)
    right = Fraction(1, limit)
    missing = 1 - right * resampling_mean(right, limit)
    assert float(right * missing * limit) == pytest.approx(1 / math.e, rel=1e-3)


def test_clipping_is_a_bias_but_at_one_half():
    for loss in (0.0, 0.2, 0.9):
        grid = np.linspace(-40, 40, 400001)
        weights = np.exp(-np.abs(grid) / 1.5) / 3.0 * (grid[1] - grid[0])
        mean = (np.clip(loss + grid, 0, 1) * weights).sum()
        assert clipped_mean(loss, "1.5") == pytest.approx(mean, abs=1e-6)
    assert clipped_mean("0.5", 3) == 0.5


class Broken(EXP3):
    """Forgets numbers: its weights become no numbers."""

    def update(self, state, arm, loss, rng=None):
        return (math.nan,) * len(state)


class OtherArms(EXP3):
    """Plays the arms in the reverse order of its law."""

    def act(self, state, rng):
        return len(state) - 1 - super().act(state, rng)


def test_estimates_that_are_no_numbers_or_of_other_arms_are_not_unbiased():
    result = estimate_bias(Broken("0.5", "0.2"), lambda s: s, [[]], (0.25, 1.0), -0.5)
    assert math.isnan(result.largest)
    learner = OtherArms("0.5", "0.2")
    assert adversarial_estimates.exp3_judge(learner).verdict == "refuted"
    assert law_deviation(learner, [[(0, 1.0)]], 2).largest > 0.1
