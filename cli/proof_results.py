"""The results of `prove` and `verify-proof`, and their schema."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from banditproof.theory import Enclosure
    from banditproof.theory.prover import Disproof, Proof, Statement, Undecided

WHOLE = 2**53
"""Whole numbers up to here are floats without rounding."""
SECONDS = 0.5
"""How long it is searched whether one side condition is false where the others hold."""
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True)
class StuckFacts:
    """Where the search for a proof stuck."""

    box: Mapping[str, Any]
    goal: str
    tried: tuple[str, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ProveFacts:
    """What became of a statement: proved, disproved by a witness, or undecided."""

    result: Literal["proved", "disproved", "undecided"]
    says_nothing: bool
    statement: str
    domain: str
    latex: str
    witness: Mapping[str, Any] | None
    witness_exact: Mapping[str, Any] | None
    left: Enclosure | None
    right: Enclosure | None
    why: str | None
    rules: Mapping[str, Any] | None
    size: int | None
    beyond_core: tuple[str, ...] | None
    file: str | None
    stuck: StuckFacts | None
    seconds: float

    @classmethod
    def of(cls, found: Proof | Disproof | Undecided, file: Path | None = None) -> ProveFacts:
        """The facts of a result."""
        from banditproof.theory.prover import Disproof, Proof

        rest: dict[str, Any] = dict.fromkeys(
            (
                "witness",
                "witness_exact",
                "left",
                "right",
                "why",
                "rules",
                "size",
                "beyond_core",
                "stuck",
            )
        )
        if isinstance(found, Proof):
            rest |= {"rules": found.rules, "size": found.size, "beyond_core": found.check()}
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
            says_nothing=isinstance(found, Proof) and conditions_contradict(found.statement),
            statement=found.statement.claim,
            domain=str(found.statement.domain),
            latex=found.statement.latex,
            file=None if file is None else str(file),
            seconds=round(found.seconds, 6),
            **rest,
        )


@dataclass(frozen=True)
class VerifiedFacts:
    """What is said of the proof in a file, or why it cannot be read."""

    file: str
    result: Literal["verified", "rejected", "unreadable"]
    statement: str | None
    domain: str | None
    rules: Mapping[str, Any] | None
    size: int | None
    beyond_core: tuple[str, ...] | None
    why: str | None
    seconds: float


def conditions_contradict(statement: Statement) -> bool:
    """Whether a side condition is found to be false wherever the others hold.

    Everything is true there. A domain that is empty at sight was refused before.

    >>> from banditproof.theory.prover import Statement
    >>> for more in ("log(x) > x", "log(x) > x - 2"):
    ...     print(conditions_contradict(Statement.of("x <= -1", f"x in (0, inf), {more}")))
    True
    False
    """
    from banditproof.theory.prover import Proof, Statement, prove

    domain = statement.domain
    conditions = [one for chain in domain.conditions for one in chain.pairs]
    for place, (left, relation, right) in enumerate(conditions):
        others = conditions[:place] + conditions[place + 1 :]
        kept = (*map(str, domain.ranges), *(" ".join(one) for one in others))
        opposite = f"{left} {NEGATED[relation]} {right}"
        if isinstance(prove(Statement.of(opposite, ", ".join(kept)), SECONDS), Proof):
            return True
    return False


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
        result = float(value)
    except OverflowError:
        return None
    return result if result else None
