"""`banditproof simulate --losses`: the regret of a learner on losses that an adversary fixed.

Losses, and the advice of experts, come by name or from the rows of a file.
"""

from __future__ import annotations
import time
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any
from banditproof.theory.number_files.exact_rows import read_rows
from banditproof.theory.number_files.number_table import number_table
from . import arguments
from .output import print_facts, print_table, print_text, progress_of_runs

if TYPE_CHECKING:
    from fractions import Fraction
    from banditproof.algorithms import Policy
    from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
    from banditproof.algorithms.adversarial.loss_sequences import LossSequence
    from banditproof.algorithms.engines.adversarial_engine import LearnerRuns
    from .game_options import PlayedOptions
    from .policy_options import PolicyOptions
    from .simulation_results import LossRunsFacts, UpperBoundFacts

HORIZON, ARMS, RUNS = "1e6", "2", "20"
"""What is played unless options say otherwise."""
MOST_EXPERTS = 10**4
DRAWN, ONE_FOR_EACH = "drawn", "arms"
"""Advice that has a name instead of a file: drawn experts, or one for each arm."""
TAKEN = ("eps", "delta")
"""The options of other policies that these take, too."""
BOUNDS = {
    "batched-htinf": ("batched HTINF, from first principles", "batched HTINF, as printed"),
    "fitted-htinf": ("batched HTINF, rates that fit the noise",),
    "local-htinf": ("locally private HTINF, rates that fit the noise",),
    "batched-exp3": ("batched EXP3, repaired constant", "batched EXP3, as printed"),
    "batched-ftpl": ("batched FTPL, sharp", "batched FTPL, as printed"),
    "batched-htinf-experts": (
        "batched HTINF on experts, from first principles",
        "batched HTINF on experts, as printed",
    ),
    "local-exp4": (
        "locally private EXP4, the proof of the paper",
        "locally private EXP4, as printed",
    ),
    "batched-exp4": ("batched EXP4, repaired",),
    "batched-exp4-printed": ("batched EXP4, as printed",),
}
"""The upper bounds of each policy with the parameters that it is played with; for the others, and
for FTPL as its box is printed, there is none."""


def show_loss_runs(
    policy: str,
    played: PlayedOptions,
    options: PolicyOptions,
    horizon: str | None,
    runs: str | None,
    seed: int,
    workers: int,
    json: bool,
) -> None:
    """Play a policy on losses, and print what came out."""
    from banditproof.algorithms.adversarial.private_learners import LEARNERS, make_learner
    from banditproof.algorithms.engines.loss_simulation import simulate_losses

    if policy not in LEARNERS:
        raise ValueError(
            f"The policy {policy} learns from rewards, not from losses; give one of "
            f"{', '.join(LEARNERS)}."
        )
    needs = LEARNERS[policy].options
    _refuse_others(policy, played, options, workers)
    eps, delta = _budget(policy, options)
    losses = _asked_losses(played, horizon, eps, seed)
    advice = _asked_advice(policy, played, losses.arms, seed) if "experts" in needs else None
    experts = None if advice is None else advice.experts
    repeats = arguments.count("runs", runs or RUNS)
    chosen = make_learner(policy, losses.arms, eps, losses.horizon, experts, delta)
    with progress_of_runs(repeats * losses.horizon, f"simulating {policy}") as report:
        start = time.perf_counter()
        result = simulate_losses(chosen, losses, repeats, seed, advice, report)
        seconds = time.perf_counter() - start
    facts = _facts(policy, chosen, played, (eps, delta), losses, advice, result, seed, seconds)
    print_facts(facts, json, _print)


def _refuse_others(
    policy: str, played: PlayedOptions, options: PolicyOptions, workers: int
) -> None:
    """Raise ValueError for options that belong to bandits, or to other policies."""
    from banditproof.algorithms.adversarial.private_learners import LEARNERS

    if played.losses is None:
        raise ValueError(
            f"The policy {policy} learns from losses that an adversary fixes; give --losses linear "
            "for example, or a file with a row for each round."
        )
    for name in ("means", "actions", "contexts", "theta", "law", "sigma"):
        if getattr(played, name) is not None:
            raise ValueError(f"--{name} describes another bandit than --losses; give one of them.")
    for field in fields(options):
        given = getattr(options, field.name)
        if given not in (None, False) and field.name not in TAKEN:
            raise ValueError(
                f"The policy {policy} has no option --{field.name.replace('_', '-')}; leave it out."
            )
    advised = [name for name, entry in LEARNERS.items() if "experts" in entry.options]
    for name in ("experts", "advice"):
        if getattr(played, name) is not None and policy not in advised:
            raise ValueError(
                f"The policy {policy} takes no advice; leave --{name} out, or give one of "
                f"{', '.join(advised)}."
            )
    if workers != 1:
        raise ValueError("Losses are read once for all runs, in one process; leave --workers out.")


