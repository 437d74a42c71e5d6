"""Text for people, JSON for machines, progress of long work."""

from __future__ import annotations
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from .streams import encodes_everything
from .tables import Cell, print_table, print_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "coloured", "console", "on_a_terminal", "print_facts", "print_json", "print_table",
    "print_text", "progress", "progress_of_runs", "readable", "working",
]  # fmt: skip

Facts = TypeVar("Facts")

COLOURS = {
    "holds": "green",
    "definition": "cyan",
    "fails": "red",
    "fails-with-repair": "red",
    "misprint": "red",
    "holds-vacuously": "yellow",
    "not-reproduced": "red",
    "open": "magenta",
    "stale": "red",
    "not refuted": "magenta",
    "look further": "yellow",
    "not-mechanical": "dim",
    "proved": "green",
    "disproved": "red",
    "undecided": "magenta",
    "verified": "green",
    "accepted": "green",
    "rejected": "red",
    "unreadable": "red",
}
HINT_AFTER = 8.0
"""The seconds of work after which a hint is said."""
LONGEST_RATIO = 32
"""A ratio with a longer denominator, in bits, is shown by its decimals."""


def console() -> Console:
    """Standard output, as a place for text with markup."""
    from rich.console import Console
    from .tables import width

    return Console(width=width(), highlight=False)


def print_json(facts: Any) -> None:
    """Print a result as JSON; raises ValueError for a number that is not finite."""
    from .results import plain

    escaped = not encodes_everything()
    print(json.dumps(plain(facts), indent=2, ensure_ascii=escaped, allow_nan=False))


def print_facts(facts: Facts, json: bool, show: Callable[[Facts], None]) -> None:
    """Print a result as JSON if that is asked for, and otherwise by a function for people."""
    if json:
        print_json(facts)
    else:
        show(facts)


def readable(value: Any) -> str:
    """A number of the evidence as a person reads it: eight digits, lists and groups in one line.

    >>> from banditproof.theory import Enclosure
    >>> readable({"a": [0.1234567891, 2], "b": Enclosure.of("1/3")})
    'a: 0.12345679, 2; b: [0.33333333, 0.33333334]'
    >>> readable(Fraction(1, 3)), readable(Fraction(1, 3**40))
    ('1/3', '[8.2252633e-20, 8.2252634e-20]')
    """
    from banditproof.theory import Enclosure

    if isinstance(value, Enclosure):
        return value.rounded()
    if isinstance(value, Fraction) and value.denominator.bit_length() > LONGEST_RATIO:
        return Enclosure.of(value).rounded()
    if isinstance(value, float):
        return f"{value:.8g}"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {readable(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(readable(item) for item in value)
    return str(value)


def coloured(word: str, grade: str | None = None) -> Cell:
    """A verdict in its colour, which is strong where a machine showed all that is stated.

    >>> coloured("holds", "derived").style, coloured("holds", "points").style
    ('bold green', 'green')
    """
    from banditproof.paper_checks.verdicts.verdict_words import STRONG

    style = COLOURS.get(word, "")
    return Cell(word, f"bold {style}" if style and grade in STRONG else style)


class Advance(Protocol):
    """Reports finished work: a number of steps and what was done."""

    def __call__(self, steps: int = 1, label: str = "") -> None: ...


def on_a_terminal() -> bool:
    """Whether somebody watches: neither standard output nor standard error is piped."""
    return sys.stderr.isatty() and sys.stdout.isatty()


@contextmanager
def progress(total: int, label: str) -> Iterator[Advance]:
    """A progress bar on a terminal's standard error; nothing when output is piped."""
    if not on_a_terminal() or total < 1:
        yield lambda steps=1, label="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*parts, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)

        def advance(steps: int = 1, label: str = label) -> None:
            bar.update(task, advance=steps, description=label)

        yield advance


@contextmanager
def working(label: str, hint: str = "") -> Iterator[Callable[[str], None]]:
    """A line on a terminal's standard error: what is being done, and for how long; else nothing.

    The hint is said once, after some seconds of work.
    """
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    parts = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        began, said = time.monotonic(), not hint

        def show(words: str) -> None:
            nonlocal said
            bar.update(task, description=f"{label}: {words}")
            if not said and time.monotonic() - began > HINT_AFTER:
                said = True
                bar.console.print(hint, markup=False, highlight=False)

        yield show


@contextmanager
def progress_of_runs(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """The same bar for work that reports how many of its steps are finished so far."""
    with progress(total, label) as advance:
        before = 0

        def report(finished: int) -> None:
            nonlocal before
            advance(finished - before)
            before = finished

        yield report
