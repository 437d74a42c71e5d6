"""A function is taken off both sides: roots, logarithms, exponentials."""

from dataclasses import replace
from fractions import Fraction
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
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
    stored,
    var,
)
from banditproof.theory.prover.notation import log
from .direct import SPAN, Node, Prover, defined, positive_facts, written_range
from .factors import Product, factored
from .rewriting import Rewriting, fresh_name
from .samples import looks_true


def by_plain_root(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A root on one side, where its square makes the term simpler: compare the squares."""
    if any(node.kind in ("log", "xlogx", "lambertw") for node in nodes(goal.term)):
        return None
    return by_root(search, goal, depth, plain=True)


def by_root(search: Prover, goal: Goal, depth: int, plain: bool = False) -> Node | None:
    """A root on one side: compare the squares."""
    if not defined(goal):
        return None
    for node, beside, rest in Rewriting(goal.term, goal.box).beside():
        if node.kind != "pow" or node.value != Fraction(1, 2):
            continue
        if plain and any(inner.kind == "erf" for inner in nodes(beside)):
            continue
        sides = _sides(goal, node, beside, rest)
        if sides is None:
            continue
        whole, a, b = sides
        squares = Rewriting(power(a, 2) - power(b, 2), goal.box).whole()
        if not looks_true(goal.of(squares)):
            continue
        positive = search.prove(goal.of(a, False), depth - 1)
        inner = None if positive is None else search.prove(goal.of(squares), depth - 1)
        inner = None if inner is None else same(goal, power(a, 2) - power(b, 2), squares, inner)
        if inner is not None:
            proof = {"by": "inverse", "function": "square", "a": stored(a), "b": stored(b)}
            proof = {**proof, "positive": positive, "proof": inner}
            return whole._replace(core=a - b).proof(goal, proof)
    return None


def _sides(goal: Goal, root: Term, beside: Term, rest: Term) -> tuple[Product, Term, Term] | None:
    """The term as w (a - b), where a or b is the root."""
    result = factored(goal, beside)
    if result is None or result.core.kind != "num":
        return None
    other = Rewriting(-(rest * power(mul(result.weight, result.core), -1)), goal.box).short()
    a, b = (root, other) if result.core is ONE else (other, root)
    if defined(goal, a - b) and is_zero(goal.term - result.weight * (a - b)):
        return result, a, b
    return None


def by_named_root(search: Prover, goal: Goal, depth: int) -> Node | None:
    """sqrt u on one side, where u >= 0 needs a proof: u is a new variable, of known square."""
    roots = [n for n in nodes(goal.term) if n.kind == "pow" and n.value == Fraction(1, 2)]
    for node in roots:
        inner = node.args[0]
        if defined(goal, node) or not defined(goal, inner):
            continue
        new = fresh_name([name for name, _ in goal.region], "w")
        where = Interval(Fraction(0), None, False, True)
        plain = replaced(goal.term, {inner: var(new)})
        there = Goal(plain, goal.strict, (*goal.region, (new, where)), (), False)
        root = power(var(new), Fraction(1, 2))
        ways = (way for way in Rewriting(there.term, there.box).beside() if way[0] is root)
        sides = next(filter(None, (_sides(there, *way) for way in ways)), None)
        facts = positive_facts(search, goal) if sides else None
        if sides is None or facts is None:
            continue
        whole, a, b = sides
        squares, back = power(a, 2) - power(b, 2), {var(new): inner}
        wanted = [(Rewriting(squares, there.box).whole(), goal.strict)]
        wanted += [(a, False)] if new not in a.variables else []
        given: list[Node] = []
        for term, strict in wanted:
            shown = search.prove(goal.of(replaced(term, back), strict), depth - 1)
            if shown is None:
                break
            given.append({"term": stored(term), "strict": strict, "proof": shown})
        if len(given) < len(wanted):
            continue
        there = replace(there, given=tuple((read(g["term"]), g["strict"]) for g in given))
        held: Node = {"by": "given", "assumption": 0}
        proof: Node = {
            "by": "inverse",
            "function": "square",
            "a": stored(a),
            "b": stored(b),
            "positive": SPAN if new in a.variables else {"by": "given", "assumption": 1},
            "proof": same(there, squares, wanted[0][0], held),
        }
        inside = {name: {"low": SPAN, "high": SPAN} for name, _ in goal.region}
        inside[new] = {"low": next(f["proof"] for f in facts if f["term"] == stored(inner))}
        return {
            "by": "instance",
            "with": {new: stored(inner)},
            "where": {name: written_range(at) for name, at in there.region},
            "inside": inside,
            "given": given,
            "term": stored(plain),
            "proof": whole._replace(core=a - b).proof(there, proof),
            "defined": facts,
        }
    return None


def same(goal: Goal, term: Term, other: Term, proof: Node) -> Node:
    """A proof of a term, given one of an equal term."""
    if term is other:
        return proof
    return Product(ONE, SPAN, other).proof(goal, proof)


def by_logarithms(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A sum of logarithms with rational factors, and of numbers, compares two logarithms."""
    if goal.term.kind != "add" or not defined(goal):
        return None
    results: list[tuple[Fraction, Term]] = []
    others: list[Term] = []
    for part in goal.term.args:
        factors = parts("mul", part)
        constant = factors[0].value if factors[0].kind == "num" else Fraction(1)
        rest = factors[1:] if factors[0].kind == "num" else factors
        if len(rest) == 1 and rest[0].kind == "log":
            results.append((constant, rest[0].args[0]))
        else:
            others.append(part)
    if not results or len(others) > 2:
        return None
    # Over the least factor all others have to be whole, as they become powers inside one logarithm.
    common = min(abs(c) for c, _ in results)
    above: list[Term] = []
    below: list[Term] = []
    for constant, inner in results:
        times = constant / common
        if times.denominator != 1 or abs(times) > 8:
            return None
        (above if times > 0 else below).append(power(inner, abs(int(times))))
    if others:
        # What is no logarithm, s, is the logarithm of e^s.
        above.append(made("exp", (num(1 / common) * add(*others),)))
    a, b = mul(*above), mul(*below)
    if not looks_true(goal.of(a - b)):
        return None
    core = made("log", (a,)) - made("log", (b,))
    product = Product(num(common), SPAN, core)
    if not (defined(goal, core) and is_zero(goal.term - num(common) * core)):
        return None
    shown = search.prove(goal.of(a - b), depth - 1)
    if shown is None:
        return None
    proof = {"by": "monotone", "function": "log", "a": stored(a), "b": stored(b), "proof": shown}
    return product.proof(goal, proof)


def by_exponentials(search: Prover, goal: Goal, depth: int) -> Node | None:
    """A difference of positive terms, one a product with an exponential or a root: their logs."""
    if not defined(goal):
        return None
    several = parts("add", goal.term)
    for part in several:
        if not any(_loses_log(f) for f in parts("mul", part)):
            continue
        result = factored(goal, part)
        if result is None or result.core.kind != "num":
            continue
        rest = add(*(other for other in several if other is not part))
        a, b = (part, -rest) if result.core is ONE else (rest, -part)
        proof = _compared(search, goal, a, b, depth)
        if proof is not None:
            return proof
    return None


def by_growth(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The same for an exponential of logarithms, before all else."""
    grown = (node for node in nodes(goal.term) if node.kind == "exp")
    if not any(inner.kind == "log" for node in grown for inner in nodes(node)):
        return None
    return by_exponentials(search, goal, depth)


def _loses_log(factor: Term) -> bool:
    return factor.kind == "exp" or (factor.kind == "pow" and factor.value.denominator > 1)


def _compared(search: Prover, goal: Goal, a: Term, b: Term, depth: int) -> Node | None:
    """log a >= log b for positive a and b."""
    a, b = (x if defined(goal, log(x)) else Rewriting(x, goal.box).short() for x in (a, b))
    if not (defined(goal, log(a)) and defined(goal, log(b)) and is_zero(goal.term - (a - b))):
        return None
    core = Rewriting(log_of(a) - log_of(b), goal.box).whole()
    if not defined(goal, core) or not looks_true(goal.of(core)):
        return None
    inner = search.prove(goal.of(core), depth - 1)
    if inner is None:
        return None
    inner = same(goal, log(a) - log(b), core, inner)
    return {"by": "inverse", "function": "log", "a": stored(a), "b": stored(b), "proof": inner}


def log_of(term: Term) -> Term:
    """The logarithm, as a sum over the factors; exponentials lose it."""
    total = ZERO
    for factor in parts("mul", term):
        total = total + (factor.args[0] if factor.kind == "exp" else log(factor))
    return total
