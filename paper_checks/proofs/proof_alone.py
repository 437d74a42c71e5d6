"""Claims whose text says `-- its proof`: the check is the proof alone, and needs no program."""

from dataclasses import replace
from ..statements.checks import enter
from ..statements.claim import REGISTERED
from ..statements.completed import Completed
from ..verdicts.judging import judged
from ..verdicts.verdict import Verdict
from .proof import Proof
from .written import WRITTEN


def enter_claim(claim: Completed) -> None:
    """Register a claim with the proof as text that has its ID as its check."""

    def check(proof: Proof = WRITTEN) -> Verdict:
        return proof.verdict()

    enter(claim, judged(check), check, None)
    REGISTERED[claim.id] = replace(REGISTERED[claim.id], program=claim.program, line=claim.line)
