"""The rules of a proof, and their check: nothing else has to be trusted.

A goal says: wherever the variables lie and the assumptions hold, a term is defined and >= 0 (> 0 if
strict). Each rule leaves other goals, and is a small theorem, which its function states. A proof is
a tree of rules in JSON. A rule that does not apply raises ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, NamedTuple

from banditproof.theory.balls import working_precision

from .forms import is_zero
from .spans import INF, Box, Span, Undefined, exactly, plus, span, times
from .terms import ONE, ZERO, Term, add, made, mul, nodes, num, power, read, replaced, slope, var

Node = Mapping[str, Any]
BITS = 96


class Rejected(ValueError):
    """A step that does not follow by its rule."""


class Interval(NamedTuple):
    """Where a variable lies; an end is None if it is infinite."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool = True
    hi_open: bool = True

    def end(self, high: bool) -> Fraction | None:
        """One of the ends."""
        return self.hi if high else self.lo

    def takes(self, high: bool) -> bool:
        """Whether an end belongs to the interval."""
        return self.end(high) is not None and not (self.hi_open if high else self.lo_open)

    @property
    def inside(self) -> Interval:
        """The interval without its ends."""
        return Interval(self.lo, self.hi)

    @property
    def span(self) -> Span:
        """The interval as the span of its variable."""
        low = -INF if self.lo is None else exactly(self.lo).lo
        high = INF if self.hi is None else exactly(self.hi).hi
        return Span(low, high, self.lo_open or self.lo is None, self.hi_open or self.hi is None)


@dataclass(frozen=True)
class Goal:
    """A term to be shown >= 0 (> 0 if strict), in a region, under assumptions of the same kind."""

    term: Term
    strict: bool
    region: tuple[tuple[str, Interval], ...]
    given: tuple[tuple[Term, bool], ...] = ()

    @property
    def box(self) -> Box:
        """The span of each variable."""
        return {name: where.span for name, where in self.region}

    def of(self, term: Term, strict: bool | None = None) -> Goal:
        """Another term at the same place."""
        return replace(self, term=term, strict=self.strict if strict is None else strict)

    def where(self, name: str) -> Interval:
        """Where a variable lies."""
        return dict(self.region)[name]

    def placed(self, name: str, where: Interval) -> Goal:
        """The goal with a variable elsewhere."""
        return replace(self, region=tuple((n, where if n == name else w) for n, w in self.region))

    def along(self, name: str) -> Goal:
        """The goal without the assumptions on a variable, so that all of its interval counts."""
        return replace(self, given=tuple(g for g in self.given if name not in g[0].variables))

    def without(self, name: str, value: Term, term: Term | None = None) -> Goal:
        """A term with a value in place of a variable, as a goal about the others."""
        there = {var(name): value}
        region = tuple(pair for pair in self.region if pair[0] != name)
        given = tuple((replaced(g, there), strict) for g, strict in self.given)
        return Goal(replaced(term or self.term, there), self.strict, region, given)


def check(goal: Goal, proof: Node) -> None:
    """Raise ValueError unless a proof proves a goal.

    >>> x = var("x")
    >>> inside = (("x", Interval(Fraction(0), None)),)
    >>> check(Goal(made("log", (num(1) + x,)), True, inside), {"by": "span"})
    """
    try:
        with working_precision(BITS):
            step(goal, proof)
    except (KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError) as bad:
        raise Rejected(f"The proof is damaged: {bad!r}.") from None


def step(goal: Goal, proof: Node) -> None:
    """Check one rule and all below it."""
    if not goal.term.variables <= {name for name, _ in goal.region}:
        raise Rejected("A variable has no range.")
    RULES[proof["by"]](goal, proof)


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise Rejected(reason)


def _defined(goal: Goal, proof: Node, key: str = "defined") -> Span:
    """The span of the term; terms that are proved to be > 0 may help to show that it has one."""
    known: dict[Term, bool] = {}
    for part in proof.get(key, ()):
        term = read(part["term"])
        step(goal.of(term, bool(part["strict"])), part["proof"])
        known[term] = bool(part["strict"])
    return span(goal.term, goal.box, known)


def _span(goal: Goal, proof: Node) -> None:
    """The span of the term has the sign."""
    _require(_defined(goal, proof).positive(goal.strict), "The span does not show the sign.")


def _empty(goal: Goal, proof: Node) -> None:
    """An assumption holds nowhere in the region."""
    term, strict = goal.given[int(proof["assumption"])]
    _require(span(term, goal.box).negated().positive(not strict), "The assumption may hold.")


