r"""What a class of LaTeX numbers otherwise than article does; `document_classes.toml` lists it."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any
from .counters import Counters

CLASS = re.compile(r"\\documentclass\s*(?:\[([^\]]*)\])?\s*\{([^{}]*)\}")
PACKAGES = re.compile(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
KNOWN: dict[str, dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("document_classes.toml").read_text("utf-8")
)


class DocumentClass:
    """The class of a source, with its options."""

    def __init__(self, text: str) -> None:
        found = CLASS.search(text)
        self.name = found[2].strip() if found else "article"
        self.options = [one.strip() for one in (found[1] or "").split(",")] if found else []
        self.known = KNOWN.get(self.name, {})
        self.chapters = bool(self.known.get("chapters", False))
        lists = PACKAGES.findall(text)
        self.packages = {name.strip() for names in lists for name in names.split(",")}
        self.thmtools = not self.packages.isdisjoint(("thmtools", "thm-restate"))
        """With it a label of a statement without a number names nothing, not what is around it."""
        self.shows_sections = "theorems" in self.known.get("form", {}) and not (
            self.thmtools or "amsthm" in self.packages or "ntheorem" in self.packages
        )
        """Whether the class has a form of its own for the section of a theorem."""
        self.separator = str(self._chosen().get("separator", "."))
        """What stands behind the number of a theorem's section."""
        self.resets = bool(self.known.get("resets", False))

    def number(self, counters: Counters) -> None:
        """Give the counters the forms of the class."""
        counters.value["secnumdepth"] = self.known.get("depth", 3)
        forms = self.known.get("form", {})
        counters.form |= forms
        counters.label |= self.known.get("label", {})
        counters.value = dict.fromkeys(forms, 0) | counters.value  # some are no counters elsewhere
        for name in self.known.get("own", ()):
            counters.within[name] = set()

    def number_appendix(
        self, counters: Counters, environment: bool = False, command: str = "appendix"
    ) -> None:
        r"""What `\appendix` does to the counters, or the environment `appendices` of a package."""
        top, below = ("chapter", "section") if self.chapters else ("section", "subsection")
        counters.set(top, 0)
        counters.set(below, 0)
        counters.form[top] = rf"\Alph{{{top}}}"
        if environment:
            return
        counters.form |= self.known.get(command, {})
        if self.known.get("equations_in_appendix"):
            counters.number_within("equation", "section", plain=True)

    def _chosen(self) -> dict[str, Any]:
        """What is known of the class with its options."""
        chosen = dict(self.known)
        for option in self.options:
            chosen |= self.known.get("options", {}).get(option, {})
        return chosen

    def theorems(self) -> Iterator[tuple[str, str | None, str | None, bool]]:
        """Each environment that the class declares: the counter that it shares, what it is within,
        and whether it has none.

        >>> source = chr(92) + "documentclass[envcountsame]{llncs}"
        >>> list(DocumentClass(source).theorems())[:3]
        [('theorem', None, None, False), ('case', 'theorem', None, False), \
('conjecture', 'theorem', None, False)]
        """
        chosen = self._chosen()
        first, *others = self.known.get("theorems", [None])
        within, shared = chosen.get("within"), chosen.get("shared")
        if first is not None:
            yield first, None, within, False
        for name in others:
            yield name, shared, within if chosen.get("all") and not shared else None, False
        for name in self.known.get("starred", ()):
            yield name, None, None, True
