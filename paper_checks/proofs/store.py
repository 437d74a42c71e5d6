"""Stored proofs of inequalities: two programs check them again, so that nothing is searched for.

`python -m banditproof.paper_checks.running.write_proofs` writes them anew after a step was changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, TypeAlias

from ..statements.documents import document_of_id
from ..verdicts.vocabulary import Undecided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banditproof.theory import Enclosure
    from banditproof.theory.prover.kernel.rules import Goal

FOLDER = "stored"
BESIDE = "stored_proofs"
"""The folder of the stored proofs of a document of another folder, inside of that."""
SECONDS = 20.0
"""How long a proof that is not stored is searched for."""
REFUTED_WITHIN = 0.25
"""How many seconds a point is looked for at which a step without a stored proof is false."""
Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = "Callable[[Goal], Node | None]"


class Refuted(Exception):
    """A goal is false at a point."""

    def __init__(self, reason: str, values: Mapping[str, Fraction | Enclosure]) -> None:
        super().__init__(reason)
        self.values = values


_written: ContextVar[dict[str, tuple[Goal, Node]] | None] = ContextVar("_written", default=None)

_checked: dict[tuple[Goal, str], str] = {}
"""What was checked in this process already: goals and the names of their stored proofs."""


@contextmanager
def writing() -> Iterator[dict[str, tuple[Goal, Node]]]:
    """Inside, the proofs that are used are gathered by their names; those not stored are sought."""
    found: dict[str, tuple[Goal, Node]] = {}
    token = _written.set(found)
    try:
        yield found
    finally:
        _written.reset(token)


def gathering() -> bool:
    """Whether the proofs that are used are gathered, inside of `writing`."""
    return _written.get() is not None


def folder_of(id: str) -> Traversable:
    """The folder of the stored proofs of a claim: that of this package, or beside its document.

    >>> folder_of("bern.thm3.1").name
    'stored'
    """
    document = document_of_id(id)
    if document is None or document.own:
        return files(__package__).joinpath(FOLDER)
    return document.home.joinpath(BESIDE)


@cache
def stored_proofs(id: str) -> Mapping[str, tuple[Goal, Node]]:
    """The stored proofs of a claim, by the names of steps such as 7 or 7.base, with their goals."""
    from banditproof.theory.prover.step_proofs import steps_of

    place = folder_of(id).joinpath(f"{id}.json")
    if not place.is_file():
        return {}
    found = steps_of(place.read_text(encoding="utf-8"), f"The file {place.name}")
    return {one.name: (one.goal, one.tree) for one in found}


def settle(goal: Goal, name: str, search: Search | None = None) -> str:
    """Show a goal, by its stored proof or by a search, and say how.

    Raises `Refuted` with a point where the goal is false, and `Undecided` if neither is found.
    """
    from banditproof.theory.prover.two_checks import check_twice

    gathered = _written.get()
    if gathered is None and (goal, name) in _checked:
        return _checked[goal, name]
    id, _, step = name.partition("/")
    about, kept = _kept(id, step, anew=gathered is not None)
    if kept is not None and about == goal:  # else the step was changed
        if gathered is None:
            check_twice(goal, kept)
        if gathered is not None:
            gathered[name] = (goal, kept)
        return _checked.setdefault((goal, name), f"a stored proof of {rules_of(kept)}, checked")
    from banditproof.theory.prover.search.counterexample import find_counterexample

    wrong = find_counterexample(goal, REFUTED_WITHIN, rounds=1)
    if wrong is not None:
        raise Refuted(wrong.reason, wrong.point)
    found = search(goal) if search else searched(goal)
    if found is None:
        raise Undecided("The prover finds neither a proof nor a counterexample.")
    check_twice(goal, found)
    if gathered is not None:
        gathered[name] = (goal, found)
    return f"a proof of {rules_of(found)}, found"


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


def searched(goal: Goal) -> Node | None:
    """A proof that is found now, in SECONDS at most."""
    from banditproof.theory.prover.search.hunt import find_proof

    return find_proof(goal, SECONDS)


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
