"""The hypotheses of the steps of one proof, and the sequents that they are for."""

from __future__ import annotations
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from banditproof.theory.logic.formulas import imp
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.simple_types import PROP
from banditproof.theory.logic.terms import Free, Refused, Term, normal
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.terms import var
from ..proof import Proof
from ..relations import Domain, Relation
from ..scope import Scope
from ..step import Step
from .formulas import bounds, formula, has_formula, said
from .kinds_of_hypotheses import ORDER, SETTINGS, SHOWN_AT_VALUES, Kind, Label, one_line


@dataclass
class Hypotheses:
    """One proof in a theory; `facts` are its steps as sequents, `faults` why some were refused."""

    theory: Theory
    proof: Proof
    facts: dict[int, Theorem] = field(default_factory=dict)
    labels: dict[Term, Label] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    programs: bool = True
    """Whether the programs of steps and of real cases run."""
    memberships: dict[tuple[Term, Term], Theorem] = field(default_factory=dict)
    """That the term of a definition lies in the range of its name, by the range and by that."""
    at: Step | None = None
    """The step that is judged now."""

    def domain(self, step: Step) -> Domain:
        """The ranges and conditions of a step."""
        return self._scope.domain(step)

    @cached_property
    def _scope(self) -> Scope:
        return self.proof.scope

    @cached_property
    def relations(self) -> Mapping[Term, Relation]:
        """What it assumes of quantities, its conditions and ranges, by their formulas."""
        found = list[Relation]()
        for step in self.proof.steps:
            domain = self.domain(step)
            found += step.relations if step.assumed else ()
            found += map(Relation.of, domain.conditions)
            found += (each for name in domain.ranges for each in domain.membership(name, var(name)))
        return {normal(formula(one)): one for one in dict.fromkeys(found) if has_formula(one)}

    def open(self, what: Term, label: Label) -> Theorem:
        """A |- A, with a label for it; the first one stays, but for what is given after all."""
        what = normal(what)
        before = self.labels.setdefault(what, label)
        if before.kind in SETTINGS and label.kind in (Kind.GIVEN, Kind.DEFINITION):
            self.labels[what] = label
        return self.theory.assume(what)

    def is_named(self, label: Label, what: Term) -> bool:
        """Whether a hypothesis is exactly what the name of a label says.

        It is a sentence, or a relation or a range that is read from the name.
        """
        if isinstance(what, Free) and what.type == PROP:
            return label.kind != Kind.CLAIM  # whose name does not say how it is read
        return what in _said_by_name(label)

    def label(self, kind: Kind, name: str, step: Step | None = None) -> Label:
        """A label of a hypothesis of this proof; what cites a claim says it in its own words."""
        read = one_line(step.says) if step and kind == Kind.CLAIM else ""
        return Label(kind, name, self.proof.id, step.number if step else 0, sentence=read)

    def label_of_range(self, domain: Domain, name: str) -> Label:
        """A label of the range of a quantity, which it gives as the domain does."""
        return self.label(Kind.RANGE, "".join(domain.ranges_of([name])))

    def relations_at(self, step: Step, number: int) -> tuple[Relation, ...]:
        """The relations of an earlier step, at the values at which a step uses it."""
        return self._scope.context(step).known[number]

    def said_by(self, step: Step) -> Term:
        """What a step says: its relation, or a proposition that only its sentence says."""
        if step.relations:
            return formula(step.relations[0])
        return said(f"{self.proof.id}.{step.number}")

    def in_place_of(self, step: Step) -> Term:
        """What a refused step says; only its sentence, if its relation has no formula."""
        try:
            return self.said_by(step)
        except Refused:
            return said(f"{self.proof.id}.{step.number}")

    def within(self, domain: Domain, names: Iterable[str]) -> list[Theorem]:
        """The ranges and conditions of some quantities."""
        names = set(names)
        conditions = domain.conditions_on(names)
        names |= set().union(*(Relation.of(text).names for text in conditions))
        ranges = [
            self.open(bound, self.label_of_range(domain, name))
            for name, where in domain.ranges.items()
            if name in names
            for bound in bounds(name, where)
        ]
        conditioned = (
            self.open(formula(Relation.of(text)), self.label(Kind.CONDITION, text))
            for text in conditions
        )
        return [*ranges, *conditioned]

    def said_where(self, step: Step, domain: Domain, label: Label) -> Theorem:
        """What a step says that the kernel does not see: a hypothesis that it holds where said.

        That is within all ranges that stand beside it, and those of what it was found from.
        """
        used = (one.names for n in step.needed for one in self.relations_at(step, n))
        names = step.names.union(Domain(step.where).names, *used)
        return self.from_open(self.within(domain, names), normal(self.said_by(step)), label)

    def order(self, hypothesis: Term) -> tuple[int, str]:
        """The place of a hypothesis among others; that of an induction, which goes, is the last."""
        label = self.labels.get(hypothesis)
        return ORDER[label.kind] if label else len(ORDER), _text(hypothesis)

    def from_open(self, premises: Sequence[Theorem], goal: Term, label: Label) -> Theorem:
        """A goal by a hypothesis, premises -> goal, which stays open."""
        fact = goal
        for th in reversed(premises):
            fact = imp(th.conclusion, fact)
        th = self.open(fact, label)
        for premise in premises:
            th = self.theory.instance(th, (), premise)
        return th

    def general(self, th: Theorem, xs: Sequence[Free]) -> tuple[Theorem, list[Term]]:
        """forall xs. hypotheses -> A, for the hypotheses that have one of xs."""
        out = [h for h in th.hypotheses if any(x in frees(h) for x in xs)]
        out.sort(key=self.order)
        for h in reversed(out):
            th = self.theory.imp_intro(h, th)
        for x in reversed(xs):
            th = self.theory.all_intro(x, th)
        return th, out


RELATIONS = (Kind.CONDITION, Kind.DEFINITION, Kind.GIVEN)
"""The kinds whose name is a relation."""


@lru_cache(1 << 12)
def _said_by_name(label: Label) -> tuple[Term, ...]:
    """The formulas that a name says, if it is a relation or a range."""
    try:
        if label.kind in RELATIONS:
            return (normal(formula(Relation.of(label.name))),)
        if label.kind == Kind.RANGE:
            ranges = Domain(label.name).ranges.items()
            return tuple(bound for name, where in ranges for bound in bounds(name, where))
    except ValueError:
        pass  # a range for every n, or a relation for which the logic has no words
    return ()


@lru_cache(1 << 12)  # those of one proof, which are put in order again and again
def _text(hypothesis: Term) -> str:
    return repr(hypothesis)


def shown_at_values(label: Label) -> bool:
    """Whether a hypothesis is to be shown where values are put for its quantities."""
    return label.kind in SHOWN_AT_VALUES
