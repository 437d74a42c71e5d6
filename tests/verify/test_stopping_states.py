"""Policies that an enumeration does not follow as they are played, and runs of any policy."""

import numpy as np
import pytest
from stopping_runs import RIGHT, Lists
from banditproof.algorithms import AdaPTT, Curator, RewardCycles, Silent, play
from banditproof.algorithms.engines.identification_engine import Identification, PlainEngine
from banditproof.testing import assert_delta_correct
from banditproof.theory import BernoulliBandit
from banditproof.verify.audit import audit
from banditproof.verify.audit.memory import changed_by_playing
from banditproof.verify.delta_correctness import delta_correctness, stopped_law
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.mutants.stopping_states import (
    LOUD,
    QUIET,
    ForHalves,
    InPlace,
    Outside,
    _Bare,
    _FirstAbove,
    _Planned,
    _TwoArms,
)


def test_a_state_that_is_changed_is_seen_and_its_policy_not_enumerated():
    assert "a state that was used already" in changed_by_playing(InPlace())
    assert changed_by_playing(_TwoArms()) == ()
    result = audit(InPlace(), "0.7", horizon=3, rewards="0,1", samples=5)
    assert result.verdict != "holds"
    assert any("a state that was used already" in row.note for row in result.checks)


def test_states_that_are_not_hashable_are_played_and_not_enumerated():
    result = audit(Lists(), "0.7", horizon=3, rewards="0,1", samples=5)
    assert result.verdict == "not refuted"
    assert any("not hashable" in row.note for row in result.checks)
    with pytest.raises(NotEnumerable, match="not hashable"):
        stopped_law(Lists(), RIGHT, 3)
    report = delta_correctness(Lists(), "0.9", (1, 0), horizon=3, runs=50)
    assert (report.verdict, report.grade) == ("holds", Grade.STATISTICAL)


class KeepsItsRun(_Bare):
    """Correct, if each run has a policy of its own: its list is not cleared."""

    def __init__(self):
        self.kept = []

    def learn(self, state, pull, released):
        self.kept.append(released)
        return (*state, 0)

    def recommendation(self, state):
        return None if len(state) < 2 else int(self.kept[1] > self.kept[0])


class DrawsItself(_Bare):
    """Recommends by numbers of its own."""

    chance = np.random.default_rng(5)

    def recommendation(self, state):
        return None if not state else int(self.chance.random() < 0.5)


def test_a_policy_with_a_memory_has_a_copy_for_each_run():
    policy = KeepsItsRun()
    for means in ((1, 0), (0, 1)):  # a shared list would have the first run for all
        report = assert_delta_correct(policy, "0.2", means, horizon=4, runs=100)
        assert report.grade is Grade.STATISTICAL
    assert policy.kept == []
    assert_delta_correct(_Bare(), "0.2", [(1, 0), (0, 1)], horizon=4)


def test_what_is_drawn_elsewhere_is_not_proved():
    report = delta_correctness(DrawsItself(), "0.9", (0.6, 0.4), horizon=4, runs=300)
    assert (report.verdict, report.grade) == ("holds", Grade.STATISTICAL)
    assert 75 < report.rows[0].wrong < 225
    right = delta_correctness(Outside(), "0.95", (0.5, 0.5), best=0, horizon=4, runs=300)
    assert (right.verdict, right.grade) == ("holds", Grade.STATISTICAL)


@pytest.mark.parametrize("policy", [ForHalves(), _FirstAbove()])
def test_rewards_are_clipped_wherever_a_policy_is_played(policy):
    played = play(policy, RewardCycles([(1,), (0,)]), 12, Silent())
    law = stopped_law(policy, RIGHT, 12)
    assert law.masses == {(len(played.actions), played.recommended): 1}
    engine = PlainEngine(Identification(policy, RIGHT, 12))
    chunk = engine.play_chunk(np.random.default_rng(1), 2)
    assert chunk.curves[:, 0].tolist() == [played.recommended] * 2


class Unclipped(ForHalves):
    """It does not clip."""

    clips_rewards = False


def test_rewards_that_are_not_clipped_stay():
    assert stopped_law(Unclipped(), RIGHT, 12).error(0).hi == 0
    engine = PlainEngine(Identification(Unclipped(), RIGHT, 12))
    assert engine.play_chunk(np.random.default_rng(1), 1).curves.tolist() == [[0.0]]


@pytest.mark.parametrize("horizon", [3, 4, 5, 12])
def test_a_plan_is_played_arm_by_arm_in_runs(horizon):
    policy = _Planned()
    played = play(policy, RewardCycles([(0,), (1,)]), horizon, Silent())
    engine = PlainEngine(Identification(policy, BernoulliBandit((0, 1)), horizon))
    chunk = engine.play_chunk(np.random.default_rng(1), 1)
    assert tuple(chunk.counts[0].tolist()) == played.counts(2)
    answer = -1 if played.recommended is None else played.recommended
    assert chunk.curves.tolist() == [[answer]]


def test_a_method_that_was_replaced_in_a_built_in_class_is_played(monkeypatch):
    policy = AdaPTT(2, "0.1")
    monkeypatch.setattr(AdaPTT, "recommendation", lambda self, state: 1, raising=False)
    report = delta_correctness(policy, "0.1", (0.9, 0.1), runs=60)
    assert (report.verdict, report.rows[0].wrong) == ("fails", 60)


class WithEnds(_TwoArms):
    """A policy may have an attribute of this name."""

    ends = 1


def test_only_a_machine_has_ends():
    result = audit(WithEnds(), "0.7", horizon=2, rewards="0,1", samples=5)
    assert result.verdict == "not refuted"
    assert "2 arms" in result.sentence


class LastPhase(_TwoArms):
    """Four releases; less noise in the last two, by which it stops."""

    last = QUIET

    def mechanism(self, state, pull):
        return self.last if len(state) > 1 else LOUD

    def learn(self, state, pull, released):
        return (*state, max(-1, min(2, released)) if len(state) > 1 else 0)

    def recommendation(self, state):
        return None if len(state) < 4 else int(state[3] > state[2])


class AsMuchNoise(LastPhase):
    """The same with as much noise in all four."""

    last = LOUD


class _Kept(Curator):
    """Keeps the last batch and adds it to the next one, so that it is released twice."""

    def release(self, held, arm, mechanism, randomness):
        return held, held[arm] + randomness.noise(mechanism)


class TwiceAtTheEnd(AsMuchNoise):
    """Its first rewards are in two releases, the second of them just before it stops."""

    curator = _Kept()

    def learn(self, state, pull, released):
        return (*state, max(-1, min(2, released)))

    def recommendation(self, state):
        return None if len(state) < 4 else int(state[1] + state[3] > state[0] + state[2])


@pytest.mark.parametrize(
    ("policy", "verdicts"),
    [
        (LastPhase(), {"fails"}),
        (AsMuchNoise(), {"not refuted"}),
        (TwiceAtTheEnd(), {"fails", "not refuted"}),
    ],
)
def test_noise_is_judged_to_the_end(policy, verdicts):
    assert audit(policy, "0.7", horizon=4, rewards="0,1", samples=100).verdict in verdicts
