"""Tables for people, JSON for machines, sentences for errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from banditproof.theory import Enclosure

COLOURS = {
    "holds": "green",
    "fails": "red",
    "holds-with-repair": "yellow",
    "open": "magenta",
    "not-mechanical": "dim",
    "private": "green",
    "not private": "red",
}
PIPED_WIDTH = 160
LONGEST_RATIO = 32
"""A ratio with a longer denominator, in bits, is shown by its decimals."""


def console() -> Console:
    """Standard output: as wide as the terminal, or a fixed width when piped."""
    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False)


def print_json(facts: Any) -> None:
    """Print facts as JSON; infinite and undefined numbers are refused rather than misspelt."""
    print(json.dumps(facts, indent=2, ensure_ascii=False, allow_nan=False))


def interval(number: Enclosure, digits: int = 8) -> str:
    """An enclosure rounded outwards to some digits; one number where both ends agree."""
    low, high = number.decimal_lo(digits), number.decimal_hi(digits)
    return low if low == high else f"[{low}, {high}]"


def readable(value: Any) -> str:
    """A number of the evidence as a person reads it: eight digits, lists and groups in one line.

    >>> readable({"a": [0.1234567891, 2], "b": Enclosure.of("1/3")})
    'a: 0.12345679, 2; b: [0.33333333, 0.33333334]'
    >>> readable(Fraction(1, 3)), readable(Fraction(1, 3**40))
    ('1/3', '[8.2252633e-20, 8.2252634e-20]')
    """
    if isinstance(value, Enclosure):
        return interval(value)
    if isinstance(value, Fraction) and value.denominator.bit_length() > LONGEST_RATIO:
        return interval(Enclosure.of(value))
    if isinstance(value, float):
        return f"{value:.8g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {readable(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(readable(item) for item in value)
    return str(value)


def coloured(word: str) -> Text:
    """A verdict in its colour."""
    return Text(word, style=COLOURS.get(word, ""))


def print_table(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str | None = None
) -> None:
    """Print a table; the last column takes the remaining width and wraps."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        last = place == len(columns) - 1
        table.add_column(column, overflow="fold", no_wrap=not last, min_width=20 if last else None)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    console().print(table)


class Advance(Protocol):
    """Reports finished work: a number of steps and what was done."""

    def __call__(self, steps: int = 1, label: str = "") -> None: ...


@contextmanager
def progress(total: int, label: str) -> Iterator[Advance]:
    """A progress bar on a terminal's standard error; silence when output is piped."""
    if not (sys.stderr.isatty() and sys.stdout.isatty()) or total < 1:
        yield lambda steps=1, label="": None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*parts, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)

        def advance(steps: int = 1, label: str = label) -> None:
            bar.update(task, advance=steps, description=label)

        yield advance
