"""The parts of a phase-level run, each on the recorded draws of many runs.

`played` says how long each run is; the other arrays hold the runs one after the other.
"""

import math
from functools import cache
from typing import Any
import numpy as np
from banditproof.algorithms.engines.phased_kernels import choose
from banditproof.algorithms.engines.regret_kernels import RANDOM, broken_tie
from banditproof.algorithms.regret.known_arms_kernels import COLUMNS, TOTAL, learn_release
from banditproof.theory.compiled import Kernel, kernel, with_parts

Array = Any


@kernel
def drawn(
    arms: Array, sizes: Array, ties: Array, means: Array, scale: float, rng: np.random.Generator
) -> float:
    """Only the draws: a Binomial and a Laplace number for each batch, and the broken ties."""
    total = 0.0
    for i in range(len(arms)):
        if ties[i]:
            total += rng.random()
        if sizes[i] > 0:
            total += rng.binomial(sizes[i], means[arms[i]])
            total += rng.laplace(0.0, scale)
    return total


@kernel
def decided(
    eps: float,
    optimism: float,
    slope: float,
    forgets: bool,
    decides: bool,
    played: Array,
    arms: Array,
    sizes: Array,
    released: Array,
    uniforms: Array,
    behind: Array,
    log_behind: Array,
    count: int,
) -> int:
    """All but the draws: what is learnt from them and, with `decides`, which arm is pulled next.

    The answer is how many decisions were not those of the record, which is 0.
    """
    known = np.zeros((count, COLUMNS))
    tied = np.zeros(count, np.int64)
    phases = np.zeros(count, np.int64)
    wrong = 0
    place = 0
    for run in range(len(played)):
        phases[:] = 0
        known[:, TOTAL] = 0.0
        t = 0
        for step in range(played[run]):
            arm = arms[place]
            if decides and step >= count:
                options = choose(math.log(t + 1.0), eps, optimism, known, phases, tied)
                wrong += broken_tie(tied, options, RANDOM, uniforms[place]) != arm
            if sizes[place] > 0:
                phase = phases[arm]
                pulls, log_pulls = behind[phase], log_behind[phase]
                learn_release(known, arm, released[place], pulls, log_pulls, forgets, eps, slope)
                phases[arm] = phase + 1
                t += sizes[place]
            place += 1
    return wrong


@cache
def deciding(own: Kernel[..., int]) -> Kernel[..., int]:
    """The decisions of a policy whose choice is a kernel."""
    return with_parts(decided, choose=own)
