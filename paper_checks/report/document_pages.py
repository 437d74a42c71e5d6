"""The pages about a document: its contents, its sections, its errata and its graph."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from ..statements.errata_text import WEIGHTS
from ..verdicts.verdict_words import WRONG
from .claim_page import mentioned
from .claim_summary import capital
from .contents import Contents, Group
from .drawn_figures import FigureView
from .drawn_graphs import graph_html
from .errata import Errata, Erratum, errata
from .errata_to_send import errata_in_latex, errata_in_markdown, labelled, opening
from .formal_elsewhere import AGREEMENTS, Formal, alarms, formal_of_document, who_compared
from .neighbourhood import Part, within
from .page_names import Pages, inside
from .readable_text import readable_text
from .reported import Reported

Render = Callable[..., str]
"""Fills a template: its name, the page, and the words of the template."""


@dataclass(frozen=True)
class DocumentPages:
    """Writes the pages about the documents of a report."""

    reported: Reported
    pages: Pages
    render: Render
    figures: tuple[FigureView, ...]

    def of(self, document: Contents) -> Iterator[tuple[str, str]]:
        """The path and the text of each file about a document."""
        page = self.pages.documents[document.name]
        listed = errata(self.reported, document.name)
        claims = [facts.id for group in document.groups for facts in group.claims]
        whole = within(self.reported.graph, claims)
        known = formal_of_document(document.name)
        formal = [item for id in claims for item in known.get(id, ())]
        graph = "" if document.cut else self._graph(whole, document.title, page)
        yield (
            page,
            self.render(
                "document.html",
                page,
                document=document,
                sections=[self._summary(document, group) for group in document.groups],
                opening=list(opening(listed)),
                formal_page=inside(page, "formal") if formal else "",
                errata_page=inside(page, "errata") if listed.entries else "",
                graph=safe(graph),
                graph_page=inside(page, "graph") if document.cut and whole else "",
                risks=[] if document.cut else self._risks(claims),
                figures=[view for view in self.figures if view.document == document.name],
            ),
        )
        if listed.entries:
            yield from self._errata(document, page, listed)
        if formal:
            yield self._formal(document, inside(page, "formal"), formal)
        if document.cut:
            yield from self._sections(document)
        if document.cut and whole:
            yield from self.graph(inside(page, "graph"), whole, document.title)

    def _formal(self, document: Contents, page: str, formal: list[Formal]) -> tuple[str, str]:
        """The page with the theorems of other libraries."""
        counted = Counter(item.agreement for item in formal)
        verdicts = {item.id: self.reported.verdict(item.id) for item in formal}
        counts = {name: counted[name] for name in AGREEMENTS if counted[name]}
        return page, self.render(
            "formal.html",
            page,
            document=document,
            rows=formal,
            counts=counts,
            who_compared=who_compared(document.name),
            alarms=alarms(verdicts, formal),
        )

    def graph(self, page: str, part: Part, title: str) -> Iterator[tuple[str, str]]:
        """The page of a large graph, which can be made larger and smaller and moved."""
        picture = self._graph(part, f"What rests on what: {title}", page, in_words=False)
        ids = list(part.graph.claims)
        yield page, self.render("graph.html", page, title=title, graph=safe(picture), ids=ids)

    def _graph(self, part: Part, title: str, page: str, in_words: bool = True) -> str:
        return graph_html(
            part,
            title=title,
            link=self.pages.links_from(page),
            whole=self.reported.graph,
            in_words=in_words,
            plain=readable_text,
        )

    def _risks(self, ids: Iterable[str]) -> list[str]:
        return [str(risk) for id in ids for risk in self.reported.graph.own_risks(id)]

    def _summary(self, document: Contents, group: Group) -> dict[str, Any]:
        """A section in the list of contents."""
        verdicts = [self.reported.verdict(facts.id) for facts in group.claims]
        return {
            "group": group,
            "address": self.pages.sections[document.name, group.anchor],
            "number": len(group.claims),
            "false": sum(word in WRONG for word in verdicts),
        }

    def _sections(self, document: Contents) -> Iterator[tuple[str, str]]:
        places = [self.pages.sections[document.name, group.anchor] for group in document.groups]
        around = list(zip(document.groups, places, strict=True))
        for number, (group, page) in enumerate(around):
            ids = [facts.id for facts in group.claims]
            part = within(self.reported.graph, ids)
            yield (
                page,
                self.render(
                    "section.html",
                    page,
                    document=document,
                    group=group,
                    before=around[number - 1] if number else None,
                    after=around[number + 1] if number + 1 < len(around) else None,
                    graph=safe(self._graph(part, group.title, page)),
                    in_graph=len(part.graph.claims),
                    risks=self._risks(ids),
                ),
            )

    def _errata(self, document: Contents, page: str, listed: Errata) -> Iterator[tuple[str, str]]:
        stem = page.removesuffix(".html")
        place = inside(page, "errata")
        groups = [
            (WEIGHTS[weight], [self._erratum(item, place) for item in items])
            for weight, items in listed.sections
        ]
        yield (
            place,
            self.render(
                "errata.html",
                place,
                document=document,
                opening=list(opening(listed)),
                errata=groups,
                references=listed.references,
                files={ending: f"{stem}-errata.{ending}" for ending in ("md", "tex")},
            ),
        )
        yield f"{stem}-errata.md", errata_in_markdown(self.reported, document.name)
        yield f"{stem}-errata.tex", errata_in_latex(self.reported, document.name)

    def _erratum(self, item: Erratum, page: str) -> dict[str, Any]:
        """An entry with the claims that it is about."""
        link = self.pages.links_from(page)
        claims = [mentioned(self.reported, facts.id, link) for facts in item.claims]
        labels = [(f"{label}.", capital(text)) for label, text in labelled(item.entry)]
        return {"entry": item.entry, "places": item.places, "labels": labels, "claims": claims}


def safe(markup: str) -> Any:
    """Markup that a template shows as it is."""
    from markupsafe import Markup

    return Markup(markup)
