"""Many runs: reproducible, independent, right in law, exact at checkpoints, small in memory."""

import itertools
import subprocess
import sys
import threading
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import (
    DPIMED,
    DPKLUCB,
    DPSE,
    IMED,
    AdaPKLUCB,
    LeaderDPKLUCB,
    make_policy,
    simulate,
)
from banditproof.algorithms.catalogue import POLICIES
from banditproof.algorithms.engines import per_round, simulation
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.engines.step_engine import StepEngine
from banditproof.algorithms.randomness import streams
from banditproof.theory import BernoulliBandit
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.mechanisms import DiscreteLaplace, Laplace

PAIR = BernoulliBandit(("0.75", "0.5"))
FIVE = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))


INTERPRETED = DPKLUCB(2, noise=DiscreteLaplace("0.4"))  # its noise has no compiled engine
ENGINES = [(DPKLUCB(2), 10**6, 700), (IMED(2), 200, 7), (INTERPRETED, 100, 7)]


@pytest.mark.parametrize(("policy", "horizon", "runs"), ENGINES)
def test_one_integer_reproduces_everything(policy, horizon, runs):
    pulls = simulate(policy, PAIR, horizon, runs, rng=7).pulls
    for rng in (7, np.random.SeedSequence(7), np.random.default_rng(7)):
        assert (pulls == simulate(policy, PAIR, horizon, runs, rng).pulls).all()
    assert (pulls != simulate(policy, PAIR, horizon, runs, rng=8).pulls).any()


@pytest.mark.parametrize(("policy", "horizon", "runs"), ENGINES)
def test_none_takes_the_entropy_of_the_system(policy, horizon, runs):
    first, second = (simulate(policy, PAIR, horizon, runs, rng=None).pulls for _ in range(2))
    assert (first != second).any()


@pytest.mark.parametrize(("policy", "horizon", "runs"), ENGINES)
def test_the_workers_do_not_matter(policy, horizon, runs):
    alone = simulate(policy, PAIR, horizon, runs, 7, checkpoints=(5, horizon))
    for workers in (2, 3):
        several = simulate(policy, PAIR, horizon, runs, 7, (5, horizon), workers=workers)
        assert (alone.pulls == several.pulls).all()
        assert (alone.regret_at == several.regret_at).all()


def test_more_runs_begin_with_the_same_runs():
    few, many = (simulate(DPKLUCB(2), PAIR, 10**6, runs, 7) for runs in (300, 1000))
    assert (many.pulls[:300] == few.pulls).all()


def test_every_chunk_has_a_stream_of_its_own():
    firsts = [stream.random() for stream in itertools.islice(streams(3), 4000)]
    assert len(set(firsts)) == 4000
    chunks = simulate(DPIMED(5, eps="0.1"), FIVE, 10**9, 256 * 8, 7).pulls.reshape(8, 256, 5)
    for a, b in itertools.combinations(chunks, 2):
        assert (a == b).all(axis=1).mean() < 0.2
    assert (chunks[0] == chunks[0]).all(axis=1).mean() == 1  # what a shared stream looks like


@pytest.mark.parametrize("name", ["ucb", "kl-ucb", "imed", "lazy-dp-ts", "dp-imed", "dp-se"])
@pytest.mark.parametrize("workers", [1, 2])
def test_pieces_that_listen_to_interruptions_change_no_draw(monkeypatch, name, workers):
    def played():
        policy = make_policy(name, 2, 1, 300)
        return simulate(policy, PAIR, 300, 70, 7, checkpoints=(1, 60, 61, 300), workers=workers)

    whole = played()
    monkeypatch.setattr(per_round, "PIECE", 7 * 60)
    monkeypatch.setattr(simulation, "PIECE", 300 * 60)
    pieces = played()
    assert (pieces.pulls == whole.pulls).all()
    assert (pieces.regret_at == whole.regret_at).all()


