"""Bounds of private bandit algorithms and of EXP4: constants, orders, thresholds, known numbers."""

import math
from fractions import Fraction
from functools import partial
import numpy as np
import pytest
from banditproof.theory.adversarial import PrivateGame
from banditproof.theory.adversarial import conversion_bounds as conversions
from banditproof.theory.adversarial import expert_bounds as experts
from banditproof.theory.adversarial.learner_bounds import htinf_proved


def of(bound, *game) -> float:
    return float(PrivateGame.of(*game).value(bound))


def test_batches_are_whole_and_the_noise_is_that_of_the_batch_in_use() -> None:
    for m in (1, 2, 3, 49, 98, 103):  # where floats would round 1/(1/m) up to m + 1
        game = PrivateGame.of(2, 10**4, Fraction(1, m))
        assert (game.batch, game.scale) == (m, 1)
    game = PrivateGame.of(2, 1000, "0.3")
    assert (game.batch, game.scale) == (4, Fraction(5, 6))
    assert game.batch * game.batches + game.left_over == 1000
    assert PrivateGame.of(2, 10, 5).scale == Fraction(1, 5)


def test_the_constants_of_long_horizons() -> None:
    arms, horizon, eps = 10, 10**30, Fraction(1, 10)
    unit = math.sqrt(arms * horizon / eps)
    expected = {
        conversions.htinf_conversion_printed: 208,
        conversions.htinf_conversion_derived: 60 * math.sqrt(6),
        conversions.htinf_conversion_proved: 39.72,
        conversions.htinf_conversion_tuned: 16 * math.sqrt(3),
    }
    for bound, constant in expected.items():
        # tau sqrt(n) = sqrt(T/eps) here, half of the (2/eps) sqrt(eps T) that the paper allows
        half = bound in (conversions.htinf_conversion_proved, conversions.htinf_conversion_tuned)
        result = of(bound, arms, horizon, eps) / unit
        assert result == pytest.approx(constant / (2 if half else 1), rel=1e-3)


def test_the_worst_batch_reaches_the_doubled_constant() -> None:
    # eps just below 1: batches of two rounds, with noise of half the scale
    worst = max(
        of(conversions.htinf_conversion_tuned, 10, 10**12, Fraction(k, 100))
        / math.sqrt(10 * 10**12 / (k / 100))
        for k in range(1, 101)
    )
    assert 16 * math.sqrt(3) / 2 <= worst * 1.001
    assert worst < 16 * math.sqrt(3)


def test_each_step_of_rounding_only_adds() -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        arms = int(rng.integers(2, 300))
        eps = Fraction(int(rng.integers(1, 1000)), 1000)
        horizon = int(10 ** rng.uniform(3.2, 12))
        game = PrivateGame.of(arms, horizon, eps)
        if eps * horizon < 1 or not game.batches:
            continue
        printed = game.value(conversions.htinf_conversion_printed)
        derived = game.value(conversions.htinf_conversion_derived)
        assert derived <= printed
        ideal = game.value(lambda g: conversions.converted_idealised(g, htinf_proved))
        assert game.value(conversions.htinf_conversion_proved) <= ideal
        if float(eps * arms * horizon) > 3:
            repaired = game.value(conversions.exp3_conversion_derived)
            assert repaired <= game.value(conversions.exp3_conversion_printed)
        sharp = game.value(conversions.ftpl_conversion_proved)
        worst = max(float(horizon), float(game.value(conversions.ftpl_conversion_printed)))
        assert float(sharp) <= worst


def test_the_repaired_constant_of_exp3_is_22_where_the_logarithm_is_one() -> None:
    worst = 0.0
    for arms in (2, 3, 4, 8, 50):
        horizon = math.ceil(math.e * 10**6 / arms)
        eps = Fraction(1, 10**6)
        size = math.log(float(eps * arms * horizon))
        derived = of(conversions.exp3_conversion_derived, arms, horizon, eps) - 4 * 10**6
        worst = max(worst, derived / math.sqrt(arms * horizon * math.log(arms) * 10**6) / size)
    assert worst == pytest.approx(22.17, abs=0.01)


def test_the_printed_bounds_say_nothing_below_their_thresholds() -> None:
    arms, eps = 10, Fraction(1, 100)
    border = 43264 * arms / eps
    assert of(conversions.htinf_conversion_printed, arms, int(border), eps) > border
    above = int(border * Fraction(101, 100))
    assert of(conversions.htinf_conversion_printed, arms, above, eps) < above
    # gamma above 1 only where the bound is above T
    for bandits, horizon, budget in ((10, 1000, "0.01"), (10, 15, 1), (200, 300, 1)):
        assert of(conversions.exp3_conversion_mixing, bandits, horizon, budget) > 1
        assert of(conversions.exp3_conversion_printed, bandits, horizon, budget) > horizon