def _given(goal: Goal, proof: Node) -> None:
    """The term is an assumption."""
    term, strict = goal.given[int(proof["assumption"])]
    _require(goal.term is term and (strict or not goal.strict), "That is not assumed.")
    _defined(goal, proof)


def _log_lemma(goal: Goal, proof: Node) -> None:
    """u - 1 - log u >= 0 for u > 0."""
    u = read(proof["u"])
    _require(goal.term is u - ONE - made("log", (u,)) and not goal.strict, "That is no such term.")
    _defined(goal, proof)


def _sum(goal: Goal, proof: Node) -> None:
    """The term is a sum of products of terms that are >= 0; for a strict goal one product is > 0."""
    _defined(goal, proof)
    total, strict = ZERO, goal.strict
    for part in proof["parts"]:
        weight, term, positive = read(part["weight"]), read(part["term"]), bool(part.get("strict"))
        total, strict = total + weight * term, strict and not positive
        step(goal.of(weight, positive), part["positive"])
        step(goal.of(term, positive), part["proof"])
    _require(is_zero(goal.term - total) and not strict, "That is not the sum.")


def _split(goal: Goal, proof: Node) -> None:
    """An interval in two parts; the point between belongs to the first."""
    name, at = proof["on"], Fraction(proof["at"])
    where = goal.where(name)
    _require(where.lo is None or where.lo < at, "The point is not inside.")
    _require(where.hi is None or at < where.hi, "The point is not inside.")
    step(goal.placed(name, where._replace(hi=at, hi_open=False)), proof["low"])
    step(goal.placed(name, where._replace(lo=at, lo_open=True)), proof["high"])


def _ends(goal: Goal, proof: Node) -> None:
    """The ends that belong to an interval, each with its number for the variable, and the inside.

    At an end 0 log 0 = 0, and -c log 0 is infinite for c > 0.
    """
    name = proof["on"]
    where = goal.where(name)
    step(goal.placed(name, where.inside), proof["inside"])
    for high, key in ((False, "low"), (True, "high")):
        if where.takes(high):
            there = goal.without(name, num(where.end(high) or 0))
            step(there.of(_conventional(there.term)), proof[key])


LOG_OF_ZERO = made("log", (ZERO,))


def _conventional(term: Term) -> Term:
    """0 log 0 = 0 in the products of a sum."""
    parts = term.args if term.kind == "add" else (term,)
    zero = [p.kind == "mul" and ZERO in p.args and LOG_OF_ZERO in p.args for p in parts]
    plain = [all(not a.partial for a in p.args if a is not LOG_OF_ZERO) for p in parts]
    return add(*(p for p, is_zero, easy in zip(parts, zero, plain, strict=True) if not (is_zero and easy)))


def _infinite(goal: Goal, proof: Node) -> None:
    """A sum of terms that are defined and of -c log 0 with c > 0: it is infinite."""
    parts = goal.term.args if goal.term.kind == "add" else (goal.term,)
    large = [part for part in parts if LOG_OF_ZERO in (part.args if part.kind == "mul" else (part,))]
    for part in large:
        factors = part.args if part.kind == "mul" else (part,)
        rest = mul(num(-1), *(a for a in factors if a is not LOG_OF_ZERO))
        _require(span(rest, goal.box).positive(True), "Not every -c log 0 has c > 0.")
    span(add(*(part for part in parts if part not in large)), goal.box)
    _require(bool(large), "There is no log 0.")


def _mean_value(goal: Goal, proof: Node) -> None:
    """e(x) = e(c) + sum of slopes at points between, times x - c; a box is convex."""
    _defined(goal, proof)
    middle: dict[str, Span] = {}
    total = exactly(Fraction(0))
    for name, where in goal.region:
        if where.lo is None or where.hi is None:
            raise Rejected("The box is not bounded.")
        centre = (where.lo + where.hi) / 2
        middle[name] = exactly(centre)
        away = plus(goal.box[name], exactly(-centre))
        total = plus(total, times(span(slope(goal.term, name), goal.box), away))
    found = plus(span(goal.term, middle), total)
    _require(found.positive(goal.strict), "The mean value does not show the sign.")


