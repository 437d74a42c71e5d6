"""The wrong policies, each with its defect and the check of this room that must reject it.

A check that nothing can fail is a defect; these are what the checks of this room fail on. Each
mutant claims eps-DP and differs from a correct algorithm in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import Number
from banditproof.verify.audit.judges import AFFINE, CALIBRATED, FRESH, HORIZON, MEMORY, ONCE, REPLAY
from banditproof.verify.conformance import INDEX, SCHEDULE

from .hiding import (
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
from .nonconforming_policies import LateBatches, WrongSide
from .peeking import Peeking, PeekingTies
from .weak_noise import (
    HalvedNoise,
    NoiseOfAMean,
    ReusedNoise,
    SecretlyHalvedNoise,
    SharedNoise,
    SilentFirstPhase,
)
from .wrong_sums import (
    CountedTwice,
    LostSamples,
    ReleasedTruncation,
    ResummedPrefix,
    RunningMean,
    UnclippedRange,
    UnforgettingAdaP,
)


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
