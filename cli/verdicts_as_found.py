"""Verdicts on a terminal as they are found, above a bar that says how long the rest will take."""

from __future__ import annotations
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING
from .output import coloured, on_a_terminal

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim, Result

FEW = 10.0
"""The first few verdicts say little of the pace of a machine: so many seconds are as expected."""


class Estimate:
    """How long the rest takes: what is known of each check, at the pace of those that ended."""

    def __init__(
        self, chosen: Sequence[Claim], workers: int, clock: Callable[[], float] = monotonic
    ) -> None:
        from banditproof.paper_checks.running.order_of_checks import expected_seconds

        # a whole and a copy take no time themselves
        self.known = {
            claim.id: expected_seconds(claim.id)
            for claim in chosen
            if claim.program and not claim.parts and not claim.repeats
        }
        self.workers, self.clock = workers, clock
        self.rest = sum(self.known.values())
        self.expected = self.took = FEW
        self.last = clock()

    def note(self, result: Result) -> None:
        """A check has ended, or its verdict was kept."""
        known = self.known.pop(result.claim.id, 0.0)
        self.rest -= known
        self.last = self.clock()
        if not result.kept:
            self.expected += known
            self.took += result.seconds

    def seconds(self) -> float:
        """How long the rest takes, by the clock; never nothing before the end."""
        if not self.known:
            return 0.0
        left = self.rest * self.took / self.expected / self.workers
        return max(left - (self.clock() - self.last), 1.0)


@contextmanager
def shown_as_found(
    chosen: Sequence[Claim], workers: int, lines: bool
) -> Iterator[Callable[[Result], None]]:
    """What is called with each result: it moves the bar, and prints a line if lines are wanted."""
    if not on_a_terminal() or not chosen:
        yield lambda result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
    from rich.text import Text

    estimate = Estimate(chosen, workers)

    class TimeLeft(ProgressColumn):
        """The time that is left, anew whenever the bar is drawn."""

        def render(self, task: object) -> Text:
            return Text(time_left(estimate.seconds()))

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    console = Console(stderr=not lines)
    with Progress(*parts, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=len(chosen))

        def show(result: Result) -> None:
            estimate.note(result)
            bar.update(task, advance=1)
            if lines:
                outcome = result.verdict.outcome.value
                style = coloured(outcome, result.graded).style
                bar.console.print(
                    result.claim.id,
                    f"[{style}]{outcome}[/]" if style else outcome,
                    result.graded,
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
