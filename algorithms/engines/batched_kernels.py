"""The play of learners in batches whose noisy means they get, as kernels on blocks of losses.

What a run carries from block to block stands in one array: the memory of the learner, the law of
its open batch, the arm (or expert) of that batch, how many rounds it has, and their losses. So a
batch may go on in the next block, and nothing of one that the horizon cuts is summed.

The random stream is consumed in the order of the specification engine: the learner acts; with
advice, the arm of each round is drawn; the noise; the learner learns. Arguments are trusted;
`batched_engine` prepares them.
"""

import numpy as np
from banditproof.theory.compiled import kernel
from .adversarial_kernels import Cycle, fill_advised_law
from .learner_kernels import BEHIND, act, drawn, fill_weights_law, learn
from .regret_kernels import Floats, Integers


@kernel
def released_mean(
    batch: Floats, tau: int, scale: float, step: float, rng: np.random.Generator
) -> float:
    """The noisy mean of a batch: the sum, newest first, plus noise, on its grid, over tau."""
    total = 0.0
    # In the order of the curator's sum, so that both round alike.
    for s in range(tau - 1, -1, -1):
        total += batch[s]
    if scale > 0.0:
        total += rng.laplace(0.0, scale)
    if step > 0.0:
        total = np.rint(total / step) * step
    return total / tau


@kernel
def advised_arm(row: Floats, rng: np.random.Generator) -> int:
    """An arm drawn from the advice of one expert; who is certain needs no random number."""
    for a in range(len(row)):
        if row[a] == 1.0:
            return a
    return drawn(row, rng.random())


@kernel
def play_batches(
    kind: int,
    parameters: Floats,
    tau: int,
    scale: float,
    step: float,
    losses: Floats,
    advice: Cycle,
    start: int,
    rng: np.random.Generator,
    carried: Floats,
    counts: Integers,
) -> float:
    """Play a learner in batches of tau rounds, in each of which it plays one arm, or one expert.

    The block begins after round `start`; the advice repeats its cycle, or has no rounds.
    """
    options = advice.shape[1]
    memory = carried[: options + BEHIND]
    law = carried[options + BEHIND : 2 * options + BEHIND]
    held = carried[2 * options + BEHIND : 2 * options + BEHIND + 2]
    batch = carried[2 * options + BEHIND + 2 :]
    choice = int(held[0])
    filled = int(held[1])
    suffered = 0.0
    for t in range(len(losses)):
        if filled == 0:
            choice = act(kind, parameters, memory, law, rng)
        arm = choice
        if len(advice) > 0:
            arm = advised_arm(advice[(start + t) % len(advice), choice], rng)
        loss = losses[t, arm]
        batch[filled] = loss
        filled += 1
        counts[arm] += 1
        suffered += loss
        if filled == tau:
            mean = released_mean(batch, tau, scale, step, rng)
            learn(kind, parameters, memory, law, choice, mean, rng)
            filled = 0
    held[0] = choice
    held[1] = filled
    return suffered


@kernel
def play_batched_exp4(
    eta: float,
    gamma: float,
    bound: float,
    tau: int,
    scale: float,
    step: float,
    losses: Floats,
    advice: Cycle,
    start: int,
    rng: np.random.Generator,
    carried: Floats,
    counts: Integers,
) -> float:
    """Play batched EXP4 on the rounds after `start`.

    Carried are the released totals of the experts, the sums of the open batch, and its rounds.
    """
    experts = advice.shape[1]
    arms = len(counts)
    totals = carried[:experts]
    sums = carried[experts : 2 * experts]
    filled = int(carried[2 * experts])
    scores = np.zeros(experts)
    weights = np.zeros(experts)
    law = np.zeros(arms)
    for j in range(experts):
        scores[j] = -eta * totals[j]
    fill_weights_law(scores, weights)
    suffered = 0.0
    for t in range(len(losses)):
        rows = advice[(start + t) % len(advice)]
        fill_advised_law(gamma, rows, weights, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        for j in range(experts):
            # The law is at least gamma / K, so only rounding can pass the bound K / gamma; clipping
            # makes the sensitivity that the noise relies on exact.
            sums[j] += loss * min(max(rows[j, arm] / law[arm], 0.0), bound)
        filled += 1
        counts[arm] += 1
        suffered += loss
        if filled == tau:
            for j in range(experts):
                noisy = np.rint((sums[j] + rng.laplace(0.0, scale)) / step) * step
                totals[j] += noisy / tau
                sums[j] = 0.0
                scores[j] = -eta * totals[j]
            fill_weights_law(scores, weights)
            filled = 0
    carried[2 * experts] = filled
    return suffered
