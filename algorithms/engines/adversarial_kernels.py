"""The play of learners on blocks of losses, as kernels: rounds x arms, in this order of memory.

The memory carries a run from one block to the next. `counts` are the pulls so far; the result of a
kernel is the loss that was suffered in its block.

Arguments are trusted; `adversarial_engine` prepares them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from banditproof.theory.compiled import kernel

from .learner_kernels import act, drawn, fill_weights_law, learn
from .regret_kernels import Floats, Integers

Cycle = npt.NDArray[np.float64]


@kernel
def play_block(
    kind: int,
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play a learner that is told the loss of its own arm."""
    suffered = 0.0
    for t in range(len(losses)):
        arm = act(kind, parameters, memory, law, rng)
        loss = losses[t, arm]
        learn(kind, parameters, memory, law, arm, loss, rng)
        counts[arm] += 1
        suffered += loss
    return suffered


@kernel
def play_informed_block(
    kind: int,
    parameters: Floats,
    losses: Floats,
    rng: np.random.Generator,
    memory: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play exponential weights, which are told all losses of a round."""
    suffered = 0.0
    eta = parameters[0]
    for t in range(len(losses)):
        arm = act(kind, parameters, memory, law, rng)
        for a in range(len(law)):
            memory[a] -= eta * losses[t, a]
        counts[arm] += 1
        suffered += losses[t, arm]
    return suffered


@kernel
def fill_advised_law(gamma: float, advice: Floats, weights: Floats, law: Floats) -> None:
    """The law of EXP4 under one round's advice, given the shares of the experts."""
    arms = len(law)
    for a in range(arms):
        law[a] = 0.0
    for j in range(len(weights)):
        weight = weights[j]
        for a in range(arms):
            law[a] += weight * advice[j, a]
    keep = 1.0 - gamma
    share = gamma / arms
    for a in range(arms):
        law[a] = keep * law[a] + share


@kernel
def play_experts_block(
    eta: float,
    gamma: float,
    losses: Floats,
    advice: Cycle,
    start: int,
    rng: np.random.Generator,
    log_weights: Floats,
    weights: Floats,
    law: Floats,
    counts: Integers,
) -> float:
    """Play EXP4 on the rounds after `start`, where the advice repeats its cycle."""
    suffered = 0.0
    for t in range(len(losses)):
        rows = advice[(start + t) % len(advice)]
        fill_weights_law(log_weights, weights)
        fill_advised_law(gamma, rows, weights, law)
        arm = drawn(law, rng.random())
        loss = losses[t, arm]
        estimate = loss / law[arm]
        for j in range(len(weights)):
            log_weights[j] -= eta * (rows[j, arm] * estimate)
        counts[arm] += 1
        suffered += loss
    return suffered
