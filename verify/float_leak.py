"""How Laplace noise in floating point reveals the data, and that the exact samplers do not.

A float sampler turns one of 2^53 equally likely uniform numbers into a noise, and the answer plus
the noise is rounded to a float again. Which floats can come out depends on the answer: most of
those that come from 0 never come from 1, so one look at the output refutes 1, and the privacy
loss is infinite. (Mironov, 2012, On significance of the least significant bits for differential
privacy.) Here that is shown on single outputs: all uniform numbers that could lead to the output
are tried.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import DiscreteLaplace, IntegerLaplace
from .evidence import Evidence, Grade, JudgedBy
from .exact_laws.sampler_law import output_law

STEPS = 1 << 53
LOG_ERROR = Fraction(1, 1 << 44)
"""What the proof allows the machine's logarithm and product as a relative error: 512 roundings."""
SPARE = 8
"""How many more uniform numbers are tried on either side, for rounding inside the logarithm."""


@dataclass(frozen=True)
class Textbook:
    """-scale sign(u) log(1 - 2|u|) with u uniform on the multiples of 2^-53 in [-1/2, 1/2)."""

    scale: float = 1.0
    name = "textbook"

    def noise(self, k: int) -> float:
        """The noise of the k-th uniform number, 0 < k < 2^53."""
        u = k / STEPS - 0.5
        return -self.scale * math.copysign(1.0, u) * math.log(1 - 2 * abs(u))

    def draw(self, seed: int) -> float:
        """The output with a seed."""
        return self.noise(int(np.random.default_rng(seed).integers(1, STEPS)))


@dataclass(frozen=True)
class NumPyLaplace:
    """NumPy's `Generator.laplace(0, scale)`: scale log(2U), or -scale log(2 - 2U) from U = 1/2 on.

    U is uniform on the multiples of 2^-53 in (0, 1). `follows_numpy` compares the formula with
    NumPy itself.
    """

    scale: float = 1.0
    name = "numpy"

    def noise(self, k: int) -> float:
        """The noise of the k-th uniform number, 0 < k < 2^53."""
        u = k / STEPS
        if u >= 0.5:
            return 0.0 - self.scale * math.log(2.0 - u - u)
        return 0.0 + self.scale * math.log(u + u)

    def draw(self, seed: int) -> float:
        """The output with a seed."""
        return float(np.random.default_rng(seed).laplace(0.0, self.scale))

    def follows_numpy(self, seeds: range) -> bool:
        """Whether the formula gives what NumPy draws, bit for bit, for all the seeds."""
        return all(
            self.noise(round(np.random.default_rng(seed).random() * STEPS)) == self.draw(seed)
            for seed in seeds
        )


FloatSampler = Textbook | NumPyLaplace


def uniforms_for(sampler: FloatSampler, answer: float, output: float) -> list[int]:
    """All k for which the answer plus the k-th noise is, after rounding, the output.

    The noise must lie within two units in the last place of output - answer, so the real k lies
    in the preimage of that interval under the exact quantile function, widened for rounding; all
    of them are tried with the machine's own arithmetic.

    >>> sampler = Textbook()
    >>> 12345 in uniforms_for(sampler, 0.0, sampler.noise(12345))
    True
    """
    gap = Fraction(output) - Fraction(answer)
    slack = 2 * Fraction(math.ulp(output)) + abs(gap) * LOG_ERROR
    with working_precision(160):
        first = math.floor(lower(_position(gap - slack, sampler.scale))) - SPARE
        last = math.ceil(upper(_position(gap + slack, sampler.scale))) + SPARE
    if last - first > 1_000_000:
        raise ValueError(
            f"The output {output} is too near to the answer {answer}: more than a million uniform "
            "numbers lead there; give one further away."
        )
    tried = range(max(first, 1), min(last, STEPS - 1) + 1)
    # Equality of floats is meant: the question is which bits come out.
    return [k for k in tried if answer + sampler.noise(k) == output]


def _position(noise: Fraction, scale: float) -> arb:
    """2^53 times the distribution function of Laplace noise: the real k of a noise."""
    power = (-ball(abs(noise) / exact(scale))).exp() / 2
    return STEPS * (power if noise < 0 else 1 - power)


def leak_of(
    sampler: FloatSampler, answers: tuple[float, float] = (0.0, 1.0), seeds: range = range(64)
) -> Evidence:
    """An output that the first answer gives and the second cannot: an infinite privacy loss.

    Outputs with the given seeds are examined in turn; the witness is the first that is reached
    from the first answer and from no uniform number with the second. `revealed` counts them. The
    certificate assumes that the machine's logarithm is right to LOG_ERROR, far above its error.

    >>> found = leak_of(Textbook())
    >>> found.grade.value, found.numbers["eps"], found.numbers["revealed"] > 20
    ('points', inf, True)
    """
    start = perf_counter()
    if isinstance(sampler, NumPyLaplace) and not sampler.follows_numpy(seeds):
        raise ValueError("This NumPy draws Laplace noise by another formula than the one checked.")
    first, second = answers
    witness, revealed = None, 0
    for seed in seeds:
        output = first + sampler.draw(seed)
        sources = uniforms_for(sampler, first, output)
        if not sources:
            raise ArithmeticError(
                f"The output {output!r} was drawn, but no uniform number gives it."
            )
        if not uniforms_for(sampler, second, output):
            revealed += 1
            witness = witness or (
                f"Seed {seed}: the output {output.hex()} = {output!r} comes from the answer "
                f"{first:g} with the uniform number {sources[0]} / 2^53, and from {second:g} "
                "with none."
            )
    return Evidence(
        Grade.POINTS if witness else Grade.SAMPLED,
        {
            "sampler": sampler.name,
            "eps": math.inf if witness else None,
            "revealed": revealed,
            "examined": len(seeds),
            "allowed_log_error": LOG_ERROR,
            "probability_at_least": Fraction(1, STEPS) if witness else Fraction(0),
        },
        witness,
        perf_counter() - start,
        judged_by=JudgedBy.BANDITPROOF,
    )


def exact_noise_holds(
    noise: DiscreteLaplace | IntegerLaplace, reach: int = 12, sensitivity: int = 1
) -> Evidence:
    """The same question to an exact sampler: the outputs of two answers, from all its choices.

    Every integer in the window is reached from both answers, and the ratio of its probabilities,
    enclosed from the sampler's program, is at most e^(eps) up to the width of the enclosures.

    >>> found = exact_noise_holds(DiscreteLaplace("1/2"))
    >>> found.numbers["unreachable"], found.numbers["largest_ratio"].contains(2)
    ((), True)
    """
    start = perf_counter()
    law = output_law(noise.draw, Fraction(1, 10**15))
    window = range(-reach, reach + sensitivity + 1)
    shifted = {y: law.mass(y - sensitivity) for y in window}
    missing = tuple(y for y in window if law.mass(y).lo == 0 or shifted[y].lo == 0)
    pairs = [(law.mass(y), shifted[y]) for y in window if y not in missing]
    pairs += [(down, up) for up, down in pairs]
    ratio = INFINITE if missing else Enclosure.max(*[up / down for up, down in pairs])
    return Evidence(
        Grade.POINTS,
        {"sampler": str(noise), "unreachable": missing, "largest_ratio": ratio},
        f"The outputs {missing} are not reached from both answers." if missing else None,
        perf_counter() - start,
        judged_by=JudgedBy.BANDITPROOF,
    )
