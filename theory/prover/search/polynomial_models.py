"""Polynomial statements by z3, where it is installed: a model is a point to be judged."""

import time
from fractions import Fraction
from functools import reduce
from importlib import import_module
from typing import Any
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.terms import Term, nodes, num
from banditproof.theory.prover.search.faces import Face

KINDS = ("num", "var", "add", "mul", "pow", "max", "min", "abs")


def is_algebraic(term: Term) -> bool:
    """Whether a term is made of whole powers, sums, products, max, min and abs."""
    return all(
        n.kind in KINDS and not (n.kind == "pow" and (n.value.denominator > 1 or abs(n.value) > 64))
        for n in nodes(term)
    )


def model(face: Face, seconds: float = 2.0) -> None:
    """Ask z3 for a point at which a polynomial statement fails, and judge it."""
    goal = face.goal
    if not all(map(is_algebraic, (goal.term, *(g for g, _ in goal.given)))):
        return
    try:
        z3: Any = import_module("z3")
    except ImportError:
        return
    left = min(seconds, face.deadline - time.monotonic())
    if left < 0.05:
        return
    solver = z3.Solver()
    solver.set("timeout", int(left * 1000))
    known: dict[Term, Any] = {}
    solver.add(_condition(z3, goal, known))
    if solver.check() != z3.sat:
        return
    result = solver.model()
    point = {}
    for name, _ in goal.region:
        value = result.eval(z3.Real(name), model_completion=True)
        if not z3.is_rational_value(value):
            value = value.approx(40)
        point[name] = num(Fraction(value.numerator_as_long(), value.denominator_as_long()))
    face.judge(point)


def _condition(z3: Any, goal: Goal, known: dict[Term, Any]) -> Any:
    parts = []
    for name, where in goal.region:
        x = z3.Real(name)
        if where.lo is not None:
            parts.append(x > str(where.lo) if where.lo_open else x >= str(where.lo))
        if where.hi is not None:
            parts.append(x < str(where.hi) if where.hi_open else x <= str(where.hi))
    for term, strict in goal.given:
        value = _translated(z3, term, known)
        parts.append(value > 0 if strict else value >= 0)
    value = _translated(z3, goal.term, known)
    parts.append(value <= 0 if goal.strict else value < 0)
    for node in known:
        if node.kind == "pow" and node.value < 0:
            parts.append(known[node.args[0]] != 0)
    return z3.And(*parts)


def _translated(z3: Any, term: Term, known: dict[Term, Any]) -> Any:
    for node in nodes(term):
        if node in known:
            continue
        args = [known[a] for a in node.args]
        if node.kind == "num":
            known[node] = z3.RealVal(str(node.value))
        elif node.kind == "var":
            known[node] = z3.Real(node.value)
        elif node.kind == "add":
            known[node] = reduce(lambda a, b: a + b, args)
        elif node.kind == "mul":
            known[node] = reduce(lambda a, b: a * b, args)
        elif node.kind == "pow":
            whole = reduce(lambda a, b: a * b, args * abs(int(node.value)), z3.RealVal("1"))
            known[node] = 1 / whole if node.value < 0 else whole
        elif node.kind == "abs":
            known[node] = z3.If(args[0] >= 0, args[0], -args[0])
        else:
            first = args[0] >= args[1] if node.kind == "max" else args[0] <= args[1]
            known[node] = z3.If(first, args[0], args[1])
    return known[term]
