"""The play of TTUCB until it stops, round by round, as a kernel.

From equal generators it makes the same pulls as the specification engine. Arguments are trusted;
`identification_engine` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .identification_kernels import largest
from .regret_kernels import Floats, Integers

LIKELIHOOD, CALIBRATED, HEURISTIC = range(3)


@kernel
def _level(rule: int, constant: float, first: int, second: int, arms: int, t: int) -> float:
    """The threshold of two arms with so many pulls, in round t; `constant` depends on delta."""
    if rule == LIKELIHOOD:
        return arms * math.log(t * (t + 1.0)) + constant
    if rule == CALIBRATED:
        return constant + 2.0 * (math.log(4.0 + math.log(first)) + math.log(4.0 + math.log(second)))
    return constant + math.log1p(math.log(first)) + math.log1p(math.log(second))


@kernel
def play_ttucb(
    rule: int,
    constant: float,
    margin: bool,
    variance: float,
    share_above: int,
    share_below: int,
    means: Floats,
    sigma: float,
    longest: int,
    rng: np.random.Generator,
    counts: Integers,
    answers: Floats,
) -> None:
    """Play one run for each row of `counts` and `answers`, which are filled; -1 for no answer.

    Rewards are normal if sigma is at least 0, and Bernoulli otherwise.
    """
    arms = len(means)
    total = np.zeros(arms)
    mean = np.zeros(arms)
    bound = np.zeros(arms)
    leads = np.zeros(arms, np.int64)
    led = np.zeros(arms, np.int64)
    scale = 2.0 * variance
    for run in range(counts.shape[0]):
        pulls = counts[run]
        pulls[:] = 0
        total[:] = 0.0
        leads[:] = 0
        led[:] = 0
        answer = -1
        t = 0
        while t < longest and answer < 0:
            arm = t
            if t >= arms:
                log_t = math.log(t + 1.0)
                level = scale * (math.log1p((t + 1) * (log_t * log_t)) if margin else log_t)
                for a in range(arms):
                    bound[a] = mean[a] + math.sqrt(level / pulls[a])
                leader = largest(bound)
                arm = leader
                if led[leader] * share_below > share_above * (leads[leader] + 1):
                    least = math.inf
                    for a in range(arms):
                        if a == leader:
                            continue
                        gap = mean[leader] - mean[a]
                        cost = 0.0
                        if gap > 0.0:
                            cost = gap * gap / (scale * (1.0 / pulls[leader] + 1.0 / pulls[a]))
                        if cost < least:
                            least = cost
                            arm = a
                leads[leader] += 1
                if arm == leader:
                    led[leader] += 1
            reward = 0.0
            if sigma >= 0.0:
                reward = means[arm] + sigma * rng.standard_normal()
            elif rng.random() < means[arm]:
                reward = 1.0
            pulls[arm] += 1
            total[arm] += reward
            mean[arm] = total[arm] / pulls[arm]
            t += 1
            if t < arms:
                continue
            best = largest(mean)
            answer = best
            for a in range(arms):
                if a == best:
                    continue
                gap = mean[best] - mean[a]
                cost = 0.0
                if gap > 0.0:
                    cost = gap * gap / (scale * (1.0 / pulls[best] + 1.0 / pulls[a]))
                # the constant alone is a lower bound, which is cheaper
                if cost < constant or not cost >= _level(
                    rule, constant, pulls[best], pulls[a], arms, t
                ):
                    answer = -1
                    break
        answers[run, 0] = answer
