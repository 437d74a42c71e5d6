"""A new proof is judged by the checker, and before that by the rules of the search.

The search has many rules and the checker few: a proof is written in these before it is checked.
Whatever is written, only a proof of the goal itself is accepted. The checker is the judge; the
rules of the search are what the search tries its steps by, and were written by the same people.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from .checker.stored_goals import recheck
from .elaboration.rules import elaborated
from .kernel.goals import Goal, meaningless
from .kernel.rules import check
from .kernel.terms import stored


def stored_goal(goal: Goal) -> dict[str, Any]:
    """A goal in JSON types.

    >>> from .statement import Statement
    >>> stored_goal(Statement.of("x >= x^2", "x in [0, 1)").goal)["region"]
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


def check_twice(goal: Goal, tree: Mapping[str, Any]) -> tuple[str, ...]:
    """What the checker says of a proof that the rules of the search accept; or ValueError."""
    check(goal, tree)
    return check_again(goal, tree)


def check_again(goal: Goal, tree: Mapping[str, Any]) -> tuple[str, ...]:
    """Raise ValueError unless the checker accepts a proof; the rules beyond the core that it needs.

    >>> from .statement import Statement
    >>> check_again(Statement.of("x >= x^2", "x in [0, 1)").goal, {"by": "Bernstein"})
    ()
    >>> wrong = Statement.of("x >= 2*x^2", "x in [0, 1)").goal
    >>> check_again(wrong, {"by": "span"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    banditproof.theory.prover.checker.terms.Refused: Rule 'span' at the root: The range ...
    """
    return recheck(stored_goal(goal), elaborated(goal, tree))


def beside_the_core(beyond: Iterable[str]) -> str:
    """What follows the word `checked` where a proof rests on rules beyond the core.

    >>> beside_the_core(()), beside_the_core(["lambertw"])
    ('', "; it rests on 'lambertw', which is no rule of the core")
    """
    names = tuple(beyond)
    return f"; it rests on {needed_rules(names)}" if names else ""


def needed_rules(beyond: Iterable[str]) -> str:
    """Rules beyond the core, in words.

    >>> needed_rules(["lambertw", "signs"])
    "'lambertw' and 'signs', which are no rules of the core"
    """
    names = [repr(name) for name in beyond]
    if len(names) == 1:
        return f"{names[0]}, which is no rule of the core"
    return f"{', '.join(names[:-1])} and {names[-1]}, which are no rules of the core"
