r"""A source in which every macro and environment that hides structure is replaced by what it means.

As TeX does it: `\begin{name}` is a group that begins with `\name`, and `\end{name}` is `\endname`.
"""

import re
from .conditions import WITH_ARGUMENTS
from .groups import group
from .limits import Limits
from .macros import DEFINITIONS, ENVIRONMENTS, HIDES, Macros, filled
from .source_text import COMPARING, Source
from .undeclared import looks_like_a_statement

COMMAND = re.compile(r"\\[a-zA-Z@]+")
CONDITIONS = frozenset(f"\\{name}" for name in (*COMPARING, *WITH_ARGUMENTS))
DEEPEST = 20
WINDOW = 100_000
"""The longest arguments of such a macro."""
PRICE = 10
"""What the replacement of such a macro counts, compared with one in a statement."""


def opened_up(source: Source, limits: Limits) -> Source:
    """The source, with its structure in sight; its places keep their lines."""
    return _Opening(source, limits).opened()


class _Opening:
    """Reads a text in which replacements are read again; what is left of the source is its end."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source, self.limits, self.text = source, limits, ""
        self.ahead = len(source.text)
        """How much of the source is not in the text yet, which a replacement copies."""
        self.macros = Macros()
        self.result = Source(files=source.files, notes=source.notes, absent=source.absent)
        self.inside: list[int] = []
        """How much of the text stands behind each replacement that is being read."""
        self.called = (source.files[0], 1)
        """The place of the outermost of them."""
        self.ends: list[tuple[str, str]] = []
        """The environments that are open, each with what its end means."""
        self.again: set[str] = set()
        """The environments that are no theorems any more."""
        self.done = 0

    def opened(self) -> Source:
        at = 0
        while found := self._next(at):
            self.limits.step(self.source.files[0])
            name, at = found[0], found.end()
            if name[1:] in DEFINITIONS:
                at, problem = self.macros.define(name[1:], self.text, at)
                if problem:
                    self._note(found.start(), problem)
            elif name[1:] in ENVIRONMENTS:
                at = self._environment(name[1:], found.start(), at)
            elif name in ("\\begin", "\\end"):
                at = self._side(name[1:], found.start(), at)
            elif name in self.macros and self._is_opened(name, at):
                new, end = self.macros.applied(name, self.text, at)
                at = self._replaced(found.start(), end, new)
        self._copied(len(self.text))
        return self.result.joined()

    def _next(self, at: int) -> re.Match[str] | None:
        """The next command; behind it stand `WINDOW` characters at least, or the end."""
        while True:
            found = COMMAND.search(self.text, at)
            if not self.ahead or (found and len(self.text) - found.end() > WINDOW):
                return found
            begin = len(self.source.text) - self.ahead
            self.text += self.source.text[begin : begin + 2 * WINDOW]
            self.ahead = max(0, self.ahead - 2 * WINDOW)

    def _behind(self, at: int) -> int:
        """How much stands behind a place."""
        return len(self.text) - at + self.ahead

    def _environment(self, kind: str, begin: int, at: int) -> int:
        name, at = self.macros.define_environment(kind, self.text, at)
        new = name in self.again or ("enew" in kind and looks_like_a_statement(name))
        if new and not self._hides(name):
            self.again.add(name)
            self._note(begin, f"\\{kind}{{{name}}} makes it no theorem; what it holds is skipped.")
        return at

    def _hides(self, name: str) -> bool:
        both = (f"\\{name}", f"\\end{name}")
        return any(map(self.macros.hides_structure, both))

    def _is_opened(self, name: str, at: int) -> bool:
        """Whether a macro hides structure, or makes another one of that in its arguments."""
        if self.macros.hides_structure(name):
            return True
        macro = self.macros[name]
        if not macro.arguments or macro.delimiters is not None:
            return False
        _, end = self.macros.arguments(name, self.text, at)
        once = all(macro.body.count(f"#{one}") == 1 for one in range(1, macro.arguments + 1))
        return not once and HIDES.search(self.text, at, end) is not None

    def _side(self, side: str, begin: int, at: int) -> int:
        """The beginning or the end of an environment."""
        given, end = group(self.text, at)
        name = (given or "").strip()
        if f"\\{name}" not in self.macros or not (self._hides(name) or name in self.again):
            return at
        closing = f"\\end{name}"
        meant = self.macros[closing].body if closing in self.macros else ""
        if side == "begin":
            own, end = self.macros.arguments(f"\\{name}", self.text, end)
            self.ends.append((name, filled(meant, own)))
            new = "\\begingroup " + filled(self.macros[f"\\{name}"].body, own)
        else:
            while self.ends and any(name == one for one, _ in self.ends):
                one, meant = self.ends.pop()
                if one == name:
                    break
            new = meant + "\\endgroup "
        return self._replaced(begin, end, new)

    def _replaced(self, begin: int, end: int, new: str) -> int:
        """Read something in place of a piece of the text, but for what is nested too deep."""
        behind = self._behind(begin)
        inside = [one for one in self.inside if one < behind]
        if len(inside) > DEEPEST:
            return end
        self._copied(begin)
        if not inside:
            self.called = self.source.where(len(self.source.text) - behind)
        if HIDES.search(new):
            for name in CONDITIONS.intersection(COMMAND.findall(new)):
                self._note(
                    begin, f"{name} is not decided; what stands in all of its branches is read."
                )
        spot = ":".join(map(str, self.called))
        self.limits.spend("expansions", spot, PRICE)
        self.limits.spend("characters", spot, len(new))
        behind = self._behind(end)
        self.inside = [*(one for one in inside if one <= behind), behind]
        self.text, self.done = re.sub(r"\s*\n\s*", " ", new) + self.text[end:], 0
        return 0

    def _copied(self, end: int) -> None:
        """Copy a piece of the text; what was replaced has the place of its call."""
        real = self._behind(self.inside[0]) if self.inside else 0
        if self.done < real:
            self.result.add(self.text[self.done : min(end, real)], self.called)
        shift = len(self.source.text) - self._behind(0)
        begin, stop = max(self.done, real) + shift, max(end, real) + shift
        cuts = [start for start in self.source.starts if begin < start < stop]
        for left, right in zip([begin, *cuts], [*cuts, stop], strict=True):
            self.result.add(self.source.text[left:right], self.source.where(left))
        self.done = end

    def _note(self, at: int, sentence: str) -> None:
        behind = self._behind(at)
        if self.inside and behind > self.inside[0]:
            self.source.notes.append(f"{self.called[0]}:{self.called[1]}: {sentence}")
        else:
            self.source.note(len(self.source.text) - behind, sentence)
