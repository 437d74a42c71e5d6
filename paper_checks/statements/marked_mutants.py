"""Mutants of a check, one in a line: decorators between `checks` and the function."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Literal, get_args
from .claim import Check, Subjects

Of = Literal["claim", "print"]
MARKS, USED = "_mutants", "_mutants_are_used"
"""The attributes of a function: its mutants, and whether a decorator has read them."""


def mutant(name: str, of: Of = "claim", /, **subjects: Any) -> Callable[[Check], Check]:
    """Name wrong values of the subjects of the check below, with which the verdict must change.

    It stands below `checks`. Where a check has two claims, it belongs to the repaired one, or with
    "print" to the printed one, whose counterexample must disappear.

    >>> @mutant("sharper: 1/5", bound=0.2)
    ... @mutant("no room", bound=0)
    ... def variance(bound=0.25): ...
    >>> marked(variance)
    {'sharper: 1/5': {'bound': 0.2}, 'no room': {'bound': 0}}
    """
    if of not in get_args(Of):
        raise ValueError(f"The mutant {name!r} is one of {of!r}; give 'claim' or 'print'.")

    def mark(check: Check) -> Check:
        if not isinstance(check, FunctionType):
            raise ValueError(f"The mutant {name!r} is one of {check!r}; put it above a function.")
        marks = vars(check)
        if USED in marks:
            raise ValueError(f"The mutant {name!r} stands above `checks`; put it below.")
        others: dict[Of, Mapping[str, Subjects]] = marks.setdefault(MARKS, {})
        others[of] = _joined({name: subjects}, others.get(of, {}))
        return check

    return mark


def marked(
    check: Check, more: Mapping[str, Subjects] | None = None, of: Of = "claim"
) -> Mapping[str, Subjects]:
    """The mutants in the decorators of a check, and more of them."""
    marks = vars(check) if isinstance(check, FunctionType) else {}
    marks[USED] = True
    return _joined(marks.get(MARKS, {}).get(of, {}), more or {})


def _joined(
    first: Mapping[str, Subjects], second: Mapping[str, Subjects]
) -> Mapping[str, Subjects]:
    for name in first:
        if name in second:
            raise ValueError(f"The mutant {name!r} is named twice; give it another name.")
    return {**first, **second}
