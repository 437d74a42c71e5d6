"""Whether the premises of a statement contradict each other, so that it says nothing.

`forall x. 0 <= x -> x <= 1 -> 2 <= x -> x <= 0` is a theorem, and is about no number. What is found
is a theorem of the kernel, and so is certain; that nothing is found says nothing.
"""

from __future__ import annotations
from itertools import count
from .certificates import Certificates
from .formulas import FALSE, imp
from .kernel import Theorem
from .library import Library
from .passages import Passage
from .reasons import Reasons
from .shapes import parts, under
from .terms import Free, Refused, Term, opened

SECONDS = 1.0
"""How long a contradiction is searched for."""
FALSE_OF_NUMBERS = "1 <= 0"


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
    try:
        return bool(named) and place.by_arithmetic(false, named).conclusion == false
    except (Refused, RecursionError):
        return False


def _with_premises_shown(place: Reasons, th: Theorem) -> Theorem:
    """What an implication says, such as a named hypothesis, if the others show its premises."""
    try:
        return place.discharged(th, [], None)
    except Refused:
        return th


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
