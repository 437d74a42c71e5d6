r"""A source in which every macro that hides structure, such as `\bt` for a beginning, is read."""

import re
from .groups import group, option, starred
from .limits import Limits
from .macros import DEFINITIONS, Macros
from .source_text import Source

COMMAND = re.compile(r"\\[a-zA-Z@]+")
ENVIRONMENTS = ("newenvironment", "renewenvironment")
DEEPEST = 20
PRICE = 10
"""What the replacement of such a macro counts, compared with one in a statement."""


def opened_up(source: Source, limits: Limits) -> Source:
    """The source, with its structure in sight; its places keep their lines."""
    macros = Macros()
    result = Source(files=source.files, notes=source.notes, absent=source.absent)
    text, done, at = source.text, 0, 0
    while found := COMMAND.search(text, at):
        limits.step(source.files[0])
        name, at = found[0], found.end()
        if name[1:] in DEFINITIONS:
            at, problem = macros.define(name[1:], text, at)
            if problem:
                source.note(found.start(), problem)
        elif name[1:] in ENVIRONMENTS:
            at = read_environment(text, at)[1]
        elif macros.hides_structure(name):
            _copied(source, result, done, found.start())
            where = source.where(found.start())
            new, at = macros.applied(name, text, at)
            result.add(_within(new, macros, limits, ":".join(map(str, where)), 0), where)
            done = at
    _copied(source, result, done, len(text))
    return result.joined()


def _copied(source: Source, result: Source, begin: int, end: int) -> None:
    """Copy a piece of the source, file by file."""
    cuts = [start for start in source.starts if begin < start < end]
    for left, right in zip([begin, *cuts], [*cuts, end], strict=True):
        result.add(source.text[left:right], source.where(left))


def _within(text: str, macros: Macros, limits: Limits, spot: str, depth: int) -> str:
    """The body of a macro in one line, in which further macros that hide structure are replaced."""
    limits.spend("expansions", spot, PRICE)
    limits.spend("characters", spot, len(text))
    if depth > DEEPEST:
        return text
    parts, done, at = [], 0, 0
    while found := COMMAND.search(text, at):
        at = found.end()
        if macros.hides_structure(found[0]):
            new, at = macros.applied(found[0], text, at)
            parts += [text[done : found.start()], _within(new, macros, limits, spot, depth + 1)]
            done = at
    return re.sub(r"\s*\n\s*", " ", "".join([*parts, text[done:]]))


def read_environment(text: str, at: int) -> tuple[tuple[str, str] | None, int]:
    r"""The name of a new environment and the one with which it begins, if it does so.

    >>> read_environment(r"{thm}{\begin{theorem}}{\end{theorem}}", 0)
    (('thm', 'theorem'), 37)
    """
    _, at = starred(text, at)
    name, at = group(text, at)
    _, at = option(text, at)
    _, at = option(text, at)
    before, at = group(text, at)
    _, at = group(text, at)
    inner = re.search(r"\\begin\s*\{([^{}]+)\}", before or "")
    return ((name.strip(), inner[1].strip()) if name and inner else None), at
