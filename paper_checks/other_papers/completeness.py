"""What the programs of a folder must say so that its verdicts mean something."""

from collections.abc import Iterable
from banditproof.theory.logic.passages import Misread
from ..proofs import Proof
from ..proofs.relations import Domain, Relation
from ..proofs.text.locating import places_of, require_readable
from ..proofs.whole_statement import FOR, formulas_of
from ..statements.catalogue import parent
from ..statements.checks import proof_of
from ..statements.claim import REGISTERED, Claim
from ..statements.completed import declared
from ..statements.declaration import fault_of_mutants
from ..statements.documents import Document
from ..statements.registry import find
from ..statements.resolver import nearest
from ..statements.text_errors import spot_of
from ..textbook import PREFIX, TEXTBOOK
from ..verdicts.verdict import UNJUDGED, Outcome
from ..verdicts.verdict_words import misfit_of_kind
from .description import LONGEST_ID, is_id

FORMULA = "  formula: "


def enter_texts(document: Document) -> None:
    """Enter each claim of the texts that no program declares; one without a check is open."""
    for id in document.declared:
        find(id)


def require_formulas(document: Document) -> None:
    """Each formula of the texts can be read; a ValueError with its file, line and column if not."""
    for claim in document.declared.values():
        try:
            for one in formulas_of(claim.formula):
                relation, _, where = one.partition(FOR)
                for text in filter(None, (relation, *Domain(where).conditions)):
                    _ = Relation.of(text)
        except ValueError as wrong:
            spot = spot_of(claim.text or document.home, claim.line, FORMULA)
            there = spot._replace(column=spot.column + len(FORMULA))
            raise there.wrong(str(wrong)) from None


def require_complete(document: Document, claims: Iterable[Claim]) -> None:
    """Each claim belongs to a statement, can fail, and names what exists."""
    require_proofs(document)
    spelt: dict[str, str] = {}
    for claim in claims:
        twin = spelt.setdefault(claim.id.casefold(), claim.id)
        fault = _fault(claim)
        if twin != claim.id:
            fault = f"the IDs {twin} and {claim.id} differ in capitals alone; give another one."
        if fault is not None:
            raise ValueError(f"{document.source(claim.file)}, line {claim.line}: {fault}")


def require_proofs(document: Document) -> None:
    """Each proof as text is read, is one of a claim, and its check examines it."""
    require_readable(document)
    for (id, name), place in places_of(document).items():
        claim, fault = REGISTERED.get(id), ""
        if claim is None or claim.document != document.name:
            fault = f"There is no claim {id} in {document.name}; a proof has the ID of one."
        elif not name and claim.proof is None:
            fault = f"The check of {id} has no proof; give it `proof: Proof = WRITTEN`."
        if fault:
            raise Misread(place.shown, place.line, 1, fault)


def _fault(claim: Claim) -> str | None:
    """What is wrong with a claim, in a sentence; None if nothing is."""
    id = claim.id
    if not is_id(id):
        return (
            f"the claim {id!r} has an ID that is no name; give at most {LONGEST_ID} letters, "
            "digits, dots, - and _."
        )
    if parent(id) is None:
        return (
            f"the claim {id} belongs to no statement; list it in a text, or begin its ID "
            "with that of a statement which is listed."
        )
    if not (claim.mutants or claim.parts or claim.repeats or claim.recorded in UNJUDGED):
        line = "put @mutant('what is wrong', subject=...) between `checks` and the function."
        if claim.proof_alone:
            line = (
                "add a line below the last step of its proof which makes that wrong, "
                '`mutant "sharper: half the bound": NUMBER :: RELATION`.'
            )
        return f"the claim {id} has no mutant, so nothing shows that its check can fail; {line}"
    misfit = misfit_of_kind(claim.kind, claim.recorded)
    if misfit is not None:
        return f"the claim {id} does not fit its verdict. {misfit}"
    fault = fault_of_mutants(id, claim.check, claim.mutants) or _fault_of_proof(claim)
    if fault is not None:
        return fault
    for step in (*claim.rests_on, *claim.stated_proof):
        if step not in REGISTERED and step not in TEXTBOOK and declared(step) is None:
            return f"the claim {id} rests on {step}, which does not exist; {_hint(step)}"
    return _fault_of_repair(claim)


def _fault_of_proof(claim: Claim) -> str | None:
    """A proof that a check examines: it can be read, and has the ID of a claim of this check."""
    proof = None if claim.parts or claim.repeats else proof_of(claim.check)
    if not isinstance(proof, Proof):
        return None
    for step in proof.steps:
        try:
            _ = step.relations
        except ValueError as wrong:
            return f"step {step.number} of {proof.id}: {wrong}"
    if claim.proof is not None:
        return None
    named = REGISTERED.get(proof.id)
    if named is not None and named.program == claim.program:
        return None
    return f"the proof of {claim.id} is called {proof.id!r}; give it the ID of the claim."


def _fault_of_repair(claim: Claim) -> str | None:
    id, repair = claim.id, claim.repaired_by
    if claim.parts or claim.repeats:
        return None
    if claim.recorded == Outcome.FAILS_WITH_REPAIR and not repair:
        return f"the claim {id} fails with a repair and names none; declare both with `pair`."
    if claim.recorded == Outcome.MISPRINT and not (repair or claim.corrected):
        return f"the claim {id} is a misprint; say what was meant by `corrected` or with `pair`."
    if repair and repair not in REGISTERED:
        return f"the claim {id} is repaired by {repair}, which does not exist; {_hint(repair)}"
    if repair and REGISTERED[repair].recorded not in (Outcome.HOLDS, Outcome.DEFINITION):
        return f"the claim {id} is repaired by {repair}, which is not recorded to hold."
    return None


def _hint(id: str) -> str:
    """The nearest IDs, or where they are listed."""
    if id.startswith(PREFIX):
        return "see paper_checks/textbook.facts, or add the fact with `textbook_fact`."
    near = nearest(id)
    return f"did you mean {', '.join(near)}?" if near else "see `banditproof claims`."
