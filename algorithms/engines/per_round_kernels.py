"""The play, round by round, of the policies that decide before every pull, as kernels.

The random stream is consumed in the order of the specification engine: tie break or posterior
draws, reward, noise; DP-UCB draws that of each block that ends, from the smallest. So both engines
make the same pulls from equal generators. A run may be played in several calls, between which an
interruption is seen; its draws are the same.

Arguments are trusted; `per_round` prepares them.
"""

import math
import numpy as np
from banditproof.theory.bernoulli_kernels import kl
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import kl_ucb_log_complement
from .regret_kernels import RANDOM, Floats, Integers, broken_tie, note_regret

UCB, KL_UCB, IMED = range(3)
LOG_TIME, LOG_WITH_MARGIN, CONSTANT = range(3)


@kernel
def level_at(rate: int, constant: float, t: int) -> float:
    """The logarithm in the confidence bounds of round t."""
    if rate == CONSTANT:
        return constant
    log_t = math.log(float(t))
    return math.log1p(t * (log_t * log_t)) if rate == LOG_WITH_MARGIN else log_t


@kernel
def fill_scores(
    kind: int, exploration: float, level: float, totals: Floats, counts: Integers, scores: Floats
) -> None:
    """The score of each arm at a level of confidence; the largest is pulled."""
    arms = len(totals)
    if kind == KL_UCB:
        for a in range(arms):
            n = float(counts[a])
            scores[a] = kl_ucb_log_complement(totals[a] / n, level / n)
        return
    width = exploration * level
    for a in range(arms):
        n = float(counts[a])
        scores[a] = totals[a] / n + math.sqrt(width / n)


@kernel
def fill_imed_scores(totals: Floats, counts: Integers, tangents: Floats, scores: Floats) -> None:
    """The score of each arm by IMED, and -inf for an arm that surely has not the largest one.

    An index n kl(x, q) + log(n) is convex in the best mean q, so that it stays above its tangent
    where it was computed: `tangents` holds value, slope and q for each arm, and all 0 for an arm
    that was pulled since. It is far from float errors where it is above the index of the best arm.
    """
    arms = len(totals)
    best = totals[0] / counts[0]
    for a in range(1, arms):
        best = max(best, totals[a] / counts[a])
    least = math.inf
    for a in range(arms):
        if totals[a] / counts[a] == best:
            scores[a] = -math.log(float(counts[a]))
            least = min(least, -scores[a])
    for a in range(arms):
        n = float(counts[a])
        mean = totals[a] / n
        if mean == best:
            continue
        value = tangents[a, 0]
        if value + tangents[a, 1] * (best - tangents[a, 2]) - 1e-9 * (value + 1.0) > least:
            scores[a] = -math.inf
            continue
        value = n * kl(mean, best) + math.log(n)
        scores[a] = -value
        tangents[a] = 0.0
        if best < 1.0:
            tangents[a, 0] = value
            tangents[a, 1] = n * (best - mean) / (best * (1.0 - best))
            tangents[a, 2] = best


@kernel
def passed_before(checkpoints: Integers, t: int) -> int:
    """How many checkpoints are among the first t rounds."""
    passed = 0
    while passed < len(checkpoints) and checkpoints[passed] <= t:
        passed += 1
    return passed


@kernel
def play_open_index(
    kind: int,
    exploration: float,
    rate: int,
    constant: float,
    sigma: float,
    ties: int,
    means: Floats,
    gaps: Floats,
    start: int,
    stop: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    count: Integers,
    curve: Floats,
    totals: Floats,
) -> None:
    """Play the rounds of an index policy after `start`, up to `stop`.

    `count`, `totals` and `curve` hold the pulls and the rewards of the arms, and the regret at the
    checkpoints; all zero at first, they carry the run from one call to the next. Rewards are normal
    with standard deviation sigma, and Bernoulli for a negative sigma.
    """
    arms = len(means)
    scores = np.zeros(arms)
    tangents = np.zeros((arms, 3))
    tied = np.zeros(arms, np.int64)
    passed = passed_before(checkpoints, start)
    for t in range(start, stop):
        if t < arms:
            arm = t
        else:
            if kind == IMED:
                fill_imed_scores(totals, count, tangents, scores)
            else:
                level = level_at(rate, constant, t + 1)
                fill_scores(kind, exploration, level, totals, count, scores)
            best = scores[0]
            options = 0
            for a in range(arms):
                if scores[a] > best:
                    best = scores[a]
                    options = 0
                if scores[a] == best:
                    tied[options] = a
                    options += 1
            # No draw without a tie: the stream stays that of the specification engine.
            u = rng.random() if options > 1 and ties == RANDOM else 0.0
            arm = broken_tie(tied, options, ties, u)
        if passed < len(checkpoints):
            passed = note_regret(curve, checkpoints, passed, gaps, count, arm, t, t + 1)
        if sigma >= 0.0:
            totals[arm] += means[arm] + sigma * rng.standard_normal()
        elif rng.random() < means[arm]:
            totals[arm] += 1.0
        count[arm] += 1
        tangents[arm] = 0.0


