"""The rows of bounds that are computed for one instance, each with the name of its function."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.table_rows import check_fields, one_of, read_tables, reading, words_of
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status

FILE = Path(__file__).parent / "instances.toml"
INSTANCES = ("coins", "finite", "family", "linear")
"""The kinds of bandits: Bernoulli arms, other finite laws, a family of laws, a linear bandit."""
BUDGETS = (Privacy.NONE, Privacy.PURE, Privacy.ZCDP)
"""The notions of privacy for which a request may have a budget, and none."""
GIVEN = ("horizon", "delta")
"""What a bound may need besides what its quantity does."""


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


NEEDED = ("name", "claim", "side", "quantity", "value")
FIELDS = {one.name for one in fields(InstanceRow)} - {"worth"} | {"if"}


@cache
def instance_rows() -> tuple[InstanceRow, ...]:
    """The rows in the order of the file.

    >>> instance_rows()[0].claim, instance_rows()[0].value
    ('bern.thm3.1.repaired', 'consistent_policies.private')
    """
    rows = []
    for row in tables()["bound"]:
        with reading(FILE, f"the bound {row.get('name')!r}"):
            rows.append(instance_row(row, tables()))
    return tuple(rows)


def class_in_words(name: str) -> str:
    """A class of instances, in which words in braces are to be filled in.

    >>> class_in_words("coins")
    '{K} Bernoulli arms'
    """
    words: str = tables()["classes"][name]
    return words


@cache
def tables() -> dict[str, Any]:
    """The tables of the file: the rows, and the sentences that they name."""
    return read_tables(FILE)


def instance_row(row: Mapping[str, Any], sentences: Mapping[str, Any]) -> InstanceRow:
    """The bound of a row, with its sentences; a ValueError says what is wrong with it."""
    check_fields(row, NEEDED, sorted(FIELDS))
    facts: dict[str, Any] = {"privacy": Privacy.NONE, "status": Status.PRINTED, **row}
    one_of("side", facts["side"], tuple(Side))
    one_of("quantity", facts["quantity"], tuple(Quantity))
    one_of("privacy", facts["privacy"], BUDGETS)
    one_of("status", facts["status"], tuple(Status))
    for name, words in (
        ("instances", INSTANCES),
        ("given", GIVEN),
        ("needs", sentences["needs"]),
        ("remarks", sentences["remarks"]),
    ):
        if name in row:
            words_of(name, row[name], words)
    if "over" in row:
        one_of("over", row["over"], sentences["classes"])
    facts = {k: tuple(value) if isinstance(value, list) else value for k, value in facts.items()}
    facts |= {
        "side": Side(facts["side"]),
        "quantity": Quantity(facts["quantity"]),
        "privacy": Privacy(facts["privacy"]),
        "status": Status(facts["status"]),
        "worth": facts.pop("if", ""),
        "over": sentences["classes"][row["over"]] if "over" in row else None,
        "needs": {name: sentences["needs"][name] for name in row.get("needs", ())},
        "remarks": {name: sentences["remarks"][name] for name in row.get("remarks", ())},
    }
    return InstanceRow(**facts)
