"""Mutants whose noise is too small, used twice, shared, or missing.

Each claims eps-DP and differs from DP-IMED in one place.
"""

from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise
from .altered_curators import KEPT_NOISE, SHARED_NOISE, ByArm, Result


class HalvedNoise(DPIMED):
    """Declares and adds Laplace noise of half the scale that eps needs."""

    @property
    def declared_noise(self) -> Mechanism:
        return Laplace(1 / (2 * exact(self.eps)))


class _SecretlyHalved(Curator):
    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        assert isinstance(mechanism, Laplace)
        return super().release(held, arm, Laplace(exact(mechanism.scale) / 2), randomness)


class SecretlyHalvedNoise(DPIMED):
    """Declares the right noise, but the curator draws half the scale."""

    curator = _SecretlyHalved()


class SilentFirstPhase(DPIMED):
    """Releases the first batch of each arm without noise."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return super().mechanism(state, pull) if state[pull.arm].phases else NoNoise()


class ReusedNoise(DPIMED):
    """Adds the noise of an arm's first phase again in every later phase."""

    curator = KEPT_NOISE


class SharedNoise(DPIMED):
    """Draws one noise and adds it to the sums of all arms, where comparisons cancel it."""

    curator = SHARED_NOISE


class NoiseOfAMean(DPIMED):
    """Adds to the sum of n rewards the noise that would suit their mean."""

    curator = ByArm(
        lambda entry, draw: ((0, 0), entry[0] + draw() / entry[1]),
        lambda entry, reward: (entry[0] + reward, entry[1] + 1),
        (0, 0),
    )
