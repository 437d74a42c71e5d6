"""Stored proofs of inequalities: they are checked again, so that nothing is searched for.

The independent checker judges what this package stores; what a folder about another paper stores,
and what is found anew, counts only if the kernel accepts it as well.
`python -m banditproof.paper_checks.running.write_proofs` writes what is stored after a change.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias
from ..verdicts.vocabulary import Undecided
from .stored_files import file_of, is_archived, read_stored

if TYPE_CHECKING:
    from collections.abc import Iterator
    from banditproof.theory import Enclosure
    from banditproof.theory.prover.kernel.rules import Goal

SECONDS = 20.0
"""How long a proof that is not stored is searched for."""
REFUTED_WITHIN = 0.25
"""How many seconds a point is looked for at which a step without a stored proof is false."""
REFUTED_AT_LAST = 5.0
"""The same, before a goal is said to be undecided."""
AT_ONCE = 1
"""The rounds of a search for a proof that come before: most proofs are found in them, sooner."""
ANEW = "searched for, as no stored proof fits"
"""What the detail of a step says whose claim has stored proofs, and none of this step as it is."""
Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = "Callable[[Goal], Node | None]"


class Refuted(Exception):
    """A goal is false at a point."""

    def __init__(self, reason: str, values: Mapping[str, Fraction | Enclosure]) -> None:
        super().__init__(reason)
        self.values = values


_written: ContextVar[dict[str, tuple[Goal, Node]] | None] = ContextVar("_written", default=None)
_within: ContextVar[float | None] = ContextVar("_within", default=None)
_rounds: ContextVar[int | None] = ContextVar("_rounds", default=None)

_searched: list[str] = []
"""The names of the goals that were searched for, though their claims have a file."""
_checked: dict[tuple[Goal, str], str] = {}
"""What was checked in this process already: goals and the names of their stored proofs."""


@contextmanager
def writing() -> Iterator[dict[str, tuple[Goal, Node]]]:
    """Inside, the proofs that are used are gathered by their names; those not stored are sought."""
    results: dict[str, tuple[Goal, Node]] = {}
    token = _written.set(results)
    try:
        yield results
    finally:
        _written.reset(token)


@contextmanager
def searching_within(seconds: float) -> Iterator[None]:
    """Inside, a search takes less time, and a stored proof may show a goal like its own."""
    token = _within.set(seconds)
    try:
        yield
    finally:
        _within.reset(token)


def gathering() -> bool:
    """Whether the proofs that are used are gathered, inside of `writing`."""
    return _written.get() is not None


@contextmanager
def noting_searches() -> Iterator[list[str]]:
    """The names of the goals that are searched for inside, though their claims have a file."""
    before, names = len(_searched), list[str]()
    yield names
    names += _searched[before:]


@cache
def stored_proofs(id: str) -> Mapping[str, tuple[Goal, Node]]:
    """The stored proofs of a claim, by the names of steps such as 7 or 7.base, with their goals."""
    return {item.name: (item.goal, item.tree) for item in read_stored(id)}


def settle(goal: Goal, name: str, search: Search | None = None) -> str:
    """Show a goal, by its stored proof or by a search, and say how.

    Raises `Refuted` with a point where the goal is false, and `Undecided` if neither is found.
    """
    from banditproof.theory.prover.two_checks import (
        beside_the_core,
        check_independently,
        check_twice,
    )

    gathered = _written.get()
    if gathered is None and (goal, name) in _checked:
        return _checked[goal, name]
    id, _, step = name.partition("/")
    about, kept = _kept(id, step, anew=gathered is not None)
    if kept is not None and about == goal:  # else the step was changed
        said = f"a stored proof of {rules_of(kept)}, checked"
        if gathered is not None:  # it is written and not judged, so that nothing is remembered
            gathered[name] = (goal, kept)
            return said
        # the rules of the search are asked about archived proofs in the slow tests alone
        judge = check_independently if is_archived(id) else check_twice
        return _checked.setdefault((goal, name), said + beside_the_core(judge(goal, kept)))
    if kept is not None and _within.get() is not None and _shows(goal, kept):
        return _checked.setdefault((goal, name), "the stored proof, which shows this as well")
    result = _proof_or_point(goal, search or searched)
    if result is None:
        raise Undecided("The prover finds neither a proof nor a counterexample.")
    said = beside_the_core(check_twice(goal, result))
    if gathered is not None:
        gathered[name] = (goal, result)
    elif is_archived(id) or file_of(id).is_file():
        _searched.append(name)
    return f"a proof of {rules_of(result)}, found{said}"


def _proof_or_point(goal: Goal, search: Search) -> Node | None:
    """A proof that the first rounds find, or else one that is found after no point is.

    What the first rounds find is what the whole search would find.
    """
    from banditproof.theory.prover.search.counterexample import find_counterexample

    token = _rounds.set(AT_ONCE)
    try:
        result = search(goal)
    finally:
        _rounds.reset(token)
    if result is not None:
        return result

    def refute(seconds: float) -> None:
        wrong = find_counterexample(goal, seconds, rounds=1)
        if wrong is not None:
            raise Refuted(wrong.reason, wrong.point)

    refute(REFUTED_WITHIN)
    result = search(goal)
    if result is None:  # a busy machine may have ended the first look too soon
        refute(min(REFUTED_AT_LAST, _within.get() or REFUTED_AT_LAST))
    return result


def settle_each(goals: Iterable[Goal], name: str) -> None:
    """Show the goals of a relation, of which an equation has two, each with its stored proof."""
    for place, goal in enumerate(goals):
        settle(goal, f"{name}.reverse" if place else name)


def _kept(id: str, step: str, anew: bool) -> tuple[Goal | None, Node | None]:
    """The stored proof of a step, with its goal; where proofs are written, only one that is right.

    A damaged file is then as good as none, because it is written anew.
    """
    from banditproof.theory.prover.two_checks import check_twice

    if not anew:
        return stored_proofs(id).get(step, (None, None))
    try:
        goal, kept = stored_proofs(id).get(step, (None, None))
        if goal is not None and kept is not None:
            check_twice(goal, kept)
    except Exception:  # whatever a file that was changed by hand leads to
        return None, None
    return goal, kept


def _shows(goal: Goal, kept: Node) -> bool:
    """Whether a stored proof of another goal shows this one."""
    from banditproof.theory.prover.two_checks import check_twice

    try:
        check_twice(goal, kept)
    except Exception:  # whatever a proof of something else leads to
        return False
    return True


def searched(goal: Goal) -> Node | None:
    """A proof that is found now, in SECONDS at most, or in less if that was asked for."""
    from banditproof.theory.prover.search.hunt import find_proof

    return find_proof(goal, _within.get() or SECONDS, rounds=_rounds.get())


def rules_of(proof: Node) -> str:
    """How many rules a proof applies, in words.

    >>> rules_of({"by": "ends", "low": {"by": "span"}, "inside": {"by": "span"}})
    '3 rules'
    """
    count = _count(proof)
    return f"{count} rule{'s' * (count != 1)}"


def _count(part: Any) -> int:
    if isinstance(part, Mapping):
        return ("by" in part) + sum(map(_count, part.values()))
    return sum(map(_count, part)) if isinstance(part, list | tuple) else 0
