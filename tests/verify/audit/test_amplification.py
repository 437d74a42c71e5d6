"""Sub-sampled Gaussian noise, against the divergence of its two laws by numerical integration."""

from fractions import Fraction
import pytest
from two_mixtures import divergence
from banditproof.algorithms import DeclaredSums
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.mechanisms import Gaussian


def bound(space, sigma, rate, eps, **more):
    """The delta of the price."""
    parts = DeclaredSums(Gaussian.of_sigma(sigma), rate=str(rate), **more)
    return float(price(parts, RewardSpace.of(space), ApproxDP(eps, "0.5")).cost.hi)


@pytest.mark.parametrize("rate", [0.5, 0.1, 0.01])
@pytest.mark.parametrize("sigma", [1, 2])
@pytest.mark.parametrize("eps", [0.25, 1])
def test_the_bound_is_attained_by_a_reward_that_counts_for_nothing(rate, sigma, eps):
    exactly = divergence(1, 0, sigma, rate, eps)
    assert bound("0:1", sigma, rate, eps) == pytest.approx(exactly, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("space", [(0, 1), (-1, 1), (2, 3)])
@pytest.mark.parametrize("rate", [0.5, 0.1])
@pytest.mark.parametrize("eps", [0.25, 1])
def test_no_pair_of_rewards_loses_more(space, rate, eps):
    most = bound(space, 1, rate, eps)
    low, high = space
    rewards = [low + (high - low) * k / 2 for k in range(3)]
    worst = max(divergence(a, b, 1, rate, eps) for a in rewards for b in rewards if a != b)
    assert worst <= most * (1 + 1e-6) + 1e-12
    assert most <= Gaussian.of_sigma(1).delta(Fraction(eps), high - low).hi


def test_far_from_nothing_the_price_of_rewards_near_nothing_would_be_wrong():
    """A reward of 2 or 3 shows whether it was kept, so that it loses more than one of 0 or 1."""
    worst = max(divergence(3, 2, 1, 0.1, 1), divergence(2, 3, 1, 0.1, 1))
    assert worst > 2 * bound("0:1", 1, 0.1, 1)
    assert worst <= bound((2, 3), 1, 0.1, 1)


def test_several_releases_of_a_reward_add_up():
    once = bound("0:1", 2, 0.1, 0.5)
    assert bound("0:1", 2, 0.1, 1, copies=2) == pytest.approx(2 * once)
