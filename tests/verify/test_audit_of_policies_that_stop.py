"""Audits of policies that stop: what holds by construction, and what must never hold."""

from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms.catalogue import POLICIES
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.identification.private_top_two import AdaPTT, UniformTT
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.rewards import RewardCycles, RewardList
from banditproof.theory.budgets import PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.judges import JUDGES, MEMORY, REPLAY
from banditproof.verify.audit.recording import Decisions, decisions, record, replayed_decisions
from banditproof.verify.audit.sampled import _parting, under_exploration
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.mutants.noisy_race import NoisyRace
from banditproof.verify.mutants.peeking import Spy
from banditproof.verify.mutants.stopping_policies import (
    LeaderOnRaw,
    RecommendsRaw,
    StopReadsRaw,
    StopsByHiddenMemory,
)
from banditproof.verify.sampling.inputs import ListInput
from banditproof.verify.sampling.sampler import BlackBoxSampler

STOPPING = sorted(name for name, entry in POLICIES.items() if entry.stops and entry.private)


@pytest.mark.parametrize("name", STOPPING)
def test_built_in_policies_that_stop_hold_by_construction(name):
    report = audit(name, 1, output="transcript")
    assert report.verdict == "holds"
    assert "the stopping time and the recommendation" in report.sentence
    assert report.deciding.name.startswith("the construction")
    assert "stopping times and recommendations" in report.deciding.note


def test_there_are_private_policies_that_stop():
    assert {"adap-tt", "adap-tt-star", "dp-se-stop"} <= set(STOPPING)


@pytest.mark.parametrize("eps", ["0.5", "0.99"])
def test_a_claim_beyond_the_noise_of_a_race_does_not_hold(eps):
    report = audit(NoisyRace(), eps, samples=10)
    assert report.verdict != "holds"
    assert audit(NoisyRace(eps=eps), eps).verdict == "holds"


def _with(policy, **changed):
    for name, value in changed.items():
        object.__setattr__(policy, name, value)
    return policy


def test_a_policy_whose_curator_was_replaced_does_not_hold():
    policy = _with(AdaPTT(2, "0.1"), curator=Spy())
    assert audit(policy, 1, samples=5, horizon=3).verdict != "holds"


SEEN: list[float] = []


class _Global(Curator):
    def read(self, held, arm, reward):
        SEEN.append(float(getattr(reward, "value", reward)))
        return super().read(held, arm, reward)


class StopsByAGlobal(NoisyRace):
    """Its stopping time depends on a list of the module, which its curator fills."""

    curator = _Global()

    def start(self):
        SEEN.clear()
        return super().start()

    def recommendation(self, state):
        return self.best(state) if len(SEEN) > 1 and SEEN[-1] == 1 else None


class SaysNoStop(StopsByHiddenMemory):
    """Denies that it stops."""

    stops = False


@pytest.mark.parametrize(
    "policy",
    [
        StopReadsRaw(),
        RecommendsRaw(last=1),
        LeaderOnRaw(last=2),
        StopsByHiddenMemory(),
        StopsByAGlobal(),
        SaysNoStop(),
    ],
    ids=lambda policy: type(policy).__name__,
)
def test_a_leak_through_the_end_of_a_run_is_refuted(policy):
    report = audit(policy, 1, horizon=4, samples=3000, level="1e-6")
    assert report.verdict == "fails"


@pytest.mark.parametrize("policy", [StopsByHiddenMemory(), StopsByAGlobal(), SaysNoStop()])
def test_recorded_plays_show_a_stop_that_needs_more_than_releases(policy):
    facts = recorded(policy, Claim(PureDP(1)))
    assert JUDGES[REPLAY](facts)
    if not isinstance(policy, StopsByAGlobal):  # its list may look the same after each play
        assert JUDGES[MEMORY](facts)


