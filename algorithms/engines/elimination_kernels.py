"""The play of DP-SE, as a kernel: one Binomial and one Laplace draw for each arm of an epoch.

Arguments are trusted; `phase_level` prepares them.
"""

import numpy as np
from banditproof.theory.compiled import kernel
from .regret_kernels import Floats, Integers, note_regret


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
