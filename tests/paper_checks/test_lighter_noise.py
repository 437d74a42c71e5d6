"""The noise with the density exp(-cosh x), by quadrature in floats and by plays: a second route."""

import math
from fractions import Fraction
from itertools import pairwise
import numpy as np
import pytest
from programs import conjectured_lower_bound, lighter_noise
from banditproof.theory.balls import ball, working_precision

GRID = np.linspace(-12, 12, 240_001)
WEIGHTS = np.exp(-np.cosh(GRID))
STEP = GRID[1] - GRID[0]


def quadrature(alpha: float, u: float) -> float:
    """D_alpha of the shifted law against the law, from the densities, by the trapezoidal rule."""
    powers = np.exp(-alpha * np.cosh(GRID - u) + (alpha - 1) * np.cosh(GRID))
    return float(np.log(powers.sum() / WEIGHTS.sum()) / (alpha - 1))


@pytest.mark.parametrize(("alpha", "u"), [("1.01", 1.0), ("1.36", 0.9), ("2", 0.5), ("8", -0.09)])
def test_the_divergence_is_that_of_the_densities(alpha: str, u: float) -> None:
    with working_precision(64):
        ours = float(lighter_noise.divergence(Fraction(alpha), ball(Fraction(u))))
    assert ours == pytest.approx(quadrature(float(alpha), u), rel=1e-9)


@pytest.mark.parametrize("alpha", [1.001, 1.1, 1.36, 2.0, 5.0, 40.0])
def test_the_divergence_is_at_most_eps_on_all_shifts(alpha: float) -> None:
    most = min(alpha, 0.5 / (alpha - 1))
    for eps in (most, most / 3, most / 100):
        losses = [quadrature(alpha, k / 20 * math.sqrt(eps / alpha)) for k in range(1, 21)]
        assert all(a < b for a, b in pairwise(losses))
        assert 0.5 * eps < losses[-1] <= eps


def test_the_tail_is_below_its_bound() -> None:
    beyond = np.cumsum(WEIGHTS[::-1])[::-1] / WEIGHTS.sum()
    half = GRID > 1e-3
    bound = np.exp(1 - np.cosh(GRID)) / 2
    assert np.all(beyond[half] <= bound[half])
    assert np.any(beyond[half] > 0.8 * bound[half])


HUGE = 1000
"""From this level on 2^level is no float any more, and what is divided by it is 0."""


def played(log_t: float, scale: float, lighter: bool, rng: np.random.Generator) -> float:
    """The pulls of the arm of reward 0, beside one of reward 1, by AdaR-UCB until e^log_t.

    The horizon is beyond floats, so that rounds are known by their logarithm, and an arm by its
    level: it has 2^level pulls, and its mean is that of the last half of them.
    """
    draws = iter(rng.choice(GRID, size=20_000, p=WEIGHTS / WEIGHTS.sum()))
    beta, levels = 3.1, [0, 0]

    def noise() -> float:
        """One with the density exp(-cosh x), or a normal one for the same budget, of the sum."""
        return scale * next(draws) if lighter else scale / math.sqrt(2) * rng.normal()

    def width(n: float, log_round: float) -> float:
        if lighter:
            free = math.sqrt((math.log(2) + beta * log_round) / (2 * n))
            return free + scale / n * math.log(2 + 2 * beta * log_round)
        return math.sqrt((1 / (2 * n) + (scale / n) ** 2) * beta * log_round)

    means = [1.0 + noise(), noise()]  # after one pull each
    while True:
        high, low = max(levels), min(levels)
        log_round = high * math.log(2) + math.log1p(2.0 ** (low - high))
        if log_round >= log_t:
            return 2.0 ** levels[1] if levels[1] < HUGE else math.inf
        sizes = [2.0 ** min(max(level - 1, 0), HUGE) for level in levels]
        better, worse = (mean + width(n, log_round) for mean, n in zip(means, sizes, strict=True))
        arm = int(worse > better)
        # an episode plays the arm as often as before
        means[arm] = (1.0 - arm) + noise() / 2.0 ** min(levels[arm], HUGE)
        levels[arm] += 1


def test_a_play_has_less_regret_than_the_bound_and_than_with_normal_noise() -> None:
    log_t, alpha = 10_000.0, 2.0
    scale = math.sqrt(alpha) * log_t
    rng = np.random.default_rng(53)
    ours = played(log_t, scale, True, rng)
    normal = played(log_t, scale, False, rng)
    bound = 8 * (3.1 * log_t + math.log(2)) + 16 * scale * math.log(2 + 6.2 * log_t) + 11
    assert scale < ours <= bound
    assert 4 * ours < normal


def test_the_quotient_falls_to_zero_along_small_budgets() -> None:
    with working_precision(64):
        quotients = []
        for digits in (3, 5, 7, 9):
            log_t = ball(Fraction(10**digits))
            most = conjectured_lower_bound.bound(log_t, 1 / log_t**2)
            quotients.append(float(most / (2 * log_t**3).sqrt()))
    own = []
    for log_t in (1e3, 1e5, 1e7, 1e9):
        free = 16 * (3.1 * log_t + math.log(2)) + 5.5
        own.append(free / math.sqrt(2 * log_t**3) + 16 * math.log(2 + 6.2 * log_t) / log_t**0.5)
    assert quotients == pytest.approx(own, rel=1e-9)
    assert all(b < a / 5 for a, b in pairwise(own))
