"""Steps that need no search: spans, identities, assumptions, coefficients, known inequalities."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol
from banditproof.theory.prover.kernel.branches import LOG_OF_ZERO
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import step
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import Term, nodes, num, stored, var
from .rewriting import Rewriting, fresh_name
from .samples import looks_true, looks_zero

Node = dict[str, Any]
SPAN: Node = {"by": "span"}
MOST_POWER = 100
"""Larger powers of functions have coefficients that take too long."""


class Prover(Protocol):
    """What a tactic may ask."""

    def prove(self, goal: Goal, depth: int) -> Node | None:
        """A proof with at most so many steps below each other, or None."""

    def spend(self, cost: int) -> None:
        """Count some work."""


def defined(goal: Goal, term: Term | None = None) -> bool:
    """Whether spans show that a term is defined."""
    try:
        span(goal.term if term is None else term, goal.box)
    except Undefined:
        return False
    return True


def part_of(weight: Term, positive: Node, term: Term, proof: Node) -> Node:
    """A weight >= 0 times a term >= 0, as a part of a sum."""
    part = {"weight": stored(weight), "positive": positive}
    return {**part, "term": stored(term), "proof": proof}


def positive_facts(search: Prover, goal: Goal) -> list[Node] | None:
    """Where spans fail: proofs that logarithms and quotients are of terms > 0, roots of >= 0."""
    facts: list[Node] = []
    known: dict[Term, bool] = {}
    for node in nodes(goal.term):
        try:
            span(node, goal.box, known)
        except Undefined:
            if node.kind not in ("log", "xlogx", "pow"):
                return None
            inner, strict = node.args[0], node.kind == "log" or (node.value or 0) < 0
            result = search.prove(goal.of(inner, strict), 3)
            if result is None:
                return None
            known[inner] = strict
            facts.append({"term": stored(inner), "strict": strict, "proof": result})
    return facts


def by_span(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The span of the term, or that of an assumption which is false."""
    for place, (term, strict) in enumerate(goal.given):
        if defined(goal, term) and span(term, goal.box).negated().positive(not strict):
            return {"by": "empty", "assumption": place}
    value = span(goal.term, goal.box)
    if bool(value.lo == 0) and bool(value.hi == 0):
        # What cancels here need not cancel so soon in another order of the terms.
        return by_identity(search, goal, depth)
    return SPAN if value.positive(goal.strict) else None


