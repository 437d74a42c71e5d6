"""Kernels of private learners against the specification engine, draw for draw, and their regret."""

import math
from copy import copy
import numpy as np
import pytest
from banditproof.algorithms import DeclaredSums, Sampled, Silent, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice, one_expert_per_arm
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLPrinted
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.algorithms.adversarial.loss_families import FAMILIES, make_losses
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.adversarial.losses_as_rewards import LossRewards
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.engines import adversarial_engine
from banditproof.algorithms.engines.adversarial_engine import BlockRun
from banditproof.algorithms.engines.batched_engine import compiled_play
from banditproof.algorithms.engines.loss_simulation import (
    LossExperiment,
    round_by_round,
    simulate_losses,
)
from banditproof.theory.mechanisms import Laplace

LEARNERS = {
    "htinf": HTINF(),
    "exp3": EXP3(eta="0.3", gamma="0.2"),
    "ftpl": FTPL(eta="0.5", limit=4),
    "ftpl-printed": FTPLPrinted(eta="0.5", limit=4),
}
ROUNDS = 130
ADVICE = drawn_advice(4, 3, rng=1, cycle=5)
LOCAL = LocallyPrivateExperts(EXP4(eta="0.1", gamma="0.2"), 3, 4, eps="0.6")
VECTORS = BatchedEXP4(3, 4, eta="0.2", gamma="0.3", tau=4, eps=2, delta="0.5")


def policies():
    for name, learner in LEARNERS.items():
        yield pytest.param(BatchedReleases(learner, 3, eps="0.6"), None, id=f"batched-{name}")
        inner = BatchedReleases(learner, 4, eps="0.6")
        yield pytest.param(ExpertsAsArms(inner, arms=3), ADVICE, id=f"{name}-experts")
    yield pytest.param(BatchedReleases(HTINF(), 3, math.inf), None, id="no noise")
    yield pytest.param(BatchedReleases(HTINF(), 3, "1/200"), None, id="no complete batch")
    yield pytest.param(LOCAL, ADVICE, id="local-exp4")
    yield pytest.param(VECTORS, ADVICE, id="batched-exp4")


def agree(policy, losses, runs, seed, advice):
    fast = simulate_losses(policy, losses, runs, seed, advice)
    plain = round_by_round(LossExperiment(policy, losses, advice), runs, seed)
    assert fast.pulls.tolist() == plain.pulls.tolist()
    assert fast.regret == pytest.approx(plain.regret, abs=1e-9)
    return fast


@pytest.mark.parametrize(("policy", "advice"), [*policies()])
def test_kernels_play_the_arms_of_the_specification(policy, advice, monkeypatch) -> None:
    """Blocks of 7 rounds cut the batches, so what is carried from block to block counts."""
    monkeypatch.setattr(adversarial_engine, "BLOCK", 7)
    assert compiled_play(policy, ROUNDS, 1, advice) is not None
    result = agree(policy, make_losses("bernoulli", 3, ROUNDS, seed=3), 1, 5, advice)
    assert result.pulls.sum() == ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "advice"), [*policies()])
def test_machine_code_plays_the_arms_of_the_specification(policy, advice, monkeypatch) -> None:
    monkeypatch.setattr("banditproof.theory.compiled.FORCED", "compiled")
    agree(policy, make_losses("piecewise", 3, 400), 1, 7, advice)


def test_another_noise_or_learner_is_not_taken_for_the_known_one() -> None:
    """A wrong twin of each part changes the arms, so agreement is no accident."""
    losses = make_losses("linear", 3, ROUNDS)
    right = simulate_losses(BatchedReleases(HTINF(), 3, "0.6"), losses, 3, 1)
    for other in (
        BatchedReleases(HTINF(), 3, "0.5"),
        BatchedReleases(HTINF(), 3, "0.6", tau=3),
        BatchedReleases(HTINF(sigma_squared=3), 3, "0.6"),
    ):
        assert simulate_losses(other, losses, 3, 1).pulls.tolist() != right.pulls.tolist()

    constant = type("Constant", (HTINF,), {"act": lambda self, state, rng: 1})
    mine = BatchedReleases(constant(), 3, "0.6")
    assert compiled_play(mine, ROUNDS, 1, None) is None
    assert simulate_losses(mine, losses, 1, 1).pulls.tolist() == [[0, ROUNDS, 0]]


def test_one_integer_decides_and_runs_are_independent_of_their_number() -> None:
    policy, losses = make_learner("batched-exp3", 2, 1, 200), make_losses("linear", 2, 200)
    three = simulate_losses(policy, losses, 3, 1)
    assert simulate_losses(policy, losses, 2, 1).regret.tolist() == three.regret[:2].tolist()
    assert simulate_losses(policy, losses, 3, 2).regret.tolist() != three.regret.tolist()
    done = []
    simulate_losses(policy, losses, 3, 1, progress=done.append)
    assert done[-1] == 600


