"""Mutants that hide: they misbehave late, on rare rewards, behind the trace, or from memory.

Each is private on short plays of random rewards, where the other mutants already fail.
"""

from typing import Any
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism
from .altered_curators import ByArm, Reads, Releases, Result
from .peeking import SpiedPolicy


def bare(number: Any) -> float:
    """The value of a traced number, which is then traced no more."""
    return float(getattr(number, "value", number))


class _TiringCurator(Curator):
    """Holds the sums, and the number of releases."""

    def start(self, arms: int) -> Held:
        return (0,) * arms, 0

    def read(self, held: Held, arm: int, reward: float) -> Held:
        return super().read(held[0], arm, reward), held[1]

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        sums, number = held
        kept, value = super().release(sums, arm, mechanism, randomness)
        return (kept, number + 1), value if number < 12 else sums[arm]


class NoiseThatEnds(DPIMED):
    """Adds noise to the first twelve releases only."""

    curator = _TiringCurator()


class LateWeakNoise(DPIMED):
    """Asks for a hundredth of the noise once 1000 pulls are known."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        late = sum(record.pulls for record in state) > 1000
        return Laplace(1 / (100 * exact(self.eps))) if late else super().mechanism(state, pull)


class TripledTail(DPIMED):
    """Counts the rewards of a batch three times from its 501st on."""

    curator = ByArm(
        lambda entry, draw: ((0, 0), entry[0] + draw()),
        lambda entry, reward: (entry[0] + (1 if entry[1] < 500 else 3) * reward, entry[1] + 1),
        (0, 0),
    )


class AmplifiedFringe(DPIMED):
    """Multiplies rewards between 0.999 and 1 by 50."""

    curator = Reads(lambda total, r: total + (50 if 0.999 < bare(r) < 1.0 else 1) * r)


class CancelledNoise(DPIMED):
    """Subtracts the bare value of its noise, which no trace shows."""

    curator = Releases(lambda total, value: value - (bare(value) - bare(total)))


class UntracedSum(DPIMED):
    """Adds ten times the bare sum to its noisy one."""

    curator = Releases(lambda total, value: value + 10 * bare(total))


class NoiseThatShrinks(DPIMED):
    """Divides the noise by 100 where the raw sum is at least 200."""

    curator = ByArm(
        lambda total, draw: (0, total + (draw() if bare(total) < 200 else draw() * 0.01))
    )


class _Hoarding(SpiedPolicy):
    def happiest(self, state: Records) -> Pull:
        """The next batch of the arm with the largest last raw reward."""
        arm = max(self.spy.seen, key=lambda a: self.spy.seen[a])
        return Pull(arm, self.schedule.batch(state[arm].phases))


class PeekingMechanism(_Hoarding):
    """Chooses the scale of the noise, always large enough, by the last raw reward."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return Laplace((1 + exact(self.spy.seen.get(pull.arm, 0))) / exact(self.eps))


class LatePeeking(_Hoarding):
    """Decides by raw rewards from round 1001 on."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        return self.happiest(state) if t > 1000 else super().decide(state, t, randomness)


class VeryLatePeeking(_Hoarding):
    """Decides by raw rewards from round 100001 on, later than any play of an audit."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        return self.happiest(state) if t > 100_000 else super().decide(state, t, randomness)
