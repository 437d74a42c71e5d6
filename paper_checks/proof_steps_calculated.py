"""Steps that are calculated: identities, inequalities, induction, and extreme points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .proof_steps import Context, Step, StepVerdict
from .proof_store import SECONDS, Node, Search, settle
from .relations import Domain, Relation, goals, with_definitions
from .vocabulary import Undecided

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.rules import Goal
    from banditproof.theory.prover.kernel.terms import Term

    Weighted: TypeAlias = tuple[Term, Term, bool]
    """A weight, a term of an assumption, and whether that is > 0."""

BY_SPAN: Node = {"by": "span"}


@dataclass(frozen=True)
class Identity(Step):
    """Two terms that are equal wherever the quantities lie, decided by exact normal forms.

    Equations of the steps that it uses define names, which are replaced first.
    """

    kind: ClassVar[str] = "identity"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """Equal normal forms, and both sides defined."""
        from banditproof.theory.prover.kernel.forms import is_zero

        (stated,) = self.relations
        if stated.sign != "==":
            raise ValueError(f"{self.formula!r} is no identity; give two terms with ==.")
        relation, rest = with_definitions(stated, context.given())
        difference = relation.left - relation.right
        for goal in goals(relation, context.domain, rest)[:1]:
            if not is_zero(difference):
                settle(goal, context.name(self.number), lambda _: None)  # raises at a point
            settle(goal, context.name(self.number))
        return StepVerdict.PROVED, "equal normal forms"


@dataclass(frozen=True)
class Inequality(Step):
    """A relation on the whole domain, shown by the prover under the relations that it uses.

    With `weights` it is a combination: the larger side minus the smaller one is the sum of each
    weight, a term >= 0, times that difference for the relation of a step, and of a rest >= 0.
    """

    weights: Mapping[int, str] = field(default_factory=dict, kw_only=True)

    kind: ClassVar[str] = "inequality"

    @property
    def needed(self) -> tuple[int, ...]:
        """The steps that it uses, those of the combination among them."""
        return tuple(dict.fromkeys((*self.uses, *self.weights)))

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """A proof that the kernel accepts."""
        (stated,) = self.relations
        relation, rest = with_definitions(stated, context.given())
        found = []
        for place, goal in enumerate(goals(relation, context.domain, rest)):
            name = context.name(self.number, "reverse" if place else "")
            weighted = self._weighted(context)
            found.append(settle(goal, name, _combination(weighted) if weighted else None))
        return StepVerdict.PROVED, "; ".join(found)

    def _weighted(self, context: Context) -> list[Weighted]:
        """Each weight with the term >= 0 of its relation, definitions replaced."""
        from banditproof.theory.prover.kernel.terms import ZERO
        from banditproof.theory.prover.notation import parse

        found = []
        for number, text in self.weights.items():
            weight = Relation(parse(text), ">=", ZERO)
            for one in context.known[number]:
                if one.sign == "==":
                    raise ValueError(f"Step {number} is an equation; use it without a weight.")
                others = [r for r in context.given() if r.definition]
                term, _ = with_definitions(one, others)
                by, _ = with_definitions(weight, others)
                found.append((by.left, term.signed[0], one.strict))
        return found


def _combination(weighted: list[Weighted]) -> Search:
    """The search for a proof by a combination of assumptions, each with its weight."""

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.forms import is_zero
        from banditproof.theory.prover.kernel.terms import ONE, add, stored
        from banditproof.theory.prover.search.hunt import find_proof

        parts, left, strict = [], goal.term, False
        for weight, term, is_strict in weighted:
            place = _place(goal, term, is_strict)
            positive = find_proof(goal.of(weight, goal.strict and is_strict), SECONDS)
            if place is None or positive is None:
                return None
            part = {"weight": stored(weight), "term": stored(term), "positive": positive}
            used = {"by": "given", "assumption": place}
            parts.append(part | {"proof": used, "strict": goal.strict and is_strict})
            left, strict = add(left, -(weight * term)), strict or is_strict
        if not is_zero(left):
            rest = find_proof(goal.of(left, goal.strict and not strict), SECONDS)
            if rest is None:
                return None
            part = {"weight": stored(ONE), "term": stored(left), "positive": BY_SPAN}
            parts.append(part | {"proof": rest, "strict": goal.strict and not strict})
        return {"by": "sum", "parts": parts}

    return search


def _place(goal: Goal, term: Term, strict: bool) -> int | None:
    """The place of a term among the assumptions of a goal."""
    return next((n for n, (one, s) in enumerate(goal.given) if one is term and s == strict), None)


@dataclass(frozen=True)
class Induction(Step):
    """A relation for all whole n from a start on, by its first case and a step in a real n.

    `sequence` names the quantity that the recursion defines: `first` is its value at the start, and
    `following` its value at n + 1, from its value and n. Without a sequence the relation itself is
    shown at the start, and at n + 1 from what it says at n.
    """

    variable: str = field(default="n", kw_only=True)
    start: str = field(default="1", kw_only=True)
    sequence: str = field(default="", kw_only=True)
    first: str = field(default="", kw_only=True)
    following: str = field(default="", kw_only=True)
    weight: str = field(default="", kw_only=True)
    """How often the step takes the relation at n, if it is a combination with it."""

    kind: ClassVar[str] = "induction"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The base, and the step under the relation at n."""
        from banditproof.theory.prover.kernel.terms import ONE, var
        from banditproof.theory.prover.notation import parse

        (stated,) = self.relations
        n, begin = var(self.variable), parse(self.start)
        if context.domain.ranges[self.variable].hi is not None:
            raise ValueError(f"The range of {self.variable} ends; an induction has no end.")
        known, alone = context.given(), _without(context.domain, self.variable)
        own, _ = with_definitions(stated, known)
        for place, wanted in enumerate(self._wanted(context, self.first)):
            one = wanted.with_values({self.variable: begin})
            base, rest = with_definitions(one, known)
            for half, goal in enumerate(goals(base, alone, rest)):
                settle(goal, context.name(self.number, f"base-{place}-{half}"))
        for place, wanted in enumerate(self._wanted(context, self.following, n + ONE)):
            step, rest = with_definitions(wanted, [stated, Relation(n, ">=", begin), *known])
            weighted = [(parse(self.weight), own.signed[0], own.strict)] if self.weight else []
            search = _combination(weighted) if weighted and not place else None
            for half, goal in enumerate(goals(step, context.domain, rest)):
                settle(goal, context.name(self.number, f"step-{place}-{half}"), search)
        return StepVerdict.PROVED, f"base at {self.variable} = {self.start}, step in a real one"

    def _wanted(self, context: Context, text: str, there: Term | None = None) -> list[Relation]:
        """The relation for the next value of the sequence, and that this lies in its range."""
        from banditproof.theory.prover.notation import parse

        (stated,) = self.relations
        value = {self.sequence: parse(text)} if self.sequence else {}
        place = {} if there is None else {self.variable: there}
        within = context.domain.membership(self.sequence, parse(text)) if self.sequence else []
        return [stated.with_values({**place, **value}), *within]


