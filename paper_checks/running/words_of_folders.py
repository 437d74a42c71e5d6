"""What a verdict on a claim of somebody else's folder says in whose words.

The sentences beside a grade that this package gives are written in the folder, and no machine reads
them. So the formula that was judged stands first, the folder's sentence behind it as what it is,
and what nobody has compared is named.
"""

from dataclasses import replace
from banditproof.verify.evidence import Grade, JudgedBy
from ..derivations.derived_verdict import NOTHING_LEFT_OUT, formula_shown
from ..statements.claim import Claim
from ..statements.documents import document_of_id
from ..statements.kept_texts import KeptTexts
from ..verdicts.verdict import REFUTING, UNJUDGED, Verdict
from ..verdicts.vocabulary import WHOLE
from .as_read import claims_below
from .who_judged import said_by_whom

NOT_COMPARED = (
    "Only the folder says that the words of the claim mean this formula; nobody else has compared "
    "them."
)


def with_words_named(claim: Claim, verdict: Verdict) -> Verdict:
    """A verdict on a claim of a folder; if it was judged here, with whose words are whose.

    The finding begins with what the machine shows. `covered` names the texts by their digest. What
    a claim has from others says this there.
    """
    evidence = said_by_whom(claim, verdict).evidence
    if evidence is None or evidence.judged_by != JudgedBy.BANDITPROOF:
        return verdict
    if verdict.outcome in UNJUDGED or claims_below(claim):
        return verdict
    whose = "text" if claim.proof_alone else "program"
    reading = _reading(claim, verdict)
    summary = f"{reading} The folder's {whose} says: {verdict.summary}".rstrip()
    document = document_of_id(claim.id)
    judged = _judged(document.kept) if document is not None and document.kept is not None else ""
    left = "" if verdict.not_covered in (NOTHING_LEFT_OUT, WHOLE) else verdict.not_covered
    return replace(
        verdict,
        summary=summary if reading else verdict.summary,
        covered=" ".join(filter(None, (verdict.covered, judged))),
        not_covered=" ".join(filter(None, (left, NOT_COMPARED))),
    )


def _reading(claim: Claim, verdict: Verdict) -> str:
    """What a machine shows, in a sentence; empty where the finding is the machine's own."""
    assert verdict.evidence is not None
    if verdict.evidence.grade == Grade.DERIVED:
        return f"{formula_shown(claim.id, verdict.outcome in REFUTING)}."
    if verdict.outcome in REFUTING:
        return ""
    if verdict.evidence.grade == Grade.PROVED and claim.formula:
        return f"A machine shows: {claim.formula}."
    numbers = claim.proof.stating if claim.proof else ()
    steps = [step for step in verdict.steps if step.number in numbers and step.formula]
    if not steps:
        return "Each step of the proof is checked."
    stated = "; ".join(step.formula_where for step in steps)
    opened = len(dict.fromkeys(item for step in steps for item in step.leaves_open))
    left = f" What stays open there ({opened}): `banditproof why FOLDER {claim.id} --open`."
    return f"The proof states: {stated}.{left if opened else ''}"


def _judged(texts: KeptTexts) -> str:
    return f"Judged were the folder's texts as they were before its programs ran ({texts.digest})."
