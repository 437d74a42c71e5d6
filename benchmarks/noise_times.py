"""Whether the time of a release tells something of its noise, or of the rewards in it."""

import time
from collections.abc import Callable, Iterator
import numpy as np
from scipy.stats import spearmanr
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.reward_space import UNIT
from banditproof.algorithms.separate_streams import SeparateStreams
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
)
from .measurement import Measurement

DRAWS = 20_000
UNEVEN = (IntegerLaplace(10), DiscreteLaplace("0.9"), DiscreteGaussian(sigma_squared=100))
EVEN = (Laplace(10), Gaussian(sigma_squared=100))


def correlation(noise: Callable[[Mechanism], float], mechanism: Mechanism) -> float:
    """Spearman's correlation of the size of each noise with the time until it was there."""
    sizes, times = np.empty(DRAWS), np.empty(DRAWS)
    for k in range(DRAWS):
        start = time.perf_counter_ns()
        value = noise(mechanism)
        times[k] = time.perf_counter_ns() - start
        sizes[k] = abs(value)
    return abs(float(spearmanr(sizes, times).statistic))


def noise_times() -> Iterator[Measurement]:
    """Noises of plays by `play_apart`, beside draws at the moment when they are needed."""
    for mechanism in (*UNEVEN, *EVEN):
        value = correlation(SeparateStreams(1).noise, mechanism)
        direct = correlation(Sampled(1).noise, mechanism)
        name = f"time of {type(mechanism).__name__} noise, correlation with its size"
        measured = Measurement(name, value, "rank correlation", 0.05, at_most=True)
        yield measured.beside("drawn when it is needed", direct)


def releases() -> Iterator[Measurement]:
    """The time in which a reward of NumPy is read and released, beside that of a reward 1."""
    clipped, curator, source = UNIT.clipping(), Curator(), Sampled(1)

    def seconds(raw: float) -> float:
        times = np.empty(DRAWS)
        for k in range(DRAWS):
            start = time.perf_counter_ns()
            held = curator.read((0,), 0, Traced.reward(1, clipped(raw)))
            curator.release(held, 0, Laplace(10), source)
            times[k] = time.perf_counter_ns() - start
        return float(np.median(times)) / 1e9

    value = seconds(np.float64(0.3)) * 1e6
    measured = Measurement("release of a reward np.float64(0.3)", value, "us")
    yield measured.beside("that of a reward 1", seconds(1) * 1e6)
