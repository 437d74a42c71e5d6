"""LinPriv: prefix sums from dyadic blocks, what a reward costs, and its optimism."""

from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms import (
    DrawnContexts,
    FixedContexts,
    LinearEnvironment,
    LinearRewards,
    LinPriv,
    RewardList,
    Sampled,
    Silent,
    play,
    simulate,
)

POLICY = LinPriv(arms=3, dimension=2, horizon=100, eps="0.5")
WORLD = LinearEnvironment(theta=("0.6", "-0.7"), contexts="sphere", arms=3)


def played(policy=POLICY, horizon=100, chance=None, seed=5):
    contexts = DrawnContexts("sphere", 3, 2, seed)
    rewards = LinearRewards(WORLD, contexts, seed)
    result = play(policy, rewards, horizon, chance or Sampled(seed), contexts)
    return result, contexts


def test_a_reward_costs_eps_in_all_the_blocks_in_which_it_is() -> None:
    releases = played()[0].ledger.releases
    scale = float(POLICY.curator.noise.scale)
    spent = np.zeros(101)
    for release in releases:
        assert len(release.noises) == 1
        for time, coefficient in release.rewards.items():
            spent[time] += 2 * abs(coefficient) / scale
    serials = [serial for release in releases for serial in release.noises]
    assert len(serials) == len(set(serials))
    assert 0.3 < spent.max() <= 0.5


def test_without_noise_the_estimate_is_that_of_ridge_regression() -> None:
    result, contexts = played(chance=Silent())
    rewards = LinearRewards(WORLD, contexts, 5)
    grams, sums = [np.eye(2)] * 3, [np.zeros(2)] * 3
    for t, arm in enumerate(result.actions, 1):
        row = np.array(contexts.at(t)[arm])
        grams[arm] = grams[arm] + np.outer(row, row)
        sums[arm] = sums[arm] + row * rewards.reward(t, arm, t)
    for known, gram, total in zip(result.state, grams, sums, strict=True):
        assert known.theta == pytest.approx(np.linalg.solve(gram, total), abs=1e-6)
        assert known.gram == pytest.approx(gram)


def test_the_noise_of_a_prefix_is_within_its_bound() -> None:
    """It is within the bound, except with probability delta / T at most: 200 draws, below 1e-6."""
    rng = np.random.default_rng(1)
    policy = replace(POLICY, horizon=10**5, delta="1e-6")
    scale = float(policy.curator.noise.scale)
    for blocks in (1, 5, 17):
        sums = rng.laplace(0, scale, (200, blocks, 2)).sum(axis=1)
        norms = np.linalg.norm(sums, axis=1)
        assert norms.max() < policy.noise_bound(blocks)
        assert norms.max() > policy.noise_bound(blocks) / 60


def test_it_is_optimistic_and_learns_without_much_noise() -> None:
    generous = replace(POLICY, eps=10**6, horizon=600)
    noisy = replace(POLICY, eps="0.01", horizon=600)
    results = [simulate(policy, WORLD, 600, 1, rng=3).regret.mean() for policy in (generous, noisy)]
    assert results[0] < 0.5 * results[1]


def test_the_blocks_that_end_are_released() -> None:
    contexts = FixedContexts([[(1,)]])
    policy = LinPriv(arms=1, dimension=1, horizon=8)
    ledger = play(policy, RewardList([1] * 8), 8, Silent(), contexts).ledger
    sizes = [len(release.rewards) for release in ledger.releases]
    assert sizes == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_a_play_may_be_longer_than_the_horizon_within_the_levels() -> None:
    short, contexts = LinPriv(arms=1, dimension=1, horizon=3), FixedContexts([[(1,)]])
    assert len(play(short, RewardList([1] * 4), 4, Silent(), contexts).actions) == 4
