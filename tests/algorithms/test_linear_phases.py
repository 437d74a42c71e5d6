"""The phase-level engine of the GOPE policies makes the decisions of `play`, draw for draw."""

from dataclasses import replace
import numpy as np
import pytest
from banditproof.algorithms import (
    GOPE,
    AdaCGOPE,
    AdaRGOPE,
    LinearEnvironment,
    PrintedAdaCGOPE,
    RewardStacks,
    Scripted,
    play,
    simulate,
)
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.linear_phases import LinearPhaseEngine, linear_phase_engine
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.engines.step_engine import StepEngine
from tests.algorithms.test_gope import AXES, SPIRAL, WORLD

HORIZON = 31_000
PLANE = (*AXES, ("0.6", "0.8"), ("-0.6", "0.8"))
SMALL = LinearEnvironment(theta=("0.1", "0.9"), actions=PLANE)
CASES = [
    (GOPE(PLANE), SMALL),
    (AdaCGOPE(PLANE, rho="0.05"), SMALL),
    (AdaCGOPE(PLANE, rho="0.001", length="printed"), SMALL),
    (AdaCGOPE(PLANE, rho="0.1", placement="sums"), SMALL),
    (AdaRGOPE(PLANE, alpha=3, eps="0.2"), SMALL),
    (PrintedAdaCGOPE(PLANE, rho="0.1", design=2), SMALL),
    (AdaCGOPE(SPIRAL, rho="0.1"), WORLD),
]
NAMES = [f"{policy.name}-{place}" for place, (policy, _) in enumerate(CASES)]


def played_again(policy, record, horizon):
    """The specification engine on the draws of a recorded run."""
    stacks = [[] for _ in range(policy.arms)]
    for arm, plays, total in record.parts:
        ones = round((plays + total) / 2)
        stacks[arm] += [1] * ones + [-1] * (plays - ones)
    return play(policy, RewardStacks(stacks), horizon, Scripted(record.noises))


@pytest.mark.parametrize(("policy", "world"), CASES, ids=NAMES)
def test_the_specification_engine_agrees_draw_for_draw(policy, world) -> None:
    rounds = tuple(range(1, HORIZON + 1, 211))
    engine = linear_phase_engine(Experiment(policy, world, HORIZON, rounds))
    record = engine.recorded_run(np.random.default_rng(7))
    chunk = engine.play_chunk(np.random.default_rng(7), 1)
    result = played_again(policy, record, HORIZON)
    assert result.counts(policy.arms) == record.counts == tuple(chunk.counts[0])
    assert [pull[1] for pull in result.pulls] == [arm for arm, _, _ in record.parts]
    regret = np.cumsum(np.array(world.gaps)[list(result.actions)])
    assert chunk.curves[0] == pytest.approx(regret[[t - 1 for t in rounds]], abs=1e-6)
    assert len(record.noises) == len(result.ledger.releases) > 0


def test_a_wrong_policy_decides_otherwise() -> None:
    policy, world = CASES[1]
    engine = linear_phase_engine(Experiment(policy, world, HORIZON))
    record = engine.recorded_run(np.random.default_rng(7))
    for wrong in (replace(policy, rho="0.051"), replace(policy, length="printed")):
        try:
            again = played_again(wrong, record, HORIZON).counts(4)
        except (ValueError, IndexError):  # the script has too few noises or rewards
            again = ()
        assert again != record.counts


def test_the_laws_of_both_engines_agree() -> None:
    """One-sided error below 1e-6: the means of 300 and 40 runs differ by less than 5 deviations."""
    world = LinearEnvironment(theta=("0.2", "0.5"), actions=AXES, law="normal", sigma="0.5")
    for unclipped in (False, True):
        policy = AdaCGOPE(AXES, rho="0.05", delta="0.5", unclipped=unclipped)
        experiment = Experiment(policy, world, 600)
        fast = linear_phase_engine(experiment).play_chunk(np.random.default_rng(1), 300).counts
        slow = StepEngine(experiment).play_chunk(np.random.default_rng(2), 40).counts
        shares = fast[:, 1] / 600, slow[:, 1] / 600
        error = np.sqrt(sum(share.var(ddof=1) / len(share) for share in shares))
        assert abs(shares[0].mean() - shares[1].mean()) < 5 * error + 1e-9


def test_regret_on_the_spiral_is_that_of_another_program() -> None:
    """27832 +- 251, 28849 +- 258 and 31426 +- 263 at T = 1e6, by 1000 runs of another program."""
    world = replace(WORLD, law="normal")
    for rho, mean, error in ((None, 27832, 251), ("0.1", 28849, 258), ("0.01", 31426, 263)):
        policy = GOPE(SPIRAL) if rho is None else AdaCGOPE(SPIRAL, rho=rho, length="printed")
        policy = replace(policy, unclipped=True, delta="0.001")
        result = simulate(policy, world, 10**6, runs=400, rng=5).regret
        both = np.hypot(error, result.std(ddof=1) / 20)
        assert abs(result.mean() - mean) < 5 * both


def test_the_engine_is_found_for_these_policies_alone() -> None:
    for kind, engine in ((GOPE, LinearPhaseEngine), (type("Other", (GOPE,), {}), StepEngine)):
        assert isinstance(engine_of(Experiment(kind(PLANE), SMALL, 100)), engine)


def test_results_depend_on_the_seed_alone_and_checkpoints_on_nothing() -> None:
    policy = AdaCGOPE(PLANE, rho=1)
    first = simulate(policy, SMALL, 50_000, 70, rng=3, checkpoints=(1, 999, 50_000))
    again = simulate(policy, SMALL, 50_000, 40, rng=3)
    assert (first.regret[:40] == again.regret).all()
    assert first.regret_at[:, 2] == pytest.approx(first.regret)
    assert (first.regret_at[:, 0] == SMALL.gaps[0]).all()
