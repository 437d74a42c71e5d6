"""Runs of a table that `banditproof exact --out` wrote."""

from __future__ import annotations
import time
from typing import TYPE_CHECKING
from . import arguments
from .output import print_facts, print_table, progress_of_runs

if TYPE_CHECKING:
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from .game_options import PlayedOptions
    from .policy_options import PolicyOptions
    from .simulation_results import SimulationFacts


def show_table_runs(
    file: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str,
    seed: int,
    workers: int,
    json: bool,
) -> None:
    """Play a table on Bernoulli arms for all its rounds, or fewer, and print its regret."""
    from banditproof.algorithms import LinearEnvironment, simulate
    from .policy_options import PolicyOptions as Options
    from .simulation_results import RegretFacts, SimulationFacts

    if options != Options() or played.losses is not None:
        raise ValueError(f"The table {file} has no options, and is played on --means alone.")
    played.refuse_advice()
    policy = _table(file)
    rounds = policy.rounds if horizon is None else arguments.count("horizon", horizon)
    bandit = played.bandit(False)
    if isinstance(bandit, LinearEnvironment) or bandit.arms != policy.arms:
        raise ValueError(f"The table {file} has {policy.arms} arms; give so many --means.")
    if rounds > policy.rounds:
        raise ValueError(f"The table {file} has {policy.rounds} rounds; give a horizon up to it.")
    repeats = arguments.count("runs", runs)
    arguments.check_size(runs, repeats, bandit.arms)
    start = time.perf_counter()
    with progress_of_runs(repeats, "simulating the table") as report:
        result = simulate(
            policy, bandit, rounds, repeats, rng=seed, workers=workers, progress=report
        )
    seconds = time.perf_counter() - start
    facts = SimulationFacts(
        policy=file,
        means=tuple(float(mean) for mean in bandit.exact_means),
        theta=None,
        contexts=None,
        arms=bandit.arms,
        reward_law="bernoulli",
        epsilon=None,
        rho=None,
        alpha=None,
        settings={},
        clipped=True,
        covered=None,
        seed=seed,
        runs=repeats,
        horizon=rounds,
        regret=RegretFacts(**result.summary()),
        lower_bound=None,
        seconds=seconds,
        runs_per_second=repeats / seconds,
    )
    print_facts(facts, json, _print)


def _table(file: str) -> TablePolicy:
    """The policy of a file whose goal is the regret."""
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from banditproof.theory.exact_price.price_file import policy_table, read_price

    table = policy_table(read_price(file))
    if table.goal != "regret":
        raise ValueError(
            f"The table {file} is made for the goal {table.goal}, and a simulation is about the "
            "regret; give a table that was made for it."
        )
    return TablePolicy(table.arms, table.actions, table.laws)


def _print(facts: SimulationFacts) -> None:
    from dataclasses import asdict

    rows = [(name, f"{value:.6g}") for name, value in asdict(facts.regret).items()]
    rows.append(("seconds", f"{facts.seconds:.3g}"))
    print_table((f"regret of {facts.policy}", f"{facts.runs} runs to T = {facts.horizon}"), rows)
