r"""What a label names at each place: the number that was set last in the groups around it."""

from .counters import Counters
from .equations import LABEL, MEASURED, numbered_rows
from .floats import PARTS
from .found import Paper
from .frames import Frame, Target
from .groups import group, option, starred
from .list_items import QUOTES, UNNUMBERED, Lists, OpenList
from .scopes import Scopes
from .source_text import Source


class Labels:
    """The commands of a text that number something within its environments, and its labels."""

    def __init__(self, source: Source, counters: Counters, paper: Paper) -> None:
        self.source, self.counters, self.paper = source, counters, paper
        self.text, self.at = source.text, 0
        self.started = "\\begin{document}" not in self.text
        self.frames: list[Frame] = []
        self.target: Target = ("", "")
        self.groups: list[tuple[int, Target]] = []
        """Where groups end that number something inside, and what a label names behind them."""
        self.scopes = Scopes(self.text)
        self.lists = Lists(self.text, counters, self.scopes, self._note)

    def _note(self, sentence: str) -> None:
        self.source.note(self.at, sentence)

    def _read_to(self, at: int) -> None:
        """What is numbered in a group that ends before a place is named there no more."""
        self.scopes.read_to(at)
        while self.groups and at >= self.groups[-1][0]:
            self.target = self.groups.pop()[1]

    def _aim(self, target: Target) -> None:
        """What a label names from now on, up to the end of the group."""
        before = self.target
        self.scopes.undone_behind(lambda: setattr(self, "target", before))
        self.target = target

    def _step_counter(self, at: int) -> int:
        name, at = group(self.text, at)
        if name and self.started:
            self._aim(("counter", self.counters.step(name.strip())))
        return at

    def _equation(self, frame: Frame, at: int) -> None:
        """Number the rows of an equation, and its labels."""
        end = self.text.find(frame.ending, at)
        body = self.text[at : end if end >= 0 else at]
        if "subnumber" in body and frame.real.startswith("IEEE"):
            self._note(f"The numbers of the rows of {frame.real} are not read.")
        if frame.real.rstrip("*") in MEASURED:
            self.lists.keep()
        statement = next((f.statement for f in reversed(self.frames) if f.statement), None)
        for number, labels in numbered_rows(body, frame.real, self.counters):
            for label in labels:
                self.paper.labels.setdefault(label, number)
            if number and statement is not None:
                statement.equations.append(number)
        frame.numbered = True

    def _caption(self, at: int, part: bool = False) -> int:
        around = next((frame.float for frame in reversed(self.frames) if frame.float), None)
        if around is not None and self.started:
            part = part or any(frame.real in PARTS for frame in self.frames)
            self._aim((around.counter, around.part() if part else around.caption()))
        return at

    def _footnote(self, at: int) -> int:
        given, at = option(self.text, at)
        inside, end = group(self.text, at)
        if inside is not None and self.started:
            self.groups.append((end, self.target))
            small = any(frame.real == "minipage" for frame in self.frames)
            counter = "mpfootnote" if small else "footnote"
            self.target = ("footnote", given or self.counters.step(counter))
        return at

    def _tag(self, at: int) -> int:
        r"""A number within `\[ ... \]`, whose labels name it."""
        _, at = starred(self.text, at)
        number, at = group(self.text, at)
        begin, end = self.text.rfind("\\[", 0, at), self.text.find("\\]", at)
        if number is None or not self.started or min(begin, end) < 0 or self._in_rows():
            return at
        for label in LABEL.findall(self.text, begin, end):
            self.paper.labels[label.strip()] = number
        self.groups.append((end, self.target))
        self.target = ("equation", number)
        return at

    def _in_rows(self) -> bool:
        return any(frame.numbered for frame in self.frames)

    def _item(self, at: int) -> int:
        given, at = option(self.text, at)
        lists = (
            frame
            for frame in reversed(self.frames)
            if frame.items or frame.real.rstrip("*") in UNNUMBERED
        )
        innermost = next(lists, None)
        if given is None and innermost is not None and innermost.items:
            self._aim(("item", self.lists.step(innermost.items)))
        return at

    def _begin_list(self, name: str, at: int) -> tuple[OpenList, int]:
        around = [frame.items for frame in self.frames if frame.items]
        others = sum(frame.real.rstrip("*") in (*UNNUMBERED, *QUOTES) for frame in self.frames)
        return self.lists.begin(name, at, around, 1 + len(around) + others)

    def _label(self, at: int) -> int:
        label, at = group(self.text, at)
        label = (label or "").strip()
        if not label or not self.started or self._in_rows():
            return at
        if self.paper.labels.get(label, self.target[1]) != self.target[1]:
            self._note(f"The label {label} stands twice; its last number is taken.")
        self.paper.labels[label] = self.target[1]
        frame = next((f for f in reversed(self.frames) if f.statement), None)
        if frame is None or frame.statement is None:
            return at
        direct = frame is self.frames[-1]
        if self.target == frame.given and (direct or not frame.statement.labels):
            frame.statement.labels.append(label)
        return at
