"""Files of claims with drafts: each statement is tried, and what is left says why."""

from dataclasses import replace
from ..drafts.formula_tokens import Unread
from ..drafts.judging_drafts import SECONDS, first_attempt
from ..statements.declared import Declared
from ..statements.text_reader import ClaimText

UNTRIED = frozenset({"definition", "algorithm", "assumption", "convention", "notation"})
"""Kinds of statements that assert nothing."""


def with_drafts(text: ClaimText, said: list[str], seconds: float = SECONDS) -> ClaimText:
    """The text with a draft for each statement that can be read; `said` gets a line for each."""
    entries = tuple(
        _tried(entry, said, seconds) if isinstance(entry, Declared) else entry
        for entry in text.entries
    )
    return replace(text, entries=entries)


def _tried(claim: Declared, said: list[str], seconds: float) -> Declared:
    if claim.kind in UNTRIED or claim.has_check:
        return claim
    try:
        draft = first_attempt(claim.statement, seconds)
    except Unread as why:
        said.append(f"{claim.id}: left as it is. {why}")
        return claim
    said.append(f"{claim.id}: draft, not checked by a reader: {draft.text}")
    return replace(claim, draft=draft.text)
