"""Whether the premises of a statement contradict each other, so that it says nothing.

`forall x. 0 <= x -> x <= 1 -> 2 <= x -> x <= 0` is a theorem, and is about no number. What is found
is a theorem of the kernel, and so is certain; that nothing is found says nothing.
"""

from __future__ import annotations
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING
from .arithmetic import relation
from .certificates import Certificates
from .formulas import FALSE, binary, imp
from .kernel import Theorem
from .laws import all_elim, and_elim
from .library import Library
from .passages import Passage
from .reasons import Reasons
from .shapes import constant, parts, under
from .simple_types import NAT, REAL, Type, arrow
from .sizes import AT_MOST
from .terms import App, Const, Free, Lam, Refused, Term, normal, opened
from .variables import frees, fresh

if TYPE_CHECKING:
    from .development import Derivation, Development

SECONDS = 1.0
"""How long a contradiction is searched for from some relations."""
IN_ALL = 4.0
"""How long all is looked at, in processor time: a busy machine finds what a quiet one does."""
FALSE_OF_NUMBERS = "1 <= 0"
MOST_DENIED = 4
"""For how many relations a < b it is asked whether b <= a."""
MOST_VALUES, MOST_INSTANCES = 8, 40
"""At how many values a premise about all values is looked at, and how many there are of all."""
MOST_CASES = 3
"""How many facts that are A or B are looked at in both cases."""
ONE = constant("1", REAL)
ADD, SUBTRACT = (constant(name, arrow(REAL, REAL, REAL)) for name in ("add", "sub"))


def says_nothing(
    development: Development, derivation: Derivation, seconds: float = SECONDS
) -> bool:
    """Whether what a theorem supposes is found to be false.

    So are the axioms of its folder, what it cites without a proof, and what cited outlines leave
    open.
    """
    library, said = development.library, derivation.theorem.conclusion
    for one in development.with_cited(derivation.name)[1:]:
        opened = [sentence.formula for sentence in one.opened if sentence.formula is not None]
        for formula in reversed(opened):
            said = imp(formula, said)
    for name in reversed(derivation.of_folder):
        said = imp(library.axioms[name].statement, said)
    for name in reversed(derivation.cited):
        said = imp(library.theory.axioms[name], said)
    apart = derivation.name in development.shipped
    return premises_contradict(said, library, seconds, apart)


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
    until = time.process_time() + IN_ALL
    supposed = [place.plain(library.theory.assume(said)) for said in _supposed(statement)]
    for th in supposed:
        place.add("", th)
    if _are_false(place, supposed, until):
        return True
    variables = sorted(
        {x for th in supposed for x in frees(th.conclusion)}, key=lambda x: (x.name, str(x.type))
    )
    return _are_false_somewhere(place, supposed, variables, until)


def _are_false(place: Reasons, supposed: Sequence[Theorem], until: float) -> bool:
    """Whether False follows from some facts as they stand."""
    said = {th.conclusion for th in supposed}
    if FALSE in said or any(imp(one, FALSE) in said for one in said):
        return True
    supposed = [_with_premises_shown(place, th) for th in supposed]
    named = [*dict.fromkeys(r for th in supposed for r in place.relations(th) or [th])]
    false = place.library.formula(Passage.of(FALSE_OF_NUMBERS))
    asked = (one for one in (false, *_denied(named)) if time.process_time() < until)
    return bool(named) and any(_follows(place, one, named) for one in asked)


def _are_false_somewhere(
    place: Reasons, supposed: Sequence[Theorem], variables: Sequence[Free], until: float
) -> bool:
    """Whether False follows at values of what is said of all, in each case of what is A or B.

    What exists is a new variable, of which it is so.
    """
    facts = [*chain.from_iterable(_taken_apart(place, th) for th in supposed)]
    if facts != [*supposed] and _are_false_in_cases(place, facts, until):
        return True
    with place.block():
        for th in facts:
            place.add("", th)
        instances = [*_instances(place, facts, variables, until)]
    found = [*chain.from_iterable(_taken_apart(place, th) for th in instances)]
    if not found and facts != [*supposed]:
        return False  # these were looked at above
    return _are_false_in_cases(place, [*facts, *found], until)


