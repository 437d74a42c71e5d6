"""Bounds of learners against noise: a second arithmetic, known numbers, orders between them."""

import math
from fractions import Fraction
from functools import partial
import mpmath
import numpy as np
import pytest
from scipy.integrate import quad
from banditproof.theory.adversarial import NoisyGame, laplace_maximum
from banditproof.theory.adversarial import learner_bounds as learners
from banditproof.theory.balls import ball


def value(bound, arms, rounds, scale=1) -> float:
    return float(NoisyGame.of(arms, rounds, scale).value(bound))


@pytest.mark.parametrize("count", [1, 2, 3, 10, 63, 64, 65, 66, 300])
def test_the_maximum_of_laplace_variables_is_an_integral(count) -> None:
    above = quad(lambda z: 1 - (1 - math.exp(-z) / 2) ** count, 0, 60)[0]
    below = quad(lambda z: (math.exp(-z) / 2) ** count, 0, 60)[0]
    assert float(laplace_maximum(count)) == pytest.approx(above - below, abs=1e-8)


def test_the_maximum_joins_where_the_two_sums_meet() -> None:
    # the sum for many variables, at a number for which the exact sum is known
    from banditproof.theory.adversarial.maximum_of_laplace import laplace_maximum_ball
    from banditproof.theory.balls import working_precision

    exact = sum(1 / mpmath.mpf(j) - 1 / (j * mpmath.mpf(2) ** j) for j in range(1, 201))
    assert float(laplace_maximum(200)) == pytest.approx(float(exact), rel=1e-14)
    with working_precision(80):
        assert float(laplace_maximum_ball(200).rad()) < 1e-20


def second(arms, rounds, scale) -> dict[str, float]:
    """All formulas once more, in floats and in the order of the paper."""
    size, log_size, log_arms = arms * rounds, math.log(arms * rounds), math.log(arms)
    sigma, share = math.sqrt(6), 1 - 0.5 ** (1 / 3)
    moment = 1 + 2 * scale**2
    cap = math.ceil(math.sqrt(size))
    rate = min(
        math.sqrt(log_arms / (size + 10 * size * scale**2 * log_size**2)),
        1 / (cap * (1 + 4 * scale * math.log(rounds))),
    )
    x = rate * cap * (1 + math.sqrt(10) * scale * log_size)
    factor = max(2, math.expm1(x) / x)
    largest = float(laplace_maximum(arms))
    square = moment + 4 * scale * log_size
    return {
        "htinf_printed": 30 * math.sqrt((2 + 4 * scale**2) * arms * (rounds + 1)),
        "htinf_proved": (2 * sigma + moment / sigma * (2 / (1 - share) + 2 / share))
        * math.sqrt(size),
        "htinf_tuned": 8 * math.sqrt(moment * size),
        "exp3_printed": 1
        + 2 * math.sqrt(2 * size * log_arms * (1 + 10 * max(scale, scale**2) * log_size**2)),
        "exp3_tuned": 1 + 2 * math.sqrt(size * log_arms * square),
        "exp3_tuned_mixing": 4 * math.sqrt(log_arms / (size * square)) * scale * arms * log_size,
        "ftpl_printed": 11 * scale * math.sqrt(size) * log_arms * log_size + 10 * math.sqrt(size),
        "ftpl_proved": largest / rate
        + 2 * factor * rate * size * moment
        + size / (math.e * cap)
        + 1,
    }


def test_every_bound_is_its_formula() -> None:
    rng = np.random.default_rng(7)
    for _ in range(40):
        arms = int(rng.integers(2, 200))
        rounds = int(10 ** rng.uniform(0.1, 9)) + 1
        scale = float(rng.choice([0.125, 0.5, 1.0, 4.0]))
        for name, expected in second(arms, rounds, scale).items():
            result = value(getattr(learners, name), arms, rounds, scale)
            assert result == pytest.approx(expected, rel=1e-10), (name, arms, rounds, scale)


def test_known_numbers() -> None:
    share = float(NoisyGame.of(2, 2).value(lambda _: learners.skipping_share()))
    assert 2 + 2 / (1 - share) + 2 / share == pytest.approx(14.2144863035, abs=1e-10)
    assert value(learners.ftpl_lower, 2, 10**6, 0) == pytest.approx(1273.94, abs=0.01)
    assert value(learners.ftpl_proved, 2, 2 * 10**6) == pytest.approx(8.970e4, rel=1e-3)
    assert value(learners.ftpl_proved, 2, 10**7) == pytest.approx(2.221e5, rel=1e-3)
    many = math.sqrt(50000 * 5e14)
    assert value(learners.ftpl_lower, 50000, 5 * 10**14, 0) / many == pytest.approx(
        10.7038, abs=1e-4
    )


