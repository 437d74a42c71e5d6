"""How many runs per minute of the policies that stop."""

from collections.abc import Iterator
from typing import Any
from banditproof.algorithms import Policy, make_policy, simulate_identification
from banditproof.theory import BernoulliBandit
from .measurement import Measurement, best_seconds


def stopping_runs() -> Iterator[Measurement]:
    """Runs until they stop, on five arms with tied means, and about 4e5 pulls in a run."""
    bandit = BernoulliBandit(("0.95", "0.9", "0.9", "0.9", "0.5"))
    private: dict[str, Any] = {"eps": 1, "clipped": True}
    cases: tuple[tuple[str, dict[str, Any], float | None], ...] = (
        ("adap-tt", private, 2_000),
        ("adap-tt-star", private, None),
        ("ttucb", {}, None),
    )
    for name, options, demand in cases:
        policy = make_policy(name, 5, delta="0.01", **options)

        def work(policy: Policy[Any] = policy) -> object:
            return simulate_identification(policy, bandit, 64, 1)

        speed = 60 * 64 / best_seconds(work, repeats=3)
        yield Measurement(f"{name}, mu1, delta 0.01", speed, "runs/min", demand=demand)
