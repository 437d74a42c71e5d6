"""The results of the commands: each dataclass gives the JSON of a command, and its schema.

The text beside each type is its description in the schema. A field with the default `ABSENT` is
left out where it does not belong to the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

if TYPE_CHECKING:
    from banditproof.paper_checks.verdicts.step_facts import StepFacts
    from banditproof.theory import Enclosure
    from banditproof.verify.audit import AuditReport
    from banditproof.verify.definitions.notions import Notion, Reading
    from banditproof.verify.evidence import Grade
    from banditproof.verify.mutants.entry import Engine
    from banditproof.verify.self_test import SelfTestReport


class Missing(Enum):
    """The value of a field that a result does not have."""

    ABSENT = "absent"


ABSENT = Missing.ABSENT


def plain(value: Any) -> Any:
    """A value in JSON types: a dataclass becomes an object, a fraction its exact string.

    >>> plain({"share": Fraction(1, 3), "number": NumberFacts(0.5, "0.5", "0.5")})
    {'share': '1/3', 'number': {'value': 0.5, 'lo': '0.5', 'hi': '0.5'}}
    """
    if hasattr(value, "to_json") and not isinstance(value, Facts):
        return value.to_json()
    if is_dataclass(value):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: plain(part) for name, part in found.items() if part is not ABSENT}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


class Facts:
    """A result whose fields are the keys of its JSON."""

    def to_json(self) -> dict[str, Any]:
        """The result in JSON types."""
        found: dict[str, Any] = plain(self)
        return found


@dataclass(frozen=True)
class NumberFacts(Facts):
    """A certified number: a float, and the decimal ends of an interval that contains it."""

    value: Annotated[float | None, "The nearest float; null if it is infinite."]
    lo: Annotated[str | None, "A decimal that is at most the number."]
    hi: Annotated[str | None, "A decimal that is at least the number."]


@dataclass(frozen=True, kw_only=True)
class WhyNode(Facts):
    """A claim or a textbook fact in the tree below a claim."""

    id: Annotated[str, "The ID of the claim or fact."]
    kind: Annotated[Literal["claim", "textbook"], "Whether it is a claim or a textbook fact."]
    label: Annotated[str, "The name in the document, or the reference of a textbook fact."]
    statement: Annotated[str, "The statement, in our words."]
    stated: Annotated[bool, "Whether the document states it."]
    verdict: Annotated[str | None, "The recorded verdict; null for a textbook fact."]
    grade: Annotated[str | None, "The recorded grade; null for a textbook fact."]
    rests_on: Annotated[tuple[str, ...], "What it rests on; for a false claim also its repair."]
    steps: Annotated[tuple[StepFacts, ...], "The numbered steps of its proof, if it is an object."]


@dataclass(frozen=True, kw_only=True)
class WhyFacts(Facts):
    """What a claim rests on, down to proved steps, textbook facts and gaps."""

    id: Annotated[str, "The ID of the claim."]
    verdict: Annotated[str, "Its recorded verdict."]
    grade: Annotated[str | None, "Its recorded grade."]
    nodes: Annotated[tuple[WhyNode, ...], "All that it rests on, itself first, each once."]
    weakest: Annotated[tuple[str, ...], "The claims with the weakest verdict or grade."]
    gaps: Annotated[Mapping[str, str], "The claims without a proof, and what stands for it."]
    at_risk: Annotated[
        tuple[str, ...], "Stated proofs that use a false step, and what they stand on instead."
    ]
    not_as_recorded: Annotated[
        tuple[str, ...] | None, "With --run, the claims with another verdict; null without."
    ]


@dataclass(frozen=True)
class AnnouncedFacts(Facts):
    """A document about another paper that an installed package announces."""

    name: Annotated[str, "The name of the document."]
    package: Annotated[str, "The package that holds it, which is not imported."]
    distribution: Annotated[str, "The distribution that announces it."]
    version: Annotated[str, "The version of the distribution."]


@dataclass(frozen=True)
class StoredFacts(Facts):
    """The stored proofs of a claim of a folder about another paper."""

    claim: Annotated[str, "The ID of the claim."]
    file: Annotated[str | None, "The file of its proofs; null if no step needs one."]
    proofs: Annotated[int, "How many proofs are stored."]
    stuck: Annotated[tuple[str, ...], "The steps that are not proved, and why."]


@dataclass(frozen=True)
class FigureFacts(Facts):
    """A figure of a paper that was drawn."""

    figure: Annotated[str, "The ID of the figure."]
    quick: Annotated[bool, "Whether it is a preview of fewer and shorter runs."]
    files: Annotated[tuple[str, ...], "The files that were written: PNG, SVG, CSV."]


@dataclass(frozen=True, kw_only=True)
class ReportFacts(Facts):
    """A site about claims that was written."""

    index: Annotated[str, "The first page of the site."]
    pages: Annotated[int, "The number of its pages."]
    claims: Annotated[int, "The number of claims that were asked for."]
    ran: Annotated[int, "How many of these have the verdict of a run; the others are recorded."]
    not_as_recorded: Annotated[tuple[str, ...], "The claims whose verdict is not the recorded one."]


@dataclass(frozen=True)
class RegretFacts(Facts):
    """The pseudo-regret of the runs."""

    mean: Annotated[float, "The mean."]
    sd: Annotated[float, "The standard deviation; 0 for one run."]
    median: Annotated[float, "The median."]
    q05: Annotated[float, "The 5 % quantile."]
    q95: Annotated[float, "The 95 % quantile."]
    trimmed_mean: Annotated[float, "The mean without the smallest and the largest 5 % of the runs."]


@dataclass(frozen=True)
class SimulationFacts(Facts):
    """The regret of a simulated policy beside the lower bound."""

    policy: Annotated[str, "The name of the policy."]
    means: Annotated[
        tuple[float, ...] | None, "The means of the arms; null if each round has other vectors."
    ]
    theta: Annotated[tuple[float, ...] | None, "The parameter of a linear bandit."]
    contexts: Annotated[str | None, "The law of the contexts, or their file."]
    arms: Annotated[int, "The number of arms."]
    reward_law: Annotated[Literal["bernoulli", "signs", "normal"], "The law of the rewards."]
    epsilon: Annotated[float | None, "The privacy budget eps; null for a policy without one."]
    rho: Annotated[float | None, "The privacy budget rho of zCDP."]
    alpha: Annotated[float | None, "The order of Renyi privacy."]
    settings: Annotated[Mapping[str, Any], "Further settings that were given."]
    clipped: Annotated[bool, "Whether rewards are clipped to those of the policy."]
    covered: Annotated[
        bool | None, "Whether the policy's privacy theorem covers the runs; null without one."
    ]
    seed: Annotated[int, "The random seed."]
    runs: Annotated[int, "The number of independent runs."]
    horizon: Annotated[int, "The number of rounds of a run."]
    regret: Annotated[RegretFacts, "The pseudo-regret of the runs."]
    lower_bound: Annotated[
        float | None,
        "The asymptotic lower bound of a Bernoulli bandit times the logarithm of the horizon: with "
        "privacy for a policy with a budget eps, and without for the others; null for a linear "
        "bandit.",
    ]
    seconds: Annotated[float, "How long the simulation took, with its compilation."]
    runs_per_second: Annotated[float, "Runs for each second of it."]


@dataclass(frozen=True)
class StopFacts(Facts):
    """The numbers of samples of runs that stop; null where runs were cut off."""

    mean: Annotated[float | None, "The mean; null if a run was cut off."]
    sd: Annotated[float | None, "The standard deviation; null if a run was cut off."]
    median: Annotated[float | None, "The median."]
    q05: Annotated[float | None, "The 5 % quantile."]
    q25: Annotated[float | None, "The 25 % quantile."]
    q75: Annotated[float | None, "The 75 % quantile."]
    q95: Annotated[float | None, "The 95 % quantile."]


@dataclass(frozen=True)
class IdentificationFacts(Facts):
    """The stopping times and the answers of a simulated policy that stops."""

    policy: Annotated[str, "The name of the policy."]
    means: Annotated[tuple[float, ...], "The means of the arms."]
    epsilon: Annotated[float | None, "The privacy budget eps; null for a policy without one."]
    delta: Annotated[float, "The probability of a wrong answer that is allowed."]
    settings: Annotated[Mapping[str, Any], "Further settings that were given."]
    seed: Annotated[int, "The random seed."]
    runs: Annotated[int, "The number of independent runs."]
    longest: Annotated[int, "The number of samples at which a run is cut off."]
    samples: Annotated[StopFacts, "The samples before the stop; null beyond `longest`."]
    capped: Annotated[int, "The number of runs that were cut off without an answer."]
    errors: Annotated[int, "The number of wrong answers."]
    error_low: Annotated[float, "The lower limit of the probability of a wrong answer."]
    error_high: Annotated[float, "The upper limit; runs that were cut off count as errors."]
    confidence: Annotated[float, "The confidence of both limits together."]
    characteristic_time: Annotated[float, "T*_KL of the bandit."]
    private_time: Annotated[float | None, "T*(nu; eps) of the bandit, for a private policy."]
    lower_bound: Annotated[
        float | None, "The lower bound of the mean number of samples at this delta, if it applies."
    ]
    seconds: Annotated[float, "How long the simulation took, with its compilation."]
    runs_per_second: Annotated[float, "Runs for each second of it."]


@dataclass(frozen=True)
class DesignFacts(Facts):
    """An optimal design of a set of actions, with its certificate."""

    weights: Annotated[tuple[float, ...], "The weight of each action."]
    support: Annotated[tuple[int, ...], "The actions with a weight > 0, counted from 0."]
    gap: Annotated[float, "An upper bound of the relative gap to the best design."]
    gap_enclosure: Annotated[Enclosure, "The relative gap of these weights."]
    g_value: Annotated[Enclosure, "The largest variance of an action, max a'V^-1 a."]
    log_determinant: Annotated[float, "The logarithm of the determinant of V."]
    dimension: Annotated[int, "The dimension of the span of the actions."]
    columns: Annotated[int, "The number of entries of an action."]
    actions: Annotated[int, "The number of actions."]
    tolerance: Annotated[Fraction, "The tolerance that was asked for."]
    seconds: Annotated[float, "How long it took."]


@dataclass(frozen=True)
class AccountFacts(Facts):
    """The privacy of many releases together."""

    epsilon: Annotated[Enclosure, "The least eps for this delta, or the given one."]
    delta: Annotated[Enclosure, "The least delta for this eps, or the given one."]
    seconds: Annotated[float, "How long it took."]
    releases: Annotated[tuple[str, ...], "How each kind of release was read."]


@dataclass(frozen=True, kw_only=True)
class CheckFacts(Facts):
    """One check of a policy; the loss stands under the name of what the claim bounds."""

    name: Annotated[str, "What was checked."]
    verdict: Annotated[
        Literal["holds", "fails", "not-refuted", "nothing-found", "look-further"],
        "What the check says: about the claim, or how far the audit must look.",
    ]
    grade: Annotated[Grade | None, "How strong its evidence is."]
    epsilon: Annotated[Enclosure | None, "The loss that was found, for a claim of pure privacy."]
    delta: Annotated[Enclosure | Missing | None, "The delta at the claimed eps."] = ABSENT
    rho: Annotated[Enclosure | Missing | None, "The rho, for a claim of zCDP."] = ABSENT
    renyi: Annotated[Enclosure | Missing | None, "The eps at the claimed order."] = ABSENT
    note: Annotated[str, "Why, in words."]
    witness: Annotated[Mapping[str, Any] | None, "The inputs and the event of a violation."]


@dataclass(frozen=True)
class AuditFacts(Facts):
    """An audit of a policy against a claimed budget."""

    policy: Annotated[str, "The name of the policy."]
    claimed: Annotated[str, "The claimed budget."]
    notion: Annotated[Notion, "What an adversary may vary."]
    output: Annotated[Literal["actions", "transcript"], "What is claimed to be private."]
    rewards: Annotated[str, "The rewards of the claim."]
    arms: Annotated[int, "The number of arms."]
    horizon: Annotated[int | None, "The rounds of the claim; null if every horizon is meant."]
    reading: Annotated[Reading, "What the word policy means."]
    verdict: Annotated[
        Literal["holds", "fails", "not-refuted"],
        "Holds: shown for the whole claim. Not refuted: nothing was found, nothing was shown.",
    ]
    tried: Annotated[tuple[str, ...], "What was tried without success."]
    interrupted: Annotated[bool, "Whether the audit was stopped before its end."]
    checks: Annotated[tuple[CheckFacts, ...], "The checks, in the order in which they ran."]

    @classmethod
    def of(cls, report: AuditReport) -> AuditFacts:
        """The facts of a report."""
        found = report.to_json()
        checks = tuple(CheckFacts(**check) for check in found["checks"])
        return cls(**found | {"checks": checks, "tried": tuple(found["tried"])})


@dataclass(frozen=True)
class JudgementFacts(Facts):
    """What the auditor says about an algorithm that is known to be right or wrong."""

    verdict: Annotated[
        Literal["held", "not refuted", "refuted"], "What was found of the claim of the algorithm."
    ]
    grade: Annotated[Grade, "How strong the evidence is."]
    loss: Annotated[Enclosure | None, "The privacy loss that was found."]
    why: Annotated[str, "The witness, or what was checked."]


@dataclass(frozen=True)
class EntryFacts(Facts):
    """A mutant, which must not be held, and its reference, which must not be refuted."""

    name: Annotated[str, "The name of the entry."]
    defect: Annotated[str, "What is wrong with the mutant."]
    source: Annotated[str, "Where the defect was seen."]
    engine: Annotated[Engine, "The part of the auditor that judges."]
    claim: Annotated[str, "The claimed budget or property."]
    passed: Annotated[bool, "Whether both came out as recorded."]
    expected_mutant: Annotated[Literal["not refuted", "refuted"], "What is recorded of the mutant."]
    expected_reference: Annotated[
        Literal["held", "not refuted"], "What is recorded of the reference."
    ]
    limit: Annotated[str, "Why no test could refute the mutant, if that is recorded."]
    mend: Annotated[str, "What would make the reference provable, if it is not."]
    mutant: Annotated[JudgementFacts | None, "The judgement of the mutant; null after an error."]
    reference: Annotated[
        JudgementFacts | None, "The judgement of the reference; null after an error."
    ]
    seconds: Annotated[float, "How long it took."]
    error: Annotated[str, "What the auditor raised, if it did."]


@dataclass(frozen=True)
class SelfTestFacts(Facts):
    """The score of the auditor on its corpus of mutants."""

    passed: Annotated[bool, "Whether every pair came out as recorded."]
    interrupted: Annotated[bool, "Whether it was stopped before the last entry."]
    entries: Annotated[int, "The number of entries that were judged."]
    as_recorded: Annotated[int, "The number of pairs that came out as recorded."]
    mutants_refuted: Annotated[int, "The number of mutants that were refuted."]
    mutants_not_refuted: Annotated[int, "The number of mutants that were not refuted."]
    mutants_held: Annotated[int, "The number of mutants that were held, which is an error."]
    references_held: Annotated[int, "The number of references that were held."]
    references_not_refuted: Annotated[int, "The number of references that were not refuted."]
    references_refuted: Annotated[
        int, "The number of references that were refuted, which is an error."
    ]
    seconds: Annotated[float, "How long it took."]
    rows: Annotated[tuple[EntryFacts, ...], "The entries, in order."]

    @classmethod
    def of(cls, report: SelfTestReport) -> SelfTestFacts:
        """The facts of a report."""
        found = report.to_json()
        return cls(**found | {"rows": tuple(EntryFacts(**row) for row in found["rows"])})
