"""Runs of a policy that is not in the list: MODULE:FACTORY, or a table of `banditproof exact`."""

from __future__ import annotations
import time
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from . import arguments
from .output import progress_of_runs
from .policy_options import PolicyOptions

if TYPE_CHECKING:
    from banditproof.algorithms import Simulation
    from banditproof.algorithms.apart.plain_declaration import Declared
    from banditproof.algorithms.regret.table_policy import TablePolicy
    from banditproof.theory import BernoulliBandit
    from banditproof.theory.budgets import Budget
    from .game_options import PlayedOptions

LEAST_BUDGET = Fraction(1, 10**6)
"""A table that no reward changes keeps this budget, too."""


def is_own(policy: str) -> bool:
    """Whether a word names a policy outside of the list.

    >>> is_own("mine:make"), is_own("price.json"), is_own("dp-imed")
    (True, True, False)
    """
    return ":" in policy or policy.endswith(".json")


def played_table(
    name: str, played: PlayedOptions, options: PolicyOptions, horizon: str | None
) -> tuple[TablePolicy, BernoulliBandit, int]:
    """The policy of a table of `banditproof exact`, the Bernoulli arms, and the rounds."""
    bandit = _bandit(name, played)
    _settings(name, options)
    table = _table(name, bandit.arms)
    rounds = table.rounds if horizon is None else arguments.count("horizon", horizon)
    if rounds > table.rounds:
        raise ValueError(f"The table {name} has {table.rounds} rounds; give a horizon up to it.")
    return table, bandit, rounds


@dataclass(frozen=True)
class OwnRuns:
    """The runs of a policy outside of the list, and what they are runs of."""

    simulation: Simulation
    settings: dict[str, Any]
    seconds: float
    declared: Declared | None = None
    """What was declared and played; None where the code of the user was played as it is."""
    covered: bool | None = None
    """Whether its price is within the budget that was given, or else within the one it claims."""
    claimed: Budget | None = None
    """The budget that the policy says it keeps."""
    undeclared: str = ""
    """Why nothing was declared."""


def own_runs(
    name: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str,
    seed: int,
    workers: int,
    declared: str | None = None,
    keep_order: bool = False,
) -> OwnRuns:
    """The runs of a policy outside of the list on Bernoulli arms."""
    from banditproof.algorithms import simulate

    start = time.perf_counter()
    is_table = name.endswith(".json")
    if is_table:
        if declared is not None:
            raise ValueError(f"The table {name} has no declaration; leave --declared out.")
        table, bandit, rounds = played_table(name, played, options, horizon)
        settings: dict[str, Any] = {}
    else:
        bandit, settings = _bandit(name, played), _settings(name, options)
        rounds = arguments.count("horizon", horizon or "1e6")
    repeats = arguments.count("runs", runs)
    arguments.check_size(runs, repeats, bandit.arms)
    with progress_of_runs(repeats, f"simulating {name}") as report:
        more: dict[str, Any] = {"rng": seed, "workers": workers, "progress": report}
        more["keep_order"] = keep_order
        if is_table:
            result = OwnRuns(simulate(table, bandit, rounds, repeats, **more), settings, 0)
        else:
            result = _apart(name, bandit, rounds, repeats, settings, declared, more)
    return replace(result, seconds=time.perf_counter() - start)


def _apart(
    name: str,
    bandit: BernoulliBandit,
    rounds: int,
    runs: int,
    settings: dict[str, Any],
    declared: str | None,
    more: dict[str, Any],
) -> OwnRuns:
    """The runs of what a factory declares, or of its code where it declares nothing."""
    from banditproof.algorithms import PolicyFailed, simulate
    from banditproof.algorithms.apart.simulate_apart import simulate_apart
    from banditproof.algorithms.own_policies import own_policy

    budget = _budget(settings)
    try:
        apart = simulate_apart(
            name,
            bandit,
            rounds,
            runs,
            settings=settings,
            budget=budget,
            declared=declared,
            option="--",
            **more,
        )
    except PolicyFailed as failure:
        if not failure.undeclared or declared is not None:
            raise
        policy = own_policy(name, bandit.arms, rounds, settings)
        result = simulate(policy, bandit, rounds, runs, **more)
        why, claimed = str(failure).rstrip("."), policy.budget
        return OwnRuns(result, settings, 0, claimed=claimed, undeclared=why)
    return OwnRuns(apart.simulation, settings, 0, apart.declared, apart.covered, apart.claimed)


def _budget(settings: dict[str, Any]) -> Budget | None:
    """The budget that the settings of a factory make; None for one that gets at most a delta."""
    from banditproof.theory.named_budgets import budget_by_names

    return None if {*settings} <= {"delta"} else budget_by_names(**settings, spelt="--{}")


def _bandit(name: str, played: PlayedOptions) -> BernoulliBandit:
    from banditproof.theory import BernoulliBandit

    if played.losses is not None:
        raise ValueError(f"The policy {name} is played on --means alone; leave --losses out.")
    if played.means is None:
        raise ValueError(f"The policy {name} is played on --means alone; give --means 0.8,0.6.")
    played.refuse_advice()
    bandit = played.bandit(False)
    if not isinstance(bandit, BernoulliBandit):
        raise ValueError(f"The policy {name} is played on --means alone.")
    return bandit


def _settings(name: str, options: PolicyOptions) -> dict[str, Any]:
    """The budget that a factory gets; a table has none."""
    from banditproof.theory.named_budgets import BUDGET_NUMBERS

    empty = PolicyOptions()
    for field in fields(PolicyOptions):
        given = getattr(options, field.name)
        if given == getattr(empty, field.name):
            continue
        if name.endswith(".json"):
            raise ValueError(f"The table {name} has no options, and is played on --means alone.")
        if field.name not in BUDGET_NUMBERS:
            word = field.name.replace("_", "-")
            raise ValueError(
                f"A factory gets --eps, --rho, --alpha and --delta; leave --{word} out, and let "
                f"{name} choose it."
            )
    if options.delta is None:
        return options.budget
    return options.budget | {"delta": arguments.risk(options.delta, "delta")}


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