def test_lemma_25_fails_without_noise_and_holds_with_noise_of_scale_one() -> None:
    low = NoisyGame.of(50000, 5 * 10**14, 0)
    assert low.value(learners.ftpl_lower) > low.value(learners.ftpl_printed)
    for arms in (2, 3, 30, 10**4):
        for rounds in (arms, 10 * arms, 10**6 * arms):
            game = NoisyGame.of(arms, rounds)
            trivial = min(float(rounds), float(game.value(learners.ftpl_proved)))
            assert trivial <= 0.42 * float(game.value(learners.ftpl_printed))


def test_the_lower_bound_of_ftpl_stays_below_its_upper_bound() -> None:
    for arms in (2, 5, 40):
        for rounds in (100, 10**4, 10**8):
            game = NoisyGame.of(arms, rounds, 0)
            assert game.value(learners.ftpl_lower) < game.value(learners.ftpl_proved)


def test_the_root_of_the_lower_bound_solves_its_equation() -> None:
    # 1/U - log U = C, by bisection in other variables
    arms, rounds = 7, 10**5
    cap = math.ceil(math.sqrt(arms * rounds))
    rate = 1 / cap
    level = arms / cap + math.log(arms / cap) + (1 - 1 / math.e) ** 2 * rate * rounds
    low, high = -60.0, 60.0  # U = e^-v, and e^v + v rises
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if math.exp(middle) + middle > level else (middle, high)
    m = math.exp(-low) * arms / cap
    largest = float(laplace_maximum(arms))
    expected = (largest - (arms - 1) * m * (3 - math.log(m)) / 4) / rate
    game = NoisyGame.of(arms, rounds, 0)
    assert float(game.value(learners.ftpl_lower)) == pytest.approx(expected, rel=1e-9)
    other = game.value(partial(learners.ftpl_lower, parameters=lambda _: slower(cap)))
    assert float(other) != pytest.approx(expected, rel=1e-6)


def slower(cap):
    return learners.Perturbation(cap, ball(1) / (cap + 1))


def test_tuned_bounds_are_below_the_printed_ones() -> None:
    for arms in (2, 10, 500):
        for rounds in (10, 10**4, 10**9):
            for scale in ("0.1", 1, 10):
                game = NoisyGame.of(arms, rounds, scale)
                assert game.value(learners.htinf_tuned) < game.value(learners.htinf_printed)
                other = partial(learners.htinf_proved, variance=24)
                assert game.value(learners.htinf_tuned) < game.value(other)


def test_the_tuned_rate_of_exp3_is_the_best_one() -> None:
    game = NoisyGame.of(10, 10**6)
    tuned = float(game.value(learners.exp3_tuned))
    best = min(
        float(game.value(lambda g, r=rate: learners.exp3_proved(g, ball(1) * r / 10**7)))
        for rate in range(200, 3000, 50)
    )
    assert tuned <= best <= 1.001 * tuned


def test_where_gamma_is_above_one_the_bound_is_above_the_rounds() -> None:
    seen = 0
    for arms in (2, 30, 1000):
        for rounds in (2, 30, 1000, 10**5):
            for scale in ("0.2", 1, 5):
                game = NoisyGame.of(arms, rounds, scale)
                if game.value(learners.exp3_tuned_mixing) > 1:
                    seen += 1
                    assert game.value(learners.exp3_tuned) > rounds
    assert seen > 5


def test_short_games_have_bounds_that_say_nothing() -> None:
    """Less than one round of one arm: the logarithm is negative; and few rounds for many arms."""
    for rounds in ("1/10", "1/100"):
        game = NoisyGame.of(2, rounds)
        assert game.value(learners.exp3_tuned) > game.rounds
        assert game.value(learners.exp3_tuned_mixing).exact == 0
    assert NoisyGame.of(10**6, 10, 0).value(learners.ftpl_lower).exact == 0


@pytest.mark.parametrize("count", [65, 70, 200])
def test_the_maximum_has_as_many_digits_as_are_asked_for(count) -> None:
    """Beside its exact sum, which lies in the enclosure of 30 and of 60 digits."""
    exact = sum((Fraction(2**j - 1, j * 2**j) for j in range(1, count + 1)), Fraction(0))
    exact -= Fraction(1, count * 2**count)
    for digits in (8, 30, 60):
        result = laplace_maximum(count, digits=digits)
        assert result.contains(exact)
        assert result.hi - result.lo < Fraction(10) ** (1 - digits)
