"""The options that choose claims, for `claims` and `check`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from banditproof.paper_checks.finding import Filter


@dataclass(frozen=True)
class Choice:
    """Which claims are wanted."""

    document: Annotated[
        str | None,
        typer.Option(help="Only one document: bernoulli or thesis."),
    ] = None
    chapter: Annotated[str | None, typer.Option(help="Only one chapter or appendix: 4, A.")] = None
    section: Annotated[
        str | None, typer.Option(help="Only one section and its parts: 4.2, 4.2.1, B.3.")
    ] = None
    kind: Annotated[str | None, typer.Option(help="Only one kind: theorem, lemma, ...")] = None
    verdict: Annotated[
        str | None, typer.Option(help="Only one recorded verdict: holds, fails, ...")
    ] = None
    grade: Annotated[
        str | None, typer.Option(help="Only one recorded grade: proved, derived, points, ...")
    ] = None
    stated: Annotated[
        bool | None,
        typer.Option("--stated/--ours", help="Only what the documents state, or only our own."),
    ] = None

    def filter(self, words: Sequence[str] = (), tier: str | None = None) -> Filter:
        """The filter; raises ValueError for a word that no claim can have."""
        from banditproof.paper_checks.catalogue import known_document
        from banditproof.paper_checks.finding import Filter, wanted
        from banditproof.paper_checks.index import stored_index

        listed = stored_index().values()
        for name, given, known in (
            ("verdict", self.verdict, {facts.recorded for facts in listed}),
            ("grade", self.grade, {facts.grade for facts in listed if facts.grade}),
            ("tier", tier, {"fast", "slow", "all"}),
        ):
            if given is not None and given not in known:
                raise ValueError(
                    f"The {name} is {given!r}; give one of {', '.join(sorted(known))}."
                )
        document = None if self.document is None else known_document(self.document)
        for name, given, alone in (
            ("chapter", self.chapter, Filter(chapter=self.chapter)),
            ("section", self.section, Filter(section=self.section)),
            ("kind", self.kind, Filter(kind=self.kind)),
        ):
            if given is not None and not any(wanted(alone)):
                raise ValueError(
                    f"The {name} is {given!r}, and no claim has it; give one of those that "
                    "`banditproof claims` shows, or leave it out."
                )
        return Filter(
            tuple(words),
            document,
            self.chapter,
            self.section,
            self.kind,
            self.verdict,
            self.grade,
            tier,
            self.stated,
        )
