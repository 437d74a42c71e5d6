"""The deterministic traces of the claims catalogue: no noise, cycled rewards, first arm on ties."""

import math
from dataclasses import dataclass
from typing import ClassVar

import pytest

from banditproof.algorithms import (
    DPIMED,
    DPKLUCB,
    DPSE,
    AdaPKLUCB,
    Pull,
    RewardCycles,
    Silent,
    play,
)
from banditproof.algorithms.regret.phased_index import ArmRecord, clipped
from banditproof.theory import d_eps, d_eps_ucb, kl_ucb
from banditproof.theory.batch_schedule import GeometricSchedule

CYCLES = RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)])
TENTHS = GeometricSchedule("1.1")


def trace(text):
    """The entries (round, arm, batch) of a trace; arms count from 1 in the paper."""
    entries = [entry.split(",") for entry in text.split()]
    return tuple((int(t), int(arm) - 1, int(batch)) for t, arm, batch in entries)


DP_IMED_1 = trace(
    "1,1,1 2,2,1 3,1,2 5,2,2 7,1,4 11,1,8 19,2,4 23,1,16 39,1,32 71,1,64 135,2,8 143,1,128 "
    "271,1,256"
)
DP_IMED_QUARTER = trace(
    "1,1,1 2,2,1 3,1,2 5,2,2 7,1,4 11,2,4 15,1,8 23,1,16 39,2,8 47,1,32 79,1,64 143,2,16 "
    "159,1,128 287,1,256"
)
DP_IMED_TENTHS = trace(
    "1,1,1 2,2,1 3,1,2 5,2,2 7,1,1 8,1,1 9,1,2 11,1,1 12,2,1 13,1,2 15,1,2 17,1,2 19,1,2 21,1,3 "
    "24,1,3 27,2,1 28,1,3 31,1,3 34,1,4 38,1,4 42,1,5 47,1,5 52,1,6 58,2,2 60,1,6"
)
DP_KLUCB_1 = trace(
    "1,1,1 2,2,1 3,1,2 5,1,4 9,1,8 17,2,2 19,2,4 23,1,16 39,1,32 71,2,8 79,1,64 143,1,128 271,1,256"
)
DP_KLUCB_QUARTER = trace(
    "1,1,1 2,2,1 3,1,2 5,1,4 9,1,8 17,1,16 33,1,32 65,1,64 129,2,2 131,2,4 135,2,8 143,2,16 "
    "159,1,128 287,2,32"
)
ADAP_1 = trace(
    "1,1,1 2,2,1 3,1,1 4,1,2 6,1,4 10,1,8 18,1,16 34,1,32 66,1,64 130,2,1 131,2,2 133,2,4 137,2,8 "
    "145,2,16 161,2,32 193,1,128 321,2,64 385,1,256 641,1,512 1153,2,128 1281,1,1024 2305,1,2048"
)
ADAP_10 = trace(
    "1,1,1 2,2,1 3,1,1 4,1,2 6,1,4 10,1,8 18,2,1 19,2,2 21,1,16 37,2,4 41,2,8 49,1,32 81,1,64 "
    "145,2,16 161,1,128 289,2,32 321,1,256 577,1,512 1089,1,1024 2113,2,64 2177,1,2048"
)
ADAP_FREE = trace(
    "1,1,1 2,2,1 3,1,1 4,1,2 6,1,4 10,1,8 18,2,1 19,2,2 21,1,16 37,2,4 41,1,32 73,2,8 81,1,64 "
    "145,2,16 161,1,128 289,1,256 545,2,32 577,1,512 1089,1,1024 2113,1,2048"
)
FREE = 1e300  # at this eps the shift of AdaP-KLUCB is below rounding

TRACES = [
    (DPIMED(2, ties="first", eps=1), DP_IMED_1),
    (DPIMED(2, ties="first", eps="0.25"), DP_IMED_QUARTER),
    (DPIMED(2, TENTHS, "first", eps=1), DP_IMED_TENTHS),
    (DPKLUCB(2, ties="first", eps=1), DP_KLUCB_1),
    (DPKLUCB(2, ties="first", eps="0.25"), DP_KLUCB_QUARTER),
    (AdaPKLUCB(2, ties="first", eps=1), ADAP_1),
    (AdaPKLUCB(2, ties="first", eps=10), ADAP_10),
    (AdaPKLUCB(2, ties="first", eps=FREE), ADAP_FREE),
]


def played(policy, expected):
    last, _, batch = expected[-1]
    return play(policy, CYCLES, last + batch - 1, Silent()).pulls


@pytest.mark.parametrize(
    ("policy", "expected"), TRACES, ids=lambda value: getattr(value, "name", "")
)
def test_the_trace_of_the_catalogue(policy, expected):
    assert played(policy, expected) == expected


class WithoutTheNextBatch(DPIMED):
    """Pulls B_m where B_{m+1} is due."""

    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        return Pull(pull.arm, self.schedule.batch(max(state[pull.arm].phases - 1, 0)))


class CountsTheWrongBatch(DPIMED):
    """Adds the size of the next batch to n."""

    def learn(self, state, pull, released):
        return super().learn(state, Pull(pull.arm, 2 * pull.count), released)