def by_identity(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is 0."""
    fine = not goal.strict and looks_zero(goal) and is_zero(goal.term)
    return {"by": "sum", "parts": []} if fine else None


def by_infinity(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is infinite."""
    return {"by": "infinite"} if LOG_OF_ZERO in nodes(goal.term) else None


def by_bernstein(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The coefficients of a rational function have one sign."""
    if not rational(goal.term) or len(goal.term.variables) > 4:
        return None
    step(goal, {"by": "Bernstein"})
    return {"by": "Bernstein"}


def rational(term: Term) -> bool:
    """Whether a term is made of numbers and variables by + - * / alone."""
    simple = ("num", "var", "add", "mul")
    return all(
        n.kind in simple or (n.kind == "pow" and n.value.denominator == 1) for n in nodes(term)
    )


def by_sturm(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A polynomial in one variable changes its sign nowhere."""
    if goal.term.partial or len(goal.term.variables) != 1 or not rational(goal.term):
        return None
    (name,) = goal.term.variables
    where = goal.where(name)
    if goal.strict and where != where.inside:
        return None
    if where.lo is None or where.hi is None:
        start = Fraction(0) if where.lo is None and where.hi is None else where.lo or where.hi or 0
        shift = 1 if where.hi is None else -1
        places = [start + shift * Fraction(k, 3) for k in (1, 4, 10, 31)]
    else:
        places = [where.lo + (where.hi - where.lo) * Fraction(k, 16) for k in (8, 5, 11, 1, 15)]
    for at in places:
        proof: Node = {"by": "Sturm", "at": str(at)}
        try:
            step(goal, proof)
        except ValueError:
            continue
        return proof
    return None


class NoSearch:
    """What stands in for a search where no tactic asks for one."""

    def prove(self, goal: Goal, depth: int) -> Node | None:
        """Nothing is proved."""
        return None

    def spend(self, cost: int) -> None:
        """Nothing is counted."""


def sign_of(goal: Goal, term: Term, strict: bool = True) -> tuple[int, Node] | None:
    """A sign that a term has on the whole box, seen without a search, and its proof."""
    return _sign_of(goal.of(term, strict))


@lru_cache(maxsize=20_000)
def _sign_of(goal: Goal) -> tuple[int, Node] | None:
    for sign in (1, -1):
        one = goal.of(num(sign) * goal.term)
        for tactic in (by_span, by_given, by_bernstein, by_sturm, by_generators):
            if tactic is by_bernstein and not looks_true(one):
                break
            try:
                result = tactic(NoSearch(), one, 0)
            except (ValueError, ArithmeticError):
                continue
            if result is not None:
                return sign, result
    return None


def by_given(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is an assumption."""
    for place, (term, strict) in enumerate(goal.given):
        if (goal.strict and not strict) or term.variables != goal.term.variables:
            continue
        left = goal.of(goal.term - term)
        if looks_zero(left) and is_zero(left.term) and defined(goal):
            return {"by": "given", "assumption": place}
    return None


def by_generators(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Functions become variables, which leaves a rational function with coefficients >= 0."""
    if rational(goal.term) or not defined(goal):
        return None
    rewriting = Rewriting(goal.term, goal.box)
    names = [name for name, _ in goal.region]
    meaning: dict[str, Term] = {}
    where: dict[str, Interval] = {}
    inside: dict[str, Any] = {}
    new: dict[str, Term] = {}
    for key in rewriting.generators():
        term = rewriting.meaning(key)
        if term.kind == "var":
            name, low, high, opened = term.value, *_ends_of(goal, term)
            if low is None and high is None:
                return None
        else:
            name = fresh_name((*names, *meaning), "u")
            low, high, opened = _ends_of(goal, term)
            if low is None and high is None:
                return None
            meaning[name] = term
        new[key] = var(name)
        where[name] = Interval(low, high, *opened)
        inside[name] = {"low": SPAN, "high": SPAN}
    if not meaning or len(where) > 4:
        return None
    # Variables that mean functions may now vary freely within their ranges: this says more than the
    # goal, so its proof is one of the goal.
    core = rewriting.with_names(new)
    if any(node.kind == "pow" and node.value > MOST_POWER for node in nodes(core)):
        return None
    if not looks_true(Goal(core, goal.strict, tuple(where.items()), (), False)):
        return None
    proof: Node = {
        "by": "instance",
        "with": {name: stored(term) for name, term in meaning.items()},
        "where": {name: written_range(place) for name, place in where.items()},
        "inside": inside,
        "term": stored(core),
        "proof": {"by": "Bernstein"},
    }
    step(goal, proof)
    return proof


def _ends_of(goal: Goal, term: Term) -> tuple[Fraction | None, Fraction | None, list[bool]]:
    """Rational ends of the values of a term, and which are not taken."""
    if term.kind == "var":
        interval = goal.where(str(term.value))
        return interval.lo, interval.hi, [interval.lo_open, interval.hi_open]
    values = span(term, goal.box)
    ends: list[Fraction | None] = []
    opened = []
    for end, is_open, sign in ((values.lo, values.lo_open, -1), (values.hi, values.hi_open, 1)):
        if not end.is_finite():
            ends.append(None)
            opened.append(True)
            continue
        man, exp = end.man_exp()
        value = Fraction(int(man)) * Fraction(2) ** int(exp)
        # Short rationals, moved outwards: a wider range only makes the new goal harder.
        near = value.limit_denominator(10**6)
        exact = near == value
        if not exact:
            near += sign * Fraction(1, 10**9)
        ends.append(near)
        opened.append(is_open or not exact)
    return ends[0], ends[1], opened


def written_range(where: Interval) -> list[Any]:
    """An interval as it stands in a proof."""
    ends = [None if end is None else str(end) for end in where[:2]]
    return [*ends, where.lo_open, where.hi_open]
