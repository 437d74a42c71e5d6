r"""The walk through a source: each command that begins, ends, numbers or labels something."""

import re
from collections.abc import Callable
from .counter_commands import CounterCommands
from .counters import SECTIONS, Counters
from .document_classes import DocumentClass
from .equations import LABEL, ROWS, SINGLE
from .floats import FLOATS, PART_COMMANDS, Float
from .found import FoundProof, FoundStatement, Paper, Span
from .frames import Frame
from .groups import group, option, settings, starred, tidy
from .labels import Labels
from .limits import Limits
from .list_items import LISTS
from .macros import DEFINITIONS, ENVIRONMENTS, Macros
from .opened_macros import COMMAND
from .restated import Restated
from .source_text import Source
from .theorem_kinds import NEW_THEOREMS, OPTIONS, Theorems, kind_of
from .undeclared import looks_like_a_statement, undeclared

PROOFS = ("proof", "Proof", "pf", "prf")
BARE = (*PROOFS, *LISTS, *FLOATS, *SINGLE, *ROWS, "subequations")
"""The environments that a command of their name begins, besides those of theorems."""


FORMING = ("renewcommand", "def", "gdef", "edef", "xdef")
"""The commands that give the number of a counter a form."""
CURRENT = re.compile(r"\s*\{?\s*\\@currentlabel\s*\}?")
r"""What `\def\@currentlabel{H1}` names, which a label takes."""


