"""The policies of Section 2.2.5 of the thesis against a naive implementation and their engines."""

import math
import random
from dataclasses import dataclass, replace
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from banditproof.algorithms import (
    KLUCB,
    UCB,
    AsymptoticKLUCB,
    AsymptoticUCB,
    ExploreThenCommit,
    FixedConfidenceUCB,
    FollowTheLeader,
    RewardCycles,
    RewardList,
    RewardTable,
    Silent,
    make_policy,
    play,
    simulate,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.per_round import CommitEngine, per_round_engine
from banditproof.algorithms.engines.step_engine import StepEngine
from banditproof.algorithms.regret.exploration import log_inverse, log_with_margin
from banditproof.algorithms.regret.explore_then_commit import gap_free_exploration
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.concentration import binomial_law

SOURCE = random.Random(4)
TABLES = [[SOURCE.choices((0, 1), k=3) for _ in range(60)] for _ in range(12)]


def f(t):
    """1 + t log(t)^2, with 30 digits."""
    return 1 + t * mpmath.log(t) ** 2


def kl_index(mean, level):
    """The largest q with kl(mean, q) <= level, by bisection."""

    def kl(q):
        parts = ((mean, q), (1 - mean, 1 - q))
        return sum((x * mpmath.log(x / y) for x, y in parts if x > 0), mpmath.mpf(0))

    low, high = mpmath.mpf(mean.numerator) / mean.denominator, mpmath.mpf(1)
    mean = low
    if mean == 1:
        return high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if kl(middle) <= level else (low, middle)
    return low


def ucb_index(level):
    return lambda mean, n, t: (
        mpmath.mpf(mean.numerator) / mean.denominator + mpmath.sqrt(2 * level(t) / n)
    )


NAIVE = {
    "ftl": lambda mean, n, t: mean,
    "ucb-fixed-confidence": ucb_index(lambda t: mpmath.log(1000)),
    "ucb-asymptotic": ucb_index(lambda t: mpmath.log(f(t))),
    "kl-ucb-asymptotic": lambda mean, n, t: kl_index(mean, mpmath.log(f(t)) / n),
}


def naive(index, rewards, arms, horizon):
    """The algorithm box: nothing but the history is kept, everything is computed anew."""
    history = []
    for t in range(1, horizon + 1):
        if t <= arms:
            arm = t - 1
        else:
            values = []
            for a in range(arms):
                mine = [Fraction(r) for b, r in history if b == a]
                values.append(index(sum(mine) / Fraction(len(mine)), len(mine), t))
            arm = values.index(max(values))
        count = sum(1 for a, _ in history if a == arm) + 1
        history.append((arm, rewards.reward(t, arm, count)))
    return tuple(arm for arm, _ in history)


SOURCES = [RewardTable(TABLES[0]), RewardCycles([(1, 1, 0), (0, 1), (1, 0, 0, 0)])]


@pytest.mark.parametrize("name", NAIVE)
def test_a_policy_follows_the_algorithm_box(name):
    policy = make_policy(name, 3, horizon=60, ties="first")
    if name == "ucb-fixed-confidence":
        policy = replace(policy, delta="1e-3")
    with mpmath.workdps(30):
        for rewards in SOURCES:
            expected = naive(NAIVE[name], rewards, 3, 60)
            assert play(policy, rewards, 60, Silent()).actions == expected


def pinsker(mean, n, t):
    return min(mpmath.mpf(1), ucb_index(lambda t: mpmath.log(f(t)) / 4)(mean, n, t))


WRONG = {
    "log(t - 1)": lambda mean, n, t: kl_index(mean, mpmath.log(f(t - 1)) / n),
    "log t": lambda mean, n, t: kl_index(mean, mpmath.log(t) / n),
    "log base 2": lambda mean, n, t: kl_index(mean, mpmath.log(f(t), 2) / n),
    "count of the next pull": lambda mean, n, t: kl_index(mean, mpmath.log(f(t)) / (n + 1)),
    "Pinsker": pinsker,
}
WRONG_UCB = {
    "f(t - 1)": ucb_index(lambda t: mpmath.log(f(t - 1))),
    "t log t": ucb_index(lambda t: mpmath.log(1 + t * mpmath.log(t))),
    "half the exploration": ucb_index(lambda t: mpmath.log(f(t)) / 2),
    "count of the next pull": lambda mean, n, t: NAIVE["ucb-asymptotic"](mean, n + 1, t),
}


def plays_as_the_box(policy, index):
    with mpmath.workdps(30):
        return all(
            play(policy, rewards, 60, Silent()).actions == naive(index, rewards, 3, 60)
            for rewards in map(RewardTable, TABLES)
        )


@pytest.mark.parametrize("index", WRONG.values(), ids=WRONG)
def test_wrong_twins_of_kl_ucb_play_otherwise(index):
    assert not plays_as_the_box(AsymptoticKLUCB(3, ties="first"), index)


@pytest.mark.parametrize("index", WRONG_UCB.values(), ids=WRONG_UCB)
def test_wrong_twins_of_ucb_play_otherwise(index):
    assert not plays_as_the_box(AsymptoticUCB(3, ties="first"), index)


def test_follow_the_leader_breaks_ties_by_its_rule():
    rewards = RewardCycles([(1,), (1,), (0,)])
    for ties, arm in (("first", 0), ("last", 1)):
        assert play(FollowTheLeader(3, ties=ties), rewards, 5, Silent()).actions[3:] == (arm, arm)


@dataclass(frozen=True)
class Changing(ExploreThenCommit):
    """Wrong: goes on comparing means."""

    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        return type(pull)(pull.arm, 1)


def test_explore_then_commit_explores_in_turn_and_commits_once():
    rewards = RewardCycles([(1, 0, -3, 0), (0, 1, 1, 1), (0, 0, 1, 1)])
    for explore, leader in ((1, 0), (2, 0), (3, 1)):
        policy = ExploreThenCommit(3, explore, ties="first")
        expected = (0, 1, 2) * explore + (leader,) * 12
        assert play(policy, rewards, len(expected), Silent()).actions == expected
        wrong = play(Changing(3, explore, ties="first"), rewards, len(expected), Silent())
        assert (wrong.actions != expected) == (explore < 3)
    last = ExploreThenCommit(3, 2, ties="last")
    assert play(last, rewards, 8, Silent()).actions[6:] == (1, 1)
    assert play(last, rewards, 2, Silent()).actions == (0, 1)


def test_the_gap_free_exploration_is_the_rounded_power():
    for horizon in (1, 2, 3, 8, 9, 1000, 1001, 10**15):
        m = gap_free_exploration(1, horizon)
        assert m**3 >= horizon**2 > (m - 1) ** 3
    assert gap_free_exploration(7, 20) == 2
    assert gap_free_exploration(30, 20) == 1


GAUSSIAN = GaussianBandit(("0.3", "-1", "0.25"), sigma="1.5")
PAIR = BernoulliBandit(("0.6", "0.5"))


def pulls(engine, runs, seed=3):
    return engine.play_chunk(np.random.default_rng(seed), runs).counts


@pytest.mark.parametrize("bandit", [GAUSSIAN, BernoulliBandit(("0.8", "0.5", "0.75"))])
@pytest.mark.parametrize("name", NAIVE)
def test_equal_generators_give_equal_pulls(name, bandit):
    """Also with normal rewards, which no engine clips."""
    if name == "kl-ucb-asymptotic" and bandit is GAUSSIAN:
        return  # refused: its index is made for rewards in [0, 1]
    for ties in ("first", "random"):
        policy = make_policy(name, 3, horizon=100, ties=ties)
        experiment = Experiment(policy, bandit, 150, (3, 70, 150))
        for seed in range(2):
            mine = per_round_engine(experiment).play_chunk(np.random.default_rng(seed), 2)
            spec = StepEngine(experiment).play_chunk(np.random.default_rng(seed), 2)
            assert (mine.counts == spec.counts).all()
            np.testing.assert_allclose(mine.curves, spec.curves, atol=1e-9)


TWINS = {
    "log t": (AsymptoticUCB(3), UCB(3)),
    "less exploration": (AsymptoticUCB(3), AsymptoticUCB(3, exploration="1.9")),
    "log t in kl": (AsymptoticKLUCB(3), KLUCB(3)),
    "larger risk": (FixedConfidenceUCB(3, delta="1e-3"), FixedConfidenceUCB(3, delta="2e-3")),
    "a width": (FollowTheLeader(3), FixedConfidenceUCB(3, delta="0.9")),
    "smaller deviation": (AsymptoticUCB(3), AsymptoticUCB(3)),
}


@pytest.mark.parametrize("twins", TWINS)
def test_a_wrong_policy_or_bandit_pulls_otherwise(twins):
    bandits = [BernoulliBandit(("0.8", "0.5", "0.75"))] * 2
    if twins == "smaller deviation":
        bandits = [GAUSSIAN, GaussianBandit(GAUSSIAN.means, sigma="1.4")]
    mine, wrong = (Experiment(*pair, 400) for pair in zip(TWINS[twins], bandits, strict=True))
    assert (pulls(per_round_engine(mine), 1) != pulls(StepEngine(wrong), 1)).any()


def test_normal_rewards_are_read_as_they_are():
    policy = FixedConfidenceUCB(2, ties="first", delta=1)  # no width: follow the leader
    rewards = RewardCycles([(-3,), (-2.5,)])
    assert play(policy, rewards, 6, Silent()).actions == (0, 1, 1, 1, 1, 1)
    clipping = play(AsymptoticKLUCB(2, ties="first"), RewardList([7] * 4), 4, Silent())
    assert clipping.state[0].total in (1, 2, 3)


def commit_law(bandit, explore, ties):
    """The probability that the second of two Bernoulli arms is chosen, exact."""
    first, second = (binomial_law(explore, mean) for mean in bandit.exact_means)
    win = sum(first[i] * second[j] for i in range(explore + 1) for j in range(i + 1, explore + 1))
    tie = sum(p * q for p, q in zip(first, second, strict=True))
    return win + {"first": 0, "last": 1, "random": Fraction(1, 2)}[ties] * tie


@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_the_engine_of_explore_then_commit_has_the_exact_law(ties):
    """20,000 runs: Hoeffding's radius 0.0205 has a false alarm below 2e-7, twice."""
    policy = ExploreThenCommit(2, 3, ties)
    experiment = Experiment(policy, PAIR, 100, (1, 5, 6, 7, 100))
    chunk = CommitEngine(experiment).play_chunk(np.random.default_rng(5), 20_000)
    share = (chunk.counts[:, 1] == 97).mean()
    assert set(chunk.counts[:, 1]) == {3, 97}
    assert abs(share - float(commit_law(PAIR, 3, ties))) < 0.0205
    for other in {"first", "last", "random"} - {ties}:
        assert abs(share - float(commit_law(PAIR, 3, other))) > 0.0205
    committed, none = chunk.counts[:, 1] == 97, np.zeros(20_000)
    columns = [none, none + 0.2, none + 0.3, 0.3 + 0.1 * committed, 0.1 * chunk.counts[:, 1]]
    np.testing.assert_allclose(chunk.curves, np.stack(columns, axis=1), atol=1e-12)


def test_the_engine_of_explore_then_commit_on_normal_rewards_and_short_horizons():
    policy = ExploreThenCommit(2, 4)
    bandit = GaussianBandit((0, 1), sigma=2)
    share = (pulls(CommitEngine(Experiment(policy, bandit, 100)), 20_000)[:, 1] > 50).mean()
    probability = float(mpmath.ncdf(4 / math.sqrt(2 * 4 * 4)))
    assert abs(share - probability) < 0.0205
    assert abs(share - float(mpmath.ncdf(4 / math.sqrt(2 * 4 * 2)))) > 0.0205
    short = Experiment(ExploreThenCommit(3, 5), BernoulliBandit((1, 0, 0)), 7)
    assert pulls(CommitEngine(short), 3).tolist() == [[3, 2, 2]] * 3
    assert pulls(StepEngine(short), 1).tolist() == [[3, 2, 2]]


def test_levels():
    for t in (1, 2, 17, 10**15):
        assert math.isclose(log_with_margin(t), float(mpmath.log(f(t))), rel_tol=1e-14)
    assert log_inverse(Fraction(1)) == 0
    assert math.isclose(log_inverse(Fraction(3, 10**500)), 500 * math.log(10) - math.log(3))


def test_simulation_on_normal_rewards():
    result = simulate(make_policy("ucb-asymptotic", 2), GaussianBandit((1, 0)), 500, 20, rng=1)
    assert 0 < result.regret.mean() < 60


def test_defaults_follow_from_the_horizon():
    assert make_policy("ucb-fixed-confidence", 2, horizon=10).delta == Fraction(1, 100)
    assert make_policy("etc", 2, horizon=1000, ties="last") == ExploreThenCommit(2, 100, "last")
