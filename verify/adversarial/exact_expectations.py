"""What a learner's estimates are on average: exact expectations over the arm that it plays.

A learner for adversarial losses is right because its estimates are: the importance-weighted loss of
each arm has the arm's loss as its mean, whatever the state. The mean is a sum over the arms, so it
is computed and not sampled. Where a learner draws in its update (the resampling of FTPL, the noise
of a release), the mean of what it draws has a closed form.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.learner import Law, Learner
from banditproof.algorithms.adversarial.learner_draws import generator_of
from banditproof.algorithms.randomness import Randomness, Scripted, Seed, generator
from banditproof.theory.exact import Number, exact, exact_count, exact_positive

Reading = Callable[[Any], Sequence[float]]
"""What a state knows of each arm: a number that moves in proportion to its estimated loss."""


@dataclass(frozen=True)
class EstimateBias:
    """The largest deviation of a mean estimate from the loss, and where it is."""

    largest: float
    after: tuple[tuple[int, float], ...]
    arm: int

    @property
    def witness(self) -> str:
        """The forced history and the arm, in words."""
        shown = ", ".join(f"arm {arm} with loss {loss:g}" for arm, loss in self.after)
        return f"arm {self.arm} after {shown or 'nothing'}"


def estimate_bias(
    learner: Learner[Any],
    reading: Reading,
    histories: Sequence[Sequence[tuple[int, float]]],
    losses: Sequence[float],
    per_loss: float,
) -> EstimateBias:
    """The largest |E[movement of a reading] / per_loss - loss| over histories and arms.

    The learner is fed each history; then the expectation is over its own next arm.

    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> found = estimate_bias(
    ...     EXP3(eta="0.5", gamma="0.2"), lambda s: s, [[], [(0, 1.0)]], (0.25, 1.0), per_loss=-0.5
    ... )
    >>> found.largest < 1e-12
    True
    """
    worst = EstimateBias(0.0, (), 0)
    still = np.random.default_rng(0)
    for history in histories:
        state = learner.start(len(losses))
        for arm, loss in history:
            state = learner.update(state, arm, loss, still)
        before = np.asarray(reading(state), float)
        moved = np.zeros(len(losses))
        for arm, chance in enumerate(learner.law(state)):
            after = np.asarray(reading(learner.update(state, arm, losses[arm], still)), float)
            moved += chance * (after - before)
        off = np.abs(moved / per_loss - np.asarray(losses))
        if not off.max() <= worst.largest:  # not a number is the largest
            worst = EstimateBias(float(off.max()), tuple(history), int(off.argmax()))
    return worst


def acting_law(act: Callable[[Randomness], int], arms: int, steps: int = 1000) -> Law:
    """How often each arm is chosen while the uniform number of a decision runs through a grid.

    A decision that takes one number, and the arm in whose part of [0, 1) it is, has each
    probability up to 1 / steps. One that asks for more randomness is a ValueError.

    >>> acting_law(lambda chance: int(chance.uniform() < 0.25), arms=2)
    (0.75, 0.25)
    """
    counts = [0] * arms
    for place in range(exact_count("steps", steps, least=1)):
        counts[act(Scripted(uniforms=[(place + 0.5) / steps]))] += 1
    return tuple(count / steps for count in counts)


def law_deviation(
    learner: Learner[Any], histories: Sequence[Sequence[tuple[int, float]]], arms: int
) -> EstimateBias:
    """The largest distance between the law of a learner and the shares with which it acts.

    The expectations of `estimate_bias` are those of its law, so what it plays must have it.

    >>> from banditproof.algorithms.adversarial.exp3 import EXP3
    >>> found = law_deviation(EXP3(eta="0.5", gamma="0.2"), [[], [(0, 1.0)]], arms=2)
    >>> found.largest < 1 / 1000 + 1e-9
    True
    """
    worst, still = EstimateBias(0.0, (), 0), np.random.default_rng(0)
    for history in histories:
        state = learner.start(arms)
        for arm, loss in history:
            state = learner.update(state, arm, loss, still)
        shares = acting_law(partial(_acted, learner, state), arms)
        off = np.abs(np.asarray(shares) - np.asarray(learner.law(state)))
        if not off.max() <= worst.largest:
            worst = EstimateBias(float(off.max()), tuple(history), int(off.argmax()))
    return worst


def _acted(learner: Learner[Any], state: Any, chance: Randomness) -> int:
    return learner.act(state, generator_of(chance))


def resampling_mean(chance: Number, limit: int) -> Fraction:
    """The exact mean (1 - (1 - p)^M) / p of min(G, M), with G geometric of parameter p.

    >>> resampling_mean("0.5", 3)
    Fraction(7, 4)
    """
    p, most = exact_positive("p", chance), exact_count("M", limit, least=1)
    return (1 - (1 - p) ** most) / p


def resampling_mean_from_zero(chance: Number, limit: int) -> Fraction:
    """The exact mean of the printed counter, which is 0 where no draw fits.

    E[p M_t] = 1 - (1 - p)^M - M p (1 - p)^M: less than it should be by M p (1 - p)^M.

    >>> resampling_mean_from_zero("0.5", 3)
    Fraction(11, 8)
    """
    p, most = exact_positive("p", chance), exact_count("M", limit, least=1)
    return (1 - (1 - p) ** most * (1 + most * p)) / p


def sampled_resampling(
    resampled: Callable[[np.random.Generator], int], limit: int, draws: int, level: float, rng: Seed
) -> tuple[float, float]:
    """The mean of so many counters of [0, limit + 1], and how far it is from its expectation.

    The distance is at most (M + 1) sqrt(log(2 / level) / (2 n)), except with probability `level`
    (Hoeffding).
    """
    chance = generator(rng)
    counts = [min(resampled(chance), limit + 1) for _ in range(draws)]
    distance = (limit + 1) * math.sqrt(math.log(2.0 / level) / (2.0 * draws))
    return float(np.mean(counts)), distance


def clipped_mean(loss: Number, scale: Number) -> float:
    """The mean of a noisy loss after it is clipped to [0, 1]: l + s (e^(-l/s) - e^(-(1-l)/s)) / 2.

    It is the loss only at l = 1/2, so a learner that clips what it sees has a bias.

    >>> round(clipped_mean(0, 1), 6), round(clipped_mean("0.5", 1), 6)
    (0.31606, 0.5)
    """
    x, s = float(exact(loss)), float(exact_positive("scale", scale))
    return x + s * (math.exp(-x / s) - math.exp(-(1.0 - x) / s)) / 2.0
