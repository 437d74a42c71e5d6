r"""What the switches of a source hide: `\newif\iflong`, `\longtrue`, and what stands between.

Conditions that compare something are not decided, nor are switches that are set within groups and
conditions whose branches are arguments: all of their branches are read.
"""

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from .limits import Limits
from .macros import HIDES
from .source_text import COMPARING, Source

TOKENS = re.compile(
    r"\\newif\s*\\if(?P<new>[a-zA-Z@]+)"
    r"|\\let\s*\\if(?P<let>[a-zA-Z@]+)\s*=?\s*\\if(?P<value>true|false)(?![a-zA-Z@])"
    r"|\\begin\s*\{(?P<raw>[vV]erbatim|lstlisting|minted|comment)\}"
    r"|\\verb\*?(?P<mark>[^a-zA-Z*\s]).*?(?P=mark)|\\(?P<word>[a-zA-Z@]+)|\\.|[{}]"
)
WITH_ARGUMENTS = (
    *("ifthenelse", "iftoggle", "nottoggle", "ifbool", "notbool"),
    *("IfNoValueTF", "IfValueTF", "IfBooleanTF"),
)
"""Conditions with two branches in braces, behind what they ask."""
SHORT_VERB = re.compile(r"\\(?:Make|Define)ShortVerb\*?\s*(?:\[[^\]]*\])?\{?\\([^a-zA-Z\s])")
EXCLUDED = re.compile(
    r"\\(?:excludecomment|lstnewenvironment|newverbatim|newtcblisting|(?:Define|Recustom)Verbatim"
    r"Environment)\s*(?:\[[^\]]*\])?\{([^{}]+)\}"
)


@dataclass
class Condition:
    """A condition that is open: where it began, and whether its branch is shown, if it is known."""

    name: str
    at: int
    shown: bool | None
    hidden_from: int | None = None
    """Where a branch that is not shown begins."""


@dataclass
class Braced:
    """A condition with its branches in braces: where it began, and how many arguments are left."""

    name: str
    at: int
    depth: int
    left: int = 3


