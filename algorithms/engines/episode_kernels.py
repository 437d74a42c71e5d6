"""The play of AdaC-UCB and its kin, as a kernel: one Binomial and one normal draw per episode.

Arguments are trusted; `episode_engine` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .regret_kernels import RANDOM, Floats, Integers, broken_tie, note_regret


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
