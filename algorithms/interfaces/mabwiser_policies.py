"""Policies of MABWiser: fit once, then predict and partial_fit."""

from collections.abc import Callable
from typing import Any
import numpy as np
from banditproof.theory.exact import exact_count
from .factories import in_rounds
from .styles import AdaptedBox


class _Rounds:
    """One run of a MAB: every arm once, `fit` on what they paid, then predict and partial_fit."""

    def __init__(self, mab: Any, batch: int) -> None:
        self.mab, self.batch = mab, batch
        self.arms = list(mab.arms)
        self.held: list[tuple[Any, float, Any]] = []
        self.fitted = False

    def select(self, t: int, context: Any) -> int:
        """The arm of the next round, as an index."""
        if not self.fitted:
            return len(self.held)
        shown = None if context is None else np.asarray(context)[None, :]
        return self.arms.index(self.mab.predict(shown))

    def update(self, arm: int, reward: float, context: Any) -> None:
        """Keep a round until the batch is full; the first batch is that of the first fit."""
        self.held.append((self.arms[arm], reward, context))
        if len(self.held) < (self.batch if self.fitted else len(self.arms)):
            return
        decisions, rewards, contexts = zip(*self.held, strict=True)
        columns = [list(decisions), list(rewards)]
        if context is not None:
            columns.append(np.array(contexts))  # type: ignore[arg-type]
        (self.mab.partial_fit if self.fitted else self.mab.fit)(*columns)
        self.held, self.fitted = [], True


def mabwiser(make: Callable[..., Any], batch: int = 1) -> Callable[..., AdaptedBox]:
    """A factory of runs of a MAB: `mabwiser(lambda seed: MAB([0, 1], policy, seed=seed))`.

    `make` gets those of seed, arms, eps, ... that it has parameters for; without its seed each
    MAB draws the same numbers. MABWiser wants rewards before its first prediction: they are those
    of the first rounds, in which each arm is played once, and an audit counts them as seen.
    """
    size = exact_count("batch", batch, 1)
    return in_rounds(make, lambda mab: _Rounds(mab, size))
