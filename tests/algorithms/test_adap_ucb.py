"""AdaP-UCB: the noise-free replay, its index, its releases, its privacy, its regret."""

import math
import numpy as np
import pytest
from banditproof.algorithms import (
    AdaPKLUCB,
    AdaPUCB,
    RewardTable,
    Sampled,
    Silent,
    make_policy,
    play,
    simulate,
)
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory import BernoulliBandit
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit

MEANS = (0.75, 0.625, 0.5, 0.375, 0.25)
FIVE = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))
RUNS = 600
CALM = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2))
GREEDY = ((1, 1), (1, 2), (1, 4), (1, 8), (1, 16), (1, 32), (1, 64), (2, 1))


def replayed(policy, horizon=10**5):
    """The pulls where each released mean is the true one: final counts, and the episodes."""
    state, t, counts, episodes = policy.start(), 0, [0] * 5, []
    while t < horizon:
        pull = policy.decide(state, t + 1, Silent())
        episodes.append((t + 1, pull.arm + 1, pull.count))
        counts[pull.arm] += min(pull.count, horizon - t)
        t += pull.count
        state = policy.learn(state, pull, MEANS[pull.arm] * pull.count)
    return tuple(counts), episodes


@pytest.mark.parametrize(
    ("eps", "counts", "episodes"),
    [("1", (93856, 4096, 1024, 512, 512), 57), ("0.1", (81568, 8192, 4096, 4096, 2048), 65)],
)
def test_the_replay_without_noise_is_that_of_the_thesis(eps, counts, episodes):
    for kind, order in ((AdaPUCB, CALM), (AdaPKLUCB, GREEDY)):
        result, played = replayed(kind(5, eps=eps, ties="first"))
        assert (result, len(played)) == (counts, episodes + 5)  # the first pulls are no episodes
        if eps == "1":
            assert tuple((arm, size) for _, arm, size in played[5:13]) == order
            starts = np.cumsum([1, *(size for _, _, size in played[:-1])])
            assert [t for t, _, _ in played] == starts.tolist()
    right = replayed(AdaPUCB(5, eps=eps))
    for wrong in (AdaPUCB(5, eps=eps, beta=4), AdaPUCB(5, eps=2)):
        assert replayed(wrong) != right


def test_an_index_by_hand():
    """Of 4 rewards with the released sum 5, and of one reward with -1; in round 10, beta 2."""
    records = (ArmRecord(4, 4, 5.0), ArmRecord(1, 1, -1.0))
    level = 2 * math.log(10)
    index = AdaPUCB(2, eps="0.5", beta=2).scores(records, 10)
    expected = (1.25 + math.sqrt(level / 8) + level / 2, -1 + math.sqrt(level / 2) + 2 * level)
    assert index == pytest.approx(expected)


def test_an_index_in_kl_by_hand():
    """Of the means 5/4, 1/4 and -1 with eps = 50 in round 10: -log(1 - q), where kl(x, q) = b."""
    records = (ArmRecord(4, 4, 5.0), ArmRecord(9, 256, 64.0), ArmRecord(1, 1, -1.0))
    level = 2 * math.log(10)
    over, result, zero = AdaPKLUCB(3, eps=50, optimism=2).scores(records, 10)
    x, q = 0.25 + level / 256 / 50, -math.expm1(-result)
    divergence = x * math.log(x / q) + (1 - x) * math.log((1 - x) / (1 - q))
    assert over == math.inf
    assert divergence == pytest.approx(level / 256, rel=1e-9)
    assert q > x
    assert zero == pytest.approx(level)


def test_each_reward_is_in_one_release_of_a_doubling_episode():
    rows = np.random.default_rng(3).integers(0, 2, (900, 3)).tolist()
    ledger = play(AdaPUCB(3, eps=2), RewardTable(rows), 900, Sampled(4)).ledger
    assert {release.mechanism for release in ledger.releases} == {Laplace(0.5)}
    for arm in range(3):
        sizes = [len(r.rewards) for r in ledger.releases if r.arm == arm]
        assert sizes == [1, *(2**k for k in range(len(sizes) - 1))]


def test_the_construction_shows_the_privacy():
    for policy in ("adap-ucb", "adap-klucb"):
        assert audit(policy, "0.3", samples=50).verdict == "holds"
    own = AdaPUCB(3, eps="0.3")
    assert audit(own, "0.3", samples=50).verdict == "holds"
    assert audit(own, "0.299", output="transcript", samples=50).verdict == "fails"


@pytest.mark.parametrize(
    ("name", "expected", "sd"), [("adap-ucb", 2150, 262), ("adap-klucb", 1897, 270)]
)
def test_the_mean_regret_is_that_of_two_other_implementations(name, expected, sd):
    """The reference is a mean of 200 runs and more; with 6 errors, false alarms below 1e-8."""
    regret = simulate(make_policy(name, 5, eps=1, beta="3.1"), FIVE, 10**7, RUNS, 11).regret
    error = 6 * sd * math.hypot(1 / math.sqrt(200), 1 / math.sqrt(RUNS))
    assert abs(regret.mean() - expected) < error
    for wrong in ({"eps": "0.5"}, {"beta": "5"}):
        other = make_policy(name, 5, **{"eps": 1, "beta": "3.1"} | wrong)
        assert abs(simulate(other, FIVE, 10**7, RUNS, 11).regret.mean() - expected) > error