def _at_end(
    goal: Goal, name: str, high: bool, proof: Node, strict: bool, term: Term | None = None
) -> None:
    """The lower limit of a term at an end of a variable is >= 0 (> 0 if strict).

    A term that is defined with the end in place of the variable is continuous up to there, being
    made of functions that are continuous where they are defined. Else it is given as the sum of
    one that is, of terms that vanish, and of one that is >= 0.
    """
    term, end = goal.term if term is None else term, goal.where(name).end(high)
    if "value" in proof:
        value, rest = read(proof["value"]), read(proof["rest"])
        vanishing = [read(part) for part in proof["vanishing"]]
        _require(is_zero(term - add(value, rest, *vanishing)), "That is not the sum at an end.")
        inside = goal.placed(name, goal.where(name).inside)
        for part in (value, *vanishing):
            span(part, inside.box)
            _require(part is value or _vanishes(part, name, high, inside), "A part may not vanish.")
        step(inside.of(rest, False), proof["rest_proof"])
        term = value
    _require(end is not None or name not in term.variables, "The end is infinite.")
    there = goal.without(name, num(end or 0), term)
    step(there.of(there.term, strict), proof["proof"])


def _coefficients(term: Term, name: str) -> dict[int, Fraction] | None:
    """The coefficients of a polynomial in one variable alone; None for other terms."""
    if not term.variables <= {name} or term.partial:
        return None
    try:
        return {e[0] if e else 0: c for e, c in polynomial(term, [name]).items()}
    except ValueError:
        return None


def _order(term: Term, name: str, goal: Goal, high: bool) -> int | None:
    """n if a polynomial behaves as s^n at an end, with s = |v - end| or 1 / |v|."""
    end = goal.where(name).end(high)
    shifted = term if end is None else replaced(term, {var(name): var(name) + num(end)})
    found = [n for n, c in (_coefficients(shifted, name) or {}).items() if c]
    return None if not found else -max(found) if end is None else min(found)


def _growth(term: Term, name: str, goal: Goal, high: bool) -> int:
    """The sign of a term that tends to an infinity at an infinite end; 0 if that is not shown.

    The term is a polynomial in the variable, times a factor without it that has a sign.
    """
    factors = term.args if term.kind == "mul" else (term,)
    fixed = span(mul(*(f for f in factors if name not in f.variables)), goal.box)
    sign = 1 if fixed.positive(True) else -1 if fixed.negated().positive(True) else 0
    found = _coefficients(mul(*(f for f in factors if name in f.variables)), name) or {}
    degree = max((n for n, c in found.items() if c), default=0)
    if goal.where(name).end(high) is not None or not degree:
        return 0
    return sign * (1 if found[degree] > 0 else -1) * (1 if high or degree % 2 == 0 else -1)


def _vanishes(term: Term, name: str, high: bool, goal: Goal) -> bool:
    """Whether a product of powers, logarithms, exponentials and bounded factors tends to 0.

    At an infinite end exponentials and the tails of erf and tanh are stronger than powers, and
    powers are stronger than logarithms.
    """
    order, tiny = Fraction(0), False
    for factor in term.args if term.kind == "mul" else (term,):
        base, n = (factor.args[0], factor.value) if factor.kind == "pow" else (factor, Fraction(1))
        if name not in factor.variables:
            continue
        exact = _order(base, name, goal, high)
        inner = _order(base.args[0], name, goal, high) if base.args else None
        if exact is not None:
            order += n * exact
        elif n > 0 and base.kind in ("log", "xlogx") and inner is not None:
            # less than any power of s: the order only has to stay positive
            order += n * inner * (base.kind == "xlogx") - n * Fraction(1, 10**6)
        elif base.kind == "exp" and _growth(num(n) * base.args[0], name, goal, high) < 0:
            tiny = True
        elif n > 0 and any(
            base is ONE - f and _growth(f.args[0], name, goal, high) > 0
            for f in nodes(base)
            if f.kind in ("erf", "tanh")
        ):
            tiny = True
        else:
            found = span(factor, goal.box)
            if not (found.lo.is_finite() and found.hi.is_finite()):
                return False
    return tiny or order > 0


def _interior(goal: Goal, name: str) -> Goal:
    return goal.placed(name, goal.where(name).inside)


def _smooth(goal: Goal, name: str, proof: Node, order: int) -> list[Term]:
    """The term and its slopes up to an order; they are defined inside the interval."""
    found = [goal.term]
    _defined(goal, proof)
    for n in range(order):
        found.append(slope(found[-1], name))
        _defined(_interior(goal, name).of(found[-1]), proof, f"slope {n + 1}")
    return found


