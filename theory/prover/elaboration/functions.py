"""Lemmas of the logarithm and the exponential, and rising functions, by their slopes."""

from fractions import Fraction
from typing import Any
from banditproof.theory.balls import lower
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.rules import LEMMAS
from banditproof.theory.prover.kernel.spans import span
from banditproof.theory.prover.kernel.terms import ONE, Term, made, power, read, stored, var
from .nodes import NOTHING, SPAN, Below, Node, ends_of, part, slope_node, sum_of

U, T = var("u"), var("t")
REAL, POSITIVE = Interval(None, None), Interval(Fraction(0), None)


def lemma(name: str, u: Term) -> dict[str, Any]:
    """log u <= u - 1, log u >= 1 - 1/u, or e^u >= 1 + u, as least at 1 or at 0."""
    least = {"by": "least", "on": "u", "touch": NOTHING}
    if name == "exp":
        proof, where = {**least, "at": "0", "convex": True, "sign": SPAN}, REAL
    else:
        weight = power(U - ONE, 2) * power(U, -1 if name == "log below" else -2)
        sign = sum_of(part(weight, ONE, SPAN))
        proof = {**least, "at": "1", "convex": False, "sign": sign, "low": SPAN}
        where = POSITIVE
    return {
        "by": "instance",
        "with": {"u": stored(u)},
        "where": {"u": ends_of(where)},
        "given": [],
        "term": stored(LEMMAS[name](U)),
        "shown": [] if name == "exp" else [SPAN],
        "proof": proof,
    }


def monotone(goal: Goal, proof: Node, a: Term, b: Term, known: Node) -> dict[str, Any]:
    """f(a) >= f(b): f(u + t) rises with t, which is a - b >= 0."""
    kind, order = proof["function"], proof.get("order", 1)

    def function(x: Term) -> Term:
        return power(x, Fraction(1, order)) if kind == "root" else made(kind, (x,))

    least = {"log": Fraction(0), "root": Fraction(0)}.get(kind)
    if kind == "lambertw":
        least = lower(span(b, goal.box).lo)
    where = Interval(least, None, kind == "log", True)
    beyond = [] if least is None else [SPAN]
    return {
        "by": "instance",
        "with": {"u": stored(b), "t": stored(a - b)},
        "where": {"u": ends_of(where), "t": ends_of(Interval(Fraction(0), None, goal.strict))},
        "given": [],
        "term": stored(function(U + T) - function(U)),
        "shown": [*beyond, known],
        "proof": slope_node("t", False, goal.strict, SPAN, SPAN),
    }


def inverse(goal: Goal, proof: Node, below: Below) -> dict[str, Any]:
    """a >= b from log a >= log b, or from a^2 >= b^2 and a >= 0."""
    a, b = (read(proof[key]) for key in ("a", "b"))
    if proof["function"] == "log":
        known = below(goal.of(made("log", (a,)) - made("log", (b,))), proof["proof"])
        u = a * power(b, -1)
        first = part(b, LEMMAS["log below"](u), lemma("log below", u))
        second = made("log", (a,)) - made("log", (b,))
        return sum_of(first, part(b, second, known, goal.strict))
    if proof["function"] != "square":
        raise Rejected("That function is not listed.")
    return _square(goal, a, b, proof, below)


def _square(goal: Goal, a: Term, b: Term, proof: Node, below: Below) -> dict[str, Any]:
    """u >= t for u >= 0 and u^2 >= t^2: at t <= 0 by the signs, else divided by u + t."""
    squares = power(U, 2) - power(T, 2)
    divided = sum_of(part(power(U + T, -1), squares, {"by": "given", "assumption": 0}, goal.strict))
    impossible = {"by": "contradiction", "assumption": 0, "proof": SPAN}
    at_0 = impossible if goal.strict else SPAN
    outer = {"by": "ends", "on": "u", "inside": SPAN, "low": at_0}
    return {
        "by": "instance",
        "with": {"u": stored(a), "t": stored(b)},
        "where": {"u": ends_of(Interval(Fraction(0), None, False)), "t": ends_of(REAL)},
        "given": [[stored(squares), goal.strict]],
        "term": stored(U - T),
        "shown": [
            below(goal.of(a, False), proof["positive"]),
            below(goal.of(power(a, 2) - power(b, 2)), proof["proof"]),
        ],
        "proof": {
            "by": "split",
            "on": "t",
            "at": "0",
            "low": {"by": "ends", "on": "t", "inside": SPAN, "high": outer},
            "high": {"by": "ends", "on": "u", "inside": divided, "low": impossible},
        },
    }
