"""`banditproof simulate`: run a policy many times and compare its regret with the lower bound."""

from __future__ import annotations

import math
import time
from dataclasses import asdict
from typing import Annotated

import typer

from . import arguments
from .output import print_json, print_table, progress

Policy = Annotated[str, typer.Argument(help="The policy: dp-imed, dp-klucb, adap-klucb, ...")]
Rounds = Annotated[str, typer.Option("--horizon", help="Rounds of each run, e.g. 1e7.")]
Runs = Annotated[str, typer.Option(help="Independent runs, e.g. 10000.")]
Ratio = Annotated[str, typer.Option(help="Batch ratio of DP-KLUCB and DP-IMED, > 1.")]
Ties = Annotated[str, typer.Option(help="Tie rule: random, first or last.")]


def command(
    policy: Policy,
    means: Annotated[str, arguments.MEANS],
    epsilon: Annotated[str, arguments.EPSILON],
    horizon: Rounds = "1e6",
    runs: Runs = "1000",
    seed: arguments.Seed = 0,
    ratio: Ratio = "2",
    ties: Ties = "random",
    workers: arguments.Workers = 1,
    json: arguments.AsJson = False,
) -> None:
    """Simulate a policy on a Bernoulli bandit and summarise its pseudo-regret.

    The mean of a heavy-tailed regret converges slowly: read the median and the quantiles too.

    Example: banditproof simulate dp-imed --means 0.75,0.7 --epsilon 1 --horizon 1e7 --runs 10000
    """
    from banditproof.algorithms import POLICIES, make_policy, simulate
    from banditproof.algorithms.simulation import load_engine
    from banditproof.theory import certify, regret_coefficient

    from .results import RegretFacts, SimulationFacts

    arguments.one_of("policy", policy, POLICIES)
    bandit, eps = arguments.bernoulli(means), arguments.budget(epsilon)
    rounds = arguments.whole("horizon", horizon, 1)
    repeats = arguments.whole("runs", runs, 1)
    batch_ratio = arguments.number("ratio", ratio)
    chosen = make_policy(policy, bandit.arms, eps, rounds, ratio=batch_ratio, ties=ties)
    with progress(repeats, f"simulating {policy}") as advance:
        done = 0

        def report(finished: int) -> None:
            nonlocal done
            advance(finished - done)
            done = finished

        load_engine(chosen, bandit, rounds, repeats)
        start = time.perf_counter()
        result = simulate(
            chosen, bandit, rounds, repeats, rng=seed, workers=workers, progress=report
        )
        seconds = time.perf_counter() - start
    coefficient = float(certify(regret_coefficient, bandit.exact_means, eps))
    facts = SimulationFacts(
        policy=policy,
        means=tuple(float(mean) for mean in bandit.exact_means),
        epsilon=float(eps),
        seed=seed,
        runs=repeats,
        horizon=rounds,
        regret=RegretFacts(**result.summary()),
        lower_bound=coefficient * math.log(rounds),
        seconds=seconds,
        runs_per_second=repeats / seconds,
    )
    if json:
        print_json(facts.to_json())
        return
    rows = [(name, f"{value:.6g}") for name, value in asdict(facts.regret).items()]
    rows += [
        ("lower bound x log T", f"{facts.lower_bound:.6g}"),
        ("seconds", f"{seconds:.3g}"),
        ("runs per second", f"{facts.runs_per_second:.4g}"),
    ]
    print_table((f"regret of {policy}", f"{repeats} runs to T = {rounds}"), rows)
