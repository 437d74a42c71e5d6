"""The results of the commands: each dataclass gives the JSON of a command, and its schema.

`result_fields.toml` describes each field for the schema. A field with the default `ABSENT` is left
out where it does not belong to the result.
"""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from banditproof.paper_checks.verdicts.step_facts import StepFacts
    from banditproof.theory import Enclosure


class Missing(Enum):
    """The value of a field that a result does not have."""

    ABSENT = "absent"


ABSENT = Missing.ABSENT


def plain(value: Any) -> Any:
    """A value in JSON types: a dataclass becomes an object, a fraction its exact string.

    >>> plain({"share": Fraction(1, 3), "number": NumberFacts(0.5, "0.5", "0.5")})
    {'share': '1/3', 'number': {'value': 0.5, 'lo': '0.5', 'hi': '0.5'}}
    """
    if hasattr(value, "to_json"):
        return value.to_json()
    if is_dataclass(value):
        results = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: plain(part) for name, part in results.items() if part is not ABSENT}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


@dataclass(frozen=True)
class NumberFacts:
    """A certified number: a float, and the decimal ends of an interval that contains it."""

    value: float | None
    lo: str | None
    hi: str | None


@dataclass(frozen=True, kw_only=True)
class WhyNode:
    """A claim or a textbook fact in the tree below a claim."""

    id: str
    kind: Literal["claim", "textbook"]
    label: str
    statement: str
    stated: bool
    verdict: str | None
    grade: str | None
    judged_by: str | None
    rests_on: tuple[str, ...]
    steps: tuple[StepFacts, ...]


@dataclass(frozen=True, kw_only=True)
class OpenFacts:
    """What a theorem of the kernel about a proof by steps leaves open: a hypothesis."""

    kind: str
    name: str
    of: str
    step: int | None
    within: str
    says: str
    besides: bool
    sentence: str


@dataclass(frozen=True, kw_only=True)
class TheoremFacts:
    """The theorem that the kernel makes of a proof by steps, and what it leaves open."""

    says: tuple[str, ...]
    left_open: tuple[OpenFacts, ...]
    second_reader: str | None
    second_reader_why: str | None


@dataclass(frozen=True, kw_only=True)
class WhyFacts:
    """What a claim rests on, down to proved steps, textbook facts and gaps."""

    id: str
    verdict: str
    grade: str | None
    nodes: tuple[WhyNode, ...]
    weakest: tuple[str, ...]
    gaps: Mapping[str, str]
    at_risk: tuple[str, ...]
    axioms: tuple[str, ...]
    theorem: TheoremFacts | None
    not_as_recorded: tuple[str, ...] | None


@dataclass(frozen=True)
class AnnouncedFacts:
    """A document about another paper that an installed package announces."""

    name: str
    package: str
    distribution: str
    version: str


@dataclass(frozen=True)
class StoredFacts:
    """The certificates of the proof of a claim of a folder about another paper."""

    claim: str
    file: str | None
    proofs: int
    stuck: tuple[str, ...]


@dataclass(frozen=True)
class FigureFacts:
    """A figure of a paper that was drawn."""

    figure: str
    quick: bool
    files: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ReportFacts:
    """A site about claims that was written."""

    index: str
    pages: int
    claims: int
    ran: int
    not_as_recorded: tuple[str, ...]


@dataclass(frozen=True)
class DesignFacts:
    """An optimal design of a set of actions, with its certificate."""

    weights: tuple[float, ...]
    support: tuple[int, ...]
    gap: float
    gap_enclosure: Enclosure
    g_value: Enclosure
    log_determinant: float
    dimension: int
    columns: int
    actions: int
    tolerance: Fraction
    seconds: float


@dataclass(frozen=True)
class AccountFacts:
    """The privacy of many releases together."""

    epsilon: Enclosure
    delta: Enclosure
    seconds: float
    releases: tuple[str, ...]


@dataclass(frozen=True)
class SweepFacts:
    """A sweep whose cells are all finished."""

    points: int
    seeds: int
    cells: int
    runs: int
    kept: int
    files: tuple[str, ...]
    shuffled: tuple[str, ...] = ()
