"""What is declared of a claim: the fields, written once, for texts and for programs alike."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Tier = Literal["fast", "slow"]
PROOF_ALONE = ("banditproof.paper_checks.proofs.proof_alone", "enter_claim")
"""The program of the claims whose check is their proof alone."""


@dataclass(frozen=True, kw_only=True)
class Declared:
    """A claim as a text or a program declares it; what is empty follows from its statement.

    What a text leaves out is filled in by `completed.py`: a repair has the kind, the place and the
    title of the statement that it repairs, a whole has the verdict of its parts.
    """

    id: str
    statement: str = ""
    kind: str = ""
    title: str = ""
    at: str = ""
    """Its place in the document, as it is written: sections, equation, page."""
    stated: bool = False
    """Whether the document states it; a repair, a reading or a derived fact is ours."""
    recorded: str = ""
    """The recorded verdict; empty as long as there is neither a check nor a reason."""
    grade: str | None = None
    universal: str | None = None
    """What settles the "for all" of the statement; None for finitely many cases."""
    tier: Tier = "fast"
    program: tuple[str, str] | None = None
    """The module and the name of the check; None for a whole, a copy, or what has none."""
    by_proof: bool = False
    """Whether the check has a proof of steps, which says what the claim rests on."""
    summary: str = ""
    """What the check finds where the statement holds, if its program leaves it to the text."""
    besides: str = ""
    """What it looks at besides the steps of a proof."""
    covered: str = ""
    """What it covers, where it has no proof."""
    beyond: str = ""
    """What lies outside of the statement, where nothing of it is left open."""
    not_covered: str = ""
    """What of the statement it leaves open."""
    reason: str = ""
    """Why nothing in the statement can be checked by machine."""
    formula: str = ""
    """The statement as a relation and the ranges of its quantities: `exp(x) >= x for x in [0,1]`.

    A proof of steps is `proved` only if it ends with it. Of several with `and` between them, each
    is said by a step that states a part.
    """
    draft: str = ""
    """What a machine read and found in a first attempt, which nobody has checked; no verdict."""
    formally: str = ""
    """The statement as a formula of the logic, where no formal proof states it."""
    reads_as: str = ""
    """Whether somebody has compared the formal statement with the print: `checked`, and what it
    leaves out: `checked; leaves out the case K = 1`."""
    reading: str = ""
    """The reading of a word that has several, for example a policy as a kernel."""
    against: str = ""
    """The other place of a conflict: what stands there contradicts what stands at its place."""
    would_decide: str = ""
    """What would decide a claim that is open: a proof, a witness, a number of runs."""
    asymptotic: str = ""
    """What the statement leaves to be chosen or lets grow: `constants`, `n -> infinity`.

    Finitely many constants or horizons then prove nothing (`verdicts/along.py`). `no; REASON` says
    that the verdict is about something else, though the statement speaks of such things.
    """
    repaired_by: str | None = None
    corrected: str | None = None
    """What a misprint was meant to say, where no separate claim says it."""
    rests_on: tuple[str, ...] = ()
    """The claims and textbook facts that the verdict rests on."""
    stated_proof: tuple[str, ...] | None = None
    """The steps that the document's own proof uses; None for those of the verdict."""
    parts: tuple[str, ...] = ()
    """The claims whose verdicts together are that of a statement with several assertions."""
    part_of: str | None = None
    repeats: str | None = None
    """The claim that says the same, whose program is that of this one."""
    doubt_codes: tuple[str, ...] = ()
    was: str = ""
    """The former ID, which still works."""
    called: str = ""
    """The name in the print, where the ID does not spell it."""
    printed_title: str = ""
    """What stands in brackets behind the number in the print, where that is a title."""
    displays: str = ""
    """The numbers of the equations that it contains, besides one at which it stands."""
    catalogued: bool = False
    """Whether it is a statement of the document, to which repairs and finer steps belong."""
    text: Path | None = None
    """The file that declares it, where that is a text."""
    line: int = 0
    """The line of the declaration."""

    @property
    def proof_alone(self) -> bool:
        """Whether the check is the proof, and no program."""
        return self.by_proof and self.program in (None, PROOF_ALONE)

    @property
    def has_check(self) -> bool:
        """Whether a check of its own decides: a program, or the proof alone."""
        return self.program is not None or self.by_proof
