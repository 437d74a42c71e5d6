"""Experiments whose runs are not independent: equal streams of random numbers."""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
import numpy as np
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, not_refuted, refuted

RUNS = 1000
WORKERS = 4
Generators = list[np.random.Generator]


Experiment = Callable[[int], Generators]
"""Makes the generator of each run from one seed."""


def judge(subject: Experiment) -> Judgement:
    """Whether all runs begin with different random numbers (equal with probability below 1e-30)."""
    first: dict[bytes, int] = {}
    for run, generator in enumerate(subject(20)):
        numbers = generator.integers(0, 2**63, size=2).tobytes()
        if numbers in first:
            return refuted(Grade.PROVED, None, f"Runs {first[numbers]} and {run} are the same.")
        first[numbers] = run
    return not_refuted(Grade.SAMPLED, f"{RUNS} runs begin with different random numbers.")


def _forked(seed: int) -> Generators:
    parent = np.random.default_rng(seed)
    workers = [deepcopy(parent) for _ in range(WORKERS)]
    return [
        np.random.default_rng(worker.integers(2**63))
        for worker in workers
        for _ in range(RUNS // WORKERS)
    ]


def _drawn(seed: int) -> Generators:
    seeds = np.random.default_rng(seed).integers(0, 100 * RUNS, RUNS)
    return [np.random.default_rng(int(own)) for own in seeds]


def _spawned(seed: int) -> Generators:
    return [np.random.default_rng(own) for own in np.random.SeedSequence(seed).spawn(RUNS)]


_entry = partial(
    described,
    reference=_spawned,
    engine=Engine.EXPERIMENT,
    claim="independent runs",
    judge=judge,
    expected=("refuted", "not refuted"),
    mend="the spawn keys, which differ by construction",
)
ENTRIES = (
    _entry("one random state for all workers", _forked),
    _entry("seeds drawn from a small range", _drawn),
)