class Walk(Labels):
    """Reads a source from its beginning to its end."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.limits = limits
        self.document_class = DocumentClass(source.text)
        chapters = self.document_class.chapters
        paper = Paper(chapters=chapters, notes=source.notes, absent=source.absent)
        counters = Counters(chapters, paper.labels)
        super().__init__(source, counters, paper)
        self.lists.bare = not self.document_class.packages.isdisjoint(("enumerate", "paralist"))
        self.document_class.number(self.counters)
        self.macros = Macros()
        self.theorems = Theorems(self.document_class, self.counters, self.macros)
        self.skipped: dict[str, str] = {}
        """What is said of each environment that is no statement."""
        self.section = ""
        self.main_matter = True
        self.ended = False
        self.counting = CounterCommands(
            self.text, self.counters, self.macros, self.scopes, self._note
        )
        self.commands = self._commands()

    def walked(self) -> Paper:
        """What the source has."""
        at = 0
        while not self.ended and (found := COMMAND.search(self.text, at)):
            self.limits.step(self.source.files[0])
            self.at, at = found.start(), found.end()
            self._read_to(self.at)
            command = found[0][1:]
            if command in DEFINITIONS:
                at = self._definition(command, at)
            elif command in self.commands:
                at = self.commands[command](at)
            elif command in ENVIRONMENTS:  # it is opened up already
                at = Macros().define_environment(command, self.text, at)[1]
            else:
                at = self._bare(command, at)
        for frame in self.frames:
            if frame.statement is not None:
                self.source.note(frame.at, f"\\begin{{{frame.name}}} has no end.")
        return self.paper

    def _commands(self) -> dict[str, Callable[[int], int]]:
        sections = {name: lambda at, name=name: self._section(name, at) for name in SECTIONS}
        theorems = dict.fromkeys(
            NEW_THEOREMS, lambda at: self.theorems.read_newtheorem(self.text, at)
        )
        parts = dict.fromkeys(PART_COMMANDS, lambda at: self._caption(at, part=True))
        return (
            sections
            | theorems
            | parts
            | self.counting.named()
            | {
                "declaretheorem": lambda at: self.theorems.read_declaretheorem(self.text, at),
                "refstepcounter": self._step_counter,
                "appendix": self._appendix,
                "appendices": self._appendices,
                "theoremnumbering": lambda at: self.theorems.read_theoremnumbering(self.text, at),
                "frontmatter": lambda at: self._matter(False, at),
                "mainmatter": lambda at: self._matter(True, at),
                "backmatter": lambda at: self._matter(False, at),
                "newlist": self.lists.read_newlist,
                "title": self._title,
                "begin": self._begin,
                "end": self._end,
                "caption": self._caption,
                "footnote": self._footnote,
                "setlist": self.lists.read_setlist,
                "setenumerate": lambda at: self.lists.read_setlist(at, "enumerate"),
                "restartlist": self.lists.restart,
                "item": self._item,
                "label": self._label,
                "tag": self._tag,
            }
        )

    def _definition(self, command: str, at: int) -> int:
        if command in FORMING and (end := self.counting.form(command, at)) is not None:
            return end
        if (named := CURRENT.match(self.text, at)) and (form := group(self.text, named.end()))[0]:
            self._aim(("label", self.counters.show("", form=form[0])))
            return form[1]
        if command == "let" and (end := self.counting.share(at)) is not None:
            return end
        return self.macros.define(command, self.text, at)[0]

    def _bare(self, command: str, at: int) -> int:
        r"""A command such as `\theorem` or `\endtheorem`, which begins or ends an environment."""
        macro, name = self.macros.get(f"\\{command}"), command
        if macro is not None:
            name = macro.body[1:] if macro.final else ""
        if not self.started:
            return at
        if name in BARE or name in self.theorems:
            return self._opened(name, at, f"\\end{command}")
        return self._closed(name.removeprefix("end"), at) if name.startswith("end") else at

    def _appendix(self, at: int) -> int:
        self.document_class.number_appendix(self.counters)
        return at

    def _appendices(self, at: int) -> int:
        """What begins the appendices of IEEEtran."""
        if "appendices" in self.document_class.known:
            self.document_class.number_appendix(self.counters, command="appendices")
        else:
            self._note("The command \\appendices is not read.")
        return at

    def _matter(self, main: bool, at: int) -> int:
        self.main_matter = main
        return at

    def _title(self, at: int) -> int:
        _, at = option(self.text, at)
        title, at = group(self.text, at)
        self.paper.title = self.paper.title or title or ""
        return at

    def _section(self, name: str, at: int) -> int:
        star, at = starred(self.text, at)
        _, at = option(self.text, at)
        title, end = group(self.text, at)
        level = SECTIONS.index(name) - 1  # a part counts as a section of level 0 without chapters
        star = star or (name == "chapter" and not self.main_matter)
        shallow = level <= self.counters.value["secnumdepth"] or (level < 0 and not star)
        if title is None or not self.started or star or not shallow:
            if self.document_class.resets and self.started:
                self.counters.reset_below(name)
            return at if title is None else end
        number = self.counters.step(name)
        self._aim((name, number))
        if name != "part":
            self.section = number
            self.paper.sections.setdefault(number, title)
        return at  # its label may stand in the title

    def _begin(self, at: int) -> int:
        name, at = group(self.text, at)
        name = (name or "").strip()
        if name == "document":
            self.started = True
            return at
        self.scopes.read_to(at)
        if name == "appendices":
            for top in ("chapter", "section"):
                self.scopes.undone_behind(self.counters.saved(top))
            self.document_class.number_appendix(self.counters, environment=True)
        return self._opened(name, at, f"\\end{{{name}}}") if self.started else at

    def _opened(self, name: str, at: int, ending: str) -> int:
        """An environment begins."""
        frame = Frame(name, name, self.at, ending)
        if frame.real.rstrip("*") in ("restatable", "thmrestate"):
            title, at = option(self.text, at)
            real, at = group(self.text, at)
            again, at = group(self.text, at)
            frame.real = (real or "").strip()
            numbered = self._statement(frame, title, at)
            equations = (self.counters.form["equation"], self.counters.value["equation"])
            frame.restore = equations if name.endswith("*") else None  # its command counts them
            restated = Restated(self.text, self.counters, self.paper.labels, frame, numbered)
            self.commands[(again or "").strip()] = restated
        elif frame.real in self.theorems:
            title, at = option(self.text, at)
            self._statement(frame, title, at)
        elif frame.real in PROOFS:
            title, at = option(self.text, at)
            file, line = self.source.where(self.at)
            inside = next((f.statement for f in self.frames if f.statement), None)
            after = len(self.paper.statements) - 1
            frame.proof = FoundProof(file, line, title or "", after=after, inside=inside)
            frame.proof_at = at
        elif frame.real in ("subequations", "subnumcases"):
            number = self.counters.step("equation")
            frame.restore = (self.counters.form["equation"], self.counters.value["equation"])
            self.counters.form["equation"] = number + r"\alph{equation}"
            self.counters.set("equation", 0)
            self._aim(("equation", number))
            if frame.real == "subnumcases":
                for label in LABEL.findall(group(self.text, at)[0] or ""):
                    self.paper.labels.setdefault(label.strip(), number)
                self._equation(frame, at)
        elif frame.real.rstrip("*") in (*LISTS, *self.lists.own):
            frame.items, at = self._begin_list(frame.real, at)
        elif frame.real.rstrip("*") in FLOATS:
            frame.float = Float(frame.real, self.counters)
        elif frame.real.removesuffix("*") in SINGLE + ROWS:
            self._equation(frame, at)
        elif frame.real == "minipage":
            self.counters.set("mpfootnote", 0)
        else:
            self._skip(frame.real)
        self.frames.append(frame)
        return at

    def _skip(self, name: str) -> None:
        """Say that an environment is not known: each time if it seems to be a statement."""
        if name not in self.skipped:
            self.skipped[name] = undeclared(name, self.text)
        elif not looks_like_a_statement(name):
            return
        if self.skipped[name]:
            self._note(self.skipped[name])

    def _statement(self, frame: Frame, title: str | None, at: int) -> bool:
        """A statement begins, with its number; `restatable*` takes that of its command."""
        printed, numbered = self.theorems.get(frame.real, (frame.real.capitalize(), True))
        number = self.counters.step(frame.real) if numbered and frame.name != "restatable*" else ""
        around = "" if self.document_class.thmtools else self.target[1]
        frame.given = (frame.real, number or around)
        self._aim(frame.given)
        given = {key: value for key, value in settings(title or "").items() if value}
        labels = [given.pop("label")] if "label" in given else []
        if labels or not set(given).isdisjoint(OPTIONS):
            title = given.get("name") or given.get("title")
        kind = kind_of(frame.real, printed)
        words = (frame.real, printed, kind, number, tidy(title or ""))
        frame.statement = FoundStatement(*words, *self.source.where(self.at), self.section)
        frame.statement.labels = labels
        self.paper.labels.update(dict.fromkeys(labels, number))
        frame.statement.begin = at
        self.paper.statements.append(frame.statement)
        return numbered

    def _end(self, at: int) -> int:
        name, at = group(self.text, at)
        name = (name or "").strip()
        if name == "document":
            self.ended = True
        return self._closed(name, at)

    def _closed(self, name: str, at: int) -> int:
        """An environment ends."""
        if not any(frame.name == name for frame in self.frames):
            return at
        while (frame := self.frames.pop()).name != name:
            self._note(f"\\end{{{name}}} stands where \\begin{{{frame.name}}} has no end yet.")
        self.paper.spans.append(Span(frame.real, frame.at, at))
        if frame.statement is not None:
            frame.statement.text = self.text[frame.statement.begin : self.at]
        if frame.proof is not None:
            frame.proof.text = self.text[frame.proof_at : self.at]
            self.paper.proofs.append(frame.proof)
        if frame.items is not None:
            self.lists.end(frame.items)
        if frame.restore is not None:
            self.counters.form["equation"], value = frame.restore
            self.counters.set("equation", value)
        return at
