r"""The commands of a source that make, set and relate counters."""

import re
from collections.abc import Callable
from .counters import Counters
from .groups import group, option, starred

THE = re.compile(r"\*?\s*\{?\s*\\the([a-zA-Z]+)\s*\}?\s*(?=\{)")
SHARED = re.compile(r"\s*\\c@([a-zA-Z]+)\s*=?\s*\\c@([a-zA-Z]+)")
VALUE = re.compile(r"\\value\s*\{(\w+)\}")


def _put(forms: dict[str, str], name: str, form: str | None) -> None:
    forms.pop(name, None)
    if form is not None:
        forms[name] = form


class CounterCommands:
    """Reads these commands; each method returns the place behind one."""

    def __init__(self, text: str, counters: Counters, note: Callable[[str], None]) -> None:
        self.text, self.counters, self.note = text, counters, note

    def named(self) -> dict[str, Callable[[int], int]]:
        """The commands by name."""
        return {
            "numberwithin": self._within,
            "counterwithin": self._within,
            "counterwithout": self._without,
            "@addtoreset": self._reset,
            "newaliascnt": self._alias,
            "newcounter": self._new,
            "stepcounter": self._step,
            "setcounter": lambda at: self._set(at, False),
            "addtocounter": lambda at: self._set(at, True),
        }

    def form(self, at: int) -> tuple[int, Callable[[], None]] | None:
        r"""Read `\renewcommand{\thetheorem}{...}` behind its command; None if it is no such.

        With the place behind it comes what undoes it.
        """
        counter = THE.match(self.text, at)
        body, end = group(self.text, counter.end()) if counter else (None, at)
        if counter is None or body is None:
            return None
        name, forms = counter[1], self.counters.form
        before = forms.get(name)
        forms[name] = body
        return end, lambda: _put(forms, name, before)

    def share(self, at: int) -> int | None:
        r"""Read `\let\c@lemma\c@theorem` behind its command; None if it is no such."""
        found = SHARED.match(self.text, at)
        if found is None:
            return None
        if found[1] != found[2]:
            self.counters.alias[found[1]] = found[2]
        return found.end()

    def _two(self, at: int) -> tuple[str, str, int]:
        first, at = group(self.text, at)
        second, at = group(self.text, at)
        return (first or "").strip(), (second or "").strip(), at

    def _within(self, at: int) -> int:
        plain, at = starred(self.text, at)
        name, parent, at = self._two(at)
        if name and parent:
            self.counters.number_within(name, parent, plain)
        return at

    def _alias(self, at: int) -> int:
        name, other, at = self._two(at)
        if name != other:
            self.counters.share(name, other, copies=True)
        return at

    def _without(self, at: int) -> int:
        plain, at = starred(self.text, at)
        name, parent, at = self._two(at)
        self.counters.number_without(name, parent, plain)
        return at

    def _reset(self, at: int) -> int:
        name, parent, at = self._two(at)
        if name and parent:
            self.counters.number_within(name, parent, plain=True)
        return at

    def _new(self, at: int) -> int:
        name, at = group(self.text, at)
        within, at = option(self.text, at)
        if name:
            self.counters.new(name.strip(), (within or "").strip() or None)
            self.counters.form[name.strip()] = rf"\arabic{{{name.strip()}}}"
        return at

    def _step(self, at: int) -> int:
        name, at = group(self.text, at)
        if name:
            self.counters.step(name.strip())
        return at

    def _set(self, at: int, adds: bool) -> int:
        name, value, at = self._two(at)
        values = self.counters.value
        value = VALUE.sub(lambda found: str(values.get(self.counters.key(found[1]), 0)), value)
        if re.fullmatch(r"-?\d{1,6}", value):
            before = values.get(self.counters.key(name), 0) if adds else 0
            self.counters.set(name, before + int(value))
        else:
            self.note(f"The value {value!r} of the counter {name} is not read.")
        return at
