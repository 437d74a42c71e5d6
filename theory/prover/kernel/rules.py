"""The rules of a proof, and their check: nothing else has to be trusted.

Each rule leaves other goals, and is a small theorem, which its function states. A proof is a tree
of rules in JSON. A rule that does not apply raises ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from banditproof.theory.balls import working_precision

from .forms import is_zero, quotient
from .goals import Goal, Interval, Rejected, collects, meaningless, require
from .limits import vanishes
from .spans import Span, Undefined, exactly, plus, span, times
from .sturm import irreducible_factors, roots_inside
from .terms import (
    ONE,
    ZERO,
    Term,
    add,
    made,
    mul,
    nodes,
    num,
    parts,
    power,
    read,
    replaced,
    slope,
    var,
)

Node = Mapping[str, Any]
BITS = 96
ENDS = ((False, "low"), (True, "high"))


def check(goal: Goal, proof: Node) -> None:
    """Raise ValueError unless a proof proves a goal.

    >>> x = var("x")
    >>> inside = (("x", Interval(Fraction(0), None)),)
    >>> check(Goal(made("log", (num(1) + x,)), True, inside), {"by": "span"})
    """
    try:
        with working_precision(BITS):
            step(replace(goal, literal=goal.literal and not meaningless(goal.term)), proof)
    except (
        KeyError,
        TypeError,
        IndexError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as bad:
        raise Rejected(f"The proof is damaged: {bad!r}.") from None


def step(goal: Goal, proof: Node) -> None:
    """Check one rule and all below it."""
    names = [name for name, _ in goal.region]
    used = goal.term.variables.union(*(term.variables for term, _ in goal.given))
    require(len(set(names)) == len(names) and used <= set(names), "A variable needs one range.")
    RULES[proof["by"]](goal, proof)


def _defined(goal: Goal, proof: Node, key: str = "defined") -> Span:
    """The span of the term; terms that are proved to be > 0 may help to show that it has one."""
    known: dict[Term, bool] = {}
    for part in proof.get(key, ()):
        term, strict = read(part["term"]), bool(part["strict"])
        step(goal.of(term, strict), part["proof"])
        known[term] = strict
    return span(goal.term, goal.box, known)


def _span(goal: Goal, proof: Node) -> None:
    """The span of the term has the sign."""
    require(_defined(goal, proof).positive(goal.strict), "The span does not show the sign.")


def _empty(goal: Goal, proof: Node) -> None:
    """An assumption is false everywhere: minus its term is >= 0, or > 0 if it is not strict."""
    term, strict = goal.given[int(proof["assumption"])]
    if "proof" in proof:
        step(goal.of(-term, not strict), proof["proof"])
    else:
        require(span(term, goal.box).negated().positive(not strict), "The assumption may hold.")


def _given(goal: Goal, proof: Node) -> None:
    """The term is an assumption."""
    term, strict = goal.given[int(proof["assumption"])]
    require(is_zero(goal.term - term) and (strict or not goal.strict), "That is not assumed.")
    _defined(goal, proof)


LEMMAS: dict[str, Callable[[Term], Term]] = {
    "log below": lambda u: u - ONE - made("log", (u,)),
    "log above": lambda u: made("log", (u,)) - ONE + power(u, -1),
    "exp": lambda u: made("exp", (u,)) - ONE - u,
}


def _lemma(goal: Goal, proof: Node) -> None:
    """log u <= u - 1, log u >= 1 - 1/u, and e^u >= 1 + u."""
    known = LEMMAS[proof["name"]](read(proof["u"]))
    require(not goal.strict and is_zero(goal.term - known), "That is not the lemma.")
    span(known, goal.box)
    _defined(goal, proof)


def _sum(goal: Goal, proof: Node) -> None:
    """The term is a sum of products of terms that are >= 0 (one of them > 0 for a strict goal)."""
    _defined(goal, proof)
    total, strict = ZERO, goal.strict
    for part in proof["parts"]:
        weight, term, positive = read(part["weight"]), read(part["term"]), bool(part.get("strict"))
        total, strict = total + weight * term, strict and not positive
        step(goal.of(weight, positive), part["positive"])
        step(goal.of(term, positive), part["proof"])
    require(is_zero(goal.term - total) and not strict, "That is not the sum.")


def _split(goal: Goal, proof: Node) -> None:
    """An interval in two parts; the point between belongs to the first."""
    name, at = proof["on"], Fraction(proof["at"])
    where = goal.where(name)
    require(where.lo is None or where.lo < at, "The point is not inside.")
    require(where.hi is None or at < where.hi, "The point is not inside.")
    step(goal.placed(name, where._replace(hi=at, hi_open=False)), proof["low"])
    step(goal.placed(name, where._replace(lo=at, lo_open=True)), proof["high"])


def _cases(goal: Goal, proof: Node) -> None:
    """A term is <= 0 or >= 0, and each case has its assumption."""
    term = read(proof["term"])
    span(term, goal.box)
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        step(replace(goal, given=(*goal.given, (num(sign) * term, False))), proof[key])


def _ends(goal: Goal, proof: Node) -> None:
    """The ends that belong to an interval, each with its number for the variable; the inside."""
    name = proof["on"]
    step(goal.interior(name), proof["inside"])
    for high, key in ENDS:
        if goal.where(name).takes(high):
            step(at_end_of(goal, name, high), proof[key])


LOG_OF_ZERO = made("log", (ZERO,))


def at_end_of(goal: Goal, name: str, high: bool) -> Goal:
    """The goal at an end of a variable, where 0 log 0 = 0 in the products of what was stated.

    Infinite parts that would cancel have no meaning, nor has log 0 within another function.
    """
    end = num(goal.where(name).end(high) or 0)
    there = goal.without(name, end)
    if not goal.literal:
        return there
    require(not clashing(goal.term, {var(name): end}), "Infinite parts may cancel.")
    kept = []
    for part in parts("add", goal.term):
        factors = [replaced(factor, {var(name): end}) for factor in parts("mul", part)]
        rest = [factor for factor in factors if factor is not LOG_OF_ZERO]
        infinite = len(rest) < len(factors)
        if infinite and ZERO in rest and not any(factor.partial for factor in rest):
            continue
        found = mul(*factors)
        hidden = any(LOG_OF_ZERO in parts("mul", piece) for piece in parts("add", found))
        require(infinite or not hidden, "Infinite parts stand within a product.")
        kept.append(found)
    return replace(there, term=add(*kept), literal=not collects(goal.term, {var(name): end}))


def clashing(term: Term, what: Mapping[Term, Term]) -> bool:
    """Whether c log 0 and -d log 0 would be collected in a sum, once subterms are replaced."""
    for node in (node for node in nodes(term) if node.kind == "add"):
        signs: dict[Term, bool] = {}
        for part in (part for old in node.args for part in parts("add", replaced(old, what))):
            factors = parts("mul", part)
            value = factors[0].value if factors[0].kind == "num" else Fraction(1)
            rest = mul(*(f for f in factors if f.kind != "num"))
            infinite = value and LOG_OF_ZERO in nodes(part)
            if infinite and signs.setdefault(rest, value > 0) != (value > 0):
                return True
    return False


def _infinite(goal: Goal, proof: Node) -> None:
    """What was stated is a sum of terms that are defined and of -c log 0 with c > 0: infinite."""
    large = [part for part in parts("add", goal.term) if LOG_OF_ZERO in parts("mul", part)]
    require(goal.literal and bool(large), "What was stated has no log 0.")
    for part in large:
        rest = mul(num(-1), *(a for a in parts("mul", part) if a is not LOG_OF_ZERO))
        require(span(rest, goal.box).positive(True), "Not every -c log 0 has c > 0.")
    span(add(*(part for part in parts("add", goal.term) if part not in large)), goal.box)


def _taylor(goal: Goal, proof: Node) -> None:
    """Taylor's formula about the centre of a box, of first or second order.

    e(x) = e(c) + e'(z) (x - c), or e(c) + e'(c) (x - c) + (x - c)' e''(z) (x - c) / 2, for a z on
    the segment between.
    """
    second = bool(proof.get("second"))
    _defined(goal, proof)
    middle, away = {}, {}
    for name, where in goal.region:
        if where.lo is None or where.hi is None:
            raise Rejected("The box is not bounded.")
        centre = (where.lo + where.hi) / 2
        middle[name], away[name] = exactly(centre), var(name) - num(centre)
    total = span(goal.term, middle)
    for name in sorted(goal.term.variables):
        first = slope(goal.term, name)
        here = span(first, goal.box)
        total = plus(
            total, times(span(first, middle) if second else here, span(away[name], goal.box))
        )
        for other in sorted(goal.term.variables) if second else ():
            bend = span(num(Fraction(1, 2)) * slope(first, other), goal.box)
            total = plus(total, times(bend, span(away[name] * away[other], goal.box)))
    require(total.positive(goal.strict), "Taylor's formula does not show the sign.")


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
        require(is_zero(term - add(value, rest, *vanishing)), "That is not the sum at an end.")
        inside = goal.interior(name)
        for part in (value, *vanishing):
            span(part, inside.box)
            require(part is value or vanishes(part, name, high, inside), "A part may not vanish.")
        step(inside.of(rest, False), proof["rest_proof"])
        term = value
    require(all(node.kind != "if" for node in nodes(term)), "A term with branches may jump.")
    require(end is not None or name not in term.variables, "The end is infinite.")
    there = goal.without(name, num(end or 0), term)
    span(there.term, there.box)
    step(there.of(there.term, strict), proof["proof"])


def _smooth(goal: Goal, name: str, proof: Node, order: int) -> list[Term]:
    """The term and its slopes up to an order; they are defined inside the interval."""
    found = [goal.term]
    _defined(goal, proof)
    for n in range(order):
        found.append(slope(found[-1], name))
        _defined(goal.interior(name).of(found[-1]), proof, f"slope {n + 1}")
    return found


def _slope(goal: Goal, proof: Node) -> None:
    """The slope has a sign, and the lower limit at the end where the term is least is >= 0."""
    name, high, rising = proof["on"], bool(proof["high"]), bool(proof.get("strictly"))
    goal = goal.along(name)
    _, first = _smooth(goal, name, proof, 1)
    step(goal.interior(name).of(num(-1 if high else 1) * first, rising), proof["sign"])
    strict = goal.strict and not (rising and not goal.where(name).takes(high))
    _at_end(goal, name, high, proof["end"], strict)


def _concave(goal: Goal, proof: Node) -> None:
    """The term is concave in a variable, and its lower limits at both ends are >= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    *_, second = _smooth(goal, name, proof, 2)
    step(goal.interior(name).of(-second, False), proof["bend"])
    for high, key in ENDS:
        _at_end(goal, name, high, proof[key], goal.strict)


