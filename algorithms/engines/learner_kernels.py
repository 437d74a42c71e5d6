"""One round of the learners for adversarial losses, as kernels.

A learner is a number (`EXP3`, ...), its parameters, its memory and a law of the next arm:

            parameters                        memory                       draws
    EXP3    eta, gamma                        log-weights                  act
    HTINF   theta, sigma, 1/alpha             estimates, rounds, root nu   act
    FTPL    1/eta, M, arg max?, from zero?    estimates                    act, learn

Exponential weights with full information are as EXP3, with eta alone. `act` fills the law, where
the learner has one, and draws; `learn` reads the law of the same round. The memory has
`arms + BEHIND` places, which are 0 at the start. The random stream is consumed as by the
learners of `algorithms.adversarial`, which say what is computed here.

Arguments are trusted; `adversarial_engine` prepares them.
"""

import math
import numpy as np
from banditproof.theory.compiled import kernel
from .regret_kernels import Floats

EXP3, HTINF, FTPL, EXPONENTIAL_WEIGHTS = range(4)
BEHIND = 2
"""The places of the memory behind those of the arms."""
STEP = 16.0
"""The distance between two references to which weights are relative."""
MOST = 700.0
"""A logarithm whose exponential is a float."""
CLOSE = 1e-8
"""A relative step of Newton's method after which the root is exact up to rounding."""


@kernel
def drawn(law: Floats, u: float) -> int:
    """The arm at u in [0, 1)."""
    total = 0.0
    last = 0
    for a in range(len(law)):
        total += law[a]
        if u < total:
            return a
        if law[a] > 0.0:
            last = a
    # Rounding may leave the total below u: the last arm that has mass takes what is missing.
    return last


@kernel
def reference_of(log_weights: Floats, count: int) -> float:
    """The largest of so many logarithms of weights, rounded down to a multiple of 16."""
    largest = log_weights[0]
    for a in range(1, count):
        largest = max(largest, log_weights[a])
    # The largest weight is then between 1 and e^16: no overflow, and the sum is never 0. The
    # reference changes seldom, so that EXP3 computes one exponential in most rounds.
    return float(STEP * math.floor(largest / STEP))


@kernel
def fill_weights_law(log_weights: Floats, law: Floats) -> None:
    """The law that is proportional to the weights at the front of an array."""
    count = len(law)
    reference = reference_of(log_weights, count)
    total = 0.0
    for a in range(count):
        law[a] = math.exp(log_weights[a] - reference)
        total += law[a]
    for a in range(count):
        law[a] = law[a] / total


@kernel
def mix(gamma: float, law: Floats) -> None:
    """Mix a law with a share gamma of the uniform one."""
    keep = 1.0 - gamma
    share = gamma / len(law)
    for a in range(len(law)):
        law[a] = keep * law[a] + share


@kernel
def fill_exp3_law(
    gamma: float, log_weights: Floats, weights: Floats, reference: float, law: Floats
) -> float:
    """The law of EXP3 from weights that are relative to a reference; return the new reference.

    The weights are computed again if the reference has changed, and else come from `moved_weight`.
    """
    arms = len(law)
    now = reference_of(log_weights, arms)
    if now != reference:
        for a in range(arms):
            weights[a] = math.exp(log_weights[a] - now)
    total = 0.0
    for a in range(arms):
        total += weights[a]
    for a in range(arms):
        law[a] = weights[a] / total
    mix(gamma, law)
    return now


@kernel
def moved_weight(log_weight: float, reference: float) -> float:
    """A weight relative to a reference; one that changes the reference is computed again later."""
    return math.exp(min(log_weight - reference, MOST))


