"""Stored proofs of inequalities: the kernel checks them again, so that nothing is searched for.

`python -m banditproof.paper_checks.write_proofs` writes them anew after a step was changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from .relations import statement_of
from .vocabulary import Undecided

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banditproof.theory import Enclosure
    from banditproof.theory.prover.kernel.rules import Goal

FOLDER = "stored_proofs"
SECONDS = 20.0
"""How long a proof that is not stored is searched for."""
REFUTED_WITHIN = 0.5
"""How many seconds a point is looked for at which a step without a stored proof is false."""
Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = "Callable[[Goal], Node | None]"


class Refuted(Exception):
    """A goal is false at a point."""

    def __init__(self, reason: str, values: Mapping[str, Fraction | Enclosure]) -> None:
        super().__init__(reason)
        self.values = values


_written: ContextVar[dict[str, str] | None] = ContextVar("_written", default=None)

_checked: dict[tuple[Goal, str], str] = {}
"""What was checked in this process already: goals and the names of their stored proofs."""


@contextmanager
def writing() -> Iterator[dict[str, str]]:
    """Inside, every proof is searched for, and the texts of their files gathered by name."""
    found: dict[str, str] = {}
    token = _written.set(found)
    try:
        yield found
    finally:
        _written.reset(token)


@cache
def stored_proof(name: str) -> Node | None:
    """The stored proof of a name, such as thesis.thm4.9.7; None if there is none."""
    place = files(__package__).joinpath(FOLDER, f"{name}.json")
    if not place.is_file():
        return None
    found: Node = json.loads(place.read_text(encoding="utf-8"))["proof"]
    return found


def text_of(goal: Goal, proof: Node) -> str:
    """The text of the file of a proof, as `banditproof verify-proof` reads it."""
    from banditproof.theory.prover.outcomes import Proof
    from banditproof.theory.prover.proof_files import text_of_proof

    statement = statement_of(goal)
    if statement.goal != goal:
        raise ValueError(f"The text {statement} does not say its goal; write the step otherwise.")
    return text_of_proof(Proof(statement, proof))


def settle(goal: Goal, name: str, search: Search | None = None) -> str:
    """Show a goal, by its stored proof or by a search, and say how.

    Raises `Refuted` with a point where the goal is false, and `Undecided` if neither is found.
    """
    from banditproof.theory.prover.kernel.rules import check
    from banditproof.theory.prover.search.counterexample import find_counterexample

    gathered = _written.get()
    if gathered is None and (goal, name) in _checked:
        return _checked[goal, name]
    kept = stored_proof(name) if gathered is None else None
    if kept is not None:
        try:
            check(goal, kept)
        except ValueError:
            pass  # of another goal: the step was changed
        else:
            return _checked.setdefault((goal, name), f"a stored proof of {rules_of(kept)}, checked")
    wrong = find_counterexample(goal, REFUTED_WITHIN, rounds=1)
    if wrong is not None:
        raise Refuted(wrong.reason, wrong.point)
    found = search(goal) if search else _searched(goal)
    if found is None:
        raise Undecided("The prover finds neither a proof nor a counterexample.")
    check(goal, found)
    if gathered is not None:
        gathered[name] = text_of(goal, found)
    return f"a proof of {rules_of(found)}, found"


def _searched(goal: Goal) -> Node | None:
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
