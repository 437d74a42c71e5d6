"""A proof of a statement as an object: numbered steps, each with a check that can fail.

    PROOF = Proof(
        "bern.derived.square",
        where="x in [0,1], y in [0,1]",
        steps=(
            Given(1, "y is the square of x.", "y = x^2"),
            Inequality(2, "The square is at most x.", "y <= x", uses=(1,)),
        ),
    )

A step may state a relation between quantities, whose ranges the proof or the step gives; a step
that uses it may assume it. The last step is the statement, and each other one is used below it. A
check gives its proof as the default of its subject `proof`, so that mutants may change a step:

    @checks(..., mutants={"a cube": {"proof": PROOF.changed(1, formula="y = x^3")}})
    def squares(proof: Proof = PROOF) -> Verdict:
        return proof.verdict("A square of a number in [0, 1] is at most the number.")
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any
from banditproof.theory.prover.names_in_latex import like_a_function, look_alike
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from ..statements.completed import declared
from ..verdicts.step_facts import StepFacts
from ..verdicts.verdict import SETTLED_BY, Outcome, Sharpness, Verdict, undecided
from ..verdicts.vocabulary import BEYOND, READ, WHOLE, Counterexample, refuted
from .carried_weights import composed
from .cited import Given
from .instances import Instance
from .real_cases import RealCase, real_case
from .relations import Domain
from .scope import Scope
from .step import STUCK, Step, StepVerdict
from .whole_statement import SEEN, gives_names_besides, misses, only_defines, ranges_of

if TYPE_CHECKING:
    from .text.proof_text import ProofSource
    from .theorems.grades import Graded


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
    written: ProofSource | None = field(default=None, compare=False, repr=False)
    """Where it is written as text, with its mutants, if it is."""

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
        scope = self.scope
        for step in self.steps:
            scope.require(step)
        if alike := look_alike(scope.ranges_of_steps):
            raise ValueError(
                f"The names {alike[0]} and {alike[1]} of {self.id} are printed alike; rename one."
            )
        if name := like_a_function(scope.ranges_of_steps):
            raise ValueError(
                f"The name {name} of {self.id} is printed as a function; give it another one."
            )

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims and textbook facts of all steps, each once."""
        return tuple(dict.fromkeys(id for step in self.steps for id in step.rests_on))

    @property
    def mutants(self) -> Mapping[str, Proof]:
        """The mutants that stand below a proof that is written as text, by their names."""
        return {} if self.written is None else self.written.mutants

    @cached_property
    def case(self) -> RealCase:
        """Numbers at which all that it assumes of its quantities holds, or why there are none.

        There are others for a step that states a part of the claim in a case of its own.
        """
        return real_case(self)

    @property
    def facts(self) -> tuple[StepFacts, ...]:
        """The steps as data, without verdicts."""
        scope = self.scope
        return tuple(step.facts(scope.domain(step)) for step in self.steps)

    @property
    def formula(self) -> str:
        """The formula that its claim registers; empty if it registers none."""
        text = declared(self.id)
        return text.formula if text is not None else ""

    def step(self, number: int) -> Step:
        """The step with a number."""
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"The proof of {self.id} has no step {number}.")
        return self.steps[number - 1]

    @property
    def stating(self) -> tuple[int, ...]:
        """The steps that state the claim or a part of it: the last one, or all that it joins."""
        return tuple(sorted(n for n in self._with_parts if not self.step(n).joins))

    @cached_property
    def _with_parts(self) -> frozenset[int]:
        """The last step and the parts, with all that they join."""
        return self._with_joined(len(self.steps), *self.parts)

    def _with_joined(self, *numbers: int) -> frozenset[int]:
        """Some steps, with all that they join."""
        found, left = set[int](), list(numbers)
        while left:
            step = self.step(left.pop())
            found.add(step.number)
            left.extend(step.uses if step.joins else ())
        return frozenset(found)

    def stated(self, number: int) -> tuple[Step, Domain]:
        """A step that states the claim or a part of it, and where it holds."""
        step = self.step(number)
        if number not in self._with_parts:
            raise ValueError(f"Step {number} of {self.id} is no part of what the claim states.")
        return step, self.scope.domain(step)

    def wholes(self, number: int) -> frozenset[str]:
        """The quantities that must be whole numbers for a step."""
        return self.scope.wholes(self.step(number))

    def down_from(self, number: int) -> tuple[Step, ...]:
        """The steps that a step uses, by itself or through others, and the step itself."""
        numbers, steps = {number}, self.steps[:number]
        for step in reversed(steps):
            numbers.update(step.needed if step.number in numbers else ())
        return tuple(step for step in steps if step.number in numbers)

    def changed(self, number: int, **fields: Any) -> Proof:
        """The proof with other fields of one step, as a mutant has them."""
        new = replace(self.step(number), **fields)
        steps = tuple(new if s.number == number else s for s in self.steps)
        return replace(self, steps=steps, written=None)

    @cached_property
    def scope(self) -> Scope:
        """Its steps with their ranges."""
        return Scope(self.id, self.steps, self.where)

    def require_shown(self) -> None:
        """Its last step, the statement, or all that it joins, is not merely given.

        Lemmas, whose steps are parts of proofs, may end so.

        >>> step = Given(1, "The mean is at most 1.", "m <= 1")
        >>> Proof("bern.none", (step,), "m in [0,2]").verdict()
        Traceback (most recent call last):
          ...
        ValueError: Step 1 of bern.none is the statement, and given; say what shows it.
        """
        said = [self.step(number) for number in self._with_joined(len(self.steps))]
        if all(type(step) is Given for step in said if not step.joins):
            raise ValueError(
                f"Step {len(self.steps)} of {self.id} is the statement, and given; "
                "say what shows it."
            )

    def run(self) -> tuple[tuple[StepFacts, ...], Counterexample | None]:
        """Judge all steps; also the counterexample, if a step is the statement and is false."""
        # the judge reads proofs as texts, which are made of this class: it comes when it is asked
        judge = import_module("banditproof.paper_checks.proofs.theorems.judge")
        steps, stuck, shown = judge.judgement_of(self)
        if stuck is None or not self._states(stuck) or shown is None:
            return steps, None
        shown.grade = max(shown.grade, self._against())
        return steps, shown

    def _states(self, step: Step) -> bool:
        """Whether a step is the statement itself: the last one, which assumes definitions at most.

        Where another step is false the proof is wrong, and not the claim.
        """
        below = [self.step(number) for number in step.needed]
        beside = (one for one in self.steps if one.assumed and one.number not in step.needed)
        # what is given, and not used, may be what makes it true
        free = all(one.names.isdisjoint(step.names) for one in beside)
        return step is self.steps[-1] and free and all(map(only_defines, below))

    def _against(self) -> Grade:
        """The grade of a counterexample to the last step: `proved` if this is the statement."""
        last = self.steps[-1]
        if type(last) not in SEEN or misses(last, self.scope.domain(last), self.formula):
            return Grade.OUTLINED
        stated = Domain(ranges_of(self.formula)).ranges
        return Grade.PROVED if gives_names_besides(self.steps, stated) else Grade.OUTLINED

    def grade(self) -> Graded:
        """The grade of a proof whose steps all stand, as low as what its theorems leave open."""
        # as in `run`
        grades = import_module("banditproof.paper_checks.proofs.theorems.grades")
        result: Graded = grades.grade_of(self, self.formula)
        return result

    def verdict(
        self,
        finding: str = "",
        *,
        repairable: bool = False,
        instances: str = "",
        beyond: str = "",
        sharpness: Sharpness | None = None,
        numbers: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """The verdict that the steps give; `instances` says what was checked besides, at points.

        What is left out the text of the claim says: `summary`, `besides`, `beyond`.
        A `repairable` one is as in `require_or_repair`: where the statement is false, a `pair`
        records whether it fails with a repair or is a misprint.
        """
        self.require_shown()
        steps, refutation = self.run()
        if refutation is not None and repairable:
            refutation.repairable, refutation.steps = True, steps
            raise refutation
        if refutation is not None:
            wrong = refuted(
                refutation.finding, refutation.finding, grade=refutation.grade, **refutation.case
            )
            return replace(wrong, steps=steps)
        stuck = [step for step in steps if step.verdict in STUCK]
        if stuck:
            failed = stuck[0].verdict == StepVerdict.FAILED
            how = "fails" if failed else "is not decided"
            gap = f"Step {stuck[0].number} of the proof {how}: {stuck[0].detail}"
            return replace(undecided(gap), steps=steps)
        if (text := declared(self.id)) is not None:
            finding, instances = finding or text.summary, instances or text.besides
            beyond = beyond or text.beyond
        grade, lack, argued, lack_of_case, opened = self.grade()
        steps = tuple(replace(s, leaves_open=opened.get(s.number, s.leaves_open)) for s in steps)
        beyond = " ".join(filter(None, (beyond, lack_of_case)))
        left = f"{READ} Beyond the statement: {beyond}" if beyond else READ
        left += f" Of the formula: {lack}." if lack else ""
        if grade == Grade.PROVED:
            left = BEYOND + beyond if beyond else WHOLE
        if argued:
            plural = "s" * (len(argued) > 1)
            left = f"Step{plural} {', '.join(map(str, argued))} of the proof, argued in words."
            left += f" Beyond the statement: {beyond}" if beyond else ""
        what = "All that is stated" if grade == Grade.PROVED else "The proof"
        covered = f"{what}, by {composed(self.id, steps)}."
        if instances:
            covered += f" Besides, {instances[0].lower()}{instances[1:]}"
        return Verdict(
            Outcome.HOLDS,
            finding,
            Evidence(grade, numbers or {}, judged_by=JudgedBy.CHECK),
            covered,
            left,
            SETTLED_BY[grade][0],
            sharpness,
            steps=steps,
        )
