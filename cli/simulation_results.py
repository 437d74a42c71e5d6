"""The results of `simulate`: regret, stopping times, and the regret on fixed losses."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from .bound_results import HorizonFacts

if TYPE_CHECKING:
    from banditproof.theory import Enclosure


@dataclass(frozen=True)
class RegretFacts:
    """The pseudo-regret of the runs."""

    mean: float
    sd: float
    median: float
    q05: float
    q95: float
    trimmed_mean: float
    mean_low: float | None = None
    mean_high: float | None = None


@dataclass(frozen=True)
class SimulationFacts:
    """The regret of a simulated policy beside the lower bound."""

    policy: str
    means: tuple[float, ...] | None
    theta: tuple[float, ...] | None
    contexts: str | None
    arms: int
    reward_law: Literal["bernoulli", "signs", "normal"]
    epsilon: float | None
    rho: float | None
    alpha: float | None
    settings: Mapping[str, Any]
    clipped: bool
    covered: bool | None
    seed: int
    runs: int
    horizon: int
    regret: RegretFacts
    lower_bound: float | None
    seconds: float
    runs_per_second: float
    declaration: str | None = None
    digest: str | None = None
    undeclared: str | None = None
    shuffled: bool = False


@dataclass(frozen=True)
class QuantileFacts:
    """The least regret that is not exceeded with at least the probability `level`."""

    level: float
    regret: Enclosure


@dataclass(frozen=True)
class PairFacts:
    """What the policy does on the instances that the bounds at its horizon are about."""

    regret_here_or_on_the_neighbour: Enclosure
    regret_on_the_neighbour: Enclosure
    misses_with_probability: Enclosure
    every_policy_that_misses_as_rarely: float | None


@dataclass(frozen=True)
class LawRunsFacts:
    """Runs of the policy, which share no code with its law."""

    runs: int
    seed: int
    mean: float
    standard_error: float
    quantiles: tuple[float, ...]
    distance: float
    allowed: float
    agrees: bool


@dataclass(frozen=True)
class ExactRegretFacts:
    """The law of the regret of a policy with noise on the integers."""

    policy: str
    means: tuple[float, ...]
    settings: Mapping[str, Any]
    noise: str
    horizon: int
    mean: Enclosure
    quantiles: tuple[QuantileFacts, ...]
    beside_runs: LawRunsFacts | None
    at_horizon: HorizonFacts
    beside_the_bounds: PairFacts | None
    missing: float
    seconds: float


@dataclass(frozen=True)
class StopFacts:
    """The numbers of samples of runs that stop; null where runs were cut off."""

    mean: float | None
    sd: float | None
    median: float | None
    q05: float | None
    q25: float | None
    q75: float | None
    q95: float | None


@dataclass(frozen=True)
class IdentificationFacts:
    """The stopping times and the answers of a simulated policy that stops."""

    policy: str
    means: tuple[float, ...]
    epsilon: float | None
    delta: float
    settings: Mapping[str, Any]
    seed: int
    runs: int
    longest: int
    samples: StopFacts
    capped: int
    errors: int
    error_low: float
    error_high: float
    confidence: float
    characteristic_time: float
    private_time: float | None
    lower_bound: float | None
    seconds: float
    runs_per_second: float


@dataclass(frozen=True)
class UpperBoundFacts:
    """An upper bound of the expected regret of the algorithm, on every losses of this size."""

    name: str
    claim: str
    status: str
    value: float | None
    vacuous: bool | None
    missing: tuple[str, ...]


@dataclass(frozen=True)
class LossRunsFacts:
    """The regret of a policy on losses that were fixed before the first round."""

    policy: str
    losses: str
    arms: int
    experts: int | None
    advice: str | None
    epsilon: float | None
    delta: float | None
    batch: int
    noise: float
    parameters: Mapping[str, float]
    seed: int
    runs: int
    horizon: int
    regret: RegretFacts
    standard_error: float | None
    best: float
    bounds: tuple[UpperBoundFacts, ...]
    remarks: tuple[str, ...]
    seconds: float
    rounds_per_second: float
