"""The results of `leakage` and of `attack gradient`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from .results import Facts

if TYPE_CHECKING:
    from banditproof.theory import Enclosure


@dataclass(frozen=True)
class LimitHypothesisFacts(Facts):
    """A hypothesis of the limit theorem, at the numbers of the data."""

    name: Annotated[str, "S1, S2, S3, N, or independent columns."]
    holds: Annotated[bool | None, "Whether it is satisfied; null if it could not be checked."]
    words: Annotated[str, "What was found."]
    number: Annotated[float | None, "The number that decides, if there is one."]


@dataclass(frozen=True)
class LeakagePowerFacts(Facts):
    """The largest power of an attack at one level."""

    alpha: Annotated[Fraction, "The level: the largest false-alarm rate."]
    limit: Annotated[Enclosure | None, "In the limit; null if a hypothesis fails."]
    exact: Annotated[Enclosure | None, "For this number of rows; null if it is not known."]


@dataclass(frozen=True)
class MeanGuaranteeFacts(Facts):
    """The differential privacy of the mechanism, proved for all data in a box."""

    words: Annotated[str, "The guarantee in a sentence."]
    rho: Annotated[Enclosure, "The constant of zero-concentrated privacy; inf for none."]
    epsilon: Annotated[Enclosure, "The least eps at the delta; inf for none."]


@dataclass(frozen=True)
class InherentPrivacyFacts(Facts):
    """What an auditor would conclude of one target ("inherent privacy"), which is no guarantee."""

    is_guarantee: Annotated[Literal[False], "It is no differential privacy."]
    words: Annotated[str, "Why it is none."]
    epsilon: Annotated[Enclosure | None, "The eps at the same delta that the limit looks like."]


@dataclass(frozen=True)
class LeakageFacts(Facts):
    """How much a mean of rows says about whether a target is one of them."""

    data: Annotated[str, "The file, or the name of the data set."]
    mechanism: Annotated[str, "What is released."]
    rows: Annotated[int, "n, the number of rows that are averaged, or drawn from."]
    kept: Annotated[int, "How many of them are averaged."]
    columns: Annotated[int, "d, the number of columns."]
    law_rows: Annotated[int, "The number of rows from which the law is taken."]
    laws: Annotated[Mapping[str, Any], "How many columns have each kind of law."]
    covariance: Annotated[Literal["independent", "full"], "How columns depend on each other."]
    noise: Annotated[Fraction, "The deviation of the noise, times the square root of the rows."]
    target: Annotated[int | None, "The number of the target's row; null for a given row."]
    score: Annotated[float, "The leakage score m*."]
    score_exact: Annotated[Fraction | None, "m* as a ratio; null if it has many digits."]
    limit: Annotated[bool, "Whether no hypothesis fails, so that the limit is given."]
    hypotheses: Annotated[
        tuple[LimitHypothesisFacts, ...], "The hypotheses of the limit, one by one."
    ]
    advantage: Annotated[Enclosure | None, "The largest advantage in the limit."]
    advantage_exact: Annotated[Enclosure | None, "The largest advantage for these rows."]
    power: Annotated[tuple[LeakagePowerFacts, ...], "The largest power at some levels."]
    not_exact: Annotated[str, "Why there are no exact numbers; empty if there are some."]
    delta: Annotated[Fraction, "The delta of (eps, delta)-privacy."]
    guarantee: Annotated[MeanGuaranteeFacts | None, "What is proved; null if no box is known."]
    conclusion: Annotated[InherentPrivacyFacts, "What the score of one target seems to say."]
    seconds: Annotated[float, "How long it took."]


@dataclass(frozen=True)
class AttackRateFacts(Facts):
    """The power of the attack at one level; its threshold is chosen on other games."""

    alpha: Annotated[float, "The level for which the threshold was chosen."]
    threshold: Annotated[float, "The adversary says that the target is in above this score."]
    false_alarms: Annotated[float, "The measured share of false alarms."]
    false_alarms_low: Annotated[float, "Its lower limit."]
    false_alarms_high: Annotated[float, "Its upper limit."]
    power: Annotated[float, "The measured share of targets that are found."]
    power_low: Annotated[float, "Its lower limit."]
    power_high: Annotated[float, "Its upper limit."]


@dataclass(frozen=True)
class AttackRocFacts(Facts):
    """The ROC curve of the tested games: points in increasing order."""

    false_alarms: Annotated[tuple[float, ...], "The shares of false alarms."]
    power: Annotated[tuple[float, ...], "The shares of targets that are found."]


@dataclass(frozen=True)
class AttackFacts(Facts):
    """An attack on a descent with visible iterates, beside what is certified of it."""

    data: Annotated[str, "The file, or the name of the data set."]
    model: Annotated[Literal["linear", "logistic", "softmax"], "The model."]
    columns: Annotated[int, "The number of features."]
    classes: Annotated[int | None, "The number of classes; null in linear regression."]
    parameters: Annotated[int, "The number of parameters."]
    rows: Annotated[int, "The number of rows of a game."]
    pool: Annotated[int, "The number of rows of the file from which they are drawn."]
    references: Annotated[int, "The number of rows that the adversary has, apart from these."]
    target: Annotated[str, "The target, or how it was chosen."]
    target_row: Annotated[int | None, "The number of its row in the file, if it is one."]
    target_score: Annotated[float, "The Mahalanobis score of its gradient at the start."]
    target_outside: Annotated[bool, "Whether it points where no reference gradient varies."]
    steps: Annotated[int, "The number of steps."]
    rate: Annotated[float, "The learning rate."]
    batch: Annotated[int, "The number of rows of a batch."]
    batches: Annotated[str, "How batches are drawn."]
    clip: Annotated[float | None, "The norm to which gradients are clipped; null for none."]
    noise: Annotated[float | None, "The noise multiplier; null without noise."]
    noise_on: Annotated[Literal["mean", "sum"], "What the multiplier refers to."]
    score: Annotated[str, "The score of a step."]
    combination: Annotated[str, "How the scores of steps are put together."]
    reference_gradients: Annotated[Literal["frozen", "fresh"], "Taken once, or at each step."]
    games: Annotated[int, "The number of games: half of them choose thresholds, half test them."]
    seed: Annotated[int, "The random seed."]
    level: Annotated[float, "Each interval and bound is wrong with at most this probability."]
    area: Annotated[float, "The area under the ROC curve of all games."]
    area_low: Annotated[float, "Its lower limit."]
    area_high: Annotated[float, "Its upper limit."]
    rates: Annotated[tuple[AttackRateFacts, ...], "The power at some levels."]
    roc: Annotated[AttackRocFacts, "The ROC curve of all games."]
    delta: Annotated[Fraction, "The delta of both values of eps."]
    epsilon_shown: Annotated[float, "The lower bound of eps that the attack shows."]
    epsilon_certified: Annotated[Enclosure, "The eps that the accountant certifies; inf for none."]
    refuted: Annotated[bool, "Whether the bound is above what was certified."]
    guarantee: Annotated[str, "The guarantee in a sentence."]
    seconds: Annotated[float, "How long it took."]
