"""What is found of a target: the leakage of a mean, and an attack on a descent."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from banditproof.theory import Enclosure


@dataclass(frozen=True)
class LimitHypothesisFacts:
    """A hypothesis of the limit theorem, at the numbers of the data."""

    name: str
    holds: bool | None
    words: str
    number: float | None


@dataclass(frozen=True)
class LeakagePowerFacts:
    """The largest power of an attack at one level."""

    alpha: Fraction
    limit: Enclosure | None
    exact: Enclosure | None


@dataclass(frozen=True)
class MeanGuaranteeFacts:
    """The differential privacy of the mechanism, proved for all data in a box."""

    words: str
    rho: Enclosure
    epsilon: Enclosure


@dataclass(frozen=True)
class InherentPrivacyFacts:
    """What an auditor would conclude of one target ("inherent privacy"), which is no guarantee."""

    is_guarantee: Literal[False]
    words: str
    epsilon: Enclosure | None


@dataclass(frozen=True)
class LeakageFacts:
    """How much a mean of rows says about whether a target is one of them."""

    data: str
    mechanism: str
    rows: int
    kept: int
    columns: int
    law_rows: int
    laws: Mapping[str, Any]
    covariance: Literal["independent", "full"]
    noise: Fraction
    target: int | None
    score: float
    score_exact: Fraction | None
    limit: bool
    hypotheses: tuple[LimitHypothesisFacts, ...]
    advantage: Enclosure | None
    advantage_exact: Enclosure | None
    power: tuple[LeakagePowerFacts, ...]
    not_exact: str
    delta: Fraction
    guarantee: MeanGuaranteeFacts | None
    conclusion: InherentPrivacyFacts
    seconds: float


@dataclass(frozen=True)
class AttackRateFacts:
    """The power of the attack at one level; its threshold is chosen on other games."""

    alpha: float
    threshold: float
    false_alarms: float
    false_alarms_low: float
    false_alarms_high: float
    power: float
    power_low: float
    power_high: float


@dataclass(frozen=True)
class AttackRocFacts:
    """The ROC curve of the tested games: points in increasing order."""

    false_alarms: tuple[float, ...]
    power: tuple[float, ...]


@dataclass(frozen=True)
class AttackFacts:
    """An attack on a descent with visible iterates, beside what is certified of it."""

    data: str
    model: Literal["linear", "logistic", "softmax"]
    columns: int
    classes: int | None
    parameters: int
    rows: int
    pool: int
    references: int
    target: str
    target_row: int | None
    target_score: float
    target_outside: bool
    steps: int
    rate: float
    batch: int
    batches: str
    clip: float | None
    noise: float | None
    noise_on: Literal["mean", "sum"]
    score: str
    combination: str
    reference_gradients: Literal["frozen", "fresh"]
    games: int
    seed: int
    level: float
    area: float
    area_low: float
    area_high: float
    rates: tuple[AttackRateFacts, ...]
    roc: AttackRocFacts
    delta: Fraction
    epsilon_shown: float
    epsilon_certified: Enclosure
    refuted: bool
    guarantee: str
    seconds: float


@dataclass(frozen=True)
class ProgramFacts:
    """Games against a program of a user, beside what is declared of it."""

    program: str
    kind: Literal["gradient", "release"]
    data: str | None
    neighbours: Literal["remove", "replace"]
    rows: int
    columns: int
    target: str
    target_row: int | None
    clip: float | None
    noise: float | None
    steps: int | None
    released: int
    score: str
    games: int
    tested: int
    seed: int
    level: float
    false_alarms: float
    false_alarms_high: float
    misses: float
    misses_high: float
    delta: Fraction
    epsilon_shown: float
    epsilon_certified: Enclosure
    compared_at: Fraction | None
    delta_shown: Enclosure | None
    delta_declared: Enclosure | None
    refutable: bool
    refuted: bool
    guarantee: str
    seconds: float
