"""Deliberately wrong algorithms, mechanisms and audits, each with its twin and its judge."""

from .off_the_paper import LateBatches, WrongSide
from .peeking import Peeking, PeekingTies
from .policies import MUTANTS, Mutant
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

__all__ = [
    "MUTANTS",
    "CountedTwice",
    "HalvedNoise",
    "LateBatches",
    "LostSamples",
    "Mutant",
    "NoiseOfAMean",
    "Peeking",
    "PeekingTies",
    "ReleasedTruncation",
    "ResummedPrefix",
    "ReusedNoise",
    "RunningMean",
    "SecretlyHalvedNoise",
    "SharedNoise",
    "SilentFirstPhase",
    "UnclippedRange",
    "UnforgettingAdaP",
    "WrongSide",
]
