"""Reads schemas from a text: a name, what its symbols mean, its hypotheses and conclusions."""

import re
from collections.abc import Iterator
from pathlib import Path
from ...statements.text_errors import Spot
from .schema import Schema

NAME = re.compile(r"[a-z0-9-]+(:\S.*)?")
LINE = re.compile(r"    (?P<symbols>\S.*)|  (?P<word>if|margins|then) (?P<text>\S.*)")
PATTERN = " :: "
"""Stands between a hypothesis and its pattern."""


def schemas_of(text: str, file: Path) -> Iterator[Schema]:
    """The schemas that a text lists; a blank line ends each, and `#` begins a comment.

    >>> text = "markov\\n    p = P(X >= a)\\n  if X >= 0 :: X >= 0\\n  if a > 0\\n  then p <= m/a"
    >>> schema = next(schemas_of(text, Path("my.facts")))
    >>> schema.hypotheses, schema.patterns, schema.conclusions
    (('X >= 0', 'a > 0'), {'X >= 0': 'X >= 0'}, ('p <= m/a',))
    """
    lines: list[tuple[str, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.startswith("#"):
            continue
        if not line:
            if lines:
                yield _schema(lines)
            lines = []
        elif lines and line.startswith("      ") and lines[-1][0] not in ("name", "symbols"):
            word, before = lines[-1]
            lines[-1] = word, f"{before} {line.strip()}"
        else:
            lines.append(_line(line, bool(lines), Spot(file, number, 1)))


def _line(line: str, inside: bool, spot: Spot) -> tuple[str, str]:
    """What a line is, and its text."""
    match = LINE.fullmatch(line)
    if not inside and NAME.fullmatch(line):
        return "name", line
    if not inside or match is None:
        raise spot.wrong(
            f"The line {line!r} cannot stand here; give a name, then what its symbols mean four "
            "blanks in, then `if`, `margins` or `then` two blanks in, and a blank line."
        )
    return (match["word"], match["text"]) if match["word"] else ("symbols", match["symbols"])


def _schema(lines: list[tuple[str, str]]) -> Schema:
    texts = {
        word: tuple(text for kind, text in lines if kind == word)
        for word in ("name", "symbols", "if", "margins", "then")
    }
    hypotheses = [text.partition(PATTERN) for text in texts["if"]]
    return Schema(
        texts["name"][0],
        tuple(name for name, _, _ in hypotheses),
        texts["then"],
        " ".join(texts["symbols"]),
        {name: pattern for name, _, pattern in hypotheses if pattern},
        tuple(" ".join(texts["margins"]).split()),
    )
