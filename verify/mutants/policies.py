"""The wrong policies, each with its defect and the check of this room that must reject it.

A check that nothing can fail is a defect; these are what the checks of this room fail on. Each
mutant claims eps-DP and differs from a correct algorithm in one place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import Number
from banditproof.verify.audit.judges import AFFINE, CALIBRATED, FRESH, HORIZON, MEMORY, ONCE, REPLAY
from banditproof.verify.conformance import INDEX, SCHEDULE
from . import hiding, nonconforming_policies, peeking, weak_noise, wrong_sums


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
    _mutant(weak_noise.HalvedNoise, "noise scale halved", CALIBRATED, leaks_at=5),
    _mutant(
        weak_noise.SecretlyHalvedNoise,
        "noise scale halved behind the declaration",
        FRESH,
        leaks_at=5,
    ),
    _mutant(
        weak_noise.SilentFirstPhase, "noise of the first phase dropped", CALIBRATED, leaks_at=5
    ),
    _mutant(weak_noise.ReusedNoise, "noise reused across phases", FRESH),
    _mutant(weak_noise.SharedNoise, "one shared noise for all arms", FRESH, leaks_at=5),
    _mutant(wrong_sums.ResummedPrefix, "raw prefix re-summed with fresh noise", ONCE, leaks_at=7),
    _mutant(wrong_sums.UnforgettingAdaP, "forgetting dropped", ONCE, leaks_at=5),
    _mutant(wrong_sums.RunningMean, "running mean released each step", ONCE),
    _mutant(wrong_sums.CountedTwice, "sample counted twice", CALIBRATED, leaks_at=5),
    _mutant(
        wrong_sums.UnclippedRange, "clipping dropped with rewards in [0, 2]", CALIBRATED, leaks_at=5
    ),
    _mutant(weak_noise.NoiseOfAMean, "noise divided by the batch size", CALIBRATED),
    _mutant(wrong_sums.LostSamples, "rewards lost before the release", ONCE),
    _mutant(peeking.Peeking, "decision that peeks at a raw reward", REPLAY),
    _mutant(peeking.PeekingTies, "tie rule that reads raw rewards", REPLAY),
    _mutant(nonconforming_policies.WrongSide, "index with max for min", INDEX),
    _mutant(nonconforming_policies.LateBatches, "batch B_m for B_(m+1)", SCHEDULE),
    _mutant(wrong_sums.ReleasedTruncation, "pulls of the truncated batch released", HORIZON),
    _mutant(hiding.NoiseThatEnds, "noise of the first twelve releases only", FRESH),
    _mutant(hiding.LateWeakNoise, "noise too weak late", CALIBRATED),
    _mutant(hiding.TripledTail, "rewards of long batches counted three times", CALIBRATED),
    _mutant(hiding.AmplifiedFringe, "rewards of a fringe amplified", CALIBRATED),
    _mutant(hiding.CancelledNoise, "noise cancelled behind the trace", AFFINE, leaks_at=5),
    _mutant(hiding.UntracedSum, "raw sum added behind the trace", AFFINE, leaks_at=5),
    _mutant(hiding.NoiseThatShrinks, "noise that depends on the raw sum", AFFINE),
    _mutant(hiding.PeekingMechanism, "noise law chosen by a raw reward", REPLAY),
    _mutant(hiding.LatePeeking, "decision that peeks late", REPLAY),
    _mutant(hiding.VeryLatePeeking, "raw rewards hoarded for later", MEMORY),
)
"""The corpus; each entry differs from a correct algorithm in one place."""
