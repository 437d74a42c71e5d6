r"""The numbers of items in lists, and what the packages enumitem and enumerate make of them."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from .counters import FORMS, Counters
from .groups import group, option, settings, starred

LISTS = ("enumerate", "compactenum", "inparaenum")
PLAIN = ("arabic", "alph", "roman", "Alph")
"""The counters of the four levels, the outermost first."""
LEVELS = ("enumi", "enumii", "enumiii", "enumiv")
STARRED = re.compile(r"\\(arabic|Roman|roman|Alph|alph)\s*(?:\*|\{\s*enum\w+\s*\})")
SHORT = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
SHORT_LABEL = re.compile(r"(?<![a-zA-Z\\])[1aAiI](?![a-zA-Z])")


class OpenList(NamedTuple):
    """A list that is open, with the form of its items if it has one of its own."""

    form: str | None = None
    clears: bool = False
    """Whether the form stands for the whole reference, without the lists around it."""
    counter: str = ""
    r"""The counter, of a list of `\newlist`."""


class Lists:
    """What a source says of its lists."""

    def __init__(self, text: str, counters: Counters, bare: bool) -> None:
        self.text, self.counters = text, counters
        self.bare = bare
        """Whether the package enumerate is used: references have no sign around the number."""
        self.usual: dict[int | str, dict[str, str]] = {}
        r"""What `\setlist` says of a level, of all: 0, or of a list of `\newlist`."""
        self.own: set[str] = set()
        r"""The lists of `\newlist`."""
        for name, plain in zip(LEVELS, PLAIN, strict=True):
            counters.new(name, None)
            counters.form[name] = rf"\{plain}{{{name}}}"

    def read_setlist(self, at: int) -> int:
        r"""Read `\setlist[enumerate,1]{label=(\roman*)}` behind its command."""
        _, at = starred(self.text, at)
        names, at = option(self.text, at)
        given, at = group(self.text, at)
        words = [word.strip() for word in (names or "enumerate").split(",")]
        levels: list[int | str] = [word for word in words if word in self.own]
        if not levels and not set(words).isdisjoint((*LISTS, "1", "2", "3", "4")):
            levels = [int(word) for word in words if word.isdigit()] or [0]
        if given is not None:
            for level in levels:
                self.usual[level] = self.usual.get(level, {}) | settings(given)
        return at

    def read_newlist(self, at: int) -> int:
        r"""Read `\newlist{cases}{enumerate}{1}` behind its command."""
        name, at = group(self.text, at)
        kind, at = group(self.text, at)
        if name and kind and kind.strip().rstrip("*") == "enumerate":
            self.own.add(name.strip())
            self.counters.new(f"{name.strip()}i", None)
        return at

    def begin(self, name: str, at: int, others: Sequence[OpenList]) -> tuple[OpenList, int]:
        """A list begins within others; its options are read."""
        given, at = option(self.text, at)
        name = name.rstrip("*") if name.rstrip("*") in self.own else ""
        level = 1 + sum(one.counter == "" for one in others)
        usual = self.usual.get(name, {}) if name else self.usual.get(level, {})
        layers = (self.usual.get(0, {}), usual, settings(given or ""))
        form, start, resumes = None, "1", False
        for layer in layers:
            form = layer.get("ref") or layer.get("label") or form  # a new label makes its own ref
            start = layer.get("start", start)
            resumes = resumes or not {"resume", "resume*"}.isdisjoint(layer)
        opened = OpenList(form, clears=form is not None)
        if form is None and given and "=" not in given and (kind := SHORT_LABEL.search(given)):
            sign = rf"\{SHORT[kind[0]]}*"
            around = given[: kind.start()] + sign + given[kind.end() :]
            opened = OpenList(sign) if self.bare else OpenList(around, clears=True)
        counter = f"{name}i" if name else LEVELS[level - 1] if level <= len(LEVELS) else ""
        if counter and not resumes:
            first = int(start) if re.fullmatch(r"\d{1,6}", start) else 1
            self.counters.set(counter, first - 1)
        return opened._replace(counter=counter if name else ""), at

    def step(self, lists: Sequence[OpenList]) -> str:
        """What a label of the next item of the last of the open lists names."""
        if own := lists[-1].counter:
            self.counters.step(own)
            return _shown(lists[-1].form or r"\arabic*", self.counters.value[own])
        lists = [one for one in lists if not one.counter][: len(LEVELS)]
        self.counters.step(LEVELS[len(lists) - 1])
        shown = [
            self.counters.show(name)
            if one.form is None
            else _shown(one.form, self.counters.value[name])
            for name, one in zip(LEVELS, lists, strict=False)
        ]
        return shown[-1] if lists[-1].clears else item_number(shown)


def item_number(shown: Sequence[str]) -> str:
    r"""What a label of an item names, by the numbers of the lists around it, the outermost first.

    >>> item_number(["2"]), item_number(["2", "a"]), item_number(["2", "a", "iii"])
    ('2', '2a', '2(a)iii')
    """
    prefixes = ("", "{0}", "{0}({1})", "{0}({1}){2}")
    return prefixes[len(shown) - 1].format(*shown) + shown[-1]


def _shown(form: str, count: int) -> str:
    """A form with its number, without commands for fonts."""
    text = STARRED.sub(lambda found: FORMS[found[1]](count), form)
    return re.sub(r"\\[a-zA-Z@]+\s*|[{}]", "", text).strip()
