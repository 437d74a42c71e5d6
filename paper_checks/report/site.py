"""The site of a report: an index, a page for each document and each claim, and a stamp.

It needs no network, and reads without JavaScript. Two runs with the same verdicts give the same
bytes, apart from the folder `stamp/`.
"""

import gc
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any
from ..statements.claim_facts import ClaimFacts
from ..statements.errata_text import WEIGHTS
from ..textbook import TEXTBOOK
from ..verdicts.verdict import Outcome
from ..verdicts.verdict_words import GRADES_IN_WORDS
from .axiom_pages import axiom_pages, rest_on_axioms
from .claim_page import Link, mentioned
from .claim_summary import capital
from .contents import NO_GRADE, Contents, contents_of, totals_of
from .drawn_figures import FOLDER, Drawn, FigureView, copy_figures, figure_views
from .errata import Erratum, errata
from .errata_to_send import errata_in_latex, errata_in_markdown, labelled, opening
from .mathematics import font_face, search_words
from .page_names import AXIOMS, FORMER, INDEX, STAMP, Pages, root_of
from .page_names import TEXTBOOK as TEXTBOOK_PAGE
from .page_templates import templates
from .pieces_of_claims import document_title, pieces_of
from .readable_text import readable_text
from .reported import Reported, what_ran
from .site_folder import new_site
from .stamp import Stamp
from .style_sheet import style_sheet

STATIC = ("search.js", "claim.js")
TITLE = "Claims and their verdicts"

NO_FIGURES: Drawn = {}
Advance = Callable[[str], None]
"""Receives the page that was written."""


def write_site(
    reported: Reported,
    folder: Path,
    stamp: Stamp,
    advance: Advance = lambda page: None,
    drawn: Drawn = NO_FIGURES,
) -> int:
    """Write the site into a folder, which is replaced when every page is complete; how many pages.

    A folder that holds other things than a report is refused. `drawn` are the files of figures,
    which are copied into the site.
    """
    site = Site(reported, stamp, drawn)
    with new_site(folder) as place:
        for name in ("axioms", "claims", "documents", "static", "stamp", FOLDER):
            (place / name).mkdir()
        copy_figures(site.figures, place / FOLDER)
        pages = 0
        with _without_collections():
            for name, text in site.files():
                (place / name).write_text(text, encoding="utf-8", newline="\n")
                pages += name.endswith(".html")
                advance(name)
    return pages


