"""The kernels play the runs of the plain specification, draw for draw."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.exponential_weights import ExponentialWeights
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_families import bernoulli_losses
from banditproof.algorithms.adversarial.loss_files import RecordedLosses
from banditproof.algorithms.adversarial.rounds import (
    play_informed,
    play_learner,
    play_with_advice,
    regret_to_experts,
)
from banditproof.algorithms.engines import adversarial_engine, learner_kernels
from banditproof.algorithms.engines.adversarial_engine import (
    kernel_learner,
    simulate_experts,
    simulate_learner,
)
from banditproof.theory import compiled

LEARNERS = [
    EXP3(eta="0.2", gamma="0.1"),
    EXP3(eta=40, gamma="0.5"),
    HTINF(),
    HTINF(sigma_squared="0.01", alpha="1.5"),
    FTPL(eta="0.3", limit=20),
    *(kind(eta="0.3", limit=6) for kind in (FTPLPrinted, FTPLArgMax, FTPLZeroCounter)),
    ExponentialWeights(eta="0.2"),
]
IDS = [f"{learner.name}-{n}" for n, learner in enumerate(LEARNERS)]


def children(seed, runs):
    return [np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(runs)]


def specified(learner, losses, seed, runs, rounds=None):
    play = play_informed if isinstance(learner, ExponentialWeights) else play_learner
    return [play(learner, losses, rng, rounds) for rng in children(seed, runs)]


def check_runs(learner, losses, seed, runs=2, checkpoints=()):
    """Pulls are equal, and regrets up to the rounding of sums, at each checkpoint."""
    result = simulate_learner(learner, losses, runs, seed, checkpoints)
    plays = specified(learner, losses, seed, runs)
    counted = [np.bincount(p.arms, minlength=losses.arms).tolist() for p in plays]
    assert result.pulls.tolist() == counted
    assert result.regret == pytest.approx([p.regret(losses) for p in plays], abs=1e-9)
    for column, t in enumerate(checkpoints):
        early = [p.regret(losses) for p in specified(learner, losses, seed, runs, t)]
        assert result.regret_at[:, column] == pytest.approx(early, abs=1e-9)


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_a_run_is_the_run_of_the_specification(learner, monkeypatch):
    monkeypatch.setattr(adversarial_engine, "BLOCK", 7)
    monkeypatch.setattr(compiled, "FORCED", "interpreted")
    check_runs(learner, bernoulli_losses(3, 40, seed=2), seed=5, checkpoints=(1, 14, 39))


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@given(
    arms=st.integers(1, 12),
    rounds=st.integers(1, 300),
    seed=st.integers(0, 10**6),
    block=st.sampled_from((1, 50, 4096)),
)
@settings(max_examples=6, deadline=None)
def test_compiled_runs_are_the_runs_of_the_specification(learner, arms, rounds, seed, block):
    losses = RecordedLosses(np.random.default_rng(seed).random((rounds, arms)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adversarial_engine, "BLOCK", block)
        patch.setattr(compiled, "FORCED", "compiled")
        check_runs(learner, losses, seed, runs=1)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_both_forms_are_equal_to_the_last_bit(learner, monkeypatch):
    losses = RecordedLosses(np.random.default_rng(3).random((3000, 4)))
    results = []
    for form in ("interpreted", "compiled"):
        monkeypatch.setattr(compiled, "FORCED", form)
        runs = simulate_learner(learner, losses, 1, 8, range(100, 3000, 100))
        results.append((runs.pulls.tolist(), runs.regret.tolist(), runs.regret_at.tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("form", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def test_exp4_is_played_as_specified(form, monkeypatch):
    monkeypatch.setattr(compiled, "FORCED", form)
    monkeypatch.setattr(adversarial_engine, "BLOCK", 11)
    learner, advice = EXP4(eta="0.3", gamma="0.1"), drawn_advice(5, 3, rng=4, cycle=7)
    losses = bernoulli_losses(3, 40 if form == "interpreted" else 400, seed=6)
    runs = simulate_experts(learner, losses, advice, 2, 9, checkpoints=(13,))
    for rounds, regrets in ((None, runs.regret), (13, runs.regret_at[:, 0])):
        plays = [play_with_advice(learner, losses, advice, rng, rounds) for rng in children(9, 2)]
        expected = [regret_to_experts(p, losses, advice) for p in plays]
        assert regrets == pytest.approx(expected, abs=1e-9)
        if rounds is None:
            counts = [np.bincount(p.arms, minlength=3).tolist() for p in plays]
            assert runs.pulls.tolist() == counts


@pytest.mark.parametrize("learner", LEARNERS[:-1], ids=IDS[:-1])
def test_steps_of_a_kernel_take_losses_of_any_sign(learner):
    """The same arms, and states that agree, when noisy losses are given to both."""
    kind, parameters, memory = kernel_learner(learner, 3)
    law, mine, yours = np.zeros(3), np.random.default_rng(4), np.random.default_rng(4)
    received, state = np.random.default_rng(5), learner.start(3)
    for _ in range(30):
        arm = learner_kernels.act.interpreted(kind, parameters, memory, law, mine)
        assert arm == learner.act(state, yours)
        loss = float(received.laplace(0.2, 3.0))
        learner_kernels.learn.interpreted(kind, parameters, memory, law, arm, loss, mine)
        state = learner.update(state, arm, loss, yours)
        expected = getattr(state, "estimates", state)
        assert memory[:3].tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_runs_do_not_depend_on_how_many_there_are():
    losses = bernoulli_losses(2, 50)
    few, many = (simulate_learner(LEARNERS[0], losses, runs, 3) for runs in (2, 5))
    assert many.pulls[:2].tolist() == few.pulls.tolist()
    for seed in (np.random.SeedSequence(3), np.random.default_rng(3)):
        again = simulate_learner(LEARNERS[0], losses, 2, seed)
        assert again.regret.tolist() == few.regret.tolist()