class _Switches:
    """Reads the switches of a text from its beginning to its end."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source, self.limits, self.text = source, limits, source.text
        begin = self.text.find("\\begin{document}")
        self.begin = len(self.text) if begin < 0 else begin
        self.value: dict[str, bool | None] = {"true": True, "false": False}
        self.open: list[Condition] = []
        self.braced: list[Braced] = []
        self.hidden: list[tuple[int, int]] = []
        self.depth = self.undecided = 0
        self.hides = False
        """Whether the innermost place is hidden."""
        self.structure = [found.start() for found in HIDES.finditer(self.text, self.begin)]
        self.last_set: dict[str, int] = {}
        """Where each switch is set for the last time."""

    def masked(self) -> str:
        """The text with blanks in place of what is hidden."""
        tokens = list(self._tokens())
        names = {found["new"] or found["let"] for found in tokens} - {None}
        for found in tokens:
            switch = _set(found["word"] or "", names)
            if switch or found["let"]:
                self.last_set[switch or found["let"]] = found.start()
        for found in tokens:
            self.limits.step(self.source.files[0])
            self._token(found, names)
        self.hidden += self._left_out()
        parts, at = [], 0
        for begin, end in sorted(self.hidden, key=lambda place: (place[0], -place[1])):
            if begin >= at:
                parts += [self.text[at:begin], re.sub(r"[^\n]", " ", self.text[begin:end])]
                at = end
        return "".join([*parts, self.text[at:]])

    def _left_out(self) -> Iterator[tuple[int, int]]:
        r"""The environments that `\excludecomment` leaves out or are literal, with their ends."""
        for name in set(EXCLUDED.findall(self.text)):
            self.limits.step(self.source.files[0])
            begin, end, at = f"\\begin{{{name}}}", f"\\end{{{name}}}", 0
            while (first := self.text.find(begin, at)) >= 0:
                last = self.text.find(end, first)
                if last < 0:
                    break
                at = last + len(end)
                yield first, at
        for declared in SHORT_VERB.finditer(self.text):
            mark = re.escape(declared[1])
            literal = re.compile(rf"\\.|({mark}[^\n]*?{mark})")
            for found in literal.finditer(self.text, max(declared.end(), self.begin)):
                if found[1]:
                    yield found.span()

    def _tokens(self) -> Iterator[re.Match[str]]:
        at, endless = 0, set()
        while found := TOKENS.search(self.text, at):
            self.limits.step(self.source.files[0])
            at, raw = found.end(), found["raw"]
            if raw and raw not in endless:
                end = self.text.find(f"\\end{{{raw}}}", at)
                at = max(at, end)
                endless |= {raw} if end < 0 else set()
            elif not raw:
                yield found

    def _token(self, found: re.Match[str], names: set[str]) -> None:
        word = found["word"] or ""
        name = word.removeprefix("if")
        if found[0] in ("{", "}"):
            self.depth += 0 if self.hides else 1 if found[0] == "{" else -1
            if self.braced and self.depth == self.braced[-1].depth and found[0] == "}":
                self._close_argument(found)
        elif declared := found["new"] or found["let"]:
            if not self.hides:
                self.value[declared] = found["value"] == "true"
        elif switch := _set(word, names):
            if not self.hides:
                certain = self.depth <= 0 and not self.undecided
                self.value[switch] = word.endswith("true") if certain else None
        elif word == "else" and self.open:
            self._turn(found)
        elif word == "fi" and self.open:
            self._close(found)
        elif word in WITH_ARGUMENTS and not self.hides:
            self.braced.append(Braced(word, found.start(), self.depth))
        elif word in COMPARING or (name != word and name in self.value):
            late = self.depth > 0 and self.last_set.get(name, 0) > found.start()
            shown = None if word in COMPARING or late else self.value[name]
            self._open(Condition(word, found.start(), shown), found)

    def _open(self, one: Condition, found: re.Match[str]) -> None:
        self.open.append(one)
        self.undecided += one.shown is None
        self._hide(found, one)
        if one.shown is False and not self.hides:
            self.hides, one.hidden_from = True, found.end()

    def _turn(self, found: re.Match[str]) -> None:
        """The other branch begins."""
        one = self.open[-1]
        self._hide(found, one)
        if one.hidden_from is not None:
            self._show(one, found)
        elif one.shown and not self.hides:
            self.hides, one.hidden_from = True, found.end()

    def _close(self, found: re.Match[str]) -> None:
        one = self.open.pop()
        self._hide(found, one)
        self._show(one, found)
        self.undecided -= one.shown is None
        if one.shown is None:
            self._say_undecided(one.name, one.at, found.start())

    def _close_argument(self, found: re.Match[str]) -> None:
        one = self.braced[-1]
        one.left -= 1
        if not one.left:
            self.braced.pop()
            self._say_undecided(one.name, one.at, found.start())

    def _say_undecided(self, name: str, begin: int, end: int) -> None:
        """Say that all branches of a condition are read, if a walk sees something in them."""
        first = bisect.bisect_left(self.structure, begin)
        if first < bisect.bisect_left(self.structure, end):
            self.source.note(
                begin, f"\\{name} is not decided; what stands in all of its branches is read."
            )

    def _hide(self, found: re.Match[str], one: Condition) -> None:
        """Hide the command itself, if its condition is known."""
        if one.shown is not None:
            self.hidden.append(found.span())

    def _show(self, one: Condition, found: re.Match[str]) -> None:
        if one.hidden_from is not None:
            self.hidden.append((one.hidden_from, found.start()))
            self.hides, one.hidden_from = False, None


def _set(word: str, names: set[str]) -> str:
    """The switch that a command such as `\\longtrue` sets; empty if it sets none."""
    name = word.removesuffix("true") if word.endswith("true") else word.removesuffix("false")
    return name if name != word and name in names else ""


def decided(source: Source, limits: Limits) -> Source:
    r"""The source without what its switches hide; all places keep their numbers.

    >>> text = r"\newif\iflong \longtrue \iflong a\else b\fi \longfalse\iflong c\else d\fi"
    >>> " ".join(decided(Source(text, ["main.tex"]), Limits()).text.split())
    '\\newif\\iflong \\longtrue a \\longfalse d'
    """
    source.text = _Switches(source, limits).masked()
    return source
