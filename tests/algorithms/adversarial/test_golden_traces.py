"""Traces in which the arm and its loss are prescribed, so that nothing is drawn."""

import tomllib
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.engines import learner_kernels
from banditproof.algorithms.engines.adversarial_engine import kernel_learner

FILE = Path(__file__).parents[1] / "golden" / "learners.toml"
GOLDEN = tomllib.loads(FILE.read_text(encoding="utf-8"))
LEARNERS = {"htinf": HTINF(sigma_squared=6), "exp3": EXP3(eta="0.1", gamma="0.2")}


def close(expected):
    return pytest.approx(expected, abs=6e-13)


def test_htinf_skips_the_losses_that_are_large_for_their_arm():
    learner, golden = LEARNERS["htinf"], GOLDEN["htinf"]
    state = learner.start(3)
    for (arm, loss), threshold, skips in zip(
        golden["forced"], golden["thresholds"], golden["skips"], strict=True
    ):
        assert learner.threshold(state, learner.law(state)[arm]) == close(threshold)
        before, state = state, learner.update(state, arm, loss)
        assert (state.estimates == before.estimates) == skips
        assert state.rounds == before.rounds + 1
    assert state.estimates == close((1.554917081113, -0.9, 0.656559265613))


@pytest.mark.parametrize("name", LEARNERS)
def test_learners_and_their_kernels_have_the_golden_laws(name):
    learner, golden = LEARNERS[name], GOLDEN[name]
    state = learner.start(3)
    kind, parameters, memory = kernel_learner(learner, 3)
    law, rng = np.zeros(3), np.random.default_rng(1)
    for expected, received in zip(golden["laws"], [*golden["forced"], None], strict=True):
        learner_kernels.act.interpreted(kind, parameters, memory, law, rng)
        assert law.tolist() == close(expected)
        assert learner.law(state) == close(expected)
        if received is not None:
            learner_kernels.learn.interpreted(kind, parameters, memory, law, *received, rng)
            state = learner.update(state, *received)


def test_exp4():
    golden, learner = GOLDEN["exp4"], EXP4(eta="0.2", gamma="0.1")
    state = learner.start(2, experts=3)
    for (arm, loss), shares, first in zip(
        golden["forced"], golden["shares"], golden["first_arm"], strict=True
    ):
        state = learner.update(state, golden["advice"], arm, loss)
        assert learner.experts_law(state) == close(shares)
        assert learner.law(state, golden["advice"])[0] == close(first)


def test_the_exact_law_of_ftpl():
    learner = FTPL(eta=1, limit=10)
    assert learner.law((0.0, 1.5))[0] == close(0.804761109870)
    assert learner.law((0.0, 1.0, 2.5)) == close((0.691555247639, 0.257409707152, 0.051035045208))
