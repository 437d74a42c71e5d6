"""What is written beside the recorded verdict of a claim: its finding, its witness, its reach.

A report that runs no check shows this in the place of what a check finds. The words stand in the
text of the claim; the witness, and the finding where the text leaves it to the program, stand in
the errata of the document.
"""

from __future__ import annotations
from dataclasses import dataclass
from ..statements.claim_facts import ClaimFacts
from ..statements.completed import declared
from ..statements.declared import Declared
from ..statements.documents import document_of_id
from ..statements.errata_text import entry_in_errata
from ..verdicts.vocabulary import BEYOND


@dataclass(frozen=True)
class WrittenFinding:
    """What texts say of a recorded verdict; each word may be empty."""

    finding: str = ""
    witness: str = ""
    covered: str = ""
    not_covered: str = ""

    def __bool__(self) -> bool:
        return any((self.finding, self.witness, self.covered, self.not_covered))


def written_finding(facts: ClaimFacts) -> WrittenFinding:
    """What is written of a claim, or of the one that it repeats.

    >>> from ..statements.index import text_index
    >>> written = written_finding(text_index()["bern.proof3.1.supremum"])
    >>> written.finding.partition(" and")[0]
    'An arm of mean $1$ never gives a reward of $0$,'
    >>> written.witness
    'For $\\\\mu_1=1$ and $\\\\mu_2=0$ the supremum is over an empty set.'
    """
    says = declared(facts.repeats or facts.id) or Declared(id=facts.id)
    known = entry_in_errata(facts.id, facts.repeats or "") if _shipped(facts.id) else None
    besides = f"Besides the steps of its proof: {says.besides}" if says.besides else ""
    if says.parts:
        return WrittenFinding(f"It has {len(says.parts)} parts; beside each stands what was found.")
    return WrittenFinding(
        says.summary or says.reason or (known.says if known else ""),
        known.witness if known else "",
        says.covered or besides,
        BEYOND + says.beyond if says.beyond else says.not_covered,
    )


def _shipped(id: str) -> bool:
    """Whether the document is one of this package: nothing compares the errata of a folder."""
    document = document_of_id(id)
    return document is not None and document.own
