"""The rules about functions: monotone ones, instances, branches, and polynomials."""

from dataclasses import replace
from fractions import Fraction
from math import prod
from .branches import ENDS, alike, cases_of, clashing
from .forms import is_zero, quotient
from .goals import Goal, Interval, collects, require
from .spans import span
from .steps import Node, defined, rule, step
from .sturm import irreducible_factors, roots_inside
from .terms import ONE, made, num, power, rational, read, replaced, var


@rule("monotone")
def _monotone(goal: Goal, proof: Node) -> None:
    """The term is f(a) - f(b) for an increasing f, and a >= b; for a root, both are >= 0."""
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    if kind == "root":
        require(isinstance(proof["order"], int) and proof["order"] > 1, "A root has an order.")
        first, second = (power(x, Fraction(1, proof["order"])) for x in (a, b))
    else:
        require(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")
        first, second = made(kind, (a,)), made(kind, (b,))
    defined(goal, proof)
    # This span shows that a and b lie where f is defined, hence strictly increasing.
    defined(goal.of(first - second), proof)
    require(is_zero(goal.term - (first - second)), "That is not the difference.")
    step(goal.of(a - b), proof["proof"])


@rule("inverse")
def _inverse(goal: Goal, proof: Node) -> None:
    """The term is a - b, and log a >= log b, or a >= 0 and a^2 >= b^2."""
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    require(is_zero(goal.term - (a - b)), "That is not the difference.")
    defined(goal, proof)
    defined(goal.of(a - b), proof)
    if kind == "log":
        step(goal.of(made("log", (a,)) - made("log", (b,))), proof["proof"])
    else:
        require(kind == "square", "That function is not listed.")
        # Then a >= |b| >= b, whatever the sign of b.
        step(goal.of(a, False), proof["positive"])
        step(goal.of(power(a, 2) - power(b, 2)), proof["proof"])


@rule("instance")
def _instance(goal: Goal, proof: Node) -> None:
    """The term is g(psi(x)), and g(t) >= 0 for all t in a range that contains psi(x)."""
    defined(goal, proof)
    meaning = {var(name): read(value) for name, value in proof["with"].items()}
    region, given = [], []
    for name, (lo, hi, lo_open, hi_open) in proof["where"].items():
        low, top = (None if end is None else rational(end) for end in (lo, hi))
        where = Interval(low, top, bool(lo_open), bool(hi_open))
        value = meaning.get(var(name), var(name))
        # psi(x) needs a value; the steps below then place it in the range of t, ends included or
        # not.
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
    # The new goal stands alone: it has the ranges and assumptions shown here, and no convention for
    # log 0.
    step(Goal(new, goal.strict, tuple(region), tuple(given), False), proof["proof"])


@rule("branch")
def _branch(goal: Goal, proof: Node) -> None:
    """max, min, abs or if is one of two terms; each case has its assumption."""
    node = read(proof["node"])
    cases = list(cases_of(node))
    require(bool(cases), "That term has no branches.")
    for (value, condition, strict), part in zip(cases, proof["cases"], strict=True):
        defined(goal.of(condition), proof, "condition defined")
        what = alike(node, value)
        require(not clashing(goal.term, what), "Infinite numbers may cancel.")
        # 0 log 0 = 0 was agreed for the sum as it was stated, not for one that collects logarithms.
        literal = goal.literal and not collects(goal.term, what)
        case = replace(goal, given=(*goal.given, (condition, strict)), literal=literal)
        step(replace(case, term=replaced(goal.term, what)), part)


@rule("Bernstein")
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
    defined(goal, proof)
    # t >= 0 is all of the range but its far end, where continuity gives the sign >= 0.
    top, below = quotient(replaced(goal.term, moved), names)
    require(min(below.values()) > 0, "The denominator may be negative.")
    require(not top or min(top.values()) > 0, "A Bernstein coefficient is negative.")
    # At an end itself, t = 0 or infinity, the lowest or the highest coefficients decide: for a
    # strict sign there, none of them may be missing, above or below.
    full = prod(1 + max(e[i] for e in (*top, *below)) for i in range(len(names)))
    positive = bool(top) and (not closed or len(top) == len(below) == full)
    require(positive or not goal.strict, "A Bernstein coefficient is 0.")


@rule("Sturm")
def _sturm(goal: Goal, proof: Node) -> None:
    """A polynomial in one variable is > 0 at a point, and changes its sign nowhere inside.

    Each factor of odd power (each factor at all, for a strict goal) has no root inside.
    """
    require(len(goal.term.variables) == 1, "That is not a polynomial in one variable.")
    (name,) = goal.term.variables
    where, at = goal.where(name), rational(proof["at"])
    require(not goal.term.partial, "That is not a polynomial.")
    require(not goal.strict or where == where.inside, "A strict sign is shown inside alone.")
    require(where.lo is None or where.lo < at, "The point is not inside.")
    require(where.hi is None or at < where.hi, "The point is not inside.")
    require(span(goal.without(name, num(at)).term, {}).positive(True), "It is not > 0 there.")
    # Nothing partial means no denominator. Factors of even power do not change the sign.
    for factor, count in irreducible_factors(quotient(goal.term, [name])[0]):
        if count % 2 or goal.strict:
            require(roots_inside(factor, where) == 0, "A root lies inside.")
