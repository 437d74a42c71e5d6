"""Steps that are calculated: identities, inequalities, induction, and extreme points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
                raise Undecided("The normal forms of the two sides differ.")
            settle(goal, context.name(self.number))
        return StepVerdict.PROVED, "equal normal forms"


@dataclass(frozen=True)
class Inequality(Step):
    """A relation on the whole domain, shown by the prover under the relations that it uses.

    With `weights` it is a combination: the larger side minus the smaller one is the sum of each
    weight, a term >= 0, times that difference for the relation of a step, and of a rest >= 0.
    """

    weights: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    monotone: tuple[str, str, str] | None = field(default=None, kw_only=True)
    """A function (log, exp, root, ...) and two terms a >= b: the difference is f(a) - f(b)."""
    rest: str = field(default="", kw_only=True)
    """What a combination leaves, in a form that shows its sign."""
    positive: tuple[str, ...] = field(default=(), kw_only=True)
    """Terms that are > 0, which shows that a combination is defined."""
    apart: str = field(default="", kw_only=True)
    """A quantity whose ends, where they belong to its range, are shown apart from the inside."""

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
            found.append(settle(goal, name, self._search(context)))
        return StepVerdict.PROVED, "; ".join(found)

    def _search(self, context: Context) -> Search | None:
        """The search that the hints of the step ask for."""
        weighted = self._weighted(context)
        rest = _with_known(self.rest, context) if self.rest else None
        positive = [_with_known(text, context) for text in self.positive]
        inner = _combination(weighted, rest, positive) if weighted or self.rest else None
        if self.monotone is not None:
            function, *texts = self.monotone
            ends = [_with_known(text, context) for text in texts]
            inner = _of_function(function, ends[0], ends[1], inner)
        return _with_ends(self.apart, inner) if self.apart else inner

    def _weighted(self, context: Context) -> list[Weighted]:
        """Each weight with the term >= 0 of its relation, definitions replaced."""
        found = []
        for number, text in self.weights.items():
            for one in context.known[number]:
                if one.sign == "==":
                    raise ValueError(f"Step {number} is an equation; use it without a weight.")
                term, _ = with_definitions(one, context.given())
                found.append((_with_known(text, context), term.signed[0], one.strict))
        return found


def _with_known(text: str, context: Context) -> Term:
    """A term with the names replaced that the steps define."""
    from banditproof.theory.prover.kernel.terms import ZERO
    from banditproof.theory.prover.notation import parse

    found, _ = with_definitions(Relation(parse(text), ">=", ZERO), context.given())
    return found.left


def _with_ends(name: str, inner: Search | None) -> Search:
    """The search for a proof at the ends of a range, each by itself, and inside of it."""

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.terms import num
        from banditproof.theory.prover.search.hunt import find_proof

        def found(part: Goal) -> Node | None:
            return find_proof(part, SECONDS)

        where = goal.where(name)
        within = goal.placed(name, where.inside)
        node: dict[str, Any] = {"by": "ends", "on": name, "inside": (inner or found)(within)}
        for high, key in ((False, "low"), (True, "high")):
            if where.takes(high):
                node[key] = found(goal.without(name, num(where.end(high) or 0)))
        return None if None in node.values() else node

    return search


def _of_function(function: str, a: Term, b: Term, inner: Search | None) -> Search:
    """The search for a proof that f(a) >= f(b) for an increasing f, by one that a >= b."""

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.terms import stored
        from banditproof.theory.prover.search.hunt import find_proof

        below = goal.of(a - b)
        found = inner(below) if inner else find_proof(below, SECONDS)
        node: dict[str, Any] = {"by": "monotone", "function": function, "proof": found}
        node |= {"a": stored(a), "b": stored(b)}
        if function.startswith("root"):
            node |= {"function": "root", "order": int(function.removeprefix("root") or 2)}
        return node if found is not None else None

    return search


def _combination(
    weighted: list[Weighted], form: Term | None = None, above: Sequence[Term] = ()
) -> Search:
    """The search for a proof by a combination of assumptions, each with its weight.

    What it leaves may be given in another form; the terms `above` 0 show that all is defined.
    """

    def search(goal: Goal) -> Node | None:
        from banditproof.theory.prover.kernel.forms import is_zero
        from banditproof.theory.prover.kernel.terms import ONE, add, stored
        from banditproof.theory.prover.search.hunt import find_proof

        parts, left, strict = [], goal.term, False
        for weight, term, is_strict in weighted:
            place = _place(goal, term, is_strict)
            used: Node | None = {"by": "given", "assumption": place}
            if place is None:  # the ranges say it
                used = find_proof(goal.of(term, is_strict), SECONDS)
            positive = find_proof(goal.of(weight, goal.strict and is_strict), SECONDS)
            if used is None or positive is None:
                return None
            part = {"weight": stored(weight), "term": stored(term), "positive": positive}
            parts.append(part | {"proof": used, "strict": goal.strict and is_strict})
            left, strict = add(left, -(weight * term)), strict or is_strict
        left = _without_zeros(left)
        if form is not None and is_zero(left - form):
            left = form
        if not is_zero(left):
            rest = find_proof(goal.of(left, goal.strict and not strict), SECONDS)
            if rest is None:
                return None
            part = {"weight": stored(ONE), "term": stored(left), "positive": BY_SPAN}
            parts.append(part | {"proof": rest, "strict": goal.strict and not strict})
        node: dict[str, Any] = {"by": "sum", "parts": parts}
        if above:
            shown = [(term, find_proof(goal.of(term, True), SECONDS)) for term in above]
            if any(proof is None for _, proof in shown):
                return None
            node["defined"] = [
                {"term": stored(term), "strict": True, "proof": proof} for term, proof in shown
            ]
        return node

    return search


def _without_zeros(term: Term) -> Term:
    """A sum without the terms that are multiplied by 0, which stay where they may be undefined."""
    from banditproof.theory.prover.kernel.terms import ZERO, add

    parts = term.args if term.kind == "add" else (term,)
    return add(*(part for part in parts if not (part.kind == "mul" and ZERO in part.args)))


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
    rest: str = field(default="", kw_only=True)
    """What that combination leaves, in a form that shows its sign."""

    kind: ClassVar[str] = "induction"

    @property
    def whole(self) -> str:
        """The variable of the induction."""
        return self.variable

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
            form = _with_known(self.rest, context) if self.rest else None
            search = _combination(weighted, form) if weighted and not place else None
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
