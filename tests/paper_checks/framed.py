"""Proofs by steps whose rows tests write, and change, in the first column, as blocks of a page."""

import re
from itertools import pairwise

HEAD = re.compile(r"(proof|lemma)\s+\S")


def framed(text: str) -> str:
    """The text with the rows of each block indented, and `qed` below the last one of them.

    A text in which some block ends with `qed` stays as it is.

    >>> print(framed("proof my.a\\n1. So. :: 0 <= 1\\n\\n# why"))
    proof my.a
      1. So. :: 0 <= 1
    qed
    <BLANKLINE>
    # why
    """
    return "\n".join(row for _, rows in _framed(text) for row in rows)


def framed_place(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and the column in the framed text of a place in the text."""
    above, here = 0, 0
    for number, (indent, rows) in enumerate(_framed(text), 1):
        if number == line:
            here = indent
            break
        above += len(rows) - 1
    return line + above, column + here


def _framed(text: str) -> list[tuple[int, list[str]]]:
    """For each row how far it is indented, and what stands in its place."""
    rows = text.split("\n")
    if "qed" in rows:
        return [(0, [row]) for row in rows]
    heads = [place for place, row in enumerate(rows) if HEAD.match(row)]
    result = [(0, [row]) for row in rows]
    for head, after in pairwise([*heads, len(rows)]):
        inside = [n for n in range(head, after) if rows[n].strip() and rows[n][0] != "#"]
        for place in range(head + 1, inside[-1] + 1):
            result[place] = (2, [f"  {rows[place]}"]) if rows[place].strip() else (0, [""])
        indent, last = result[inside[-1]]
        result[inside[-1]] = (indent, [*last, "qed"])
    return result
