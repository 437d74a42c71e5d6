"""`banditproof simulate --exact`: the law of the regret at one horizon, and runs beside it."""

from __future__ import annotations
import math
import time
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any
import typer
from . import arguments
from .output import print_facts, print_table, print_text
from .own_policy_runs import budget_of_table, is_own, played_table

if TYPE_CHECKING:
    from banditproof.algorithms import Policy
    from banditproof.theory import BernoulliBandit, Enclosure
    from banditproof.theory.mechanisms import Mechanism
    from banditproof.verify.exact_laws.law_beside_bounds import LawBesideBounds
    from banditproof.verify.exact_laws.regret_law import RegretLaw
    from .bound_results import HorizonFacts
    from .game_options import PlayedOptions
    from .policy_options import PolicyOptions
    from .simulation_results import ExactRegretFacts, LawRunsFacts, PairFacts

LEVELS = ("0.05", "0.5", "0.95", "0.99")
"""The quantiles that are shown."""


def show_exact_regret(
    policy: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str | None,
    seed: int,
    json: bool,
) -> None:
    """Compute the law of the regret of a policy with noise on the integers, and print it."""
    from banditproof.verify.exact_laws.law_beside_bounds import law_beside_bounds
    from .bound_results import HorizonFacts
    from .simulation_results import ExactRegretFacts, QuantileFacts

    chosen, bandit, rounds, settings, budget = _asked(policy, played, options, horizon)
    repeats = None
    if runs is not None:
        repeats = arguments.count("runs", runs)
        arguments.check_size(runs, repeats, bandit.arms)
    start = time.perf_counter()
    found = law_beside_bounds(chosen, bandit, rounds, **budget)
    law = found.law
    facts = ExactRegretFacts(
        policy=policy,
        means=tuple(float(mean) for mean in bandit.exact_means),
        settings={name: str(value) for name, value in settings.items()},
        noise=_shown(chosen.declared_noise),
        horizon=rounds,
        mean=law.mean,
        quantiles=tuple(QuantileFacts(float(q), law.quantile(q)) for q in LEVELS),
        beside_runs=None if repeats is None else _runs(law, chosen, bandit, repeats, seed),
        at_horizon=HorizonFacts.of(found.bounds.to_json()),
        beside_the_bounds=_pair(found),
        missing=float(law.missing),
        seconds=time.perf_counter() - start,
    )
    print_facts(facts, json, _print)
    if facts.beside_runs is not None and not facts.beside_runs.agrees:
        raise typer.Exit(1)


def _asked(
    policy: str, played: PlayedOptions, options: PolicyOptions, horizon: str | None
) -> tuple[Policy[Any], BernoulliBandit, int, dict[str, Any], dict[str, Any]]:
    """The policy, the bandit, the rounds, the settings, and the budget of the bounds."""
    from banditproof.algorithms import make_policy
    from banditproof.theory import BernoulliBandit
    from banditproof.verify.exact_laws.regret_law import on_the_integers

    if is_own(policy):
        table, bandit, rounds = played_table(policy, played, options, horizon)
        return table, bandit, rounds, {}, {"eps": budget_of_table(policy)}
    played.refuse_advice()
    settings = options.checked(policy)
    chosen_bandit = played.bandit(options.unclipped)
    if not isinstance(chosen_bandit, BernoulliBandit):
        raise ValueError("The exact law is that of Bernoulli arms; give --means.")
    rounds = arguments.count("horizon", horizon or "1e6")
    made = on_the_integers(make_policy(policy, chosen_bandit.arms, horizon=rounds, **settings))
    return made, chosen_bandit, rounds, settings, _budget(policy, settings)


def _runs(
    law: RegretLaw, policy: Policy[Any], bandit: BernoulliBandit, runs: int, seed: int
) -> LawRunsFacts:
    """The regret of so many runs, and how far its distribution is from the law."""
    import numpy as np
    from banditproof.verify.exact_laws.runs_of_two_arms import farthest, pulls_in_runs
    from .simulation_results import LawRunsFacts

    pulls = pulls_in_runs(policy, bandit, law.horizon, runs, np.random.default_rng(seed))
    worse = pulls[bandit.gaps.index(max(bandit.gaps))]
    regret = worse * float(law.gap)
    levels = np.array([float(level) for level in LEVELS])
    distance, allowed = farthest(law, worse)
    return LawRunsFacts(
        runs=runs,
        seed=seed,
        mean=float(regret.mean()),
        standard_error=float(regret.std() / math.sqrt(runs)),
        quantiles=tuple(np.quantile(regret, levels, method="inverted_cdf").tolist()),
        distance=distance,
        allowed=allowed,
        agrees=distance <= allowed,
    )


