"""The text of a draft: what a machine read and found, as a file of claims holds it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Word = Literal["holds", "fails", "open"]
FORM = re.compile(r"(holds|fails|open)(?: at ([^;]+))?; (.+?) for (.+)\Z")
DRAFT_FORM = (
    "write `holds; RELATION for RANGES`, `fails at x = 1/2; RELATION for RANGES`, or "
    "`open; RELATION for RANGES`"
)


@dataclass(frozen=True)
class Draft:
    """A formula that was read from a statement, and what was found about it."""

    word: Word
    relations: tuple[str, ...]
    domain: str
    witness: Mapping[str, Fraction]
    """The point at which a relation is false; empty unless the draft says `fails`."""

    @property
    def formula(self) -> str:
        """The relations and the ranges."""
        return f"{' and '.join(self.relations)} for {self.domain}"

    @property
    def text(self) -> str:
        """How the draft stands in a file of claims."""
        return f"{self.word}{f' at {self.point}' if self.witness else ''}; {self.formula}"

    @property
    def point(self) -> str:
        """The witness in words."""
        return ", ".join(f"{name} = {value}" for name, value in self.witness.items())


def draft_in(text: str) -> Draft | None:
    """The draft of a text; None if it has another form.

    >>> draft = draft_in("fails at x = 2; exp(x) <= 1 + 2*x for x in [0, 2]")
    >>> draft.relations, draft.domain, draft.witness
    (('exp(x) <= 1 + 2*x',), 'x in [0, 2]', {'x': Fraction(2, 1)})
    >>> draft_in("holds at x = 2; x <= 3 for x in [0, 2]") is None
    True
    """
    match = FORM.match(text)
    if match is None or (match[1] == "fails") != bool(match[2]):
        return None
    witness = {}
    for part in filter(None, (match[2] or "").split(", ")):
        name, _, value = part.partition(" = ")
        try:
            witness[name] = Fraction(value)
        except (ValueError, ZeroDivisionError):
            return None
    word: Word = "holds" if match[1] == "holds" else "fails" if match[1] == "fails" else "open"
    return Draft(word, tuple(match[3].split(" and ")), match[4], witness)
