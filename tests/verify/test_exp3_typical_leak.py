"""What typical runs of EXP3 tell: enumerated, sampled, and against the forced actions."""

import numpy as np
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.theory.adversarial.exp3_leak import leak_loss
from banditproof.verify.adversarial.exp3_typical_leak import (
    enumerated_losses,
    quantile_limits,
    sampled_losses,
)


def by_the_learner(actions, eta, gamma):
    """The chance and the log-ratio of actions, from the learner of `algorithms`."""
    learner, chance, ratio = EXP3(eta, gamma), 1.0, 0.0
    one, two = learner.start(2), learner.start(2)
    for t, action in enumerate(actions):
        arm = action - 1
        p, q = learner.law(one)[arm], learner.law(two)[arm]
        chance, ratio = chance * p, ratio + np.log(p / q)
        one = learner.update(one, arm, 0.0 if t == 0 and action == 2 else 1.0)
        two = learner.update(two, arm, 1.0)
    return chance, ratio


def test_the_law_is_that_of_the_learner():
    result = enumerated_losses("0.3", "0.2", 5)
    assert sum(float(item.chance) for item in result) == pytest.approx(1)
    for item in result:
        chance, ratio = by_the_learner(item.actions, "0.3", "0.2")
        assert float(item.chance) == pytest.approx(chance, rel=1e-12)
        assert float(item.loss) == pytest.approx(ratio, abs=1e-12)


def test_half_of_the_runs_tell_nothing():
    """If arm 1 is played first, the changed loss is not observed: exactly 0."""
    silent = [loss for loss in enumerated_losses("0.3", "0.2", 5) if loss.actions[0] == 1]
    assert {item.loss.hi for item in silent} == {0}
    assert sum(float(item.chance) for item in silent) == pytest.approx(0.5)
    assert not sampled_losses("0.01", "0.01", 50, 20, rng=1, first_arm=1).any()


def test_forced_actions_are_one_of_them():
    forced = tuple(2 - t % 2 for t in range(6))
    (one,) = [loss for loss in enumerated_losses("0.3", "0.2", 6) if loss.actions == forced]
    assert float(one.loss) == pytest.approx(float(leak_loss("0.3", "0.2", 6)), abs=1e-12)


def test_samples_have_the_enumerated_mean():
    """20000 runs of 6 rounds; the losses are within +-12, so 5 sigma are below 0.13."""
    exact = enumerated_losses("0.3", "0.2", 6)
    mean = sum(float(item.chance) * float(item.loss) for item in exact)
    spread = sum(float(item.chance) * float(item.loss) ** 2 for item in exact) ** 0.5
    result = sampled_losses("0.3", "0.2", 6, 20000, rng=5, first_arm=None)
    assert abs(result.mean() - mean) < 5 * spread / 20000**0.5
    assert abs(result.mean() - mean / 2) > 5 * spread / 20000**0.5


def test_typical_runs_leak_more_than_the_forced_ones():
    losses = sampled_losses("0.01", "0.01", 1000, 250, rng=2)
    low, high = quantile_limits(losses, "0.5")
    assert 700 < low < 1061 < high < 1400
    assert leak_loss("0.01", "0.01", 1001).hi < 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rounds", "runs", "quantiles"),
    [(1000, 4000, (718, 1063, 1435)), (5000, 1500, (4150, 8970, 14900))],
)
def test_quantiles_of_typical_runs(rounds, runs, quantiles):
    """The quantiles of the catalogue, from about 10000 runs each; limits at 1e-6, and 3 % of it."""
    losses = sampled_losses("0.01", "0.01", rounds, runs, rng=7)
    for share, known in zip(("0.1", "0.5", "0.9"), quantiles, strict=True):
        low, high = quantile_limits(losses, share)
        assert low * 0.97 < known < high * 1.03


def test_limits_of_quantiles_fail_seldom():
    """Of 40 samples of 200 uniform numbers none may have the median outside, at level 1e-6."""
    rng = np.random.default_rng(1)
    for _ in range(40):
        low, high = quantile_limits(rng.random(200), "0.5")
        assert low < 0.5 < high
        low, high = quantile_limits(rng.random(200), "0.2")
        assert low < 0.2 < high < 0.5
