r"""Cuts a text in LaTeX into words and formulas; a display becomes a formula in the line."""

import re
from collections.abc import Iterator
from .equations import ROWS, SINGLE, rows_of

OPENING = re.compile(r"\\begin\s*\{([^{}]*)\}(?:\s*\{\d+\})?|\\[\[(]|\\.|\$\$?", re.DOTALL)
CLOSINGS = {"$": "$", "$$": "$$", r"\[": r"\]", r"\(": r"\)"}
DISPLAYS = (*SINGLE, *ROWS, "displaymath", "math")
LEFT_OUT = re.compile(
    r"\\(?:label|tag\*?|intertext|uses|lean)\s*\{[^{}]*\}|\\(?:nonumber|notag|displaystyle|limits"
    r"|nolimits|leanok)(?![a-zA-Z])"
)

READABLE = (
    (re.compile(r"\\ensuremath\s*(?![a-zA-Z])"), ""),
    (re.compile(r"\\(begin|end)\{split\}"), r"\\\1{aligned}"),
    (re.compile(r"\\backslash(?![a-zA-Z])"), r"\\setminus "),
    (re.compile(r"\\operatorname\*?\s*\{([^{}]*[^a-zA-Z{} -][^{}]*)\}"), r"\\mathrm{\1}"),
    (re.compile(r"\\substack\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"\\begin{array}{c}\1\\end{array}"),
)
"""What the report cannot read, and how it is written for it."""


def cut(text: str) -> Iterator[tuple[bool, str]]:
    r"""The pieces of a text, each with whether it is a formula.

    >>> list(cut(r"If $a$, \begin{align} b &= c \\ d \end{align} so."))
    [(False, 'If '), (True, 'a'), (False, ', '), (True, 'b = c \\quad d'), (False, ' so.')]
    """
    at = done = 0
    while found := OPENING.search(text, at):
        at = found.end()
        sign, environment = found[0], (found[1] or "").rstrip("*")
        if sign not in CLOSINGS and environment not in DISPLAYS:
            continue
        ending = CLOSINGS.get(sign, f"\\end{{{found[1]}}}")
        end = _end(text, at, ending)
        if end < 0:
            continue
        if text[done : found.start()]:
            yield False, text[done : found.start()]
        yield True, in_a_line(text[at:end], environment)
        at = done = end + len(ending)
    if text[done:]:
        yield False, text[done:]


def _end(text: str, at: int, ending: str) -> int:
    """Where a formula ends; `$` within braces is one of a text inside it."""
    if ending not in ("$", "$$"):
        return text.find(ending, at)
    depth = 0
    for mark in re.compile(r"\\.|[{}$]", re.DOTALL).finditer(text, at):
        depth += (mark[0] == "{") - (mark[0] == "}")
        if mark[0] == "$" and depth <= 0 and text.startswith(ending, mark.start()):
            return mark.start()
    return -1


def in_a_line(formula: str, environment: str) -> str:
    """A formula without numbers and labels, its rows behind each other."""
    formula = LEFT_OUT.sub(" ", formula)
    if environment in (*ROWS, "multline"):
        formula = r" \quad ".join(row.strip() for row in rows_of(formula))
        formula = _without_marks(formula)
    formula = re.sub(r"\\(?:mbox|textrm|textnormal|textup|intertext)\b", r"\\text", formula)
    for written, readable in READABLE:
        formula = written.sub(readable, formula)
    return _texts_apart(" ".join(formula.split()).strip())


def _without_marks(formula: str) -> str:
    """A formula without the `&` of its rows; those of an inner environment stay."""
    kept, depth, at = [], 0, 0
    for mark in re.finditer(r"\\(begin|end)\s*\{[^{}]*\}|\\.|&", formula):
        if mark[1]:
            depth += 1 if mark[1] == "begin" else -1
        elif mark[0] == "&" and depth == 0:
            kept.append(formula[at : mark.start()])
            at = mark.end()
    return "".join([*kept, formula[at:]])


def _texts_apart(formula: str) -> str:
    r"""`\text{if $x$ holds}` with its own formulas outside of the text.

    >>> _texts_apart(r"a \text{ if $x$ holds}")
    'a \\text{ if }x\\text{ holds}'
    """
    parts = formula.split("$")
    if len(parts) == 1:
        return formula
    return "".join(
        part if place == 0 else ("}" if place % 2 else r"\text{") + part
        for place, part in enumerate(parts)
    )