def test_a_caller_that_has_left_gets_no_more_pieces(monkeypatch):
    engine = engine_of(Experiment(DPIMED(2), PAIR, 10**6))
    sizes, left = [], threading.Event()

    def play_chunk(self, rng, runs):
        sizes.append(runs)
        left.set()
        return self.experiment.empty_chunk(runs)

    monkeypatch.setattr(simulation, "PIECE", 3 * engine.steps(1))
    monkeypatch.setattr(type(engine), "play_chunk", play_chunk)
    simulation._in_pieces(engine, np.random.default_rng(1), 100, left)
    assert sizes == [3]


def test_a_generator_is_not_used_twice():
    rng = np.random.default_rng(7)
    a, b = (simulate(DPKLUCB(2), PAIR, 10**6, 300, rng).pulls for _ in range(2))
    assert (a != b).any()


def test_progress_counts_the_runs():
    done = []
    simulate(DPKLUCB(2), PAIR, 100, 600, 1, progress=done.append)
    assert done == [256, 512, 600]


class HalvedNoise(DPKLUCB):
    def mechanism(self, state, pull):
        return Laplace(0.5 / self.eps)


class OffByOneRound(DPIMED):
    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        return pull if t <= 2 else type(pull)(pull.arm, max(1, pull.count // 2))


class RemembersAll(AdaPKLUCB):
    forgets = False


def pulls_of_the_second_arm(engine, runs):
    """The integer counts of many runs, from one stream."""
    return engine.play_chunk(np.random.default_rng(44), runs).counts[:, 1]


def agreement(a, b):
    """The p-value of equal laws for two samples of integers; rare values share a cell."""
    values = np.unique(np.concatenate([a, b]))
    table = np.array([[np.count_nonzero(s == v) for v in values] for s in (a, b)])
    common = table[0] >= 20
    cells = np.column_stack([table[:, common], table[:, ~common].sum(axis=1)])
    return stats.chi2_contingency(cells[:, cells.sum(axis=0) > 0]).pvalue


TWINS = [
    (DPKLUCB(2, eps=1), HalvedNoise(2, eps=1), 60),
    (DPKLUCB(2, GeometricSchedule("1.5"), eps=4), DPKLUCB(2, eps=4), 40),
    (DPIMED(2, eps=1), OffByOneRound(2, eps=1), 60),
    (AdaPKLUCB(2, eps=5), RemembersAll(2, eps=5), 60),
    (LeaderDPKLUCB(2, eps=1), DPKLUCB(2, eps=1), 60),
]
TWINS[1:] = [pytest.param(*twins, marks=pytest.mark.slow) for twins in TWINS[1:]]


@pytest.mark.parametrize(
    ("policy", "wrong", "horizon"), TWINS, ids=lambda value: getattr(value, "name", "")
)
def test_the_compiled_engine_agrees_with_the_specification_in_law(policy, wrong, horizon):
    """Two samples of integer pull counts; the false-alarm rate is 1e-7."""
    compiled = engine_of(Experiment(policy, PAIR, horizon))
    assert compiled.compiled
    sample = pulls_of_the_second_arm(compiled, 40_000)
    steps = [StepEngine(Experiment(item, PAIR, horizon)) for item in (policy, wrong)]
    right, other = (agreement(pulls_of_the_second_arm(step, 1200), sample) for step in steps)
    assert other < 1e-7 < right


REGRET = sorted(n for n, entry in POLICIES.items() if not (entry.linear or entry.stops))


@pytest.mark.parametrize("name", REGRET)
def test_regret_is_the_sum_of_gaps_and_exact_at_checkpoints(name):
    horizon = 3000
    policy = make_policy(name, 5, eps=1, horizon=horizon, rho=1, alpha=2)
    rounds = (1, 5, 6, 100, 1999, 3000)
    result = simulate(policy, FIVE, horizon, 40, 3, checkpoints=rounds, keep_order=True)
    gaps = np.array([float(gap) for gap in FIVE.gaps])
    np.testing.assert_allclose(result.regret, result.pulls @ gaps, rtol=1e-14)
    np.testing.assert_allclose(result.regret_at[:, -1], result.regret, rtol=1e-12)
    assert (result.pulls.sum(axis=1) == horizon).all()
    assert (result.regret_at[:, 0] == gaps[0]).all()
    if name != "dp-se":
        np.testing.assert_allclose(result.regret_at[:, 1], gaps.sum())  # one pull of each arm
    assert (np.diff(result.regret_at, axis=1) >= 0).all()
    slopes = np.diff(result.regret_at, axis=1) / np.diff(rounds)
    assert slopes.max() <= gaps.max() * (1 + 1e-12)


def test_the_edges_of_the_mathematics():
    def simulated(policy, means, horizon, runs=50):
        return simulate(policy, BernoulliBandit(means), horizon, runs, 1)

    assert simulated(DPKLUCB(1), ("0.5",), 10**15).pulls.tolist() == [[10**15]] * 50
    assert (simulated(DPSE(1, beta="0.1"), ("0.5",), 10).regret == 0).all()
    tied = simulated(DPIMED(3, eps="0.1"), ("0.5", "0.5", "0.5"), 10**15)
    assert (tied.regret == 0).all()
    assert len({tuple(row) for row in tied.pulls.tolist()}) > 1
    for policy in (DPKLUCB(2), DPIMED(2), AdaPKLUCB(2), DPSE(2, beta="1e-6"), LeaderDPKLUCB(2)):
        ends = simulated(policy, (1, 0), 10**15)
        assert (ends.pulls.sum(axis=1) == 10**15).all()
        assert np.median(ends.regret) < 10**5
    exactly_started = simulated(DPKLUCB(2, GeometricSchedule(2, 50)), (1, 0), 100)
    assert (exactly_started.pulls == 50).all()
    one = simulated(DPIMED(2), (1, 0), 2, runs=1)
    assert one.summary()["sd"] == 0.0
    assert one.runs == 1


def test_ties_for_the_best_arm_are_no_regret():
    result = simulate(DPKLUCB(3), BernoulliBandit(("0.75", "0.75", "0.5")), 10**6, 200, 1)
    assert (result.regret == 0.25 * result.pulls[:, 2]).all()


def test_the_summary_by_hand():
    result = simulate(DPKLUCB(2), PAIR, 1000, 400, 1)
    ordered = np.sort(result.regret)
    summary = result.summary()
    assert summary["mean"] == pytest.approx(ordered.sum() / 400)
    assert summary["sd"] == pytest.approx(np.std(ordered, ddof=1))
    assert summary["median"] == pytest.approx((ordered[199] + ordered[200]) / 2)
    assert ordered[19] <= summary["q05"] <= ordered[20]
    assert ordered[379] <= summary["q95"] <= ordered[380]
    assert summary["trimmed_mean"] == pytest.approx(ordered[40:360].mean())
    assert result.trimmed_mean(0) == pytest.approx(summary["mean"])


@pytest.mark.slow
def test_a_million_runs_need_less_than_a_gibibyte():
    """Five arms, 40 checkpoints, one million runs, in a separate process."""
    script = (
        "from banditproof.algorithms import DPKLUCB, simulate\n"
        "from banditproof.theory import BernoulliBandit\n"
        "bandit = BernoulliBandit((0.75, 0.7, 0.7, 0.7, 0.7))\n"
        "rounds = range(25, 1_001, 25)\n"
        "simulate(DPKLUCB(5, eps=1), bandit, 1_000, 10**6, 1, rounds, workers=2)\n"
        # of this program alone: what resource tells may be of the one that started it
        "text = open('/proc/self/status').read()\n"
        "print(text.partition('VmHWM:')[2].split()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(done.stdout) < 2**20  # in KiB


def test_checkpoints_may_be_any_integers_in_a_row():
    policy, bandit = DPIMED(arms=2), BernoulliBandit(("0.5", "0.25"))
    plain = simulate(policy, bandit, 100, 3, 1, checkpoints=(1, 50, 100)).regret_at
    for rounds in (np.array([1, 50, 100]), [1.0, 50.0, "100"], range(1, 101, 1)[0:1]):
        result = simulate(policy, bandit, 100, 3, 1, checkpoints=rounds)
        assert np.array_equal(result.regret_at, plain[:, : len(rounds)])
        assert all(type(t) is int for t in result.checkpoints)