def _without(domain: Domain, name: str) -> Domain:
    """The domain without what it says of a quantity."""
    kept = [text for text in domain.conditions if name not in Relation.of(text).names]
    ranges = [
        f"{one} in {'(' if where.lo_open else '['}{'-inf' if where.lo is None else where.lo},"
        f"{'inf' if where.hi is None else where.hi}{')' if where.hi_open else ']'}"
        for one, where in domain.ranges.items()
        if one != name
    ]
    return Domain(", ".join((*ranges, *kept)))


@dataclass(frozen=True)
class ExtremePoints(Step):
    """A relation on a bounded box whose difference of sides is concave in some quantities.

    Each of these is moved to an end of its range, one after the other: the bend is shown for all
    values of the others, and the relation at the ends.
    """

    along: tuple[str, ...] = field(default=(), kw_only=True)

    kind: ClassVar[str] = "extreme points"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The bend in each quantity, then the ends."""
        (stated,) = self.relations
        if not self.along:
            raise ValueError(f"Step {self.number} names no quantity along which it is concave.")
        relation, rest = with_definitions(stated, context.given())
        (goal,) = goals(relation, context.domain, rest)
        settle(goal, context.name(self.number), lambda one: _at_ends(one, self.along))
        ends = 2 ** len(self.along)
        return StepVerdict.PROVED, f"concave in {', '.join(self.along)}; {ends} extreme points"


def _at_ends(goal: Goal, along: tuple[str, ...]) -> Node | None:
    from banditproof.theory.prover.kernel.terms import num, slope
    from banditproof.theory.prover.search.hunt import find_proof

    if not along:
        return find_proof(goal, SECONDS)
    name, *others = along
    where = goal.where(name)
    if where.lo is None or where.hi is None:
        raise Undecided(f"The range of {name} is not bounded.")
    free = goal.along(name)
    bend = -slope(slope(free.term, name), name)
    node: dict[str, Any] = {"by": "concave", "on": name}
    node["bend"] = find_proof(free.placed(name, where.inside).of(bend, False), SECONDS)
    for end, key in ((where.lo, "low"), (where.hi, "high")):
        node[key] = {"proof": _at_ends(free.without(name, num(end)), tuple(others))}
        if node[key]["proof"] is None:
            return None
    return node if node["bend"] is not None else None
