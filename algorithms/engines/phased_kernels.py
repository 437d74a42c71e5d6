"""The play of phased policies, as kernels: one Binomial draw and one noise for each batch.

The policies with an index, DP-SE in its epochs, and the episodes of AdaC-UCB and its kin. A run
costs O(arms log T). Arguments are trusted; `phase_level` prepares them.
"""

import math
from functools import cache
import numpy as np
from banditproof.algorithms.regret.known_arms_kernels import COLUMNS, TOTAL, learn_release
from banditproof.theory.compiled import Kernel, kernel, with_parts
from .regret_kernels import RANDOM, Floats, Integers, broken_tie, note_regret


@kernel
def choose(
    log_t: float, budget: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """The choice of a policy, which `playing` puts in place of this one."""
    return 0


@kernel
def play_phased_index(
    budget: float,
    optimism: float,
    slope: float,
    ties: int,
    forgets: bool,
    normal: bool,
    scale: float,
    batches: Integers,
    behind: Floats,
    log_behind: Floats,
    means: Floats,
    gaps: Floats,
    horizon: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    counts: Integers,
    curves: Floats,
    arms_pulled: Integers,
    sums: Floats,
    noises: Floats,
    uniforms: Floats,
) -> tuple[int, int]:
    """Play one run for each row of `counts` and `curves`, which are filled.

    `arms_pulled`, `sums`, `noises` and `uniforms` record the batches and the tie breaks of the
    last run, in order; the two returned numbers say how many there were. The batch cut by the
    horizon has neither sum nor noise: both are recorded as 0. `scale` is that of Laplace noise, or
    the deviation of normal noise.
    """
    arms = len(means)
    known = np.zeros((arms, COLUMNS))
    tied = np.zeros(arms, np.int64)
    phases = np.zeros(arms, np.int64)
    played = 0
    broken = 0
    for run in range(counts.shape[0]):
        count = counts[run]
        count[:] = 0
        phases[:] = 0
        known[:, TOTAL] = 0.0
        t = 0
        played = 0
        broken = 0
        passed = 0
        while t < horizon:
            if played < arms:
                arm = played
            else:
                options = choose(math.log(t + 1.0), budget, optimism, known, phases, tied)
                u = 0.0
                if options > 1 and ties == RANDOM:
                    u = rng.random()
                    uniforms[broken] = u
                    broken += 1
                arm = broken_tie(tied, options, ties, u)
            batch = batches[phases[arm]]
            cut = min(batch, horizon - t)
            if passed < len(checkpoints):
                passed = note_regret(curves[run], checkpoints, passed, gaps, count, arm, t, t + cut)
            count[arm] += cut
            t += cut
            arms_pulled[played] = arm
            sums[played] = 0.0
            noises[played] = 0.0
            if cut == batch:
                # The policy sees the sum of the batch alone: one draw in place of `batch` of them.
                reward = float(rng.binomial(batch, means[arm]))
                noise = rng.normal(0.0, scale) if normal else rng.laplace(0.0, scale)
                sums[played] = reward
                noises[played] = noise
                after, log_after = behind[phases[arm]], log_behind[phases[arm]]
                learn_release(known, arm, reward + noise, after, log_after, forgets, budget, slope)
                phases[arm] += 1
            played += 1
    return played, broken


@cache
def playing(own: Kernel[..., int]) -> Kernel[..., tuple[int, int]]:
    """The play of a policy whose choice is a kernel."""
    return with_parts(play_phased_index, choose=own)


@kernel
def play_elimination(
    pulls_per_arm: Integers,
    margins: Floats,
    scale: float,
    means: Floats,
    gaps: Floats,
    horizon: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    counts: Integers,
    curves: Floats,
    arms_pulled: Integers,
    sums: Floats,
    noises: Floats,
    uniforms: Floats,
) -> tuple[int, int]:
    """Play one run for each row of `counts` and `curves`, which are filled.

    `pulls_per_arm` and `margins` have a row for each epoch and a column for each number of
    surviving arms. `arms_pulled`, `sums` and `noises` record the last run, in order; the returned
    numbers say how many pulls it had, and that no ties were broken, so that `uniforms` are left as
    they are. A pull without a release is recorded with zeros.
    """
    arms = len(means)
    alive = np.zeros(arms, np.int64)
    released = np.zeros(arms)
    played = 0
    for run in range(counts.shape[0]):
        count = counts[run]
        count[:] = 0
        for a in range(arms):
            alive[a] = a
        size = arms
        t = 0
        played = 0
        passed = 0
        epoch = 0
        while t < horizon:
            for i in range(size):
                arm = alive[i]
                # The last arm alone is played to the end: a batch longer than that never ends.
                batch = pulls_per_arm[epoch, size] if size > 1 else horizon + 1
                cut = min(batch, horizon - t)
                if passed < len(checkpoints):
                    passed = note_regret(
                        curves[run], checkpoints, passed, gaps, count, arm, t, t + cut
                    )
                count[arm] += cut
                t += cut
                arms_pulled[played] = arm
                sums[played] = 0.0
                noises[played] = 0.0
                if cut == batch:
                    sums[played] = float(rng.binomial(batch, means[arm]))
                    noises[played] = rng.laplace(0.0, scale)
                    released[i] = (sums[played] + noises[played]) / batch
                played += 1
                if t == horizon:
                    break
            if t < horizon:
                best = released[:size].max()
                margin = margins[epoch, size]
                kept = 0
                # In place: `kept` never overtakes i, so no arm is overwritten before it is read.
                for i in range(size):
                    if not best - released[i] > margin:
                        alive[kept] = alive[i]
                        kept += 1
                size = kept
                epoch += 1
    return played, 0


@kernel
def play_episodes(
    ties: int,
    batches: Integers,
    widths: Floats,
    sigmas: Floats,
    means: Floats,
    gaps: Floats,
    horizon: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    counts: Integers,
    curves: Floats,
    arms_pulled: Integers,
    sums: Floats,
    noises: Floats,
    uniforms: Floats,
) -> tuple[int, int]:
    """Play one run for each row of `counts` and `curves`, which are filled.

    `batches` and `sigmas` are those of the episodes of an arm, 0 for no noise; the index after
    episode m is mean + sqrt(widths[m] log t). The last run is recorded as by `play_phased_index`.
    """
    arms = len(means)
    mean = np.zeros(arms)
    width = np.zeros(arms)
    score = np.zeros(arms)
    tied = np.zeros(arms, np.int64)
    phases = np.zeros(arms, np.int64)
    played = 0
    broken = 0
    for run in range(counts.shape[0]):
        count = counts[run]
        count[:] = 0
        phases[:] = 0
        t = 0
        played = 0
        broken = 0
        passed = 0
        while t < horizon:
            # The first `arms` episodes are those of each arm once, in order.
            arm = played
            if played >= arms:
                log_t = math.log(t + 1.0)
                best = -math.inf
                for a in range(arms):
                    score[a] = mean[a] + math.sqrt(width[a] * log_t)
                    best = max(best, score[a])
                options = 0
                for a in range(arms):
                    if score[a] == best:
                        tied[options] = a
                        options += 1
                # A number is drawn for a random tie only, as in the specification engine: else
                # streams part.
                u = 0.0
                if options > 1 and ties == RANDOM:
                    u = rng.random()
                    uniforms[broken] = u
                    broken += 1
                arm = broken_tie(tied, options, ties, u)
            phase = phases[arm]
            batch = batches[phase]
            cut = min(batch, horizon - t)
            if passed < len(checkpoints):
                passed = note_regret(curves[run], checkpoints, passed, gaps, count, arm, t, t + cut)
            count[arm] += cut
            t += cut
            arms_pulled[played] = arm
            sums[played] = 0.0
            noises[played] = 0.0
            # An episode that the horizon cuts is never released, so nothing is drawn for it.
            if cut == batch:
                sums[played] = float(rng.binomial(batch, means[arm]))
                if sigmas[phase] > 0.0:
                    noises[played] = rng.normal(0.0, sigmas[phase])
                mean[arm] = (sums[played] + noises[played]) / batch
                width[arm] = widths[phase]
                phases[arm] = phase + 1
            played += 1
    return played, broken
