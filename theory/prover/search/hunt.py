"""The search for a proof: tactics in a fixed order, deeper and deeper, within a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from banditproof.theory.balls import working_precision

from ..kernel.rules import BITS, Goal, Rejected, check, step
from ..notation import written
from . import tactics
from .samples import looks_true
from .tactics import Node

DEPTHS = (1, 2, 3, 4, 5, 6)


class OutOfTime(Exception):
    """The time of a search is used up."""


@dataclass
class Search:
    """What was proved and what failed so far, and when to stop."""

    seconds: float = 60.0
    trace: bool = False
    started: float = field(default_factory=time.monotonic)
    proved: dict[Goal, Node] = field(default_factory=dict)
    failed: dict[Goal, int] = field(default_factory=dict)
    active: set[Goal] = field(default_factory=set)
    stuck: Goal | None = None
    """The last goal that failed with the fewest steps left: where a proof is missing."""
    tried: tuple[str, ...] = ()
    """The tactics that were tried on it."""
    _left: int = 99

    def prove(self, goal: Goal, depth: int) -> Node | None:
        """A proof of a goal with at most so many steps below each other, or None."""
        if time.monotonic() - self.started > self.seconds:
            raise OutOfTime
        if goal in self.proved:
            return self.proved[goal]
        if goal in self.active or self.failed.get(goal, -1) >= depth:
            return None
        self.active.add(goal)
        tried: list[str] = []
        try:
            for tactic in _tactics(self, goal, depth):
                tried.append(tactic.func.__name__.removeprefix("by_"))
                try:
                    found = tactic()
                    if found is not None:
                        if found["by"] != "split":
                            step(goal, found)
                        if self.trace:
                            print("  " * (8 - depth), found["by"], ":", written(goal.term))
                        self.proved[goal] = found
                        return found
                except (Rejected, ValueError, ArithmeticError, KeyError):
                    continue
        finally:
            self.active.discard(goal)
        self.failed[goal] = depth
        if depth <= self._left and "bernstein" in tried:  # samples do not speak against it
            self._left, self.stuck = depth, goal
            self.tried = tuple(dict.fromkeys(tried))
        return None


Tactic = partial[Node | None]


def _tactics(search: Search, goal: Goal, depth: int) -> Iterator[Tactic]:
    at = (search, goal, depth)
    yield partial(tactics.by_span, *at)
    if goal.term.kind == "num":
        return
    for simple in (tactics.by_identity, tactics.by_assumption, tactics.by_infinity):
        yield partial(simple, *at)
    if not looks_true(goal):
        return
    yield partial(tactics.by_bernstein, *at)
    if depth <= 0:
        return
    for early in (tactics.by_ends, tactics.by_branches, tactics.by_factors):
        yield partial(early, *at)
    names = [name for name, _ in goal.region if name in goal.term.variables]
    for along in (
        tactics.by_valley,
        tactics.by_slope,
        tactics.by_concavity,
        tactics.by_anchor,
        tactics.by_inflection,
    ):
        for name in names:
            yield partial(along, *at, name)
    for late in (tactics.by_root, tactics.by_logarithms, tactics.by_sum, tactics.by_division):
        yield partial(late, *at)
    yield partial(tactics.by_ends, *at, forced=True)
    yield partial(tactics.by_halves, *at)
    yield partial(tactics.by_boxes, search, goal, 40 if depth < 4 else 1500)


def find_proof(
    goal: Goal, seconds: float = 60.0, trace: bool = False, search: Search | None = None
) -> Node | None:
    """A proof of a goal that the kernel accepts, or None; `search` remembers where it stuck."""
    search = search or Search(seconds, trace)
    try:
        with working_precision(BITS):
            for depth in DEPTHS:
                found = search.prove(goal, depth)
                if found is not None:
                    check(goal, found)
                    return found
    except OutOfTime:
        pass
    search.stuck = search.stuck or goal
    return None
