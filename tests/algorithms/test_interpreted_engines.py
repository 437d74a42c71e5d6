"""The engines give the same runs, draw for draw, whether their kernels are compiled or not."""

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from banditproof.algorithms import LazyDPTS, make_policy, simulate
from banditproof.algorithms.catalogue import POLICIES
from banditproof.algorithms.engines.engine import Experiment, KernelEngine, initial_pulls
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.theory import BernoulliBandit, GaussianBandit, compiled

LENGTHS = {"RoundEngine": 300} | dict.fromkeys(
    ("IndexEngine", "EliminationEngine", "EpisodeEngine"), 10**13
)
MEANS = st.lists(
    st.sampled_from((0.0, 1.0, 0.5, 1e-9)) | st.floats(0.0, 1.0), min_size=1, max_size=6
)
FIXED = settings(derandomize=True, database=None, phases=(Phase.generate,))
EPS, RATIOS = st.sampled_from(["0.01", "0.5", 1, 30]), st.sampled_from(["2", "1.3", 10])
TIES = st.sampled_from(["random", "first", "last"])
SMALL = BernoulliBandit(("0.75", "0.7"))


def chunk_of(engine, form, seed, runs=2):
    """A chunk in a form of the kernel, and the state of the generator after it."""
    rng = np.random.default_rng(seed)
    before, compiled.FORCED = compiled.FORCED, form
    try:
        chunk = engine.play_chunk(rng, runs)
    finally:
        compiled.FORCED = before
    return chunk.counts.tolist(), chunk.curves.tolist(), rng.bit_generator.state


def check_both(engine, seed):
    assert chunk_of(engine, "interpreted", seed) == chunk_of(engine, "compiled", seed)


def engine_for(name, bandit, share, eps=1, ties="random", ratio="2"):
    """The engine of a policy, if it plays by a kernel, for a share of a horizon that fits it."""
    entry = POLICIES[name]
    options = {"batch_ratio": ratio} if "batch_ratio" in entry.options else {}
    options |= {"ties": ties} if "ties" in entry.options else {}
    for length in (LENGTHS["RoundEngine"], LENGTHS["IndexEngine"]):
        policy = make_policy(name, bandit.arms, eps, length, rho=eps, alpha="1.5", **options)
        horizon = max(int(length**share), initial_pulls(policy), bandit.arms)
        engine = engine_of(Experiment(policy, bandit, horizon, (horizon,)))
        if isinstance(engine, KernelEngine) and LENGTHS[type(engine).__name__] == length:
            return engine
    return None


ON_MEANS = [name for name, entry in POLICIES.items() if not (entry.linear or entry.stops)]
WITH_KERNEL = [name for name in ON_MEANS if engine_for(name, SMALL, 0.5)]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_KERNEL)
def test_every_policy_plays_the_same_runs_in_both_forms(name):
    @settings(FIXED, max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(MEANS, st.floats(0.1, 1.0), st.tuples(EPS, TIES, RATIOS), st.integers(0, 2**32))
    def run(means, share, options, seed):
        check_both(engine_for(name, BernoulliBandit(means), share, *options), seed)

    run()


@pytest.mark.parametrize("name", ["ucb", "ftl", "ucb-asymptotic", "ucb-fixed-confidence"])
def test_normal_rewards_are_the_same_in_both_forms(name):
    policy = make_policy(name, 3, 1, 300)
    engine = engine_of(Experiment(policy, GaussianBandit((0.1, 0, -3), "0.5"), 300, (7,)))
    for seed in range(5):
        check_both(engine, seed)


def test_a_kernel_that_draws_otherwise_is_noticed(monkeypatch):
    engine = engine_for("dp-imed", SMALL, 0.5)
    check_both(engine, 3)

    @compiled.kernel
    def last_of_all(tied, options, ties, u):
        return int(tied[options - 1])

    play = engine.kernel
    names = play.interpreted.__closure__[0].cell_contents.__globals__
    monkeypatch.setitem(names, "broken_tie", last_of_all.interpreted)
    plain, machine = (
        [chunk_of(engine, form, seed) for seed in range(10)] for form in ("interpreted", "compiled")
    )
    assert plain != machine


def test_the_work_of_a_policy_decides_and_long_play_is_compiled():
    assert len(WITH_KERNEL) >= 16
    for name in WITH_KERNEL:
        engine = engine_for(name, SMALL, 0.5)
        horizon, policy = engine.experiment.horizon, engine.experiment.policy
        few = type(engine)(Experiment(policy, SMALL, horizon), planned=2)
        many = type(engine)(Experiment(policy, SMALL, horizon), planned=10**6)
        long = type(engine)(Experiment(policy, SMALL, 10**9), planned=10**4)
        assert few.steps(2) <= compiled.BREAK_EVEN, name
        assert not many.interprets
        assert not long.interprets
    # rounds count one by one: a single long run is not interpreted for minutes
    assert LazyDPTS(2).arms == 2
    assert not engine_of(Experiment(LazyDPTS(2), SMALL, 10**7), planned=1).interprets


def test_declared_work_is_not_far_below_the_calls_that_are_made(monkeypatch):
    """The calls of kernels below, which the meter counts, are near the declared steps or fewer."""
    for name in WITH_KERNEL:
        for means in (("0.75", "0.7"), tuple(f"0.{k}" for k in range(1, 10))):
            engine = engine_for(name, BernoulliBandit(means), 0.5)
            monkeypatch.setattr(type(engine), "form", lambda self, runs: self.kernel.interpreted)
            monkeypatch.setattr(compiled._METER, "left", 1e12)
            engine.play_chunk(np.random.default_rng(1), 20)
            assert 1e12 - compiled._METER.left <= 2 * engine.steps(20), (name, means)


def test_a_plan_is_played_in_one_form(monkeypatch):
    policy = make_policy("dp-imed", 2, 1, 10**6)
    kernel = engine_of(Experiment(policy, SMALL, 10**6)).kernel
    expected = simulate(policy, SMALL, 10**6, 600, rng=3).pulls
    asked = []
    for answer in (True, False):
        monkeypatch.setattr(
            type(kernel), "is_interpreted", lambda self, steps, a=answer: asked.append(steps) or a
        )
        assert (simulate(policy, SMALL, 10**6, 600, rng=3).pulls == expected).all()
    whole = engine_of(Experiment(policy, SMALL, 10**6)).steps(600)
    assert asked == [whole, whole]  # once for the three chunks of a simulation
