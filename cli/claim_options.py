"""The options that choose claims, for `claims` and `check`."""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from .document_options import document_option

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.claim_search import Filter
    from banditproof.paper_checks.statements.documents import Document


@dataclass(frozen=True)
class Choice:
    """Which claims are wanted."""

    document: str | None = None
    chapter: str | None = None
    section: str | None = None
    kind: str | None = None
    verdict: str | None = None
    grade: str | None = None
    stated: bool | None = None
    wrong: bool = False

    def filter(
        self,
        words: Sequence[str] = (),
        tier: str | None = None,
        document: Document | None = None,
        texts_only: bool = False,
    ) -> Filter:
        """The filter; raises ValueError for a word that no claim can have.

        With `texts_only` no program of a folder that is named as the document is imported.
        """
        from banditproof.paper_checks.statements.claim_search import Filter, wanted
        from banditproof.paper_checks.statements.index import claim_index
        from banditproof.paper_checks.verdicts.verdict_words import OUTCOMES, STALE, present_word

        if document is not None and self.document is not None:
            raise ValueError(
                f"There are the document {document.name} and --document; give one of them."
            )
        name = document.name if document else None
        if self.document is not None:
            name = document_option(self.document, texts_only)
        listed = claim_index().values()
        verdict = None if self.verdict is None else present_word(self.verdict)
        for what, given in (("verdict", verdict), ("grade", self.grade), ("tier", tier)):
            if given is None:
                continue  # an option that is not given asks nothing of two thousand claims
            known = {"fast", "slow", "all"}
            if what == "verdict":
                known = {*OUTCOMES, STALE}
            elif what == "grade":
                known = {facts.grade for facts in listed if facts.grade}
            if given not in known:
                raise ValueError(
                    f"The {what} is {given!r}; give one of {', '.join(sorted(known))}."
                )
        for what in ("chapter", "section", "kind"):
            given = getattr(self, what)
            if given is not None and not any(wanted(Filter(**{what: given}))):
                raise ValueError(
                    f"The {what} is {given!r}, and no claim has it; give one of those that "
                    "`banditproof claims` shows, or leave it out."
                )
        chosen = {**vars(self), "document": name, "verdict": verdict}
        return Filter(**chosen, words=tuple(words), tier=tier)
