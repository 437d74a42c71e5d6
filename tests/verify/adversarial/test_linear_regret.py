"""Linear regret is noticed, and that of learners is not called linear."""

import numpy as np
import pytest

from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.ftpl import (
    FTPL,
    FTPLArgMax,
    FTPLPrinted,
    FTPLZeroCounter,
)
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.engines.adversarial_engine import LearnerRuns
from banditproof.verify.adversarial.linear_regret import growth_on, regret_growth

ROUNDS = 20_000
FAR = constant_losses(("0.1", "0.9"), ROUNDS)
QUARTER = constant_losses(("0.25", 1), ROUNDS)


def tuned(kind):
    return kind.tuned(2, ROUNDS, noise=0)


@pytest.mark.slow
@pytest.mark.parametrize("losses", [FAR, QUARTER], ids=["far", "quarter"])
@pytest.mark.parametrize("learner", [tuned(FTPL), HTINF(), EXP3(eta="0.02", gamma=0)], ids=str)
def test_learners_are_sublinear(learner, losses):
    assert growth_on(learner, losses, rng=2).verdict == "sublinear"


@pytest.mark.slow
@pytest.mark.parametrize(("losses", "low", "high"), [(FAR, 0.1, 0.9), (QUARTER, 0.25, 1)])
@pytest.mark.parametrize("kind", [FTPLPrinted, FTPLArgMax])
def test_the_arg_max_of_the_box_has_linear_regret(kind, losses, low, high):
    """The shares settle at P(1) / P(2) = sqrt(b / a); on (1/4, 1) the regret is 1/4 of a round."""
    found = growth_on(tuned(kind), losses, rng=3)
    assert found.verdict == "linear"
    settled = (high - low) / (1 + (high / low) ** 0.5)
    assert found.per_round == pytest.approx(settled, rel=0.04)


@pytest.mark.slow
def test_a_counter_from_zero_is_not_linear():
    assert growth_on(tuned(FTPLZeroCounter), FAR, rng=4).verdict == "sublinear"


def runs_that_grow(exponent, spread, marks, number=40):
    """Runs whose regret is t^exponent, up to noise."""
    noise = np.random.default_rng(1).normal(1, spread, (number, len(marks)))
    curve = noise * np.array(marks, float) ** exponent
    return LearnerRuns(marks[-1], marks, curve[:, -1], curve, np.zeros((number, 2), np.int64))


@pytest.mark.parametrize(
    ("exponent", "spread", "verdict"),
    [
        (0.5, 0.1, "sublinear"),
        (0.0, 0.1, "sublinear"),
        (0.9, 0.02, "linear"),
        (1.0, 0.1, "linear"),
        (0.75, 0.1, "undecided"),
        (1.0, 20.0, "undecided"),
    ],
)
def test_the_exponent_decides(exponent, spread, verdict):
    found = regret_growth(lambda marks: runs_that_grow(exponent, spread, marks), 1000)
    assert found.verdict == verdict


def test_runs_without_the_checkpoints_are_refused():
    with pytest.raises(ValueError, match="give at least 10 runs with the checkpoints"):
        regret_growth(lambda marks: runs_that_grow(1, 0.1, (1, 2, 3)), 1000)
    with pytest.raises(ValueError, match="give at least 10 runs"):
        regret_growth(lambda marks: runs_that_grow(1, 0.1, marks, number=9), 1000)
    with pytest.raises(ValueError, match="The horizon is 1"):
        growth_on(HTINF(), constant_losses((0, 1), 1))
