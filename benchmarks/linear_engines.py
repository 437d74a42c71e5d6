"""How many runs per second the policies of linear bandits make."""

import math
from collections.abc import Iterator
from functools import partial
from typing import get_args
from banditproof.algorithms import GOPE, AdaCGOPE, AdaCOFUL, AdaRGOPE, LinearEnvironment, simulate
from banditproof.algorithms.linear_environment import ContextLaw
from .measurement import Measurement, best_seconds

ARMS, HORIZON, RUNS = 10, 10**7, 300


def spiral(arms: int) -> tuple[tuple[float, ...], ...]:
    """Points of a spiral on the unit sphere."""
    rows = []
    for i in range(arms):
        tilt, angle = math.acos(1 - (2 * i + 1) / arms), math.pi * (1 + math.sqrt(5)) * (i + 0.5)
        flat = math.sin(tilt)
        rows.append((math.cos(angle) * flat, math.sin(angle) * flat, math.cos(tilt)))
    return tuple(rows)


def phases() -> Iterator[Measurement]:
    """GOPE and its kin at T = 1e7; the first repeat also finds the designs."""
    actions = spiral(ARMS)
    world = LinearEnvironment(theta=("1/3", "2/3", "2/3"), actions=actions)
    for policy in (GOPE(actions), AdaCGOPE(actions, rho="0.1"), AdaRGOPE(actions, eps="0.2")):
        seconds = best_seconds(partial(simulate, policy, world, HORIZON, RUNS, 1), repeats=3)
        yield Measurement(f"{policy.name}, K 10, d 3, T 1e7", RUNS / seconds, "runs/s", demand=300)


def contextual() -> Iterator[Measurement]:
    """AdaC-OFUL to T = 1e6 in three dimensions, ten contexts drawn in each round."""
    policy = AdaCOFUL(arms=ARMS, dimension=3, rho=1)
    for law in get_args(ContextLaw):
        world = LinearEnvironment(theta=("1/3", "2/3", "2/3"), contexts=law, arms=ARMS)
        seconds = best_seconds(partial(simulate, policy, world, 10**6, 1, 1), repeats=5)
        what = f"adac-oful, {law} contexts, d 3, K 10, T 1e6"
        yield Measurement(what, seconds, "s/run", demand=2, at_most=True)
