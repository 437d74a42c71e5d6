"""Claims whose text says `-- its proof`: the check is the proof alone, and needs no program.

The proof of a statement that is false as printed shows that it is: it ends with a relation that
excludes the print, and the real case of the proof is the witness.
"""

from dataclasses import replace
from ..statements.checks import enter
from ..statements.claim import REGISTERED
from ..statements.completed import Completed
from ..verdicts.judging import judged
from ..verdicts.verdict import Outcome, Verdict, undecided
from ..verdicts.vocabulary import ELSEWHERE, refuted
from .cited import Given
from .proof import Proof
from .written import WRITTEN


def enter_claim(claim: Completed) -> None:
    """Register a claim with the proof as text that has its ID as its check."""

    def check(proof: Proof = WRITTEN) -> Verdict:
        if claim.recorded in ELSEWHERE:
            return denied(proof, Outcome(claim.recorded))
        shown = proof.verdict()
        vacuous = claim.recorded == Outcome.HOLDS_VACUOUSLY and shown.outcome == Outcome.HOLDS
        return replace(shown, outcome=Outcome.HOLDS_VACUOUSLY) if vacuous else shown

    enter(claim, judged(check), check, None)
    REGISTERED[claim.id] = replace(REGISTERED[claim.id], program=claim.program, line=claim.line)


def denied(proof: Proof, outcome: Outcome) -> Verdict:
    """The verdict on a statement that a proof excludes; open if the proof does not stand."""
    shown = proof.verdict("The print is excluded.")
    if shown.outcome != Outcome.HOLDS or shown.evidence is None:
        return replace(undecided(f"The proof does not stand. {shown.summary}"), steps=shown.steps)
    if lack := proof.grade().lack_of_case:
        return replace(undecided(lack), steps=shown.steps)
    given = [step.formula for step in proof.steps if isinstance(step, Given) and step.formula]
    numbers = [str(proof.case)] if proof.case.numbers else []
    witness = f"{'; '.join([*numbers, *given])}."
    verdict = refuted("", witness, grade=shown.evidence.grade, outcome=outcome)
    return replace(verdict, steps=shown.steps)