def test_known_numbers_with_experts() -> None:
    game = (10, 10**6, "0.1", 100)
    assert of(experts.local_exp4_printed, *game) == pytest.approx(1.75e7, rel=1e-3)
    assert of(experts.local_exp4_tuned, *game) == pytest.approx(3.947e5, rel=1e-3)
    assert of(experts.local_exp4_mixing, 10, 20, 1, 100) == pytest.approx(1.106, abs=1e-3)
    result = experts.printed_parameters(PrivateGame.of(10, 10**6, "0.5", 100, "1e-6"))
    assert float(result.mixing) == pytest.approx(1.30, abs=0.01)
    least = float(PrivateGame.of(2, 2, 1).value(lambda g: experts.least_log_risk(g.eps)))
    assert 1 / least == pytest.approx(9.515, abs=1e-3)
    # at N = K = 2 and eps = 1 the printed Theorem 9 is below the printed Corollary 8
    small = (2, 10**6, 1, 2)
    assert of(experts.local_exp4_printed, *small) == pytest.approx(2.73e5, rel=2e-3)
    assert of(experts.expert_conversion_printed, *small) == pytest.approx(2.94e5, rel=2e-3)


def test_the_constant_12_of_theorem_9() -> None:
    # its terms without the added 1, over sqrt(TK log N) log(KT)/eps, are the largest at KT = 2
    result = of(experts.local_exp4_derived, 2, 1, 1, 10**4) - 1
    unit = math.sqrt(2 * math.log(10**4)) * math.log(2)
    assert 10.9 < result / unit < 12.05
    for horizon in (2, 10, 10**6):
        printed = of(experts.local_exp4_printed, 2, horizon, "0.5", 10)
        assert of(experts.local_exp4_derived, 2, horizon, "0.5", 10) < printed


def repaired(game):
    return experts.printed_parameters(game, repaired=True)


def test_batched_exp4_is_below_its_printed_bound_where_that_says_something() -> None:
    rng = np.random.default_rng(11)
    seen, closest = 0, 0.0
    for _ in range(60):
        arms, advisers = int(rng.integers(2, 50)), int(10 ** rng.uniform(0.31, 4))
        eps = Fraction(int(rng.integers(1, 101)), 100)
        delta = Fraction(1, int(10 ** rng.uniform(0.7, 12)))
        horizon = int(10 ** rng.uniform(10, 40))
        game = PrivateGame.of(arms, horizon, eps, advisers, delta)
        large = float(game.value(experts.batched_exp4_rate_term))
        if 100 * large > horizon:
            continue
        seen += 1
        assert game.value(lambda g: repaired(g).mixing) < 1
        chain = float(game.value(partial(experts.batched_exp4_proved, parameters=repaired)))
        tuned = float(game.value(experts.batched_exp4_proved))
        assert chain <= 95 * large
        assert tuned <= 1.05 * chain
        closest = max(closest, tuned / chain)
    assert seen > 25
    assert closest > 0.3


def test_batched_exp4_is_the_sum_that_its_words_say() -> None:
    arms, horizon, eps, advisers, delta = 3, 10**13, 0.5, 20, 1e-6
    game = PrivateGame.of(arms, horizon, Fraction(1, 2), advisers, "1e-6")
    batch, rate, mixing = experts.tuned_parameters(game)
    rate, mixing = float(rate), float(mixing)
    n = horizon // batch
    scale = 3 * arms * math.sqrt(advisers * math.log(1 / delta)) / (mixing * batch * eps)
    assert 4 * rate * scale * math.log(advisers * n) <= 1
    expected = (
        batch * math.log(advisers) / rate
        + batch * n * (mixing + rate * arms + 2 * rate * scale**2)
        + batch * n * (advisers * n) ** (1 - math.sqrt(10))
        + horizon
        - batch * n
    )
    assert of(experts.batched_exp4_proved, *(arms, horizon, Fraction(1, 2), advisers, "1e-6")) == (
        pytest.approx(expected, rel=1e-9)
    )
    # no other parameters nearby are better by much
    for factor in (0.5, 0.8, 1.25, 2):
        for place in range(2):
            changed = [batch, rate, mixing]
            changed[place + 1] *= factor
            other = experts.BatchedParameters(batch, *(experts.arb(x) for x in changed[1:]))
            bound = partial(experts.batched_exp4_proved, parameters=lambda _, o=other: o)
            chain = float(game.value(bound))
            assert chain >= 0.999 * expected


def test_too_short_a_game_is_bounded_by_its_rounds() -> None:
    assert of(experts.batched_exp4_proved, 10, 100, "0.1", 100, "1e-6") == 100


def test_one_expert_leaves_the_constant_of_theorem_9() -> None:
    """At N = 1 eta and gamma are 0, and each part but the last one is."""
    assert of(experts.local_exp4_derived, 2, 100, 1, 1) == 1
