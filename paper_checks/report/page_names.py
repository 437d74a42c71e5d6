"""Where each page of a report stands, and how another page links to it."""

from __future__ import annotations
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from ..textbook import PREFIX

if TYPE_CHECKING:
    from .contents import Contents

INDEX = "index.html"
TEXTBOOK = "textbook.html"
AXIOMS = "axioms.html"
FORMER = "former.html"
CONFLICTS = "conflicts.html"
FIELD = "field.html"
SYMBOLS = "symbols.html"
POLICIES = "policies.html"
BESIDE = "beside.html"
GRAPH = "graph.html"
STAMP = "stamp/index.html"
UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def file_names(ids: Iterable[str]) -> dict[str, str]:
    """A file name for each ID, without an ending: no two differ in the case of letters alone.

    >>> file_names(["bern.thm3.1", "a/b", "A", "a"])
    {'bern.thm3.1': 'bern.thm3.1', 'a/b': 'a-b', 'A': 'A', 'a': 'a-2'}
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for id in ids:
        plain = UNSAFE.sub("-", id).lstrip(".") or "claim"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        names[id] = name
    return names


def inside(page: str, name: str) -> str:
    """A page below that of a document.

    >>> inside("documents/thesis.html", "errata")
    'documents/thesis/errata.html'
    """
    return f"{page.removesuffix('.html')}/{name}.html"


def axiom_page(name: str) -> str:
    """The page of an axiom.

    >>> axiom_page("markov")
    'axioms/markov.html'
    """
    return f"axioms/{name}.html"


@dataclass(frozen=True)
class Pages:
    """The pages of a site, by what they are about; the paths start at its folder."""

    claims: Mapping[str, str]
    documents: Mapping[str, str]
    facts: frozenset[str] = frozenset()
    """The textbook facts that the page of these facts lists."""
    sections: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Where each section stands, by its document and its anchor."""

    @classmethod
    def of(
        cls, claims: Iterable[str], documents: Iterable[Contents], facts: Iterable[str]
    ) -> Pages:
        """The pages of claims, of documents and their sections, and of textbook facts."""
        listed = {item.name: item for item in documents}
        pages = {name: f"documents/{file}.html" for name, file in file_names(listed).items()}
        return cls(
            {id: f"claims/{name}.html" for id, name in file_names(claims).items()},
            pages,
            frozenset(facts),
            {
                (name, anchor): place
                for name, item in listed.items()
                for anchor, place in _sections(item, pages[name]).items()
            },
        )

    def page(self, id: str) -> str:
        """The page of a claim, a document or a textbook fact; empty if it has none.

        >>> pages = Pages.of(["bern.eq2"], [], ["textbook.jensen"])
        >>> pages.page("textbook.jensen"), pages.page("bern.eq2"), pages.page("bern.eq3")
        ('textbook.html#jensen', 'claims/bern.eq2.html', '')
        """
        if id in self.facts:
            return f"{TEXTBOOK}#{id.removeprefix(PREFIX)}"
        return self.claims.get(id) or self.documents.get(id, "")

    def links_from(self, page: str) -> Callable[[str], str]:
        """The links of a page: to each ID, from the folder of the page.

        >>> Pages.of(["bern.eq2"], [], []).links_from("claims/bern.eq3.html")("bern.eq2")
        '../claims/bern.eq2.html'
        """
        up = root_of(page)

        def link(id: str) -> str:
            result = self.page(id)
            return up + result if result else ""

        return link


def _sections(document: Contents, page: str) -> dict[str, str]:
    """Where the sections of a document stand, by their anchors."""
    if not document.cut:
        return {group.anchor: f"{page}#{group.anchor}" for group in document.groups}
    seen = {"errata", "formal", "graph"}  # these have pages of their own
    keys = {}
    for group in document.groups:
        short = group.title.partition(": ")[0].lower()
        keys[group.anchor] = f"{short} {group.anchor}" if short in seen else short
        seen.add(short)
    names = file_names(keys.values())
    return {anchor: inside(page, names[key]) for anchor, key in keys.items()}


def root_of(page: str) -> str:
    """The way from a page to the folder of the site.

    >>> root_of("index.html"), root_of("claims/bern.eq2.html")
    ('', '../')
    """
    return "../" * page.count("/")
