"""The mutants of a check: those of its decorators, and those below its proof as text.

In a program each is a decorator between `checks` and the function; a changed proof is a subject.
"""

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any, Literal, Protocol, get_args
from .claim import Check, Subjects

Of = Literal["claim", "print"]
MARKS, USED = "_mutants", "_mutants_are_used"
"""The attributes of a function: its mutants, and whether a decorator has read them."""
PROOF = "proof"
"""The subject of a check that is its proof."""


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


class WithMutants(Protocol):
    """A proof, as far as its mutants are concerned."""

    @property
    def id(self) -> str:
        """The ID of its claim."""

    @property
    def mutants(self) -> Mapping[str, Any]:
        """The changed proofs by their names."""


def with_mutants_of(
    proof: WithMutants, mutants: Mapping[str, Mapping[str, Any]], subjects: Mapping[str, Any]
) -> Mapping[str, Mapping[str, Any]]:
    """The mutants of a claim, then those of its proof, each made when its proof is asked for.

    Besides the proof, the latter have the subjects with which the claim is checked.
    """
    more = proof.mutants
    doubled = next((name for name in mutants if name in more), None)
    if doubled is not None:
        raise ValueError(
            f"The mutant {doubled!r} of {proof.id} stands in Python and below the proof as text; "
            "leave out one of them."
        )
    if not more:
        return mutants
    return {**mutants, **{name: MutantOfProof(more, name, subjects) for name in more}}


class MutantOfProof(Mapping[str, Any]):
    """The subjects of a mutant with a changed proof, which is made when it is asked for."""

    def __init__(self, proofs: Mapping[str, Any], name: str, subjects: Mapping[str, Any]) -> None:
        self._proofs, self._name = proofs, name
        self._others = {key: value for key, value in subjects.items() if key != PROOF}

    def __getitem__(self, subject: str) -> Any:
        return self._proofs[self._name] if subject == PROOF else self._others[subject]

    def __iter__(self) -> Iterator[str]:
        yield from self._others
        yield PROOF

    def __len__(self) -> int:
        return len(self._others) + 1

    def __repr__(self) -> str:
        return f"<the mutant {self._name!r}>"
