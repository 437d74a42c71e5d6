"""Linear regret is noticed, and that of learners is not called linear."""

import numpy as np
import pytest
from case_tables import table
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.engines.adversarial_engine import simulate_learner
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
    result = growth_on(tuned(kind), losses, rng=3)
    assert result.verdict == "linear"
    settled = (high - low) / (1 + (high / low) ** 0.5)
    assert result.per_round == pytest.approx(settled, rel=0.04)


@pytest.mark.slow
def test_a_counter_from_zero_is_not_linear():
    assert growth_on(tuned(FTPLZeroCounter), FAR, rng=4).verdict == "sublinear"


def grown(exponent, spread, number=40):
    """Runs of 1000 rounds whose regret is t^exponent, up to noise."""
    noise = np.random.default_rng(1).normal(1, spread, (2, number))
    return regret_growth(noise[0] * 500.0**exponent, noise[1] * 1000.0**exponent, 1000)


@pytest.mark.parametrize(("exponent", "spread", "verdict"), table(__file__, "the_exponent_decides"))
def test_the_exponent_decides(exponent, spread, verdict):
    assert grown(exponent, spread).verdict == verdict


class Stays:
    """Plays arm 1 for ever, by code of its own."""

    name = "stays"

    def start(self, arms):
        return 0

    def act(self, state, rng):
        return 1

    def update(self, state, arm, loss, rng):
        return state


def test_policies_and_learners_of_ones_own_are_played_too():
    losses = constant_losses((0, 1), 401)
    result = growth_on(Stays(), losses, runs=10)
    assert (result.verdict, result.first, result.second) == ("linear", 200.0, 201.0)
    policy = BatchedReleases(Stays(), 2, "0.3")
    assert growth_on(policy, losses, runs=10).second == 201.0
    learner = EXP3(eta="0.3", gamma="0.1")
    result = growth_on(learner, losses, runs=10, rng=4)
    marked = simulate_learner(learner, losses, 10, 4, (200, 401))
    assert result.first == pytest.approx(marked.regret_at[:, 0].mean())
    assert result.first + result.second == pytest.approx(marked.regret.mean())
