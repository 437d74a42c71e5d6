r"""The groups of a source, at whose ends what was set inside is undone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
MARKS = re.compile(
    r"\\verb\*?([^a-zA-Z*\s]).*?\1|\\(?P<group>begingroup|endgroup|bgroup|egroup)(?![a-zA-Z])"
    r"|\\(?P<side>begin|end)\s*\{(?P<name>[^{}]*)\}|\\[a-zA-Z@]+|\\.|[{}]",
    re.DOTALL,
)
ENDS = {"endgroup": "begingroup", "egroup": "bgroup", "}": "{"}
BEFORE_AN_ARGUMENT = re.compile(r"(?:\\[a-zA-Z@]+\*?|[]}])\Z")


@dataclass(frozen=True)
class Put:
    """Gives a key of a mapping the value again that it had; None for no value."""

    mapping: dict[Any, Any]
    key: Any
    before: Any

    def __call__(self) -> None:
        _set(self.mapping, self.key, self.before)


def _set(mapping: dict[Any, Any], key: Any, value: Any) -> None:
    mapping.pop(key, None)
    if value is not None:
        mapping[key] = value


class Scopes:
    r"""Reads the groups of a text up to one place after the other.

    Braces right behind a command are its argument, which is no group.

    >>> text = r"{\a} \AtBeginDocument{\b} \begingroup\c\endgroup \d"
    >>> for name in "abcd":
    ...     scopes = Scopes(text)
    ...     scopes.read_to(text.index("\\" + name))
    ...     scopes.undone_behind(lambda: print("undone:", name))
    ...     scopes.read_to(len(text))
    undone: a
    undone: c
    """

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.open: list[tuple[str, list[Callable[[], None]]]] = []
        self.ended = 0
        """Where the last environment ended."""

    def undone_behind(self, undo: Callable[[], None]) -> None:
        """Call this at the end of the group that is open, if one is."""
        groups = [undos for kind, undos in self.open if kind != "argument"]
        if groups:
            groups[-1].append(undo)

    def put(
        self, mapping: dict[Key, Value], key: Key, value: Value | None, everywhere: bool = False
    ) -> None:
        """Give a key a value up to the end of the group, or `everywhere`; None takes it away."""
        if everywhere:
            for _, undos in self.open:
                undos[:] = [
                    undo
                    for undo in undos
                    if not (isinstance(undo, Put) and undo.mapping is mapping and undo.key == key)
                ]
        else:
            self.undone_behind(Put(mapping, key, mapping.get(key)))
        _set(mapping, key, value)

    def after_group(self, call: Callable[[], None]) -> None:
        r"""Call this behind the end of the group that is open, as `\aftergroup` does."""
        groups = [undos for kind, undos in self.open if kind != "argument"]
        if groups:
            groups[-1].insert(0, call)

    def read_to(self, at: int) -> None:
        """Note the groups that begin up to a place, and undo what those that end had set."""
        while self.at < at and (mark := MARKS.search(self.text, self.at, at)):
            self.at = mark.end()
            kind = mark["group"] or mark["name"] or mark[0]
            if mark["side"] == "end":
                self.ended = self.at
                self._close(kind, within="{")
            elif kind in ENDS:
                self._close(ENDS[kind])
            elif mark["side"] or mark["group"]:
                self.open.append((kind, []))
            elif kind == "{":
                begin = mark.start()
                near = self.text[max(0, begin - 40) : begin]
                argument = begin != self.ended and BEFORE_AN_ARGUMENT.search(near)
                self.open.append(("argument" if argument else "{", []))
        self.at = max(self.at, at)

    def _close(self, kind: str, within: str = "") -> None:
        kinds = {kind, "argument"} if kind == "{" else {kind}
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] in kinds:
                while len(self.open) > place:
                    for undo in reversed(self.open.pop()[1]):
                        undo()
                return
            if within and self.open[place][0] in (within, "argument"):
                return
