"""The search for a point at which a statement fails: exact, simple, and judged by the kernel.

Floats, descents and coordinates close to ends, ties and zeros only propose points. A point counts
if it is proved to lie in the region, to satisfy the assumptions, and to have a term that is
negative (or 0, for a strict goal), minus infinity, or undefined.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import isfinite
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import Term, num
from banditproof.theory.prover.notation import written
from banditproof.theory.prover.search import places, poles, vicinities
from banditproof.theory.prover.search.equalities import (
    edges,
    enclosed_only,
    lifted,
    without_equations,
)
from banditproof.theory.prover.search.faces import Face, Found, OutOfTime, faces
from banditproof.theory.prover.search.judgement import State, at, failing, vanishes
from banditproof.theory.prover.search.polynomial_models import model
from banditproof.theory.prover.search.shrinking import shrunk

Stage = Callable[[Face], None]
SHRINKING, LONG = 0.6, 40
CLEAR = Fraction(1, 10**12)
"""A difference that is not below minus this is not seen in the twelve digits of two sides."""
SEEN = 4
"""The first stages of a search: what twelve digits show, floats and descents find."""
MOST_EDGES, EDGE_SECONDS = 6, 0.5
DIGITS = 128
"""Bits of the balls around the value at a point and around a coordinate in closed form."""


@dataclass(frozen=True)
class Counterexample:
    """A point at which a statement is proved to fail.

    `point` is exact where its coordinates are rational, else they are enclosures; `closed` has the
    closed forms that are known of those. `state` says how the statement fails, `value` encloses
    the value of the term where it has one.
    """

    point: Mapping[str, Fraction | Enclosure]
    state: State
    closed: Mapping[str, Term]
    value: Enclosure | None = None

    @property
    def reason(self) -> str:
        """How the statement fails, in words."""
        place = ", ".join(f"{name} = {self._shown(name)}" for name in self.point)
        what = {
            State.NEGATIVE: "the difference of the sides is negative",
            State.ZERO: "the sides are equal",
            State.MINUS_INFINITE: "the difference of the sides is minus infinity",
            State.UNDEFINED: "the statement is not defined",
        }[self.state]
        number = f": {_in_digits(self.value)}" if self.value else ""
        return f"At {place} {what}{number}." if place else f"For no variable, {what}{number}."

    def _shown(self, name: str) -> str:
        value = self.point[name]
        if isinstance(value, Fraction):
            return shown(value)
        return written(self.closed[name]) if name in self.closed else str(value)


def shown(value: Fraction) -> str:
    """A rational in few characters; one that is long as a power of ten or as a float.

    >>> shown(Fraction(2, 7)), shown(1 - Fraction(1, 10**30))
    ('2/7', '1 - 10^-30')
    """
    if len(str(value)) <= LONG:
        return str(value)
    for anchor in (0, 1):
        away = abs(value - anchor)
        if away and set(str(away.numerator)) <= {"1", "0"} >= set(str(away.denominator)):
            power = len(str(away.numerator)) - len(str(away.denominator))
            if away == Fraction(10) ** power:
                sign = "-" if value < anchor else "+" if anchor else ""
                return f"1 {sign} 10^{power}" if anchor else f"{sign}10^{power}"
    try:
        return f"about {float(value):.17g}"
    except OverflowError:
        return f"about 10^{len(str(abs(value.numerator))) - len(str(value.denominator))}"


def _in_digits(value: Enclosure) -> str:
    """A number other than 0 in six digits, also where it is too small or too large for a float.

    >>> _in_digits(Enclosure.of(Fraction(-2, 10**400))), _in_digits(Enclosure.of("-0.25"))
    ('-2.0e-400', '-0.25')
    """
    try:
        near = float(value)
    except OverflowError:
        near = 0.0
    return f"{near:.6g}" if near and isfinite(near) else value.decimal_hi(6)


def _enclosed(term: Term) -> Enclosure | None:
    for bits in (DIGITS, 8 * DIGITS, 32 * DIGITS):
        with working_precision(bits):
            try:
                result = span(term, {})
                low, high = lower(result.lo), upper(result.hi)
            except (Undefined, ValueError):
                continue
            if abs(high - low) * 1000 <= max(abs(low), abs(high)):
                return Enclosure(low, high)
    return None


def _result(goal: Goal, found: Found) -> Counterexample:
    point: dict[str, Fraction | Enclosure] = dict(found.enclosed)
    closed: dict[str, Term] = {}
    for name, term in found.point.items():
        if term.kind == "num":
            point[name] = term.value
        else:
            closed[name] = term
            enclosure = _enclosed(term)
            if enclosure is not None:
                point[name] = enclosure
    ordered = {name: point[name] for name, _ in goal.region if name in point}
    ground = None if found.enclosed else at(goal.term, found.point)
    value = _enclosed(ground) if ground is not None and found.state is State.NEGATIVE else None
    return Counterexample(ordered, found.state, closed, value)


def _stages(seed: int) -> Iterator[tuple[int, Stage]]:
    """The stages of one round, each with the number of faces at which it looks."""
    yield 60, places.simple_points
    yield 60, lambda face: places.float_points(face, seed, 3000 if seed == 0 else 20000)
    yield 1, poles.crossing_points
    yield 60, lambda face: places.descents(face, 3 if seed == 0 else 8)
    yield 60, lambda face: vicinities.close_to_ends(face, seed)
    yield 60, vicinities.close_to_ties
    yield 60, vicinities.close_to_zeros
    yield 60, lambda face: vicinities.corners(face, seed)
    yield 60, vicinities.valleys
    yield 1, lambda face: poles.touching_points(face, _found)
    yield 1, model


def find_counterexample(goal: Goal, seconds: float = 5.0, rounds: int = 2) -> Counterexample | None:
    """A point at which a goal fails, or None if none was found in so many seconds and rounds.

    >>> from banditproof.theory.prover.kernel.rules import Interval
    >>> from banditproof.theory.prover.notation import parse
    >>> unit = Interval(Fraction(0), Fraction(1), False, False)
    >>> goal = Goal(parse("kl(p, q) - 2.1*(p - q)^2"), False, (("p", unit), ("q", unit)))
    >>> find_counterexample(goal).reason
    'At p = 3/10, q = 1/2 the difference of the sides is negative: -0.00171712.'
    """
    until = time.monotonic() + seconds
    # no sampled point is above an assumption that says 0 >= 0
    binding = tuple((term, strict) for term, strict in goal.given if strict or not vanishes(term))
    found = _found(replace(goal, given=binding), until, rounds)
    if found is None:
        return None
    if binding != goal.given and (found.enclosed or failing(goal, found.point) is None):
        return None
    result = _result(goal, found)
    if result.value is None or result.value.upper < -CLEAR:
        return result
    # A reader should see that the difference is negative: a point where it is larger is better.
    plainer = _found(replace(goal, term=goal.term + num(CLEAR), strict=False), until, 1, SEEN)
    return result if plainer is None else _result(goal, plainer)


def _found(goal: Goal, deadline: float, rounds: int, stages: int | None = None) -> Found | None:
    for smaller, name, value in without_equations(goal):
        inner = _found(smaller, deadline, rounds, stages)
        found = None if inner is None else lifted(goal, inner, name, value)
        if found is not None:
            return found
    try:
        _search(goal, deadline, rounds, stages)
    except OutOfTime:
        return None
    except Found as found:
        return shrunk(goal, found, time.monotonic() + SHRINKING)
    return enclosed_only(goal) or _on_edges(goal, deadline, stages)


def _on_edges(goal: Goal, deadline: float, stages: int | None) -> Found | None:
    for smaller, name, value in islice(edges(goal), MOST_EDGES):
        inner = _found(smaller, min(deadline, time.monotonic() + EDGE_SECONDS), 1, stages)
        result = None if inner is None else lifted(goal, inner, name, value)
        if result is not None:
            return shrunk(goal, result, time.monotonic() + SHRINKING)
    return None


def _search(goal: Goal, deadline: float, rounds: int, stages: int | None) -> None:
    known, others = list[Face](), faces(goal, deadline)
    for seed in range(rounds):
        for most, stage in islice(_stages(seed), stages):
            for place in range(most):
                if place == len(known):  # the first stage makes the faces, until a point is found
                    known += islice(others, 1)
                if place == len(known):
                    break
                face = known[place]
                try:
                    with working_precision(128):
                        stage(face)
                except (ArithmeticError, ValueError):
                    continue
                if time.monotonic() > deadline:
                    raise OutOfTime
