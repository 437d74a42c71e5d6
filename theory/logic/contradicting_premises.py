"""Whether the premises of a statement contradict each other, so that it says nothing.

`forall x. 0 <= x -> x <= 1 -> 2 <= x -> x <= 0` is a theorem, and is about no number. What is found
is a theorem of the kernel, and so is certain; that nothing is found says nothing.
"""

from __future__ import annotations
from collections.abc import Iterator, Sequence
from itertools import count
from .arithmetic import relation
from .certificates import Certificates
from .formulas import FALSE, binary, imp
from .kernel import Theorem
from .laws import all_elim
from .library import Library
from .passages import Passage
from .reasons import Reasons
from .shapes import parts, under
from .sizes import AT_MOST
from .terms import Free, Refused, Term, normal, opened
from .variables import frees, fresh

SECONDS = 1.0
"""How long a contradiction is searched for."""
FALSE_OF_NUMBERS = "1 <= 0"
MOST_DENIED = 4
"""For how many relations a < b it is asked whether b <= a."""


def premises_contradict(
    statement: Term, library: Library, seconds: float = SECONDS, apart: bool = False
) -> bool:
    """Whether False is found to follow from the relations that a statement supposes.

    >>> from .library import standard_library
    >>> library = standard_library(["numbers"])
    >>> for end in ("2 <= x", "1 <= x"):
    ...     said = library.formula(f"forall x. 0 <= x -> x <= 1 -> {end} -> 0 <= x^2")
    ...     print(premises_contradict(said, library))
    True
    False
    """
    place = Reasons(library, Certificates({}, seconds), apart=apart)
    supposed = [place.plain(library.theory.assume(said)) for said in _supposed(statement)]
    said = {th.conclusion for th in supposed}
    if FALSE in said or any(imp(one, FALSE) in said for one in said):
        return True
    for th in supposed:
        place.add("", th)
    supposed = [_with_premises_shown(place, th) for th in supposed]
    named = [*dict.fromkeys(r for th in supposed for r in place.relations(th) or [th])]
    false = library.formula(Passage.of(FALSE_OF_NUMBERS))
    return bool(named) and any(_follows(place, one, named) for one in (false, *_denied(named)))


def _follows(place: Reasons, said: Term, named: Sequence[Theorem]) -> bool:
    """Whether a relation is found to follow from others."""
    try:
        return place.by_arithmetic(said, [*named]).conclusion == said
    except (Refused, RecursionError):
        return False


def _denied(named: Sequence[Theorem]) -> Iterator[Term]:
    """Of a < b that b <= a, with which it is a contradiction, however near both may be.

    Where a or b is a number, the contradiction is found without that.
    """
    found = (relation(th.conclusion) for th in named)
    strict = [r for r in found if r and r[1] == "<" and frees(r[0]) and frees(r[2])]
    for small, _, large in strict[:MOST_DENIED]:
        yield normal(binary(AT_MOST, large, small))


def _with_premises_shown(place: Reasons, th: Theorem) -> Theorem:
    """What an implication says, such as a named hypothesis, if the others show its premises.

    Of `forall s. s = t -> A` it is A at t.
    """
    try:
        th = place.discharged(th, [], None)
        while (value := _defined(th)) is not None:
            th = place.discharged(all_elim(th, value), [], None)
        return th
    except Refused:
        return th


def _defined(th: Theorem) -> Term | None:
    """The term t of `forall s. s = t -> A`."""
    body = under(th.conclusion, "forall")
    if body is None:
        return None
    s = fresh(body.type)
    pair = parts(opened(body.body, s), "imp")
    left, value = (pair and parts(pair[0], "=")) or (None, s)
    return value if left == s and s not in frees(value) else None


def _supposed(statement: Term) -> list[Term]:
    """The premises of a statement, about new variables; what is negated at its end is none."""
    found, numbers = list[Term](), count()
    while True:
        if body := under(statement, "forall"):
            statement = opened(body.body, Free(f"{body.hint}%{next(numbers)}", body.type))
        elif (pair := parts(statement, "imp")) and pair[1] != FALSE:
            found.append(pair[0])
            statement = pair[1]
        else:
            return found
