"""Where the steps of a proof hold: an earlier one is used only where it was shown."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from .relations import Domain, Relation, lies_within, may_be_whole
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
        """Refuse a step that uses an earlier one beyond its domain."""
        domain = self.domain(step)
        domain.ranges  # noqa: B018 - read, so that a bad range is an error here
        for number in () if step.joins else step.needed:
            self._require_within(step, self._step(number), domain, step.at.get(number, {}))
        for number in step.at:
            self._values(step, number)  # a text that is no term is an error here
        self._require_margins(step)
        self._require_running(step)
        self._require_assumed(step, domain)
        if step.number in step.among:
            self._wanted(step, step)

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

    def _require_within(
        self, step: Step, earlier: Step, domain: Domain, there: Mapping[str, str]
    ) -> None:
        """An earlier relation is used only where it was shown."""
        if not earlier.relations:
            return
        shown, used = self.domain(earlier), f"Step {step.number} of {self.id} uses step"
        wanted = self._wanted(step, earlier)
        # What is tied stands under hypotheses: at another value these would have to hold as well.
        tied = set(there) & self._tied(earlier)
        if tied:
            raise ValueError(
                f"{used} {earlier.number} at another {min(tied)}, of which other steps tell more."
            )
        if not all(may_be_whole(value) for value in self._whole_values(step, earlier)):
            raise ValueError(f"{used} {earlier.number} at a term that need not be whole.")
        names, ranges = earlier.names - set(there), set(domain.ranges)
        for name in sorted(names & set(shown.ranges) & ranges):
            if not lies_within(domain.ranges[name], shown.ranges[name]):
                raise ValueError(
                    f"{used} {earlier.number} for a {name} outside of the range where it was shown."
                )
        # Through the steps between it rests on all ranges that a tied quantity had: the use must
        # lie in each of them. A quantity without a range here may be anywhere that it is in some
        # step.
        # What is shown of quantities that do not occur here says so itself, by what it rests on.
        here = earlier.assumed or names <= ranges
        for name, several in self.narrowed(earlier).items():
            if name in there or not (here or name in ranges):
                continue
            own = domain.ranges.get(name)
            inner = [own] if own else self.ranges_of_steps[name]
            if not all(lies_within(item, where) for item in inner for where in several):
                raise ValueError(
                    f"{used} {earlier.number}, which was shown for a smaller range of {name}."
                )
        # A condition on a quantity that gets a value is shown at this value.
        for text in wanted if here else ():
            if text not in domain.conditions and not Relation.of(text).names & set(there):
                raise ValueError(f"{used} {earlier.number} without its condition {text}.")

    def _wanted(self, step: Step, earlier: Step) -> list[str]:
        """The conditions of an earlier step, without those that say what runs through it."""
        running, stated = step.running[0], step.among.get(earlier.number)
        wanted = []
        shown = self.domain(earlier)
        for name in sorted(running & set(shown.ranges)) if stated is not None else ():
            if not all(
                lies_within(here, shown.ranges[name]) for here in self.ranges_of_steps[name]
            ):
                raise ValueError(
                    f"Step {step.number} of {self.id} needs step {earlier.number} for every "
                    f"{name}, which has a wider range elsewhere."
                )
        for text in shown.conditions:
            names = Relation.of(text).names & running
            if stated is None or not names:
                wanted.append(text)
            elif not any(Relation.of(text).says_the_same_as(item) for item in stated):
                raise ValueError(
                    f"Step {step.number} of {self.id} needs step {earlier.number} for every "
                    f"{min(names)}, and it was shown only where {text}; say so by `which`."
                )
        return wanted

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
        """No hypothesis defines a fixed quantity by one that runs, or bounds a margin alone."""
        running, fixed = step.running
        for earlier in self._assumed(step) if running else ():
            for relation in earlier.relations:
                name, value = relation.definition or ("", None)
                depends = value is not None and name in fixed and value.variables & running
                bounds = relation.names and relation.names <= set(step.margins)
                if depends or bounds:
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

    def narrowed(self, step: Step) -> Mapping[str, tuple[Interval, ...]]:
        """The ranges of the tied quantities of a step, in it and in all that it uses."""
        return self._all_narrowed[step.number - 1]

    @cached_property
    def _all_narrowed(self) -> tuple[Mapping[str, tuple[Interval, ...]], ...]:
        all_results: list[Mapping[str, tuple[Interval, ...]]] = []
        for step in self.steps:
            tied, ranges = self._tied(step), self.domain(step).ranges
            results = {name: (where,) for name, where in ranges.items() if name in tied}
            for number in () if step.joins else step.needed:
                there = step.at.get(number, {})
                for name, several in all_results[number - 1].items():
                    known = results.get(name, ())
                    if name not in there:
                        results[name] = (*known, *(item for item in several if item not in known))
            all_results.append(results)
        return tuple(all_results)

    def _tied(self, step: Step) -> frozenset[str]:
        """The quantities of a step that are not its variables: it assumes more of them."""
        return self._all_tied[step.number - 1]

    @cached_property
    def _all_tied(self) -> tuple[frozenset[str], ...]:
        all_results: list[frozenset[str]] = []
        # An assumption ties all its quantities; another step ties what the steps that it uses speak
        # of.
        for step in self.steps:
            result = step.names if step.assumed else frozenset()
            for number in () if step.assumed else step.needed:
                there = step.at.get(number, {})
                result |= (self._step(number).names - set(there)) | all_results[number - 1]
            all_results.append(result)
        return tuple(all_results)

    def _whole_values(self, step: Step, earlier: Step) -> list[Term]:
        """What a step puts for the whole numbers of an earlier one."""
        values = self._values(step, earlier.number)
        return [values[name] for name in self.wholes(earlier) & set(values)]

    def wholes(self, step: Step) -> frozenset[str]:
        """The quantities that must be whole numbers for a step, by itself or through others."""
        return self._all_wholes[step.number - 1]

    @cached_property
    def _all_wholes(self) -> tuple[frozenset[str], ...]:
        all_results: list[frozenset[str]] = []
        for step in self.steps:
            result = {step.whole} if step.whole else set()
            for number in step.needed:
                values = self._values(step, number)
                for name in all_results[number - 1]:
                    result |= values[name].variables if name in values else {name}
            all_results.append(frozenset(result))
        return tuple(all_results)

    def _step(self, number: int) -> Step:
        return self.steps[number - 1]
