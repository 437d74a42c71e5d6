"""What a declaration of a claim must be made of, said in a sentence where it is not."""

from __future__ import annotations
import inspect
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from ..verdicts.verdict_words import OUTCOMES
from .field_names import READ, READ_FORM
from .signs_of_texts import steering, turning

if TYPE_CHECKING:
    from .claim import Check
    from .declared import Declared

TEXTS = (
    "id", "statement", "formula", "formally", "reads_as", "reading", "title", "printed_title",
    "displays", "kind", "at", "repaired_by", "corrected", "against",
    "would_decide",
)  # fmt: skip
LISTS = ("rests_on", "stated_proof", "doubt_codes", "parts")


def require_declared(claim: Declared) -> None:
    """Texts are texts, and lists are lists; or a ValueError says where a program errs."""
    for name in TEXTS:
        value = getattr(claim, name)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"The claim {claim.id} has {name}={value!r}; give a text.")
        if value is not None and steering(value):
            raise ValueError(f"The {name} of {claim.id!r} has a control character; leave it out.")
        if value is not None and (bad := turning(value)):
            raise ValueError(f"The {name} of {claim.id!r} has {bad[0][-20:]!r}; leave it out.")
    if not claim.statement.strip():
        raise ValueError(f"The claim {claim.id} has an empty statement; say what the paper says.")
    if claim.reads_as and not READ.fullmatch(claim.reads_as):
        raise ValueError(
            f"The claim {claim.id} has reads_as={claim.reads_as!r}, which is no sign of a reader; "
            f"give {READ_FORM}."
        )
    for name in LISTS:
        value = getattr(claim, name)
        right = isinstance(value, tuple | list) and all(isinstance(item, str) for item in value)
        if value is not None and not right:
            raise ValueError(
                f"The claim {claim.id} has {name}={value!r}; give a tuple of texts, such as "
                "('textbook.jensen',) with its comma."
            )
    if claim.tier not in ("fast", "slow"):
        raise ValueError(
            f"The claim {claim.id} has the tier {claim.tier!r}; give 'fast' or 'slow'."
        )
    if claim.recorded not in OUTCOMES and not (claim.parts or claim.repeats):
        raise ValueError(
            f"The claim {claim.id} is recorded as {claim.recorded!r}; give one of "
            f"{', '.join(OUTCOMES)}."
        )


def require_mutants(id: str, mutants: Any) -> None:
    """Each mutant has a name and wrong values; or a ValueError."""
    if mutants is not None and not (
        isinstance(mutants, Mapping)
        and all(isinstance(name, str) and isinstance(it, Mapping) for name, it in mutants.items())
    ):
        raise ValueError(
            f"The claim {id} has mutants={mutants!r}; give "
            "{'what is wrong': {'the keyword argument': the wrong value}}."
        )


def fault_of_mutants(id: str, check: Check, mutants: Mapping[str, Mapping[str, Any]]) -> str | None:
    """A mutant that cannot be one: it changes nothing, or what the check does not have."""
    try:
        parameters = inspect.signature(check).parameters
    except (TypeError, ValueError):
        return None
    free = any(parameter.kind == parameter.VAR_KEYWORD for parameter in parameters.values())
    for name, wrong in mutants.items():
        unknown = [key for key in wrong if key not in parameters and not free]
        if unknown:
            known = ", ".join(parameters) or "none"
            return (
                f"the mutant {name!r} of {id} gives {unknown[0]!r}, and the keyword arguments of "
                f"the check are: {known}."
            )
        if all(key in parameters and _same(wrong[key], parameters[key].default) for key in wrong):
            return f"the mutant {name!r} of {id} changes nothing; give a wrong value."
    return None


def _same(first: Any, second: Any) -> bool:
    """Whether two values are one object, or equal numbers or texts."""
    plain = (bool, int, str, Fraction)
    return first is second or (
        type(first) is type(second) and isinstance(first, plain) and first == second
    )
