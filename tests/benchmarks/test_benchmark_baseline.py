"""The benchmark compares like with like, and says rightly whether a demand is met."""

import importlib
from pathlib import Path
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import make_policy, simulate
from banditproof.theory import BernoulliBandit

BANDIT = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))


@pytest.fixture
def benchmark_module(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    return lambda name: importlib.import_module(f"benchmarks.{name}")


def test_each_part_of_a_benchmark_is_there(benchmark_module):
    """No benchmark is left behind by what it measures: all are imported, and none is run."""
    main = benchmark_module("__main__")
    parts = list(main.chosen([]))
    assert len(parts) == sum(len(functions.split()) for functions in main.PARTS.values())
    assert all(map(callable, parts))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dp-klucb", "dp-imed"])
def test_the_loop_has_the_law_of_the_engine(benchmark_module, name):
    """Two samples of a regret; the false-alarm rate is 1e-7."""
    loop = benchmark_module("per_step_loop_kernels").regret_of_a_run
    means, rng = np.array([0.75, 0.625, 0.5, 0.375, 0.25]), np.random.default_rng(5)
    looped = [loop(name == "dp-imed", 0.25, means, 10**4, rng) for _ in range(2000)]

    def agreement(eps):
        policy = make_policy(name, 5, eps=eps, ties="first")
        sample = simulate(policy, BANDIT, 10**4, 4000, 1).regret
        return stats.ks_2samp(np.round(sample, 3), np.round(looped, 3)).pvalue

    assert agreement("0.25") > 1e-7
    assert agreement("0.2") < 1e-7


def test_ratio_and_demand(benchmark_module):
    measurement = benchmark_module("measurement").Measurement
    fast = measurement("speed", 50, "runs/s", 20, baseline="loop", baseline_value=5)
    assert (fast.ratio, fast.met) == (10, True)
    slow = measurement("time", 50, "ns", 20, at_most=True, baseline="loop", baseline_value=500)
    assert (slow.ratio, slow.met) == (10, False)
    assert measurement("time", 50, "ns").met
    assert measurement("time", 50, "ns").ratio is None


@pytest.mark.parametrize("name", ["statdp_refutes", "histogram_refutes"])
def test_tests_of_others_refute_a_broken_mechanism_and_no_right_one(benchmark_module, name):
    """Randomised response at its claim and far beyond it; false alarms: 1e-3 a test, 5 of them."""
    module = benchmark_module("tests_of_others")
    test, rng = getattr(module, name), np.random.default_rng(4)

    def answers(eps: float):
        keep = 1 / (1 + np.exp(-eps))
        return module.mechanism("answers", lambda x: {x: keep, 1 - x: 1 - keep}, [0, 1])

    assert answers(1).beyond < 1e-12 < answers(2).beyond
    assert not any(test(answers(1), 4096, rng) for _ in range(5))
    assert test(answers(3), 1 << 17, rng)
