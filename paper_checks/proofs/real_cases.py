"""Real cases of proofs: stored beside them, verified each time, or searched for.

The file `real.cases` of a document has one line for each proof: `bern.eq2: x = 1/3, eps = 1`. It
gives numbers for the free quantities; the equations of the proof give the others. What is assumed
in words is no part of this: whether it can hold as well is for people to read. A name of a term
with an unknown function, such as a probability, is a quantity of its own, whose number must fit
all relations that the proof assumes of it, those of textbook facts and other claims among them.
"""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from banditproof.verify.evidence import Grade
from .assumptions import Assumptions
from .case_search import QUICK, case_of

if TYPE_CHECKING:
    from .proof import Proof

CASES = "real.cases"
"""The file of a document with the cases of its proofs."""


@dataclass(frozen=True)
class RealCase:
    """Numbers at which all that a proof assumes of its quantities holds, or why there are none."""

    numbers: Mapping[str, Fraction]
    lack: str = ""
    """Why no case is known; empty if there is one."""

    def __str__(self) -> str:
        """The numbers, or why there are none."""
        return self.lack or written(self.numbers)


def real_case(proof: Proof) -> RealCase:
    """The stored case of a proof if it holds there, or one that is found now.

    >>> from .cited import Given
    >>> from .inequality import Inequality
    >>> from .proof import Proof
    >>> steps = Given(1, "A", "x >= 3"), Inequality(2, "B", "x >= 2", uses=(1,))
    >>> print(real_case(Proof("my.a", steps, "x in [0,inf)")))
    x = 3
    >>> print(real_case(Proof("my.a", steps, "x in [0,1]")))
    No numbers are known at which all holds that the proof assumes.
    """
    try:
        assumptions = Assumptions(proof)
        stored = stored_case(proof)
        if stored is not None and not assumptions.fault(stored):
            return RealCase(stored)
        numbers = case_of(assumptions, QUICK)
    except (ValueError, ArithmeticError, RecursionError) as wrong:
        return RealCase({}, f"What the proof assumes cannot be evaluated: {wrong}")
    if numbers is None:
        return RealCase({}, "No numbers are known at which all holds that the proof assumes.")
    return RealCase(numbers)


def capped(grade: Grade, case: RealCase) -> Grade:
    """The grade of a proof, which is points at most if no real case of it is known."""
    return Grade.POINTS if case.lack and grade < Grade.POINTS else grade


def title_of(proof: Proof) -> str:
    """What tells a proof from the others of its document."""
    return proof.id if proof.written is None else proof.written.text.title


def stored_case(proof: Proof) -> Mapping[str, Fraction] | None:
    """The numbers that are stored for a proof, which may hold no longer."""
    from ..statements.documents import document_of_id

    document = document_of_id(proof.id)
    if document is None:
        return None
    line = lines_of(document.home / CASES).get(title_of(proof))
    return None if line is None else read(line)


def cases_of(id: str) -> list[str]:
    """The stored lines of the proofs with an ID."""
    from ..statements.documents import document_of_id

    document = document_of_id(id)
    lines = {} if document is None else lines_of(document.home / CASES)
    return [f"{t}: {case}" for t, case in lines.items() if t == id or t.startswith(f"{id} as ")]


@cache
def lines_of(file: Path) -> Mapping[str, str]:
    """The lines of a file of cases, by the titles of the proofs."""
    from ..statements.text_files import text_of

    if not file.is_file():
        return {}
    parted = (line.partition(": ") for line in text_of(file).splitlines() if line[:1] != "#")
    return {title: numbers for title, colon, numbers in parted if colon}


def read(text: str) -> Mapping[str, Fraction]:
    """The numbers that a text gives to names.

    >>> read("x = 1/3, eps = 1")
    {'x': Fraction(1, 3), 'eps': Fraction(1, 1)}
    """
    pairs = (item.split("=") for item in text.split(",") if item.strip() not in ("", "nothing"))
    return {name.strip(): Fraction(value.strip()) for name, value in pairs}


def written(case: Mapping[str, Fraction]) -> str:
    """The text of a case.

    >>> written({"x": Fraction(1, 3)}), written({})
    ('x = 1/3', 'nothing')
    """
    return ", ".join(f"{name} = {value}" for name, value in case.items()) or "nothing"
