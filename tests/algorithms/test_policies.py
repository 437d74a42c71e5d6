"""Each policy by itself: its constants, its invariants, its limits, its errors."""

import math
from dataclasses import FrozenInstanceError, replace
import numpy as np
import pytest
from banditproof.algorithms import (
    DPIMED,
    DPKLUCB,
    DPSE,
    IMED,
    KLUCB,
    POLICIES,
    UCB,
    AdaPKLUCB,
    BernoulliRewards,
    LazyDPTS,
    LeaderDPKLUCB,
    RewardCycles,
    RewardList,
    Sampled,
    Silent,
    make_policy,
    play,
)
from banditproof.algorithms.regret.dp_ucb import TreeUCB
from banditproof.algorithms.regret.lazy_dp_ts import BufferedArm
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory import BernoulliBandit, kl_ucb
from banditproof.theory.budgets import ZCDP, PureDP, RenyiDP

ON_MEANS = [name for name, entry in POLICIES.items() if not entry.linear]
"""The policies of arms without vectors; those of linear bandits have tests of their own."""
EVERY = [make_policy(name, 3, eps=1, horizon=10_000, rho=1, alpha=2) for name in ON_MEANS]
ONCE = [policy for policy in EVERY if not isinstance(policy, TreeUCB)]
"""The policies that release each reward at most once."""
BANDIT = BernoulliBandit((0.75, 0.5, 0.25))


@pytest.mark.parametrize("policy", EVERY, ids=lambda policy: policy.name)
def test_a_policy_is_a_value_with_hashable_states(policy):
    result = play(policy, BernoulliRewards(BANDIT, 1), 400, Sampled(2))
    assert hash(result.state) == hash(result.state)
    assert hash(policy) == hash(replace(policy, arms=3))
    with pytest.raises(FrozenInstanceError):
        policy.arms = 4


@pytest.mark.parametrize("policy", ONCE, ids=lambda policy: policy.name)
def test_each_reward_enters_at_most_one_release_with_fresh_noise(policy):
    """And what is held back at the end is the last open batch of some arms."""
    ledger = play(policy, BernoulliRewards(BANDIT, 1), 3000, Sampled(2)).ledger
    released = [time for release in ledger.releases for time in release.rewards]
    assert len(released) == len(set(released))
    noises = [serial for release in ledger.releases for serial in release.noises]
    assert len(noises) == len(set(noises))
    assert all(len(release.noises) == 1 and release.sensitivity == 1 for release in ledger.releases)
    held = {read.time for read in ledger.reads} - set(released)
    for arm in range(3):
        open_since = max((r.time for r in ledger.releases if r.arm == arm), default=0)
        mine = {read.time for read in ledger.reads if read.arm == arm}
        assert {t for t in mine if t in held} == {t for t in mine if t > open_since}


@pytest.mark.parametrize("policy", ONCE, ids=lambda policy: policy.name)
def test_the_budget_is_the_loss_of_each_release(policy):
    ledger = play(policy, BernoulliRewards(BANDIT, 1), 3000, Sampled(2)).ledger
    losses = {release.mechanism.loss(1) for release in ledger.releases}
    if isinstance(policy.budget, ZCDP):
        assert max(loss.rho for loss in losses) == policy.budget.rho == 1
    elif isinstance(policy.budget, RenyiDP):
        assert {policy.budget.alpha * loss.rho for loss in losses} == {policy.budget.eps} == {1}
    else:
        assert losses <= {policy.budget}
        assert policy.budget == PureDP(1.0 if POLICIES[policy.name].private else math.inf)


@pytest.mark.parametrize(
    "policy", [p for p in EVERY if not p.stops], ids=lambda policy: policy.name
)
def test_a_single_arm_is_pulled_always(policy):
    alone = make_policy(policy.name, arms=1, eps=1, horizon=50, rho=1, alpha=2)
    assert play(alone, RewardList([1, 0] * 25), 50, Sampled(1)).actions == (0,) * 50


def test_the_epoch_lengths_of_dp_se():
    for alive, beta, eps, expected in [
        (5, "1e-6", "0.01", [26899, 58234, 121656, 250675, 679061]),
        (5, "1e-6", "0.1", [2691, 9674, 40350, 166111, 679061]),
        (5, "1e-6", 1, [2242, 9674, 40350, 166111, 679061]),
        (2, "0.01", 1, [946, 4489, 19611, 83153, 347232]),
    ]:
        policy = DPSE(arms=alive, beta=beta, eps=eps)
        assert [policy.pulls_per_arm(e, alive) for e in range(1, 6)] == expected


def test_the_margin_of_dp_se_is_at_most_half_the_accuracy():
    for eps in (0.01, 0.1, 1, 10):
        policy = DPSE(arms=7, beta="1e-4", eps=eps)
        for alive in range(2, 8):
            assert all(policy.margin(e, alive) <= 2.0 ** -(e + 1) for e in range(1, 20))


def after_means(policy, *means):
    """The state of DP-SE after an epoch in which the arms have these means."""
    state = policy.start()
    for mean in means:
        pull = policy.decide(state, 1, Silent())
        state = policy.learn(state, pull, mean * pull.count)
    return state


def test_dp_se_compares_with_the_survivors_only():
    policy = DPSE(arms=3, beta="0.01", eps=1)
    assert after_means(policy, 0.9, 0.5, 0.1).alive == (0,)
    state = after_means(policy, 0.5, 0.45, 0.1)
    assert state == (2, (0, 1), ())
    pull = policy.decide(state, 1, Silent())
    assert pull.count == policy.pulls_per_arm(2, 2) != policy.pulls_per_arm(2, 3)


