"""A new proof counts if two programs accept it that share nothing: the kernel and the checker.

The kernel knows the rules of the search; the checker has fewer, and a proof is written in these
before it is checked. Whatever is written, only a proof of the goal itself is accepted. A proof that
is stored was accepted by both; where it is used again, the checker alone judges it once more, and
`python -m banditproof.paper_checks.running.check_stored_proofs` asks both about all of them.
"""

from collections.abc import Mapping
from typing import Any
from .checker.stored_goals import recheck
from .elaboration.rules import elaborated
from .kernel.goals import Goal, Rejected, meaningless
from .kernel.rules import check
from .kernel.terms import stored


def stored_goal(goal: Goal) -> dict[str, Any]:
    """A goal in JSON types.

    >>> from .statement import Statement
    >>> stored_goal(Statement.of("x >= x**2", "x in [0, 1)").goal)["region"]
    [['x', '0', '1', False, True]]
    """
    # what was stated is not this term, whose logarithms of 0 mean nothing then
    plain = {} if goal.literal or meaningless(goal.term) else {"plain": True}
    return {
        **plain,
        "term": stored(goal.term),
        "strict": goal.strict,
        "region": [
            [name, *(None if end is None else str(end) for end in where[:2]), *where[2:]]
            for name, where in goal.region
        ],
        "given": [[stored(term), strict] for term, strict in goal.given],
    }


def check_twice(goal: Goal, tree: Mapping[str, Any]) -> None:
    """Raise ValueError unless the kernel and the checker both accept a proof of a goal."""
    check(goal, tree)
    check_independently(goal, tree)


def check_independently(goal: Goal, tree: Mapping[str, Any]) -> None:
    """Raise ValueError unless the checker accepts a proof of a goal; no rule of the kernel counts.

    >>> from .statement import Statement
    >>> check_independently(Statement.of("x >= x**2", "x in [0, 1)").goal, {"by": "Bernstein"})
    >>> wrong = Statement.of("x >= 2*x**2", "x in [0, 1)").goal
    >>> check_independently(wrong, {"by": "span"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    banditproof.theory.prover.checker.terms.Refused: Rule 'span' at the root: The range ...
    """
    recheck(stored_goal(goal), elaborated(goal, tree))


def is_plain(found: object) -> bool:
    """Whether nothing in a proof can be another thing each time it is looked at.

    >>> is_plain({"by": "span", "defined": []}), is_plain({"by": range(3)})
    (True, False)
    """
    if type(found) is dict:
        return all(type(key) is str and is_plain(part) for key, part in found.items())
    if type(found) is list or type(found) is tuple:
        return all(map(is_plain, found))
    return found is None or type(found) in (str, int, float, bool)


_ACCEPTED: set[tuple[Goal, str]] = set()


def check_once(goal: Goal, tree: Mapping[str, Any]) -> None:
    """Raise ValueError unless the checker accepts a proof of a goal, now or earlier in a process.

    What was accepted before is true, so nothing rests on how a proof is written as text.
    """
    key = goal, repr(tree)
    if key not in _ACCEPTED:
        if not is_plain(tree):
            raise Rejected("A proof is made of plain lists, dictionaries, texts and numbers.")
        check_independently(goal, tree)
        _ACCEPTED.add(key)
