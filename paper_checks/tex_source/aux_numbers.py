r"""The numbers that TeX gave: the `\newlabel` lines of a `.aux` file, which win."""

import re
from pathlib import Path
from typing import NamedTuple
from .counters import REF, without_fonts
from .groups import group
from .limits import Limits
from .source_text import read_inside

INTERNAL = re.compile(r"thmt@@|sub@|(?:LastPage|TotPages|jmlrend)$|.*@cref$")
"""The labels that packages make for themselves."""
NEWLABEL = re.compile(r"\\newlabel\s*(?=\{)")
MEMOIR = re.compile(r"\\M@TitleReference\s*(?=\{)")
"""In the class memoir, in front of a number and the title that goes with it."""
INPUT = re.compile(r"\\@input\s*\{([^{}]*)\}")


class Numbered(NamedTuple):
    """What TeX printed for a label: the number, and its page."""

    number: str
    page: str


UNKNOWN = Numbered("??", "")
"""What stands in place of a label that is not there."""


def read_aux(file: Path, root: Path, limits: Limits) -> dict[str, Numbered]:
    """The numbers of a `.aux` file and of those that it reads; a sentence if it cannot be read."""
    found: dict[str, Numbered] = {}
    waiting, seen = [file], set()
    while waiting:
        one = waiting.pop(0)
        if one in seen:
            continue
        seen.add(one)
        limits.spend("files", one.name)
        try:
            text = read_inside(one, root)
        except ValueError as problem:
            raise ValueError(f"{one} cannot be read: {problem}") from None
        found = numbers_in(text) | found
        waiting += [one.parent / inner for inner in INPUT.findall(text)]
    if not found:
        raise ValueError(f"{file} has no line with \\newlabel; give the .aux file of this source.")
    return found


def numbers_in(text: str) -> dict[str, Numbered]:
    r"""The numbers in the lines of a `.aux` file.

    >>> numbers_in(r"\newlabel{a}{{2.1}{5}{Title}{theorem.2.1}{}}")
    {'a': Numbered(number='2.1', page='5')}
    """
    found: dict[str, Numbered] = {}
    for line in NEWLABEL.finditer(text):
        label, at = group(text, line.end())
        inside, _ = group(text, at)
        number, at = group(inside or "", 0)
        page, _ = group(inside or "", at)
        if number is not None and (titled := MEMOIR.match(number)):
            number = group(number, titled.end())[0] or ""
        if label and not INTERNAL.match(label) and number is not None:
            number = REF.sub(lambda named: found.get(named[1].strip(), UNKNOWN).number, number)
            found[label] = Numbered(without_fonts(number), page or "")
    return found