def test_dp_se_keeps_an_arm_at_the_margin_exactly():
    policy = DPSE(arms=2, beta="0.01", eps=1)
    for factor, alive in [(1 - 1e-9, (0, 1)), (1 + 1e-9, (0,))]:
        assert after_means(policy, 0.0, -policy.margin(1, 2) * factor).alive == alive


def test_lazy_dp_ts_releases_after_1_3_7_15_pulls_of_an_arm():
    ledger = play(LazyDPTS(arms=2, eps=1), BernoulliRewards(BANDIT, 1), 500, Sampled(3)).ledger
    for arm in (0, 1):
        times = [read.time for read in ledger.reads if read.arm == arm]
        ends = [times.index(release.time) + 1 for release in ledger.releases if release.arm == arm]
        assert ends == [2 ** (k + 1) - 1 for k in range(len(ends))]
        sizes = [len(release.rewards) for release in ledger.releases if release.arm == arm]
        assert sizes == [2**k for k in range(len(ends))]


def test_the_posterior_of_lazy_dp_ts():
    policy = LazyDPTS(arms=1, eps=1)
    state = play(policy, RewardList([1, 0, 1]), 3, Silent()).state
    assert state == (BufferedArm(2, 1.0, 0),)
    assert policy.posterior(state[0], math.exp(1 / 3)) == pytest.approx((3.0, 1.0))
    assert policy.posterior(state[0], 1.0) == (2.0, 2.0)


def test_imed_is_dp_imed_without_privacy():
    from banditproof.algorithms.regret.phased_index import ONE_BY_ONE

    reference = DPIMED(3, ONE_BY_ONE, eps=1e6)
    for seed in range(20):
        rewards = np.random.default_rng(seed).integers(0, 2, (3, 300)).tolist()
        mine = play(IMED(3), RewardCycles(rewards), 300, Sampled(seed))
        other = play(reference, RewardCycles(rewards), 300, WithoutNoise(seed))
        assert mine.actions == other.actions


class WithoutNoise(Sampled):
    def noise(self, mechanism):
        return 0


def test_the_order_of_kl_ucb_is_that_of_its_index():
    rng = np.random.default_rng(5)
    policy = KLUCB(4, ties="first")
    for _ in range(300):
        pulls = rng.integers(5, 200, 4)
        records = tuple(ArmRecord(n, n, float(rng.integers(0, n + 1))) for n in map(int, pulls))
        index = [kl_ucb(r.mean, math.log(1000) / r.pulls) for r in records]
        chosen = policy.decide(records, 1000, Silent()).arm
        assert index[chosen] == pytest.approx(max(index), abs=1e-12)


def test_ucb_by_hand():
    records = (ArmRecord(4, 4, 3.0), ArmRecord(9, 9, 3.0))
    width = 2 * math.log(14)
    index = [0.75 + math.sqrt(width / 4), 1 / 3 + math.sqrt(width / 9)]
    assert UCB(2).scores(records, 14) == pytest.approx(index)
    assert UCB(2, exploration=8).scores(records, 14)[0] == pytest.approx(0.75 + math.sqrt(width))


def test_the_leader_rule():
    policy = LeaderDPKLUCB(3, ties="first", eps=1)
    almost_one = (ArmRecord(3, 15, 15.0), ArmRecord(6, 127, 126.9), ArmRecord(6, 127, 64.0))
    assert policy.scores(almost_one, 300) == [1.0, 0.0, 0.0]
    overflowing = (ArmRecord(3, 15, 16.0), ArmRecord(6, 127, 130.0), ArmRecord(6, 127, 130.0))
    assert policy.scores(overflowing, 300) == [0.0, 1.0, 1.0]
    far_from_one = (ArmRecord(9, 1023, 900.0), ArmRecord(6, 127, 64.0), ArmRecord(6, 127, 64.0))
    plain = DPKLUCB(3, ties="first", eps=1)
    assert policy.scores(far_from_one, 1300) == plain.scores(far_from_one, 1300)


@pytest.mark.parametrize("eps", ["0.02", 1, 500])
def test_the_margin_of_dp_se_in_floats_is_that_in_balls(eps):
    policy = DPSE(arms=7, beta="1e-4", eps=eps)
    for epoch, alive in ((1, 2), (3, 2), (4, 7), (9, 3)):
        pulls, margin = policy.pulls_per_arm(epoch, alive), policy.margin(epoch, alive)
        proved = float(policy.proved_margin(epoch, alive))
        assert proved / pulls == pytest.approx(margin, rel=1e-13)
        assert proved / (pulls + 1) != pytest.approx(margin, rel=1e-13)


def test_the_last_release_is_forgotten_or_added():
    for policy, expected in [
        (DPKLUCB(1, eps=1), ArmRecord(2, 3, 2.5)),
        (AdaPKLUCB(1, eps=1), ArmRecord(2, 1, 1.5)),
    ]:
        state = policy.start()
        for released in (1.0, 1.5):
            state = policy.learn(state, policy.decide(state, 5, Silent()), released)
        assert state == (expected,)


def test_the_catalogue_names_each_policy_by_its_own_name():
    assert {policy.name for policy in EVERY} == set(ON_MEANS)
    for policy in EVERY:
        entry = POLICIES[policy.name]
        assert entry.private == (policy.budget != PureDP(math.inf))
        assert ("ties" in entry.options) == (getattr(policy, "ties", "first") == "random")
