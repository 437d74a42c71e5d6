"""The rules of a proof, and their check: nothing else has to be trusted.

Each rule leaves other goals, and is a small theorem, which its function states. A proof is a tree
of rules in JSON. A rule that does not apply raises ValueError.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from banditproof.theory.balls import working_precision
from . import function_rules, shape_rules
from .branches import ENDS, LOG_OF_ZERO, at_end_of
from .forms import is_zero
from .goals import Goal, Interval, Rejected, meaningless, require
from .spans import Undefined, exactly, plus, span, times
from .steps import RULES, Node, defined, rule, step
from .terms import ONE, ZERO, Term, add, made, mul, num, parts, power, rational, read, slope, var

# Soundness asks only for rounding outwards; one fixed number makes search and check agree.
BITS = 96


def check(goal: Goal, proof: Node) -> None:
    """Raise ValueError unless a proof proves a goal.

    >>> x = var("x")
    >>> inside = (("x", Interval(Fraction(0), None)),)
    >>> check(Goal(made("log", (num(1) + x,)), True, inside), {"by": "span"})
    """
    try:
        with working_precision(BITS):
            # log x - log x is kept as 0 log x: by 0 log 0 = 0 it would get a value at 0, where it
            # has none.
            step(replace(goal, literal=goal.literal and not meaningless(goal.term)), proof)
    except Undefined as gap:
        raise Rejected(f"A term may be undefined: there is {gap}.") from None


@rule("span")
def _span(goal: Goal, proof: Node) -> None:
    """The span of the term has the sign."""
    require(defined(goal, proof).positive(goal.strict), "The span does not show the sign.")


def _assumption(goal: Goal, proof: Node) -> tuple[Term, bool]:
    """The assumption that a step names by its place."""
    place = proof["assumption"]
    require(type(place) is int and 0 <= place < len(goal.given), "There is no such assumption.")
    return goal.given[place]


@rule("empty")
def _empty(goal: Goal, proof: Node) -> None:
    """An assumption is false everywhere: minus its term is >= 0, or > 0 if it is not strict."""
    term, strict = _assumption(goal, proof)
    if "proof" in proof:
        step(goal.of(-term, not strict), proof["proof"])
    else:
        # The negation of t >= 0 is -t > 0, and that of t > 0 is -t >= 0.
        require(span(term, goal.box).negated().positive(not strict), "The assumption may hold.")


@rule("given")
def _given(goal: Goal, proof: Node) -> None:
    """The term is an assumption."""
    term, strict = _assumption(goal, proof)
    # Equal forms are equal values where both terms are defined. The goal is shown to be so below,
    # and an assumption speaks only of points where its term has a value.
    require(is_zero(goal.term - term) and (strict or not goal.strict), "That is not assumed.")
    defined(goal, proof)


LEMMAS: dict[str, Callable[[Term], Term]] = {
    "log below": lambda u: u - ONE - made("log", (u,)),
    "log above": lambda u: made("log", (u,)) - ONE + power(u, -1),
    "exp": lambda u: made("exp", (u,)) - ONE - u,
}


@rule("lemma")
def _lemma(goal: Goal, proof: Node) -> None:
    """log u <= u - 1, log u >= 1 - 1/u, and e^u >= 1 + u."""
    name = proof["name"]
    require(isinstance(name, str) and name in LEMMAS, f"{name!r:.40} is no lemma.")
    lemma = LEMMAS[name](read(proof["u"]))
    require(not goal.strict and is_zero(goal.term - lemma), "That is not the lemma.")
    # The lemmas of log need u > 0, that of exp nothing: this is what a span of the lemma shows.
    span(lemma, goal.box)
    defined(goal, proof)


@rule("sum")
def _sum(goal: Goal, proof: Node) -> None:
    """The term is a sum of products of terms that are >= 0 (one of them > 0 for a strict goal)."""
    defined(goal, proof)
    total, strict = ZERO, goal.strict
    for part in proof["parts"]:
        weight, term, positive = read(part["weight"]), read(part["term"]), bool(part.get("strict"))
        total, strict = total + weight * term, strict and not positive
        step(goal.of(weight, positive), part["positive"])
        step(goal.of(term, positive), part["proof"])
    # Parts that are proved are defined, and so is the goal: here equal forms are equal values.
    require(is_zero(goal.term - total) and not strict, "That is not the sum.")


@rule("split")
def _split(goal: Goal, proof: Node) -> None:
    """An interval in two parts; the point between belongs to the first."""
    name, at = proof["on"], rational(proof["at"])
    where = goal.where(name)
    require(where.lo is None or where.lo < at, "The point is not inside.")
    require(where.hi is None or at < where.hi, "The point is not inside.")
    step(goal.placed(name, where._replace(hi=at, hi_open=False)), proof["low"])
    step(goal.placed(name, where._replace(lo=at, lo_open=True)), proof["high"])


@rule("cases")
def _cases(goal: Goal, proof: Node) -> None:
    """A term is <= 0 or >= 0, and each case has its assumption."""
    term = read(proof["term"])
    # One of the two cases holds at a point only if the term has a value there.
    span(term, goal.box)
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        step(replace(goal, given=(*goal.given, (num(sign) * term, False))), proof[key])


@rule("ends")
def _ends(goal: Goal, proof: Node) -> None:
    """The ends that belong to an interval, each with its number for the variable; the inside."""
    name = proof["on"]
    step(goal.interior(name), proof["inside"])
    for high, key in ENDS:
        if goal.where(name).takes(high):
            step(at_end_of(goal, name, high), proof[key])


@rule("infinite")
def _infinite(goal: Goal, proof: Node) -> None:
    """What was stated is a sum of terms that are defined and of -c log 0 with c > 0: infinite."""
    large = [part for part in parts("add", goal.term) if LOG_OF_ZERO in parts("mul", part)]
    require(goal.literal and bool(large), "What was stated has no log 0.")
    for part in large:
        rest = mul(num(-1), *(a for a in parts("mul", part) if a is not LOG_OF_ZERO))
        require(span(rest, goal.box).positive(True), "Not every -c log 0 has c > 0.")
    # What remains has a span, hence a finite value, and the sum is plus infinity: also > 0.
    span(add(*(part for part in parts("add", goal.term) if part not in large)), goal.box)


@rule("taylor")
def _taylor(goal: Goal, proof: Node) -> None:
    """Taylor's formula about the centre of a box, of first or second order.

    e(x) = e(c) + e'(z) (x - c), or e(c) + e'(c) (x - c) + (x - c)' e''(z) (x - c) / 2, for a z on
    the segment between.
    """
    second = bool(proof.get("second"))
    defined(goal, proof)
    middle, away = {}, {}
    for name, where in goal.region:
        if where.lo is None or where.hi is None:
            raise Rejected("The box is not bounded.")
        centre = (where.lo + where.hi) / 2
        middle[name], away[name] = exactly(centre), var(name) - num(centre)
    total = span(goal.term, middle)
    # The segment from c to x lies in the box, but perhaps not where the assumptions hold: slopes
    # are bounded on the whole box. A slope such as u'/u is defined for u < 0, too; but log u has a
    # value at c, and u no zero on the box, so that u > 0 on the segment.
    for name in sorted(goal.term.variables):
        first = slope(goal.term, name)
        here = span(first, goal.box)
        total = plus(
            total, times(span(first, middle) if second else here, span(away[name], goal.box))
        )
        for other in sorted(goal.term.variables) if second else ():
            # Both orders of a pair of variables are added, as in (x - c)' e'' (x - c). The square
            # of one difference is a power in its own span, which begins at 0.
            bend = span(num(Fraction(1, 2)) * slope(first, other), goal.box)
            total = plus(total, times(bend, span(away[name] * away[other], goal.box)))
    require(total.positive(goal.strict), "Taylor's formula does not show the sign.")


__all__ = [
    "RULES", "Goal", "Interval", "Rejected", "Undefined", "check", "function_rules", "shape_rules",
    "step",
]  # fmt: skip
