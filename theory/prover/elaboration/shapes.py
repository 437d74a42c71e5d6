"""Slopes, bends, bottoms, hills and inflections as signs along a variable."""

from collections.abc import Callable
from typing import Any
from banditproof.theory.prover.kernel.branches import ENDS
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    add,
    nodes,
    num,
    power,
    read,
    stored,
    var,
)
from banditproof.theory.prover.kernel.terms import slope as slope_of
from .limits import vanishing
from .nodes import SPAN, Below, Node, part, slope_node, sum_of

Help = Callable[..., dict[str, Any]]


def _limit(
    goal: Goal, name: str, high: bool, proof: Node, strict: bool, term: Term, below: Below
) -> dict[str, Any]:
    """The lower limit of a term at an end; what vanishes there is written out."""
    results = dict[str, Any]()
    inside = goal.interior(name)
    if "value" in proof:
        small, rest = [read(v) for v in proof["vanishing"]], read(proof["rest"])
        shown = below(inside.of(rest, False), proof["rest_proof"])
        # the factors of a root of a product are not seen in it; such a part may be >= 0
        kept = [item for item in small if _has_root_of_product(item) and _is_positive(item, inside)]
        if kept:
            shown = sum_of(part(ONE, rest, shown), *(part(ONE, item, SPAN) for item in kept))
        results = {"value": proof["value"], "rest": stored(add(rest, *kept)), "rest_proof": shown}
        gone = (item for item in small if item not in kept)
        results["vanishing"] = [vanishing(item, name, high, inside) for item in gone]
        term = read(proof["value"])
    end = goal.where(name).end(high)
    there = goal.without(name, num(end or 0), term)
    return {**results, "proof": below(there.of(there.term, strict), proof["proof"])}


def _has_root_of_product(term: Term) -> bool:
    roots = (n for n in nodes(term) if n.kind == "pow" and n.value.denominator > 1)
    return any(n.args[0].kind == "mul" for n in roots)


def _is_positive(term: Term, goal: Goal) -> bool:
    try:
        return span(term, goal.box).positive(False)
    except Undefined:
        return False


