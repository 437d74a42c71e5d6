"""`banditproof simulate` for a policy that stops: stopping times, wrong answers, runs cut off."""

from __future__ import annotations
import math
import time
from typing import TYPE_CHECKING, Any
from . import arguments
from .output import print_facts, print_table, print_text, progress_of_runs

if TYPE_CHECKING:
    from banditproof.algorithms import StoppingTimes
    from banditproof.algorithms.engines.engine import Played
    from .simulation_results import IdentificationFacts, StopFacts

LONGEST = "1e7"
"""The pulls at which a run is cut off, unless --horizon says another number."""
CONFIDENCE = 0.99
SHOWN = ("delta", "beta", "s")
"""The numbers of a policy that the result repeats, where they were given."""
WORDS = ("bonus", "clipped", "threshold")


def show_stopping_times(
    policy: str,
    bandit: Played,
    settings: dict[str, Any],
    longest: str | None,
    repeats: int,
    seed: int,
    workers: int,
    json: bool,
) -> None:
    """Play a policy that stops, and print what came out."""
    from banditproof.algorithms import make_policy, simulate_identification
    from banditproof.theory import BernoulliBandit

    if not isinstance(bandit, BernoulliBandit):
        raise ValueError(f"The policy {policy} is made for rewards in [0, 1]; give --means.")
    cut = arguments.count("horizon", longest or LONGEST)
    if cut < bandit.arms:
        raise ValueError(
            f"The horizon is {cut}, and each of the {bandit.arms} arms is pulled first; give a "
            f"horizon >= {bandit.arms}."
        )
    chosen = make_policy(policy, bandit.arms, **settings)
    with progress_of_runs(repeats, f"simulating {policy}") as report:
        start = time.perf_counter()
        result = simulate_identification(
            chosen, bandit, repeats, seed, longest=cut, workers=workers, progress=report
        )
        seconds = time.perf_counter() - start
    facts = _facts(policy, settings, result, seed, seconds)
    print_facts(facts, json, _print)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _facts(
    policy: str, settings: dict[str, Any], found: StoppingTimes, seed: int, seconds: float
) -> IdentificationFacts:
    from banditproof.algorithms.catalogue import RISK
    from banditproof.theory import certify, characteristic_time
    from banditproof.theory.exact import exact
    from .simulation_results import IdentificationFacts, StopFacts

    risk, eps = exact(settings.get("delta", RISK)), settings.get("eps")
    free = float(certify(characteristic_time, found.bandit))
    private = None
    if eps is not None:
        private = float(certify(characteristic_time, found.bandit, "private", eps))
    least = None
    if risk < (exact("1/3") if private is not None else exact("5/12")):
        factor = 3.0 if private is not None else 2.4
        least = (free if private is None else private) * -math.log(factor * float(risk))
    low, high = found.error_limits(CONFIDENCE)
    quantiles = {f"q{share:02}": _finite(found.quantile(share / 100)) for share in (5, 25, 75, 95)}
    numbers = {name: float(settings[name]) for name in SHOWN if name in settings}
    return IdentificationFacts(
        policy=policy,
        means=tuple(float(mean) for mean in found.bandit.exact_means),
        epsilon=None if eps is None else float(eps),
        delta=float(risk),
        settings=numbers | {name: settings[name] for name in WORDS if name in settings},
        seed=seed,
        runs=found.runs,
        longest=found.longest,
        samples=StopFacts(
            mean=_finite(found.mean),
            sd=_finite(found.deviation),
            median=_finite(found.quantile(0.5)),
            **quantiles,
        ),
        capped=found.capped,
        errors=found.errors,
        error_low=low,
        error_high=high,
        confidence=CONFIDENCE,
        characteristic_time=free,
        private_time=private,
        lower_bound=least,
        seconds=seconds,
        runs_per_second=found.runs / seconds,
    )


def _number(value: float | None, longest: int) -> str:
    return f"> {longest}" if value is None else f"{value:.6g}"


def _print(facts: IdentificationFacts) -> None:
    stop: StopFacts = facts.samples
    rows = [
        (name, _number(value, facts.longest))
        for name, value in (
            ("median", stop.median),
            ("q05", stop.q05),
            ("q25", stop.q25),
            ("q75", stop.q75),
            ("q95", stop.q95),
        )
    ]
    mean = "unknown" if stop.mean is None else f"{stop.mean:.6g}"
    sd = "unknown" if stop.sd is None else f"{stop.sd:.6g}"
    limits = f"{facts.error_low:.4g} to {facts.error_high:.4g}"
    rows += [
        ("mean", mean),
        ("sd", sd),
        ("cut off", f"{facts.capped} of {facts.runs} runs, after {facts.longest} pulls"),
        ("wrong answers", f"{facts.errors} of {facts.runs} runs"),
        ("error rate", f"{limits} (confidence {facts.confidence:.0%}); delta = {facts.delta:.4g}"),
        ("T*_KL", f"{facts.characteristic_time:.6g}"),
    ]
    if facts.private_time is not None:
        rows.append(("T*(nu; eps)", f"{facts.private_time:.6g}"))
    if facts.lower_bound is not None:
        rows.append(("lower bound", f"{facts.lower_bound:.6g} samples on average"))
    rows += [
        ("seconds", f"{facts.seconds:.3g}"),
        ("runs per second", f"{facts.runs_per_second:.4g}"),
    ]
    print_table((f"samples of {facts.policy}", f"{facts.runs} runs"), rows)
    if facts.capped:
        print_text(
            "Runs that were cut off have no answer: the mean stopping time is not known, and "
            "they count as wrong answers in the upper limit of the error rate."
        )
    if facts.settings.get("threshold") == "heuristic":
        print_text("The heuristic threshold is that of public codes; nothing is proved about it.")
    if facts.settings.get("threshold") == "printed":
        print_text("The printed threshold lacks an exponent, and is delta-correct without it.")
