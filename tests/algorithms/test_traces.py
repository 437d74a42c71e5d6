"""The deterministic traces of the claims catalogue: no noise, cycled rewards, first arm on ties."""

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
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
from banditproof.algorithms.regret.phased_index import clipped
from banditproof.theory import d_eps, d_eps_ucb, kl_ucb
from banditproof.theory.batch_schedule import GeometricSchedule

CYCLES = RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)])
TENTHS = GeometricSchedule("1.1")


def trace(text):
    """The entries (round, arm, batch) of a trace; arms count from 1 in the paper."""
    entries = [entry.split(",") for entry in text.split()]
    return tuple((int(t), int(arm) - 1, int(batch)) for t, arm, batch in entries)


FILE = Path(__file__).parent / "golden" / "traces.toml"
TRACES = {name: trace(text) for name, text in tomllib.loads(FILE.read_text("utf-8")).items()}
POLICIES = {
    "dp-imed, eps 1": DPIMED(2, ties="first", eps=1),
    "dp-imed, eps 1/4": DPIMED(2, ties="first", eps="0.25"),
    "dp-imed, eps 1, ratio 1.1": DPIMED(2, TENTHS, "first", eps=1),
    "dp-klucb, eps 1": DPKLUCB(2, ties="first", eps=1),
    "dp-klucb, eps 1/4": DPKLUCB(2, ties="first", eps="0.25"),
    "adap-klucb, eps 1": AdaPKLUCB(2, ties="first", eps=1),
    "adap-klucb, eps 10": AdaPKLUCB(2, ties="first", eps=10),
    # at this eps the shift is below rounding
    "adap-klucb, no privacy": AdaPKLUCB(2, ties="first", eps=1e300),
}


def is_trace_of(policy, name):
    """Whether the policy plays the trace of this name."""
    last, _, batch = TRACES[name][-1]
    return play(policy, CYCLES, last + batch - 1, Silent()).pulls == TRACES[name]


@pytest.mark.parametrize("name", TRACES)
def test_the_trace_of_the_catalogue(name):
    assert is_trace_of(POLICIES[name], name)


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
        best, eps = clipped(max(r.mean for r in records)), float(self.eps)
        distances = [r.pulls * d_eps(clipped(r.mean), best, eps) for r in records]
        return [-(d + math.log(r.phases)) for d, r in zip(distances, records, strict=True)]


class ClipsTheSum(DPIMED):
    """[S]_0^1 / n instead of [S / n]_0^1."""

    def scores(self, records, t):
        return super().scores(tuple(r._replace(total=clipped(r.total)) for r in records), t)


class Forgets(DPIMED):
    """Keeps the last batch only."""

    forgets = True


WRONG_DPIMED = (WithoutTheNextBatch, CountsTheWrongBatch, LogOfThePhase, ClipsTheSum, Forgets)


class OneRoundEarly(DPKLUCB):
    """log(t - 1)."""

    def scores(self, records, t):
        return super().scores(records, t - 1)


class LateSaturation(DPKLUCB):
    """An index that is cut below 1, as a bisection gives it."""

    def scores(self, records, t):
        eps, level = float(self.eps), math.log(t)
        index = [d_eps_ucb(clipped(r.mean), level / r.pulls, eps) for r in records]
        return [min(i, 1 - 1e-12 * r.pulls) for i, r in zip(index, records, strict=True)]


class ComparedInQ(AdaPKLUCB):
    """Compares the index itself, which rounds to 1."""

    def scores(self, records, t):
        levels = [(r.mean, 3.1 * math.log(t) / r.pulls) for r in records]
        return [kl_ucb(clipped(mean + b / float(self.eps)), b) for mean, b in levels]


class NeverForgets(AdaPKLUCB):
    """Keeps all episodes."""

    forgets = False


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        *((wrong(2, ties="first", eps=1), "dp-imed, eps 1") for wrong in WRONG_DPIMED),
        (DPIMED(2, GeometricSchedule(1.2), "first", eps=1), "dp-imed, eps 1, ratio 1.1"),
        (LateSaturation(2, ties="first", eps=1), "dp-klucb, eps 1"),
        (DPKLUCB(2, ties="last", eps=1), "dp-klucb, eps 1"),
        (ComparedInQ(2, ties="first", eps=1), "adap-klucb, eps 1"),
        (NeverForgets(2, ties="first", eps=10), "adap-klucb, eps 10"),
        (AdaPKLUCB(2, ties="first", eps=10, optimism=3), "adap-klucb, eps 10"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_wrong_policy_leaves_the_trace(wrong, name):
    assert not is_trace_of(wrong, name)


def test_the_smallest_index_gap_of_the_first_trace():
    """The catalogue gives .0986: far above rounding, so the trace does not hang on a tie."""

    @dataclass(frozen=True)
    class Watching(DPIMED):
        gaps: ClassVar[list[float]] = []

        def scores(self, records, t):
            low, high = sorted(super().scores(records, t))
            self.gaps.append(high - low)
            return super().scores(records, t)

    assert is_trace_of(Watching(2, ties="first", eps=1), "dp-imed, eps 1")
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
    for eps in ("1", "1/4"):
        assert is_trace_of(OneRoundEarly(2, ties="first", eps=eps), f"dp-klucb, eps {eps}")
