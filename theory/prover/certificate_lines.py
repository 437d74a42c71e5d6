"""Certificates as lines of a text: a key of what is shown, and a proof of it in JSON.

Nothing in such a line is trusted: who reads it asks the checker about the proof.
"""

import json
import re
from typing import Any
from .stored_json import MOST_DEEP, json_of

_RUNS = re.compile(r"[\[{]+|[\]}]+")


def written_line(key: str, proof: Any) -> str:
    """The line of a certificate.

    >>> written_line("0a", {"by": "span"})
    '0a {"by":"span"}\\n'
    """
    return f"{key} {compact(proof)}\n"


def compact(part: Any) -> str:
    """JSON without spaces."""
    return json.dumps(part, separators=(",", ":"))


def read_line(line: str, digits: int, kind: type, what: str) -> tuple[str, Any]:
    """The key and the proof of a line, not yet checked; ValueError if it is none.

    >>> read_line('0a {"by":"span"}', 2, dict, "Line 1 of a.certificates")
    ('0a', {'by': 'span'})
    """
    key, _, text = line.partition(" ")
    if _nesting(text, MOST_DEEP) > MOST_DEEP:
        raise ValueError(f"{what} is nested too deeply; write the file anew.")
    proof = json_of(text, what)
    if len(key) != digits or not isinstance(proof, kind):
        raise ValueError(
            f"{what} is no certificate; give a digest of {digits} digits and a proof, or write the "
            "file anew."
        )
    return key, proof


def _nesting(text: str, few: int) -> int:
    """How deeply brackets stand in one another; as many as there are where these are few.

    It is asked before JSON is read, whose reader follows them as far as Python's limit allows.
    """
    number = text.count("[") + text.count("{")
    if number <= few:
        return number
    depth = most = 0
    for run in _RUNS.findall(text):
        depth += len(run) if run[0] in "[{" else -len(run)
        most = max(most, depth)
    return most
