"""Weighted means: a sum of positive products is above the product of their powers.

For r > 0 and c >= 0, c N (r - 1) >= c N log r. So c_1 P_1 + ... - c N >= 0 if the logarithms of the
P_i / N, with the weights c_i, leave nothing.
"""

from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import ONE, Term, made, mul, num, parts, power, stored
from .comparisons import log_of
from .direct import SPAN, Node, Prover, defined, part_of, sign_of
from .ends import inside_first
from .rewriting import Rewriting, products
from .samples import looks_true
from .tangents import above_tangent

MOST = 6
"""A sum has at most so many products."""


def by_means(search: Prover, goal: Goal, depth: int) -> Node | None:
    """One product is subtracted, and is a mean of those that are added."""
    if goal.strict or goal.term.kind != "add" or not defined(goal):
        return None
    return inside_first(search, goal, depth, _by_means)


def _by_means(search: Prover, goal: Goal, depth: int) -> Node | None:
    spread = tuple(p for part in products(goal.term) for p in parts("add", part))
    for pieces in dict.fromkeys((parts("add", goal.term), spread)):
        signs = [sign_of(goal, piece, False) for piece in pieces[: MOST + 1]]
        if len(pieces) > MOST or None in signs:
            continue
        below = [p for p, sign in zip(pieces, signs, strict=True) if sign and sign[0] < 0]
        if len(below) != 1:
            continue
        others = [p for p in pieces if p is not below[0]]
        bases = frozenset[str]().union(*(_bases(p) for p in pieces))
        for fixed in dict.fromkeys((None, bases)):
            result = _shown(search, goal, -below[0], others, fixed, depth)
            if result is not None:
                return result
    return None


def _bases(term: Term) -> frozenset[str]:
    """The variables of which powers are taken, or logarithms in exponents."""
    result = frozenset[str]()
    for factor in parts("mul", term):
        if factor.kind == "exp":
            for part in parts("add", factor.args[0]):
                logs = [f for f in parts("mul", part) if f.kind == "log"]
                result |= frozenset[str]().union(*(f.variables for f in logs))
        elif factor.kind == "pow" and factor.value > 0:
            result |= factor.variables
    return result


def _shown(
    search: Prover,
    goal: Goal,
    least: Term,
    others: list[Term],
    bases: frozenset[str] | None,
    depth: int,
) -> Node | None:
    weight, reference = _parted(least, bases)
    if not defined(goal, made("log", (reference,))):
        return None
    lemmas: list[tuple[Term, Node, Term, Node]] = []
    rest: Term = -weight
    for other in others:
        share, product = _parted(other, bases)
        ratio = Rewriting(product * power(reference, -1), goal.box).short()
        heavy, positive = share * reference, sign_of(goal, share, False)
        proof = above_tangent(goal, ratio)
        if positive is None or proof is None:
            return None
        known = {"by": "span", "defined": [_fact(share, positive[1])]}
        lemmas.append((heavy, known, ratio - ONE - made("log", (ratio,)), proof))
        rest = rest + share * (ONE + log_of(product) - log_of(reference))
    left = Rewriting(rest, goal.box).short()
    if not defined(goal, left) or not looks_true(goal.of(left)):
        return None
    inner = search.prove(goal.of(left), depth - 1)
    if inner is None:
        return None
    lemmas.append((reference, SPAN, left, inner))
    return {"by": "sum", "parts": [part_of(*lemma) for lemma in lemmas]}


def _fact(term: Term, proof: Node) -> Node:
    return {"term": stored(term), "strict": False, "proof": proof}


def _parted(term: Term, bases: frozenset[str] | None) -> tuple[Term, Term]:
    """The weight in a product, and the rest: numbers, or all factors without the bases."""
    weights: list[Term] = []
    rest: list[Term] = []
    for factor in parts("mul", term):
        plain = factor.kind == "num" or (
            bases is not None and factor.kind != "exp" and not factor.variables & bases
        )
        (weights if plain else rest).append(factor)
    return mul(*weights), mul(*rest)


def by_tangent_exponents(search: Prover, goal: Goal, depth: int) -> Node | None:
    """An exponential beside a weight >= 0 is replaced by its bound exp(u) >= e^c (1 + u - c)."""
    if goal.strict or not defined(goal):
        return None
    for function, beside, rest in Rewriting(goal.term, goal.box).beside():
        positive = sign_of(goal, beside, False) if function.kind == "exp" else None
        if positive is None or positive[0] < 0:
            continue
        for at in (0, 1):
            exponent = function.args[0] - num(at)
            weight = made("exp", (num(at),)) * beside if at else beside
            left = Rewriting(rest + weight * (ONE + exponent), goal.box).short()
            if not defined(goal, left) or not looks_true(goal.of(left)):
                continue
            inner = search.prove(goal.of(left), depth - 1)
            if inner is None:
                continue
            term = made("exp", (exponent,)) - ONE - exponent
            known = {"by": "span", "defined": [_fact(beside, positive[1])]}
            shown = {"by": "lemma", "name": "exp", "u": stored(exponent)}
            parts_of_sum = [part_of(weight, known, term, shown), part_of(ONE, SPAN, left, inner)]
            return {"by": "sum", "parts": parts_of_sum}
    return None
