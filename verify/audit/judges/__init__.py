"""The judges of recorded plays: small functions of the facts, each named after what it looks at.

A judge returns what it saw, or None. It is stricter than a claim of privacy: two releases at half
the budget, two noises, or rewards that are thrown away are private as well. So what a judge sees
never refutes a claim; it decides that the audit must look further, and where. A new judge is one
file with a name and a function, and a line in `JUDGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .calibrated_noise import CALIBRATED, calibrated_noise
from .coarse_releases import COARSE, coarse_releases
from .cut_batch import HORIZON, cut_batch
from .fixed_sums import AFFINE, fixed_sums
from .fresh_noise import FRESH, fresh_noise
from .hidden_memory import MEMORY, hidden_memory
from .own_randomness import REPEATS, own_randomness
from .releases_alone import REPLAY, releases_alone
from .reward_used_once import ONCE, reward_used_once

if TYPE_CHECKING:
    from banditproof.verify.audit.facts import Facts

Judge = Callable[["Facts"], str | None]

JUDGES: Mapping[str, Judge] = {
    ONCE: reward_used_once,
    FRESH: fresh_noise,
    CALIBRATED: calibrated_noise,
    HORIZON: cut_batch,
    AFFINE: fixed_sums,
    REPLAY: releases_alone,
    COARSE: coarse_releases,
    MEMORY: hidden_memory,
    REPEATS: own_randomness,
}
SUFFICIENT = (ONCE, FRESH, CALIBRATED, HORIZON, REPLAY, AFFINE)
"""What makes a transcript private, if it is so in every play: Lemma E.1 and Proposition 4.2 of
Optimal Regret of Bernoulli Bandits."""
ALARMING = (REPLAY,)
"""What speaks against a policy whose parts are declared, too."""

__all__ = ["ALARMING", "JUDGES", "SUFFICIENT", "Judge"]
