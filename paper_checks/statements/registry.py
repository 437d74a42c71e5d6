"""The registered claims: one by one through the texts, or all of them from the modules."""

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path
from ..verdicts.verdict import Outcome, not_mechanical, undecided
from ..verdicts.verdict_words import usual_verdict
from .catalogue import known_document, position, present_id
from .claim import REGISTERED, Check, Claim, Listed
from .completed import NO_STATEMENT, Completed, completed, declared
from .composite import check_of_parts
from .documents import OPENED, SHIPPED, document_of_id
from .folders_beside import folder_hint
from .resolver import nearest
from .text_errors import Spot, spot_of

FUNCTION = "NAME_OF_FUNCTION"
"""What stands for the name of a function that is to be written."""


@cache
def _of_this_package() -> dict[str, Claim]:
    """The claims of the documents of this package; imports all their modules."""
    for document in SHIPPED:
        if importlib.util.find_spec(document.package) is None:
            continue
        package = importlib.import_module(document.package)
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
    return {id: find(id) for document in SHIPPED for id in document.declared}


def all_claims() -> dict[str, Claim]:
    """Every claim, in the order of the documents; imports the modules of those of this package."""
    return _of_this_package() | {claim.id: claim for name in OPENED for claim in claims(name)}


def claims(document: str | None = None) -> tuple[Claim, ...]:
    """All registered claims, in the order of the document."""
    wanted = None if document is None else known_document(document)
    if wanted in OPENED:
        ids = [id for id, claim in REGISTERED.items() if claim.document == wanted]
        return tuple(REGISTERED[id] for id in sorted(ids, key=position))
    return tuple(c for c in all_claims().values() if wanted in (None, c.document))


def find(id: str) -> Claim:
    """The claim with an ID, or with a former one; otherwise a sentence with the nearest ones.

    Only the module of the claim is imported.
    """
    if id in REGISTERED:
        return REGISTERED[id]
    text = declared(id)
    if text is not None:
        return _of_text(completed(text))
    now = present_id(id)
    if now is not None and now != id:
        return find(now)
    hint = folder_hint(id)
    if not hint:
        near = nearest(id)
        hint = f"did you mean {', '.join(near)}?" if near else "see `banditproof claims`."
    raise ValueError(f"There is no claim {id!r}; {hint}")


def listed(id: str) -> Claim:
    """The claim with an ID, whose module is not imported for it.

    >>> listed("bern.thm4.3").statement == find("bern.thm4.3").statement
    True
    """
    text = declared(id)
    if id in REGISTERED or text is None or not text.has_check:
        return find(id)
    claim = completed(text)
    facts = vars(claim) | {
        "recorded": Outcome(claim.recorded),
        "stated_proof": claim.stated_proof or (),
    }
    return Listed(**facts, check=_check_of_program(id))


def with_program(claim: Claim) -> Claim:
    """The claim with all that its program says; imports its module, if it is only listed."""
    return find(claim.id) if isinstance(claim, Listed) else claim


def _of_text(claim: Completed) -> Claim:
    """The claim that a text declares, with its check."""
    if claim.program is None:
        return enter_without_program(claim)
    module, name = claim.program
    spot = spot_of(claim.text, claim.line, name) if claim.text else Spot(claim.id)
    document = document_of_id(claim.id)
    if document is not None and document.foreign and not claim.proof_alone:
        raise spot.wrong(f"The programs of {document.name} were not imported; open it to run them.")
    file = module if document is None else document.file_of(module)
    try:
        program = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        raise spot.wrong(f"There is no program {file}; name one beside the text.") from None
    if claim.proof_alone:
        program.enter_claim(claim)
    if claim.id not in REGISTERED:
        raise spot.wrong(
            f"The program {file} has no check of {claim.id}; put `@checks({claim.id!r})` above "
            f"its function {name}."
        )
    return REGISTERED[claim.id]


def enter_without_program(claim: Completed) -> Claim:
    """Register a claim whose verdict is that of other claims, or which nothing can check."""
    statement = claim.statement or claim.title or NO_STATEMENT
    facts = vars(claim) | {
        "recorded": Outcome(claim.recorded or Outcome.OPEN),
        "statement": statement,
    }
    REGISTERED[claim.id] = Claim(**facts, check=_check_of(claim))
    return REGISTERED[claim.id]


def _check_of_program(id: str) -> Check:
    """The check of a claim, whose module is imported when it is called."""
    return lambda **subjects: find(id).check(**subjects)


def _check_of(claim: Completed) -> Check:
    """The check of a claim without a program."""
    if claim.parts:
        return check_of_parts(claim.parts, find)
    if claim.repeats is not None:
        return _check_of_program(claim.repeats)
    if claim.reason:
        return lambda: not_mechanical(claim.reason)
    return lambda: undecided(_missing_check(claim))


def _missing_check(claim: Completed) -> str:
    """That nothing checks a claim yet, with the file to write and the line that names its check."""
    if claim.draft:
        return _said_of_draft(claim)
    if claim.text is None:
        return "Nothing checks the statement yet; write a function below `@checks` with its ID."
    text, module = Path(claim.file), claim.text.stem
    return (
        f"Nothing checks it yet: write {text.with_suffix('.py')} with a function below "
        f"`@checks({claim.id!r})`, and below the statement in {text.name}, indented by two, "
        f"`{usual_verdict(claim.kind)}, points -- {module}.{FUNCTION}`."
    )


def _said_of_draft(claim: Completed) -> str:
    """What is said of a draft, which is judged again; and what a reader writes in its place."""
    from ..drafts.draft_text import draft_in
    from ..drafts.judging_drafts import said_of

    draft = draft_in(claim.draft)
    said = "" if draft is None else said_of(draft, words=claim.statement)
    place = "" if claim.text is None else f" of {claim.text.name}"
    return (
        f"{said} If the formula says what the statement says, write a verdict in place of the line "
        f"`draft`{place}; README.md shows how."
    )
