"""The rows of bounds that are computed for one instance, each with the name of its function."""

from __future__ import annotations
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status

FILE = Path(__file__).parent / "instances.toml"
INSTANCES = ("coins", "finite", "family", "linear")
"""The kinds of bandits: Bernoulli arms, other finite laws, a family of laws, a linear bandit."""
BUDGETS = (Privacy.NONE, Privacy.PURE, Privacy.ZCDP)
"""The notions of privacy for which a request may have a budget, and none."""


@dataclass(frozen=True)
class InstanceRow:
    """A bound of an instance as the file states it; the file says what the fields mean."""

    name: str
    claim: str
    side: Side
    quantity: Quantity
    value: str
    privacy: Privacy = Privacy.NONE
    status: Status = Status.PRINTED
    instances: tuple[str, ...] = INSTANCES
    given: tuple[str, ...] = ()
    worth: str = ""
    """What the file calls `if`."""
    each: str = ""
    needs: Mapping[str, str] = field(default_factory=dict)
    """The sentence of each hypothesis, by the name of its function."""
    refused: str = ""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """The sentence of each remark, by the name of the function that says whether it is made."""
    note: str = ""
    over: str | None = None
    """The class of instances in words, where it is about the worst one of a class."""
    factors: tuple[str, ...] = ()
    regime: tuple[str, ...] = ()
    below: str = ""


@cache
def instance_rows() -> tuple[InstanceRow, ...]:
    """The rows in the order of the file.

    >>> instance_rows()[0].claim, instance_rows()[0].value
    ('bern.thm3.1.repaired', 'consistent_policies.private')
    """
    read = _read()
    return tuple(_row(row, read) for row in read["bound"])


def class_in_words(name: str) -> str:
    """A class of instances, in which words in braces are to be filled in.

    >>> class_in_words("coins")
    '{K} Bernoulli arms'
    """
    words: str = _read()["classes"][name]
    return words


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def _row(row: Mapping[str, Any], read: Mapping[str, Any]) -> InstanceRow:
    facts: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    facts |= {
        "side": Side(row["side"]),
        "quantity": Quantity(row["quantity"]),
        "privacy": Privacy(row.get("privacy", Privacy.NONE)),
        "status": Status(row.get("status", Status.PRINTED)),
        "worth": facts.pop("if", ""),
        "over": class_in_words(row["over"]) if "over" in row else None,
        "needs": {name: read["needs"][name] for name in row.get("needs", ())},
        "remarks": {name: read["remarks"][name] for name in row.get("remarks", ())},
    }
    found = InstanceRow(**facts)
    if found.privacy not in BUDGETS:
        known = ", ".join(BUDGETS)
        raise ValueError(f"The bound {found.name!r} is of {found.privacy} privacy; give {known}.")
    if unknown := set(found.instances) - set(INSTANCES):
        raise ValueError(
            f"The bound {found.name!r} is of {min(unknown)!r}; give some of {', '.join(INSTANCES)}."
        )
    return found
