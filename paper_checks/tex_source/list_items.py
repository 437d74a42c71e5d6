r"""The numbers of items in lists, and what the packages enumitem and enumerate make of them."""

import re
from collections.abc import Sequence
from .counters import FORMS, Counters
from .groups import group, option, settings, starred

LISTS = ("enumerate", "compactenum", "inparaenum")
PLAIN = ("arabic", "alph", "roman", "Alph")
"""The counters of the four levels, the outermost first."""
LEVELS = ("enumi", "enumii", "enumiii", "enumiv")
STARRED = re.compile(r"\\(arabic|Roman|roman|Alph|alph)\s*(?:\*|\{\s*enum\w+\s*\})")
SHORT = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
SHORT_LABEL = re.compile(r"(?<![a-zA-Z\\])[1aAiI](?![a-zA-Z])")


class Lists:
    """The lists that are open, each with the form of its items."""

    def __init__(self, text: str, counters: Counters, bare: bool) -> None:
        self.text, self.counters = text, counters
        self.bare = bare
        """Whether the package enumerate is used: references have no sign around the number."""
        self.forms: list[str | None] = []
        self.clears: list[bool] = []
        """Whether a form stands for the whole reference, without the levels around it."""
        self.usual: dict[int, dict[str, str]] = {}
        r"""What `\setlist` says of a level, or of all: 0."""
        for name, plain in zip(LEVELS, PLAIN, strict=True):
            counters.new(name, None)
            counters.form[name] = rf"\{plain}{{{name}}}"

    def read_setlist(self, at: int) -> int:
        r"""Read `\setlist[enumerate,1]{label=(\roman*)}` behind its command."""
        _, at = starred(self.text, at)
        names, at = option(self.text, at)
        given, at = group(self.text, at)
        words = [word.strip() for word in (names or "enumerate").split(",")]
        if given is not None and not set(words).isdisjoint((*LISTS, "1", "2", "3", "4")):
            levels = [int(word) for word in words if word.isdigit()] or [0]
            for level in levels:
                self.usual[level] = self.usual.get(level, {}) | settings(given)
        return at

    def begin(self, at: int) -> int:
        """A list begins; its options are read."""
        given, at = option(self.text, at)
        level = len(self.forms) + 1
        chosen = self.usual.get(0, {}) | self.usual.get(level, {}) | settings(given or "")
        form = None
        for layer in (self.usual.get(0, {}), self.usual.get(level, {}), settings(given or "")):
            form = layer.get("ref") or layer.get("label") or form  # a new label makes its own ref
        clears = form is not None
        if form is None and given and "=" not in given and (kind := SHORT_LABEL.search(given)):
            sign = rf"\{SHORT[kind[0]]}*"
            form = sign if self.bare else given[: kind.start()] + sign + given[kind.end() :]
            clears = not self.bare
        self.forms.append(form)
        self.clears.append(clears)
        if level <= len(LEVELS) and not any(key.startswith("resume") for key in chosen):
            start = chosen.get("start", "1")
            self.counters.set(LEVELS[level - 1], int(start) - 1 if start.isdecimal() else 0)
        return at

    def end(self) -> None:
        """The innermost list ends."""
        if self.forms:
            self.forms.pop()
            self.clears.pop()

    def step(self) -> str:
        """What a label of the next item of the innermost list names."""
        depth = min(len(self.forms), len(LEVELS))
        self.counters.step(LEVELS[depth - 1])
        shown = [
            self.counters.show(name) if form is None else _shown(form, self.counters.value[name])
            for name, form in zip(LEVELS[:depth], self.forms, strict=False)
        ]
        return shown[-1] if self.clears[depth - 1] else item_number(shown)


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
