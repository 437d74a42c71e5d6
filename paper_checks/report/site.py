"""The site of a report: an index, a page for each document, claim and axiom, and a stamp.

It needs no network, and reads without JavaScript. Two runs with the same verdicts give the same
bytes, apart from the folder `stamp/`.
"""

import gc
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from banditproof.theory.logic import printing
from banditproof.theory.logic.model_trials import MODELS
from ..derivations.developments import development_of
from ..derivations.stored_axioms import stored_axioms
from ..one_horizon.policies_at_one_horizon import Row, stored_rows
from ..running.closed_set import trusted_lines
from ..statements.claim_facts import ClaimFacts
from ..statements.coverage import conflicts
from ..textbook import TEXTBOOK
from ..verdicts.verdict import Outcome
from ..verdicts.verdict_words import ALL_GRADES
from .claim_page import mentioned
from .contents import NO_GRADE, contents_of, totals_of
from .document_pages import DocumentPages
from .drawn_figures import FOLDER, Drawn, FigureView, copy_figures, figure_views
from .field_page import is_complete, words_of_field
from .formal_elsewhere import formal_of_facts
from .mathematics import font_face
from .neighbourhood import Part, within
from .page_names import (
    AXIOMS,
    BESIDE,
    CONFLICTS,
    FIELD,
    FORMER,
    GRAPH,
    INDEX,
    POLICIES,
    STAMP,
    SYMBOLS,
    Pages,
    axiom_page,
    root_of,
)
from .page_names import TEXTBOOK as TEXTBOOK_PAGE
from .page_templates import templates
from .pieces_of_claims import document_title, pieces_of
from .reported import Reported, what_ran
from .search_rows import search_file
from .site_folder import new_site
from .stamp import Stamp
from .style_sheet import style_sheet
from .symbols import Symbol, glossary, symbols_of

