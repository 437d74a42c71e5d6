"""Errors, advantage, power and area against plain counting, with ties and infinite thresholds."""

import math

import numpy as np
import pytest

from banditproof.algorithms.membership.descents.score_samples import ScoreSamples


def test_everything_by_counting() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        out, member = rng.integers(0, 6, size=7), rng.integers(1, 8, size=9)
        samples = ScoreSamples(out, member)
        thresholds = [-math.inf, *range(-1, 9), 2.5, math.inf]
        alarms = [np.mean(out > t) for t in thresholds]
        powers = [np.mean(member > t) for t in thresholds]
        for t, alarm, power in zip(thresholds, alarms, powers, strict=True):
            assert samples.false_alarm(t) == pytest.approx(alarm)
            assert samples.miss(t) == pytest.approx(1 - power)
            assert samples.advantage(t) == pytest.approx(power - alarm)
        best = max(p - a for a, p in zip(alarms, powers, strict=True))
        assert samples.best_advantage == pytest.approx(best)
        assert samples.advantage(samples.best_threshold) == pytest.approx(best)
        for level in (0.0, 0.2, 3 / 7, 1.0):
            expected = max(p for a, p in zip(alarms, powers, strict=True) if a <= level + 1e-12)
            assert samples.power(level + 1e-12 if level < 1 else 1.0) == pytest.approx(expected)
        area = np.mean([(i > o) + (i == o) / 2 for i in member for o in out])
        assert samples.area == pytest.approx(area)
        assert samples.games == 16


def test_the_whole_line_says_in_everywhere() -> None:
    samples = ScoreSamples([0.0], [0.0])
    assert (samples.power(0.0), samples.power(1.0)) == (0.0, 1.0)
    thresholds, alarms, powers = samples.curve
    assert (thresholds[0], alarms[0], powers[0]) == (math.inf, 0.0, 0.0)
    assert (thresholds[-1], alarms[-1], powers[-1]) == (-math.inf, 1.0, 1.0)


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match=r"The scores in have nan in row 1"):
        ScoreSamples([0.0], [math.nan])
    with pytest.raises(ValueError, match="The scores out have the shape"):
        ScoreSamples([], [0.0])
    with pytest.raises(ValueError, match="level is 2"):
        ScoreSamples([0.0], [0.0]).power(2)
    with pytest.raises(ValueError, match="threshold is NaN"):
        ScoreSamples([0.0], [0.0]).miss(math.nan)