def _bottom(goal: Goal, proof: Node) -> None:
    """The term falls up to v = m and rises from there: it is >= 0 if it is so at m.

    Either its slope is (v - m) h with h >= 0, or it is convex and its slope at m is 0.
    """
    name, at, goal = proof["on"], read(proof["at"]), goal.along(proof["on"])
    require(name not in at.variables, "The bottom moves with the variable.")
    if "rest" in proof:
        _, first = _smooth(goal, name, proof, 1)
        rest = read(proof["rest"])
        require(is_zero(first - (var(name) - at) * rest), "That is not the slope.")
    else:
        _, first, rest = _smooth(goal, name, proof, 2)
        flat = goal.without(name, at, first)
        _defined(flat, proof, "flat defined")
        require(is_zero(flat.term), "The slope at the bottom is not 0.")
    step(goal.interior(name).of(rest, False), proof["sign"])
    there = goal.without(name, at)
    _defined(there, proof, "bottom defined")
    for high, key in ENDS:
        end = goal.where(name).end(high)
        if end is not None:
            step(there.of((at - num(end)) * num(-1 if high else 1), False), proof[key])
    step(there, proof["touch"])


def _inflection(goal: Goal, proof: Node) -> None:
    """Concave, then convex: w e'' is monotone for a w > 0.

    The lower limits at both ends are >= 0, and at the convex end the slope leads down to it.
    """
    name, high, goal = proof["on"], bool(proof["high"]), goal.along(proof["on"])
    require(not goal.strict, "One inflection shows no strict inequality.")
    _, first, second = _smooth(goal, name, proof, 2)
    inside, sign = goal.interior(name), num(-1 if high else 1)
    weight, turned = read(proof["weight"]), read(proof["product"])
    step(inside.of(weight, True), proof["positive"])
    require(is_zero(turned - weight * second), "That is not w e''.")
    _defined(inside.of(turned), proof, "product defined")
    step(inside.of(-(sign * slope(turned, name)), False), proof["monotone"])
    for which, key in ((False, "low"), (True, "high end")):
        _at_end(goal, name, which, proof[key], False)
    _at_end(goal, name, high, proof["flat"], False, sign * first)


