"""The rows of the checker with their theorems, as a part of a page of the documentation.

`python -m banditproof.theory.prover.coq.rules_as_page FILE` writes it; a test compares the two.
"""

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from banditproof.theory.prover.checker import rules, wider_rules
from banditproof.theory.prover.checker.all_rows import PARTS, all_functions
from banditproof.theory.prover.checker.rows import Row
from .checker_theorems import premises, theorems, without

GROUPS: tuple[tuple[str, tuple[Row, ...]], ...] = (
    ("Rules of the core", rules.ROWS),
    ("What rules share", PARTS),
    ("Rules beyond the core", wider_rules.ROWS),
    ("Parts of the rules beyond the core", wider_rules.PARTS),
)


def page_of_rules() -> str:
    """Markdown with each row, the texts of its theorems, and what is false without a condition.

    >>> "### `split`" in page_of_rules()
    True
    """
    return "\n".join(_lines())


def main(file: Path) -> None:
    """Write the part of the page into a file."""
    file.write_text(page_of_rules(), encoding="utf-8")


def _lines() -> Iterable[str]:
    for title, rows in GROUPS:
        yield f"## {title}\n"
        for row in rows:
            yield f"### `{row.name}`\n"
            yield f"- needs: {row.premises}"
            yield f"- asks: {row.sides}"
            yield f"- gives: {row.conclusion}\n"
            yield from _texts(row.theorems)
    yield "## Functions\n"
    for name, named in all_functions().items():
        yield f"### The function `{name}`\n"
        yield "Its range, its derivative, and that it is continuous where it has a value.\n"
        yield from _texts(named)
    yield "## Side conditions that are needed\n"
    yield "Coq has proved that these theorems are false without these side conditions.\n"
    yield "| Theorem | without | is denied by |"
    yield "| --- | --- | --- |"
    for one in without():
        condition = one.condition.removesuffix("->").strip()
        yield f"| `{one.of}` | `{condition}` | `{one.name}` |"
    yield ""


def _texts(names: Iterable[str]) -> Iterable[str]:
    yield "```coq"
    for name in names:
        yield f"{name} :"
        for line in _premise_by_premise(theorems()[name]):
            yield from textwrap.wrap(
                line, 96, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False
            )
    yield "```\n"


def _premise_by_premise(text: str) -> Iterable[str]:
    begin = 0
    for place in premises(text):
        if text[begin : place.start].strip():
            yield text[begin : place.start].strip()
        yield f"{text[place]} ->"
        begin = place.stop + len(" -> ")
    yield text[begin:]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