def slope(goal: Goal, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """The slope has a sign."""
    name, high, rising = proof["on"], bool(proof["high"]), bool(proof.get("strictly"))
    goal = goal.along(name)
    sign = num(-1 if high else 1)
    shown = below(goal.interior(name).of(sign * slope_of(goal.term, name), rising), proof["sign"])
    strict = goal.strict and not (rising and not goal.where(name).takes(high))
    end = _limit(goal, name, high, proof["end"], strict, goal.term, below)
    if "value" not in end:
        return {**slope_node(name, high, rising, shown, end["proof"]), **known(goal, proof)}
    leaf = {"negative": high, "strict": rising, "proof": shown}
    ends = {"high" if high else "low": end}
    return {"by": "signs", "on": name, "slope": leaf, **ends, **known(goal, proof)}


def _both(
    goal: Goal, name: str, proof: Node, below: Below, keys: tuple[str, str]
) -> dict[str, Any]:
    """The limits at both ends."""
    return {
        key: _limit(goal, name, high, proof[old], goal.strict, goal.term, below)
        for (high, key), old in zip(ENDS, keys, strict=True)
    }


def concave(goal: Goal, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """The slope falls."""
    name, goal = proof["on"], goal.along(proof["on"])
    inside, first = goal.interior(name), slope_of(goal.term, name)
    shown = below(inside.of(-slope_of(first, name), False), proof["bend"])
    falling = {
        "slope": {"negative": True, "proof": shown},
        **known(inside.of(first), proof, "slope 1"),
    }
    ends = _both(goal, name, proof, below, ("low", "high"))
    return {"by": "signs", "on": name, "slope": falling, **ends, **known(goal, proof)}


def inflection(goal: Goal, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """The second slope has the signs of a product, which is monotone."""
    name, high, goal = proof["on"], bool(proof["high"]), goal.along(proof["on"])
    inside, first, sign = goal.interior(name), slope_of(goal.term, name), num(-1 if high else 1)
    second, turned = slope_of(first, name), read(proof["product"])
    shown = below(inside.of(-(sign * slope_of(turned, name)), False), proof["monotone"])
    core = {
        "slope": {"negative": not high, "proof": shown},
        **known(inside.of(turned), proof, "product defined"),
    }
    weight = read(proof["weight"])
    positive = below(inside.of(weight, True), proof["positive"])
    # The checker wants e'' itself as (1/w) (w e''), with 1/w >= 0.
    bend = {
        "weight": stored(power(weight, -1)),
        "positive": {
            "by": "span",
            "defined": [{"term": proof["weight"], "strict": True, "proof": positive}],
        },
        "core": proof["product"],
        "core signs": core,
        **known(inside.of(second), proof, "slope 2"),
    }
    flat = _limit(goal, name, high, proof["flat"], False, sign * first, below)
    falling = {
        "slope": bend,
        "high" if high else "low": flat,
        **known(inside.of(first), proof, "slope 1"),
    }
    ends = _both(goal, name, proof, below, ("low", "high end"))
    return {"by": "signs", "on": name, "slope": falling, **ends, **known(goal, proof)}


def hill(goal: Goal, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """The slope is >= 0, then <= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    first = goal.interior(name).of(slope_of(goal.term, name))
    result = _through(first, name, proof["slope"], below, known)
    ends = _both(goal, name, proof, below, ("low", "high"))
    return {"by": "signs", "on": name, "slope": result, **ends, **known(goal, proof)}


def _through(goal: Goal, name: str, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """A term that is >= 0, then <= 0."""
    kind, first, help = proof["by"], slope_of(goal.term, name), known(goal, proof)
    if kind == "weight":
        core = read(proof["core"])
        return {
            "weight": proof["weight"],
            "positive": below(goal.of(read(proof["weight"])), proof["positive"]),
            "core": proof["core"],
            "core signs": _through(goal.of(core), name, proof["proof"], below, known),
            **help,
        }
    if kind == "fall":
        return {
            "slope": {"negative": True, "proof": below(goal.of(-first), proof["proof"])},
            **help,
        }
    sign = num(1 if kind == "begin" else -1)
    end = _limit(goal, name, kind == "end", proof["end"], False, sign * goal.term, below)
    result = _through(goal.of(sign * first), name, proof["proof"], below, known)
    if kind == "begin":
        return {"slope": result, "low": end, **help}
    return {"slope": _turned(result), "high": end, **help}


def _turned(node: Node) -> dict[str, Any]:
    """The signs of minus a term."""
    result = dict(node)
    if "slope" in node:
        result["slope"] = _turned(node["slope"])
    elif "core" in node:
        result |= {"core": stored(-read(node["core"])), "core signs": _turned(node["core signs"])}
    else:
        result["negative"] = not node["negative"]
    return result


def bottom(goal: Goal, proof: Node, below: Below, known: Help) -> dict[str, Any]:
    """The term is convex and flat at a place, or (v - place) times its slope is >= 0."""
    name, at, goal = proof["on"], read(proof["at"]), goal.along(proof["on"])
    inside, first, there = goal.interior(name), slope_of(goal.term, name), goal.without(name, at)
    if "rest" in proof:
        rest = read(proof["rest"])
        shown = below(inside.of(rest, False), proof["sign"])
        helps = known(inside.of(first), proof, "slope 1")
        sign = sum_of(part(power(var(name) - at, 2), rest, shown), **helps)
    else:
        sign = below(inside.of(slope_of(first, name), False), proof["sign"])
    results = {
        "by": "least",
        "on": name,
        "at": proof["at"],
        "convex": "rest" not in proof,
        "sign": sign,
    }
    results |= known(goal, proof)
    for key in ("slope 1", "slope 2"):
        results |= known(inside.of(first), proof, key, key)
    results |= known(goal.without(name, at, first), proof, "flat defined", "flat defined")
    results |= known(there, proof, "bottom defined", "bottom defined")
    for high, key in ENDS:
        end = goal.where(name).end(high)
        if end is not None:
            beyond = (at - num(end)) * num(-1 if high else 1)
            results[key] = below(there.of(beyond, False), proof[key])
    return {**results, "touch": below(there, proof["touch"])}
