"""What a proof assumes of its quantities, and whether it surely holds for given numbers.

It assumes its ranges and conditions, whole numbers where an induction counts, what one shows of its
sequence, each `Given`, and what textbook facts and other claims give it. Equations give names to
terms, so that numbers for the other quantities, the free ones, are numbers for all. One of its own
steps holds where its ranges and conditions do as well, which a distinction of cases makes narrower;
what only other steps use is no assumption of that step.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING
from .cited import OnClaim, Textbook
from .induction import Induction
from .relations import Domain, Relation, within

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.kernel.spans import Span
    from banditproof.theory.prover.kernel.terms import Term
    from .proof import Proof
    from .step import Step

Solve = Callable[[Relation], Iterable[tuple[str, "Term"]]]
Case = Mapping[str, "Fraction | Term"]
"""Numbers for the free quantities of a proof; some may be terms in the other quantities."""


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

    def __init__(self, proof: Proof, joint: bool = False, of: int | None = None) -> None:
        """Gather them; `joint` asks for the conditions of all hypotheses at once as well.

        Without it a hypothesis of a case distinction says something where its condition holds;
        a definition holds everywhere, which asks for more. If they are those `of` one step, its
        own ranges and conditions hold, and what it says itself is no assumption.
        """
        self._joint, self._only = joint, of
        self.scope = proof.scope
        self.steps = proof.steps if of is None else proof.down_from(of)
        self.defined: dict[str, Term] = {}
        self._gathered: list[Assumption] = []
        for text in Domain(proof.where).conditions:
            self._gathered.append(Assumption(Relation.of(text), f"its condition {text}"))
        for step in self.steps:
            self._gathered += self._of(step)
        # An equation with a name on its left is a definition before others are solved for one.
        for solve in (_named, _linear):
            for item in sorted(self._gathered, key=lambda item: bool(item.under)):
                self._define(item, solve)

    def _of(self, step: Step) -> Iterator[Assumption]:
        """What a step assumes; the conditions of a step say when it is of use."""
        texts = Domain(step.where).conditions
        local = tuple(Relation.of(text) for text in texts)
        if step.number == self._only:
            yield from (Assumption(item, f"its condition {item}") for item in local)
            if not step.assumed:
                return
            local = ()
        sequence = isinstance(step, Induction) and step.sequence
        if not (step.assumed or sequence or isinstance(step, Textbook | OnClaim)):
            return
        if step.assumed and self._joint:
            for text, item in zip(texts, local, strict=True):
                yield Assumption(item, f"the condition {text} of step {step.number}")
        for item in step.relations:
            why = f"{step.formula} of step {step.number}"
            yield Assumption(item, why, () if step.assumed and self._joint else local)

    def _define(self, item: Assumption, solve: Solve) -> None:
        if item not in self._gathered or item.relation.sign != "=":
            return
        for name, value in solve(item.relation):
            inner = expanded(value, self.defined)
            if name not in self.defined and name not in inner.variables:
                self.defined[name] = value
                self._gathered.remove(item)
                return

    @cached_property
    def ranges(self) -> Mapping[str, tuple[Interval, ...]]:
        """The ranges of each quantity: of the proof and its hypotheses, or of its first use."""
        results: dict[str, list[Interval]] = {}
        for assumed in (True, False):
            before = set(results)
            for step in self.steps:
                supposed = step.assumed or step.number == self._only
                for name, where in self.scope.domain(step).ranges.items():
                    wanted = supposed if assumed else name not in before
                    several = results.setdefault(name, []) if wanted else []
                    if wanted and where not in several and (assumed or not several):
                        several.append(where)
        spoken = results.keys() if self._only is None else self._spoken_of
        return {name: tuple(several) for name, several in results.items() if name in spoken}

    @property
    def _spoken_of(self) -> frozenset[str]:
        """The quantities of which a step and those below it say more than a range of all steps."""
        own = Domain(self.steps[-1].where).names
        given = (item.names for item in self._gathered)
        terms = (value.variables for value in self.defined.values())
        return own.union(self.wholes, self.defined, *given, *terms)

    @cached_property
    def all(self) -> tuple[Assumption, ...]:
        """The relations that are left to hold, the ranges among them."""
        from banditproof.theory.prover.kernel.terms import var

        ranges = (
            Assumption(item, f"the range of {name}")
            for name, several in self.ranges.items()
            for where in several
            for item in within(var(name), where)
        )
        return (*self._gathered, *ranges)

    @cached_property
    def wholes(self) -> frozenset[str]:
        """The quantities that must be whole numbers, here and in the claims that are cited."""
        return frozenset[str]().union(*map(self.scope.wholes, self.steps))

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
        try:
            at = Values(self, case)
        except ValueError as wrong:
            return str(wrong)
        for name in sorted(self.wholes):
            if not at.is_whole(name):
                return f"{name} is no whole number"
        return next((f"not {item.why}" for item in self.all if not at.holds(item)), "")


class Values:
    """The values of the quantities for given numbers: enclosures, and exact ones for equations."""

    def __init__(self, assumptions: Assumptions, case: Case) -> None:
        self._case = {n: value for n, value in case.items() if isinstance(value, Fraction)}
        terms = {n: value for n, value in case.items() if not isinstance(value, Fraction)}
        self._defined = {**assumptions.defined, **terms}
        self._spans: dict[str, Span] = {}
        for value in terms.values():
            expanded(value, self._defined)

    def holds(self, item: Assumption) -> bool:
        """Whether an assumption surely holds, or does not apply."""
        if any(self.is_false(condition) for condition in item.under):
            return True
        return self.holds_surely(item.relation)

    def knows(self, relation: Relation) -> bool:
        """Whether each quantity of a relation has a value."""
        return relation.names <= self._case.keys() | self._defined.keys()

    def is_false(self, relation: Relation) -> bool:
        """Whether a relation surely fails."""
        return any(self._positive(-term, not relation.strict) for term in relation.signed)

    def is_whole(self, name: str) -> bool:
        """Whether the value of a name is a whole number."""
        from banditproof.theory.prover.kernel.terms import num, var

        if name in self._case:
            return self._case[name].denominator == 1
        if name not in self._defined:
            return True  # it has no range, so that any whole number will do
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

    def holds_surely(self, relation: Relation) -> bool:
        """Whether a relation surely holds."""
        if relation.sign == "=":
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
            return is_zero(decided(replaced(expanded(term, self._defined), values)))
        except (ValueError, ZeroDivisionError, OverflowError):
            return False

    def _span(self, term: Term) -> Span:
        from banditproof.theory.prover.kernel.spans import exactly, span

        for name in term.variables:
            if name not in self._spans:
                value = self._case.get(name)
                self._spans[name] = (
                    self._span(self._defined[name]) if value is None else exactly(value)
                )
        return span(term, {name: self._spans[name] for name in term.variables})


def expanded(term: Term, defined: Mapping[str, Term]) -> Term:
    """A term in the quantities alone that have no definition.

    >>> from banditproof.theory.prover.notation import parse, written
    >>> written(expanded(parse("x*y"), {"x": parse("y + z"), "z": parse("2*y")}))
    '3*y^2'
    >>> expanded(parse("x"), {"x": parse("y"), "y": parse("x + 1")})
    Traceback (most recent call last):
      ...
    ValueError: the definition of x runs in a circle
    """
    from banditproof.theory.prover.kernel.terms import replaced, var

    for _ in range(len(defined) + 1):
        inside = term.variables & defined.keys()
        if not inside:
            return term
        term = replaced(term, {var(name): defined[name] for name in inside})
    raise ValueError(f"the definition of {min(inside)} runs in a circle")


def decided(term: Term) -> Term:
    """A term of numbers without maxima, minima and absolute values that enclosures decide.

    >>> from banditproof.theory.prover.notation import parse, written
    >>> written(decided(parse("log(max(2, exp(1)))*abs(1 - exp(1)) + min(1, 1)")))
    '1 + log(exp(1))*(-1 + exp(1))'
    """
    from banditproof.theory.balls import working_precision
    from banditproof.theory.prover.kernel.rules import BITS
    from banditproof.theory.prover.kernel.spans import span
    from banditproof.theory.prover.kernel.terms import nodes, replaced

    known: dict[Term, Term] = {}
    with working_precision(BITS):
        for node in nodes(term):
            if node.kind not in ("max", "min", "abs"):
                continue
            here = replaced(node, known)
            if here.kind != node.kind:
                continue
            first, second = here.args if len(here.args) == 2 else (here.args[0], -here.args[0])
            larger = span(first - second, {}).positive(False)
            if larger or span(second - first, {}).positive(False):
                known[node] = first if larger == (node.kind != "min") else second
    return replaced(term, known)


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