def _are_false_in_cases(
    place: Reasons, facts: Sequence[Theorem], until: float, most: int = MOST_CASES
) -> bool:
    """Whether False follows in each case of the first facts that are A or B, or A -> B."""
    split = next((th for th in facts if most and _cases(th.conclusion)), None)
    if split is not None:
        others = [th for th in facts if th.conclusion != split.conclusion]
        for case in _cases(split.conclusion):
            more = chain.from_iterable(_taken_apart(place, _assumed(place, one)) for one in case)
            if not _are_false_in_cases(place, [*others, *more], until, most - 1):
                return False
        return True
    with place.block():
        for th in facts:
            place.add("", th)
        return _are_false(place, facts, until)


def _cases(said: Term) -> list[list[Term]]:
    """The cases of A or B, and of A -> B, where A is a relation: both, and the opposite of A."""
    if pair := parts(said, "or"):
        return [[one] for one in pair]
    pair = parts(said, "imp")
    if pair and relation(pair[0]) and pair[1] != FALSE:
        return [[*pair], [imp(pair[0], FALSE)]]
    return []


def _assumed(place: Reasons, said: Term) -> Theorem:
    return place.plain(place.theory.assume(said))


def _taken_apart(place: Reasons, th: Theorem) -> Iterator[Theorem]:
    """The parts of a fact that is A and B, and of what exists."""
    th = place.plain(th)
    if parts(th.conclusion, "and"):
        for second in (False, True):
            yield from _taken_apart(place, and_elim(th, second))
    elif body := under(th.conclusion, "exists"):
        yield from _taken_apart(place, _assumed(place, opened(body.body, fresh(body.type))))
    else:
        yield th


def _instances(
    place: Reasons, facts: Sequence[Theorem], variables: Sequence[Free], until: float
) -> Iterator[Theorem]:
    """What is said of all values, at some terms, with the premises there that are shown."""
    left = MOST_INSTANCES
    for th in facts:
        begun = [th] if under(th.conclusion, "forall") else []
        while begun and left > 0 and time.process_time() < until:
            one = begun.pop(0)
            body = under(one.conclusion, "forall")
            if body is None:
                left -= 1
                one = _with_premises_shown(place, one)
                begun += [one] if under(one.conclusion, "forall") else []
                if parts(one.conclusion, "imp") is None or relation(one.conclusion):
                    yield one
                continue
            values = [*_values(place, body.type, facts, variables)][:MOST_VALUES]
            begun += [place.plain(all_elim(one, value)) for value in values]


def _values(
    place: Reasons, t: Type, facts: Sequence[Theorem], variables: Sequence[Free]
) -> Iterable[Term]:
    """The terms of a type in some facts, and numbers next to the variables among them."""
    own = [x for x in variables if x.type == t]
    found = [part for th in facts for part in _parts_within(th.conclusion)]
    typed = [part for part in found if place.theory.type_of(part) == t]
    if t == REAL:
        near = [App(App(op, x), ONE) for x in own for op in (ADD, SUBTRACT)]
        typed = [*near, constant("0", REAL), ONE]
    elif t == NAT:
        typed = [*typed, constant("0", NAT), constant("1", NAT)]
    return dict.fromkeys([*own, *typed])


def _parts_within(term: Term) -> Iterator[Term]:
    """The parts of a term that no binder holds: variables, numbers and applications."""
    if term.loose or isinstance(term, Lam):
        return
    if isinstance(term, App):
        yield from _parts_within(term.head)
        yield from _parts_within(term.arg)
    if isinstance(term, App | Free) or (isinstance(term, Const) and term.name[:1].isdigit()):
        yield term


def _follows(place: Reasons, said: Term, named: Sequence[Theorem]) -> bool:
    """Whether a relation is found to follow from others."""
    try:
        return place.by_arithmetic(said, [*named]).conclusion == said
    except (Refused, RecursionError):
        return False


def _denied(named: Sequence[Theorem]) -> Iterator[Term]:
    """Of a < b that b <= a, and of a <= b that b + 1 <= a: each is a contradiction to it.

    It is found where 1 <= 0 is not, as it speaks of the numbers of the relations. Where a or b is a
    number, the contradiction to a < b is found without that.
    """
    found = [r for th in named if (r := relation(th.conclusion)) and r[1] != "="]
    strict = [(a, b) for a, sign, b in found if sign == "<" and frees(a) and frees(b)]
    for small, large in strict[:MOST_DENIED]:
        yield normal(binary(AT_MOST, large, small))
    tied = [(a, b) for a, sign, b in found if sign == "<=" and len(frees(a) | frees(b)) > 1]
    for small, large in tied[:MOST_DENIED]:
        yield normal(binary(AT_MOST, App(App(ADD, large), ONE), small))


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
