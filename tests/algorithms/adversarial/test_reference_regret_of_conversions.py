"""Converted learners have the regret that independent programs found, within 6 standard errors.

The means of runs are nearly normal, so a false alarm has a probability below 1e-8 per test.
"""

import math
import pytest
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLPrinted
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_families import make_losses
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.engines.loss_simulation import simulate_losses

pytestmark = pytest.mark.slow

ROUNDS = 10**6
REFERENCES = [
    ("linear", 10, 14368, 416),
    ("small-gap", 2, 2953, 315),
    ("small-gap", 10, 15555, 506),
]
"""Mean and standard error of 20 runs of HTINF in batches, with eps = 1/10 and T = 1e6."""


def agrees(found, mean, error):
    return abs(found.mean - mean) <= 6 * math.hypot(found.standard_error, error)


@pytest.mark.parametrize(("name", "arms", "mean", "error"), REFERENCES)
def test_htinf_in_batches(name, arms, mean, error):
    policy = make_learner("batched-htinf", arms, eps="0.1", horizon=ROUNDS)
    losses = make_losses(name, arms, ROUNDS, eps="0.1")
    assert agrees(simulate_losses(policy, losses, 10, 1), mean, error)


def test_another_sigma_is_noticed():
    losses = make_losses("linear", 10, ROUNDS, eps="0.1")
    wrong = BatchedReleases(HTINF(sigma_squared=24), arms=10, eps="0.1")
    assert not agrees(simulate_losses(wrong, losses, 20, 1), 14368, 416)


def test_ftpl_with_noise_on_each_loss():
    """59791 +- 87 with arg min in the resampling, 165056 +- 783 as the box prints it."""
    losses = constant_losses((0, 1), ROUNDS)
    policies = [BatchedReleases(kind.tuned(2, ROUNDS), 2, eps=1) for kind in (FTPL, FTPLPrinted)]
    right = simulate_losses(policies[0], losses, 4, 2)
    printed = simulate_losses(policies[1], losses, 2, 2)
    assert agrees(right, 59791, 87)
    assert agrees(printed, 165056, 783)
    assert not agrees(printed, 59791, 87)
