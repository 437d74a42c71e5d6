"""What a formal proof adds to the verdict of a claim: the grade `derived`, or an error."""

from __future__ import annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from banditproof.verify.evidence import Grade, JudgedBy
from ..statements.documents import document_of_id
from ..statements.words_of_readers import CHECKED, LEAVES_OUT, judge_of_words
from ..statements.words_of_readers import signed as is_signed
from ..verdicts.verdict import REFUTING, ForAll, Outcome, Verdict
from .developments import denied, development_of, has_derivation

if TYPE_CHECKING:
    from banditproof.theory.logic.development import Derivation
    from ..statements.claim import Claim

UNREAD = "nobody has compared the formula with the print yet"
LEFT_OUT = "What the formula leaves out:"
NOTHING = "Its formal proof shows nothing: {} contradict each other."
NOTHING_LEFT_OUT = (
    "A reader who compared the formula with the print found that it leaves nothing out."
)


def with_derivation(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict of a claim with its formal proof, if it has one.

    The proof is one of the statement, or of its negation where the check refutes it. The verdict is
    `derived` if the kernel accepts the proof from listed axioms alone, and a reader has compared
    the formula with the print: this one, with the definitions of now. A folder says which one by
    its digest, `reads as: checked DIGEST`, in a text, and its premises are searched for a
    contradiction. A proof that is not accepted raises Misread, and so does one of what the check
    refutes.

    Whether the reader compared the formula or what it denies, the recorded verdict says. A check
    that finds another one gets nothing from the proof.
    """
    if verdict.outcome not in (Outcome.HOLDS, *REFUTING) or not has_derivation(claim.id):
        return verdict
    document = document_of_id(claim.id)
    development = development_of(document)
    derivation = development.derive(claim.id)
    if verdict.outcome in REFUTING and denied(derivation.statement) is None:
        place = development.proofs[claim.id].head
        raise place.error(f"The check refutes {claim.id}, and its formal proof denies nothing.")
    if verdict.outcome != claim.recorded:
        return replace(verdict, not_covered=f"{verdict.not_covered} {_of_another(claim, verdict)}")
    from banditproof.theory.logic.contradicting_premises import says_nothing
    from .compared_formulas import compared, digest_of

    digest, signed = digest_of(development, claim.id), claim.reads_as
    if document is not None and document.own:
        return derived(verdict, derivation, signed if compared().get(claim.id) == digest else "")
    if says_nothing(development, derivation):
        own = " and the axioms of this folder on which it rests" * bool(derivation.of_folder)
        why = NOTHING.format(f"its premises{own}")
        return replace(verdict, not_covered=" ".join(filter(None, (verdict.not_covered, why))))
    _, separator, left_out = signed.partition(LEAVES_OUT)
    same = f"{CHECKED}{separator}{left_out}" if is_signed(claim, digest) else ""
    told = judge_of_words(claim) == JudgedBy.PROGRAM
    writes = f"{'in a text with the statement, ' * told}`reads as: checked {digest}`"
    return derived(verdict, derivation, same, f"{UNREAD}; who has writes {writes}")


def _of_another(claim: Claim, verdict: Verdict) -> str:
    """That the formal proof is of another verdict than that of the check."""
    return (
        f"The formal proof stands beside what the text records, `{claim.recorded.value}`; the "
        f"check says `{verdict.outcome.value}`, so that the proof adds nothing."
    )


def derived(
    verdict: Verdict, derivation: Derivation, reads_as: str, unread: str = UNREAD
) -> Verdict:
    """The verdict with what the derivation shows, in words."""
    evidence = verdict.evidence
    assert evidence is not None
    numbers = {**evidence.numbers, **numbers_of(derivation)}
    word, _, left_out = reads_as.partition(LEAVES_OUT)
    refutes = verdict.outcome in REFUTING
    stated = _stated(derivation, refutes)
    if derivation.opened:
        more = _left_open(derivation)
        return replace(
            verdict,
            summary=f"{verdict.summary} Its formal proof is an outline.",
            evidence=replace(evidence, numbers=numbers),
            not_covered=" ".join(filter(None, (verdict.not_covered, more))),
        )
    if derivation.cited:
        cited = ", ".join(derivation.cited)
        more = f"A formal proof rests on statements that have none yet: {cited}."
        return replace(
            verdict,
            evidence=replace(evidence, numbers=numbers),
            not_covered=" ".join(filter(None, (verdict.not_covered, more))),
        )
    if word != CHECKED:
        return replace(
            verdict,
            evidence=replace(evidence, numbers=numbers),
            covered=" ".join(filter(None, (verdict.covered, f"{stated}; {unread}."))),
        )
    ours = evidence.judged_by == JudgedBy.BANDITPROOF
    if evidence.grade <= Grade.DERIVED and ours and not refutes:
        return replace(verdict, evidence=replace(evidence, numbers=numbers))
    own = len(derivation.of_folder)
    resting = f" It rests on {own} axiom{'s' * (own > 1)} of this folder." if own else ""
    return Verdict(
        verdict.outcome,
        f"{verdict.summary}{resting}",
        replace(evidence, grade=Grade.DERIVED, numbers=numbers, judged_by=JudgedBy.BANDITPROOF),
        f"{stated}, from {_axioms(derivation)}.",
        f"{LEFT_OUT} {left_out}." if left_out else NOTHING_LEFT_OUT,
        ForAll.TEXTBOOK if derivation.axioms else ForAll.MACHINE,
        verdict.sharpness,
        verdict.findings,
    )


def formula_shown(id: str, refutes: bool) -> str:
    """What the formal proof of a claim shows, in words: its formula, or the negation of it."""
    return _stated(development_of(document_of_id(id)).derive(id), refutes)


def _stated(derivation: Derivation, refutes: bool) -> str:
    from banditproof.theory.logic.printing import UNICODE, shown

    how = "derives the negation" if refutes else "accepts a formal proof"
    words = "; ".join(
        f"{name} is {shown(value, UNICODE, derivation.letters)}"
        for name, value in derivation.words_of_folder
    )
    meant = f", where this folder defines that {words}" if words else ""
    return f"The kernel {how} of: {formula_of(derivation, refutes)}{meant}"


def _left_open(derivation: Derivation) -> str:
    """That the proof is an outline, and the first sentence that it leaves open."""
    first, number = derivation.opened[0], len(derivation.opened)
    document = document_of_id(derivation.name)
    folder = "" if document is None or document.own else "FOLDER "
    sentences = f"{number} sentence{'s' * (number > 1)}"
    return (
        f"The formal proof is an outline that leaves {sentences} open, the first at {first.place}: "
        f"`banditproof why {folder}{derivation.name} --open` lists what remains to be shown."
    )


def numbers_of(derivation: Derivation) -> dict[str, Any]:
    """The sizes of a derivation."""
    return {"axioms": len(derivation.axioms), "arithmetic steps": len(derivation.certificates.used)}


def formula_of(derivation: Derivation, refutes: bool = False) -> str:
    """The formal statement in print, or what it denies."""
    from banditproof.theory.logic.printing import UNICODE, shown

    denies = denied(derivation.statement) if refutes else None
    return shown(denies or derivation.statement, UNICODE, derivation.letters)


def _axioms(derivation: Derivation) -> str:
    own = derivation.of_folder
    names = [name for name in derivation.axioms if name not in own]
    listed = [f"the axiom{'s' * (len(names) > 1)} {', '.join(names)}"] if names else []
    if own:
        said = f"{len(own)} axiom{'s' * (len(own) > 1)} of this folder ({', '.join(own)})"
        listed.append(f"{said}, which nobody else has read")
    return " and ".join(listed) or "no axiom"
