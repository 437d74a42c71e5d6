"""Docstrings of this project, which are plain text, as reStructuredText.

They have sentences with ASCII formulas (`|x - z|`, `T*`), code in backquotes, lists, indented
formulas, tables with bars, and examples. Signs that reStructuredText would take for markup are
escaped outside of code, and indented blocks and tables are kept as they stand.
"""

from __future__ import annotations
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FORMULAS = Path(__file__).resolve().parent.parent / "reference" / "formulas.toml"
"""The typeset formula of a function or a class, by its full name."""
MARKUP = re.compile(r"([\\*_|])")
CODE = re.compile(r"(``.+?``|`[^`]+`)")
BULLET = re.compile(r"\s*(-|\d+\.) ")


def escaped(line: str) -> str:
    r"""A line of prose with the signs of markup escaped outside of code.

    >>> print(escaped("|x - z| <= T*_KL, by `kl_inf`"))
    \|x - z\| <= T\*\_KL, by `kl_inf`
    """
    parts = CODE.split(line)
    parts[::2] = [MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def blocks(lines: list[str]) -> list[list[str]]:
    """Runs of lines of one kind: examples, lists, indented or barred lines, prose.

    >>> blocks(["One", "two:", "  x = 1", "", "- a", "  b", "", ">>> 1", "1"])
    [['One', 'two:'], ['  x = 1'], ['- a', '  b'], ['>>> 1', '1']]
    """
    results: list[list[str]] = []
    last = ""
    for line in lines:
        if not line.strip():
            last = ""
            if results and results[-1]:
                results.append([])
            continue
        kind = kind_of(line, last)
        if not results or kind != last:
            results.append([])
        results[-1].append(line)
        last = kind
    return [block for block in results if block]


def kind_of(line: str, last: str) -> str:
    """The kind of a line after a line of the kind `last` in the same paragraph."""
    if last == "example" or line.lstrip().startswith(">>>"):
        return "example"
    if BULLET.match(line):
        return "list"
    if last == "list" and indentation(line):
        return "list"
    if re.match(r"\s*\|[ -]", line):
        return "table"
    return "indented" if indentation(line) else "prose"


def written(block: list[str]) -> list[str]:
    """One block as reStructuredText."""
    kind = kind_of(block[0], "")
    if kind == "example":
        return block
    if kind == "indented":
        shift = min(map(indentation, block))
        return ["::", "", *("    " + line[shift:] for line in block)]
    if kind == "table":
        return table(block)
    if kind == "list":
        return items(block)
    return [escaped(line) for line in block]


def table(block: list[str]) -> list[str]:
    """A table with bars, whose first row is its head.

    >>> table(["| a | b |", "|---|---|", "| `x` | y |"])[4:]
    ['   * - a', '     - b', '   * - `x`', '     - y']
    """
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: auto", ""]
    for row in rows:
        if not all(set(cell) <= set(":-") for cell in row):
            marks = ["*"] + [" "] * (len(row) - 1)
            lines += [f"   {m} - {escaped(cell)}" for m, cell in zip(marks, row, strict=True)]
    return lines


def items(block: list[str]) -> list[str]:
    """The items of a list, their further lines below the first letter of the first one.

    >>> items(["1. One", "and more", "2. Two"])
    ['1. One', '   and more', '', '2. Two']
    """
    lines: list[str] = []
    width = 0
    for line in block:
        mark = BULLET.match(line)
        if mark:
            width = mark.end()
            lines += ["", line[:width] + escaped(line[width:])]
        else:
            lines.append(" " * width + escaped(line.strip()))
    return lines[1:]


def as_restructured_text(lines: list[str]) -> list[str]:
    """A docstring of this project as reStructuredText.

    >>> as_restructured_text(["The cost of x*.", "", "With", "  f = |x|", ""])
    ['The cost of x\\\\*.', '', 'With', '', '::', '', '    f = |x|', '']
    """
    result: list[str] = []
    for block in blocks(lines):
        result += [*written(block), ""]
    return result


def formulas() -> dict[str, str]:
    """The typeset formulas of the reference, by the names that they define."""
    with FORMULAS.open("rb") as file:
        return tomllib.load(file)


def with_formula(lines: list[str], latex: str) -> list[str]:
    """The docstring with its formula after the first paragraph."""
    end = lines.index("") if "" in lines else len(lines)
    block = ["", ".. math::", "", *("    " + line for line in latex.strip().splitlines()), ""]
    return [*lines[:end], *block, *lines[end:]]


def process(app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
    """The hook of autodoc: rewrite the lines of a docstring in place."""
    text = as_restructured_text(lines)
    if name in app.formulas:  # type: ignore[attr-defined]
        text = with_formula(text, app.formulas[name])  # type: ignore[attr-defined]
    lines[:] = text


def setup(app: Sphinx) -> dict[str, Any]:
    app.formulas = formulas()  # type: ignore[attr-defined]
    app.connect("autodoc-process-docstring", process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
