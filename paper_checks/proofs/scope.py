"""The steps of a proof with their ranges and conditions, and what may run through them."""

from __future__ import annotations
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from .relations import Domain, Relation, lies_within
from .step import Context, Step

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.kernel.terms import Term


@dataclass(frozen=True)
class Scope:
    """The steps of a proof with their ranges and conditions."""

    id: str
    steps: tuple[Step, ...]
    where: str
    """The ranges and conditions of all steps."""

    def domain(self, step: Step) -> Domain:
        """The ranges and conditions of the proof and of a step."""
        return self._domains[step.number - 1]

    @cached_property
    def _domains(self) -> tuple[Domain, ...]:
        return tuple(Domain(self.where).and_that(step.where) for step in self.steps)

    @cached_property
    def ranges_of_steps(self) -> Mapping[str, frozenset[Interval]]:
        """The ranges that a quantity has in the steps."""
        results: dict[str, set[Interval]] = {}
        for domain in dict.fromkeys(self._domains):
            for name, where in domain.ranges.items():
                results.setdefault(name, set()).add(where)
        return {name: frozenset(ranges) for name, ranges in results.items()}

    def require(self, step: Step) -> None:
        """Refuse a step whose text cannot be meant: of what runs in it, and what it counts."""
        domain = self.domain(step)
        domain.ranges  # noqa: B018 - read, so that a bad range is an error here
        for number in step.at:
            self._values(step, number)  # a text that is no term is an error here
        for number, stated in step.among.items():
            self._require_all(step, number, stated)
        self._require_margins(step)
        self._require_running(step)
        self._require_assumed(step, domain)

    def context(self, step: Step) -> Context:
        """What a step may use."""
        known = {number: self._used(step, number) for number in (() if step.joins else step.needed)}
        return Context(self.id, self.domain(step), known)

    def _used(self, step: Step, number: int) -> tuple[Relation, ...]:
        """The relations of an earlier step, at the values at which a step uses it."""
        values = self._values(step, number)
        relations = self._step(number).relations
        return (
            tuple(relation.with_values(values) for relation in relations) if values else relations
        )

    def _values(self, step: Step, number: int) -> Mapping[str, Term]:
        """The terms at which a step uses an earlier one."""
        from banditproof.theory.prover.notation import parse

        return {name: parse(text) for name, text in step.at.get(number, {}).items()}

    def _require_all(self, step: Step, number: int, stated: Collection[Relation]) -> None:
        """What is said of all that runs was shown of all of it that the step speaks of."""
        running, shown = step.running[0], self.domain(self._step(number))
        needs = f"Step {step.number} of {self.id} needs step {number} for every"
        for name in sorted(running & set(shown.ranges)):
            where = shown.ranges[name]
            if not all(lies_within(here, where) for here in self.ranges_of_steps[name]):
                raise ValueError(f"{needs} {name}, which has a wider range elsewhere.")
        for condition in map(Relation.of, shown.conditions):
            names = condition.names & running
            if names and not any(condition.says_the_same_as(item) for item in stated):
                raise ValueError(
                    f"{needs} {min(names)}, and it was shown only where {condition}; say so by "
                    "`which`."
                )

    def _require_margins(self, step: Step) -> None:
        """What is said of every number above 0 was shown of numbers that come down to 0."""
        for name, numbers in step.margins.items():
            for number in numbers:
                there = self.domain(self._step(number))
                where = there.ranges.get(name)
                tied = [text for text in there.conditions if name in Relation.of(text).names]
                # What holds for every margin above 0 was shown of arbitrarily small ones.
                if where is None or where.lo != 0 or tied:
                    raise ValueError(
                        f"Step {step.number} of {self.id} needs step {number} for every {name} "
                        "above 0; give it the range (0, ...), and no condition."
                    )

    def _require_running(self, step: Step) -> None:
        """No hypothesis ties a fixed quantity to one that runs, or a margin to anything.

        An equation may have the name that it gives to a term on either side. One that gives a name
        to nothing else than a margin leaves that no more than some values.
        """
        running, fixed = step.running
        margins = set(step.margins)
        for earlier in self._assumed(step) if running else ():
            for relation in earlier.relations:
                name, value = relation.definition or relation.turned.definition or ("", None)
                depends = value is not None and name in fixed and value.variables & running
                bounds = relation.names and relation.names <= margins
                # what a definition on the left gives to a margin, the judge of the step refuses
                alike = relation.sign == "=" and relation.definition is None
                equates = alike and (not name or name in margins)
                if depends or bounds or (equates and relation.names & margins):
                    raise ValueError(
                        f"Step {step.number} of {self.id} is about every "
                        f"{min(relation.names & running)}, and step {earlier.number} ties it to "
                        "what is fixed."
                    )

    def _assumed(self, step: Step) -> list[Step]:
        """The hypotheses and definitions that a step uses, also through others."""
        numbers, before = set(step.needed), self.steps[: step.number - 1]
        for earlier in reversed(before):
            numbers.update(earlier.needed if earlier.number in numbers else ())
        return [earlier for earlier in before if earlier.number in numbers and earlier.assumed]

    def _require_assumed(self, step: Step, domain: Domain) -> None:
        """An induction supposes nothing of what it counts."""
        if not step.whole:
            return
        assumed = [item for earlier in self._assumed(step) for item in earlier.relations]
        if fault := step.fault(domain, assumed):
            raise ValueError(f"Step {step.number} of {self.id} {fault}")

    def wholes(self, step: Step) -> frozenset[str]:
        """The quantities that must be whole numbers for a step, by itself, others and claims."""
        return self._all_wholes[step.number - 1]

    @cached_property
    def _all_wholes(self) -> tuple[frozenset[str], ...]:
        all_results: list[frozenset[str]] = []
        for step in self.steps:
            result = {step.whole, *step.counted} - {""}
            for number in step.needed:
                values = self._values(step, number)
                for name in all_results[number - 1]:
                    result |= values[name].variables if name in values else {name}
            all_results.append(frozenset(result))
        return tuple(all_results)

    def _step(self, number: int) -> Step:
        return self.steps[number - 1]
