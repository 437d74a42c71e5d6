"""The verdict of a claim that has it from others, as far as readers have compared the words."""

from dataclasses import replace
from banditproof.verify.evidence import Grade, JudgedBy
from ..derivations.derived_verdict import LEFT_OUT, NOTHING_LEFT_OUT
from ..statements.claim import Claim
from ..statements.completed import words_of_its_own
from ..statements.documents import OPENED
from ..statements.registry import listed
from ..statements.words_of_readers import (
    LEAVES_OUT,
    digest_of_words,
    judge_of_words,
    signed,
    words_decide,
)
from ..verdicts.verdict import SETTLED_BY, Verdict
from ..verdicts.vocabulary import WHOLE

COPIED = "That it says what the other claim says, or its parts, is read by people."

SIGNED = (
    "That its words say what the other claim says, or its parts, the folder's own text signs; "
    "nobody else has compared them."
)

OF_OTHERS = "The verdict is about this; only the folder says that its own words mean it."


def claims_below(claim: Claim) -> tuple[str, ...]:
    """The claims that a claim has its verdict from: the one that it repeats, or its parts."""
    return claim.parts if claim.repeats is None else (claim.repeats,)


def as_read(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict of a claim that has it from others: from the one that it repeats, or its parts.

    No machine reads whether its words say the same. Who has compared them says so by `reads as`,
    and says there what is left out, too. In a folder the finding begins with the words that the
    verdict is about.
    """
    below = tuple(map(listed, claims_below(claim)))
    if not below:
        return verdict
    own_words = bool(claim.parts) or words_of_its_own(claim, below[0])
    if own_words and verdict.evidence is not None and claim.document in OPENED:
        said = _said_elsewhere(claim, below)
        verdict = replace(verdict, summary=f"{said} {verdict.summary}".lstrip())
    digest = digest_of_words(claim, below)
    read = not own_words or signed(claim, digest)
    if own_words and read and claim.document in OPENED:
        known = "" if verdict.not_covered == WHOLE else verdict.not_covered
        verdict = replace(verdict, not_covered=f"{known} {SIGNED}".strip())
    evidence, left_out = verdict.evidence, claim.reads_as.partition(LEAVES_OUT)[2]
    sentence = f"{LEFT_OUT} {left_out}."
    if left_out and read and sentence not in verdict.not_covered:
        known = "" if verdict.not_covered in (NOTHING_LEFT_OUT, WHOLE) else verdict.not_covered
        return replace(verdict, not_covered=f"{known} {sentence}".strip())
    if read or evidence is None or evidence.grade > Grade.DERIVED:
        return verdict
    if not words_decide(claim, verdict.outcome):
        return verdict
    theirs = claim.document in OPENED and judge_of_words(claim) == JudgedBy.BANDITPROOF
    who = f"Who has compared the words writes `reads as: checked {digest}`." if theirs else ""
    left = " ".join(filter(None, (verdict.not_covered, COPIED, who)))
    settled = verdict.universal and SETTLED_BY[Grade.OUTLINED][0]
    weaker = replace(evidence, grade=Grade.OUTLINED)
    return replace(verdict, evidence=weaker, universal=settled, not_covered=left)


def _said_elsewhere(claim: Claim, below: tuple[Claim, ...]) -> str:
    """What those claims say from which a claim of a folder has its verdict; empty if none.

    The parts of a whole that stand in the folder are printed beside it, with their own findings.
    """
    told = [one for one in below if claim.repeats is not None or one.document != claim.document]
    said = (f"{one.id} says: {' '.join(one.statement.split())}" for one in told)
    return " ".join((*said, OF_OTHERS)) if told else ""