class LogOfThePhase(DPIMED):
    """log(m + 1) instead of log(n)."""

    def scores(self, records, t):
        best = clipped(max(r.mean for r in records))
        return [
            -(r.pulls * d_eps(clipped(r.mean), best, float(self.eps)) + math.log(r.phases))
            for r in records
        ]


class ClipsTheSum(DPIMED):
    """[S]_0^1 / n instead of [S / n]_0^1."""

    def scores(self, records, t):
        return super().scores(
            tuple(ArmRecord(r.phases, r.pulls, clipped(r.total)) for r in records), t
        )


class Forgets(DPIMED):
    """Keeps the last batch only."""

    forgets = True


class OneRoundEarly(DPKLUCB):
    """log(t - 1)."""

    def scores(self, records, t):
        return super().scores(records, t - 1)


class LateSaturation(DPKLUCB):
    """An index that is cut below 1, as a bisection gives it."""

    def scores(self, records, t):
        return [
            min(
                d_eps_ucb(clipped(r.mean), math.log(t) / r.pulls, float(self.eps)),
                1 - 1e-12 * r.pulls,
            )
            for r in records
        ]


class ComparedInQ(AdaPKLUCB):
    """Compares the index itself, which rounds to 1."""

    def scores(self, records, t):
        bonus = 3.1 * math.log(t)
        return [
            kl_ucb(clipped(r.mean + bonus / r.pulls / float(self.eps)), bonus / r.pulls)
            for r in records
        ]


class NeverForgets(AdaPKLUCB):
    """Keeps all episodes."""

    forgets = False


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (WithoutTheNextBatch(2, ties="first", eps=1), DP_IMED_1),
        (CountsTheWrongBatch(2, ties="first", eps=1), DP_IMED_1),
        (LogOfThePhase(2, ties="first", eps=1), DP_IMED_1),
        (ClipsTheSum(2, ties="first", eps=1), DP_IMED_1),
        (Forgets(2, ties="first", eps=1), DP_IMED_1),
        (DPIMED(2, GeometricSchedule(1.2), "first", eps=1), DP_IMED_TENTHS),
        (LateSaturation(2, ties="first", eps=1), DP_KLUCB_1),
        (DPKLUCB(2, ties="last", eps=1), DP_KLUCB_1),
        (ComparedInQ(2, ties="first", eps=1), ADAP_1),
        (NeverForgets(2, ties="first", eps=10), ADAP_10),
        (AdaPKLUCB(2, ties="first", eps=10, optimism=3), ADAP_10),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple) else "",
)
def test_a_wrong_policy_leaves_the_trace(wrong, expected):
    assert played(wrong, expected) != expected


def test_the_smallest_index_gap_of_the_first_trace():
    """The catalogue gives .0986: far above rounding, so the trace does not hang on a tie."""

    @dataclass(frozen=True)
    class Watching(DPIMED):
        gaps: ClassVar[list[float]] = []

        def scores(self, records, t):
            low, high = sorted(super().scores(records, t))
            self.gaps.append(high - low)
            return super().scores(records, t)

    assert played(Watching(2, ties="first", eps=1), DP_IMED_1) == DP_IMED_1
    assert min(Watching.gaps) == pytest.approx(0.0986, abs=5e-5)


@pytest.mark.parametrize(
    ("eps", "pulls", "h", "c", "margin", "means", "end"),
    [
        (1, 946, 0.062446, 0.007066, 0.139024, (0.750529, 0.250529), 1892),
        ("0.05", 2141, 0.041509, 0.062444, 0.207905, (0.750117, 0.249883), 4282),
    ],
)
def test_the_trace_of_dp_se(eps, pulls, h, c, margin, means, end):
    policy = DPSE(arms=2, beta="0.01", eps=eps)
    result = play(policy, CYCLES, end + 100, Silent())
    assert [pull[:2] for pull in result.pulls] == [(1, 0), (pulls + 1, 1), (end + 1, 0)]
    assert result.state.alive == (0,)
    assert policy.margin(1, 2) == pytest.approx(margin, abs=1e-6)
    assert 2 * h + 2 * c == pytest.approx(margin, abs=2e-6)
    released = [release.value / release.count for release in result.ledger.releases]
    assert released == pytest.approx(means, abs=5e-7)
    assert [release.count for release in result.ledger.releases] == [pulls, pulls]


def test_the_time_of_a_decision_is_the_round_of_its_first_pull():
    """No trace of the catalogue tells log(t) from log(t - 1); with the cycles swapped one does.

    At eps = 1 both arms are saturated at the first decision, since log 3 >= 1 > log 2.
    """
    swapped = RewardCycles([(0, 1, 0, 0), (1, 1, 1, 0)])
    for policy, arm in [
        (DPKLUCB(2, ties="first", eps=1), 0),
        (OneRoundEarly(2, ties="first", eps=1), 1),
    ]:
        assert play(policy, swapped, 4, Silent()).pulls[-1] == (3, arm, 2)
    for expected, eps in [(DP_KLUCB_1, 1), (DP_KLUCB_QUARTER, "0.25")]:
        assert played(OneRoundEarly(2, ties="first", eps=eps), expected) == expected