def test_a_recorded_play_is_the_play_and_its_replay_ends_where_it_does():
    policy = NoisyRace(last=2)
    result = record(policy, RewardList([1, 0] * 10), 20, seed=5)
    assert len(result.play.actions) == 4
    assert result.play.recommended is not None
    decided = decisions(result)
    assert decided.recommended == result.play.recommended
    assert replayed_decisions(result) == decided
    cut = record(policy, RewardList([1, 0] * 10), 3, seed=5)
    assert decisions(cut).recommended is None
    assert replayed_decisions(cut) == decisions(cut)


def test_plays_in_which_an_arm_is_clearly_best_are_recorded():
    facts = recorded(AdaPTT(2, "0.9", eps=50, sigma="0.05"), Claim(PureDP(50)))
    assert {item.decided.recommended for item in facts.plays} >= {0, 1}
    assert not any(judge(facts) for judge in JUDGES.values())
    assert max(facts.rounds) <= 100


def test_where_two_plays_part():
    one = Decisions(((1, 0, 1), (2, 1, 1)), (), 0)
    assert _parting(one, one) == 0
    assert _parting(one, Decisions(((1, 0, 1), (2, 1, 1)), (), 1)) == 3
    assert _parting(one, Decisions(((1, 0, 1), (2, 1, 1), (3, 0, 4)), (), None)) == 3
    assert _parting(one, Decisions(((1, 0, 1), (2, 0, 1)), (), None)) == 2


def test_runs_of_the_auditor_end_where_plays_end():
    policy = UniformTT(2, "0.9", eps=1000, sigma="0.05")
    sampler = BlackBoxSampler(FreshRuns(policy, arms=2), arms=2, horizon=12)
    assert sampler.alphabet.stops
    source = ListInput(tuple((t % 2,) for t in range(12)))
    rows = sampler.sample([source], np.zeros(3, int), np.random.default_rng(1)).tolist()
    played = play(policy, RewardCycles([(0,), (1,)]), 12, Silent())
    n = len(played.actions)
    assert n < 12
    assert played.recommended == 1
    assert rows == [[*played.actions, *[2 + 1] * (13 - n)]] * 3
    short = sampler.sample([ListInput(((0,), (1,)))], np.zeros(1, int), np.random.default_rng(1))
    assert short.tolist() == [[0, 1, 4 if n > 2 else 3]]


def test_a_policy_that_stops_early_is_not_refuted_for_exploring_too_little():
    policy = NoisyRace(eps="0.1", last=1)
    assert under_exploration(policy, Claim(PureDP("0.01")), "1e-6") is None


def test_may_stop_does_not_believe_the_policy():
    assert may_stop(SaysNoStop())
    assert not SaysNoStop().stops
    assert not may_stop(DPIMED(2, eps=1))
    assert Policy.recommendation(DPIMED(2, eps=1), None) is None


def _answers(history):
    return (Fraction(3, 4), Fraction(1, 4)) if history[-1][1] == 0 else (0.25, 0.75)


def _twice(history):
    return (0, 0, 1) if len(history) == 2 else (1, 0, 0)


def test_a_strategy_as_kernels_is_enumerated_with_its_end():
    strategy = FiniteIdentification(2, 2, _twice, _answers)
    report = audit(strategy, PureDP("1.0987"))
    assert report.verdict == "holds"
    assert "the stopping time and the recommendation" in report.sentence
    assert "2 arms and 2 rounds" in report.deciding.note
    assert audit(strategy, PureDP("1.0986")).verdict == "fails"  # log 3 is between
    assert audit(strategy, PureDP("1.0987"), notion="interactive").verdict == "holds"


def test_a_strategy_that_counts_its_recommendations_has_no_table():
    seen = []

    def recommend(history):
        seen.append(history)
        return (1, 0) if len(seen) % 2 else (0, 1)

    report = audit(FiniteIdentification(2, 2, _twice, recommend), 1)
    assert report.verdict == "not refuted"
    assert "outside of its state" in report.sentence