def _slope(goal: Goal, proof: Node) -> None:
    """The slope has a sign, and the lower limit at the end where the term is least is >= 0."""
    name, high, rising = proof["on"], bool(proof["high"]), bool(proof.get("strictly"))
    goal = goal.along(name)
    _, first = _smooth(goal, name, proof, 1)
    sign = num(-1 if high else 1)
    step(_interior(goal, name).of(sign * first, rising), proof["sign"])
    strict = goal.strict and not (rising and not goal.where(name).takes(high))
    _at_end(goal, name, high, proof["end"], strict)


def _concave(goal: Goal, proof: Node) -> None:
    """The term is concave in a variable, and its lower limits at both ends are >= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    *_, second = _smooth(goal, name, proof, 2)
    step(_interior(goal, name).of(-second, False), proof["bend"])
    for high, key in ((False, "low"), (True, "high")):
        _at_end(goal, name, high, proof[key], goal.strict)


def _bottom(goal: Goal, proof: Node) -> None:
    """The term falls up to v = m and rises from there: it is >= 0 if it is so at m.

    Either its slope is (v - m) h with h >= 0, or it is convex and its slope at m is 0.
    """
    name, at, goal = proof["on"], read(proof["at"]), goal.along(proof["on"])
    _require(name not in at.variables, "The bottom moves with the variable.")
    if "rest" in proof:
        _, first = _smooth(goal, name, proof, 1)
        rest = read(proof["rest"])
        _require(is_zero(first - (var(name) - at) * rest), "That is not the slope.")
    else:
        _, first, rest = _smooth(goal, name, proof, 2)
        flat = goal.without(name, at, first)
        span(flat.term, flat.box)
        _require(is_zero(flat.term), "The slope at the bottom is not 0.")
    step(_interior(goal, name).of(rest, False), proof["sign"])
    there = goal.without(name, at)
    for high, key in ((False, "low"), (True, "high")):
        end = goal.where(name).end(high)
        if end is not None:
            step(there.of((at - num(end)) * num(-1 if high else 1), False), proof[key])
    step(there, proof["touch"])


def _inflection(goal: Goal, proof: Node) -> None:
    """Concave, then convex: w e'' is monotone for a w > 0.

    The lower limits at both ends are >= 0, and at the convex end the slope leads down to it.
    """
    name, high, goal = proof["on"], bool(proof["high"]), goal.along(proof["on"])
    _require(not goal.strict, "One inflection shows no strict inequality.")
    _, first, second = _smooth(goal, name, proof, 2)
    inside, sign = _interior(goal, name), num(-1 if high else 1)
    weight, turned = read(proof["weight"]), read(proof["product"])
    step(inside.of(weight, True), proof["positive"])
    _require(is_zero(turned - weight * second), "That is not w e''.")
    _defined(inside.of(turned), proof, "product defined")
    step(inside.of(-(sign * slope(turned, name)), False), proof["monotone"])
    for which, key in ((False, "low"), (True, "high end")):
        _at_end(goal, name, which, proof[key], False)
    _at_end(goal, name, high, proof["flat"], False, sign * first)


def _monotone(goal: Goal, proof: Node) -> None:
    """The term is f(a) - f(b) for an increasing f, and a >= b; for a root, both are >= 0."""
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    if kind == "root":
        n = Fraction(1, int(proof["order"]))
        _require(n < 1, "A root has an order above 1.")
        one, two = power(a, n), power(b, n)
    else:
        _require(kind in ("log", "exp", "erf", "tanh"), "That function is not in the list.")
        one, two = made(kind, (a,)), made(kind, (b,))
    _defined(goal, proof)
    _defined(goal.of(one - two), proof)
    _require(is_zero(goal.term - (one - two)), "That is not the difference.")
    step(goal.of(a - b), proof["proof"])


def _instance(goal: Goal, proof: Node) -> None:
    """The term is another one, g, at t = psi(x), and g >= 0 wherever t may lie."""
    _defined(goal, proof)
    meaning = {var(name): read(value) for name, value in proof["with"].items()}
    region, given = [], []
    for name, (lo, hi, lo_open, hi_open) in proof["where"].items():
        ends = (None if end is None else Fraction(end) for end in (lo, hi))
        where, value = Interval(*ends, bool(lo_open), bool(hi_open)), meaning.get(var(name), var(name))
        span(value, goal.box)
        for high, key in ((False, "low"), (True, "high")):
            end = where.end(high)
            if end is not None:
                beyond = (value - num(end)) * num(-1 if high else 1)
                step(goal.of(beyond, not where.takes(high)), proof["inside"][name][key])
        region.append((name, where))
    for part in proof.get("given", ()):
        term, strict = read(part["term"]), bool(part["strict"])
        step(goal.of(replaced(term, meaning), strict), part["proof"])
        given.append((term, strict))
    new = read(proof["term"])
    _require(is_zero(goal.term - replaced(new, meaning)), "That is not an instance.")
    step(Goal(new, goal.strict, tuple(region), tuple(given)), proof["proof"])


def cases_of(node: Term) -> Iterator[tuple[Term, Term]]:
    """What max, min or abs is, and the term that is >= 0 then."""
    a, b = node.args if len(node.args) == 2 else (node.args[0], -node.args[0])
    sign = num(-1 if node.kind == "min" else 1)
    yield a, sign * (a - b)
    yield b, sign * (b - a)


def _branch(goal: Goal, proof: Node) -> None:
    """max, min or abs is one of two terms; each case has its assumption."""
    node = read(proof["node"])
    _require(node in nodes(goal.term) and node.kind in ("max", "min", "abs"), "No such branches.")
    for (value, condition), part in zip(cases_of(node), proof["cases"], strict=True):
        span(condition, goal.box)
        case = replace(goal, given=(*goal.given, (condition, False)))
        step(case.of(replaced(goal.term, {node: value})), part)


def polynomial(term: Term, names: list[str]) -> dict[tuple[int, ...], Fraction]:
    """The coefficients of a polynomial by exponents; raises ValueError for another term."""
    found: dict[tuple[int, ...], Fraction] = {}
    if term.kind in ("num", "var"):
        one = tuple(int(term.value == name and term.kind == "var") for name in names)
        return {one: term.value if term.kind == "num" else Fraction(1)}
    if term.kind == "pow" and not term.partial:
        return polynomial_product([term.args[0]] * int(term.value), names)
    if term.kind == "mul":
        return polynomial_product(list(term.args), names)
    if term.kind != "add":
        raise ValueError("That is not a polynomial.")
    for a in term.args:
        for exponents, value in polynomial(a, names).items():
            found[exponents] = found.get(exponents, Fraction(0)) + value
    return found


def polynomial_product(terms: list[Term], names: list[str]) -> dict[tuple[int, ...], Fraction]:
    """The coefficients of a product."""
    total = {(0,) * len(names): Fraction(1)}
    for one in (polynomial(term, names) for term in terms):
        found: dict[tuple[int, ...], Fraction] = {}
        for (e, x), (f, y) in product(total.items(), one.items()):
            both = tuple(i + j for i, j in zip(e, f, strict=True))
            found[both] = found.get(both, Fraction(0)) + x * y
        total = found
    return total


def _bernstein(goal: Goal, proof: Node) -> None:
    """A polynomial on a bounded box is a convex combination of its Bernstein coefficients."""
    names = [name for name, _ in goal.region if name in goal.term.variables]
    places = [goal.where(name) for name in names]
    if any(where.lo is None or where.hi is None for where in places):
        raise Rejected("The box is not bounded.")
    unit = {
        var(name): num(where.lo or 0) + num((where.hi or 0) - (where.lo or 0)) * var(name)
        for name, where in zip(names, places, strict=True)
    }
    found = polynomial(replaced(goal.term, unit), names)
    tops = [max(e[i] for e in found) for i in range(len(names))]
    values = []
    for index in product(*(range(top + 1) for top in tops)):
        total = Fraction(0)
        for exponents, value in found.items():
            for e, i, top in zip(exponents, index, tops, strict=True):
                value *= Fraction(comb(i, e), comb(top, e))
            total += value
        values.append(total)
    is_open = not any(where.takes(high) for where in places for high in (False, True))
    positive = min(values) > 0 or (min(values) == 0 and (not goal.strict or (is_open and max(values) > 0)))
    _require(positive, "A Bernstein coefficient is negative.")


RULES: dict[str, Callable[[Goal, Node], None]] = {
    "span": _span,
    "empty": _empty,
    "given": _given,
    "logarithm": _log_lemma,
    "sum": _sum,
    "split": _split,
    "ends": _ends,
    "infinite": _infinite,
    "mean value": _mean_value,
    "slope": _slope,
    "concave": _concave,
    "bottom": _bottom,
    "inflection": _inflection,
    "monotone": _monotone,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": _bernstein,
}
__all__ = ["Goal", "Interval", "Rejected", "Undefined", "check", "step"]
