"""The baseline: DP-KLUCB and DP-IMED as one plain compiled loop over the rounds.

One reward is drawn in each round and every index is evaluated at each decision, as a direct
translation of Algorithm 1 does it. Batches have ratio 2, ties go to the first arm.
"""

import math
import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import d_eps_ucb
from banditproof.theory.private_divergence_kernels import d_eps


@kernel
def regret_of_a_run(
    imed: bool, eps: float, means: npt.NDArray[np.float64], horizon: int, rng: np.random.Generator
) -> float:
    """The pseudo-regret of one run."""
    arms = len(means)
    totals = np.zeros(arms)
    pulls = np.zeros(arms)
    sizes = np.ones(arms)
    scores = np.zeros(arms)
    best_mean = means.max()
    regret = 0.0
    arm = -1
    left = 0.0
    total = 0.0
    decided = 0
    for t in range(1, horizon + 1):
        if left == 0.0:
            if decided < arms:
                arm = decided
            elif imed:
                y = min(max((totals / pulls).max(), 0.0), 1.0)
                for a in range(arms):
                    x = min(max(totals[a] / pulls[a], 0.0), 1.0)
                    scores[a] = -(pulls[a] * d_eps(x, y, eps) + math.log(pulls[a]))
                arm = int(np.argmax(scores))
            else:
                for a in range(arms):
                    x = min(max(totals[a] / pulls[a], 0.0), 1.0)
                    scores[a] = d_eps_ucb(x, math.log(float(t)) / pulls[a], eps)
                arm = int(np.argmax(scores))
            decided += 1
            left = sizes[arm]
            total = 0.0
        if rng.random() < means[arm]:
            total += 1.0
        regret += best_mean - means[arm]
        left -= 1.0
        if left == 0.0:
            totals[arm] += total + rng.laplace(0.0, 1.0 / eps)
            pulls[arm] += sizes[arm]
            sizes[arm] *= 2.0
    return regret