@kernel
def play_lazy_dp_ts(
    eps: float,
    bonus: float,
    scale: float,
    means: Floats,
    gaps: Floats,
    start: int,
    stop: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    count: Integers,
    curve: Floats,
    known: Floats,
) -> None:
    """Play the rounds of Lazy-DP-TS after `start`, up to `stop`.

    `count`, `curve` and the rows of `known` are all zero at first, and carry the run from one call
    to the next.
    """
    arms = len(means)
    sizes, released_means, buffered, sums = known[0], known[1], known[2], known[3]
    passed = passed_before(checkpoints, start)
    for t in range(start, stop):
        if t < arms:
            arm = t
        else:
            arm = 0
            best = -1.0
            bonus_t = bonus * math.log(t + 1.0)
            for a in range(arms):
                p = released_means[a] + bonus_t / (eps * sizes[a])
                p = min(max(p, 0.0), 1.0)
                draw = rng.beta(p * sizes[a] + 1.0, (1.0 - p) * sizes[a] + 1.0)
                if draw > best:
                    best = draw
                    arm = a
        if passed < len(checkpoints):
            passed = note_regret(curve, checkpoints, passed, gaps, count, arm, t, t + 1)
        if rng.random() < means[arm]:
            sums[arm] += 1.0
        buffered[arm] += 1.0
        count[arm] += 1
        if buffered[arm] == max(2.0 * sizes[arm], 1.0):
            sizes[arm] = buffered[arm]
            released_means[arm] = (sums[arm] + rng.laplace(0.0, scale)) / sizes[arm]
            buffered[arm] = 0.0
            sums[arm] = 0.0


@kernel
def end_blocks(
    reward: float,
    pulls: int,
    scale: float,
    rng: np.random.Generator,
    halves: Floats,
    blocks: Floats,
    above: Floats,
) -> float:
    """Note a reward, the last of so many pulls of its arm; return the private sum of them all.

    `halves` has the sum of the last first half of a block of each level, `blocks` the last released
    block of each level; of the largest, their sum. `above` has at each bit of the number of pulls
    the sum of the blocks at this bit and the higher ones.
    """
    top = len(blocks) - 1
    block = reward
    k = 0
    while True:
        released = block + rng.laplace(0.0, scale)
        blocks[k] = released if k < top else blocks[k] + released
        if k == top:
            break
        # A binary counter: the bit is set now, so this block is a first half that waits for its
        # second; where it is 0, both halves are there and the next level ends, too.
        if pulls >> k & 1:
            halves[k] = block
            break
        block += halves[k]
        k += 1
    # The blocks at the bits of the number of pulls are disjoint and make up all pulls. Its bits
    # below k are 0 now, and the blocks at those above are as they were.
    total = blocks[k]
    if k < top:
        j = k + 1
        while j < top and not pulls >> j & 1:
            j += 1
        if pulls >> j:
            total = above[j] + total
    above[k] = total
    return float(total)


@kernel
def play_tree_ucb(
    constant: float,
    growth: float,
    private: float,
    scale: float,
    ties: int,
    means: Floats,
    gaps: Floats,
    start: int,
    stop: int,
    checkpoints: Integers,
    rng: np.random.Generator,
    count: Integers,
    curve: Floats,
    known: Floats,
) -> None:
    """Play the rounds of DP-UCB after `start`, up to `stop`.

    `count` and `curve` hold the pulls and the regret at the checkpoints; `known` has the total, the
    halves, the blocks and the sums of blocks of each arm in a row. All zero at first, they carry
    the run from one call to the next. The index of an arm with n pulls is
    (total + private) / n + sqrt((constant + growth log t) / n).
    """
    arms = len(means)
    levels = known.shape[1] // 3
    scores = np.zeros(arms)
    tied = np.zeros(arms, np.int64)
    passed = passed_before(checkpoints, start)
    pulled = -1  # the only arm whose score is old, where scores do not depend on the round
    for t in range(start, stop):
        if t < arms:
            arm = t
        else:
            level = constant if growth == 0.0 else constant + growth * math.log(t + 1.0)
            best = -math.inf
            options = 0
            for a in range(arms):
                if growth != 0.0 or pulled < 0 or a == pulled:
                    n = float(count[a])
                    scores[a] = (known[a, 0] + private) / n + math.sqrt(level / n)
                if scores[a] > best:
                    best = scores[a]
                    options = 0
                if scores[a] == best:
                    tied[options] = a
                    options += 1
            u = rng.random() if options > 1 and ties == RANDOM else 0.0
            pulled = arm = broken_tie(tied, options, ties, u)
        if passed < len(checkpoints):
            passed = note_regret(curve, checkpoints, passed, gaps, count, arm, t, t + 1)
        reward = 1.0 if rng.random() < means[arm] else 0.0
        count[arm] += 1
        halves = known[arm, 1 : 1 + levels]
        blocks = known[arm, 1 + levels : 1 + 2 * levels]
        above = known[arm, 1 + 2 * levels :]
        known[arm, 0] = end_blocks(reward, count[arm], scale, rng, halves, blocks, above)
