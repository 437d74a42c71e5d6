r"""The walk through a source: each command that begins, ends, numbers or labels something."""

from collections.abc import Callable
from .counter_commands import CounterCommands
from .counters import SECTIONS, Counters
from .document_classes import DocumentClass
from .equations import ROWS, SINGLE, numbered_rows
from .floats import FLOATS, PART_COMMANDS, PARTS, Float
from .found import FoundProof, FoundStatement, Paper
from .frames import Frame, Target
from .groups import group, option, settings, starred, tidy
from .limits import Limits
from .list_items import LISTS, Lists, OpenList
from .macros import DEFINITIONS, Macros
from .opened_macros import COMMAND, ENVIRONMENTS, read_environment
from .restated import Restated
from .scopes import Scopes
from .source_text import Source
from .theorem_kinds import OPTIONS, Theorems, kind_of
from .undeclared import looks_like_a_statement, undeclared

VERBATIM = ("verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents")
PROOFS = ("proof", "Proof", "pf", "prf")


class Walk:
    """Reads a source from its beginning to its end."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source, self.limits, self.text, self.at = source, limits, source.text, 0
        self.document_class = DocumentClass(self.text)
        chapters = self.document_class.chapters
        self.paper = Paper(chapters=chapters, notes=source.notes, absent=source.absent)
        self.counters = Counters(chapters, self.paper.labels)
        self.document_class.number(self.counters)
        self.macros = Macros()
        self.theorems = Theorems(self.document_class, self.counters, self.macros)
        self.inner: dict[str, str] = {}
        """The environment with which each new environment begins."""
        self.skipped: dict[str, str] = {}
        """What is said of each environment that is no statement."""
        self.frames: list[Frame] = []
        self.target: Target = ("", "")
        self.groups: list[tuple[int, Target]] = []
        """Where groups end that number something inside, and what a label names behind them."""
        self.section = ""
        self.started = "\\begin{document}" not in self.text
        self.ended = False
        self.lists = Lists(self.text, self.counters, "enumerate" in self.document_class.packages)
        self.scopes = Scopes(self.text)
        self.counting = CounterCommands(self.text, self.counters, self._note)
        self.commands = self._commands()

    def walked(self) -> Paper:
        """What the source has."""
        at = 0
        while not self.ended and (found := COMMAND.search(self.text, at)):
            self.limits.step(self.source.files[0])
            self.at, at = found.start(), found.end()
            self.scopes.read_to(self.at)
            while self.groups and self.at >= self.groups[-1][0]:
                self.target = self.groups.pop()[1]
            command = found[0][1:]
            if command in DEFINITIONS:
                at = self._definition(command, at)
            elif command in self.commands:
                at = self.commands[command](at)
        for frame in self.frames:
            if frame.statement is not None:
                self.source.note(frame.at, f"\\begin{{{frame.name}}} has no end.")
        return self.paper

    def _note(self, sentence: str) -> None:
        self.source.note(self.at, sentence)

    def _commands(self) -> dict[str, Callable[[int], int]]:
        sections = {name: lambda at, name=name: self._section(name, at) for name in SECTIONS}
        environments = dict.fromkeys(ENVIRONMENTS, self._environment)
        parts = dict.fromkeys(PART_COMMANDS, lambda at: self._caption(at, part=True))
        return (
            sections
            | environments
            | parts
            | self.counting.named()
            | {
                "newtheorem": lambda at: self.theorems.read_newtheorem(self.text, at),
                "spnewtheorem": lambda at: self.theorems.read_newtheorem(self.text, at),
                "declaretheorem": lambda at: self.theorems.read_declaretheorem(self.text, at),
                "refstepcounter": self._step_counter,
                "appendix": self._appendix,
                "title": self._title,
                "begin": self._begin,
                "end": self._end,
                "caption": self._caption,
                "footnote": self._footnote,
                "setlist": self.lists.read_setlist,
                "item": self._item,
                "label": self._label,
            }
        )

    def _definition(self, command: str, at: int) -> int:
        if command in ("renewcommand", "def") and (found := self.counting.form(at)) is not None:
            self.scopes.undone_behind(found[1])
            return found[0]
        if command == "let" and (end := self.counting.share(at)) is not None:
            return end
        return self.macros.define(command, self.text, at)[0]

    def _environment(self, at: int) -> int:
        found, at = read_environment(self.text, at)
        if found:
            self.inner[found[0]] = found[1]
        return at

    def _step_counter(self, at: int) -> int:
        name, at = group(self.text, at)
        if name and self.started:
            self.target = ("counter", self.counters.step(name.strip()))
        return at

    def _appendix(self, at: int) -> int:
        self.document_class.number_appendix(self.counters)
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
        shallow = level <= self.counters.value["secnumdepth"] or (level < 0 and not star)
        if title is None or not self.started or star or not shallow:
            if self.document_class.resets and self.started:
                self.counters.reset_below(name)
            return at if title is None else end
        number = self.counters.step(name)
        self.target = (name, number)
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
        if name == "appendices":
            self.document_class.number_appendix(self.counters, environment=True)
        if name.rstrip("*") in VERBATIM:
            end = self.text.find(f"\\end{{{name}}}", at)
            at = at if end < 0 else end + len(name) + 6
            self.scopes.skip(at)
            return at
        if not self.started:
            return at
        frame = Frame(name, self.inner.get(name, name), self.at, self.target)
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
        elif frame.real == "subequations":
            number = self.counters.step("equation")
            frame.restore = (self.counters.form["equation"], self.counters.value["equation"])
            self.counters.form["equation"] = number + r"\alph{equation}"
            self.counters.set("equation", 0)
            self.target = ("equation", number)
        elif frame.real.rstrip("*") in LISTS:
            frame.items, at = self.lists.begin(at, 1 + len(self._open_lists()))
        elif frame.real.rstrip("*") in FLOATS:
            frame.float = Float(frame.real, self.counters)
        elif frame.real.removesuffix("*") in SINGLE + ROWS:
            self._equation(frame, at)
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
        self.target = frame.given = (frame.real, number or around)
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

    def _equation(self, frame: Frame, at: int) -> None:
        """Number the rows of an equation, and its labels."""
        end = self.text.find(f"\\end{{{frame.name}}}", at)
        body = self.text[at : end if end >= 0 else at]
        statement = next((f.statement for f in reversed(self.frames) if f.statement), None)
        for number, labels in numbered_rows(body, frame.real, self.counters):
            for label in labels:
                self.paper.labels.setdefault(label, number)
            if number and statement is not None:
                statement.equations.append(number)
        frame.numbered = True

    def _end(self, at: int) -> int:
        name, at = group(self.text, at)
        name = (name or "").strip()
        if name == "document":
            self.ended = True
        if not any(frame.name == name for frame in self.frames):
            return at
        while (frame := self.frames.pop()).name != name:
            self._note(f"\\end{{{name}}} stands where \\begin{{{frame.name}}} has no end yet.")
        if frame.statement is not None:
            frame.statement.text = self.text[frame.statement.begin : self.at]
        if frame.proof is not None:
            frame.proof.text = self.text[frame.proof_at : self.at]
            self.paper.proofs.append(frame.proof)
        if frame.restore is not None:
            self.counters.form["equation"], value = frame.restore
            self.counters.set("equation", value)
        self.target = frame.outer  # each environment is a group
        return at

    def _caption(self, at: int, part: bool = False) -> int:
        around = next((frame.float for frame in reversed(self.frames) if frame.float), None)
        if around is not None and self.started:
            part = part or any(frame.real in PARTS for frame in self.frames)
            self.target = (around.counter, around.part() if part else around.caption())
        return at

    def _footnote(self, at: int) -> int:
        given, at = option(self.text, at)
        inside, end = group(self.text, at)
        if inside is not None and self.started:
            self.groups.append((end, self.target))
            self.target = ("footnote", given or self.counters.step("footnote"))
        return at

    def _item(self, at: int) -> int:
        given, at = option(self.text, at)
        kinds = (*LISTS, "itemize", "description")
        innermost = next((f for f in reversed(self.frames) if f.real.rstrip("*") in kinds), None)
        if given is None and innermost is not None and innermost.items:
            self.target = ("item", self.lists.step(self._open_lists()))
        return at

    def _open_lists(self) -> list[OpenList]:
        return [frame.items for frame in self.frames if frame.items]

    def _label(self, at: int) -> int:
        label, at = group(self.text, at)
        if label is None or not self.started or any(frame.numbered for frame in self.frames):
            return at
        label = label.strip()
        self.paper.labels.setdefault(label, self.target[1])
        frame = next((f for f in reversed(self.frames) if f.statement), None)
        if frame is None or frame.statement is None:
            return at
        direct = frame is self.frames[-1]
        if self.target == frame.given and (direct or not frame.statement.labels):
            frame.statement.labels.append(label)
        return at