STATIC = ("ranking.js", "search.js", "filter.js", "graph.js", "claim.js")
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
        for page in site.pages.documents.values():
            (place / page.removesuffix(".html")).mkdir()
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
        self.contents = contents_of(reported)
        self.pages = Pages.of(reported.pages, self.contents, reported.facts_used)

    def files(self) -> Iterable[tuple[str, str]]:
        """The path and the text of every file."""
        yield "static/report.css", style_sheet(font_face())
        for name in STATIC:
            yield f"static/{name}", _static(name)
        yield "static/claims.js", search_file(self.reported, self.contents, self.pages)
        yield "stamp/stamp.js", self._seconds()
        yield STAMP, self._render("stamp.html", STAMP, stamp=self.stamp)
        yield INDEX, self._index()
        documents = DocumentPages(self.reported, self.pages, self._render, self.figures)
        for document in self.contents:
            yield from documents.of(document)
        if self._graph:
            yield from documents.graph(GRAPH, self._graph, self._title_of_graph)
        if self.reported.beside:
            beside = [self.reported.claims[id] for id in self.reported.beside]
            yield BESIDE, self._render("beside.html", BESIDE, claims=beside)
        for id in self.reported.pages:
            yield self.pages.claims[id], self._claim(id)
        for view in self.figures:
            yield view.page, self._figure(view)
        if self.reported.facts_used:
            yield TEXTBOOK_PAGE, self._textbook()
        if rest_on_axioms(self.reported.pages):
            yield from self._axioms()
        if self._symbols:
            yield SYMBOLS, self._render("symbols_page.html", SYMBOLS, symbols=self._symbols)
        if self._policies:
            yield POLICIES, self._render("policies.html", POLICIES, policies=self._policies)
        if self._conflicts:
            yield CONFLICTS, self._render("conflicts.html", CONFLICTS, claims=self._conflicts)
        if self._field:
            yield FIELD, self._render("field.html", FIELD, **words_of_field())
        if self._former:
            yield FORMER, self._render("former.html", FORMER, claims=self._former)

    @cached_property
    def _graph(self) -> Part:
        """The graph of all claims with a page; nothing if no line joins two."""
        return within(self.reported.graph, self.reported.pages)

    @property
    def _title_of_graph(self) -> str:
        """What the graph of all pages is about; a document alone may have a graph of its own."""
        return "all documents" if len(self.contents) > 1 else "the claims of this report"

    @cached_property
    def _symbols(self) -> tuple[Symbol, ...]:
        """The glossary, if a claim has one of its symbols; not for other papers."""
        claims = map(self.reported.claims.__getitem__, self.reported.pages)
        return glossary() if any(map(symbols_of, claims)) else ()

    @cached_property
    def _policies(self) -> list[list[Row]]:
        """What each policy pays beside the bound of Theorem 4, if that is shown."""
        shown = stored_rows() if "one.thm4" in self.reported.pages else ()
        return [list(rows) for _, rows in groupby(shown, key=itemgetter("policy"))]

    @cached_property
    def _conflicts(self) -> list[ClaimFacts]:
        """The claims that two places contradict each other."""
        return conflicts(self.reported.claims[id] for id in self.reported.pages)

    @cached_property
    def _field(self) -> bool:
        """Whether the state of the field is shown, which speaks of claims of all documents."""
        return is_complete(self.reported.pages)

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
        named += [("Graph", GRAPH)] * bool(self._graph)
        named += [("Textbook facts", TEXTBOOK_PAGE)] * bool(self.reported.facts_used)
        named += [("Symbols", SYMBOLS)] * bool(self._symbols)
        named += [("Field", FIELD)] * self._field
        named += [("Policies", POLICIES)] * bool(self._policies)
        named += [("Axioms", AXIOMS)] * rest_on_axioms(self.reported.pages)
        named += [("Conflicts", CONFLICTS)] * bool(self._conflicts)
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
            words_of_reports=words_of_reports(),
            verdicts=[item.value for item in Outcome if item.value in self._found],
            grades=[item for item in (*ALL_GRADES, NO_GRADE) if item in self._found],
            beside=len(reported.beside),
        )

    @cached_property
    def _found(self) -> set[str]:
        """The verdicts and the grades of the claims that are shown."""
        shown = self.reported.pages
        verdicts = {self.reported.verdict(id) for id in shown}
        return verdicts | {self.reported.claims[id].graded or NO_GRADE for id in shown}

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
                "formal": formal_of_facts().get(id, ()),
                "users": [
                    mentioned(self.reported, user, link)
                    for user in graph.users.get(id, ())
                    if user in shown
                ],
            }
            for id in self.reported.facts_used
        ]
        return self._render("textbook.html", TEXTBOOK_PAGE, entries=entries)

    def _axioms(self) -> Iterator[tuple[str, str]]:
        """The list of the axioms, and a page for each: what it says, how it was tried, its use."""
        entries: list[dict[str, Any]] = [
            {
                "axiom": axiom,
                "address": axiom_page(axiom.name),
                "formula": f"${printing.shown(axiom.statement, printing.LATEX)}$",
                "theorems": [name for name, used in stored_axioms().items() if axiom.name in used],
                "models": MODELS,
            }
            for axiom in development_of(None).library.axioms.values()
        ]
        lines = f"{trusted_lines():,}"
        yield AXIOMS, self._render("axioms.html", AXIOMS, entries=entries, lines=lines)
        for entry in entries:
            yield entry["address"], self._render("axiom.html", entry["address"], **entry)

    def _seconds(self) -> str:
        known = {"date": self.stamp.date, "seconds": dict(self.stamp.seconds)}
        return f"window.banditproofStamp = {json.dumps(known)};\n"


def _static(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


@cache
def words_of_reports() -> Mapping[str, Mapping[str, str]]:
    """The words that are our own under their headings (verdicts, grades), with what each means.

    >>> words_of_reports()["Statements"]["ours"][:45]
    'A statement that the document does not make: '
    """
    text = files(__package__).joinpath("words_of_reports.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def rest_on_axioms(ids: Iterable[str]) -> bool:
    """Whether the formal proof of a claim among some rests on an axiom.

    >>> rest_on_axioms(["bern.eq2"]), rest_on_axioms(["thesis.thm2.32.kl", "bern.no_such_claim"])
    (True, False)
    """
    return any(stored_axioms().get(id) for id in ids)
