"""Mutants whose noise is too small, used twice, shared, or missing.

Each claims eps-DP and differs from DP-IMED in one place.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise

from .altered_curators import with_entry


class HalvedNoise(DPIMED):
    """Declares and adds Laplace noise of half the scale that eps needs."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return Laplace(1 / (2 * exact(self.eps)))


class _SecretlyHalved(Curator):
    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        assert isinstance(mechanism, Laplace)
        return super().release(held, arm, Laplace(exact(mechanism.scale) / 2), randomness)


class SecretlyHalvedNoise(DPIMED):
    """Declares the right noise, but the curator draws half the scale."""

    curator = _SecretlyHalved()


class SilentFirstPhase(DPIMED):
    """Releases the first batch of each arm without noise."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return super().mechanism(state, pull) if state[pull.arm].phases else NoNoise()


class _KeptNoise(NamedTuple):
    sums: tuple[Any, ...]
    noises: tuple[Any, ...]


class _ReusingCurator(Curator):
    """Keeps the first noise of each arm and adds it to every later sum of that arm."""

    def start(self, arms: int) -> Held:
        return _KeptNoise((0,) * arms, (None,) * arms)

    def read(self, held: Held, arm: int, reward: float) -> Held:
        return held._replace(sums=with_entry(held.sums, arm, held.sums[arm] + reward))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        noise = held.noises[arm]
        if noise is None:
            noise = randomness.noise(mechanism)
        kept = _KeptNoise(with_entry(held.sums, arm, 0), with_entry(held.noises, arm, noise))
        return kept, held.sums[arm] + noise


class ReusedNoise(DPIMED):
    """Adds the noise of an arm's first phase again in every later phase."""

    curator = _ReusingCurator()


class SharingCurator(_ReusingCurator):
    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        kept, value = super().release(held, arm, mechanism, randomness)
        return kept._replace(noises=(kept.noises[arm],) * len(kept.noises)), value


class SharedNoise(DPIMED):
    """Draws one noise and adds it to the sums of all arms, where comparisons cancel it."""

    curator = SharingCurator()


class _MeanNoiseCurator(Curator):
    """Adds to the sum a noise that was divided by the batch size, as if it were a mean."""

    def start(self, arms: int) -> Held:
        return ((0, 0),) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        total, n = held[arm]
        return with_entry(held, arm, (total + reward, n + 1))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        total, n = held[arm]
        noise: Any = randomness.noise(mechanism)
        return with_entry(held, arm, (0, 0)), total + noise / n


class NoiseOfAMean(DPIMED):
    """Adds to the sum of n rewards the noise that would suit their mean."""

    curator = _MeanNoiseCurator()
