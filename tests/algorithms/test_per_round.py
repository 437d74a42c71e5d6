"""The per-round engine makes the pulls of the specification from an equal generator."""

from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms import (
    DPUCB,
    IMED,
    KLUCB,
    UCB,
    DPUCBGamma,
    DPUCBGammaPrinted,
    DPUCBPrinted,
    LazyDPTS,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.per_round import per_round_engine
from banditproof.algorithms.engines.step_engine import StepEngine
from banditproof.theory import BernoulliBandit
from banditproof.theory.batch_schedule import GeometricSchedule

CLOSE = BernoulliBandit(("0.75", "0.7", "0.7", "0.7", "0.7"))
ENDS = BernoulliBandit((1, 0, "0.5", 1))
ALONE = BernoulliBandit(("0.3",))
POLICIES = [
    UCB(5),
    UCB(5, ties="last", exploration="0.5"),
    KLUCB(5),
    KLUCB(5, ties="first"),
    IMED(5),
    IMED(5, ties="last"),
    LazyDPTS(5, eps=20),
    LazyDPTS(5, eps="0.05", bonus=1),
    DPUCB(5, eps=20, horizon=350),
    DPUCB(5, eps=1000, horizon=40, delta="0.1", ties="last"),
    DPUCBPrinted(5, eps=500, horizon=400, delta="0.3"),
    DPUCBGamma(5, eps=2000, horizon=350),
    DPUCBGammaPrinted(5, eps=5000, horizon=350, gamma="0.5"),
    # noise below the rounding of an index, so that ties are frequent
    DPUCB(5, eps=10**20, horizon=350),
    DPUCB(5, eps=10**20, horizon=350, ties="first"),
    DPUCBGamma(5, eps=10**20, horizon=350, ties="last"),
]
IDS = [f"{policy.name}-{place}" for place, policy in enumerate(POLICIES)]


def both(policy, bandit, horizon, seed, other=None):
    """The chunks of the compiled and of the specification engine, from equal generators."""
    mine, yours = (
        Experiment(replace(p, arms=bandit.arms), bandit, horizon, tuple(range(1, horizon + 1, 3)))
        for p in (policy, other or policy)
    )
    engines = per_round_engine(mine), StepEngine(yours)
    return [engine.play_chunk(np.random.default_rng(seed), 2) for engine in engines]


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES, ids=IDS)
@pytest.mark.parametrize("bandit", [CLOSE, ENDS, ALONE], ids=["close", "ends", "alone"])
def test_equal_generators_give_equal_pulls(policy, bandit):
    for seed in range(4):
        compiled, specified = both(policy, bandit, 350, seed)
        assert (compiled.counts == specified.counts).all()
        np.testing.assert_allclose(compiled.curves, specified.curves, rtol=0, atol=1e-9)


CHANGES = [
    (0, {"exploration": "1.9"}), (2, {"ties": "first"}), (6, {"eps": 19}), (6, {"bonus": "2.9"}),
    (8, {"eps": 19}), (9, {"horizon": 64, "ties": "random"}), (11, {"gamma": "0.2"}),
    (13, {"ties": "first"}), (14, {"ties": "last"}),
]  # fmt: skip
WRONG = [(index, replace(POLICIES[index], **change)) for index, change in CHANGES]
WRONG += [(4, KLUCB(5)), (10, DPUCB(5, eps=500, horizon=400, delta="0.3"))]


@pytest.mark.parametrize(("index", "wrong"), WRONG)
def test_a_wrong_policy_pulls_otherwise(index, wrong):
    compiled, specified = both(POLICIES[index], CLOSE, 350, 0, wrong)
    assert (compiled.counts != specified.counts).any()


def test_other_batches_or_a_subclass_have_no_compiled_engine():
    derived, tree = (type("Subclass", (kind,), {}) for kind in (IMED, DPUCB))
    for policy in (IMED(4, GeometricSchedule(2)), derived(4), tree(4, horizon=100)):
        assert per_round_engine(Experiment(policy, ENDS, 100)) is None
