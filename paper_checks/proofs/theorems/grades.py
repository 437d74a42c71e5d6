"""The grade of a proof: what the theorems of the steps that state its claim leave open.

It is as low as the lowest hypothesis of these. A step on which none of them rests lowers nothing.
"""

from __future__ import annotations
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term
from banditproof.theory.logic.variables import frees
from banditproof.verify.evidence import Grade
from ..assumptions import Assumptions, Values
from ..real_cases import written
from ..relations import Domain
from ..whole_statement import ranges_of, steps_that_say
from .deep_terms import deeply_nested
from .formulas import is_relation
from .judge import judge, reader
from .kinds_of_hypotheses import SETTINGS, Kind, Label, is_setting
from .open_words import with_value, without_words
from .verdicts import opened_by

if TYPE_CHECKING:
    from ..proof import Proof
    from .sequents import Sequents

ABOUT_NUMBERS = (Kind.CLAIM, Kind.COMPUTED)
"""What is more than an argument in words, though it may have no relation."""


class Graded(NamedTuple):
    """The grade of a proof whose steps all stand, and why it is no better."""

    grade: Grade
    lack: str
    """How the proof is not that of the registered formula; empty if there is no such formula."""
    argued: tuple[int, ...]
    """The steps that are argued in words, or cite what is, and on which the statement rests."""
    lack_of_case: str = ""
    """Why no numbers are known at which all holds under which the statement stands."""
    opened: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    """What steps that state the claim leave open, where what they cite was looked into for that."""


def grade_of(proof: Proof, formula: str) -> Graded:
    """The grade of a proof whose steps all stand, of a claim that registers a formula or none.

    >>> from ..inequality import Inequality
    >>> from ..proof import Proof
    >>> proof = Proof("my.a", (Inequality(1, "A square.", "x^2 <= x"),), "x in [0,1]")
    >>> grade_of(proof, "x^2 <= x for x in [0,1]")[:2]
    (<Grade.PROVED: 'proved'>, '')
    >>> grade_of(proof, "x^2 <= x for x in [0,2]")[:2]
    (<Grade.OUTLINED: 'outlined'>, 'the last step is not shown for x in [0,2]')
    """
    alone = _graded(judge().of(proof), (), formula)
    if not formula or alone.grade != Grade.OUTLINED:
        return alone
    linked = reader().of(proof)  # what it cites may be shown down to the numbers
    whole = _graded(linked, reader().cited_by(linked), formula)
    if whole.grade != Grade.PROVED:
        return alone
    stated = map(proof.step, linked.stated)
    return whole._replace(opened={one.number: opened_by(linked, one) for one in stated})


def _graded(judged: Sequents, cited: Iterable[Sequents], formula: str) -> Graded:
    """The grade of a proof as it was judged, with or without what it cites."""
    grade, no_case = grade_at_case(judged, cited)
    opened = {one for number in judged.stated for one in judged.left_open(number)}
    said = steps_that_say(formula, judged.proof)
    missed = (lack or _besides(judged, number, one) for one, number, lack in said)
    lack = next(filter(None, missed), "")
    if lack and grade == Grade.PROVED:
        grade = Grade.OUTLINED
    argued = {one.step for one in opened if weight(one) > Grade.OUTLINED}
    return Graded(grade, lack if formula else "", tuple(sorted(argued)), no_case)


def grade_at_case(judged: Sequents, cited: Iterable[Sequents] = ()) -> tuple[Grade, str]:
    """The grade of what is left open, and why no real case is known: then it is points at most.

    What a linked proof takes in from `cited` ones needs a real case there.

    >>> from ..cited import Given
    >>> from ..inequality import Inequality
    >>> from ..proof import Proof
    >>> steps = Given(1, "A", "x >= 3"), Inequality(2, "B", "x >= 2", uses=(1,))
    >>> for where in ("x in [0,4]", "x in [0,2]"):
    ...     grade_at_case(judge().of(Proof("my.a", steps, where)))
    (<Grade.OUTLINED: 'outlined'>, '')
    (<Grade.POINTS: 'points'>, 'No numbers are known at which all holds that the proof assumes.')
    """
    lack = _lack_of_case(judged)
    for one in () if lack else cited:
        if there := _lack_of_case(one):
            lack = f"In {one.proof.id}, which is cited: {there}"
            break
    grade = grade_left_open(judged)
    return (max(grade, Grade.POINTS) if lack else grade), lack


def _lack_of_case(judged: Sequents) -> str:
    return judged.proof.case.lack or false_at_case(judged)


