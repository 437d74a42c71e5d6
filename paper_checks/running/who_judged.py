"""Who gave the grade of a verdict: whose check it was, and in whose process it ran."""

from dataclasses import replace
from banditproof.verify.evidence import JudgedBy, least
from ..statements.claim import Claim
from ..statements.documents import OPENED
from ..statements.programs_of_others import IMPORTED
from ..statements.words_of_readers import judge_of_words
from ..verdicts.verdict import Verdict


def said_by_whom(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict of a claim with who gave its grade: of a check, the document that it belongs to.

    A grade of somebody else's claim is trusted no more than whoever declares what the claim says.
    """
    evidence = verdict.evidence
    if evidence is None:
        return verdict
    judge, theirs = evidence.judged_by, claim.document in OPENED
    if judge == JudgedBy.CHECK:
        judge = JudgedBy.PROGRAM if theirs else JudgedBy.BANDITPROOF
    if theirs:
        here = JudgedBy.PROGRAM if IMPORTED else JudgedBy.BANDITPROOF
        judge = least((judge, here, judge_of_words(claim)))
    return replace(verdict, evidence=replace(evidence, judged_by=judge))
