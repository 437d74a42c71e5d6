"""`banditproof simulate --exact`: the law of the regret at one horizon, without a run."""

from __future__ import annotations
import time
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from . import arguments
from .output import interval, print_facts, print_table, print_text

if TYPE_CHECKING:
    from banditproof.algorithms.engines.engine import Played
    from banditproof.theory import BernoulliBandit
    from banditproof.theory.mechanisms import Mechanism
    from banditproof.theory.one_horizon import HorizonBounds
    from .bound_results import HorizonFacts
    from .simulation_results import ExactRegretFacts

LEVELS = ("0.05", "0.5", "0.95", "0.99")
"""The quantiles that are shown."""


def show_exact_regret(
    policy: str,
    bandit: Played,
    settings: dict[str, Any],
    horizon: str | None,
    runs: str | None,
    json: bool,
) -> None:
    """Compute the law of the regret of a policy with noise on the integers, and print it."""
    from banditproof.algorithms import make_policy
    from banditproof.theory import BernoulliBandit
    from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_law
    from .bound_results import HorizonFacts
    from .simulation_results import ExactRegretFacts, QuantileFacts

    if runs is not None:
        raise ValueError("--exact plays no runs; leave --runs out.")
    if not isinstance(bandit, BernoulliBandit):
        raise ValueError("The exact law is that of Bernoulli arms; give --means.")
    rounds = arguments.count("horizon", horizon or "1e6")
    chosen = on_the_integers(make_policy(policy, bandit.arms, horizon=rounds, **settings))
    start = time.perf_counter()
    law = regret_law(chosen, bandit, rounds)
    facts = ExactRegretFacts(
        policy=policy,
        means=tuple(float(mean) for mean in bandit.exact_means),
        settings={name: str(value) for name, value in settings.items()},
        noise=_shown(chosen.declared_noise),
        horizon=rounds,
        mean=law.mean,
        quantiles=tuple(QuantileFacts(float(q), law.quantile(q)) for q in LEVELS),
        at_horizon=HorizonFacts.of(_below(policy, bandit, rounds, settings).to_json()),
        missing=float(law.missing),
        seconds=time.perf_counter() - start,
    )
    print_facts(facts, json, _print)


def _below(
    policy: str, bandit: BernoulliBandit, rounds: int, settings: dict[str, Any]
) -> HorizonBounds:
    """What no policy of the same budget, if it is pure or concentrated, can stay below."""
    from banditproof.algorithms import POLICIES
    from banditproof.theory.one_horizon import bounds_at_horizon

    options = POLICIES[policy].options
    pure = settings["eps"] if "eps" in options and "alpha" not in options else None
    rho = settings["rho"] if "rho" in options else None
    return bounds_at_horizon(bandit.exact_means, rounds, pure, rho=rho)


def _print_below(below: HorizonFacts) -> None:
    """What every policy pays at the same T: here or on the neighbour, or here if it is reliable."""
    from banditproof.theory.decimal_digits import decimal

    if below.regret_here_or_on_a_neighbour is None:
        return
    rows = [("here or on the neighbour", below.regret_here_or_on_a_neighbour)]
    for bound in below.reliable:
        missed = float(Fraction(bound.missed_with_probability))
        rows.append((f"if it misses with probability <= {missed:.3g}", bound.regret))
    shown = [(name, f"at least {decimal(Fraction(bound), 5, up=False)}") for name, bound in rows]
    private = "policy" if below.eps is None else f"{float(Fraction(below.eps)):.4g}-DP policy"
    if below.rho is not None:
        private = f"{float(Fraction(below.rho)):.4g}-zCDP policy"
    print_table((f"regret of every {private}", f"at T = {below.horizon}"), shown)
    arm, near = below.arms_of_neighbours[0], float(Fraction(below.reliable[0].neighbour))
    print_text(
        f"On the neighbour arm {arm} has the mean {float(Fraction(below.neighbour or 1)):.4g}. A "
        f"policy misses if it pulls arm {arm} in at most half of the rounds where its mean is "
        f"{near:.4g}."
    )


def _shown(noise: Mechanism | None) -> str:
    """Noise with its parameters as ratios."""
    if noise is None:
        return "none"
    parameters = ", ".join(f"{part.name}={getattr(noise, part.name)}" for part in fields(noise))
    return f"{type(noise).__name__}({parameters})"


def _print(facts: ExactRegretFacts) -> None:
    rows = [("mean", interval(facts.mean, 9))]
    rows += [(f"{q.level:.0%} quantile", interval(q.regret)) for q in facts.quantiles]
    rows += [("mass left out", f"{facts.missing:.3g}"), ("seconds", f"{facts.seconds:.3g}")]
    print_table((f"regret of {facts.policy}", f"exact law at T = {facts.horizon}"), rows)
    print_text(
        f"The noise is {facts.noise}. Each interval is proved to contain the number: what was "
        "left out has a regret from 0 to the gap times T, and scores are compared in balls."
    )
    _print_below(facts.at_horizon)
