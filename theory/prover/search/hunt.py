"""The search for a proof: tactics in a fixed order, deeper and deeper, with a fair share each.

What is found does not depend on the clock: work is counted, and the time only ends the search.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.branches import cases_of
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import BITS, check, step
from banditproof.theory.prover.kernel.terms import nodes
from banditproof.theory.prover.notation import written
from . import (
    assumptions,
    cases,
    centres,
    comparisons,
    difference_of_powers,
    direct,
    ends,
    exponential_sums,
    factors,
    jensen,
    means,
    minorants,
    new_variables,
    orders,
    shapes,
    squares,
    tangents,
    triangles,
)
from .direct import Node
from .samples import looks_true

ROUNDS = (
    (1, 60),
    (2, 150),
    (3, 400),
    (4, 800),
    (5, 1600),
    (6, 3200),
    (5, 9000),
    (6, 30000),
    (7, 100000),
    (8, 300000),
)
"""How deep each round goes, and how many goals it may try."""
SHARE = 3
"""A tactic may use one part in so many of what is left to its goal."""
LEAST = 4
"""What a tactic may use at least, if there is so much."""


class OutOfTime(Exception):
    """The time of a search is used up."""


class OutOfWork(Exception):
    """The share of a tactic is used up."""


@dataclass
class Search:
    """What was proved and what failed so far, and when to stop."""

    seconds: float = 60.0
    """Of processor time."""
    trace: bool = False
    started: float = field(default_factory=time.process_time)
    """By the processor's clock: what is found does not depend on what else a machine does."""
    proved: dict[Goal, Node] = field(default_factory=dict)
    failed: dict[Goal, tuple[int, int]] = field(default_factory=dict)
    active: set[Goal] = field(default_factory=set)
    work: int = 0
    limit: int = 0
    stuck: Goal | None = None
    """The last goal that failed with the fewest steps left: where a proof is missing."""
    tried: tuple[str, ...] = ()
    """The tactics that were tried on it."""
    _left: int = 99

    def prove(self, goal: Goal, depth: int) -> Node | None:
        """A proof of a goal with at most so many steps below each other, or None."""
        if goal in self.proved:
            return self.proved[goal]
        room, before = self.limit - self.work, self.failed.get(goal, (-1, 0))
        # A goal below itself is a circle; a failure counts again only if this try is no deeper and
        # has no more work than the one that failed.
        if goal in self.active or (before[0] >= depth and before[1] >= room):
            return None
        # Everything that a tactic does grows with the term: larger goals pay more of the share.
        self.spend(1 + len(nodes(goal.term)) // 20)
        self.active.add(goal)
        try:
            result = self._by_tactics(goal, depth)
        finally:
            self.active.discard(goal)
        if result is None:
            self.failed[goal] = (depth, room)
        else:
            self.proved[goal] = result
        return result

    def spend(self, cost: int) -> None:
        """Count some work; raise if the share of it or the time is used up."""
        if time.process_time() - self.started > self.seconds:
            raise OutOfTime
        if self.work + cost > self.limit:
            raise OutOfWork
        self.work += cost

    def _checked(self, goal: Goal, found: Node) -> None:
        try:
            step(goal, found)
        except ValueError as bad:
            if self.trace:
                print("rejected:", found["by"], written(goal.term), bad)
            raise

    def _by_tactics(self, goal: Goal, depth: int) -> Node | None:
        outer, tried = self.limit, list[str]()
        several = any(True for node in nodes(goal.term) for _ in cases_of(node))
        # No tactic comes after the branches of max, min, abs or if: they may use all that is left.
        share = 1 if several else SHARE
        for tactic in tactics_for(self, goal, depth):
            tried.append(tactic.func.__name__.removeprefix("by_"))
            left = outer - self.work
            part = WHOLE.get(tactic.func, share)
            self.limit = self.work + max(left // part, min(left, LEAST))
            try:
                result = tactic()
                if result is not None:
                    # The parts of these have been checked one by one; a second check at each level
                    # would make the cost grow with the depth. The kernel checks the whole at the
                    # end.
                    if result["by"] not in ("split", "branch", "cases", "ends"):
                        self._checked(goal, result)
                    if self.trace:
                        print("  " * (8 - depth), result["by"], ":", written(goal.term))
                    return result
            except (ValueError, ArithmeticError, LookupError, OutOfWork):
                continue
            finally:
                self.limit = outer
        if depth <= self._left and "bernstein" in tried:  # samples do not speak against it
            self._left, self.stuck = depth, goal
            self.tried = tuple(dict.fromkeys(tried))
        return None


Tactic = Callable[[Search, Goal, int], Node | None]
AT_ONCE: tuple[Tactic, ...] = (direct.by_identity, direct.by_given, direct.by_infinity)
QUICK: tuple[Tactic, ...] = (
    direct.by_bernstein,
    direct.by_sturm,
    direct.by_generators,
    exponential_sums.by_exponential_sum,
)
EARLY: tuple[Tactic, ...] = (
    assumptions.by_multiple,
    assumptions.by_elimination,
    assumptions.by_contradiction,
    ends.by_needed_ends,
    triangles.by_restating,
    comparisons.by_named_root,
    factors.by_factors,
    means.by_means,
    jensen.by_jensen,
    comparisons.by_growth,
)
SEVERAL: tuple[Tactic, ...] = (
    new_variables.by_even_powers,
    new_variables.by_argument,
    orders.by_sorting,
    orders.by_tie,
    tangents.by_tangents,
    new_variables.by_ratio,
    centres.by_centre,
)
ALONG = (
    shapes.by_bottom,
    shapes.by_slope,
    shapes.by_concavity,
    shapes.by_hill,
    minorants.by_minorant,
)
LATE: tuple[Tactic, ...] = (
    squares.by_squares,
    comparisons.by_logarithms,
    comparisons.by_root,
    difference_of_powers.by_difference_of_powers,
    means.by_tangent_exponents,
    tangents.by_tangents,
    comparisons.by_exponentials,
    factors.by_sum,
    factors.by_division,
)
WHOLE = {
    ends.by_needed_ends: 1,
    triangles.by_restating: 1,
    comparisons.by_named_root: 1,
    assumptions.by_tidy: 1,
    assumptions.by_linear_exponent: 2,
}
"""Tactics that leave a goal as good as their own: the part of what is left that they may use."""
LAST: tuple[Tactic, ...] = (triangles.by_substitution, orders.by_order, cases.by_halves)


def tactics_for(search: Search, goal: Goal, depth: int) -> Iterator[partial[Node | None]]:
    """The tactics that may be tried on a goal, the cheap ones first."""
    at = (search, goal, depth)
    yield partial(direct.by_span, *at)
    if goal.term.kind == "num" and not goal.given:
        return
    for tactic in AT_ONCE:
        yield partial(tactic, *at)
    if not looks_true(goal):
        return
    for quick in QUICK:
        yield partial(quick, *at)
    if depth <= 0:
        return
    if any(True for node in nodes(goal.term) for _ in cases_of(node)):
        yield partial(cases.by_equation, *at)
        yield partial(ends.by_ends, *at)
        yield partial(cases.by_branches, *at)
        return
    if goal.given:
        yield partial(assumptions.by_forgetting, *at)
        yield partial(assumptions.by_tidy, *at)
        yield partial(assumptions.by_linear_exponent, *at)
    for tactic in EARLY:
        yield partial(tactic, *at)
    if goal.given:
        yield partial(ends.by_ends, *at)
        yield partial(new_variables.by_share, *at)
        yield partial(triangles.by_triangle, *at)
        yield partial(assumptions.by_multiplier, *at)
    names = [name for name, _ in goal.region if name in goal.term.variables]
    yield partial(triangles.by_power, *at)
    yield partial(comparisons.by_plain_root, *at)
    if len(names) > 1:
        for tactic in SEVERAL:
            yield partial(tactic, *at)
    for along in ALONG:
        for name in names:
            yield partial(along, *at, name)
    for tactic in LATE:
        yield partial(tactic, *at)
    yield partial(ends.by_ends, *at)
    for tactic in LAST:
        yield partial(tactic, *at)
    yield partial(cases.by_boxes, search, goal, 40 if depth < 4 else 1500)


def find_proof(
    goal: Goal,
    seconds: float = 60.0,
    trace: bool = False,
    search: Search | None = None,
    rounds: int | None = None,
) -> Node | None:
    """A proof of a goal that the kernel accepts, or None; `search` remembers where it stuck.

    What the first `rounds` of a search find is what the whole one finds.
    """
    search = search or Search(seconds, trace)
    with working_precision(BITS):
        for depth, work in ROUNDS[:rounds]:
            search.limit = search.work + work
            try:
                result = search.prove(goal, depth)
            except OutOfWork:
                continue
            except OutOfTime:
                break
            if result is not None:
                # The search is not trusted: a new check, without what the search remembers.
                check(goal, result)
                return result
    search.stuck = search.stuck or goal
    return None
