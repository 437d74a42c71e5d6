"""The time of a divergence, an index and a certificate."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any
import mpmath
import numpy as np
from banditproof.algorithms import DPKLUCB
from banditproof.algorithms.engines.engine import Experiment, Floats
from banditproof.algorithms.engines.phase_level import IndexEngine, phase_level_engine
from banditproof.theory import (
    BernoulliBandit,
    certify,
    d_eps,
    d_eps_ucb,
    kl,
    kl_ucb,
    regret_coefficient,
)
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import d_eps_ucb as index_kernel
from .measurement import Measurement, best_seconds, time_of

COUNT = 20_000  # a few milliseconds, so that some repeat is undisturbed


@kernel
def sum_of_indices(x: Any, level: Any, eps: float) -> float:
    """Nothing but the index, in a loop."""
    total = 0.0
    for i in range(len(x)):
        total += index_kernel(x[i], level[i], eps)
    return total


def _mpmath_kl(p: float, q: float) -> Any:
    p, q = mpmath.mpf(p), mpmath.mpf(q)
    return p * mpmath.log(p / q) + (1 - p) * mpmath.log((1 - p) / (1 - q))


def _mpmath_d_eps(x: float, y: float, eps: float) -> Any:
    if x > y:
        x, y = 1 - x, 1 - y
    tilt = mpmath.exp(-mpmath.mpf(eps))
    z = max(mpmath.mpf(x), y * tilt / (1 - y + y * tilt))
    return _mpmath_kl(z, y) + eps * (z - x)


def _nanoseconds(work: Callable[[], object], count: int) -> float:
    return best_seconds(work, repeats=60) / count * 1e9


def states_of_runs(eps: float) -> tuple[Floats, Floats]:
    """The clipped means and the levels at every decision of DP-KLUCB runs to T = 1e7."""
    bandit = BernoulliBandit(("0.75", "0.70", "0.70", "0.70", "0.70"))
    engine = phase_level_engine(Experiment(DPKLUCB(5, eps=eps), bandit, 10**7))
    assert isinstance(engine, IndexEngine)
    rng = np.random.default_rng(5)
    x: list[float] = []
    level: list[float] = []
    while len(x) < COUNT:
        run = engine.recorded_run(rng)
        pulls, totals, t = np.zeros(5), np.zeros(5), 1
        for arm, reward, noise in zip(run.arms, run.sums, run.noises, strict=True):
            if pulls.all():
                x += np.clip(totals / pulls, 0, 1).tolist()
                level += (np.log(t) / pulls).tolist()
            t += int(pulls[arm]) + 1
            pulls[arm] += pulls[arm] + 1
            totals[arm] += reward + noise
    return np.array(x[:COUNT]), np.array(level[:COUNT])


def index() -> Iterator[Measurement]:
    """The DP-KLUCB index inside the kernel: in each of its branches, and where runs need it."""
    rng = np.random.default_rng(3)
    x = rng.uniform(0.05, 0.95, COUNT)
    for label, eps, share in (
        ("kl branch", 5.0, (1e-6, 0.02)),
        ("private branch", 0.25, (0.3, 0.999)),
        ("saturated", 1.0, (1.0, 3.0)),
    ):
        level = eps * (1 - x) * rng.uniform(*share, COUNT)
        value = _nanoseconds(partial(sum_of_indices, x, level, eps), COUNT)
        yield Measurement(f"DP-KLUCB index, {label}", value, "ns", demand=250, at_most=True)
    for eps in (0.25, 1.0):
        value = _nanoseconds(partial(sum_of_indices, *states_of_runs(eps), eps), COUNT)
        yield Measurement(
            f"DP-KLUCB index, states of runs, eps {eps:g}", value, "ns", demand=250, at_most=True
        )


def divergences() -> Iterator[Measurement]:
    """The array forms, against mpmath at 15 digits."""
    rng = np.random.default_rng(4)
    x, y = rng.uniform(0.01, 0.99, (2, COUNT))
    few = list(zip(x[:500].tolist(), y[:500].tolist(), strict=True))
    slow_kl = _nanoseconds(lambda: [_mpmath_kl(a, b) for a, b in few], len(few))
    slow_d = _nanoseconds(lambda: [_mpmath_d_eps(a, b, 1.0) for a, b in few], len(few))
    for name, work, slow in (
        ("kl", lambda: kl(x, y), slow_kl),
        ("d_eps", lambda: d_eps(x, y, 1.0), slow_d),
    ):
        row = Measurement(f"{name}, array", _nanoseconds(work, COUNT), "ns", at_most=True)
        yield row.beside("mpmath", slow)
    level = rng.uniform(0, 1, COUNT)
    for name, work in (
        ("kl_ucb", lambda: kl_ucb(x, level)),
        ("d_eps_ucb", lambda: d_eps_ucb(x, level, 1.0)),
    ):
        yield Measurement(f"{name}, array", _nanoseconds(work, COUNT), "ns")


def certificates() -> Iterator[Measurement]:
    """A certified value with 30 digits."""
    means = ("0.75", "0.7", "0.7", "0.7", "0.7")
    for name, work in (
        ("d_eps", lambda: certify(d_eps, "0.3", "0.7", Fraction(1, 2))),
        ("d_eps_ucb", lambda: certify(d_eps_ucb, "0.3", "0.1", Fraction(1, 2))),
        ("regret_coefficient, 5 arms", lambda: certify(regret_coefficient, means, "0.25")),
    ):
        yield time_of(f"certify {name}", work, "ms")