def _budget(policy: str, options: PolicyOptions) -> tuple[Fraction | None, Fraction | None]:
    """eps and delta, as far as the policy has them."""
    from banditproof.algorithms.adversarial.private_learners import LEARNERS

    needs = LEARNERS[policy].options
    results: list[Fraction | None] = []
    for name, a, example in (("eps", "an", "0.5"), ("delta", "a", "1e-6")):
        word = getattr(options, name)
        if (word is not None) != (name in needs):
            raise ValueError(
                f"The policy {policy} needs {a} {name}; give --{name} {example} for example."
                if name in needs
                else f"The policy {policy} has no {name}; leave --{name} out."
            )
        if word is None:
            results.append(None)
        elif name == "eps":
            results.append(arguments.budget_of_runs(word))
        else:
            chance = arguments.number(name, word)
            if not 0 < chance < 1:
                raise ValueError(f"delta is {word}; give a number in (0, 1).")
            results.append(arguments.probability(name, word))
    return results[0], results[1]


def _asked_losses(
    played: PlayedOptions, horizon: str | None, eps: Fraction | None, seed: int
) -> LossSequence:
    """The losses of a name, or of the rows of a file."""
    from banditproof.algorithms.adversarial.loss_families import FAMILIES, make_losses
    from banditproof.algorithms.adversarial.loss_files import RecordedLosses

    word = played.losses
    assert word is not None
    if word in FAMILIES or ("." not in word and "/" not in word):
        arguments.one_of("family of losses", word, FAMILIES)
        arms = arguments.count("arms", played.arms or ARMS)
        rounds = arguments.count("horizon", horizon or HORIZON)
        return make_losses(word, arms, rounds, eps or 1, seed)
    with number_table(word) as table:
        rows = table.images
    if played.arms is not None and arguments.count("arms", played.arms) != rows.shape[1]:
        raise ValueError(
            f"{word} has {rows.shape[1]} numbers in a row and --arms is {played.arms}; leave "
            "--arms out."
        )
    rounds = len(rows) if horizon is None else arguments.count("horizon", horizon)
    if rounds > len(rows):
        raise ValueError(
            f"The horizon is {rounds} and {word} has {len(rows)} rows; give at most as many rounds."
        )
    try:
        return RecordedLosses(rows[:rounds])
    except ValueError as mistake:
        raise ValueError(f"{word}: {mistake}") from None


def _asked_advice(policy: str, played: PlayedOptions, arms: int, seed: int) -> AdviceCycle:
    """The advice of a name, or of the rows of a file."""
    from banditproof.algorithms.adversarial.advice_cycles import (
        AdviceCycle,
        drawn_advice,
        one_expert_per_arm,
    )

    word = played.advice or DRAWN
    number = None
    if played.experts is not None:
        number = arguments.whole("experts", played.experts, 1)
        if number > MOST_EXPERTS:
            raise ValueError(f"The number of experts is {number}; give at most {MOST_EXPERTS}.")
    if word == ONE_FOR_EACH:
        if number not in (None, arms):
            raise ValueError(
                f"There is one expert for each of the {arms} arms, and --experts is {number}; "
                "leave it out."
            )
        return one_expert_per_arm(arms)
    if word == DRAWN:
        if number is None:
            raise ValueError(
                f"The policy {policy} needs experts; give --experts 4 for example, or --advice."
            )
        return drawn_advice(number, arms, seed)
    if "." not in word and "/" not in word:
        arguments.one_of("kind of advice", word, (DRAWN, ONE_FOR_EACH))
    rows = [tuple(map(float, row)) for row in read_rows(word)]
    size = number or len(rows)
    if len(rows) % size:
        raise ValueError(
            f"{word} has {len(rows)} rows for {size} experts; give {size} rows for each round."
        )
    if len(rows[0]) != arms:
        raise ValueError(
            f"{word} has {len(rows[0])} numbers in a row, and the losses have {arms} arms; give a "
            "probability for each arm."
        )
    try:
        return AdviceCycle([rows[first : first + size] for first in range(0, len(rows), size)])
    except ValueError as mistake:
        raise ValueError(f"{word}: {mistake}") from None


