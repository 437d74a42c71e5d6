"""A change of a source against its record, and the words that two texts do not share."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

STATES = ("same", "renumbered", "changed", "affected", "gone", "new")
LOUD = ("changed", "affected", "gone")
"""The states after which a claim is stale."""
LONGEST = 4000
"""The most words of a statement in which differences are shown."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What became of a statement."""

    id: str
    """The ID of its claim; empty for a new statement, and for what is no statement."""
    state: str
    file: str
    line: int
    called: str
    """How it is printed now; before, if it is gone."""
    label: str
    sentence: str
    """What is different, without its place; empty if nothing is."""

    def __str__(self) -> str:
        """The sentence behind its place."""
        return f"{self.file}:{self.line}: {self.sentence}"


def words_that_differ(before: str, after: str) -> str:
    r"""The words that two texts do not share, as `[-old-]{+new+}`.

    >>> words_that_differ(r"at most $2\sigma$", r"at most $3\sigma$ for $x$")
    '[-2-]{+3+} ... {+ for $x$+}'
    """
    old, new = (_pieces(text)[:LONGEST] for text in (before, after))
    parts = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        if gone.strip() or come.strip():
            parts.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return _shortened(parts) or "its end"


def _pieces(text: str) -> list[str]:
    return re.findall(r"\\[a-zA-Z]+|\w+|\s+|.", text)


def _shortened(parts: Sequence[str], most: int = 300) -> str:
    """As many parts as a line holds."""

    def kept() -> Iterator[str]:
        length = 0
        for part in parts:
            length += len(part)
            if length > most:
                yield "..."
                return
            yield part

    return " ... ".join(kept())
