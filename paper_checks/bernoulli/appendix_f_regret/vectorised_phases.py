"""A second simulation of phased index policies, vectorised over runs, with parts to replace.

It shares no code with the compiled engine. Its parts are an index, a memory rule and a batch
rule, so that wrong variants of DP-KLUCB and DP-IMED can be played against the checks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.theory import d_eps, d_eps_ucb
from banditproof.theory.batch_schedule import GeometricSchedule, Schedule

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
DOUBLING = GeometricSchedule(2)
Index = Callable[[Floats, Floats, Floats, float], Any]
"""Scores [runs x arms] from (released means, pulls behind them, round, eps)."""


def klucb_index(means: Floats, pulls: Floats, t: Floats, eps: float, price: float = 1) -> Any:
    """The DP-KLUCB index; with price 3 it has the bonus 3 log(t)/n of the older algorithms."""
    return d_eps_ucb(np.clip(means, 0, 1), price * np.log(t)[:, None] / pulls, eps)


def imed_index(means: Floats, pulls: Floats, t: Floats, eps: float, share: float = 1) -> Any:
    """Minus the DP-IMED index, with a share of the divergence."""
    best = np.clip(means.max(axis=1), 0, 1)[:, None]
    return -(share * pulls * d_eps(np.clip(means, 0, 1), best, eps) + np.log(pulls))


@dataclass(frozen=True)
class Parts:
    """What a variant is made of; `repeats` pulls B_m again where B_{m+1} is due."""

    index: Index
    forgets: bool = False
    repeats: bool = False
    schedule: Schedule = DOUBLING


def pulls_at(
    parts: Parts,
    means: Sequence[float],
    eps: float,
    checkpoints: Sequence[int],
    runs: int,
    seed: int,
) -> Integers:
    """The pulls of each arm until each checkpoint, as [runs x checkpoints x arms]."""
    rng = np.random.default_rng(seed)
    mu, arms, horizon = np.array(means), len(means), max(checkpoints)
    schedule = parts.schedule
    phases = len(schedule.cumulative(horizon)) + 2
    batch = np.array([schedule.batch(max(m - parts.repeats, 0)) for m in range(phases)])

    first = int(batch[0])
    released = rng.binomial(first, mu, (runs, arms)) + rng.laplace(0, 1 / eps, (runs, arms))
    behind = np.full((runs, arms), float(first))
    played = np.full((runs, arms), first)
    phase = np.zeros((runs, arms), np.int64)
    times = np.array(checkpoints)
    result = np.zeros((runs, len(times), arms), np.int64)
    done = np.zeros((runs, len(times)), bool)
    t = np.full(runs, arms * first + 1)
    every = np.arange(runs)
    while not done.all():
        scores = parts.index(released / behind, behind, t.astype(float), eps)
        top = scores == scores.max(axis=1, keepdims=True)
        chosen = np.argmax(top * rng.random((runs, arms)), axis=1)
        phase[every, chosen] = np.minimum(phase[every, chosen] + 1, phases - 1)
        size = batch[phase[every, chosen]]
        # a checkpoint inside the batch cuts it there
        crossed = (times[None, :] < t[:, None] + size[:, None]) & ~done
        cut = played[:, None, :].repeat(len(times), axis=1)
        cut[every, :, chosen] += np.minimum(size[:, None], times[None, :] - t[:, None] + 1)
        result[crossed], done = cut[crossed], done | crossed
        size = np.minimum(size, 2 * horizon)  # a batch beyond the last checkpoint does not matter
        total = rng.binomial(size, mu[chosen]) + rng.laplace(0, 1 / eps, runs)
        kept = 0.0 if parts.forgets else released[every, chosen]
        released[every, chosen] = kept + total
        behind[every, chosen] = size + (0.0 if parts.forgets else behind[every, chosen])
        played[every, chosen] += size
        t = np.minimum(t + size, 4 * horizon)
    return result
