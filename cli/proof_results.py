"""The results of `prove` and `verify-proof`, and their schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from .results import Facts

if TYPE_CHECKING:
    from banditproof.theory import Enclosure
    from banditproof.theory.prover import Disproof, Proof, Undecided

WHOLE = 2**53
"""Whole numbers up to here are floats without rounding."""


@dataclass(frozen=True)
class StuckFacts(Facts):
    """Where the search for a proof stuck."""

    box: Annotated[Mapping[str, Any], "The interval of each variable."]
    goal: Annotated[str, "What was to be shown there."]
    tried: Annotated[tuple[str, ...], "The tactics that did not settle it."]
    errors: Annotated[tuple[str, ...], "Faults of the search, which we ask you to report."]


@dataclass(frozen=True, kw_only=True)
class ProveFacts(Facts):
    """What became of a statement: proved, disproved by a witness, or undecided."""

    result: Annotated[Literal["proved", "disproved", "undecided"], "What was found."]
    statement: Annotated[str, "The inequality as it was read."]
    domain: Annotated[str, "The ranges and side conditions as they were read."]
    latex: Annotated[str, "The inequality and its domain in LaTeX."]
    witness: Annotated[
        Mapping[str, Any] | None,
        "A point where it fails, each coordinate as the nearest JSON number; null if it is beyond "
        "all floats.",
    ]
    witness_exact: Annotated[
        Mapping[str, Any] | None, "The same point: exact ratios, or intervals of other numbers."
    ]
    left: Annotated[Enclosure | None, "The left side at the witness; null if it is not defined."]
    right: Annotated[Enclosure | None, "The right side at the witness; null if it is not defined."]
    why: Annotated[
        str | None, "Why the witness disproves the statement, or why nothing can be found."
    ]
    rules: Annotated[
        Mapping[str, Any] | None, "The rules of the proof, and how often each is used."
    ]
    size: Annotated[int | None, "The number of steps of the proof."]
    file: Annotated[str | None, "The file to which the proof was written."]
    stuck: Annotated[StuckFacts | None, "Where the search stuck, if it is undecided."]
    seconds: Annotated[float, "How long it took."]

    @classmethod
    def of(cls, found: Proof | Disproof | Undecided, file: Path | None = None) -> ProveFacts:
        """The facts of a result."""
        from banditproof.theory.prover import Disproof, Proof

        rest: dict[str, Any] = dict.fromkeys(
            ("witness", "witness_exact", "left", "right", "why", "rules", "size", "stuck")
        )
        if isinstance(found, Proof):
            rest |= {"rules": found.rules, "size": found.size}
        elif isinstance(found, Disproof):
            rest["witness"] = {name: json_number(v) for name, v in found.witness.items()}
            rest["witness_exact"] = dict(found.witness)
            rest["left"], rest["right"] = found.sides or (None, None)
            rest["why"] = found.why
        else:
            rest["why"] = found.why or None
            rest["stuck"] = StuckFacts(found.box, found.open_goal, found.tried, found.errors)
        return cls(
            result=found.result,
            statement=found.statement.claim,
            domain=str(found.statement.domain),
            latex=found.statement.latex,
            file=None if file is None else str(file),
            seconds=round(found.seconds, 6),
            **rest,
        )


@dataclass(frozen=True)
class VerifiedFacts(Facts):
    """What the kernel says of the proof in a file."""

    file: Annotated[str, "The file."]
    result: Annotated[Literal["verified", "rejected"], "Whether the proof proves its statement."]
    statement: Annotated[str | None, "The inequality; null if the file proves another one."]
    domain: Annotated[str | None, "Its domain; null if the file proves another one."]
    rules: Annotated[
        Mapping[str, Any] | None, "The rules of the proof, and how often each is used."
    ]
    size: Annotated[int | None, "The number of steps of the proof."]
    why: Annotated[str | None, "Why it was rejected."]
    seconds: Annotated[float, "How long the check took."]


def json_number(value: Fraction | Enclosure) -> int | float | None:
    """The JSON number nearest to a coordinate; None beyond the floats.

    >>> json_number(Fraction(1, 4)), json_number(Fraction(3)), json_number(Fraction(10) ** 400)
    (0.25, 3, None)
    """
    if not isinstance(value, Fraction):
        return float(value) if value.is_finite else None
    if value.denominator == 1 and abs(value) <= WHOLE:
        return int(value)
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if found else None
