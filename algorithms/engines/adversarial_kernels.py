"""The play of learners on blocks of losses, as kernels: rounds x arms, in this order of memory.

The memory carries a run from one block to the next. `counts` are the pulls so far; the result of a
kernel is the loss that was suffered in its block.

Arguments are trusted; `adversarial_engine` prepares them.
"""

import math
import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import kernel
from .learner_kernels import (
    drawn,
    fill_exp3_law,
    fill_tsallis_law,
    fill_weights_law,
    learn_htinf,
    mix,
    moved_weight,
    perturbed_arm,
    resampled,
    stretch_of,
)
from .regret_kernels import Floats, Integers

Cycle = npt.NDArray[np.float64]


@kernel
def play_exp3_block(
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play EXP3, which observes the loss of its own arm."""
    eta = parameters[0]
    gamma = parameters[1]
    weights = np.zeros(len(law))
    # No reference yet: the first round computes all weights, and later ones the weight that moved.
    reference = math.inf
    suffered = 0.0
    for t in range(len(losses)):
        reference = fill_exp3_law(gamma, memory, weights, reference, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        memory[arm] -= eta * (loss / law[arm])
        weights[arm] = moved_weight(memory[arm], reference)
        counts[arm] += 1
        suffered += loss
    return suffered


@kernel
def play_htinf_block(
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play HTINF, which observes the loss of its own arm."""
    theta = parameters[0]
    sigma = parameters[1]
    power = parameters[2]
    arms = len(law)
    suffered = 0.0
    for t in range(len(losses)):
        stretch = stretch_of(sigma, power, memory[arms])
        fill_tsallis_law(power, stretch, memory, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        learn_htinf(theta * stretch, power, memory, law, arm, loss)
        counts[arm] += 1
        suffered += loss
    return suffered


@kernel
def play_ftpl_block(
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play FTPL, which observes the loss of its own arm."""
    suffered = 0.0
    for t in range(len(losses)):
        arm = perturbed_arm(parameters[0], False, memory, len(law), rng)
        loss = losses[t, arm]
        memory[arm] += loss * resampled(parameters, memory, len(law), arm, rng)
        counts[arm] += 1
        suffered += loss
    return suffered


@kernel
def play_weights_block(
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play exponential weights, which observe all losses of a round."""
    eta = parameters[0]
    arms = len(law)
    suffered = 0.0
    for t in range(len(losses)):
        fill_weights_law(memory, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        for a in range(arms):
            memory[a] -= eta * losses[t, a]
        counts[arm] += 1
        suffered += loss
    return suffered


@kernel
def fill_advised_law(gamma: float, advice: Floats, shares: Floats, law: Floats) -> None:
    """The law of EXP4 under one round's advice, given the shares of the experts."""
    arms = len(law)
    for a in range(arms):
        law[a] = 0.0
    for j in range(len(shares)):
        share = shares[j]
        for a in range(arms):
            law[a] += share * advice[j, a]
    mix(gamma, law)


@kernel
def play_exp4(
    eta: float,
    gamma: float,
    scale: float,
    step: float,
    losses: Floats,
    advice: Cycle,
    start: int,
    rng: np.random.Generator,
    log_weights: Floats,
    counts: Integers,
) -> float:
    """Play EXP4 on the rounds after `start`, where the advice repeats its cycle.

    It observes the loss of its arm, with noise of a positive scale on a grid, or without noise.
    """
    weights = np.zeros(len(log_weights))
    law = np.zeros(len(counts))
    suffered = 0.0
    for t in range(len(losses)):
        rows = advice[(start + t) % len(advice)]
        fill_weights_law(log_weights, weights)
        fill_advised_law(gamma, rows, weights, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        observed = loss
        if scale > 0.0:
            observed = np.rint((loss + rng.laplace(0.0, scale)) / step) * step
        estimate = observed / law[arm]
        for j in range(len(weights)):
            log_weights[j] -= eta * (rows[j, arm] * estimate)
        counts[arm] += 1
        suffered += loss
    return suffered
