"""Games on noisy counts: never above the accountant, and at the worst pair as large as it says."""

from fractions import Fraction
from math import comb, erfc, exp, sqrt
import numpy as np
import pytest
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
)
from banditproof.verify.membership.implied_epsilon import excess_over_curve
from banditproof.verify.membership.noisy_counts import (
    NoiseAccountant,
    NoisyCountGame,
    ResponsesGame,
    upper_tail,
)

NOISES = [
    Laplace(2),
    Gaussian(sigma_squared=2),
    DiscreteLaplace("1/2"),
    IntegerLaplace("1/2"),
    DiscreteGaussian(sigma_squared=2),
]
CUTS = (-2, 0, "1/2", 1, 3)
ORDERS = (0, "1/2", 2)


@pytest.mark.parametrize("noise", NOISES)
def test_no_threshold_shows_more_than_is_certified(noise):
    accountant = NoiseAccountant(noise)
    for mean, target in (("1/3", 1), ("1/3", 0), ("1/3", None), (0, 1), (1, 0)):
        game = NoisyCountGame(noise, 3, mean, target)
        errors = [game.errors(cut) for cut in CUTS]
        assert excess_over_curve(errors, accountant, ORDERS) is None
        for delta in (0, "1/20"):
            assert game.implied_epsilon(CUTS, delta).lo <= accountant.epsilon(delta).hi


@pytest.mark.parametrize("noise", NOISES)
def test_with_less_noise_the_same_account_is_refuted(noise):
    """The same game against the account of more noise than there is."""
    weaker = {
        Laplace(2): Laplace(4),
        Gaussian(sigma_squared=2): Gaussian(sigma_squared=4),
        DiscreteLaplace("1/2"): DiscreteLaplace("7/10"),
        IntegerLaplace("1/2"): IntegerLaplace("3/4"),
        DiscreteGaussian(sigma_squared=2): DiscreteGaussian(sigma_squared=4),
    }[noise]
    game = NoisyCountGame(noise, 3, 0, 1)
    result = excess_over_curve([game.errors(cut) for cut in CUTS], NoiseAccountant(weaker), ORDERS)
    assert result is not None
    assert result.needed.lo > result.certified.hi
    assert "an adversary needs delta >=" in result.words


def test_the_worst_pair_attains_the_certified_eps():
    laplace = NoisyCountGame(Laplace(2), 4, 0, 1)
    assert float(laplace.implied_epsilon([1])) == pytest.approx(0.5, abs=1e-9)
    normal = NoisyCountGame(Gaussian(sigma_squared=2), 4, 0, 1)
    certified = normal.accountant.epsilon("1/20")
    # the log-ratio of N(0, 2) and N(1, 2) at x is (x - 1/2)/2
    cut = 2 * certified.mid + Fraction(1, 2)
    result = normal.implied_epsilon([cut], "1/20")
    assert float(result) == pytest.approx(float(certified), abs=1e-7)
    assert result.lo <= certified.hi


def test_the_errors_are_averages_of_tails():
    game = NoisyCountGame(Gaussian(sigma_squared=3), 4, "1/4", None)
    alpha, beta = game.errors("3/2")

    def above(rows, shift):
        return sum(
            comb(rows, k) * 0.25**k * 0.75 ** (rows - k) * erfc((1.5 - shift - k) / sqrt(6)) / 2
            for k in range(rows + 1)
        )

    assert float(alpha) == pytest.approx(0.25 * above(4, 0) + 0.75 * (1 - above(4, 0)), rel=1e-12)
    misses = 0.25 * (1 - above(3, 1)) + 0.75 * above(3, 0)
    assert float(beta) == pytest.approx(misses, rel=1e-12)


@pytest.mark.parametrize("noise", NOISES[2:])
def test_tails_of_whole_noise_are_sums_of_masses(noise):
    for cut in (Fraction(-3), Fraction(-1, 2), Fraction(0), Fraction(5, 2)):
        first = int(np.floor(float(cut))) + 1
        masses = sum(float(noise.mass(y)) for y in range(first, 80))
        assert float(upper_tail(noise, cut)) == pytest.approx(masses, rel=1e-12)


@pytest.mark.parametrize("releases", [1, 3, 8])
def test_responses_attain_the_account_of_their_composition(releases):
    game = ResponsesGame("1/2", releases)
    truth = 1 / (1 + exp(-0.5))
    for answers in range(releases + 1):
        alpha, beta = game.errors(answers)
        power = sum(
            comb(releases, k) * truth**k * (1 - truth) ** (releases - k)
            for k in range(answers, releases + 1)
        )
        assert float(1 - beta) == pytest.approx(power, rel=1e-12)
        assert excess_over_curve([(alpha, beta)], game, ORDERS) is None
        for delta in ("1/100", "1/5"):
            assert game.implied_epsilon(answers, delta).lo <= game.epsilon(delta).hi
    best = max(float(game.implied_epsilon(j, "1/100")) for j in range(releases + 1))
    assert best == pytest.approx(float(game.epsilon("1/100")), abs=1e-9)
