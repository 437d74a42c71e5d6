"""Rows of numbers from a file: comma-separated values, or another way of `row_formats`.

The first line may name the columns: it is a header if each of its words begins with a letter. Blank
lines, and lines that begin with #, are skipped. Numbers are read exactly, as `exact` reads them.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from banditproof.theory.exact import exact
from .bounded_files import NOT_TEXT, readable, text_lines
from .exact_words import NOT_FINITE, is_finite_word
from .row_formats import is_tree, separated, tree_rows

MOST_SHOWN = 30
MOST_WORDS = 2_000_000
"""The most numbers that are kept as words; `number_table` reads more of them."""
NO_NUMBERS = "holds no numbers; give one line of numbers for each row."


def read_rows(path: str | Path) -> tuple[tuple[Fraction, ...], ...]:
    """The rows of a file of numbers, of one length, each entry an exact rational.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "weights.csv"
    ...     _ = file.write_text("0.5,0.5\\n1/4,3/4\\n")
    ...     read_rows(file)[1]
    (Fraction(1, 4), Fraction(3, 4))
    """
    return tuple(tuple(exact(word) for word in row) for row in read_words(path))


def read_words(path: str | Path) -> list[list[str]]:
    """The same rows as words that `exact` can read.

    Raises ValueError with the name of the file and the line of the first mistake.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "actions.csv"
    ...     _ = file.write_text("x,y\\n1,0\\n1/3, 0.5\\n")
    ...     read_words(file)
    [['1', '0'], ['1/3', '0.5']]
    """
    name = str(path)
    rows: list[list[str]] = []
    headed = False
    for line, words in _lines(name):
        if not rows and not headed and is_a_header(words):
            headed = True
            continue
        check_words(name, line, words)
        if rows and len(words) != len(rows[0]):
            raise ValueError(
                f"{name}, line {line}: the first row has {len(rows[0])} entries and this one "
                f"{len(words)}; give rows of one length."
            )
        rows.append(words)
        if len(rows) * len(words) > MOST_WORDS:
            raise ValueError(f"{name} holds more than {MOST_WORDS} numbers; give fewer.")
    if not rows:
        raise ValueError(f"{name} {NO_NUMBERS}")
    return rows


def _lines(name: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the words of each line that is neither blank nor a comment."""
    with readable(name):
        if is_tree(name):
            yield from tree_rows(name, "".join(text_lines(name)))
            return
        reader = separated(text_lines(name))
        for words in reader:
            stripped = [word.strip() for word in words]
            if any(stripped) and not stripped[0].startswith("#"):
                yield reader.line_num, stripped


def header_of(path: str | Path) -> tuple[str, ...]:
    """The names of the columns of a file of numbers; none without a first line of names.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "rows.csv"
    ...     _ = file.write_text("age,income\\n1,0\\n")
    ...     header_of(file)
    ('age', 'income')
    """
    name = str(path)
    for _, words in _lines(name):
        return tuple(words) if is_a_header(words) else ()
    return ()


def is_a_header(words: list[str]) -> bool:
    """Whether the words of a first line name the columns."""
    return all(map(_is_a_name, words))


def _is_a_name(word: str) -> bool:
    """Whether a word names a column; nan and inf are numbers, which are errors."""
    return (word[:1].isalpha() or word[:1] == "_") and word.lower() not in NOT_FINITE


def check_words(name: str, line: int, words: list[str]) -> None:
    """Raise ValueError if a word of a line is not a finite number."""
    try:
        # one sum instead of a test for each word: it is finite only if all of them are
        if math.isfinite(math.fsum(map(float, words))):
            return
    except (ValueError, OverflowError):
        pass
    for column, word in enumerate(words, 1):
        place = f"{name}, line {line}, column {column}"
        shown = word if len(word) <= MOST_SHOWN else word[:MOST_SHOWN] + "..."
        if not word:
            raise ValueError(f"{place}: the entry is empty; give a number.")
        if not is_finite_word(word):
            raise ValueError(f"{place}: the entry is {shown}; give a finite number.")
        if not word.isprintable():
            raise ValueError(f"{name} {NOT_TEXT}")
        if word.lower() in ("true", "false"):
            raise ValueError(f"{place}: {shown!r} is no number; give 1 for true and 0 for false.")
        try:
            exact(word)
        except ValueError:
            hint = " separated by commas" if any(mark in word for mark in " ;\t") else ""
            hint = " with a decimal point" if "," in word else hint
            raise ValueError(
                f"{place}: {shown!r} is not a number; give numbers{hint}, such as 0.25 or 1/4."
            ) from None