def _hill(goal: Goal, proof: Node) -> None:
    """The term rises, then falls, and its lower limits at both ends are >= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    require(not goal.strict, "A hill shows no strict inequality.")
    _, first = _smooth(goal, name, proof, 1)
    for high, key in ENDS:
        _at_end(goal, name, high, proof[key], False)
    _falls_through(goal.interior(name).of(first), name, proof["slope"])


def _falls_through(goal: Goal, name: str, proof: Node) -> None:
    """Along a variable the term is >= 0 up to some place, and <= 0 from there.

    It falls; or it is w h with w >= 0, and h falls through 0; or it begins at >= 0, and its slope
    falls through 0; or it ends at <= 0, and minus its slope falls through 0.
    """
    kind, first = proof["by"], slope(goal.term, name)
    _defined(goal, proof)
    if kind == "weight":
        weight, core = read(proof["weight"]), read(proof["core"])
        require(is_zero(goal.term - weight * core), "That is not the product.")
        step(goal.of(weight), proof["positive"])
        _falls_through(goal.of(core), name, proof["proof"])
    elif kind == "fall":
        _defined(goal.of(first), proof, "slope 1")
        step(goal.of(-first), proof["proof"])
    else:
        require(kind in ("begin", "end"), "That shows no change of sign.")
        sign = num(1 if kind == "begin" else -1)
        _at_end(goal, name, kind == "end", proof["end"], False, sign * goal.term)
        _falls_through(goal.of(sign * first), name, proof["proof"])


def _monotone(goal: Goal, proof: Node) -> None:
    """The term is f(a) - f(b) for an increasing f, and a >= b; for a root, both are >= 0."""
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    if kind == "root":
        require(isinstance(proof["order"], int) and proof["order"] > 1, "A root has an order.")
        one, two = (power(x, Fraction(1, proof["order"])) for x in (a, b))
    else:
        require(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")
        one, two = made(kind, (a,)), made(kind, (b,))
    _defined(goal, proof)
    _defined(goal.of(one - two), proof)
    require(is_zero(goal.term - (one - two)), "That is not the difference.")
    step(goal.of(a - b), proof["proof"])


def _inverse(goal: Goal, proof: Node) -> None:
    """The term is a - b, and log a >= log b, or a >= 0 and a^2 >= b^2."""
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    require(is_zero(goal.term - (a - b)), "That is not the difference.")
    _defined(goal, proof)
    _defined(goal.of(a - b), proof)
    if kind == "log":
        step(goal.of(made("log", (a,)) - made("log", (b,))), proof["proof"])
    else:
        require(kind == "square", "That function is not listed.")
        step(goal.of(a, False), proof["positive"])
        step(goal.of(power(a, 2) - power(b, 2)), proof["proof"])


def _instance(goal: Goal, proof: Node) -> None:
    """The term is another one, g, at t = psi(x), and g >= 0 wherever t may lie."""
    _defined(goal, proof)
    meaning = {var(name): read(value) for name, value in proof["with"].items()}
    region, given = [], []
    for name, (lo, hi, lo_open, hi_open) in proof["where"].items():
        low, top = (None if end is None else Fraction(end) for end in (lo, hi))
        where = Interval(low, top, bool(lo_open), bool(hi_open))
        value = meaning.get(var(name), var(name))
        span(value, goal.box)
        for high, key in ENDS:
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
    require(is_zero(goal.term - replaced(new, meaning)), "That is not an instance.")
    step(Goal(new, goal.strict, tuple(region), tuple(given), False), proof["proof"])


def cases_of(node: Term) -> Iterator[tuple[Term, Term, bool]]:
    """What max, min, abs or if is, and the term that is >= 0 then (> 0 if strict)."""
    if node.kind == "if":
        condition, a, b = node.args
        yield from ((a, condition, False), (b, -condition, True))
    elif node.kind in ("max", "min", "abs"):
        a, b = node.args if len(node.args) == 2 else (node.args[0], -node.args[0])
        sign = num(-1 if node.kind == "min" else 1)
        yield from ((a, sign * (a - b), False), (b, sign * (b - a), False))


def _branch(goal: Goal, proof: Node) -> None:
    """max, min, abs or if is one of two terms; each case has its assumption."""
    node = read(proof["node"])
    cases = list(cases_of(node))
    require(bool(cases), "That term has no branches.")
    for (value, condition, strict), part in zip(cases, proof["cases"], strict=True):
        _defined(goal.of(condition), proof, "condition defined")
        require(not clashing(goal.term, {node: value}), "Infinite numbers may cancel.")
        literal = goal.literal and not collects(goal.term, {node: value})
        case = replace(goal, given=(*goal.given, (condition, strict)), literal=literal)
        step(replace(case, term=replaced(goal.term, {node: value})), part)


def _bernstein(goal: Goal, proof: Node) -> None:
    """The coefficients of a rational function are >= 0 after v = (a + b t) / (1 + t), t >= 0.

    At an infinite end v = a + t or b - t. A polynomial then has its Bernstein coefficients.
    """
    names = [name for name, _ in goal.region if name in goal.term.variables]
    moved, closed = {}, False
    for name in names:
        where, t = goal.where(name), var(name)
        low, high = num(where.lo or 0), num(where.hi or 0)
        require(where.lo is not None or where.hi is not None, "The range has no end.")
        whole = where.lo is not None and where.hi is not None
        half = low + t if where.hi is None else high - t
        moved[t] = (low + high * t) * power(ONE + t, -1) if whole else half
        closed = closed or where.takes(False) or where.takes(True)
    _defined(goal, proof)
    top, below = quotient(replaced(goal.term, moved), names)
    require(min(below.values()) > 0, "The denominator may be negative.")
    require(not top or min(top.values()) > 0, "A Bernstein coefficient is negative.")
    full = prod(1 + max(e[i] for e in (*top, *below)) for i in range(len(names)))
    positive = bool(top) and (not closed or len(top) == len(below) == full)
    require(positive or not goal.strict, "A Bernstein coefficient is 0.")


def _sturm(goal: Goal, proof: Node) -> None:
    """A polynomial in one variable is > 0 at a point, and changes its sign nowhere inside.

    Each factor of odd power (each factor at all, for a strict goal) has no root inside.
    """
    (name,) = goal.term.variables
    where, at = goal.where(name), Fraction(proof["at"])
    require(not goal.term.partial, "That is not a polynomial.")
    require(not goal.strict or where == where.inside, "A strict sign is shown inside alone.")
    require(where.lo is None or where.lo < at, "The point is not inside.")
    require(where.hi is None or at < where.hi, "The point is not inside.")
    require(span(goal.without(name, num(at)).term, {}).positive(True), "It is not > 0 there.")
    for factor, count in irreducible_factors(quotient(goal.term, [name])[0]):
        if count % 2 or goal.strict:
            require(roots_inside(factor, where) == 0, "A root lies inside.")


RULES: dict[str, Callable[[Goal, Node], None]] = {
    "span": _span,
    "empty": _empty,
    "given": _given,
    "lemma": _lemma,
    "sum": _sum,
    "split": _split,
    "cases": _cases,
    "ends": _ends,
    "infinite": _infinite,
    "taylor": _taylor,
    "slope": _slope,
    "concave": _concave,
    "bottom": _bottom,
    "inflection": _inflection,
    "monotone": _monotone,
    "inverse": _inverse,
    "hill": _hill,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": _bernstein,
    "Sturm": _sturm,
}
__all__ = ["Goal", "Interval", "Rejected", "Undefined", "check", "step"]
