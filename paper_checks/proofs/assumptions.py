"""What a proof assumes of its quantities, and whether it surely holds for given numbers.

It assumes its ranges and conditions, whole numbers where an induction counts, each `Given`, and
what textbook facts and other claims give it. Equations give names to terms, so that numbers for the
other quantities, the free ones, are numbers for all.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING
from .cited import OnClaim, Textbook
from .relations import Domain, Relation
from .scope import Scope

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.kernel.spans import Span
    from banditproof.theory.prover.kernel.terms import Term
    from .proof import Proof
    from .step import Step

Solve = Callable[[Relation], Iterable[tuple[str, "Term"]]]
Case = Mapping[str, Fraction]
"""Numbers for the free quantities of a proof."""


@dataclass(frozen=True)
class Assumption:
    """A relation that a proof assumes, on all cases or on those that meet some conditions."""

    relation: Relation
    why: str
    under: tuple[Relation, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The quantities of the relation and of its conditions."""
        return self.relation.names.union(*(item.names for item in self.under))


class Assumptions:
    """All that a proof assumes, with its equations solved for names in their order."""

    def __init__(self, proof: Proof, joint: bool = False) -> None:
        """Gather them; `joint` asks for the conditions of all hypotheses at once as well.

        Without it a hypothesis of a case distinction says something where its condition holds;
        a definition holds everywhere, which asks for more.
        """
        self._joint = joint
        self.scope = Scope(proof.id, proof.steps, proof.where)
        self.defined: dict[str, Term] = {}
        self._gathered: list[Assumption] = []
        for text in Domain(proof.where).conditions:
            self._gathered.append(Assumption(Relation.of(text), f"its condition {text}"))
        for step in proof.steps:
            self._gathered += self._of(step)
        # An equation with a name on its left is a definition before others are solved for one.
        for solve in (_named, _linear):
            for item in sorted(self._gathered, key=lambda item: bool(item.under)):
                self._define(item, solve)

    def _of(self, step: Step) -> Iterator[Assumption]:
        """What a step assumes; the conditions of a step say when it is of use."""
        if not (step.assumed or isinstance(step, Textbook | OnClaim)):
            return
        texts = Domain(step.where).conditions
        local = tuple(Relation.of(text) for text in texts)
        if step.assumed and self._joint:
            for text, item in zip(texts, local, strict=True):
                yield Assumption(item, f"the condition {text} of step {step.number}")
        for item in step.relations:
            why = f"{step.formula} of step {step.number}"
            yield Assumption(item, why, () if step.assumed and self._joint else local)

    def _define(self, item: Assumption, solve: Solve) -> None:
        if item not in self._gathered or item.relation.sign != "==":
            return
        for name, value in solve(item.relation):
            inner = self._expanded(value)
            if name not in self.defined and name not in inner.variables:
                self.defined[name] = value
                self._gathered.remove(item)
                return

    def _expanded(self, term: Term) -> Term:
        """The term in free quantities alone."""
        from banditproof.theory.prover.kernel.terms import replaced, var

        while inside := term.variables & self.defined.keys():
            term = replaced(term, {var(name): self.defined[name] for name in inside})
        return term

    @cached_property
    def ranges(self) -> Mapping[str, tuple[Interval, ...]]:
        """The ranges of each quantity: of the proof and its hypotheses, or of its first use."""
        results: dict[str, list[Interval]] = {}
        for assumed in (True, False):
            before = set(results)
            for step in self.scope.steps:
                for name, where in self.scope.domain(step).ranges.items():
                    wanted = step.assumed if assumed else name not in before
                    several = results.setdefault(name, []) if wanted else []
                    if wanted and where not in several and (assumed or not several):
                        several.append(where)
        return {name: tuple(several) for name, several in results.items()}

    @cached_property
    def all(self) -> tuple[Assumption, ...]:
        """The relations that are left to hold, the ranges among them."""
        from banditproof.theory.prover.kernel.terms import num, var

        results = list(self._gathered)
        for name, several in self.ranges.items():
            for where in several:
                why = f"the range of {name}"
                if where.lo is not None:
                    sign = ">" if where.lo_open else ">="
                    results.append(Assumption(Relation(var(name), sign, num(where.lo)), why))
                if where.hi is not None:
                    sign = "<" if where.hi_open else "<="
                    results.append(Assumption(Relation(var(name), sign, num(where.hi)), why))
        return tuple(results)

    @cached_property
    def wholes(self) -> frozenset[str]:
        """The quantities that must be whole numbers, here and in the claims that are cited."""
        found = set[str]()
        for step in self.scope.steps:
            found |= self.scope.wholes(step)
            found |= step.counted if isinstance(step, OnClaim) else frozenset()
        return frozenset(found)

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The quantities without a definition, in the order in which they occur."""
        names = dict.fromkeys(self.ranges)
        for item in self.all:
            names |= dict.fromkeys(sorted(item.names))
        for value in self.defined.values():
            names |= dict.fromkeys(sorted(value.variables))
        return tuple(name for name in names if name not in self.defined)

    def rests_on(self, names: frozenset[str]) -> frozenset[str]:
        """The free quantities on which some quantities rest."""
        while inside := names & self.defined.keys():
            names = (names - inside).union(*(self.defined[name].variables for name in inside))
        return names

    def fault(self, case: Case) -> str:
        """The first assumption that does not surely hold for some numbers; empty if all hold."""
        if set(case) != set(self.free):
            return f"the numbers are not those of {', '.join(self.free) or 'nothing'}"
        at = Values(self, case)
        for name in sorted(self.wholes):
            if not at.is_whole(name):
                return f"{name} is no whole number"
        return next((f"not {item.why}" for item in self.all if not at.holds(item)), "")


class Values:
    """The values of the quantities for given numbers: enclosures, and exact ones for equations."""

    def __init__(self, assumptions: Assumptions, case: Case) -> None:
        self._of, self._case = assumptions, case
        self._spans: dict[str, Span] = {}

    def holds(self, item: Assumption) -> bool:
        """Whether an assumption surely holds, or does not apply."""
        if any(self.is_false(condition) for condition in item.under):
            return True
        return self._holds(item.relation)

    def is_false(self, relation: Relation) -> bool:
        """Whether a relation surely fails."""
        return any(self._positive(-term, not relation.strict) for term in relation.signed)

    def is_whole(self, name: str) -> bool:
        """Whether the value of a name is a whole number."""
        from banditproof.theory.prover.kernel.terms import num, var

        if name in self._case:
            return self._case[name].denominator == 1
        middle = self.middle(var(name))
        return middle is not None and self._is_zero(var(name) - num(round(middle)))

    def middle(self, term: Term) -> float | None:
        """About the value of a term, if it has one."""
        from banditproof.theory.prover.kernel.spans import Undefined

        try:
            where = self._span(term)
        except (Undefined, ValueError, OverflowError):
            return None
        middle = float((where.lo + where.hi) / 2)
        return middle if abs(middle) < 1e300 else None

    def _holds(self, relation: Relation) -> bool:
        if relation.sign == "==":
            return self._is_zero(relation.left - relation.right)
        return all(self._positive(term, relation.strict) for term in relation.signed)

    def _positive(self, term: Term, strict: bool) -> bool:
        from banditproof.theory.balls import working_precision
        from banditproof.theory.prover.kernel.rules import BITS
        from banditproof.theory.prover.kernel.spans import Undefined

        with working_precision(BITS):
            try:
                if self._span(term).positive(strict):
                    return True
            except Undefined:
                return False
        return not strict and self._is_zero(term)

    def _is_zero(self, term: Term) -> bool:
        """Whether a term is 0 by its exact normal form; it must be defined."""
        from banditproof.theory.prover.kernel.forms import is_zero
        from banditproof.theory.prover.kernel.terms import num, replaced, var

        middle = self.middle(term)
        if middle is None or abs(middle) > 1e-9:
            return False
        values = {var(name): num(value) for name, value in self._case.items()}
        try:
            return is_zero(replaced(self._of._expanded(term), values))
        except (ValueError, ZeroDivisionError, OverflowError):
            return False

    def _span(self, term: Term) -> Span:
        from banditproof.theory.prover.kernel.spans import exactly, span

        for name in term.variables:
            if name not in self._spans:
                value = self._case.get(name)
                self._spans[name] = (
                    self._span(self._of.defined[name]) if value is None else exactly(value)
                )
        return span(term, {name: self._spans[name] for name in term.variables})


def _named(relation: Relation) -> Iterator[tuple[str, Term]]:
    """The names that are a side of an equation, each with the other side."""
    for one, another in ((relation.left, relation.right), (relation.right, relation.left)):
        if one.kind == "var" and str(one.value) not in another.variables:
            yield str(one.value), another


def _linear(relation: Relation) -> Iterator[tuple[str, Term]]:
    """The names in which an equation is linear, each with its solution."""
    from banditproof.theory.prover.kernel.forms import is_zero
    from banditproof.theory.prover.kernel.terms import ONE, ZERO, power, replaced, var

    difference = relation.left - relation.right
    for name in sorted(difference.variables):
        try:
            rest = replaced(difference, {var(name): ZERO})
            factor = replaced(difference, {var(name): ONE}) - rest
            if is_zero(factor) or not is_zero(difference - factor * var(name) - rest):
                continue
        except (ValueError, ZeroDivisionError):
            continue
        yield name, -rest * power(factor, -1)
