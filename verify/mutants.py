"""Deliberately wrong algorithms, each with its defect and the check that must reject it.

A check that nothing can fail is a defect; these are what the checks of this room fail on. Each
mutant claims eps-DP and differs from a correct algorithm in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from banditproof.algorithms.adap_klucb import AdaPKLUCB
from banditproof.algorithms.curator import Curator, Held
from banditproof.algorithms.dp_imed import DPIMED
from banditproof.algorithms.phased_index import ArmRecord, Records
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import PolynomialSchedule
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise

from .conformance import INDEX, SCHEDULE
from .hidden_memory import MEMORY
from .hiding_mutants import (
    AmplifiedFringe,
    CancelledNoise,
    LatePeeking,
    LateWeakNoise,
    NoiseThatEnds,
    NoiseThatShrinks,
    PeekingMechanism,
    TripledTail,
    UntracedSum,
    VeryLatePeeking,
)
from .structure import AFFINE, CALIBRATED, FRESH, HORIZON, ONCE, REPLAY


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


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
        return held._replace(sums=_with(held.sums, arm, held.sums[arm] + reward))

    def _noise(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Any:
        kept = held.noises[arm]
        return randomness.noise(mechanism) if kept is None else kept

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        noise = self._noise(held, arm, mechanism, randomness)
        kept = _KeptNoise(_with(held.sums, arm, 0), _with(held.noises, arm, noise))
        return kept, held.sums[arm] + noise


class ReusedNoise(DPIMED):
    """Adds the noise of an arm's first phase again in every later phase."""

    curator = _ReusingCurator()


class _SharingCurator(_ReusingCurator):
    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        kept, value = super().release(held, arm, mechanism, randomness)
        return kept._replace(noises=(kept.noises[arm],) * len(kept.noises)), value


class SharedNoise(DPIMED):
    """Draws one noise and adds it to the sums of all arms, where comparisons cancel it."""

    curator = _SharingCurator()


