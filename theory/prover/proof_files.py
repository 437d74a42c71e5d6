"""Proofs as files of JSON, and their check, for which the statement is read anew from its text.

A file holds the claim and the domain as texts, the goal as stored terms, and the tree of rules.
A reader who trusts no text can check the goal alone; here the text must mean that goal, so that a
file cannot prove something else than it says. Numbers are exact and stand as texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from banditproof.theory.number_words import shown

from .kernel.goals import Goal, Interval, Rejected
from .kernel.terms import read, stored
from .outcomes import Proof
from .statement import Statement

FORMAT = "banditproof proof"
VERSION = 1
MOST_BYTES = 1 << 26
MOST_DEEP = 400
"""The deepest nesting of lists and objects."""
MOST_BITS = 1 << 20
"""The longest number that the terms of a file may make."""
KEYS = ("format", "version", "claim", "domain", "goal", "proof")
LARGEST_EXPONENT = 1 << 12
_NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*")


def stored_proof(proof: Proof) -> dict[str, Any]:
    """A proof in JSON types."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "claim": proof.statement.claim,
        "domain": str(proof.statement.domain),
        "goal": stored_goal(proof.statement.goal),
        "proof": proof.tree,
    }


def stored_goal(goal: Goal) -> dict[str, Any]:
    """A goal in JSON types.

    >>> stored_goal(Statement.of("x >= x**2", "x in [0, 1)").goal)["region"]
    [['x', '0', '1', False, True]]
    """
    return {
        "term": stored(goal.term),
        "strict": goal.strict,
        "region": [
            [name, *(None if end is None else str(end) for end in where[:2]), *where[2:]]
            for name, where in goal.region
        ],
        "given": [[stored(term), strict] for term, strict in goal.given],
    }


def text_of_proof(proof: Proof) -> str:
    """The text of a proof's file."""
    return json.dumps(stored_proof(proof), separators=(",", ":"), allow_nan=False) + "\n"


def verify_proof(path: str | Path) -> Proof:
    """The proof in a file, checked by the kernel; raises ValueError if it is unreadable or wrong.

    >>> import tempfile
    >>> from .decision import prove
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "square.json"
    ...     _ = file.write_text(text_of_proof(prove(Statement.of("x**2 >= 0", "x in [-1, 1]"))))
    ...     print(verify_proof(file).statement)
    x**2 >= 0 for x in [-1, 1]
    """
    proof = read_proof(path)
    proof.check()
    return proof


def read_proof(path: str | Path) -> Proof:
    """The proof in a file, not yet checked; its statement means the goal that is stored.

    Raises ValueError if the file is unreadable, and `Rejected` if text and goal differ.
    """
    return proof_of(_text(path), f"The file {path}")


def proof_of(text: str, what: str = "The proof") -> Proof:
    """The proof of a file's text, not yet checked."""
    facts = _json(text, what)
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise ValueError(f"{what} holds no proof; give one that `banditproof prove --proof` wrote.")
    if facts.get("version") != VERSION or isinstance(facts.get("version"), bool):
        raise ValueError(
            f"{what} has version {shown(str(facts.get('version')))} of the format; give one of "
            f"version {VERSION}."
        )
    missing = [key for key in KEYS if key not in facts] or [k for k in facts if k not in KEYS]
    texts = (facts.get("claim"), facts.get("domain"))
    if (
        missing
        or not all(isinstance(t, str) for t in texts)
        or not isinstance(facts["proof"], dict)
    ):
        raise ValueError(f"{what} is damaged; give one that `banditproof prove --proof` wrote.")
    try:
        _require_moderate([facts["goal"], facts["proof"]], what)
    except RecursionError:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.") from None
    try:
        statement = Statement.of(facts["claim"], facts["domain"])
    except ValueError as reason:
        raise ValueError(f"{what} states nothing that can be read: {reason}") from None
    try:
        goal = _goal(facts["goal"])
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, ArithmeticError):
        raise ValueError(f"{what} is damaged: its goal cannot be read; write it anew.") from None
    if goal != statement.goal:
        raise Rejected(f"{what} states one thing and proves another: its goal is not its claim.")
    return Proof(statement, facts["proof"])


def _goal(facts: Any) -> Goal:
    region = []
    for name, low, high, low_open, high_open in facts["region"]:
        lo, hi = (None if end is None else Fraction(end) for end in (low, high))
        region.append((str(name), Interval(lo, hi, _flag(low_open), _flag(high_open))))
    given = tuple((read(term), _flag(strict)) for term, strict in facts["given"])
    return Goal(read(facts["term"]), _flag(facts["strict"]), tuple(region), given)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _text(path: str | Path) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}; give a file of a proof.") from None
    except IsADirectoryError:
        raise ValueError(f"{path} is a folder; give a file of a proof.") from None
    except OSError as error:
        raise ValueError(f"The file {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise ValueError(f"The file {path} is not text in UTF-8; give a file of a proof.") from None
    if len(text) > MOST_BYTES:
        raise ValueError(f"The file {path} has more than {MOST_BYTES} bytes; give a smaller one.")
    return text


def _json(text: str, what: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("A key occurs twice.")
        return found

    def refused(word: str) -> Any:
        raise ValueError(f"{word} is no exact number.")

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=refused, parse_constant=refused)
    except RecursionError:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.") from None
    except ValueError as reason:
        raise ValueError(f"{what} is not JSON of a proof ({reason}); write it anew.") from None


def _require_moderate(found: Any, what: str, depth: int = 0) -> int:
    """Raise ValueError where numbers would take too much time or memory, before they are made.

    Returns a bound of the binary digits of the numbers in stored terms.
    """
    if depth > MOST_DEEP:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.")
    if isinstance(found, Mapping):
        return max((_require_moderate(part, what, depth + 1) for part in found.values()), default=1)
    if isinstance(found, str):
        if not (_NUMBER.fullmatch(found) or _WORD.fullmatch(found)):
            raise ValueError(f"{what} has the number {shown(found)}; write it anew.")
        return 4 * len(found)
    if not isinstance(found, list):
        if isinstance(found, int) and abs(found) > MOST_BITS:
            raise ValueError(f"{what} has the number {shown(str(found))}; write it anew.")
        return 1
    bits = sum(_require_moderate(part, what, depth + 1) for part in found)
    if len(found) == 3 and found[0] == "pow" and _NUMBER.fullmatch(str(found[1])):
        top, _, below = str(found[1]).partition("/")
        size = max(abs(int(top)), int(below or 1))
        if size > LARGEST_EXPONENT or (bits * size > MOST_BITS and not _has_variables(found[2])):
            raise ValueError(f"{what} has a power beyond all bounds; write it anew.")
        bits = max(bits, 4 * size)
    return bits


def _has_variables(found: Any) -> bool:
    return isinstance(found, list) and (
        len(found) == 1 or any(_has_variables(part) for part in found)
    )