@kernel
def fill_tsallis_law(power: float, stretch: float, memory: Floats, law: Floats) -> None:
    """The law of HTINF; Newton's method starts at the root of the round before.

    The sum of the law is convex and decreasing in the root: a step from above it ends below it, and
    those from below never pass it.
    """
    arms = len(law)
    least = memory[0]
    for a in range(1, arms):
        least = min(least, memory[a])
    for a in range(arms):
        law[a] = (memory[a] - least) / stretch
    # The least estimate has the share nu^-exponent <= 1, so that the root is at least 1.
    nu = max(memory[arms + 1], 1.0)
    exponent = 1.0 / (1.0 - power)
    for _ in range(100):
        total = 0.0
        slope = 0.0
        for a in range(arms):
            base = law[a] + nu
            inverse = 1.0 / base
            x = inverse * inverse if power == 0.5 else base**-exponent
            total += x
            slope += x * inverse
        step = (total - 1.0) / (exponent * slope)
        nu = max(nu + step, 1.0)
        if abs(step) <= CLOSE * nu:
            break
    memory[arms + 1] = nu
    for a in range(arms):
        base = law[a] + nu
        law[a] = 1.0 / (base * base) if power == 0.5 else base**-exponent


@kernel
def stretch_of(sigma: float, power: float, rounds: float) -> float:
    """sigma t^(1/alpha), one over the learning rate of the round after so many."""
    t = rounds + 1.0
    return sigma * (math.sqrt(t) if power == 0.5 else t**power)


@kernel
def learn_htinf(
    largest: float, power: float, memory: Floats, law: Floats, arm: int, loss: float
) -> None:
    """Tell HTINF the loss of its arm, which it skips above `largest` times x^(1/alpha)."""
    root = math.sqrt(law[arm]) if power == 0.5 else law[arm] ** power
    if abs(loss) <= largest * root:
        memory[arm] += loss / law[arm]
    memory[len(law)] += 1.0


@kernel
def perturbed_arm(
    scale: float, largest: bool, memory: Floats, arms: int, rng: np.random.Generator
) -> int:
    """The arm with the least estimate, or with the largest, after a draw of perturbations."""
    best = memory[0] + rng.laplace(0.0, scale)
    arm = 0
    for a in range(1, arms):
        value = memory[a] + rng.laplace(0.0, scale)
        if (value > best) if largest else (value < best):
            best = value
            arm = a
    return arm


@kernel
def resampled(
    parameters: Floats, memory: Floats, arms: int, arm: int, rng: np.random.Generator
) -> float:
    """The number of draws of perturbations until the arm is met, at most M."""
    limit = int(parameters[1])
    largest = parameters[2] > 0.0
    for m in range(1, limit + 1):
        if perturbed_arm(parameters[0], largest, memory, arms, rng) == arm:
            return float(m)
    return 0.0 if parameters[3] > 0.0 else float(limit)


@kernel
def act(
    kind: int, parameters: Floats, memory: Floats, law: Floats, rng: np.random.Generator
) -> int:
    """The next arm of any learner; loops over one learner are faster with its own kernels."""
    if kind == FTPL:
        return perturbed_arm(parameters[0], False, memory, len(law), rng)
    if kind == HTINF:
        power = parameters[2]
        stretch = stretch_of(parameters[1], power, memory[len(law)])
        fill_tsallis_law(power, stretch, memory, law)
    else:
        fill_weights_law(memory, law)
        if kind == EXP3:
            mix(parameters[1], law)
    return drawn(law, rng.random())


@kernel
def learn(
    kind: int,
    parameters: Floats,
    memory: Floats,
    law: Floats,
    arm: int,
    loss: float,
    rng: np.random.Generator,
) -> None:
    """Tell any learner the loss of its arm, which was drawn from the law."""
    arms = len(law)
    if kind == FTPL:
        memory[arm] += loss * resampled(parameters, memory, arms, arm, rng)
    elif kind == EXP3:
        memory[arm] -= parameters[0] * (loss / law[arm])
    else:
        power = parameters[2]
        stretch = stretch_of(parameters[1], power, memory[arms])
        learn_htinf(parameters[0] * stretch, power, memory, law, arm, loss)