@contextmanager
def _without_collections() -> Iterator[None]:
    """Leave circular garbage alone while pages are written: to look for it takes a sixth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Site:
    """The pages of a report, one by one."""

    def __init__(self, reported: Reported, stamp: Stamp, drawn: Drawn = NO_FIGURES) -> None:
        self.reported = reported
        shown = {id: reported.claims[id] for id in reported.pages}
        self.figures = figure_views(shown, drawn)
        self.stamp = stamp
        names = [item.name for item in contents_of(reported)]
        self.pages = Pages.of(reported.pages, names, reported.facts_used)

    def files(self) -> Iterable[tuple[str, str]]:
        """The path and the text of every file."""
        yield "static/report.css", style_sheet(font_face())
        for name in STATIC:
            yield f"static/{name}", _static(name)
        yield "static/words.js", self._words()
        yield "stamp/stamp.js", self._seconds()
        yield STAMP, self._render("stamp.html", STAMP, stamp=self.stamp)
        yield INDEX, self._index()
        for document in self.contents:
            yield from self._document(document)
        for id in self.reported.pages:
            yield self.pages.claims[id], self._claim(id)
        for view in self.figures:
            yield view.page, self._figure(view)
        if self.reported.facts_used:
            yield TEXTBOOK_PAGE, self._textbook()
        if rest_on_axioms(self.reported.pages):
            yield from axiom_pages(self._render)
        if self._former:
            yield FORMER, self._render("former.html", FORMER, claims=self._former)

    @cached_property
    def contents(self) -> tuple[Contents, ...]:
        """The documents, each with its claims by section."""
        return contents_of(self.reported)

    @cached_property
    def _former(self) -> list[ClaimFacts]:
        """The claims that had another ID before, in the order of these."""
        known = (self.reported.claims[id] for id in self.reported.pages)
        return sorted((facts for facts in known if facts.was), key=lambda facts: facts.was)

    @cached_property
    def _menu(self) -> list[tuple[str, str]]:
        """The pages that every page leads to."""
        named = [("Claims", INDEX)]
        named += [(content.name, self.pages.page(content.name)) for content in self.contents]
        named += [("Textbook facts", TEXTBOOK_PAGE)] * bool(self.reported.facts_used)
        named += [("Axioms", AXIOMS)] * rest_on_axioms(self.reported.pages)
        return [*named, *[("Former IDs", FORMER)] * bool(self._former)]

    def _render(self, template: str, page: str, **words: Any) -> str:
        return (
            templates()
            .get_template(template)
            .render(
                root=root_of(page),
                page=page,
                menu=self._menu,
                link=self.pages.links_from(page),
                verdict_of=self.reported.verdict,
                **words,
            )
        )

    def _index(self) -> str:
        reported = self.reported
        return self._render(
            "index.html",
            INDEX,
            title=self.contents[0].title if len(self.contents) == 1 else TITLE,
            what_ran=what_ran(reported),
            unexpected=reported.not_as_recorded,
            documents=self.contents,
            totals=totals_of(reported),
            number=len(reported.chosen) + len(reported.beside),
            verdicts=[item.value for item in Outcome if item.value in self._found],
            grades=[item for item in (*GRADES_IN_WORDS, NO_GRADE) if item in self._found],
            beside=[reported.claims[id] for id in reported.beside],
        )

    @cached_property
    def _found(self) -> set[str]:
        """The verdicts and the grades of the claims that are shown."""
        shown = self.reported.pages
        verdicts = {self.reported.verdict(id) for id in shown}
        return verdicts | {self.reported.claims[id].grade or NO_GRADE for id in shown}

    def _document(self, document: Contents) -> Iterable[tuple[str, str]]:
        from .drawn_graphs import document_graphs

        reported, page = self.reported, self.pages.documents[document.name]
        link = self.pages.links_from(page)
        claims = [facts for group in document.groups for run in group.runs for facts in run.claims]
        listed = errata(reported, document.name)
        stem = page.removesuffix(".html")
        groups = [
            (group.title, [facts.id for run in group.runs for facts in run.claims])
            for group in document.groups
        ]
        graph = document_graphs(
            reported.graph, groups, title=document.title, link=link, plain=readable_text
        )
        yield (
            page,
            self._render(
                "document.html",
                page,
                document=document,
                opening=list(opening(listed)),
                errata=[
                    (WEIGHTS[weight], [self._erratum(item, link) for item in items])
                    for weight, items in listed.sections
                ],
                errata_files={
                    ending: f"{stem}-errata.{ending}".rpartition("/")[2] for ending in ("md", "tex")
                },
                graph=_safe(graph),
                risks=[
                    str(risk) for facts in claims for risk in reported.graph.own_risks(facts.id)
                ],
                figures=[view for view in self.figures if view.document == document.name],
            ),
        )
        if listed.entries:
            yield f"{stem}-errata.md", errata_in_markdown(reported, document.name)
            yield f"{stem}-errata.tex", errata_in_latex(reported, document.name)

    def _erratum(self, item: Erratum, link: Link) -> dict[str, Any]:
        """An entry with the claims that it is about."""
        claims = [mentioned(self.reported, facts.id, link) for facts in item.claims]
        labels = [(f"{label}.", capital(text)) for label, text in labelled(item.entry)]
        return {"entry": item.entry, "places": item.places, "labels": labels, "claims": claims}

    def _claim(self, id: str) -> str:
        page = self.pages.claims[id]
        link = self.pages.links_from(page)
        ran = self.reported.result(id) is not None
        note = ("Seconds", f"#{id}") if ran else ("Date", "")
        pieces = pieces_of(self.reported, id, link)
        figures = [view for view in self.figures if id in view.claims]
        return self._render("claim.html", page, note=note, figures=figures, **pieces)

    def _figure(self, view: FigureView) -> str:
        link = self.pages.links_from(view.page)
        return self._render(
            "figure.html",
            view.page,
            view=view,
            document_title=document_title(self.reported, view.document),
            document_address=link(view.document),
        )

    def _textbook(self) -> str:
        graph, link = self.reported.graph, self.pages.links_from(TEXTBOOK_PAGE)
        shown = set(self.reported.pages)
        entries = [
            {
                "fact": TEXTBOOK[id],
                "users": [
                    mentioned(self.reported, user, link)
                    for user in graph.users.get(id, ())
                    if user in shown
                ],
            }
            for id in self.reported.facts_used
        ]
        return self._render("textbook.html", TEXTBOOK_PAGE, entries=entries)

    def _words(self) -> str:
        """What a search looks at besides the words of the list, as a file of JavaScript."""
        results = {}
        for id in self.reported.pages:
            facts = self.reported.claims[id]
            words = (facts.was, facts.kind, facts.place, search_words(facts.statement))
            results[id] = " ".join(part for part in words if part).lower()
        return f"window.banditproofWords = {json.dumps(results, indent=0)};\n"

    def _seconds(self) -> str:
        known = {"date": self.stamp.date, "seconds": dict(self.stamp.seconds)}
        return f"window.banditproofStamp = {json.dumps(known)};\n"


def _static(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def _safe(markup: str) -> Any:
    from markupsafe import Markup

    return Markup(markup)
