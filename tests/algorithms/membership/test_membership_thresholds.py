"""Thresholds and sampled curves, against the definitions by brute force."""

import math
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.special import ndtr
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.games.thresholds import (
    law_threshold,
    normal_threshold,
    sample_threshold,
)

SCORE = st.sampled_from([-math.inf, -1.0, 0.0, 0.5, 2.0, math.inf])
SCORES = st.lists(SCORE, min_size=1, max_size=8)
LEVEL = st.sampled_from([0.0, 0.125, 0.25, 1 / 3, 0.5, 0.75, 0.99, 1.0])


@settings(max_examples=60, deadline=None)
@given(SCORES, SCORES, LEVEL)
@example([-math.inf] * 4 + [-1.0] * 2, [-math.inf], 1 / 3)
@example([0.5, 2.0], [0.5, 2.0], 1.0)  # above -inf are all, above the least score are not
def test_thresholds_and_powers_follow_the_definition(out, inside, alpha):
    candidates = [-math.inf, *out, *inside]
    sizes = {cut: sum(s > cut for s in out) / len(out) for cut in candidates}
    fitting = [cut for cut, size in sizes.items() if size <= alpha + 1e-12]
    cut = sample_threshold(out, alpha)
    assert sizes[cut] <= alpha
    below = [candidate for candidate in candidates if candidate < cut]
    assert alpha < 1 or cut == -math.inf
    assert all(sizes[item] > alpha for item in below if item in out)
    assert law_threshold(out, [1 / len(out)] * len(out), alpha) == cut or alpha == 1
    best = max((sum(s > item for s in inside) / len(inside) for item in fitting), default=0.0)
    roc = SampledROC(out, inside)
    assert float(roc.power(alpha)) == pytest.approx(1.0 if alpha == 1 else best)
    assert float(roc.randomised_power(alpha)) >= float(roc.power(alpha)) - 1e-12
    assert roc.best_advantage >= max(roc.advantage(candidate) for candidate in candidates) - 1e-12
    pairs = [(b > a) + (b == a) / 2 for a in out for b in inside]
    assert roc.area == pytest.approx(sum(pairs) / len(pairs))


def test_the_strict_convention_counts_no_tie():
    roc = SampledROC([0.0, 1.0], [1.0, 1.0])
    assert roc.rates(1.0) == (0, 0)
    assert roc.rates(math.nextafter(1.0, 0)) == (0.5, 1)
    assert roc.rates(math.inf) == (0, 0)
    assert roc.rates(-math.inf) == (1, 1)
    assert SampledROC([-math.inf, 1.0], [1.0]).rates(-math.inf) == (0.5, 1)


def test_an_increasing_map_of_the_scores_keeps_the_curve():
    rng = np.random.default_rng(1)
    out, inside = rng.normal(size=50), rng.normal(size=60) + 1
    first, second = SampledROC(out, inside), SampledROC(np.exp(out), np.exp(inside))
    assert (first.points[0] == second.points[0]).all()
    assert (first.points[1] == second.points[1]).all()


@pytest.mark.parametrize("alpha", [1e-3, 0.1, 0.5])
def test_the_normal_threshold_has_its_level_and_the_power_of_the_thesis(alpha):
    cut = normal_threshold(-2.5, 5, alpha)
    assert ndtr((-2.5 - cut) / math.sqrt(5)) == pytest.approx(alpha)
    power = {1e-3: 0.19650697241641, 0.1: 0.83008884709179, 0.5: 0.98732634066127}
    assert ndtr((2.5 - cut) / math.sqrt(5)) == pytest.approx(power[alpha], rel=1e-12)
    assert normal_threshold(0, 1, 0) == math.inf
    assert normal_threshold(0, 1, 1) == -math.inf
