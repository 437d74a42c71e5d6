"""`banditproof simulate`: run a policy many times and compare its regret with the lower bound."""

from __future__ import annotations

import math
import time
from dataclasses import asdict
from typing import Annotated

import typer

from . import arguments
from .output import print_json, print_table, print_text, progress

TAKES = {"eps": "budget", "batch_ratio": "batch ratio", "ties": "tie rule"}
"""What only some policies have."""

Policy = Annotated[str, typer.Argument(help="The policy: one of the names below.")]
Rounds = Annotated[str, typer.Option("--horizon", help="Rounds of each run, e.g. 1e7.")]
Runs = Annotated[str, typer.Option(help="Independent runs, e.g. 10000.")]
Ratio = Annotated[
    str | None,
    typer.Option("--batch-ratio", "--ratio", help="Batch ratio, > 1; 2 if not given."),
]
Ties = Annotated[
    str | None, typer.Option(help="Tie rule: random, first or last; random if not given.")
]


def policy_lines() -> str:
    """Every policy in one line: its name, what it is, and the options that only some take.

    >>> print(policy_lines().splitlines()[0])
    - `dp-klucb`: DP-KLUCB (--eps, --batch-ratio, --ties)
    """
    from banditproof.algorithms import POLICIES

    lines = []
    for name, entry in POLICIES.items():
        options = [f"--{option.replace('_', '-')}" for option in TAKES if option in entry.options]
        lines.append(f"- `{name}`: {entry.title}" + (f" ({', '.join(options)})" if options else ""))
    return "\n".join(lines)


def command(
    policy: Policy,
    means: Annotated[str, arguments.MEANS],
    epsilon: arguments.Epsilon = None,
    horizon: Rounds = "1e6",
    runs: Runs = "1000",
    seed: arguments.Seed = 0,
    batch_ratio: Ratio = None,
    ties: Ties = None,
    workers: arguments.Workers = 1,
    json: arguments.AsJson = False,
) -> None:
    """Simulate a policy on a Bernoulli bandit and summarise its pseudo-regret.

    The mean of a heavy-tailed regret converges slowly: read the median and the quantiles too. The
    lower bound is the one of the budget, or the one without privacy for a policy that has none; it
    is a limit as T grows for consistent policies, and the regret at one T may be below it. The
    seconds are those of the whole simulation, with the time that it takes to compile it.

    Example: banditproof simulate dp-imed --means 0.75,0.7 --eps 1 --horizon 1e7 --runs 10000
    """
    from banditproof.algorithms import POLICIES, make_policy, simulate
    from banditproof.algorithms.simulation import load_engine
    from banditproof.theory import certify, regret_coefficient
    from banditproof.theory.lower_bounds import lai_robbins_coefficient

    from .option_ranges import MOST_CELLS
    from .results import RegretFacts, SimulationFacts

    arguments.one_of("policy", policy, POLICIES)
    _refuse(policy, {"eps": epsilon, "batch_ratio": batch_ratio, "ties": ties})
    bandit = arguments.bernoulli(means)
    eps = None if epsilon is None else arguments.budget_of_runs(epsilon)
    if eps is None and POLICIES[policy].private:
        raise ValueError(f"The policy {policy} needs a budget; give --eps 1 for example.")
    rounds = arguments.count("horizon", horizon)
    repeats = arguments.count("runs", runs)
    if repeats * bandit.arms > MOST_CELLS:
        raise ValueError(
            f"{runs} runs of {bandit.arms} arms are too many to keep; give at most "
            f"{MOST_CELLS // bandit.arms} runs."
        )
    ratio = arguments.positive("the batch ratio", batch_ratio or "2")
    chosen = make_policy(policy, bandit.arms, eps, rounds, ratio, ties or "random")
    with progress(repeats, f"simulating {policy}") as advance:
        done = 0

        def report(finished: int) -> None:
            nonlocal done
            advance(finished - done)
            done = finished

        start = time.perf_counter()
        load_engine(chosen, bandit, rounds, repeats)
        result = simulate(
            chosen, bandit, rounds, repeats, rng=seed, workers=workers, progress=report
        )
        seconds = time.perf_counter() - start
    if eps is None:
        coefficient = float(certify(lai_robbins_coefficient, bandit.exact_means))
    else:
        coefficient = float(certify(regret_coefficient, bandit.exact_means, eps))
    facts = SimulationFacts(
        policy=policy,
        means=tuple(float(mean) for mean in bandit.exact_means),
        epsilon=None if eps is None else float(eps),
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
        ("lower bound", f"{coefficient:.6g} log T = {facts.lower_bound:.6g}"),
        ("seconds", f"{seconds:.3g}"),
        ("runs per second", f"{facts.runs_per_second:.4g}"),
    ]
    print_table((f"regret of {policy}", f"{repeats} runs to T = {rounds}"), rows)
    print_text(
        "The lower bound is a limit as T grows, for consistent policies; the regret at one T may "
        "be below it."
    )


def more_help() -> str:
    """The end of the help page, which `application` asks for when it shows the command."""
    return f"The policies, each with the options that only some take:\n\n{policy_lines()}"


def _refuse(policy: str, words: dict[str, str | None]) -> None:
    """Raise ValueError if an option is given that the policy does not use."""
    from banditproof.algorithms import POLICIES

    for name, word in words.items():
        if word is not None and name not in POLICIES[policy].options:
            takers = ", ".join(known for known in POLICIES if name in POLICIES[known].options)
            raise ValueError(
                f"The policy {policy} has no {TAKES[name]}; leave --{name.replace('_', '-')} out, "
                f"or give one of {takers}."
            )
