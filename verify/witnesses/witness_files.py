"""Files with witnesses: one alone, or the JSON that `banditproof audit --json` printed."""

import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from banditproof.algorithms.apart.messages import BrokenMessage, one_line
from banditproof.algorithms.apart.scratch_process import begun
from banditproof.theory.bounded_reading import file_text
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.declared_apart import declared_apart, settled_apart
from .belonging import require_belongs
from .budget_breaks import Break
from .declared_policies import COUNTS, DeclaredPolicy
from .in_words import in_words
from .plain_fields import Refused, Unreadable, ends, ends_of, number
from .witness import Witness

MOST_BYTES = 1 << 25
KEPT = (
    "What the policy declares keeps the claim in every play by play_apart, whatever its code does "
    "with released numbers."
)


@dataclass(frozen=True)
class CheckedWitness:
    """A witness of a file, and what it shows, or why it shows nothing."""

    name: str
    claim: Mapping[str, Any] | None
    found: Break | None
    why: str | None
    readable: bool = True
    about: tuple[str, str, str] | None = None
    """The policy, the claim and the neighbours that it is about, in words."""


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
    found = tuple(_checked(stored, *around) for stored, *around in _stored(facts))
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


def _stored(facts: Any) -> Iterator[tuple[Any, ...]]:
    """The witnesses of an audit, each with that and with its check; or one alone."""
    if isinstance(facts, dict) and isinstance(facts.get("checks"), list):
        for check in facts["checks"]:
            stored = check.get("witness") if isinstance(check, dict) else None
            if isinstance(stored, dict) and "format" in stored:
                yield stored, facts, check
    elif isinstance(facts, dict) and "format" in facts:
        yield (facts,)


def _checked(
    stored: Any, audit: Mapping[str, Any] | None = None, check: Mapping[str, Any] | None = None
) -> CheckedWitness:
    name = "" if check is None else str(check.get("name", ""))
    claim = stored["claim"] if isinstance(stored.get("claim"), dict) else None
    facts = stored.get("object")
    module = isinstance(facts, dict) and ":" in str(facts.get("name"))
    about = None
    with suppress(Refused, Unreadable, RecursionError):
        about = in_words(Witness.read(stored))
    said = _said_of_a_module(stored) if module and hasattr(os, "fork") else _said(stored)
    if "why" not in said and audit is not None and check is not None:
        try:
            require_belongs(audit, check, Witness.read(stored), ends_of(said["shown"]))
        except (Refused, Unreadable, RecursionError) as reason:
            said = {"why": str(reason), "readable": isinstance(reason, Refused)}
    if "why" in said:
        why = one_line(said["why"])
        return CheckedWitness(name, claim, None, why, said["readable"] is True, about)
    found = Break(
        ends_of(said["shown"]), number(said["allowed"], "allowed"), one_line(said["words"])
    )
    return CheckedWitness(name, claim, found, None, about=about)


def _said(stored: Any) -> dict[str, Any]:
    """What a witness shows, or why it shows nothing, in plain JSON types."""
    try:
        found = Witness.read(stored).checked()
    except Refused as reason:
        return {"why": str(reason), "readable": True}
    except (Unreadable, RecursionError) as reason:
        return {"why": str(reason), "readable": False}
    return {"shown": ends(found.shown), "allowed": str(found.allowed), "words": found.words}


def _said_of_a_module(stored: Any) -> dict[str, Any]:
    """The same of a witness about a module, which a process for it alone imports.

    There the module could change what the checker finds. So it is first asked for its declaration,
    in a sandbox: if that keeps the claim, nothing which its code does there is a witness against
    plays by play_apart.
    """
    try:
        witness = Witness.read(stored)
        policy, claim = witness.subject, Claim(**vars(witness.claim))
        if isinstance(policy, DeclaredPolicy) and policy.name:
            made = {name: policy.made_with.get(name) for name in COUNTS}
            arms, horizon = made.pop("arms"), made.pop("horizon")
            said = declared_apart(policy.name, claim.budget, arms, horizon, made, math.inf)
            if settled_apart(policy.name, said, lambda subject: claim, claim.arms, None):
                return {"why": KEPT, "readable": True}
    except (Refused, Unreadable, RecursionError):
        return _said(stored)
    except ValueError:  # its process ended, as the next one will
        pass
    there = begun(lambda pipe, sandbox: pipe.send(_said(stored)))
    try:
        return there.pipe.receive()
    except BrokenMessage:
        return {"why": "The process of its module ended without an answer.", "readable": True}
    finally:
        there.close()
