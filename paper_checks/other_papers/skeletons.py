"""Claims for the statements of a source, each with its place, its words, and what it rests on."""

import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from ..report.mathematics import complaint
from ..report.mathml import require_converter
from ..statements.declared import Declared
from ..statements.document_header import DOCUMENT, Header, Section
from ..statements.ids_in_texts import ENDING
from ..statements.text_reader import ClaimText
from ..tex_source.found import FoundStatement, Paper
from ..tex_source.statement_words import StatementWords

MOST_EQUATIONS = 3
ROMAN = re.compile(r"[IVX]+(-.*)?\Z")


class Skeletons:
    """The claims of a paper, by the IDs of its statements, and how its files are called."""

    def __init__(self, paper: Paper, ids: Sequence[str]) -> None:
        self.paper, self.ids = paper, dict(zip(ids, paper.statements, strict=True))
        called = {label: one.called for one in paper.statements for label in one.labels}
        self.words = StatementWords(paper.labels, called)
        tops = [number for number in paper.sections if "." not in number]
        self.roman = bool(tops) and tops[0] == "I"
        self.title = self._line(paper.title)
        self.typeset = _can_typeset()

    def _line(self, text: str) -> str:
        """Words in one line, as a heading or a title has them."""
        return self.words.of(text).lstrip("# ")

    def claims(self) -> dict[str, Declared]:
        """A claim for each statement; notes say what of it is not understood."""
        rests = self._rests_on()
        return {id: self._claim(id, one, rests[id]) for id, one in self.ids.items()}

    def _claim(self, id: str, one: FoundStatement, rests_on: tuple[str, ...]) -> Declared:
        self.words.unknown.clear()
        words = self.words.of(one.expanded)
        for command in dict.fromkeys(self.words.unknown):
            self.paper.notes.append(f"{one.spot}: The command \\{command} in {id} is not known.")
        if self.typeset and (wrong := complaint(words)):
            self.paper.notes.append(f"{one.spot}: {wrong}")
        return Declared(
            id=id,
            kind=one.kind,
            title=self._line(one.title),
            at=self._place(one),
            stated=True,
            catalogued=True,
            statement=words,
            called=self._line(one.called) if one.number else "",
            rests_on=rests_on,
        )

    def _place(self, one: FoundStatement) -> str:
        """Section, equations and page of a statement."""
        in_file = one.section == self.top(one.section) and self.stem(one.section) is not None
        section = "" if in_file and not self.paper.chapters else one.section
        equations = [
            f"({number})" for number in one.equations if re.fullmatch(r"[\w.'*-]+", number)
        ]
        page = one.page if re.fullmatch(r"[\w-]+", one.page) else ""
        parts = [section, *equations[:MOST_EQUATIONS], f"p. {page}" if page else ""]
        return ", ".join(part for part in parts if part)

    def top(self, section: str) -> str:
        """The number of the largest section around one."""
        return section.split(".")[0]

    def stem(self, section: str) -> str | None:
        """The name of the file for a section; None if its number is no number of a file."""
        top = self.top(section)
        if self.roman or not re.fullmatch(r"\d+|[A-Z]", top):
            return None
        kind = "chapter" if self.paper.chapters else "section"
        kind = "appendix" if top.isalpha() else kind
        title = re.sub(r"[^a-z0-9]+", "_", self._line(self.paper.sections.get(top, "")).lower())
        return f"{kind}_{top.lower()}_{title.strip('_')[:40]}".strip("_")

    def _heading(self, section: str) -> str:
        top = self.top(section)
        kind = "Chapter" if self.paper.chapters else "Section"
        if top.isalpha():
            kind = "Appendix"
        title = self._line(self.paper.sections.get(top, ""))
        return f"## {kind} {top}" + (f": {title}" if title else "")

    def texts(self, name: str, prefix: str) -> dict[str, ClaimText]:
        """The files of the folder, by name."""
        title = self.title or name
        claims = self.claims()
        texts = {DOCUMENT: self._document(name, prefix, title)}
        inside: dict[str, list[Declared]] = {}
        headings: dict[str, tuple[str, ...]] = {}
        for id, one in self.ids.items():
            stem = self.stem(one.section)
            file = f"{stem or 'statements'}{ENDING}"
            inside.setdefault(file, []).append(claims[id])
            headings[file] = (f"# {title}", *([self._heading(one.section)] if stem else []))
        for file, entries in inside.items():
            texts[file] = ClaimText(Path(file), headings[file], None, tuple(entries))
        return texts

    def _document(self, name: str, prefix: str, title: str) -> ClaimText:
        facts = {"name": name, "prefix": prefix}
        if self.paper.chapters:
            facts["chapters"] = "yes"
        titles = {number: self._line(text) for number, text in self.paper.sections.items()}
        contents = tuple(
            Section(section=number, title=text)
            for number, text in titles.items()
            if text and re.fullmatch(r"[\w.-]+", number)
        )
        if contents:
            facts["contents"] = ""
        return ClaimText(Path(DOCUMENT), (f"# {title}",), Header(facts, contents, {}))

    def _rests_on(self) -> dict[str, tuple[str, ...]]:
        """What each statement rests on by its proof; what would close a circle is left out."""
        by_label = {label: id for id, one in self.ids.items() for label in one.labels}
        rests: dict[str, tuple[str, ...]] = {}
        for id, one in self.ids.items():
            names = [by_label[name] for name in (*one.uses, *one.proof_names) if name in by_label]
            rests[id] = tuple(name for name in dict.fromkeys(names) if name != id)
        while circle := _circle(rests):
            first, second = circle[1], circle[0]  # graphlib names the used one first
            rests[first] = tuple(name for name in rests[first] if name != second)
            self.paper.notes.append(
                f"{self.ids[first].spot}: {first} and {second} rest on each other in a circle, by "
                f"their proofs; that {first} rests on {second} was left out."
            )
        return rests


def _can_typeset() -> bool:
    """Whether the package is there with which formulas are typeset, and tried."""
    try:
        require_converter()
    except ValueError:
        return False
    return True


def _circle(graph: Mapping[str, Sequence[str]]) -> list[str]:
    """The claims of one circle; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
