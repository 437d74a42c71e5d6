"""The verdicts of steps that the kernel has judged, and how it has found them, in words."""

from __future__ import annotations
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.two_checks import beside_the_core
from banditproof.verify.evidence import Grade
from ...statements.recorded_verdicts import standing
from ...verdicts.step_facts import StepFacts
from ...verdicts.vocabulary import Counterexample, Undecided
from ...verdicts.witness import witness_of
from ..cited import Given, OnClaim, Textbook, Words
from ..induction import Induction
from ..relations import Domain, is_in_range
from ..step import Step, StepVerdict, is_shipped
from .arithmetic import FalseAt, is_at_sight
from .kinds_of_hypotheses import SETTINGS, Kind
from .open_items import open_items
from .points_against import point_against

if TYPE_CHECKING:
    from .sequents import Sequents

ANEW = "searched for, as no kept certificate fits"
"""What the detail of a step says whose proof has certificates, and none of this step as it is."""


def verdicts_of(judged: Sequents) -> Iterator[StepFacts]:
    """The steps, each with its verdict; those behind one that is refused are not reached."""
    refused = False
    for step in judged.proof.steps:
        if refused:
            verdict, detail = StepVerdict.UNDECIDED, "Not reached."
        elif step.number in judged.faults:
            refused = True
            verdict, detail = _refused(judged, step)
        else:
            verdict, detail = verdict_of(step), detail_of(judged, step)
        facts = step.facts(judged.domain(step), verdict, detail)
        states = step.number in judged.stated
        opened = opened_by(judged, step) if states and not refused else ()
        under = "" if refused else shown_under(judged, step)
        yield replace(facts, under=under, leaves_open=opened, states=states)


def shown_under(judged: Sequents, step: Step) -> str:
    """The ranges and conditions of a theorem, but for those of the quantities of its relation.

    What only joins others has none of its own.
    """
    domain = judged.domain(step)
    beside = Domain(domain.about(step.names))
    ranged, rest = set[str](), dict[str, None]()
    for h in sorted(judged.facts[step.number].hypotheses, key=judged.order):
        label, item = judged.labels[h], judged.relations.get(h)
        if label.kind not in SETTINGS or item is None or step.joins or beside.says(item):
            continue
        if is_in_range(item, domain.ranges):
            ranged |= item.names
        else:
            rest[label.name if label.kind == Kind.CONDITION else str(item)] = None
    return ", ".join((*domain.ranges_of(ranged), *rest))


def opened_by(judged: Sequents, step: Step) -> tuple[str, ...]:
    """What a step stands under besides its ranges and conditions, each with its place.

    That a quantity of a cited claim is a whole number is named as well.
    """
    opened = [item for item in open_items(judged, step) if item.besides]
    told = {item.label.name for item in opened if item.label.kind == Kind.WHOLE}
    place = f"step {step.number} of {judged.proof.id}"
    counted = sorted(judged.proof.wholes(step.number) - told)
    whole = (f"whole number {name}: {place}" for name in counted)
    return tuple(dict.fromkeys((*whole, *map(str, opened))))


def verdict_of(step: Step) -> StepVerdict:
    """The verdict of a step that is not refused, by its kind."""
    if isinstance(step, Words) or not is_shipped(step):
        # a class of somebody's own decides by itself what it calls proved
        return StepVerdict.WORDS
    if step.assumed:
        return StepVerdict.GIVEN
    if isinstance(step, Textbook):
        return StepVerdict.TEXTBOOK
    if isinstance(step, OnClaim):
        return step.verdict_by(Grade(standing(step.claim).grade or Grade.CITED))
    return StepVerdict.PROVED


def detail_of(judged: Sequents, step: Step) -> str:
    """How a step that is not refused was found."""
    how = [judged.details[step.number]] if step.number in judged.details else []
    if isinstance(step, Induction):
        how.append(_counted(step))
    if isinstance(step, Textbook):
        how.append(step.discharged)
    if isinstance(step, OnClaim):
        how.append(step.cited_as(Grade(standing(step.claim).grade or Grade.CITED)))
    return "; ".join([*how, *_by_certificates(judged, step)])


def _counted(step: Induction) -> str:
    """What an induction speaks of besides its relation."""
    whole = f"for whole {step.variable}"
    if not step.sequence:
        return whole
    return f"{whole}, where {step.sequence} = {step.first}, then {step.following}"


def _by_certificates(judged: Sequents, step: Step) -> Iterator[str]:
    """How many rules its certificates have, and whether one was searched for."""
    noted = judged.noted.get(step.number, {})
    kept = [one.proved for one in noted.values() if not is_at_sight(one.goal, one.proved.tree)]
    count = sum(_rules_in(proved.tree) for proved in kept)
    searched = any(proved.searched for proved in kept)
    beyond = beside_the_core({rule: None for proved in kept for rule in proved.beyond})
    if kept:
        rules = f"{count} rule{'s' * (count != 1)}"
        found = (f", {ANEW}" if judged.kept else ", found") if searched else ""
        yield f"a {'' if searched else 'kept '}certificate of {rules}{found}{beyond}"
    elif noted and not isinstance(step, Textbook | OnClaim | Given):
        yield "seen at first sight"


def _rules_in(part: Any) -> int:
    if isinstance(part, Mapping):
        return ("by" in part) + sum(map(_rules_in, part.values()))
    return sum(map(_rules_in, part)) if isinstance(part, list | tuple) else 0


def _refused(judged: Sequents, step: Step) -> tuple[StepVerdict, str]:
    """Whether a step that is refused is false, and why it is refused."""
    wrong = judged.raised[step.number]
    if isinstance(wrong, Counterexample):
        return StepVerdict.FAILED, f"{wrong} {witness_of(wrong.case)}".strip()
    if isinstance(wrong, Refused | Undecided):
        try:
            point = point_against(step, judged.proof.scope.context(step))
        except ValueError as reason:
            return StepVerdict.UNDECIDED, f"The check of the step stopped: {reason}"
        if point is not None:
            judged.raised[step.number] = point
            return StepVerdict.FAILED, str(point)
        false = isinstance(wrong, FalseAt) and wrong.quantities
        return StepVerdict.FAILED if false else StepVerdict.UNDECIDED, str(wrong)
    return StepVerdict.UNDECIDED, f"The check of the step stopped: {judged.faults[step.number]}"