class _PrefixCurator(Curator):
    """Never forgets: each release is the sum of all rewards of the arm so far."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        return held, held[arm] + randomness.noise(mechanism)


class ResummedPrefix(DPIMED):
    """Releases the raw sum of all past rewards of the arm with fresh noise in each phase."""

    curator = _PrefixCurator()

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        assert released is not None
        old = state[pull.arm]
        new = ArmRecord(old.phases + 1, old.pulls + pull.count, released)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


class UnforgettingAdaP(AdaPKLUCB):
    """AdaP-KLUCB, which replaces a mean by that of the last episode, on sums never forgotten."""

    curator = _PrefixCurator()


class _RunningMeanCurator(Curator):
    def start(self, arms: int) -> Held:
        return (((), 0),) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        rewards, _ = held[arm]
        return _with(held, arm, ((*rewards, reward), len(rewards) + 1))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        rewards, n = held[arm]
        total: Any = sum(rewards[1:], rewards[0]) + randomness.noise(mechanism)
        return held, total / n


class RunningMean(DPIMED):
    """Releases the noisy mean of all rewards of the arm after every single pull."""

    curator = _RunningMeanCurator()
    one_by_one = PolynomialSchedule(1)

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        return Pull(super().decide(state, t, randomness).arm, 1)

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        assert released is not None
        old = state[pull.arm]
        new = ArmRecord(old.phases + 1, old.pulls + 1, released * (old.pulls + 1))
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


class _CountingTwice(Curator):
    def read(self, held: Held, arm: int, reward: float) -> Held:
        return _with(held, arm, reward + reward if held[arm] == 0 else held[arm] + reward)


class CountedTwice(DPIMED):
    """Adds the first reward of each batch twice."""

    curator = _CountingTwice()


class _Rescaling(Curator):
    def read(self, held: Held, arm: int, reward: float) -> Held:
        return _with(held, arm, held[arm] + 2 * reward)


class UnclippedRange(DPIMED):
    """Sums rewards of [0, 2] without clipping, with the noise of rewards in [0, 1]."""

    curator = _Rescaling()


class _MeanNoiseCurator(Curator):
    """Adds to the sum a noise that was divided by the batch size, as if it were a mean."""

    def start(self, arms: int) -> Held:
        return ((0, 0),) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        total, n = held[arm]
        return _with(held, arm, (total + reward, n + 1))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        total, n = held[arm]
        noise: Any = randomness.noise(mechanism)
        return _with(held, arm, (0, 0)), total + noise / n


class NoiseOfAMean(DPIMED):
    """Adds to the sum of n rewards the noise that would suit their mean."""

    curator = _MeanNoiseCurator()


class _ForgetfulReader(Curator):
    def read(self, held: Held, arm: int, reward: float) -> Held:
        return _with(held, arm, reward)


class LostSamples(DPIMED):
    """Keeps the last reward of each batch only: private, but not the sum that it claims."""

    curator = _ForgetfulReader()


@dataclass
class _Spy(Curator):
    """A curator that leaves the last raw reward where a decision can find it."""

    seen: dict[int, float] = field(default_factory=dict)

    def read(self, held: Held, arm: int, reward: float) -> Held:
        self.seen[arm] = getattr(reward, "value", reward)
        return super().read(held, arm, reward)


@dataclass(frozen=True)
class Peeking(DPIMED):
    """Repeats an arm whose last raw reward was 1, whatever the index says."""

    spy: _Spy = field(default_factory=_Spy)

    @property
    def curator(self) -> Curator:  # type: ignore[override]
        return self.spy

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        pull = super().decide(state, t, randomness)
        happy = [arm for arm, reward in self.spy.seen.items() if reward == 1]
        if len(self.spy.seen) < self.arms or not happy or pull.arm in happy:
            return pull
        return Pull(happy[0], self.schedule.batch(state[happy[0]].phases))


@dataclass(frozen=True)
class PeekingTies(DPIMED):
    """Breaks ties by the last raw rewards."""

    spy: _Spy = field(default_factory=_Spy)

    @property
    def curator(self) -> Curator:  # type: ignore[override]
        return self.spy

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        if any(record.phases == 0 for record in state):
            return super().decide(state, t, randomness)
        scores = self.scores(state, t)
        tied = [arm for arm, score in enumerate(scores) if score == max(scores)]
        arm = max(tied, key=lambda a: self.spy.seen.get(a, 0))
        return Pull(arm, self.schedule.batch(state[arm].phases))


class WrongSide(DPIMED):
    """Pulls the arm with the largest DP-IMED index instead of the smallest."""

    def scores(self, records: Records, t: int) -> list[float]:
        return [-score for score in super().scores(records, t)]


class LateBatches(DPIMED):
    """Plays the batch B_m again where the algorithm says B_(m+1)."""

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        arm = super().decide(state, t, randomness).arm
        return Pull(arm, self.schedule.batch(max(state[arm].phases - 1, 0)))


class _TalksAtTheEnd(Curator):
    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, float]]:
        return [(arm, total) for arm, total in enumerate(held) if not isinstance(total, int)]


class ReleasedTruncation(DPIMED):
    """Releases what was summed of the batch that the horizon cuts."""

    curator = _TalksAtTheEnd()


@dataclass(frozen=True)
class Mutant:
    """A wrong algorithm: what is wrong, the check that rejects it, and a maker (arms, eps).

    `leaks_at` is a horizon at which the law of its actions alone, by exact enumeration, loses more
    privacy than eps.
    """

    name: str
    defect: str
    caught_by: str
    build: Callable[..., Policy[Any]]
    leaks_at: int | None = None

    def make(self, eps: Number) -> Policy[Any]:
        """The mutant with two arms; ties go to the first."""
        return self.build(arms=2, eps=eps, ties="first")


def _mutant(
    build: type[Policy[Any]], name: str, caught_by: str, leaks_at: int | None = None
) -> Mutant:
    return Mutant(name, (build.__doc__ or "").strip(), caught_by, build, leaks_at)


MUTANTS: tuple[Mutant, ...] = (
    _mutant(HalvedNoise, "noise scale halved", CALIBRATED, leaks_at=5),
    _mutant(SecretlyHalvedNoise, "noise scale halved behind the declaration", FRESH, leaks_at=5),
    _mutant(SilentFirstPhase, "noise of the first phase dropped", CALIBRATED, leaks_at=5),
    _mutant(ReusedNoise, "noise reused across phases", FRESH),
    _mutant(SharedNoise, "one shared noise for all arms", FRESH, leaks_at=5),
    _mutant(ResummedPrefix, "raw prefix re-summed with fresh noise", ONCE, leaks_at=7),
    _mutant(UnforgettingAdaP, "forgetting dropped", ONCE, leaks_at=5),
    _mutant(RunningMean, "running mean released each step", ONCE),
    _mutant(CountedTwice, "sample counted twice", CALIBRATED, leaks_at=5),
    _mutant(UnclippedRange, "clipping dropped with rewards in [0, 2]", CALIBRATED, leaks_at=5),
    _mutant(NoiseOfAMean, "noise divided by the batch size", CALIBRATED),
    _mutant(LostSamples, "rewards lost before the release", ONCE),
    _mutant(Peeking, "decision that peeks at a raw reward", REPLAY),
    _mutant(PeekingTies, "tie rule that reads raw rewards", REPLAY),
    _mutant(WrongSide, "index with max for min", INDEX),
    _mutant(LateBatches, "batch B_m for B_(m+1)", SCHEDULE),
    _mutant(ReleasedTruncation, "pulls of the truncated batch released", HORIZON),
    _mutant(NoiseThatEnds, "noise of the first twelve releases only", FRESH),
    _mutant(LateWeakNoise, "noise too weak late", CALIBRATED),
    _mutant(TripledTail, "rewards of long batches counted three times", CALIBRATED),
    _mutant(AmplifiedFringe, "rewards of a fringe amplified", CALIBRATED),
    _mutant(CancelledNoise, "noise cancelled behind the trace", AFFINE, leaks_at=5),
    _mutant(UntracedSum, "raw sum added behind the trace", AFFINE, leaks_at=5),
    _mutant(NoiseThatShrinks, "noise that depends on the raw sum", AFFINE),
    _mutant(PeekingMechanism, "noise law chosen by a raw reward", REPLAY),
    _mutant(LatePeeking, "decision that peeks late", REPLAY),
    _mutant(VeryLatePeeking, "raw rewards hoarded for later", MEMORY),
)
"""The corpus; each entry differs from a correct algorithm in one place."""