def _facts(
    policy: str,
    chosen: Policy[Any],
    played: PlayedOptions,
    budget: tuple[Fraction | None, Fraction | None],
    losses: LossSequence,
    advice: AdviceCycle | None,
    found: LearnerRuns,
    seed: int,
    seconds: float,
) -> LossRunsFacts:
    import numpy as np
    from banditproof.algorithms.adversarial.learner_numbers import numbers_of
    from .simulation_results import LossRunsFacts, RegretFacts

    q05, median, q95 = np.quantile(found.regret, (0.05, 0.5, 0.95))
    runs, cut = len(found.regret), len(found.regret) // 10
    numbers = numbers_of(chosen)
    eps, delta = budget
    totals = losses.totals() if advice is None else advice.expert_totals(losses)
    from banditproof.algorithms.engines.engine import NORMAL_95

    return LossRunsFacts(
        policy=policy,
        losses=played.losses or "",
        arms=losses.arms,
        experts=None if advice is None else advice.experts,
        advice=None if advice is None else played.advice or DRAWN,
        epsilon=None if eps is None else float(eps),
        delta=None if delta is None else float(delta),
        batch=numbers.tau,
        noise=numbers.noise,
        parameters=numbers.parameters,
        seed=seed,
        runs=runs,
        horizon=found.horizon,
        regret=RegretFacts(
            mean=found.mean,
            sd=float(found.regret.std(ddof=1)) if runs > 1 else 0.0,
            median=float(median),
            q05=float(q05),
            q95=float(q95),
            trimmed_mean=float(np.sort(found.regret)[cut : runs - cut].mean()),
            mean_low=found.mean - NORMAL_95 * found.standard_error if runs > 1 else None,
            mean_high=found.mean + NORMAL_95 * found.standard_error if runs > 1 else None,
        ),
        standard_error=found.standard_error if runs > 1 else None,
        best=float(totals.min()),
        bounds=_bounds(policy, losses, advice, eps, delta),
        remarks=tuple(numbers.remarks(found.horizon)),
        seconds=seconds,
        rounds_per_second=runs * found.horizon / seconds,
    )


def _bounds(
    policy: str,
    losses: LossSequence,
    advice: AdviceCycle | None,
    eps: Fraction | None,
    delta: Fraction | None,
) -> tuple[UpperBoundFacts, ...]:
    """The upper bounds of a private policy, where there is more than one choice."""
    from banditproof.theory.adversarial.bound_rows import rows_of
    from banditproof.theory.adversarial.games import PrivateGame
    from .simulation_results import UpperBoundFacts

    experts = None if advice is None else advice.experts
    if eps is None or losses.arms < 2 or experts == 1:
        return ()
    game = PrivateGame.of(losses.arms, losses.horizon, eps, experts, delta)
    results = []
    for row in rows_of(game):
        if row.name in BOUNDS.get(policy, ()):
            missing = tuple(
                words for words, given in (need(game) for need in row.needs) if not given
            )
            value = None if missing else row.number(game, 12)
            results.append(
                UpperBoundFacts(
                    name=row.name,
                    claim=row.claim,
                    status=row.status.value,
                    value=None if value is None else float(value),
                    vacuous=None if value is None else not bool(value < losses.horizon),
                    missing=missing,
                )
            )
    return tuple(results)


def _print(facts: LossRunsFacts) -> None:
    shown = {name: value for name, value in asdict(facts.regret).items() if value is not None}
    low, high = shown.pop("mean_low", None), shown.pop("mean_high", None)
    rows = [(name, f"{value:.6g}") for name, value in shown.items()]
    if low is not None:
        rows.insert(1, ("95 % of mean", f"from {low:.6g} to {high:.6g}"))
    if facts.standard_error is not None:
        rows.insert(1, ("standard error", f"{facts.standard_error:.3g}"))
    rows.append(("loss of the best", f"{facts.best:.6g}"))
    rows.append(("rounds of a batch", str(facts.batch)))
    if facts.noise:
        rows.append(("noise of a mean", f"Laplace({facts.noise:.6g})"))
    rows += [(name, f"{value:.6g}") for name, value in facts.parameters.items()]
    for bound in facts.bounds:
        says = "" if not bound.vacuous else ", not below T"
        words = "does not apply" if bound.value is None else f"{bound.value:.6g}{says}"
        rows.append((f"bound: {_short(bound)}", f"{words} ({bound.claim})"))
    rows += [
        ("seconds", f"{facts.seconds:.3g}"),
        ("rounds per second", f"{facts.rounds_per_second:.4g}"),
    ]
    title = f"{facts.runs} runs to T = {facts.horizon} on {facts.losses}"
    print_table((f"regret of {facts.policy}", title), rows)
    for bound in facts.bounds:
        if bound.missing:
            print_text(f"The bound {_short(bound)!r} needs {'; '.join(bound.missing)}.")
    if facts.bounds and all(bound.vacuous is not False for bound in facts.bounds):
        print_text("At this horizon no bound is below T, so the regret says nothing about them.")
    for sentence in facts.remarks:
        print_text(sentence)


def _short(bound: UpperBoundFacts) -> str:
    """The name of a bound without that of the policy."""
    return bound.name.partition(", ")[2]
