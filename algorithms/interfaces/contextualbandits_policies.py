"""Policies of contextualbandits: predict, partial_fit and topN on rows of contexts."""

from collections.abc import Callable
from typing import Any
import numpy as np
from banditproof.theory.exact import exact_count
from .factories import in_rounds
from .styles import AdaptedBox


class _Rounds:
    """One run of a policy, which acts on, and learns from, one row of contexts in each round."""

    def __init__(self, policy: Any, slate: int) -> None:
        self.policy, self.slate = policy, slate
        self.fitted = False

    def select(self, t: int, context: Any) -> Any:
        """The arm, or the slate of arms, of the next round."""
        if context is None:
            raise ValueError("contextualbandits needs contexts; give contexts=, and dim=.")
        row = np.asarray(context, float)[None, :]
        if self.slate == 1:
            return int(self.policy.predict(row)[0])
        if not self.fitted:  # there is no top before the first fit
            return tuple(range(self.slate))
        return tuple(int(arm) for arm in self.policy.topN(row, self.slate)[0])

    def update(self, arm: Any, reward: Any, context: Any) -> None:
        """Tell what each arm of the round paid."""
        arms, rewards = np.atleast_1d(arm), np.atleast_1d(reward).astype(float)
        rows = np.repeat(np.asarray(context, float)[None, :], len(arms), axis=0)
        self.policy.partial_fit(rows, arms, rewards)
        self.fitted = True


def contextualbandits(make: Callable[..., Any], slate: int = 1) -> Callable[..., AdaptedBox]:
    """A factory: `contextualbandits(lambda arms, seed: LinUCB(arms, random_state=seed))`.

    `make` gets those of arms, seed, eps, dim, ... that it has parameters for. With a slate the
    policy is asked for its top arms, and learns what each of them paid; its first slate is made of
    the first arms.
    """
    size = exact_count("slate", slate, 1)
    return in_rounds(make, lambda policy: _Rounds(policy, size))
