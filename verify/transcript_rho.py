"""The exact zCDP of the releases of some plays of a policy with Gaussian noise."""

from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.rewards import RewardList
from .audit.recording import record
from .gaussian_releases import Loss, releases_of


def transcript_rho(policy: Policy[Any], horizon: int = 120, plays: int = 4) -> Loss:
    """The largest exact rho of the transcripts of some plays, for the batches that were played.

    >>> from banditproof.algorithms import AdaCUCB
    >>> transcript_rho(AdaCUCB(arms=2, rho="0.5"))
    Fraction(1, 2)
    """
    rng = np.random.default_rng(22)
    losses: list[Loss] = []
    for seed in range(plays):
        rewards = RewardList([int(x < 0.5) for x in rng.random(horizon)])
        losses.append(releases_of(record(policy, rewards, horizon, seed)).rho())
    return max(losses)
