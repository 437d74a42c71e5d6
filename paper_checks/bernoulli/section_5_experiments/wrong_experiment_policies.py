"""Mutants of the algorithms of Section 5, which the checks must tell from the right ones."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms import DPIMED, DPKLUCB, Pull
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory import exact
from banditproof.theory.mechanisms import Laplace, Mechanism


def half_noise(maker: Callable[..., Any]) -> Callable[..., Any]:
    """An algorithm with noise of half the scale, Lap(1 / (2 eps)), on each sum."""
    return lambda eps, **rest: maker(eps=eps, noise=Laplace(1 / (2 * exact(eps))), **rest)


class WideIMED(DPIMED):
    """DP-IMED with three times the logarithm, which explores three times as long."""

    factor = 3

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the index with a multiple of log n."""
        known = zip(super().scores(records, t), records, strict=True)
        return [score - (self.factor - 1) * math.log(r.pulls) for score, r in known]


class NoiseOfTheMeanKLUCB(DPKLUCB):
    """DP-KLUCB with the noise of a mean, Lap(1/(eps n)), on the sum: hardly any."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        """Too little noise."""
        return Laplace(Fraction(1, pull.count) / exact(self.eps))


@dataclass(frozen=True)
class NoiseForEachReward:
    """The sum of one Lap(scale) for each of `count` rewards."""

    scale: float
    count: int

    def sample(self, rng: np.random.Generator) -> float:
        """A difference of two Gamma variables has this law."""
        return float(self.scale * (rng.gamma(self.count) - rng.gamma(self.count)))


class NoisePerStepKLUCB(DPKLUCB):
    """DP-KLUCB with fresh noise on every reward."""

    def mechanism(self, state: Records, pull: Pull) -> Any:
        """As many noises as rewards."""
        return NoiseForEachReward(float(1 / exact(self.eps)), pull.count)
