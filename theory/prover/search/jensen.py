"""Jensen's inequality: the logarithm of a mean is above the mean of the logarithms.

With weights w_i of sum 1 and S = w_1 u_1 + w_2 u_2, log S - w_1 log u_1 - w_2 log u_2 is the sum of
w_i (r_i - 1 - log r_i) for the ratios r_i = u_i / S, whose mean is 1.
"""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    add,
    made,
    mul,
    nodes,
    num,
    power,
    replaced,
    slope,
    var,
)
from .comparisons import log_of
from .direct import SPAN, Node, Prover, defined, part_of, sign_of
from .rewriting import Rewriting, fresh_name
from .samples import looks_true
from .tangents import above_tangent

HALF = num(Fraction(1, 2))


def by_jensen(search: Prover, goal: Goal, depth: int) -> Node | None:
    """c log(P + Q) with c >= 0 gives way to logarithms of P and Q, weighted by v and 1 - v."""
    if goal.strict or not defined(goal):
        return None
    new = fresh_name([name for name, _ in goal.region], "l")
    for node in nodes(goal.term):
        if node.kind != "log" or node.args[0].kind != "add" or len(node.args[0].args) != 2:
            continue
        beside = slope(replaced(goal.term, {node: var(new)}), new)
        sign = None if new in beside.variables else sign_of(goal, beside)
        if sign is None or sign[0] < 0:
            continue
        for weights in _weights(goal, node):
            result = _shown(search, goal, node, (beside, sign[1]), weights, depth)
            if result is not None:
                return result
    return None


def _weights(goal: Goal, node: Term) -> Iterator[tuple[Term, Term]]:
    """A variable of the unit interval and its complement, in both orders, or two halves."""
    for name, where in goal.region:
        if name in node.variables and where.lo == 0 and where.hi == 1:
            yield from ((var(name), ONE - var(name)), (ONE - var(name), var(name)))
    yield HALF, HALF


def _shown(
    search: Prover,
    goal: Goal,
    node: Term,
    beside: tuple[Term, Node],
    weights: tuple[Term, Term],
    depth: int,
) -> Node | None:
    whole, lemmas, logs = node.args[0], [], list[Term]()
    for weight, piece in zip(weights, whole.args, strict=True):
        ratio = piece * power(mul(weight, whole), -1)
        proof = above_tangent(goal, ratio)
        if proof is None:
            return None
        positive = {"by": "sum", "parts": [part_of(*beside, weight, SPAN)]}
        known = ratio - ONE - made("log", (ratio,))
        lemmas.append((mul(beside[0], weight), positive, known, proof))
        logs.append(weight * (log_of(piece) - log_of(weight)))
    left = Rewriting(replaced(goal.term, {node: add(*logs)}), goal.box).whole()
    if not defined(goal, left) or not looks_true(goal.of(left)):
        return None
    inner = search.prove(goal.of(left), depth - 1)
    if inner is None:
        return None
    lemmas.append((ONE, SPAN, left, inner))
    return {"by": "sum", "parts": [part_of(*lemma) for lemma in lemmas]}
