"""The rounds of an episode of OFUL as a kernel: contexts, the best index, a reward, and V^-1.

Arguments are trusted; `oful_engine` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .regret_kernels import RANDOM, Floats, Integers, broken_tie

SPHERE, NORMAL, LISTED = range(3)
LAW, SPREAD, SIGMA, LONGEST, REACH, RADIUS, THRESHOLD = range(7)
"""The places of the numbers that a kernel gets."""


@kernel
def offer(
    law: int, spread: float, table: Floats, t: int, rng: np.random.Generator, rows: Floats
) -> None:
    """Write the vectors that round t offers, counted from 0."""
    arms, d = rows.shape
    if law == LISTED:
        rows[:, :] = table[t % len(table)]
        return
    mean = 1.0 / math.sqrt(float(d))
    for a in range(arms):
        squares = 0.0
        for i in range(d):
            z = rng.standard_normal()
            rows[a, i] = mean + spread * z if law == NORMAL else z
            squares += z * z
        if law == SPHERE:
            length = math.sqrt(squares)
            for i in range(d):
                rows[a, i] /= length


@kernel
def shorten(row: Floats, longest: float) -> None:
    """Shorten a vector that is longer than `longest`."""
    squares = 0.0
    for i in range(len(row)):
        squares += row[i] * row[i]
    length = math.sqrt(squares)
    # The margin keeps a vector of this very length from being changed by the rounding of its norm.
    if length > longest * (1 + 1e-13):
        for i in range(len(row)):
            row[i] *= longest / length


@kernel
def product(row: Floats, matrix: Floats, image: Floats) -> float:
    """Write matrix row into `image`, and return row^T matrix row."""
    total = 0.0
    for i in range(len(row)):
        entry = 0.0
        for j in range(len(row)):
            entry += matrix[i, j] * row[j]
        image[i] = entry
    for i in range(len(row)):
        total += row[i] * image[i]
    return total


@kernel
def play_oful_episode(
    numbers: Floats,
    ties: int,
    table: Floats,
    direction: Floats,
    theta: Floats,
    shape: Floats,
    start: int,
    stop: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    gram: Floats,
    inverse: Floats,
    total: Floats,
    carried: Floats,
    count: Integers,
    curve: Floats,
    seen: Floats,
    rewards: Floats,
    uniforms: Floats,
) -> int:
    """Play the rounds after `start` until the episode ends, at most up to `stop`.

    `gram` is V, `inverse` its inverse, `total` the sum of the rewards times their vectors, and
    `carried` has log det V since the update, the regret, and the number of broken ties; they carry
    the run from one call to the next. `direction` is the unknown theta. What is drawn is written to
    `seen`, `rewards` and `uniforms`, unless these are empty. Returns the last round.
    """
    law, longest, reach = int(numbers[LAW]), numbers[LONGEST], numbers[REACH]
    sigma, radius = numbers[SIGMA], numbers[RADIUS]
    arms, d = table.shape[1], table.shape[2]
    rows = np.zeros((arms, d))
    image = np.zeros(d)
    tied = np.zeros(arms, np.int64)
    records = len(rewards) > 0
    passed = 0
    while passed < len(checkpoints) and checkpoints[passed] <= start:
        passed += 1
    t = start
    while t < stop and carried[0] <= numbers[THRESHOLD]:
        offer(law, numbers[SPREAD], table, t, rng, rows)
        if records:
            seen[t] = rows
        best, most, options = 0.0, 0.0, 0
        mean = 0.0
        means = carried[3:]
        for a in range(arms):
            mean = 0.0
            for i in range(d):
                mean += rows[a, i] * direction[i]
            means[a] = mean
            most = mean if a == 0 else max(most, mean)
            shorten(rows[a], longest)
            length = product(rows[a], shape, image)
            index = 0.0
            for i in range(d):
                index += theta[i] * rows[a, i]
            index += radius * math.sqrt(max(length, 0.0))
            if a == 0 or index > best:
                best = index
                options = 0
            if index == best:
                tied[options] = a
                options += 1
        u = 0.0
        if options > 1 and ties == RANDOM:
            u = rng.random()
            if records:
                uniforms[int(carried[2])] = u
            carried[2] += 1.0
        arm = broken_tie(tied, options, ties, u)
        mean = means[arm]
        if sigma >= 0.0:
            reward = mean + sigma * rng.standard_normal()
        else:
            reward = 1.0 if rng.random() < (1.0 + mean) / 2.0 else -1.0
        if records:
            rewards[t] = reward
        reward = min(max(reward, -reach), reach)
        # Sherman and Morrison: V + x x^T has the inverse V^-1 - (V^-1 x)(V^-1 x)^T / (1 + x^T V^-1
        # x), and its determinant grows by the factor in the denominator.
        gain = product(rows[arm], inverse, image)
        for i in range(d):
            total[i] += reward * rows[arm, i]
            for j in range(d):
                gram[i, j] += rows[arm, i] * rows[arm, j]
                inverse[i, j] -= image[i] * image[j] / (1.0 + gain)
        carried[0] += math.log1p(gain)
        carried[1] += most - mean
        count[arm] += 1
        t += 1
        if passed < len(checkpoints) and checkpoints[passed] == t:
            curve[passed] = carried[1]
            passed += 1
    return t