def test_the_regret_is_that_beside_the_best_expert_where_there_is_advice() -> None:
    losses = constant_losses((0, 1), 50)
    inner = make_learner("batched-htinf", 2, 1, 50)
    sure = simulate_losses(ExpertsAsArms(inner, 2), losses, 3, 1, one_expert_per_arm(2))
    assert sure.regret.tolist() == simulate_losses(inner, losses, 3, 1).regret.tolist()
    torn = drawn_advice(1, 2, rng=2, cycle=1)
    arms = ExpertsAsArms(make_learner("batched-htinf", 1, 1, 50), 2)
    result = simulate_losses(arms, losses, 200, 1, torn)
    assert abs(result.mean) < 6 * result.standard_error  # one expert, no regret but chance: 2e-9
    assert result.standard_error > 0


def test_every_family_of_losses_is_played() -> None:
    for name in FAMILIES:
        losses = make_losses(name, 2, 60)
        result = simulate_losses(make_learner("batched-htinf", 2, "0.5", 60), losses, 2, 1)
        assert np.isfinite(result.regret).all()


@pytest.mark.slow
def test_the_regret_of_batched_htinf_is_that_of_the_reference() -> None:
    """Reference: 20 runs of an independent program had mean 1682 and deviation 295 of a run.

    20 runs here: the difference of the means has the deviation 93, so 6 of them are exceeded with
    probability below 1e-8. With noise Lap(1/eps) on the mean, tau times too much, it is far above.
    """
    losses, runs = make_losses("linear", 2, 10**6), 20
    policy = make_learner("batched-htinf", 2, "0.1", 10**6)
    assert abs(simulate_losses(policy, losses, runs, 1).mean - 1682) < 6 * 93
    loud = BatchedReleases(HTINF(), 2, "0.1")
    object.__setattr__(loud, "curator", DeclaredSums(Laplace(100), mean=True))
    assert simulate_losses(loud, losses, 2, 1).mean - 1682 > 6 * 93


@pytest.mark.slow
def test_the_printed_ftpl_has_linear_regret_and_the_repaired_one_has_not() -> None:
    """Losses (1/4, 1): the regret of the printed box is about T/4 at both horizons."""
    share = {}
    for name in ("ftpl", "ftpl-printed"):
        for horizon in (10**5, 10**6):
            policy = make_learner(f"batched-{name}", 2, 1, horizon)
            losses = constant_losses(("1/4", 1), horizon)
            share[name, horizon] = simulate_losses(policy, losses, 2, 1).mean / horizon
    assert share["ftpl", 10**6] < share["ftpl", 10**5] / 1.8
    assert share["ftpl-printed", 10**6] > share["ftpl-printed", 10**5] / 1.4


EXACT = [
    (BatchedReleases(HTINF(), 3, eps="0.6"), None),
    (BatchedReleases(EXP3(eta="0.3", gamma="0.2"), 3, eps="0.6"), None),
    (ExpertsAsArms(BatchedReleases(HTINF(), 4, eps="0.6"), arms=3), ADVICE),
    (LOCAL, ADVICE),
    (VECTORS, ADVICE),
]


def learnt(policy, state, advice):
    """What the specification knows after the last complete batch, as a row of numbers."""
    if isinstance(policy, ExpertsAsArms):
        return learnt(policy.policy, state.inner, None)
    if isinstance(policy, BatchedEXP4):
        return state.totals
    if advice is None:
        learner = policy.decide(state, 1, Silent()).note
        return getattr(learner, "estimates", learner)
    return policy.decide_in(state, 1, AdviceContexts(advice).at(1), Silent()).note.log_weights


@pytest.mark.parametrize(("policy", "advice"), EXACT)
def test_kernels_are_told_the_very_numbers_that_leave_the_curator(policy, advice) -> None:
    """Not only the arms agree: a release off its grid, by 1e-10, would change what is learnt."""
    rounds, losses = 39, make_losses("bernoulli", 3, 39, seed=3)
    play_block, carried = compiled_play(policy, rounds, 1, advice)
    run = BlockRun(np.random.default_rng(6), carried.copy(), np.zeros(3, np.int64))
    play_block(run, np.array(losses.block(0, rounds)), 0)
    contexts = None if advice is None else AdviceContexts(advice)
    plain = play(policy, LossRewards(losses), rounds, Sampled(6), contexts)
    expected = learnt(policy, plain.state, advice)
    assert len({*expected}) > 1
    assert run.memory[: len(expected)].tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_policy_of_ones_own_is_played_as_it_is_and_not_by_a_kernel() -> None:
    """A class that is derived from one with a kernel may decide otherwise."""
    for policy, advice in EXACT:
        assert compiled_play(policy, ROUNDS, 1, advice) is not None
        kind = type(policy)
        mine = copy(policy)
        object.__setattr__(mine, "__class__", type("Mine", (kind,), {}))
        assert type(mine) is not kind
        assert compiled_play(mine, ROUNDS, 1, advice) is None
    learner = type("Mine", (EXP4,), {})(eta="0.1", gamma="0.2")
    local = LocallyPrivateExperts(learner, 3, 4, eps="0.6")
    assert compiled_play(local, ROUNDS, 1, ADVICE) is None
