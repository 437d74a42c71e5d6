"""Files of numbers: comma-separated rows of exact decimals, with one sentence for each mistake."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

from banditproof.theory import exact

LARGEST_FILE = 64 << 20


def read_rows(path: Path) -> tuple[tuple[Fraction, ...], ...]:
    """The rows of a CSV file, each entry an exact decimal or ratio; empty lines are skipped.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "weights.csv"
    ...     _ = file.write_text("0.5,0.5\\n1/4,3/4\\n")
    ...     read_rows(file)[1]
    (Fraction(1, 4), Fraction(3, 4))
    """
    rows: list[tuple[Fraction, ...]] = []
    for line, words in _lines(path):
        row = tuple(_entry(path, line, word) for word in words)
        if rows and len(row) != len(rows[0]):
            raise ValueError(
                f"{path}, line {line}: {len(row)} numbers, but the first row has {len(rows[0])}; "
                "give rows of one length."
            )
        rows.append(row)
    if not rows:
        raise ValueError(f"{path} is empty; give rows of numbers, separated by commas.")
    return tuple(rows)


def _lines(path: Path) -> list[tuple[int, list[str]]]:
    try:
        if path.is_file() and path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"{path} is larger than 64 MB; give a smaller file.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise ValueError(
            f"{path} cannot be read ({problem.strerror}); give a CSV file of numbers."
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file; give a CSV file of numbers.") from None
    if "\0" in text:
        raise ValueError(f"{path} is not a text file; give a CSV file of numbers.")
    reader = csv.reader(text.splitlines())
    try:
        return [(reader.line_num, row) for row in reader if any(word.strip() for word in row)]
    except csv.Error as problem:
        raise ValueError(f"{path} is no CSV file ({problem}); give rows of numbers.") from None


def _entry(path: Path, line: int, word: str) -> Fraction:
    try:
        return exact(word.strip())
    except ValueError:
        shown = word.strip() if len(word) <= 30 else word.strip()[:30] + "..."
        raise ValueError(
            f"{path}, line {line}: {shown!r} is not a finite number; give decimals or ratios, "
            "separated by commas."
        ) from None
