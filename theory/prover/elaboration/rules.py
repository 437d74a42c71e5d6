"""Proofs in the few rules of the checker, from those in the many rules of the search.

Nothing here has to be trusted: the checker decides whether what comes out is a proof.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.branches import ENDS, alike, at_end_of, cases_of
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.rules import BITS
from banditproof.theory.prover.kernel.steps import DAMAGE
from banditproof.theory.prover.kernel.terms import num, read, replaced, stored, var
from .functions import inverse, lemma, monotone
from .nodes import SPAN, Node
from .polynomials import bernstein, sturm
from .shapes import bottom, concave, hill, inflection, slope
from .taylor import taylor


def elaborated(goal: Goal, proof: Node) -> dict[str, Any]:
    """A proof of a goal in the rules of the checker.

    >>> from banditproof.theory.prover.notation import parse
    >>> where = (("x", Interval(Fraction(0), Fraction(1))),)
    >>> goal = Goal(parse("x - 1 - log(x)"), False, where)
    >>> elaborated(goal, {"by": "lemma", "name": "log below", "u": ["x"]})["by"]
    'instance'
    """
    try:
        with working_precision(BITS):
            return _of(goal, proof)
    except (*DAMAGE, RecursionError) as bad:
        if isinstance(bad, Rejected):
            raise
        raise Rejected("The proof cannot be written in the rules of the checker.") from None


def _of(goal: Goal, proof: Node) -> dict[str, Any]:
    return RULES[proof["by"]](goal, proof)


def _help(goal: Goal, proof: Node, key: str = "defined", name: str = "defined") -> dict[str, Any]:
    """What helps to show that a term is defined, under a name."""
    parts = [
        {**part, "proof": _of(goal.of(read(part["term"]), part["strict"]), part["proof"])}
        for part in proof.get(key, ())
    ]
    return {name: parts} if parts else {}


def _span(goal: Goal, proof: Node) -> dict[str, Any]:
    return {"by": "span", **_help(goal, proof)}


def _given(goal: Goal, proof: Node) -> dict[str, Any]:
    return {"by": "given", "assumption": proof["assumption"], **_help(goal, proof)}


def _empty(goal: Goal, proof: Node) -> dict[str, Any]:
    term, strict = goal.given[proof["assumption"]]
    known = proof.get("proof")
    shown = SPAN if known is None else _of(goal.of(-term, not strict), known)
    return {"by": "contradiction", "assumption": proof["assumption"], "proof": shown}


def _sum(goal: Goal, proof: Node) -> dict[str, Any]:
    parts = []
    for part in proof["parts"]:
        strict = bool(part.get("strict"))
        positive = _of(goal.of(read(part["weight"]), strict), part["positive"])
        known = _of(goal.of(read(part["term"]), strict), part["proof"])
        parts.append({**part, "positive": positive, "proof": known})
    return {"by": "sum", "parts": parts, **_help(goal, proof)}


def _split(goal: Goal, proof: Node) -> dict[str, Any]:
    name, at = proof["on"], Fraction(proof["at"])
    low, high = goal.where(name)._replace(hi=at, hi_open=False), goal.where(name)._replace(lo=at)
    below = _of(goal.placed(name, low), proof["low"])
    above = _of(goal.placed(name, high._replace(lo_open=True)), proof["high"])
    return {**proof, "low": below, "high": above}


def _cases(goal: Goal, proof: Node) -> dict[str, Any]:
    result = dict(proof)
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        case = (num(sign) * read(proof["term"]), False)
        result[key] = _of(replace(goal, given=(*goal.given, case)), proof[key])
    return result


def _ends(goal: Goal, proof: Node) -> dict[str, Any]:
    name = proof["on"]
    results = {**proof, "inside": _of(goal.interior(name), proof["inside"])}
    for high, key in ENDS:
        if goal.where(name).takes(high):
            results[key] = _of(at_end_of(goal, name, high), proof[key])
    return results


def _infinite(goal: Goal, proof: Node) -> dict[str, Any]:
    return {"by": "infinite"}


def _branch(goal: Goal, proof: Node) -> dict[str, Any]:
    """A smaller term is minus the larger one of minus both."""
    node, cases = read(proof["node"]), []
    for (value, condition, strict), part in zip(cases_of(node), proof["cases"], strict=True):
        case = replace(goal, given=(*goal.given, (condition, strict)))
        cases.append(_of(replace(case, term=replaced(goal.term, alike(node, value))), part))
        known = _help(goal.of(condition), proof, "condition defined", "condition defined")
    shown = ["max", *(stored(-a) for a in node.args)] if node.kind == "min" else stored(node)
    return {"by": "branch", "node": shown, "first": cases[0], "other": cases[1], **known}


def _instance(goal: Goal, proof: Node) -> dict[str, Any]:
    meaning = {var(name): read(value) for name, value in proof["with"].items()}
    region, given, shown = [], [], []
    for name, (lo, hi, *is_open) in proof["where"].items():
        low, top = (None if end is None else Fraction(end) for end in (lo, hi))
        where = Interval(low, top, *is_open)
        region.append((name, where))
        for high, key in ENDS:
            end = where.end(high)
            if end is not None:
                beyond = (meaning.get(var(name), var(name)) - num(end)) * num(-1 if high else 1)
                inside = proof["inside"][name][key]
                shown.append(_of(goal.of(beyond, not where.takes(high)), inside))
    for part in proof.get("given", ()):
        given.append((read(part["term"]), part["strict"]))
        there = goal.of(replaced(given[-1][0], meaning), part["strict"])
        shown.append(_of(there, part["proof"]))
    new = Goal(read(proof["term"]), goal.strict, tuple(region), tuple(given), False)
    return {
        **{key: proof[key] for key in ("by", "with", "where", "term")},
        "given": [[part["term"], part["strict"]] for part in proof.get("given", ())],
        "shown": shown,
        "proof": _of(new, proof["proof"]),
        **_help(goal, proof),
    }


def _lemma(goal: Goal, proof: Node) -> dict[str, Any]:
    return {**lemma(proof["name"], read(proof["u"])), **_help(goal, proof)}


def _monotone(goal: Goal, proof: Node) -> dict[str, Any]:
    a, b = read(proof["a"]), read(proof["b"])
    known = _of(goal.of(a - b), proof["proof"])
    return {**monotone(goal, proof, a, b, known), **_help(goal, proof)}


def _inverse(goal: Goal, proof: Node) -> dict[str, Any]:
    return {**inverse(goal, proof, _of), **_help(goal, proof)}


RULES: dict[str, Callable[[Goal, Node], dict[str, Any]]] = {
    "span": _span,
    "empty": _empty,
    "given": _given,
    "lemma": _lemma,
    "sum": _sum,
    "split": _split,
    "cases": _cases,
    "ends": _ends,
    "infinite": _infinite,
    "taylor": lambda goal, proof: taylor(goal, proof),
    "slope": lambda goal, proof: slope(goal, proof, _of, _help),
    "concave": lambda goal, proof: concave(goal, proof, _of, _help),
    "bottom": lambda goal, proof: bottom(goal, proof, _of, _help),
    "inflection": lambda goal, proof: inflection(goal, proof, _of, _help),
    "monotone": _monotone,
    "inverse": _inverse,
    "hill": lambda goal, proof: hill(goal, proof, _of, _help),
    "instance": _instance,
    "branch": _branch,
    "Bernstein": lambda goal, proof: {**bernstein(goal), **_help(goal, proof)},
    "Sturm": lambda goal, proof: sturm(goal, proof),
}
