"""LUCB1: its pulls by an independent program, its intervals, and how rarely it is wrong."""

import math
from fractions import Fraction
import mpmath as mp
import numpy as np
import pytest
from wrong_answers import wrong_answers
from banditproof.algorithms import (
    LUCB,
    BernoulliRewards,
    RewardCycles,
    Silent,
    make_policy,
    play,
    simulate_identification,
)
from banditproof.theory import BernoulliBandit

CYCLES = [
    [(1, 0), (0,)],
    [(1, 1, 0), (0, 1, 0, 0), (0, 0, 1)],
    [(0, 0, 1, 0), (1,), (0, 1), (1, 0, 1, 1)],
]


def specified(cycles, delta, longest):
    """The actions and the answer of LUCB1, round by round, from the lists of all rewards."""
    arms, seen, actions = len(cycles), [[] for _ in cycles], []

    def pull(arm):
        actions.append(arm)
        seen[arm].append(cycles[arm][len(seen[arm]) % len(cycles[arm])])

    for arm in range(arms):
        pull(arm)
    for t in range(1, longest):
        means = [float(sum(x)) / len(x) for x in seen]
        log = math.log(5 / 4 * arms * t**4 / float(delta))
        beta = [math.sqrt(log / (2 * len(x))) for x in seen]
        best = min(a for a in range(arms) if means[a] == max(means))
        ends = {a: means[a] + beta[a] for a in range(arms) if a != best}
        rival = min(a for a, end in ends.items() if max(ends.values()) - end < 1e-12)
        if means[best] - beta[best] >= ends[rival]:
            return tuple(actions), best
        pull(best)
        pull(rival)
    return tuple(actions), None


@pytest.mark.parametrize("delta", ["0.3", "0.01"])
@pytest.mark.parametrize("cycles", CYCLES, ids=len)
def test_the_pulls_are_those_of_an_independent_program(cycles, delta):
    actions, answer = specified(cycles, delta, 2000)
    played = play(LUCB(len(cycles), delta), RewardCycles(cycles), 5000, Silent())
    assert (played.actions, played.recommended) == (actions, answer)
    assert answer is not None


def test_the_first_pulls_by_hand():
    """Means 1, 0 and 1/2; the rival is the arm with the fewest pulls, then the larger mean."""
    played = play(LUCB(3), RewardCycles([(1,), (0,), (1, 0)]), 9, Silent())
    assert played.actions == (0, 1, 2, 0, 2, 0, 1, 0, 2)


class LaterRounds(LUCB):
    """Counts pulls and not rounds."""

    def round(self, state):
        return state.arms.samples


class ByTheSecondMean(LUCB):
    """The rival is the second best mean, and not the largest upper end."""

    def duel(self, state):
        level, means = self.level(self.round(state)), state.arms.means
        widths = [math.sqrt(level / (2 * pulls)) for pulls in state.arms.pulls]
        rival = sorted(range(self.arms), key=lambda arm: -means[arm])[1]
        found = super().duel(state)
        return found._replace(rival=rival, upper=means[rival] + widths[rival])


@pytest.mark.parametrize("wrong", [LaterRounds, ByTheSecondMean])
def test_another_rule_makes_other_pulls(wrong):
    cycles = CYCLES[1]
    played = play(wrong(3, "0.01"), RewardCycles(cycles), 5000, Silent())
    assert played.actions != specified(cycles, "0.01", 2000)[0]


def test_a_round_has_two_pulls_and_no_answer_between_them():
    policy = LUCB(2, "0.1")
    state = policy.start()
    for t, reward in enumerate((1.0, 0.0, 1.0), start=1):
        assert policy.recommendation(state) is None
        state = policy.learn(state, policy.decide(state, t, Silent()), reward)
    assert (state.rival, state.arms.pulls) == (1, (2, 1))
    assert policy.recommendation(state._replace(arms=state.arms._replace(pulls=(9999, 9999)))) is (
        None
    )


@pytest.mark.parametrize("arms", [2, 10])
def test_the_intervals_fail_with_probability_below_delta_altogether(arms):
    """Hoeffding for each arm, each number of pulls u <= t, and each round t: by the sum of all."""
    policy = LUCB(arms, Fraction(1, 20))
    for u, t in ((1, 1), (3, 7), (50, 50)):
        assert 2 * u * policy.width(u, t) ** 2 == pytest.approx(policy.level(t), rel=1e-14)
    total = sum(arms * t * math.exp(-policy.level(t)) for t in range(1, 200))
    rest = float(mp.zeta(3, 200)) * 0.8 / 20  # of the sum of 1/t^3
    assert 0.96 / 20 < total < total + rest < 0.97 / 20


def test_a_small_risk_is_no_float_and_has_its_level():
    policy = LUCB(2, Fraction(1, 10**400))
    assert policy.level(1) == pytest.approx(math.log(2.5) + 400 * math.log(10), rel=1e-14)


class Tenth(LUCB):
    """A tenth of the exploration."""

    def level(self, t):
        return super().level(t) / 10


@pytest.mark.slow
def test_wrong_answers_are_as_rare_as_delta_says():
    """300 runs, delta = 0.05: more than 36 errors have probability below 1e-6 if it is correct."""
    assert wrong_answers(LUCB(2, "0.05")) <= 36
    assert wrong_answers(Tenth(2, "0.05")) > 36


def test_the_catalogue_makes_it():
    assert make_policy("lucb", 3, delta="0.2") == LUCB(3, "0.2")
    bandit = BernoulliBandit((0.9, 0.2))
    assert simulate_identification("lucb", bandit, 5, rng=1).errors == 0
    rewards = BernoulliRewards(bandit, np.random.default_rng(1))
    assert play(LUCB(2), rewards, 3000, Silent()).recommended == 0
