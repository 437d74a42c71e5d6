"""Documents: the five that come with this package, and folders about other papers.

Each has a name, a title, the prefix of its IDs, a package of programs, and tables of its
statements, its sections and the doubts about it. What is known of a document is read from its
tables; `opened` documents are those of other folders, whose programs run because somebody asked.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from .document_tables import Entry, Section, doubt_rows, section_rows, statement_rows

ROOM = "banditproof.paper_checks"
SHARED = Path(__file__).parent.parent
"""The folder of the tables of the documents of this package."""
STATEMENTS = "statements.csv"
"""The table of the statements of a document, in its folder."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Document:
    """A document about which claims are made; two are the same only if they are one object.

    >>> FIVE[0].name, FIVE[0].prefix, FIVE[0].statements["bern.eq3"].kind
    ('bernoulli', 'bern', 'known theorem')
    >>> FIVE[-1].sections["4.2"].title, len(FIVE[0].doubts)
    ('Coupling Techniques for Lower bounds under DP', 34)
    """

    name: str
    title: str
    prefix: str
    """The IDs of its claims begin with this and a dot."""
    package: str
    """The package of its programs."""
    folder: Path | None = None
    """The folder of its tables and programs; None for a document of this package."""
    shown: str = ""
    """How its folder is named in results: as it was given."""
    installed: bool = False
    """Whether an installed package announces it."""
    authors: tuple[str, ...] = ()
    year: str = ""
    url: str = ""
    chapters: bool = False
    """Whether it has chapters, whose appendices count as chapters."""
    numerals: Literal["arabic", "roman"] = "arabic"
    """The numerals of its sections."""

    @property
    def own(self) -> bool:
        """Whether it is one of the documents of this package."""
        return self.folder is None

    def asked(self, id: str) -> str:
        """The words by which a command is asked for one of its claims, as a shell reads them.

        >>> FIVE[0].asked("bern.thm3.1")
        'bern.thm3.1'
        """
        if self.own:
            return id
        return shlex.join([self.name if self.installed else f"{self.shown}/", id])

    @property
    def tables(self) -> Path:
        """The folder of its tables; those of the documents of this package are shared."""
        return SHARED if self.folder is None else self.folder

    @cached_property
    def statements(self) -> Mapping[str, Entry]:
        """The statements that it makes, by ID, in its order."""
        name = "claims.csv" if self.own else STATEMENTS
        begin = f"{self.prefix}."
        listed = statement_rows(self.tables, name)
        return {one.id: one for one in listed if not self.own or one.id.startswith(begin)}

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """Its table of contents, by number."""
        listed = section_rows(self.tables, self.name)
        return {one.section: one for one in listed if one.document == self.name}

    @cached_property
    def doubts(self) -> Mapping[str, str]:
        """The doubts about it that its claims settle: a code and a sentence for each."""
        listed = doubt_rows(self.tables, self.name)
        return {code: doubt for document, code, doubt in listed if document == self.name}

    def holds(self, module: str) -> bool:
        """Whether a module is one of its programs.

        >>> FIVE[0].holds("banditproof.paper_checks.bernoulli.a"), FIVE[1].holds("tests.a")
        (True, False)
        """
        return module == self.package or module.startswith(f"{self.package}.")

    def file_of(self, module: str) -> str:
        """The file of a program: from the root of the repository, or from that of the folder.

        >>> FIVE[0].file_of("banditproof.paper_checks.bernoulli.a")
        'paper_checks/bernoulli/a.py'
        """
        if self.own:
            return module.removeprefix("banditproof.").replace(".", "/") + ".py"
        inside = module.removeprefix(self.package).removeprefix(".")
        if inside == STATEMENTS:  # a statement without a program
            return f"{self.shown}/{STATEMENTS}"
        return f"{self.shown}/{inside.replace('.', '/') or '__init__'}.py"

    def source(self, file: str) -> Path:
        """The place of a file that `file_of` names.

        >>> FIVE[0].source("paper_checks/statements/claim.py").is_file()
        True
        """
        if self.folder is None:
            return SHARED.joinpath(*file.removeprefix("paper_checks/").split("/"))
        return self.folder.joinpath(*file.removeprefix(f"{self.shown}/").split("/"))


FIVE = (
    Document(
        name="bernoulli",
        title="Optimal Regret of Bernoulli Bandits under Global Differential Privacy",
        prefix="bern",
        package=f"{ROOM}.bernoulli",
    ),
    Document(
        name="zcdp",
        title="Concentrated Differential Privacy for Bandits",
        prefix="zcdp",
        package=f"{ROOM}.zcdp",
        numerals="roman",
    ),
    Document(
        name="renyi",
        title="Renyi Differentially Private Bandits",
        prefix="renyi",
        package=f"{ROOM}.renyi",
    ),
    Document(
        name="adversarial",
        title="Faster Rates for Private Adversarial Bandits",
        prefix="adv",
        package=f"{ROOM}.adversarial",
    ),
    Document(
        name="thesis",
        title="Privacy-Utility Trade-offs in Sequential Decision-Making under Uncertainty",
        prefix="thesis",
        package=f"{ROOM}.thesis",
        chapters=True,
    ),
)
"""The documents that come with this package."""

OPENED: dict[str, Document] = {}
"""The documents of other folders whose programs were imported, by name."""


def known_documents() -> tuple[Document, ...]:
    """The documents of this package, then those that are opened."""
    return (*FIVE, *OPENED.values())


def document_named(name: str) -> Document | None:
    """The document with a name; None if none is known.

    >>> document_named("zcdp").title
    'Concentrated Differential Privacy for Bandits'
    """
    return next((one for one in known_documents() if one.name == name), None)


def document_of_id(id: str) -> Document | None:
    """The document that an ID belongs to, by its prefix.

    >>> document_of_id("bern.thm3.1.repaired").name, document_of_id("textbook.pinsker")
    ('bernoulli', None)
    """
    prefix = id.partition(".")[0]
    return next((one for one in known_documents() if one.prefix == prefix), None)


def document_of_module(module: str) -> Document | None:
    """The document of a program; None if the module belongs to none."""
    return next((one for one in known_documents() if one.holds(module)), None)


class Names(Mapping[str, str]):
    """A name of each known document, and what belongs to it; documents that are opened join."""

    def __init__(self, key: Callable[[Document], str], value: Callable[[Document], str]) -> None:
        self._key, self._value = key, value

    def __getitem__(self, name: str) -> str:
        for one in known_documents():
            if self._key(one) == name:
                return self._value(one)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return map(self._key, known_documents())

    def __len__(self) -> int:
        return len(known_documents())


@cache
def order_of(documents: tuple[Document, ...]) -> Mapping[str, int]:
    """The place of each statement of some documents, by its ID: in the order of their tables.

    The documents of this package share one table, and are put in its order.
    """
    own = statement_rows(SHARED, "claims.csv")
    others = (entry for one in documents if not one.own for entry in one.statements.values())
    return {entry.id: place for place, entry in enumerate((*own, *others))}