def false_at_case(judged: Sequents) -> str:
    """What a stated step says or supposes that is false at the real case of its proof; or nothing.

    A theorem stands under its hypotheses, in whatever case of the argument they were given.

    >>> from ..cited import Given
    >>> from ..inequality import Inequality
    >>> from ..proof import Proof
    >>> large = Given(1, "A", "y >= 5", where="v >= 1/2")
    >>> steps = large, Inequality(2, "B", "y >= 4", uses=(1,))
    >>> print(false_at_case(judge().of(Proof("my.a", steps, "y, v in [0,1]"))))
    At y = 1/2, v = 1/4, the numbers of its real case, y >= 5 is false, on which step 2 rests.
    """
    proof = judged.proof
    if proof.case.lack:
        return ""
    common = Values(Assumptions(proof), proof.case.numbers)
    for number in judged.stated:
        if number not in judged.facts:  # of a cited proof some steps are judged
            continue
        own = proof.case.of_steps.get(number)
        at = common if own is None else Values(Assumptions(proof, of=number), own)
        hypotheses = sorted(judged.facts[number].hypotheses, key=judged.order)
        supposed = [judged.relations[h] for h in hypotheses if h in judged.relations]
        for one in (*supposed, *proof.step(number).relations):
            if at.knows(one) and at.is_false(one):
                numbers = written(proof.case.numbers if own is None else own)
                what = f"At {numbers}, the numbers of its real case, {one} is false"
                return f"{what}, on which step {number} rests."
    return ""


def grade_left_open(judged: Sequents) -> Grade:
    """The lowest grade of what the stated steps leave open; of words alone `points`.

    Nothing better is said of a proof with a step that is refused.
    """
    if judged.faults:
        return Grade.POINTS
    opened = (one for number in judged.stated for one in judged.left_open(number))
    lowest = max((weight(one) for one in opened), default=Grade.PROVED)
    return lowest if any(_is_about_numbers(judged, n) for n in judged.stated) else Grade.POINTS


def weight(label: Label) -> Grade:
    """The grade of a theorem that stands under a hypothesis alone."""
    match label.kind:
        case Kind.CLAIM:
            return Grade.POINTS if label.no_outline else Grade.OUTLINED
        case Kind.ARGUED:
            return Grade.POINTS
        case Kind.BEYOND:
            return Grade.PROVED  # the checker has shown it, and the detail of the step names how
        case Kind.REFUSED:
            return Grade.PROVED  # of a step that was changed, and was not refused: it shows more
    return Grade.PROVED if is_setting(label.kind) else Grade.OUTLINED


def _is_about_numbers(judged: Sequents, number: int) -> bool:
    """Whether a theorem has a relation, or what a claim or a program says of one."""
    th = judged.facts[number]
    kinds = {judged.labels[h].kind for h in th.hypotheses}
    return not kinds.isdisjoint(ABOUT_NUMBERS) or any(
        map(is_relation, (th.conclusion, *th.hypotheses))
    )


def _besides(judged: Sequents, number: int, formula: str) -> str:
    """What a step supposes besides the ranges and conditions of a formula, in a clause.

    Names that equations define are replaced by their terms, which then suppose nothing.
    """
    region = Domain(ranges_of(formula))
    with deeply_nested():
        given = {th.conclusion for th in judged.within(region, region.ranges)}
        th = without_words(judged, judged.facts[number])
        th = _without_definitions(judged, th, region.ranges)
        judged.at = None  # what is shown here belongs to no step
        for h in sorted(th.hypotheses - given, key=judged.order):
            if judged.labels[h].kind in SETTINGS:
                th = _with_shown(judged, th, h, region)
        try:
            judged.require_defined(th.conclusion, region)
        except Refused:
            return "the formula of the claim is not seen to be defined everywhere"
    rest = [judged.labels[h] for h in sorted(th.hypotheses - given, key=judged.order)]
    besides = [str(label) for label in rest if label.kind != Kind.BEYOND]
    step = "the last step" if number == len(judged.proof.steps) else f"step {number}"
    return f"{step} stands under the {besides[0]}" if besides else ""


def _without_definitions(judged: Sequents, th: Theorem, stated: Collection[str]) -> Theorem:
    """A theorem with their terms in place of the names that equations define, but for some."""
    for h in sorted(th.hypotheses, key=judged.order):
        x, value = parts(h, "=") or (None, h)
        if (
            isinstance(x, Free)
            and x.type == REAL
            and x.name not in stated
            and x not in frees(value)
        ):
            return _without_definitions(judged, with_value(judged, th, x, value), stated)
    return th


def _with_shown(judged: Sequents, th: Theorem, hypothesis: Term, region: Domain) -> Theorem:
    """A theorem without a hypothesis, if the ranges and conditions of a domain show it."""
    try:
        shown = judged.arith(hypothesis, (), region)
    except Refused:
        return th
    return judged.theory.instance(judged.theory.imp_intro(hypothesis, th), (), shown)
