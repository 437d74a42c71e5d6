"""Documents: the six that come with this package, one of them ours, and folders about others.

Each has a name, a title, the prefix of its IDs, a package of programs, and texts: `document.claims`
says what it is and lists its sections, and each section has a file of claims beside its programs.
`OPENED` documents are those of other folders that somebody asked for; their programs run in a
process apart or are imported here, unless the texts alone are wanted.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal
from uuid import uuid4
from .declared import Declared
from .document_header import DOCUMENT, Section
from .files_of_claims import files_ending, module_at, order, shown_below
from .ids_in_texts import ENDING
from .kept_texts import KeptTexts
from .programs_of_others import Programs
from .text_errors import Spot
from .text_reader import ClaimText, read_claims

ROOM = "banditproof.paper_checks"
SHARED = Path(__file__).parent.parent
"""The folder of the documents of this package."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Document:
    """A document about which claims are made; two are the same only if they are one object.

    >>> SHIPPED[0].name, SHIPPED[0].prefix, SHIPPED[0].statements["bern.eq3"].kind
    ('bernoulli', 'bern', 'known theorem')
    >>> SHIPPED[-1].sections["4.2"].title, len(SHIPPED[0].doubts)
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
    called: tuple[str, ...] = ()
    """What people call it, besides its name and its title."""
    authors: tuple[str, ...] = ()
    year: str = ""
    url: str = ""
    chapters: bool = False
    """Whether it has chapters, whose appendices count as chapters."""
    numerals: Literal["arabic", "roman"] = "arabic"
    """The numerals of its sections."""
    programs: Programs = Programs.HERE
    """Where its programs run, if they do."""
    kept: KeptTexts | None = None
    """Its texts as they were before any of its programs ran, where these run apart."""
    opened_as: str = field(default_factory=lambda: uuid4().hex)
    """Which opening of the folder this is: another process may have an earlier one."""
    stale: Mapping[str, str] = field(default_factory=dict)
    """The claims whose source says something else than they were written for; a sentence each."""
    not_compared: str = ""
    """Why its source, which it was made from, was not compared with its claims."""

    @property
    def own(self) -> bool:
        """Whether it is one of the documents of this package."""
        return self.folder is None

    @property
    def texts_only(self) -> bool:
        """Whether its texts alone were read, and none of its programs runs."""
        return self.programs == Programs.NOT_RUN

    @property
    def foreign(self) -> bool:
        """Whether it is somebody else's, and this process must not import its programs."""
        return not self.own and self.programs != Programs.HERE

    def asked(self, id: str) -> str:
        """The words by which a command is asked for one of its claims, as a shell reads them.

        >>> SHIPPED[0].asked("bern.thm3.1")
        'bern.thm3.1'
        """
        if self.own:
            return id
        return shlex.join([self.name if self.installed else f"{self.shown}/", id])

    @property
    def home(self) -> Path:
        """The folder of its texts and programs."""
        return SHARED / self.name if self.folder is None else self.folder

    @cached_property
    def texts(self) -> tuple[ClaimText, ...]:
        """Its files of claims, in the order of its sections."""
        inside = {file: file.relative_to(self.home) for file in files_ending(self.home, ENDING)}
        return tuple(read_claims(file) for file in sorted(inside, key=lambda f: order(inside[f])))

    @cached_property
    def declared(self) -> Mapping[str, Declared]:
        """The claims that its texts declare, by ID, in their order."""
        claims: dict[str, Declared] = {}
        for text in self.texts:
            for claim in text.claims:
                spot = Spot(text.file, claim.line)
                if claim.id in claims:
                    first = claims[claim.id]
                    raise spot.wrong(
                        f"The ID {claim.id} stands in {first.text}, line {first.line}, already; "
                        "give each claim its own."
                    )
                if not claim.id.startswith(f"{self.prefix}."):
                    raise spot.wrong(
                        f"The ID {claim.id} is no ID of {self.name}; begin it with {self.prefix!r} "
                        "and a dot."
                    )
                claims[claim.id] = claim
        for claim in claims.values():
            if claim.was in claims:
                raise Spot(claim.text or self.name, claim.line).wrong(
                    f"The former ID {claim.was} of {claim.id} is that of another claim; give the "
                    "one that it had."
                )
        return claims

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each claim among those that its texts declare, by ID."""
        return {id: place for place, id in enumerate(self.declared)}

    @cached_property
    def statements(self) -> Mapping[str, Declared]:
        """The statements that it makes, by ID, in its order; repairs and finer steps left out."""
        return {id: claim for id, claim in self.declared.items() if claim.catalogued}

    @cached_property
    def wholes(self) -> Mapping[str, str]:
        """The statement that each part belongs to."""
        return {part: claim.id for claim in self.declared.values() for part in claim.parts}

    @cached_property
    def printed(self) -> Mapping[str, str]:
        """The statement, false as printed, that each repair belongs to; several may share one."""
        repairs = ((claim.repaired_by, claim.id) for claim in self.declared.values())
        return {repair: id for repair, id in repairs if repair is not None}

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """Its table of contents, by number."""
        headers = (text.header for text in self.texts if text.header is not None)
        return {content.section: content for header in headers for content in header.contents}

    @cached_property
    def doubts(self) -> Mapping[str, str]:
        """The doubts about it that its claims settle: a code and a sentence for each."""
        sentences: dict[str, str] = {}
        for text in self.texts:
            for doubt in text.doubts:
                if doubt.code in sentences:
                    raise Spot(text.file, doubt.line).wrong(
                        f"There is a doubt {doubt.code} already; give each its own code."
                    )
                sentences[doubt.code] = doubt.sentence
        return sentences

    def module_of(self, path: Path) -> str:
        """The module that a folder or a file without its ending would be.

        >>> SHIPPED[0].module_of(SHIPPED[0].home / "section_3_lower_bound")
        'banditproof.paper_checks.bernoulli.section_3_lower_bound'
        """
        return module_at(self.package, self.home, path)

    def holds(self, module: str) -> bool:
        """Whether a module is one of its programs.

        >>> SHIPPED[0].holds("banditproof.paper_checks.bernoulli.a"), SHIPPED[1].holds("tests.a")
        (True, False)
        """
        return module == self.package or module.startswith(f"{self.package}.")

    def file_of(self, module: str) -> str:
        """The file of a program: from the root of the repository, or from that of the folder.

        >>> SHIPPED[0].file_of("banditproof.paper_checks.bernoulli.a")
        'paper_checks/bernoulli/a.py'
        """
        if self.own:
            return module.removeprefix("banditproof.").replace(".", "/") + ".py"
        inside = module.removeprefix(self.package).removeprefix(".")
        return f"{self.shown}/{inside.replace('.', '/') or '__init__'}.py"

    def shown_text(self, text: Path) -> str:
        """A file of claims as results name it, as `file_of` names programs."""
        return shown_below(f"paper_checks/{self.name}" if self.own else self.shown, self.home, text)

    def source(self, file: str) -> Path:
        """The place of a file that `file_of` names.

        >>> SHIPPED[0].source("paper_checks/statements/claim.py").is_file()
        True
        """
        if self.folder is None:
            return SHARED.joinpath(*file.removeprefix("paper_checks/").split("/"))
        return self.folder.joinpath(*file.removeprefix(f"{self.shown}/").split("/"))


def _of_this_package(name: str) -> Document:
    """One of the documents of this package, by what its text says of it."""
    text = read_claims(SHARED / name / DOCUMENT)
    facts = text.header.facts if text.header else {}
    return Document(
        name=facts["name"],
        title=text.headings[0].lstrip("# "),
        prefix=facts["prefix"],
        package=f"{ROOM}.{name}",
        called=listed(facts, "called"),
        authors=listed(facts, "authors"),
        year=facts.get("year", ""),
        chapters=facts.get("chapters") == "yes",
        numerals="roman" if facts.get("numerals") == "roman" else "arabic",
    )


def listed(facts: Mapping[str, str], key: str) -> tuple[str, ...]:
    """The entries of a fact about a document that is a list with semicolons.

    >>> listed({"authors": "A. Author; B. Author"}, "authors"), listed({}, "called")
    (('A. Author', 'B. Author'), ())
    """
    return tuple(one.strip() for one in facts.get(key, "").split(";") if one.strip())


SHIPPED = tuple(
    _of_this_package(name)
    for name in (
        "bernoulli",
        "zcdp",
        "renyi",
        "adversarial",
        "one_horizon",
        "state_of_the_field",
        "thesis",
    )
)
"""The documents that come with this package."""

OPENED: dict[str, Document] = {}
"""The documents of other folders that were asked for, by name."""
OPENERS: list[Callable[[Document], Document]] = []
"""What opens such a document again in another process; `other_papers.opening` adds itself."""


def known_documents() -> tuple[Document, ...]:
    """The documents of this package, then those that are opened."""
    return (*SHIPPED, *OPENED.values())


def document_named(name: str) -> Document | None:
    """The document with a name; None if none is known.

    >>> document_named("zcdp").title
    'Concentrated Differential Privacy for Bandits'
    """
    return next((document for document in known_documents() if document.name == name), None)


def document_of_id(id: str) -> Document | None:
    """The document that an ID belongs to, by its prefix.

    >>> document_of_id("bern.thm3.1.repaired").name, document_of_id("textbook.pinsker")
    ('bernoulli', None)
    """
    prefix = id.partition(".")[0]
    for document in known_documents():
        if document.prefix == prefix:
            return document
    return None


def document_of_module(module: str) -> Document | None:
    """The document of a program; None if the module belongs to none."""
    return next((document for document in known_documents() if document.holds(module)), None)


class Titles(Mapping[str, str]):
    """The title of each known document, by its name; documents that are opened join."""

    def __getitem__(self, name: str) -> str:
        document = document_named(name)
        if document is None:
            raise KeyError(name)
        return document.title

    def __iter__(self) -> Iterator[str]:
        return (document.name for document in known_documents())

    def __len__(self) -> int:
        return len(known_documents())
