"""Runs of a policy that is not in the list: MODULE:FACTORY, or a table of `banditproof exact`."""

from __future__ import annotations
import math
import time
from dataclasses import fields
from typing import TYPE_CHECKING, Any
from . import arguments
from .output import print_facts, progress_of_runs
from .policy_options import PolicyOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from banditproof.algorithms import Policy
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from .game_options import PlayedOptions
    from .simulation_results import SimulationFacts


def is_own(policy: str) -> bool:
    """Whether a word names a policy outside of the list.

    >>> is_own("mine:make"), is_own("price.json"), is_own("dp-imed")
    (True, True, False)
    """
    return ":" in policy or policy.endswith(".json")


def show_own_runs(
    name: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str,
    seed: int,
    workers: int,
    json: bool,
    show: Callable[[SimulationFacts], None],
) -> None:
    """Play a policy outside of the list on Bernoulli arms, and print its regret."""
    from banditproof.algorithms import LinearEnvironment, simulate
    from .simulation_results import RegretFacts, SimulationFacts

    if played.losses is not None:
        raise ValueError(f"The policy {name} is played on --means alone; leave --losses out.")
    played.refuse_advice()
    bandit = played.bandit(False)
    if isinstance(bandit, LinearEnvironment):
        raise ValueError(f"The policy {name} is played on --means alone.")
    settings = _settings(name, options)
    policy, rounds = _made(name, bandit.arms, horizon, settings)
    repeats = arguments.count("runs", runs)
    arguments.check_size(runs, repeats, bandit.arms)
    start = time.perf_counter()
    with progress_of_runs(repeats, f"simulating {name}") as report:
        result = simulate(
            policy, bandit, rounds, repeats, rng=seed, workers=workers, progress=report
        )
    seconds = time.perf_counter() - start
    numbers = {key: float(value) for key, value in settings.items()}
    pure = "eps" in settings and not settings.keys() & {"alpha", "delta"}
    coefficient = limit_coefficient(bandit.exact_means, settings["eps"] if pure else None)
    facts = SimulationFacts(
        policy=name,
        means=tuple(float(mean) for mean in bandit.exact_means),
        theta=None,
        contexts=None,
        arms=bandit.arms,
        reward_law="bernoulli",
        epsilon=numbers.pop("eps", None),
        rho=numbers.pop("rho", None),
        alpha=numbers.pop("alpha", None),
        settings=numbers,
        clipped=True,
        covered=None,
        seed=seed,
        runs=repeats,
        horizon=rounds,
        regret=RegretFacts(**result.summary()),
        lower_bound=None if name.endswith(".json") else coefficient * math.log(rounds),
        seconds=seconds,
        runs_per_second=repeats / seconds,
    )
    print_facts(facts, json, show)


def _settings(name: str, options: PolicyOptions) -> dict[str, Any]:
    """The budget that a factory gets; a table has none."""
    from banditproof.algorithms.own_policies import OFFERED

    empty = PolicyOptions()
    for field in fields(PolicyOptions):
        given = getattr(options, field.name)
        if given == getattr(empty, field.name):
            continue
        if name.endswith(".json"):
            raise ValueError(f"The table {name} has no options, and is played on --means alone.")
        if field.name not in OFFERED:
            word = field.name.replace("_", "-")
            raise ValueError(
                f"A factory gets --eps, --rho, --alpha and --delta; leave --{word} out, and let "
                f"{name} choose it."
            )
    results: dict[str, Any] = {
        key: arguments.budget_of_runs(word, key)
        for key, word in (("eps", options.eps), ("rho", options.rho))
        if word is not None
    }
    if options.alpha is not None:
        results["alpha"] = arguments.order(options.alpha)
    if options.delta is not None:
        results["delta"] = arguments.risk(options.delta, "delta")
    return results


def _made(
    name: str, arms: int, horizon: str | None, settings: dict[str, Any]
) -> tuple[Policy[Any], int]:
    """The policy, and how many rounds it is played."""
    if name.endswith(".json"):
        table = _table(name, arms)
        rounds = table.rounds if horizon is None else arguments.count("horizon", horizon)
        if rounds > table.rounds:
            raise ValueError(
                f"The table {name} has {table.rounds} rounds; give a horizon up to it."
            )
        return table, rounds
    from banditproof.algorithms.own_policies import own_policy

    rounds = arguments.count("horizon", horizon or "1e6")
    return own_policy(name, arms, rounds, settings), rounds


def _table(file: str, arms: int) -> TablePolicy:
    """The policy of a file whose goal is the regret."""
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from banditproof.theory.exact_price.price_file import policy_table, read_price

    table = policy_table(read_price(file))
    if table.goal != "regret":
        raise ValueError(
            f"The table {file} is made for the goal {table.goal}, and a simulation is about the "
            "regret; give a table that was made for it."
        )
    if table.arms != arms:
        raise ValueError(f"The table {file} has {table.arms} arms; give so many --means.")
    return TablePolicy(table.arms, table.actions, table.laws)


def limit_coefficient(means: Any, eps: Any = None) -> float:
    """The factor of log T in the lower bound at some means; classical without a budget eps.

    >>> [round(limit_coefficient(("0.75", "0.5"), eps), 4) for eps in (None, 1)]
    [1.738, 1.7528]
    """
    from banditproof.theory import certify, regret_coefficient
    from banditproof.theory.lower_bounds import lai_robbins_coefficient

    if eps is None:
        return float(certify(lai_robbins_coefficient, means))
    return float(certify(regret_coefficient, means, eps))
