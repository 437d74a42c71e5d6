"""A proof of a statement as an object: numbered steps, each with a check that can fail.

    PROOF = Proof(
        "bern.derived.square",
        where="x in [0,1], y in [0,1]",
        steps=(
            Given(1, "y is the square of x.", "y == x**2"),
            Inequality(2, "The square is at most x.", "y <= x", uses=(1,)),
        ),
    )

A step may state a relation between quantities, whose ranges the proof or the step gives; a step
that uses it may assume it. The last step is the statement, and each other one is used below it. A
check gives its proof as the default of its subject `proof`, so that mutants may change a step:

    @claim(..., mutants={"a cube": {"proof": PROOF.changed(1, formula="y == x**3")}})
    def squares(proof: Proof = PROOF) -> Verdict:
        return proof.verdict("A square of a number in [0, 1] is at most the number.")
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from banditproof.theory import Enclosure
from banditproof.verify.evidence import Evidence, Grade

from .claim_facts import StepFacts
from .proof_store import Refuted, settle
from .relations import Domain, Relation, goals, with_definitions
from .verdict import ForAll, Outcome, Sharpness, Verdict, undecided
from .vocabulary import BEYOND, WHOLE, Counterexample, Undecided, refuted, witness_of

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.terms import Term


class StepVerdict(StrEnum):
    """What a step turned out to be."""

    GIVEN = "given"
    PROVED = "proved"
    TEXTBOOK = "textbook"
    CLAIM = "claim"
    """It rests on a claim that is proved or derived."""
    WORDS = "words"
    """It is argued in words, or rests on a claim that is."""
    FAILED = "failed"
    UNDECIDED = "undecided"


STUCK = (StepVerdict.FAILED, StepVerdict.UNDECIDED)
"""The verdicts of a step at which a proof ends."""
Instance = Mapping[str, Any]
"""Values of some quantities: integers, fractions, enclosures, or texts of exact numbers."""


@dataclass(frozen=True)
class Context:
    """What a step may use when it is checked."""

    id: str
    domain: Domain
    known: Mapping[int, tuple[Relation, ...]]
    """The relations of the steps that it uses."""

    def given(self) -> list[Relation]:
        """All these relations."""
        return [one for several in self.known.values() for one in several]

    def name(self, number: int, part: str = "") -> str:
        """The name of a stored proof: that of its claim, then that of its step."""
        return f"{self.id}/{'.'.join(filter(None, (str(number), part)))}"


@dataclass(frozen=True)
class Step(ABC):
    """A numbered step: what it says, and its relation if it has one."""

    number: int
    says: str
    formula: str = ""
    uses: tuple[int, ...] = field(default=(), kw_only=True)
    """The numbers of the earlier steps that it uses."""
    where: str = field(default="", kw_only=True)
    """The ranges of quantities of its own, and conditions."""
    at: Mapping[int, Mapping[str, str]] = field(default_factory=dict, kw_only=True)
    """Terms for quantities of an earlier step: the step is used there, at these values."""

    kind: ClassVar[str]
    assumed: ClassVar[bool] = False
    """Whether it is a hypothesis or a definition, which holds of its own quantities alone."""
    joins: ClassVar[bool] = False
    """Whether it only joins the steps that it uses, each with its own ranges and conditions."""

    @abstractmethod
    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The verdict of the step and how it was found; raises if it fails or is not decided."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims and textbook facts that it rests on."""
        return ()

    @property
    def whole(self) -> str:
        """A quantity that is a whole number, for which only another quantity may be put."""
        return ""

    @property
    def needed(self) -> tuple[int, ...]:
        """All earlier steps that it uses."""
        return self.uses

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relation that it states, if there is one."""
        return (Relation.of(self.formula),) if self.formula else ()

    def facts(
        self, domain: Domain, verdict: StepVerdict | None = None, detail: str = ""
    ) -> StepFacts:
        """The step as data; of its domain, what is about the quantities of its relation."""
        return StepFacts(
            number=self.number,
            kind=self.kind,
            says=self.says,
            formula=self.formula,
            where=domain.about(name for one in self.relations for name in one.names),
            uses=self.needed,
            rests_on=self.rests_on,
            verdict=None if verdict is None else verdict.value,
            detail=detail,
        )


@dataclass(frozen=True)
class Proof:
    """Numbered steps that lead to the statement of a claim.

    >>> Proof("bern.none", steps=())
    Traceback (most recent call last):
      ...
    ValueError: The proof of bern.none has no steps; the last one is the statement.
    """

    id: str
    steps: tuple[Step, ...]
    where: str = ""
    """The ranges of the quantities of all steps."""
    instances: Callable[[], Iterable[Instance]] | None = None
    """Real cases, at which no relation of a step may be false."""
    parts: tuple[int, ...] = ()
    """The steps that state a part of the statement, besides the last one."""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError(f"The proof of {self.id} has no steps; the last one is the statement.")
        numbers = [step.number for step in self.steps]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"The steps of {self.id} have the numbers {numbers}; count from 1.")
        for step in self.steps:
            late = [number for number in step.needed if not 1 <= number < step.number]
            if late:
                raise ValueError(
                    f"Step {step.number} of {self.id} uses step {late[0]}; it can use earlier ones."
                )
        used = {number for step in self.steps for number in step.needed} | set(self.parts)
        unused = [number for number in numbers[:-1] if number not in used]
        if unused:
            raise ValueError(
                f"Step {unused[0]} of {self.id} is not used by a later one; leave it out or use it."
            )
        for step in self.steps:
            self._context(step)

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims and textbook facts of all steps, each once."""
        return tuple(dict.fromkeys(id for step in self.steps for id in step.rests_on))

    @property
    def facts(self) -> tuple[StepFacts, ...]:
        """The steps as data, without verdicts."""
        return tuple(step.facts(self._domain(step)) for step in self.steps)

    def step(self, number: int) -> Step:
        """The step with a number."""
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"The proof of {self.id} has no step {number}.")
        return self.steps[number - 1]

    def changed(self, number: int, **fields: Any) -> Proof:
        """The proof with other fields of one step, as a mutant has them."""
        new = replace(self.step(number), **fields)
        return replace(self, steps=tuple(new if s.number == number else s for s in self.steps))

    def _domain(self, step: Step) -> Domain:
        return Domain(self.where).and_that(step.where)

    def _context(self, step: Step) -> Context:
        domain = self._domain(step)
        domain.ranges  # noqa: B018 - read, so that a bad range is an error here
        known = {}
        for number in () if step.joins else step.needed:
            earlier, there = self.step(number), step.at.get(number, {})
            self._require_within(step, earlier, domain, there)
            from banditproof.theory.prover.notation import parse

            values = {name: parse(text) for name, text in there.items()}
            known[number] = tuple(one.with_values(values) for one in earlier.relations)
        return Context(self.id, domain, known)

    def _require_within(
        self, step: Step, earlier: Step, domain: Domain, there: Mapping[str, str]
    ) -> None:
        """An earlier relation is used only where it was shown."""
        if not earlier.relations:
            return
        shown, used = self._domain(earlier), f"Step {step.number} of {self.id} uses step"
        tied = set(there) & self._tied(earlier)
        if tied:
            raise ValueError(
                f"{used} {earlier.number} at another {min(tied)}, of which other steps tell more."
            )
        if not there.get(earlier.whole, "n").isidentifier():
            raise ValueError(f"{used} {earlier.number} at a term that need not be whole.")
        names = frozenset[str]().union(*(one.names for one in earlier.relations)) - set(there)
        if not names <= set(domain.ranges):
            return  # of a quantity that does not occur here: nothing is assumed of it
        for name in sorted(names & set(shown.ranges)):
            if not _within(domain.ranges[name], shown.ranges[name]):
                raise ValueError(
                    f"{used} {earlier.number} for a {name} outside of the range where it was shown."
                )
        for name, where in self._narrowed(earlier):
            here = None if name in there else domain.ranges.get(name)
            if here is not None and not _within(here, where):
                raise ValueError(
                    f"{used} {earlier.number}, which was shown for a smaller range of {name}."
                )
        for text in shown.conditions:
            if text not in domain.conditions and not Relation.of(text).names & set(there):
                raise ValueError(f"{used} {earlier.number} without its condition {text}.")

    def _narrowed(self, step: Step) -> list[tuple[str, Any]]:
        """The ranges of the tied quantities of a step, in it and in all that it uses."""
        tied, ranges = self._tied(step), self._domain(step).ranges
        found = [(name, where) for name, where in ranges.items() if name in tied]
        for number in () if step.joins else step.needed:
            there = step.at.get(number, {})
            found += [one for one in self._narrowed(self.step(number)) if one[0] not in there]
        return found

    def _tied(self, step: Step) -> set[str]:
        """The quantities of a step that are no variables of its own: it assumes more of them."""
        if step.assumed:
            return {name for one in step.relations for name in one.names}
        found: set[str] = set()
        for number in step.needed:
            before, there = self.step(number), step.at.get(number, {})
            found |= {name for one in before.relations for name in one.names} - set(there)
            found |= self._tied(before)
        return found

    def run(self) -> tuple[tuple[StepFacts, ...], Counterexample | None]:
        """Check all steps; also the counterexample, if a step is the statement and is false."""
        found: list[StepFacts] = []
        refutation: Counterexample | None = None
        cases = list(self.instances()) if self.instances else []
        for step in self.steps:
            if found and found[-1].verdict in STUCK:
                found.append(step.facts(self._domain(step), StepVerdict.UNDECIDED, "Not reached."))
                continue
            try:
                self._check_values(step)
                verdict, detail = step.check(self._context(step))
                _require_at_instances(step, self._domain(step), cases)
            except Undecided as gap:
                verdict, detail = StepVerdict.UNDECIDED, str(gap)
            except Refuted as point:
                verdict, detail = StepVerdict.FAILED, str(point)
                if step is self.steps[-1] and not step.needed:
                    refutation = Counterexample(step.says, dict(point.values), Grade.PROVED)
            except Counterexample as wrong:
                case = witness_of(wrong.case)
                verdict, detail = StepVerdict.FAILED, f"{wrong} {case}".strip()
                if step is self.steps[-1] and not step.needed:
                    refutation = wrong
            except Exception as error:  # a broken check must not pass for a step
                verdict = StepVerdict.UNDECIDED
                detail = f"The check of the step stopped: {type(error).__name__}: {error}"
            found.append(step.facts(self._domain(step), verdict, detail))
        return tuple(found), refutation

    def _check_values(self, step: Step) -> None:
        """Where an earlier step is used at other values, it was shown for these."""
        from banditproof.theory.prover.notation import parse

        for number, there in step.at.items():
            shown, context = self._domain(self.step(number)), self._context(step)
            values = {name: parse(text) for name, text in there.items()}
            wanted = [Relation.of(text).with_values(values) for text in shown.conditions]
            for name, value in values.items():
                wanted += shown.membership(name, value)
            others = [one for n, known in context.known.items() if n != number for one in known]
            for place, one in enumerate(wanted, 1):
                relation, rest = with_definitions(one, others)
                for goal in goals(relation, context.domain, rest):
                    settle(goal, context.name(step.number, f"at-{number}-{place}"))

    def verdict(
        self,
        finding: str,
        *,
        instances: str = "",
        beyond: str = "",
        sharpness: Sharpness | None = None,
        numbers: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """The verdict that the steps give; `instances` says what was checked besides, at points."""
        steps, refutation = self.run()
        if refutation is not None:
            wrong = refuted(refutation.finding, refutation.finding, **refutation.case)
            return replace(wrong, steps=steps)
        stuck = [step for step in steps if step.verdict in STUCK]
        if stuck:
            gap = f"Step {stuck[0].number} of the proof is {stuck[0].verdict}: {stuck[0].detail}"
            return replace(undecided(gap), steps=steps)
        grade = grade_of(steps)
        words = [str(step.number) for step in steps if step.verdict == StepVerdict.WORDS]
        left = BEYOND + beyond if beyond else WHOLE
        if words:
            plural = "s" * (len(words) > 1)
            left = f"Step{plural} {', '.join(words)} of the proof, argued in words."
            left += f" Beyond the statement: {beyond}" if beyond else ""
        covered = f"All that is stated, by the {_counted(steps)} of the proof."
        if instances:
            covered += f" Besides, {instances[0].lower()}{instances[1:]}"
        return Verdict(
            Outcome.HOLDS,
            finding,
            Evidence(grade, numbers or {}),
            covered,
            left,
            SETTLED[grade],
            sharpness,
            steps=steps,
        )


SETTLED = {
    Grade.PROVED: ForAll.MACHINE,
    Grade.DERIVED: ForAll.TEXTBOOK,
    Grade.POINTS: ForAll.WORDS,
}


def grade_of(steps: Iterable[StepFacts]) -> Grade:
    """The grade of a proof whose steps all stand: its weakest one decides."""
    found = {step.verdict for step in steps}
    if StepVerdict.WORDS in found:
        return Grade.POINTS
    by_name = {StepVerdict.TEXTBOOK, StepVerdict.CLAIM}
    return Grade.DERIVED if found & by_name else Grade.PROVED


def _counted(steps: tuple[StepFacts, ...]) -> str:
    return f"{len(steps)} steps" if len(steps) > 1 else "one step"


def _within(inner: Any, outer: Any) -> bool:
    """Whether one interval lies in another."""
    low = outer.lo is None or (
        inner.lo is not None
        and (inner.lo > outer.lo or (inner.lo == outer.lo and inner.lo_open >= outer.lo_open))
    )
    high = outer.hi is None or (
        inner.hi is not None
        and (inner.hi < outer.hi or (inner.hi == outer.hi and inner.hi_open >= outer.hi_open))
    )
    return bool(low and high)


def _require_at_instances(step: Step, domain: Domain, cases: Iterable[Instance]) -> None:
    """No relation of a step is false at a real case that its conditions admit."""
    conditions = [Relation.of(text) for text in domain.conditions]
    for case in cases:
        if not all(one.names <= set(case) and _holds(one, case) for one in conditions):
            continue
        for relation in step.relations:
            if relation.names <= set(case) and _is_false(relation, case):
                values = {name: case[name] for name in sorted(relation.names)}
                raise Counterexample(
                    f"{step.formula} is false in a real case.", values, Grade.PROVED
                )


def _holds(relation: Relation, case: Instance) -> bool:
    """Whether a relation is true, in balls, at values."""
    return all(_positive(term, relation.strict, case) for term in relation.signed)


def _is_false(relation: Relation, case: Instance) -> bool:
    """Whether a relation is false, in balls, at values."""
    return any(_positive(-term, not relation.strict, case) for term in relation.signed)


def _positive(term: Term, strict: bool, case: Instance) -> bool:
    """Whether a term is >= 0 (> 0 if strict), in balls, at values."""
    from banditproof.theory.balls import working_precision
    from banditproof.theory.prover.kernel.rules import BITS
    from banditproof.theory.prover.kernel.spans import Undefined, span

    with working_precision(BITS):
        try:
            return span(term, {n: _span_of(case[n]) for n in term.variables}).positive(strict)
        except Undefined:
            return False


def _span_of(value: Any) -> Any:
    """The span of an exact number or an enclosure."""
    from banditproof.theory.prover.kernel.spans import INF, Span, exactly

    if not isinstance(value, Enclosure):
        return exactly(Fraction(value))
    low = exactly(value.lo).lo if isinstance(value.lo, Fraction | int) else -INF
    high = exactly(value.hi).hi if isinstance(value.hi, Fraction | int) else INF
    return Span(low, high)
