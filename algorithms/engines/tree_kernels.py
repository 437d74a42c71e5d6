"""The play of DP-UCB, as a kernel: one reward and the noises of the blocks that end, per round.

The random stream is consumed in the order of the specification engine: tie break, reward, noise of
each block from the smallest. Sums of blocks are made of two halves, so a round costs O(log T).

Arguments are trusted; `per_round` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .per_round_kernels import passed_before
from .regret_kernels import RANDOM, Floats, Integers, broken_tie, note_regret


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
