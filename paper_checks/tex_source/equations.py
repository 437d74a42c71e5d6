r"""The numbers of displayed equations, row by row."""

import re
from collections.abc import Iterator
from .counters import Counters
from .groups import group, outside

SINGLE = ("equation", "multline", "dmath")
ROWS = (
    *("align", "gather", "eqnarray", "alignat", "flalign", "dgroup"),
    *("xalignat", "numcases", "subnumcases", "IEEEeqnarray"),
)
"""The environments each row of which has a number."""
MEASURED = ("align", "gather", "alignat", "flalign", "xalignat", "multline")
"""Those of amsmath that are set twice, between which all counters get their values again."""
MARK = re.compile(r"\\(begin|end)\s*\{[^{}]*\}|\\\\|\\.|[{}]", re.DOTALL)
INNER = re.compile(r"\\(begin|end)\s*\{(?:aligned|split|cases|gathered)\}")
TAG = re.compile(r"\\tag(\*?)\s*(?=\{)")
STEPS = re.compile(
    r"\\(?:(?:ref)?stepcounter\s*\{equation\}|addtocounter\s*\{equation\}\s*\{(-?\d{1,6})\})"
)
"""What the walk steps when it comes there: `\\addtocounter{equation}{1}\\tag{\\theequation}`."""
LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
UNNUMBERED = re.compile(r"\\(?:(?:IEEE)?nonumber|(?:IEEE)?notag)(?![a-zA-Z])")
NUMBERED = re.compile(r"\\IEEEyesnumber(?![a-zA-Z])")


def numbered_rows(
    body: str, environment: str, counters: Counters
) -> Iterator[tuple[str, list[str]]]:
    r"""The number of each row of an equation, empty if it has none, and its labels.

    The rows of a starred environment have none but what `\tag` gives.

    >>> body = r"a\label{one} \\ b\label{two} \nonumber \\ c \tag{*}"
    >>> list(numbered_rows(body, "align", Counters(chapters=False)))
    [('1', ['one']), ('', []), ('*', ['two'])]
    >>> list(numbered_rows(body, "align*", Counters(chapters=False)))
    [('', ['one']), ('', ['two']), ('*', [])]
    """
    carried: list[str] = []
    """Labels of rows without a number, which amsmath gives to the next one that has a number."""
    name = environment.removesuffix("*")
    before = 0
    for row in rows_of(body) if name in ROWS else [body]:
        tag = TAG.search(row)
        before += sum(int(found[1] or 1) for found in STEPS.finditer(row))
        if tag:
            number = counters.shown_later(group(row, tag.end())[0] or "", "equation", before)
        elif NUMBERED.search(row):
            number = counters.step("equation")
        elif name != environment or UNNUMBERED.search(outside(INNER, row)):
            number = ""
        else:
            number = counters.step("equation")
        labels = carried + [label.strip() for label in LABEL.findall(row)]
        carries = not number and name == environment != "eqnarray"
        carried = labels if carries else []
        yield number, [] if carried else labels
    if carried:
        yield "", carried


def rows_of(body: str) -> list[str]:
    r"""The rows of an environment; a break within braces or an inner environment is none.

    A break at the end begins a row, which has a number.

    >>> rows_of(r"a & b \\ \begin{cases} c \\ d \end{cases}")
    ['a & b ', ' \\begin{cases} c \\\\ d \\end{cases}']
    """
    rows, depth, at = list[str](), 0, 0
    for mark in MARK.finditer(body):
        sign = mark[0]
        if mark[1]:
            depth += 1 if mark[1] == "begin" else -1
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
        elif sign == "\\\\" and depth == 0:
            rows.append(body[at : mark.start()])
            at = mark.end()
    return [*rows, body[at:]]