def _budget(policy: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The pure or concentrated budget of a policy: that of the bounds beside it."""
    from banditproof.algorithms import POLICIES

    options = POLICIES[policy].options
    pure = settings["eps"] if "eps" in options and "alpha" not in options else None
    return {"eps": pure, "rho": settings["rho"] if "rho" in options else None}


def _pair(found: LawBesideBounds) -> PairFacts | None:
    from .simulation_results import PairFacts

    if found.there is None or found.largest is None or found.missed is None:
        return None
    return PairFacts(found.largest, found.there, found.missed, found.as_reliable)


def _print_pair(policy: str, mean: Enclosure, below: HorizonFacts, pair: PairFacts) -> None:
    """What every policy pays at the same T, and this one on the same instances."""
    from banditproof.theory.decimal_digits import decimal

    def least(bound: float) -> str:
        return f">= {decimal(Fraction(bound), 5, up=False)}"

    assert below.regret_here_or_on_a_neighbour is not None
    here, often = mean.rounded(5), pair.misses_with_probability
    larger = pair.regret_here_or_on_the_neighbour.rounded(5)
    rows = [("here or on the neighbour", least(below.regret_here_or_on_a_neighbour), larger)]
    as_rarely = pair.every_policy_that_misses_as_rarely
    if as_rarely is not None:
        rows.append((f"if it misses as rarely as {policy}", least(as_rarely), here))
    for bound in below.reliable:
        missed = Fraction(bound.missed_with_probability)
        own = here if often.upper <= missed else "misses more often"
        rows.append((f"if it misses in <= {float(missed):.2g} of runs", least(bound.regret), own))
    private = "policy" if below.eps is None else f"{float(Fraction(below.eps)):.4g}-DP policy"
    if below.rho is not None:
        private = f"{float(Fraction(below.rho)):.4g}-zCDP policy"
    print_table((f"regret at T = {below.horizon}", f"every {private}", policy), rows)
    arm, near = below.arms_of_neighbours[0], float(Fraction(below.reliable[0].neighbour))
    print_text(
        f"On the neighbour arm {arm} has the mean {float(Fraction(below.neighbour or 1)):.4g}. A "
        f"policy misses if it pulls arm {arm} in at most half of the rounds where its mean is "
        f"{near:.4g}; {policy} does with probability {float(often):.3g}."
    )


def _shown(noise: Mechanism | None) -> str:
    """Noise with its parameters as ratios."""
    if noise is None:
        return "none"
    parameters = ", ".join(f"{part.name}={getattr(noise, part.name)}" for part in fields(noise))
    return f"{type(noise).__name__}({parameters})"


def _print(facts: ExactRegretFacts) -> None:
    rows = [("mean", facts.mean.rounded(9))]
    rows += [(f"{q.level:.0%} quantile", q.regret.rounded()) for q in facts.quantiles]
    rows += [("mass left out", f"{facts.missing:.3g}"), ("seconds", f"{facts.seconds:.3g}")]
    head = (f"regret of {facts.policy}", f"exact law at T = {facts.horizon}")
    if (runs := facts.beside_runs) is None:
        print_table(head, rows)
    else:
        seen = [f"{runs.mean:.6g} +- {runs.standard_error:.2g}"]
        seen += [f"{regret:.8g}" for regret in runs.quantiles] + ["", ""]
        beside = [(*row, cell) for row, cell in zip(rows, seen, strict=True)]
        print_table((*head, f"{runs.runs} runs"), beside)
        print_text(
            f"The distribution function of the runs is {runs.distance:.3g} away from the law. "
            f"By chance it is more than {runs.allowed:.3g} away once in a million times"
            + ("." if runs.agrees else ": the runs and the law do not agree.")
        )
    noise = "" if facts.noise == "NoNoise()" else f"The noise is {facts.noise}. "
    print_text(
        f"{noise}Each interval is proved to contain the number: what was left out has a regret "
        "from 0 to the gap times T, and scores are compared in balls."
    )
    if facts.beside_the_bounds is not None:
        name = "this table" if is_own(facts.policy) else facts.policy
        _print_pair(name, facts.mean, facts.at_horizon, facts.beside_the_bounds)
