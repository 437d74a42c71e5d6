"""Losses 0 and 1 that are drawn before the first round, round by round, with the same means."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
import numpy as np
from banditproof.theory.exact import Number, exact, exact_count
from .loss_sequences import ExactRow, Floats, LossSequence, exact_row

DRAWN_TOGETHER = 4096
"""The rounds that share a random stream; part of the meaning of a seed."""


@dataclass(frozen=True)
class BernoulliLosses(LossSequence):
    """Losses 0 and 1, drawn once with the given means: the seed decides them.

    >>> losses = BernoulliLosses(("0.25", "0.75"), horizon=10_000, seed=1)
    >>> losses.row(7) == tuple(losses.block(6, 7)[0]), losses.totals().tolist()
    (True, [2458.0, 7450.0])
    """

    means: tuple[Number, ...]
    horizon: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", exact_row(self.means))
        object.__setattr__(self, "horizon", exact_count("The horizon", self.horizon, least=1))
        object.__setattr__(self, "seed", exact_count("The seed", self.seed))

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.means)

    def exact_row(self, t: int) -> ExactRow:
        """The exact losses of round t."""
        return tuple(Fraction(int(loss)) for loss in self.block(t - 1, t)[0])

    def block(self, start: int, stop: int) -> Floats:
        """The rows of rounds start + 1 to stop, as an array."""
        self.check_rounds(start, stop)
        first, last = start // DRAWN_TOGETHER, -(-stop // DRAWN_TOGETHER)
        drawn = [_drawn(self, number) for number in range(first, last)]
        if not drawn:
            return np.zeros((0, self.arms))
        offset = first * DRAWN_TOGETHER
        return np.concatenate(drawn)[start - offset : stop - offset]


@lru_cache(maxsize=8)
def _drawn(losses: BernoulliLosses, number: int) -> Floats:
    """The rounds of one random stream."""
    rng = np.random.default_rng(np.random.SeedSequence([losses.seed, number]))
    means = np.array([float(exact(mean)) for mean in losses.means])
    drawn = (rng.random((DRAWN_TOGETHER, losses.arms)) < means).astype(np.float64)
    drawn.setflags(write=False)
    return drawn
