"""Verdicts on a terminal as they are found, above a bar that says how long the rest will take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .output import COLOURS

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim, Result


def on_a_terminal() -> bool:
    """Whether somebody watches; what is piped has no bar, and its table at the end."""
    return sys.stderr.isatty() and sys.stdout.isatty()


@contextmanager
def shown_as_found(
    chosen: Sequence[Claim], workers: int, lines: bool
) -> Iterator[Callable[[Result], None]]:
    """What is called with each result: it moves the bar, and prints a line if lines are wanted.

    The bar counts the seconds that checks are known to take, divided among the workers.
    """
    if not on_a_terminal() or not chosen:
        yield lambda result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from banditproof.paper_checks.running.order_of_checks import expected_seconds

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    left = sum(expected_seconds(claim.id) for claim in chosen)
    spent = [0.0]
    console = Console(stderr=not lines)
    with Progress(
        *parts, TextColumn("{task.fields[left]}"), console=console, transient=True
    ) as bar:
        task = bar.add_task("checking", total=len(chosen), left=time_left(left / workers))

        def show(result: Result) -> None:
            expected = expected_seconds(result.claim.id)
            spent[0] += expected
            elapsed = bar.tasks[0].elapsed or 0.0
            # the first few verdicts say little of the pace of this machine
            pace = elapsed / spent[0] if spent[0] > 10 else 1 / workers
            rest = max(left - spent[0], 0.0) * pace
            bar.update(task, advance=1, left=time_left(rest))
            if lines:
                outcome = result.verdict.outcome.value
                bar.console.print(
                    result.claim.id,
                    f"[{COLOURS.get(outcome, '')}]{outcome}[/]" if outcome in COLOURS else outcome,
                    result.grade or "",
                    highlight=False,
                )

        yield show


def time_left(seconds: float) -> str:
    """How long the rest takes, in words.

    >>> time_left(3.2), time_left(80), time_left(0)
    ('4 s left', '2 min left', '')
    """
    if seconds <= 0:
        return ""
    return f"{-(-seconds // 1):.0f} s left" if seconds < 60 else f"{-(-seconds // 60):.0f} min left"
