"""Claims that nothing checks yet, and the drafts of a first attempt, which are no verdicts."""

from ..drafts.draft_text import Draft, draft_in
from ..drafts.judging_drafts import refutes
from .claim_facts import ClaimFacts
from .completed import declared
from .ids_in_texts import ENDING


def has_no_check(facts: ClaimFacts) -> bool:
    """Whether a claim is open because no program and no proof of its own is there.

    >>> from .index import text_index
    >>> has_no_check(text_index()["bern.thm4.3"])
    False
    """
    text = declared(facts.id)
    checked = bool(facts.parts or facts.repeats) or (text is not None and text.has_check)
    return facts.recorded == "open" and facts.file.endswith(ENDING) and not checked


def draft_of(id: str) -> Draft | None:
    """The draft in the text of a claim; None if it has none, or a verdict.

    >>> draft_of("bern.thm4.3") is None
    True
    """
    text = declared(id)
    return draft_in(text.draft) if text is not None and text.draft else None


def judged_without_check(facts: ClaimFacts) -> str:
    """What is said of a claim that nothing checks, and of its draft if a point refutes that."""
    draft = draft_of(facts.id)
    if draft is None or not refutes(draft):
        return "open: nothing checks it yet"
    return f"open: nothing checks it yet, but the formula of its draft is false at {draft.point}"
