"""The per-round engine makes the pulls of the specification from an equal generator."""

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
from banditproof.algorithms.engines.simulation import StepEngine
from banditproof.theory import BernoulliBandit
from banditproof.theory.batch_schedule import GeometricSchedule

CLOSE = BernoulliBandit(("0.75", "0.7", "0.7", "0.7", "0.7"))
ENDS = BernoulliBandit((1, 0, "0.5", 1))
ALONE = BernoulliBandit(("0.3",))
POLICIES = [
    lambda arms: UCB(arms),
    lambda arms: UCB(arms, ties="last", exploration="0.5"),
    lambda arms: KLUCB(arms),
    lambda arms: KLUCB(arms, ties="first"),
    lambda arms: IMED(arms),
    lambda arms: IMED(arms, ties="last"),
    lambda arms: LazyDPTS(arms, eps=20),
    lambda arms: LazyDPTS(arms, eps="0.05", bonus=1),
    lambda arms: DPUCB(arms, eps=20, horizon=350),
    lambda arms: DPUCB(arms, eps=1000, horizon=40, delta="0.1", ties="last"),
    lambda arms: DPUCBPrinted(arms, eps=500, horizon=400, delta="0.3"),
    lambda arms: DPUCBGamma(arms, eps=2000, horizon=350),
    lambda arms: DPUCBGammaPrinted(arms, eps=5000, horizon=350, gamma="0.5"),
    # noise below the rounding of an index, so that ties are frequent
    lambda arms: DPUCB(arms, eps=10**20, horizon=350),
    lambda arms: DPUCB(arms, eps=10**20, horizon=350, ties="first"),
    lambda arms: DPUCBGamma(arms, eps=10**20, horizon=350, ties="last"),
]


def both(make, bandit, horizon, seed, other=None):
    """The chunks of the compiled and of the specification engine, from equal generators."""
    rounds = tuple(range(1, horizon + 1, 3))
    mine = Experiment(make(bandit.arms), bandit, horizon, rounds)
    yours = Experiment((other or make)(bandit.arms), bandit, horizon, rounds)
    return (
        per_round_engine(mine).play_chunk(np.random.default_rng(seed), 2),
        StepEngine(yours).play_chunk(np.random.default_rng(seed), 2),
    )


@pytest.mark.slow
@pytest.mark.parametrize("make", POLICIES)
@pytest.mark.parametrize("bandit", [CLOSE, ENDS, ALONE], ids=["close", "ends", "alone"])
def test_equal_generators_give_equal_pulls(make, bandit):
    for seed in range(4):
        compiled, specified = both(make, bandit, 350, seed)
        assert (compiled.counts == specified.counts).all()
        np.testing.assert_allclose(compiled.curves, specified.curves, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (POLICIES[0], lambda arms: UCB(arms, exploration="1.9")),
        (POLICIES[2], lambda arms: KLUCB(arms, ties="first")),
        (POLICIES[4], lambda arms: KLUCB(arms)),
        (POLICIES[6], lambda arms: LazyDPTS(arms, eps=19)),
        (POLICIES[6], lambda arms: LazyDPTS(arms, eps=20, bonus="2.9")),
        (POLICIES[8], lambda arms: DPUCB(arms, eps=19, horizon=350)),
        (POLICIES[9], lambda arms: DPUCB(arms, eps=1000, horizon=64, delta="0.1")),
        (POLICIES[10], lambda arms: DPUCB(arms, eps=500, horizon=400, delta="0.3")),
        (POLICIES[11], lambda arms: DPUCBGamma(arms, eps=2000, horizon=350, gamma="0.2")),
        (POLICIES[13], lambda arms: DPUCB(arms, eps=10**20, horizon=350, ties="first")),
        (POLICIES[14], lambda arms: DPUCB(arms, eps=10**20, horizon=350, ties="last")),
    ],
)
def test_a_wrong_policy_pulls_otherwise(make, wrong):
    compiled, specified = both(make, CLOSE, 350, 0, wrong)
    assert (compiled.counts != specified.counts).any()


def test_other_batches_or_a_subclass_have_no_compiled_engine():
    class Subclass(IMED):
        pass

    class Tree(DPUCB):
        pass

    for policy in (IMED(4, GeometricSchedule(2)), Subclass(4), Tree(4, horizon=100)):
        assert per_round_engine(Experiment(policy, ENDS, 100)) is None
