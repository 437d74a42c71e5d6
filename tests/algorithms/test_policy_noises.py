"""Every private policy plays with every mechanism, and then never with a compiled engine."""

import math
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import POLICIES, RewardList, Sampled, make_policy, play, simulate
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.engines.step_engine import StepEngine
from banditproof.algorithms.regret.dp_ucb import TreeUCB
from banditproof.theory import ZCDP, BernoulliBandit, PureDP, RenyiDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)

BANDIT = BernoulliBandit(("0.75", "0.5"))
PRIVATE = sorted(n for n, entry in POLICIES.items() if entry.private and not entry.linear)
CONCENTRATED = [n for n in PRIVATE if not POLICIES[n].options.isdisjoint(("rho", "alpha"))]
WHOLE = [
    DiscreteLaplace("2/3"),
    IntegerLaplace("3/2"),
    DiscreteGaussian(sigma_squared=2),
    NoNoise(),
]
NOISES = [Laplace(2), Gaussian.of_sigma("1.5"), *WHOLE]


def policy_of(name):
    return make_policy(name, arms=2, eps=1, horizon=60, rho=1, alpha=2)


def with_noise(name, noise):
    return replace(policy_of(name), noise=noise)


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
@pytest.mark.parametrize("name", PRIVATE)
def test_a_policy_draws_its_noises_from_the_given_mechanism(name, noise) -> None:
    policy = with_noise(name, noise)
    horizon = 1500 if name.startswith("dp-se") else 60  # its first batch is long
    rewards = RewardList([t % 2 for t in range(horizon)])
    releases = play(policy, rewards, horizon, Sampled(5)).ledger.releases
    assert {release.mechanism for release in releases} == {noise}
    assert all(float(r.value).is_integer() == (noise in WHOLE) for r in releases)


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
@pytest.mark.parametrize("name", [n for n in PRIVATE if not POLICIES[n].stops])
def test_a_given_noise_is_simulated_round_by_round(name, noise) -> None:
    policy = with_noise(name, noise)
    assert isinstance(engine_of(Experiment(policy, BANDIT, 40)), StepEngine)
    result = simulate(policy, BANDIT, horizon=40, runs=3, rng=1)
    assert (result.pulls.sum(axis=1) == 40).all()
    again = simulate(policy, BANDIT, horizon=40, runs=3, rng=1)
    assert np.array_equal(result.pulls, again.pulls)


@pytest.mark.parametrize("name", [n for n in PRIVATE if n not in CONCENTRATED])
def test_the_claim_names_the_notion_that_the_noise_can_keep(name) -> None:
    assert policy_of(name).budget == PureDP(1.0)
    assert with_noise(name, DiscreteLaplace("2/3")).budget == PureDP(1.0)
    for noise in (Gaussian(sigma_squared=2), DiscreteGaussian(sigma_squared=2)):
        policy = with_noise(name, noise)
        releases = policy.tree.levels if isinstance(policy, TreeUCB) else 1
        assert policy.budget == ZCDP(Fraction(releases, 4))
        assert noise.renyi(math.inf).lo == math.inf  # so a pure claim would be false


@pytest.mark.parametrize("name", CONCENTRATED)
def test_the_claim_of_a_concentrated_policy_is_what_its_noise_spends(name) -> None:
    assert policy_of(name).budget in (ZCDP(1), RenyiDP(2, 1))
    assert with_noise(name, DiscreteLaplace("2/3")).budget == DiscreteLaplace("2/3").loss(1)
    assert with_noise(name, Gaussian(sigma_squared=2)).budget == ZCDP(Fraction(1, 4))
