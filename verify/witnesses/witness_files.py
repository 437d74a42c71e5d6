"""Files with witnesses: one alone, or the JSON that `banditproof audit --json` printed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from banditproof.theory.bounded_reading import file_text
from .budget_breaks import Break
from .plain_fields import Refused, Unreadable
from .witness import Witness

MOST_BYTES = 1 << 25


@dataclass(frozen=True)
class CheckedWitness:
    """A witness of a file, and what it shows, or why it shows nothing."""

    name: str
    claim: Mapping[str, Any] | None
    found: Break | None
    why: str | None
    readable: bool = True


def checked_file(path: str | Path) -> tuple[CheckedWitness, ...]:
    """Check each witness of a file again; raises ValueError if the file holds none."""
    text = file_text(path, MOST_BYTES)
    try:
        facts = json.loads(text, object_pairs_hook=_each_once)
    except RecursionError:
        raise ValueError(f"The file {path} is nested too deeply; give a witness.") from None
    except ValueError as reason:
        why = str(reason).partition(";")[0]
        raise ValueError(f"The file {path} is not JSON ({why}); give a witness.") from None
    found = tuple(_checked(name, stored) for name, stored in _stored(facts))
    if not found:
        raise ValueError(
            f"The file {path} holds no witness; give what `banditproof audit --json` printed of a "
            "claim that fails, proved, or its witness alone."
        )
    return found


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of some fields; a field that is there twice would be read by chance."""
    facts = dict(pairs)
    if len(facts) < len(pairs):
        raise ValueError("an object has a field twice")
    return facts


def _stored(facts: Any) -> Iterator[tuple[str, Any]]:
    """The witnesses of an audit with the names of its checks, or one alone."""
    if isinstance(facts, dict) and isinstance(facts.get("checks"), list):
        for check in facts["checks"]:
            stored = check.get("witness") if isinstance(check, dict) else None
            if isinstance(stored, dict) and "format" in stored:
                yield str(check.get("name", "")), stored
    elif isinstance(facts, dict) and "format" in facts:
        yield "", facts


def _checked(name: str, stored: Any) -> CheckedWitness:
    claim = stored["claim"] if isinstance(stored.get("claim"), dict) else None
    try:
        return CheckedWitness(name, claim, Witness.read(stored).checked(), None)
    except Refused as reason:
        return CheckedWitness(name, claim, None, str(reason))
    except (Unreadable, RecursionError) as reason:
        return CheckedWitness(name, claim, None, str(reason), readable=False)
