"""The play of policies that stop, as kernels: AdaP-TT and its kin, and TTUCB.

The private ones cost one Binomial and one Laplace draw for each private mean: between two releases
nothing that is known changes, so their stopping rule is evaluated at releases only; the challenger
moves with the pulls. TTUCB is played round by round; from equal generators it makes the same pulls
as the specification engine. Arguments are trusted; `identification_engine` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .regret_kernels import Floats, Integers

LIKELIHOOD, CALIBRATED, HEURISTIC = range(3)
"""The rules of the threshold of TTUCB, in the order of its own list."""


@kernel
def largest(values: Floats) -> int:
    """The place of the largest entry, the first of several."""
    result = 0
    for a in range(1, len(values)):
        if values[a] > values[result]:
            result = a
    return result


@kernel
def private_answer(
    cut: float,
    scale: float,
    changes_at: float,
    near: Floats,
    far: Floats,
    mean: Floats,
    samples: Integers,
    phases: Integers,
) -> int:
    """The best private mean, if its cost against every other one reaches the threshold; else -1.

    `near` and `far` are the thresholds below the gap `changes_at` and from it on, with a row and a
    column for each number of private means.
    """
    best = largest(mean)
    for a in range(len(mean)):
        if a == best:
            continue
        gap = mean[best] - mean[a]
        cost = 0.0
        if gap > 0.0:
            cost = gap * min(cut, gap) / (scale * (1.0 / samples[best] + 1.0 / samples[a]))
        level = near[phases[best], phases[a]]
        if gap >= changes_at:
            level = far[phases[best], phases[a]]
        # "Not at least" also where a threshold is no number: then there is no answer.
        if not cost >= level:
            return -1
    return best


@kernel
def play_private_top_two(
    uniform: bool,
    over_time: bool,
    clipped: bool,
    share_above: int,
    share_below: int,
    eps: float,
    noise_scale: float,
    step: float,
    cut: float,
    scale: float,
    changes_at: float,
    near: Floats,
    far: Floats,
    means: Floats,
    longest: int,
    rng: np.random.Generator,
    counts: Integers,
    answers: Floats,
    arms_released: Integers,
    sums: Floats,
    noises: Floats,
) -> int:
    """Play one run for each row of `counts` and `answers`, which are filled; -1 for no answer.

    The leader is pulled while its led pulls are at most share_above / share_below of the rounds it
    led. `step` is that of the grid of released numbers. `arms_released`, `sums` and `noises` record
    the releases of the last run, whose number is returned.
    """
    arms = len(means)
    mean = np.zeros(arms)
    bound = np.zeros(arms)
    price = np.zeros(arms)
    inverse = np.zeros(arms)
    samples = np.zeros(arms, np.int64)
    phases = np.zeros(arms, np.int64)
    doubled = np.zeros(arms, np.int64)
    leads = np.zeros(arms, np.int64)
    led = np.zeros(arms, np.int64)
    released = 0
    for run in range(counts.shape[0]):
        pulls = counts[run]
        pulls[:] = 0
        phases[:] = 0
        doubled[:] = 1
        leads[:] = 0
        led[:] = 0
        t = 0
        released = 0
        answer = -1
        leader = 0
        while t < longest and answer < 0:
            arm = t % arms
            if t >= arms and not uniform:
                if over_time:
                    level = math.log(t + 1.0)
                    for a in range(arms):
                        n = samples[a]
                        bound[a] = mean[a] + (math.sqrt(level / (2.0 * n)) + level / (eps * n))
                    result = largest(bound)
                    if result != leader:
                        leader = result
                        for a in range(arms):
                            gap = mean[leader] - mean[a]
                            price[a] = gap * min(cut, gap) if gap > 0.0 else 0.0
                arm = leader
                # The shares are compared in whole numbers: no rounding decides between leader and
                # challenger.
                if led[leader] * share_below > share_above * (leads[leader] + 1):
                    least = math.inf
                    own = inverse[leader]
                    for a in range(arms):
                        if a != leader:
                            cost = price[a] / (scale * (own + inverse[a]))
                            if cost < least:
                                least = cost
                                arm = a
                leads[leader] += 1
                if arm == leader:
                    led[leader] += 1
            pulls[arm] += 1
            inverse[arm] = 1.0 / pulls[arm]
            t += 1
            if pulls[arm] < doubled[arm]:
                continue
            # Half of the pulls came since the last release. No decision in between reads a reward,
            # so their sum is drawn here as one number.
            batch = max(1, pulls[arm] // 2)
            total = float(rng.binomial(batch, means[arm]))
            noise = rng.laplace(0.0, noise_scale)
            arms_released[released] = arm
            sums[released] = total
            noises[released] = noise
            released += 1
            mean[arm] = step * float(np.rint((total + noise) / step)) / batch
            if clipped:
                mean[arm] = min(max(mean[arm], 0.0), 1.0)
            samples[arm] = batch
            phases[arm] += 1
            doubled[arm] = 2 * pulls[arm]
            if t < arms:
                continue
            answer = private_answer(cut, scale, changes_at, near, far, mean, samples, phases)
            if not over_time:
                for a in range(arms):
                    k = phases[a]
                    n = samples[a]
                    bound[a] = mean[a] + (math.sqrt(k / n) + k / (eps * n))
                leader = largest(bound)
            for a in range(arms):
                gap = mean[leader] - mean[a]
                price[a] = gap * min(cut, gap) if gap > 0.0 else 0.0
        answers[run, 0] = answer
    return released


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
