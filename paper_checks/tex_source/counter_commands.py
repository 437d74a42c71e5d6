r"""The commands of a source that make, set and relate counters."""

import re
from collections.abc import Callable
from contextlib import suppress
from .counters import PLAIN, Counters, unread
from .groups import argument, group, option, starred, tidy
from .list_items import USUAL
from .macros import HIDES, Endless, Macros
from .scopes import Scopes

THE = re.compile(r"\*?\s*\{?\s*\\(the|p@)([a-zA-Z]+)\s*\}?\s*(?=\{)")
COPIED = re.compile(r"\s*\\the([a-zA-Z]+)\s*=?\s*\\the([a-zA-Z]+)")
SHARED = re.compile(r"\s*\\c@([a-zA-Z]+)\s*=?\s*\\c@([a-zA-Z]+)")


def _in_latex(found: re.Match[str]) -> str:
    return rf"\{found[1] or 'arabic'}{{{found[2] or found[3] or found[4]}}}"


HOOKS = (
    *("AtBeginEnvironment", "AtEndEnvironment", "BeforeBeginEnvironment", "AfterEndEnvironment"),
    *("AddToHook", "pretocmd", "apptocmd", "patchcmd", "g@addto@macro"),
)
"""The commands that add to what an environment or a macro does."""


class CounterCommands:
    """Reads these commands; each method returns the place behind one."""

    def __init__(
        self,
        text: str,
        counters: Counters,
        macros: Macros,
        scopes: Scopes,
        note: Callable[[str], None],
    ) -> None:
        self.text, self.counters, self.macros = text, counters, macros
        self.scopes, self.note = scopes, note

    def named(self) -> dict[str, Callable[[int], int]]:
        """The commands by name."""
        return {
            **dict.fromkeys(HOOKS, self._hook),
            "labelformat": self._labelformat,
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

    def form(self, command: str, at: int) -> int | None:
        r"""Read `\renewcommand{\thetheorem}{...}` behind its command; None if it is no such.

        So is `\p@enumii`, what references to items show in front of the form.
        """
        counter = THE.match(self.text, at)
        body, end = group(self.text, counter.end()) if counter else (None, at)
        if counter is None or body is None:
            return None
        shows, name = counter.groups()
        forms = self.counters.form if shows == "the" else self.counters.prefix
        with suppress(Endless):  # its macro stays, and is said not to be read
            body = self.macros.expanded(body)
        body = PLAIN.sub(_in_latex, body)
        before = self.text[max(0, at - 30) : at - len(command) - 1]
        everywhere = command in ("gdef", "xdef") or before.rstrip().endswith("\\global")
        self.scopes.put(forms, name, body, everywhere)
        if shows == "p@" and name not in USUAL:
            self.note(f"What \\p@{name} puts in front of references is not read.")
        if command := unread(body):
            self.note(f"The form \\{shows}{name} has {command}, which is not read.")
        return end

    def _hook(self, at: int) -> int:
        """What is put into a hook or a macro, to be read at another place."""
        first, end = argument(self.text, at)
        while (more := group(self.text, end))[0] is not None:
            end = more[1]
        if HIDES.search(self.text, at, end):
            self.note(f"What is added to {tidy(first or '')} is not read.")
        return end

    def share(self, at: int) -> int | None:
        r"""Read `\let\c@lemma\c@theorem` or `\let\thelemma\thetheorem` behind its command."""
        if form := COPIED.match(self.text, at):
            self.scopes.put(self.counters.form, form[1], self.counters.form_of(form[2]))
            return form.end()
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
        form, at = option(self.text, at)
        name, parent, at = self._two(at)
        if name and parent:
            self.counters.number_within(name, parent, plain, (form or "arabic").strip(" \\"))
        return at

    def _labelformat(self, at: int) -> int:
        name, _, end = self._two(at)
        self.note(f"What \\labelformat makes of references to {name} is not read.")
        return end

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
        number = self.counters.number(value)
        if number is None:
            self.note(f"The value {value!r} of the counter {name} is not read.")
        else:
            before = self.counters.value.get(self.counters.key(name), 0) if adds else 0
            self.counters.set(name, before + number)
        return at
