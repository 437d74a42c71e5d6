"""`banditproof simulate`: run a policy many times and compare its regret with the lower bound."""

from __future__ import annotations
import math
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any
from . import arguments
from .fitting_policies import check_first_phase, made_for
from .game_options import PlayedOptions
from .output import print_facts, print_table, print_text, progress_of_runs
from .own_policy_runs import OwnRuns, is_own, own_runs
from .places_of_work import Workers
from .policy_options import PolicyOptions, known_policy, learner_lines, policy_lines
from .stopping_runs import show_stopping_times

if TYPE_CHECKING:
    from banditproof.algorithms import Simulation
    from banditproof.algorithms.engines.engine import Played
    from banditproof.theory.budgets import Budget
    from .simulation_results import SimulationFacts

SHOWN = ("eps", "rho", "alpha", "beta", "delta", "gamma", "regulariser", "doubling")
"""The numbers of a policy that the result repeats."""
TOO_LITTLE_NOISE = ("dp-ucb-printed",)
"""Printed policies that are less private than they claim."""


def command(
    policy: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None = None,
    runs: str | None = None,
    seed: arguments.Seed = 0,
    workers: Workers = 1,
    exact: bool = False,
    declared: str | None = None,
    keep_order: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Simulate a policy on a bandit and summarise its pseudo-regret, or its stopping times.

    The bandit is one of: --means, with Bernoulli rewards; --actions FILE with --theta; --contexts
    with --arms and --theta. Rewards of a linear bandit are -1 and 1, or normal, and are clipped to
    [-1, 1] unless --unclipped.

    The mean of a heavy-tailed regret converges slowly: read the median and the quantiles too. The
    lower bound on a Bernoulli bandit is the one of the budget eps, or the one without privacy for
    a policy that has none or another one; it is a limit as T grows for consistent policies, and
    the regret at one T may be below it. The seconds are those of the whole simulation, with the
    time that it takes to compile it.

    A policy that identifies the best arm stops with an answer: then the numbers of samples are
    shown, the wrong answers with limits of their rate (of Clopper and Pearson, 99 %), the runs
    without an answer, and the characteristic times of the bandit, which have one best arm.

    A learner for adversarial losses is played on --losses, and its regret is that beside the best
    arm, or with advice the best expert, for all rounds. Upper bounds of its expected regret are
    shown beside it, and whether they are below T at all. A horizon shorter than one batch of
    ceil(1/eps) rounds releases nothing; one arm is played then.

    Where the order of the arms decides what is played, as for dp-se, for ties that are broken by
    it, and perhaps for a policy of your own, each run has them in an order of its own; --keep-order
    plays them as they are given. Policies that stop, linear
    bandits, --losses and --exact keep the order.

    With --exact the mean and quantiles of the regret at the horizon are proved intervals: the law
    of a phased index policy, of DP-SE, of the trusted leader or of explore then commit is followed
    phase by phase, for two arms and with noise on the integers in place of real noise, of the same
    budget, and that of UCB, KL-UCB, IMED and follow the leader for up to 200 rounds. Scores are
    compared in balls.

    MODULE:FACTORY is imported in a process of its own, which sees released numbers; the factory
    gets those of arms, horizon, eps, rho, alpha, delta, and rng or seed that it has parameters for,
    and makes a Policy, or an object with select and update for each run, as for an audit. What a
    Policy declares is played, as by play_apart, and shown with its digest: it must cost no more
    than the budget, or have the digest --declared. Without a budget it is compared with the one
    that the policy claims. What declares nothing must not claim less privacy than the budget; it is
    imported here, its code is played as it is, and that is said. A table FILE.json that `exact
    --out` wrote is played for its own rounds; --exact knows its law, too. Both are played on
    --means.

    Examples: banditproof simulate dp-imed --means 0.75,0.7 --eps 1 --horizon 1e7 --runs 10000;
    banditproof simulate my_module:make --means 0.75,0.7 --horizon 1e4 --runs 200;
    banditproof simulate dp-imed --means 0.9,0.1 --eps 1 --horizon 1e6 --exact --runs 1e5;
    banditproof simulate adac-ucb --means 0.75,0.7 --rho 0.1;
    banditproof simulate adap-tt --means 0.9,0.6,0.3 --eps 1 --delta 0.01;
    banditproof simulate batched-htinf --losses linear --arms 10 --eps 0.1
    """
    if not is_own(policy):
        known_policy(policy)
    from banditproof.algorithms import POLICIES, simulate
    from banditproof.algorithms.engines.simulation import load_engine

    if declared is not None and not is_own(policy):
        raise ValueError(f"--declared is about MODULE:FACTORY; leave it out for {policy}.")
    if exact and (":" in policy or played.losses is not None):
        raise ValueError(
            "--exact is about a policy of the list, or a table, on --means; leave --exact out."
        )
    if exact and (policy in POLICIES or is_own(policy)):
        from .exact_regret import show_exact_regret

        show_exact_regret(policy, played, options, horizon, runs, seed, json)
        return
    if is_own(policy):
        whole = (horizon, runs or "1000", seed, workers)
        runs_of_it = own_runs(policy, played, options, *whole, declared, keep_order)
        print_facts(_facts_of_own(policy, played, runs_of_it, seed), json, _print)
        return
    if policy not in POLICIES or played.losses is not None:
        from .loss_runs import show_loss_runs

        show_loss_runs(policy, played, options, horizon, runs, seed, workers, json)
        return
    played.refuse_advice()
    settings = options.checked(policy)
    bandit = played.bandit(options.unclipped)
    runs = runs or "1000"
    repeats = arguments.count("runs", runs)
    arguments.check_size(runs, repeats, bandit.arms)
    if POLICIES[policy].stops:
        show_stopping_times(policy, bandit, settings, horizon, repeats, seed, workers, json)
        return
    rounds = arguments.count("horizon", horizon or "1e6")
    chosen = made_for(policy, bandit, rounds, settings)
    check_first_phase(chosen, policy, rounds)
    with progress_of_runs(repeats, f"simulating {policy}") as report:
        start = time.perf_counter()
        load_engine(chosen, bandit, rounds, repeats)
        more: dict[str, Any] = {"workers": workers, "progress": report}
        result = simulate(chosen, bandit, rounds, repeats, rng=seed, keep_order=keep_order, **more)
        seconds = time.perf_counter() - start
    facts = _facts(policy, played, settings, result, seed, seconds)
    print_facts(facts, json, _print)


def short_help() -> str:
    """The names of the policies."""
    from banditproof.algorithms.catalogue_text import names_of

    policies = ", ".join(names_of("regret", "identification"))
    return f"The policies: {policies}. With --losses: {', '.join(names_of('losses'))}."


def more_help() -> str:
    """The end of the help page, which `application` asks for when it shows the command."""
    return f"The policies, each with the options that only some take:\n\n{policy_lines()}\n\n" + (
        f"Learners for --losses, each with the options that it needs:\n\n{learner_lines()}"
    )


def _facts(
    policy: str,
    played: PlayedOptions,
    settings: dict[str, Any],
    result: Simulation,
    seed: int,
    seconds: float,
) -> SimulationFacts:
    from banditproof.algorithms import POLICIES, LinearEnvironment
    from .simulation_results import RegretFacts, SimulationFacts

    bandit, unclipped = result.bandit, "unclipped" in settings
    numbers = {name: float(settings[name]) for name in SHOWN if name in settings}
    words = {name: settings[name] for name in ("length", "placement") if name in settings}
    entry = POLICIES.get(policy)
    is_covered = not unclipped and policy not in TOO_LITTLE_NOISE  # by a privacy theorem
    return SimulationFacts(
        policy=policy,
        means=_means(bandit),
        theta=tuple(bandit.direction.tolist()) if isinstance(bandit, LinearEnvironment) else None,
        contexts=played.contexts,
        arms=bandit.arms,
        reward_law=bandit.law if isinstance(bandit, LinearEnvironment) else "bernoulli",
        epsilon=numbers.pop("eps", None),
        rho=numbers.pop("rho", None),
        alpha=numbers.pop("alpha", None),
        settings=numbers | words,
        clipped=not unclipped,
        covered=is_covered if entry and entry.private else None,
        seed=seed,
        runs=result.runs,
        horizon=result.horizon,
        regret=RegretFacts(**result.summary(), **_of_the_mean(result)),
        lower_bound=_lower_bound(policy, result),
        seconds=seconds,
        runs_per_second=result.runs / seconds,
        shuffled=result.shuffled,
    )


def _facts_of_own(policy: str, played: PlayedOptions, own: OwnRuns, seed: int) -> SimulationFacts:
    from banditproof.theory.named_budgets import BUDGET_NUMBERS

    given = {*BUDGET_NUMBERS} & {*own.settings}
    settings = own.settings if given else {**_numbers_of(own.claimed), **own.settings}
    facts = _facts(policy, played, settings, own.simulation, seed, own.seconds)
    declared = own.declared
    return replace(
        facts,
        covered=own.covered,
        clipped=facts.clipped if declared is None else declared.clips,
        declaration=None if declared is None else declared.words,
        digest=None if declared is None else declared.digest,
        undeclared=own.undeclared or None,
    )


def _numbers_of(budget: Budget | None) -> dict[str, Any]:
    """The numbers of a budget with a guarantee, by name."""
    from banditproof.theory.budgets import exact_or_infinite
    from banditproof.theory.named_budgets import BUDGET_NUMBERS

    numbers = {name: getattr(budget, name) for name in BUDGET_NUMBERS if hasattr(budget, name)}
    exactly = {name: exact_or_infinite(name, value) for name, value in numbers.items()}
    return {} if math.inf in exactly.values() else exactly


def _of_the_mean(result: Simulation) -> dict[str, float]:
    """Limits of the expected regret; one run has none."""
    low, high = result.mean_interval
    return {} if result.runs == 1 else {"mean_low": low, "mean_high": high}


def _means(bandit: Played) -> tuple[float, ...] | None:
    """The means of the arms, if they do not change from round to round."""
    from banditproof.algorithms import LinearEnvironment

    if isinstance(bandit, LinearEnvironment):
        return None if bandit.contextual else bandit.means(bandit.rows)
    return tuple(float(mean) for mean in bandit.exact_means)


def _lower_bound(policy: str, result: Simulation) -> float | None:
    """The lower bound on a Bernoulli bandit, a limit; nothing is known of the limit of a table."""
    from banditproof.algorithms.engines.limit_of_regret import regret_limit

    limit = regret_limit(result.bandit, result.policy.budget)
    return None if limit is None or policy.endswith(".json") else limit * math.log(result.horizon)


def _print(facts: SimulationFacts) -> None:
    shown = {name: value for name, value in asdict(facts.regret).items() if value is not None}
    low, high = shown.pop("mean_low", None), shown.pop("mean_high", None)
    rows = [(name, f"{value:.6g}") for name, value in shown.items()]
    if low is not None:
        rows.insert(1, ("95 % of mean", f"from {low:.6g} to {high:.6g}"))
    if facts.lower_bound is not None:
        level = math.log(facts.horizon)
        coefficient = facts.lower_bound / level if level else 0.0
        rows.append(("lower bound", f"{coefficient:.6g} log T = {facts.lower_bound:.6g}"))
    rows += [
        ("seconds", f"{facts.seconds:.3g}"),
        ("runs per second", f"{facts.runs_per_second:.4g}"),
    ]
    print_table((f"regret of {facts.policy}", f"{facts.runs} runs to T = {facts.horizon}"), rows)
    for sentence in _remarks(facts):
        print_text(sentence)


def _claimed(facts: SimulationFacts) -> str:
    """The budget of the runs in words."""
    named = {"eps": facts.epsilon, "rho": facts.rho, "alpha": facts.alpha}
    named["delta"] = facts.settings.get("delta")
    return ", ".join(f"{name} = {value:.6g}" for name, value in named.items() if value is not None)


def _remarks(facts: SimulationFacts) -> list[str]:
    """What a reader must know of the numbers."""
    results = []
    if facts.shuffled:
        results.append(
            "The order of the arms may decide what this policy plays, so each run has them in an "
            "order of its own; --keep-order plays them as they are given."
        )
    if facts.lower_bound is not None:
        which = ""
        if facts.rho is not None or facts.alpha is not None:
            which = "the one without privacy, which holds for private policies too; it is "
        results.append(
            f"The lower bound is {which}a limit as T grows, for consistent policies; the regret at "
            "one T may be below it."
        )
    if facts.declaration is not None:
        within = f", whose price is within {_claimed(facts)}" if facts.covered else ""
        results.append(
            f"Every run played what {facts.policy} declares{within}: {facts.declaration}; its "
            f"digest is {facts.digest}."
        )
    if facts.undeclared is not None:
        results.append(
            f"The code of {facts.policy} was played as it is, and no verdict is about these runs. "
            f"{facts.undeclared}."
        )
    if facts.policy in TOO_LITTLE_NOISE:
        results.append(
            "Warning: this policy has the printed noise, which is too little for its eps; "
            "dp-ucb has enough."
        )
    elif facts.declaration is not None and facts.covered is False:
        why = "costs more"
        if not facts.clipped:
            why = "has no price under it, since rewards are not clipped"
        results.append(
            f"Warning: the budget is {_claimed(facts)}, and what {facts.policy} declares {why}."
        )
    elif facts.covered is False:
        results.append(
            "Warning: rewards and contexts are read as they are, so no privacy theorem covers "
            "these runs."
        )
    if facts.reward_law == "normal" and facts.clipped:
        results.append(
            "Normal rewards are clipped to [-1, 1] before they are read; the regret is that of "
            "their means before."
        )
    return results
