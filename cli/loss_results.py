"""The result of `simulate --losses`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from .results import Facts, RegretFacts


@dataclass(frozen=True)
class UpperBoundFacts(Facts):
    """An upper bound of the expected regret of the algorithm, on every losses of this size."""

    name: Annotated[str, "Which bound it is."]
    claim: Annotated[str, "The ID of its claim."]
    status: Annotated[str, "Whether it is printed, repaired or proved; a refuted one is no bound."]
    value: Annotated[float | None, "The bound; null if a hypothesis is not satisfied."]
    vacuous: Annotated[
        bool | None,
        "Whether it is at least the horizon, and so says nothing; null without a value.",
    ]
    missing: Annotated[tuple[str, ...], "The hypotheses that are not satisfied."]


@dataclass(frozen=True)
class LossRunsFacts(Facts):
    """The regret of a policy on losses that were fixed before the first round."""

    policy: Annotated[str, "The name of the policy."]
    losses: Annotated[str, "The name of the losses, or their file."]
    arms: Annotated[int, "The number of arms."]
    experts: Annotated[int | None, "The number of experts; null without advice."]
    advice: Annotated[str | None, "Where the advice comes from; null without it."]
    epsilon: Annotated[float | None, "The budget eps; null for a policy without privacy."]
    delta: Annotated[float | None, "The delta of the budget; null for pure privacy."]
    batch: Annotated[int, "tau, the rounds of a batch, whose noisy mean or vector is released."]
    noise: Annotated[float, "The scale of the Laplace noise of such a mean; 0 without privacy."]
    parameters: Annotated[Mapping[str, float], "The parameters of the learner."]
    seed: Annotated[int, "The random seed of the runs, and of what is drawn of the losses."]
    runs: Annotated[int, "The number of independent runs on the same losses."]
    horizon: Annotated[int, "The number of rounds of a run."]
    regret: Annotated[
        RegretFacts,
        "The loss of the runs less that of the best arm for all rounds, or of the best expert.",
    ]
    standard_error: Annotated[float | None, "The standard error of the mean; null for one run."]
    best: Annotated[float, "The whole loss of the best arm, or of the best expert."]
    bounds: Annotated[
        tuple[UpperBoundFacts, ...], "Upper bounds of the expected regret; none without privacy."
    ]
    remarks: Annotated[tuple[str, ...], "What a reader must know of the numbers."]
    seconds: Annotated[float, "How long the simulation took, with its compilation."]
    rounds_per_second: Annotated[float, "Rounds of all runs for each second of it."]
