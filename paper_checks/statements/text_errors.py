"""What is wrong with a text, with its file, line and column."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple


class WrongText(ValueError):
    """A text cannot be read, or does not fit its programs; the message begins with its place."""


class Spot(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: Path | str
    line: int = 1
    column: int = 1

    def wrong(self, sentence: str) -> WrongText:
        """An error with its place.

        >>> print(Spot("a.claims", 3, 5).wrong("The field 'a' is unknown; leave it out."))
        a.claims:3:5: The field 'a' is unknown; leave it out.
        """
        return WrongText(f"{self.file}:{self.line}:{self.column}: {sentence}")


def nearest_of(word: str, known: Iterable[str]) -> str:
    """The names to give instead of a wrong one, for the end of a sentence.

    >>> nearest_of("holdz", ["holds", "fails"]), nearest_of("x", ["holds", "fails"])
    ("did you mean 'holds'?", 'give one of holds, fails.')
    """
    names = list(known)
    near = get_close_matches(word, names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"give one of {', '.join(names)}."


def spot_of(file: Path | str, line: int, word: str) -> Spot:
    """Where a word stands in a declaration that begins at a line."""
    try:
        lines = Path(file).read_text(encoding="utf-8-sig").split("\n")
    except OSError:
        return Spot(file, line)
    for number, text in enumerate(lines[line - 1 :], line):
        if number > line and text and not text.startswith(" "):
            break
        if word in text:
            return Spot(file, number, text.index(word) + 1)
    return Spot(file, line)
