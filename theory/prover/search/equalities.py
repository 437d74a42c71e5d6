"""Assumptions that say g = 0 (as g >= 0 and -g >= 0): a variable is solved for, or enclosed.

No sampled point satisfies an equation, so the search goes on with one variable less.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise
from banditproof.theory.balls import working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.prover.kernel.branches import cases_of
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.spans import Span, Undefined, exactly, span
from banditproof.theory.prover.kernel.terms import Term, nodes, num, power, replaced, slope, var
from banditproof.theory.prover.search.faces import Found
from banditproof.theory.prover.search.judgement import State, exact_sign, failing, vanishes
from banditproof.theory.prover.search.samples import specials
from banditproof.theory.prover.search.simplest import ball_of, recognised, simplest_between
from banditproof.theory.prover.search.valuation import Valuation

STEPS = 250
UNSMOOTH = ("max", "min", "abs", "if")


def equations(goal: Goal) -> Iterator[tuple[Term, tuple[tuple[Term, bool], ...]]]:
    """Terms that the assumptions set to 0, each with the assumptions that are left."""
    for i, (term, strict) in enumerate(goal.given):
        for j, (other, also_strict) in enumerate(goal.given[:i]):
            if not strict and not also_strict and vanishes(term + other):
                yield other, tuple(g for k, g in enumerate(goal.given) if k not in (i, j))


def solutions(goal: Goal, term: Term) -> Iterator[tuple[str, Term]]:
    """A variable, and what it is where a term is 0."""
    if any(node.kind in UNSMOOTH for node in nodes(term)):
        return
    for name in sorted(term.variables):
        lead = slope(term, name)
        if name not in lead.variables:
            yield name, -(replaced(term, {var(name): num(0)}) * power(lead, -1))
    if len(term.variables) == 1:
        (name,) = term.variables
        for low, high in zeros(goal, term, name):
            forms = [num(simplest_between(low, high)), *recognised(ball_of((low + high) / 2))]
            for form in forms:
                if vanishes(replaced(term, {var(name): form})):
                    yield name, form


def zeros(goal: Goal, term: Term, name: str) -> Iterator[tuple[Fraction, Fraction]]:
    """Short intervals in which a term of one variable changes its sign."""
    row = Valuation([term], [name])
    with working_precision(400):
        signed = [
            (x, 1 if v > 0 else -1)
            for x in sorted(specials(goal.where(name)))
            for v in row([ball_of(x)])
            if v > 0 or v < 0
        ]
        for (low, a), (high, b) in pairwise(signed):
            if a * b > 0:
                continue
            for _ in range(STEPS):
                middle = (low + high) / 2
                (value,) = row([ball_of(middle)])
                if not (value > 0 or value < 0):
                    break
                low, high = (middle, high) if (value > 0) == (a > 0) else (low, middle)
            yield low, high


def without_equations(goal: Goal) -> Iterator[tuple[Goal, str, Term]]:
    """Goals with one variable less, the variable, and what it is in terms of the others."""
    for equation, rest in equations(goal):
        for name, value in solutions(goal, equation):
            yield restricted(replace(goal, given=rest), name, value), name, value


def edges(goal: Goal) -> Iterator[tuple[Goal, str, Term]]:
    """The same where an assumption holds barely, or where max, min or abs changes its branch."""
    results = [term for term, strict in goal.given if not strict]
    for node in nodes(goal.term):
        if node.kind in ("max", "min", "abs"):
            (_, condition, _), _ = cases_of(node)
            results.append(condition)
    for term in dict.fromkeys(results):
        for name, value in islice(solutions(goal, term), 2):
            left = tuple(g for g in goal.given if g[0] is not term)
            yield restricted(replace(goal, given=left), name, value), name, value


def restricted(goal: Goal, name: str, value: Term) -> Goal:
    """A goal with a term in the place of a variable, which has to lie in its range."""
    where = goal.where(name)
    inside = tuple(
        ((value - num(end)) * num(-1 if high else 1), not where.takes(high))
        for high in (False, True)
        if (end := where.end(high)) is not None
    )
    return replace(goal, given=(*goal.given, *inside)).without(name, value)


def lifted(goal: Goal, found: Found, name: str, value: Term) -> Found | None:
    """A counterexample of the whole goal from one with a variable less."""
    if dict(goal.region).keys() - found.point.keys() != {name}:
        return None  # a number without closed form is no point
    point = {**found.point, name: replaced(value, {var(n): t for n, t in found.point.items()})}
    state = failing(goal, point)
    return None if state is None else Found(point, state)


def enclosed_only(goal: Goal) -> Found | None:
    """A counterexample in one variable that an equation fixes to a number without closed form.

    The equation changes its sign on a short interval, where the term is negative throughout.
    """
    if len(goal.region) != 1:
        return None
    name, where = goal.region[0]
    for equation, rest in equations(goal):
        if equation.variables != {name}:
            continue
        for low, high in zeros(goal, equation, name):
            ends = [exact_sign(replaced(equation, {var(name): num(x)})) for x in (low, high)]
            above = where.lo is None or where.lo < low
            below = where.hi is None or high < where.hi
            if sorted(s or 0 for s in ends) != [-1, 1] or not (above and below):
                continue
            box = {name: Span(exactly(low).lo, exactly(high).hi)}
            try:
                with working_precision(512):
                    span(equation, box)
                    fails = span(goal.term, box).negated().positive(not goal.strict)
                    holds = all(span(g, box).positive(strict) for g, strict in rest)
            except Undefined:
                continue
            if fails and holds:
                return Found({}, State.NEGATIVE, {name: Enclosure(low, high)})
    return None
