"""What this process judges of a claim whose programs run elsewhere: its written proof.

A verdict that was told keeps the grade of the folder's program. Where the steps of the proof as
text show the same verdict here, the grade is theirs.
"""

from dataclasses import replace
from banditproof.verify.evidence import JudgedBy, least
from ..statements.documents import document_of_id
from ..statements.recorded_verdicts import standing
from ..statements.told_claim import ToldClaim
from ..verdicts.judging import as_definition, judged
from ..verdicts.verdict import UNJUDGED, Outcome, Verdict

TRUE = (Outcome.HOLDS, Outcome.DEFINITION)
NUMBERS = "The numbers beside it are those of the folder's program."


def judged_verdict(claim: ToldClaim) -> Verdict:
    """The verdict of a claim: of its text where that decides, else of its program, which is asked.

    The program of a claim whose check is its proof alone is asked only if its text is not enough.
    """
    if claim.proof_alone:
        alone = verdict_of_text(claim, claim.summary)
        if alone is not None:
            return alone
    told = claim.check()
    text = verdict_of_text(claim, told.summary)
    return told if text is None else joined(told, text)


def verdict_of_text(claim: ToldClaim, finding: str) -> Verdict | None:
    """The verdict of the steps of a proof as text; None if they decide nothing here.

    What rests on claims that a program of a folder judged is no stronger than they are.
    """
    proof = claim.proof
    if proof is None or not finding:
        return None
    judge = judged(lambda: proof.verdict(finding))
    verdict = (as_definition(judge) if claim.recorded == Outcome.DEFINITION else judge)()
    if verdict.outcome in UNJUDGED or verdict.evidence is None:
        return None
    cited = {id for step in verdict.steps for id in step.rests_on}
    known = ((id, document_of_id(id)) for id in sorted(cited))
    others = [id for id, document in known if document is not None and not document.own]
    judge_of_all = least(JudgedBy(standing(id).judged_by) for id in others)
    return replace(verdict, evidence=replace(verdict.evidence, judged_by=judge_of_all))


def with_numbers_named(told: Verdict, verdict: Verdict) -> Verdict:
    """The verdict of this process, which says so if numbers of a program stand beside it."""
    theirs = told.evidence is not None and told.evidence.judged_by == JudgedBy.PROGRAM
    ours = verdict.evidence is not None and verdict.evidence.judged_by == JudgedBy.BANDITPROOF
    beside = told.sharpness is not None or (told.evidence is not None and told.evidence.numbers)
    if not (theirs and ours and beside):
        return verdict
    return replace(verdict, covered=f"{verdict.covered} {NUMBERS}".strip())


def joined(told: Verdict, text: Verdict) -> Verdict:
    """The verdict of a program that looks at a written proof, and that of the proof itself.

    Where the program says that less is shown than the steps show, it looks at more than they do.
    """
    if text.outcome == Outcome.FAILS and told.outcome in TRUE:
        raise ValueError("its program says that it holds, and a step of its written proof is false")
    if text.outcome != told.outcome or told.evidence is None or text.evidence is None:
        return told
    if told.evidence.grade > text.evidence.grade:
        return told
    both = replace(
        text,
        summary=told.summary if text.outcome in TRUE else text.summary,
        evidence=replace(text.evidence, numbers=told.evidence.numbers),
        sharpness=told.sharpness,
    )
    return with_numbers_named(told, both)
