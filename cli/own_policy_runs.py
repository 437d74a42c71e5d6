"""Runs of a policy that is not in the list: MODULE:FACTORY, or a table of `banditproof exact`."""

from __future__ import annotations
import time
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from . import arguments
from .output import progress_of_runs
from .policy_options import PolicyOptions

if TYPE_CHECKING:
    from banditproof.algorithms import Policy, Simulation
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from banditproof.theory import BernoulliBandit
    from .game_options import PlayedOptions

LEAST_BUDGET = Fraction(1, 10**6)
"""A table that no reward changes keeps this budget, too."""


def is_own(policy: str) -> bool:
    """Whether a word names a policy outside of the list.

    >>> is_own("mine:make"), is_own("price.json"), is_own("dp-imed")
    (True, True, False)
    """
    return ":" in policy or policy.endswith(".json")


def own_play(
    name: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    declared: str | None = None,
) -> tuple[Policy[Any], BernoulliBandit, int, dict[str, Any]]:
    """A policy outside of the list, the Bernoulli arms, the rounds, and the settings."""
    from banditproof.theory import BernoulliBandit

    if played.losses is not None:
        raise ValueError(f"The policy {name} is played on --means alone; leave --losses out.")
    if played.means is None:
        raise ValueError(f"The policy {name} is played on --means alone; give --means 0.8,0.6.")
    played.refuse_advice()
    bandit = played.bandit(False)
    if not isinstance(bandit, BernoulliBandit):
        raise ValueError(f"The policy {name} is played on --means alone.")
    settings = _settings(name, options)
    policy, rounds = _made(name, bandit.arms, horizon, settings, declared)
    return policy, bandit, rounds, settings


def own_runs(
    name: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str,
    seed: int,
    workers: int,
    declared: str | None = None,
) -> tuple[Simulation, dict[str, Any], float]:
    """The runs of a policy outside of the list on Bernoulli arms, its settings, and the seconds."""
    from banditproof.algorithms import simulate

    policy, bandit, rounds, settings = own_play(name, played, options, horizon, declared)
    repeats = arguments.count("runs", runs)
    arguments.check_size(runs, repeats, bandit.arms)
    start = time.perf_counter()
    with progress_of_runs(repeats, f"simulating {name}") as report:
        result = simulate(
            policy, bandit, rounds, repeats, rng=seed, workers=workers, progress=report
        )
    return result, settings, time.perf_counter() - start


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
    if options.delta is None:
        return options.budget
    return options.budget | {"delta": arguments.risk(options.delta, "delta")}


def _made(
    name: str, arms: int, horizon: str | None, settings: dict[str, Any], declared: str | None = None
) -> tuple[Policy[Any], int]:
    """The policy, and how many rounds it is played."""
    if name.endswith(".json"):
        if declared is not None:
            raise ValueError(f"The table {name} has no declaration; leave --declared out.")
        table = _table(name, arms)
        rounds = table.rounds if horizon is None else arguments.count("horizon", horizon)
        if rounds > table.rounds:
            raise ValueError(
                f"The table {name} has {table.rounds} rounds; give a horizon up to it."
            )
        return table, rounds
    from banditproof.algorithms.own_policies import own_policy

    rounds = arguments.count("horizon", horizon or "1e6")
    return own_policy(name, arms, rounds, settings, declared=declared), rounds


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


def budget_of_table(file: str) -> Fraction | None:
    """A pure budget eps > 0 that a table keeps, rounded up to a float; None if it states none."""
    from banditproof.theory.balls import ball, enclose
    from banditproof.theory.exact import float_above
    from banditproof.theory.exact_price.price_file import NO_PRICE, read_price

    facts = read_price(file)
    try:
        factor = facts["upper"]["factor"]
        if factor is None or Fraction(facts["problem"]["delta"]) > 0:
            return None
        spent = enclose(lambda: ball(Fraction(factor)).log(), 20).hi
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        raise ValueError(NO_PRICE.format(f"The file {file}")) from None
    return max(Fraction(float_above(spent)), LEAST_BUDGET)
