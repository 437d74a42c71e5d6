"""Real cases of proofs: stored beside them, verified each time, or searched for.

The file `real.cases` of a document has one line for each proof: `bern.eq2: x = 1/3, eps = 1`. It
gives numbers for the free quantities; the equations of the proof give the others. What is assumed
in words is no part of this: whether it can hold as well is for people to read. A name of a term
with an unknown function, such as a probability, is a quantity of its own, whose number must fit
all relations that the proof assumes of it, those of textbook facts and other claims among them.

A step that states the claim or a part of it may have ranges and conditions of its own, at which
the numbers of the proof need not lie: it then has a line of its own, `bern.eq2 (4): x = 1/2`.
"""

from __future__ import annotations
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from .assumptions import Assumptions, Case, Values
from .case_search import QUICK, case_of

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term
    from .proof import Proof

CASES = "real.cases"
"""The file of a document with the cases of its proofs."""
COMMA = re.compile(r",\s*(?=\w+\s*=)")
"""A comma before the next name, and none between the arguments of a function."""


@dataclass(frozen=True)
class RealCase:
    """Numbers at which all that a proof assumes of its quantities holds, or why there are none."""

    numbers: Case
    lack: str = ""
    """Why no case is known; empty if there is one."""
    of_steps: Mapping[int, Case] = field(default_factory=dict)
    """Numbers for steps that state a part where the numbers of the proof do not lie."""

    def __str__(self) -> str:
        """The numbers, or why there are none."""
        return self.lack or written(self.numbers)


def real_case(proof: Proof) -> RealCase:
    """The stored case of a proof if it holds there, or one that is found now.

    Each step that states the claim or a part of it has a case too, where its own ranges and
    conditions hold with what the steps below it assume.

    >>> from .cited import Given
    >>> from .inequality import Inequality
    >>> from .proof import Proof
    >>> steps = Given(1, "A", "x >= 3"), Inequality(2, "B", "x >= 2", uses=(1,))
    >>> print(real_case(Proof("my.a", steps, "x in [0,inf)")))
    x = 3
    >>> print(real_case(Proof("my.a", steps, "x in [0,1]")))
    No numbers are known at which all holds that the proof assumes.
    >>> small = Inequality(2, "B", "x^2 <= x", where="x in [0,1]", uses=(1,))
    >>> print(real_case(Proof("my.a", (Given(1, "A", "x = 5", where="x in [0,9]"), small))))
    No numbers are known at which all holds that step 2 of the proof assumes.
    """
    try:
        numbers = _known(proof)
        if numbers is None:
            return _lacking("the proof")
        of_steps = dict[int, Case]()
        for number in with_own_case(proof, numbers):
            found = _known(proof, number)
            if found is None:
                return _lacking(f"step {number} of the proof")
            of_steps[number] = found
    except (ValueError, ArithmeticError, RecursionError) as wrong:
        return RealCase({}, f"What the proof assumes cannot be evaluated: {wrong}")
    return RealCase(numbers, of_steps=of_steps)


def with_own_case(proof: Proof, numbers: Case) -> Iterator[int]:
    """The steps that state something where the numbers of the proof do not lie.

    >>> from .inequality import Inequality
    >>> from .proof import Proof
    >>> low, high = (Inequality(n, "A", "x^2 >= 0", where=f"x {sign} 1")
    ...     for n, sign in ((1, "<="), (2, ">")))
    >>> proof = Proof("my.a", (low, high), "x in [0,2]", parts=(1,))
    >>> [*with_own_case(proof, {"x": Fraction(1, 2)})]
    [2]
    """
    own = [number for number in proof.stating if proof.step(number).where]
    at = Values(Assumptions(proof), numbers) if own else None
    for number in own:
        domain = proof.scope.domain(proof.step(number))
        if at is not None and not all(at.holds_surely(item) for item in domain.relations):
            yield number


def _lacking(what: str) -> RealCase:
    return RealCase({}, f"No numbers are known at which all holds that {what} assumes.")


def _known(proof: Proof, number: int | None = None) -> Case | None:
    """The stored case of a proof, or of one of its steps, if it holds; else one that is found.

    Numbers at which the conditions of all hypotheses hold come first: elsewhere what is assumed
    under a condition may be false, though the statement rests on it.
    """
    assumptions = Assumptions(proof, of=number)
    stored = stored_case(proof, number)
    if stored is not None and not assumptions.fault(stored):
        return stored
    jointly = case_of(Assumptions(proof, joint=True, of=number), QUICK)
    if jointly is not None and not assumptions.fault(jointly):
        return jointly
    return case_of(assumptions, QUICK)


def title_of(proof: Proof, number: int | None = None) -> str:
    """What tells a proof, or one of its steps, from the others of its document."""
    title = proof.id if proof.written is None else proof.written.text.title
    return title if number is None else f"{title} ({number})"


def stored_case(proof: Proof, number: int | None = None) -> Case | None:
    """The numbers that are stored for a proof or one of its steps, which may hold no longer."""
    from ..statements.documents import document_of_id

    document = document_of_id(proof.id)
    if document is None:
        return None
    line = lines_of(document.home / CASES).get(title_of(proof, number))
    return None if line is None else read(line)


def cases_of(id: str) -> list[str]:
    """The stored lines of the proofs with an ID."""
    from ..statements.documents import document_of_id

    document = document_of_id(id)
    lines = {} if document is None else lines_of(document.home / CASES)
    own = (f"{id} as ", f"{id} (")
    return [f"{t}: {case}" for t, case in lines.items() if t == id or t.startswith(own)]


@cache
def lines_of(file: Path) -> Mapping[str, str]:
    """The lines of a file of cases, by the titles of the proofs."""
    from ..statements.text_files import text_of

    if not file.is_file():
        return {}
    parted = (line.partition(": ") for line in text_of(file).splitlines() if line[:1] != "#")
    return {title: numbers for title, colon, numbers in parted if colon}


def read(text: str) -> Case:
    """The numbers that a text gives to names, or terms in other names where no fraction will do.

    >>> read("x = 1/3, eps = 1")
    {'x': Fraction(1, 3), 'eps': Fraction(1, 1)}
    >>> written(read("x = 1/3, e = max(x, log(2))"))
    'x = 1/3, e = max(x, log(2))'
    """
    from banditproof.theory.prover.notation import parse

    case: dict[str, Fraction | Term] = {}
    for item in COMMA.split(text) if text.strip() != "nothing" else ():
        name, _, value = item.partition("=")
        term = parse(value)
        case[name.strip()] = Fraction(term.value) if term.kind == "num" else term
    return case


def written(case: Case) -> str:
    """The text of a case.

    >>> written({"x": Fraction(1, 3)}), written({})
    ('x = 1/3', 'nothing')
    """
    from banditproof.theory.prover import notation

    texts = (
        f"{name} = {value if isinstance(value, Fraction) else notation.written(value)}"
        for name, value in case.items()
    )
    return ", ".join(texts) or "nothing"
