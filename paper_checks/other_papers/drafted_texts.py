"""Files of claims with drafts: each statement is tried, and what is left says why."""

import re
from dataclasses import replace
from ..drafts.formula_tokens import Unread
from ..drafts.judging_drafts import SECONDS, assumed, first_attempt
from ..statements.declared import Declared
from ..statements.text_reader import ClaimText

UNTRIED = frozenset({"definition", "algorithm", "assumption", "convention", "notation"})
"""Kinds of statements that assert nothing."""

HINTS = (
    (
        re.compile(r"regret|\barms?\b|bandit|\bUCB\b|polic(y|ies)", re.IGNORECASE),
        "Of a bound of regret: `banditproof bounds --means 0.8,0.6 --eps 1` prints what no policy "
        "can beat, `banditproof simulate my_module:make_policy` plays yours, and "
        "docs/written_proofs.md shows how a proof is written in steps.",
    ),
    (
        re.compile(r"laplace|gaussian|noise|mechanism|privat|privacy|\bDP\b", re.IGNORECASE),
        "Of privacy: `banditproof audit my_module:make_policy --eps 1` checks a program "
        "(docs/auditing.md), and `banditproof account 'laplace(1)' --delta 1e-5` adds up noise.",
    ),
)
"""Words of statements that are not tried, and what there is for these."""


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
        hint = next((hint for words, hint in HINTS if words.search(claim.statement)), "")
        said.append(f"{claim.id}: left as it is. {why} {hint}".rstrip())
        return claim
    beside = assumed(claim.statement) if draft.word == "open" else ""
    said.append(
        f"{claim.id}: draft, not checked by a reader: {draft.text}{f'. {beside}' * bool(beside)}"
    )
    return replace(claim, draft=draft.text)
