"""Points where a statement is not defined: zeros of denominators, and negative arguments."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, product
from banditproof.theory.balls import working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.spans import Span, Undefined, exactly, span
from banditproof.theory.prover.kernel.terms import Term, nodes, num, power, replaced, slope, var
from banditproof.theory.prover.search.equalities import UNSMOOTH
from banditproof.theory.prover.search.faces import Face, Found, OutOfTime, simple_inside
from banditproof.theory.prover.search.judgement import TURN, State, exact_sign
from banditproof.theory.prover.search.samples import specials
from banditproof.theory.prover.search.simplest import ball_of, recognised, simplest_between
from banditproof.theory.prover.search.valuation import Valuation

Search = Callable[[Goal, float, int], Found | None]
STEPS = 200
MOST_LINES = 30


def obligations(term: Term) -> Iterator[tuple[Term, bool]]:
    """The arguments that must not be 0 (True), and those that must not be negative (False)."""
    for node in nodes(term):
        if node.kind == "pow" and node.value < 0:
            yield from ((factor, True) for factor in factors(node.args[0]))
        if node.kind in ("log", "xlogx") or (node.kind == "pow" and node.value.denominator > 1):
            yield node.args[0], False
        if node.kind == "lambertw":
            yield node.args[0] + TURN, False


def factors(term: Term) -> Iterator[Term]:
    """The terms of which one is 0 where a product of powers is 0."""
    if term.kind == "mul":
        for a in term.args:
            yield from factors(a)
    elif term.kind == "pow" and term.value > 0:
        yield from factors(term.args[0])
    elif term.kind not in ("num", "exp", "pi"):
        yield term


def open_obligations(goal: Goal) -> Iterator[tuple[Term, bool]]:
    """The obligations that the spans over the whole region do not show."""
    for argument, divides in dict.fromkeys(obligations(goal.term)):
        try:
            result = span(argument, goal.box)
            if result.positive(divides) or (divides and result.negated().positive(True)):
                continue
        except Undefined:
            pass
        yield argument, divides


def crossing_points(face: Face) -> None:
    """Look for a zero of a denominator where it changes its sign."""
    for argument, divides in open_obligations(face.goal):
        if divides:
            _linear_zero(face, argument)
            _crossing(face, argument)


def touching_points(face: Face, find: Search) -> None:
    """Look for a point where an argument is 0 or negative: a separate counterexample."""
    for argument, divides in open_obligations(face.goal):
        left = face.deadline - time.monotonic()
        if argument is face.goal.term or left < 0.02:
            return
        inner = replace(face.goal, term=argument, strict=divides)
        result = find(inner, time.monotonic() + min(left, 0.5), 1)
        if result is not None and not result.enclosed:
            face.judge(result.point)


def _others(face: Face, name: str) -> Iterator[dict[str, Fraction]]:
    """Simple values of all variables but one."""
    choices = [
        [(n, x) for x in dict.fromkeys((simple_inside(w), *specials(w)))]
        for n, w in face.goal.region
        if n != name
    ]
    yield from (dict(chosen) for chosen in islice(product(*choices), MOST_LINES))


def _linear_zero(face: Face, argument: Term) -> None:
    """The zero in one variable of an argument that is linear in it."""
    for name in sorted(argument.variables):
        lead = slope(argument, name) if _has_slope(argument) else var(name)
        if name in lead.variables:
            continue
        solved = -(replaced(argument, {var(name): num(0)}) * power(lead, -1))
        for others in _others(face, name):
            there = {var(n): num(x) for n, x in others.items()}
            if exact_sign(replaced(lead, there)) not in (None, 0):
                face.judge(
                    {**{n: num(x) for n, x in others.items()}, name: replaced(solved, there)}
                )


def _has_slope(term: Term) -> bool:
    return not any(node.kind in UNSMOOTH for node in nodes(term))


def _crossing(face: Face, argument: Term) -> None:
    """A change of sign in one variable: exact, in closed form, or enclosed."""
    for name in sorted(argument.variables):
        where = face.goal.where(name)
        for others in _others(face, name):
            if time.monotonic() > face.deadline:
                raise OutOfTime
            there = {var(n): num(x) for n, x in others.items()}
            along = replaced(argument, there)
            row = Valuation([along], [name])
            with working_precision(320):
                points = sorted({*specials(where), simple_inside(where)})
                signs = [(x, row([ball_of(x)])[0]) for x in points]
                signed = [(x, 1 if v > 0 else -1) for x, v in signs if v > 0 or v < 0]
                for (low, a), (high, b) in pairwise(signed):
                    if a * b < 0:
                        _zero_between(face, along, name, others, (low, high))


def _zero_between(
    face: Face, along: Term, name: str, others: dict[str, Fraction], ends: tuple[Fraction, Fraction]
) -> None:
    row = Valuation([along], [name])
    low, high = ends
    first = row([ball_of(low)])[0] > 0
    rest = {n: num(x) for n, x in others.items()}
    for _ in range(STEPS):
        middle = (low + high) / 2
        value = row([ball_of(middle)])[0]
        if not value.is_finite():
            return
        if not (value > 0 or value < 0):
            face.judge({**rest, name: num(middle)})
            break
        low, high = (middle, high) if (value > 0) == first else (low, middle)
    face.judge({**rest, name: num(simplest_between(low, high))})
    for form in recognised(ball_of((low + high) / 2)):
        face.judge({**rest, name: form})
    _enclosed(face, along, name, others, (low, high))


def _enclosed(
    face: Face, along: Term, name: str, others: dict[str, Fraction], ends: tuple[Fraction, Fraction]
) -> None:
    """A zero by the theorem of intermediate values: what is defined is continuous."""
    low, high = ends
    goal, where = face.goal, face.goal.where(name)
    if not _has_slope(goal.term):
        return
    at_ends = (exact_sign(replaced(along, {var(name): num(x)})) for x in ends)
    if sorted(s or 0 for s in at_ends) != [-1, 1]:
        return
    inside = (where.lo is None or where.lo < low) and (where.hi is None or high < where.hi)
    box = {n: exactly(x) for n, x in others.items()}
    box[name] = Span(exactly(low).lo, exactly(high).hi)
    try:
        span(along, {name: box[name]})
        holds = all(span(term, box).positive(strict) for term, strict in goal.given)
    except Undefined:
        return
    known = all(_belongs(face, n, x) for n, x in others.items())
    if inside and holds and known:
        rest = {n: num(x) for n, x in others.items()}
        raise Found(rest, State.UNDEFINED, {name: Enclosure(low, high)})


def _belongs(face: Face, name: str, x: Fraction) -> bool:
    where = face.goal.where(name)
    low = where.lo is None or x > where.lo or (x == where.lo and where.takes(False))
    return low and (where.hi is None or x < where.hi or (x == where.hi and where.takes(True)))
