"""Assumptions in a sum: the term is an assumption times a factor, or that and something else."""

from dataclasses import replace
from fractions import Fraction
import numpy as np
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.spans import span
from banditproof.theory.prover.kernel.terms import ONE, ZERO, Term, mul, num, power, slope, stored
from banditproof.theory.prover.notation import log
from .comparisons import log_of, same
from .direct import SPAN, Node, Prover, defined, part_of, sign_of, written_range
from .factors import factored, factored_assumption
from .rewriting import Rewriting
from .samples import looks_true, points_of, values_at

DEEPEST = 3
"""A term that needs no assumptions is taken for a simple one."""


def by_multiple(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is an assumption times a factor that has a sign."""
    if not goal.given or not defined(goal):
        return None
    for place, (term, strict) in enumerate(goal.given):
        weak = goal.strict and not strict
        if weak or term.kind == "num" or not defined(goal, term):
            continue
        if len(Rewriting(goal.term, None).generators()) > 8:
            continue
        result = factored(goal, goal.term * power(term, -1))
        if result is None or result.core is not ONE:
            continue
        weight = result._replace(core=term)
        return weight.proof(goal, {"by": "given", "assumption": place})
    return None


def by_elimination(search: Prover, goal: Goal, depth: int) -> Node | None:
    """An assumption takes a variable away in which it and the term are linear."""
    if not defined(goal):
        return None
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        for name, _ in goal.region:
            lead, own = slope(goal.term, name), slope(term, name)
            if ZERO in (lead, own) or name in lead.variables | own.variables:
                continue
            # A multiple r >= 0 of the assumption that has the same slope along the variable: the
            # term minus r times the assumption is free of it.
            ratio = Rewriting(lead * power(own, -1), goal.box).short()
            sign = sign_of(goal, ratio, goal.strict and strict)
            if sign is None or sign[0] < 0:
                continue
            rest = Rewriting(goal.term - ratio * term, goal.box).short()
            if name in rest.variables or not defined(goal, rest):
                continue
            result = _above(search, goal, place, ratio, sign[1], rest, depth)
            if result is not None:
                return result
    return None


def _above(
    search: Prover, goal: Goal, place: int, ratio: Term, positive: Node, rest: Term, depth: int
) -> Node | None:
    """The term is an assumption times a ratio >= 0, and a rest that is proved here."""
    term, strict = goal.given[place]
    sharp = goal.strict and not strict
    inner = search.prove(goal.of(rest, sharp), depth - 1)
    if inner is None:
        return None
    parts = [part_of(ratio, positive, term, held(place)), part_of(ONE, SPAN, rest, inner)]
    if goal.strict:
        parts[1 if sharp else 0]["strict"] = True
    return {"by": "sum", "parts": parts}


def by_forgetting(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is >= 0 without the assumptions, or without those on variables that it has not."""
    used = goal.term.variables
    for kept in ((), tuple(g for g in goal.given if g[0].variables <= used)):
        free = replace(goal, given=kept)
        if len(kept) == len(goal.given) or not defined(free) or not looks_true(free):
            continue
        places = [goal.given.index(item) for item in kept]
        result = instance(
            search, goal, [(*goal.given[i], held(i)) for i in places], min(depth, DEEPEST)
        )
        if result is not None:
            return result
    return None


def by_multiplier(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is above an assumption times a number, wherever both are defined."""
    for place, (term, strict) in enumerate(goal.given):
        if not (term.variables & goal.term.variables and defined(goal, term) and defined(goal)):
            continue
        free = replace(goal, given=(*goal.given[:place], *goal.given[place + 1 :]))
        for ratio in _multipliers(free, term):
            rest = Rewriting(goal.term - num(ratio) * term, goal.box).whole()
            sharp = goal.strict and not strict
            if not defined(goal, rest) or not looks_true(free.of(rest, sharp)):
                continue
            result = _above(search, goal, place, num(ratio), SPAN, rest, depth)
            if result is not None:
                return result
    return None


def _multipliers(free: Goal, term: Term) -> list[Fraction]:
    """The simplest numbers that samples allow as the multiplier of an assumption."""
    points = points_of(free)
    value, given = (np.atleast_1d(np.asarray(values_at(t, points)[0])) for t in (free.term, term))
    with np.errstate(all="ignore"):
        ratio = value / given
    usable = np.isfinite(ratio) & (given != 0)
    low = max([0.0, *ratio[usable & (given < 0)]])
    high = min([16.0, *ratio[usable & (given > 0)]])
    if not low < high * (1 + 1e-9):
        return []
    shares = sorted({Fraction(a, b) for b in range(1, 5) for a in range(1, 16 * b)}, key=_size)
    return [r for r in shares if low * (1 - 1e-9) <= r <= high * (1 + 1e-9)][:2]


def _size(value: Fraction) -> tuple[int, Fraction]:
    return value.numerator + value.denominator, value


def by_contradiction(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Two assumptions exclude each other."""
    # If a sample satisfies all assumptions, they exclude nothing, and there is nothing to look for.
    if depth < 2 or not goal.region or points_of(goal)[goal.region[0][0]].size:
        return None
    for place, (term, strict) in enumerate(goal.given):
        if not defined(goal, term):
            continue
        result = by_elimination(search, goal.of(-term, not strict), 3)
        if result is not None:
            return {"by": "empty", "assumption": place, "proof": result}
    return None


def by_tidy(search: Prover, goal: Goal, depth: int) -> Node | None:
    """Assumptions without the factors that have a sign, each once; those that say nothing go."""
    kept: dict[Term, tuple[bool, Node]] = {}
    for place, (term, strict) in enumerate(goal.given):
        if defined(goal, term) and span(term, goal.box).positive(strict):
            continue
        false = _is_false(goal, term, strict)
        if false is not None:
            return {"by": "empty", "assumption": place, "proof": false}
        core, shown = term, held(place)
        plain = factored_assumption(goal, term)
        if plain is not None and plain.core.variables and len(plain.core.args) <= len(term.args):
            result = by_multiple(search, goal.of(plain.core, strict), 0)
            core, shown = (plain.core, result) if result else (term, shown)
        if core not in kept or strict:
            kept[core] = (strict, shown)
    if [(term, strict) for term, (strict, _) in kept.items()] == [*goal.given]:
        return None
    return instance(search, goal, [(term, *rest) for term, rest in kept.items()], depth)


def _is_false(goal: Goal, term: Term, strict: bool) -> Node | None:
    """A proof that an assumption holds nowhere: all its factors have signs, and it is < 0."""
    if not defined(goal, term) or not term.variables:
        return None
    below = goal.of(-term, not strict)
    result = factored(goal.of(-term, True))
    return result.proof(below, SPAN) if result is not None and result.core is ONE else None


def by_linear_exponent(search: Prover, goal: Goal, depth: int) -> Node | None:
    """An assumption P exp(v) >= Q is v + log P >= log Q, if the term is linear in v."""
    linear = {name for name, _ in goal.region if _linear(goal.term, name)}
    if not linear or not defined(goal):
        return None
    given = [
        _with_linear_exponent(search, goal, linear, term, strict) or (term, strict, held(place))
        for place, (term, strict) in enumerate(goal.given)
    ]
    if [(term, strict) for term, strict, _ in given] == [*goal.given]:
        return None
    return instance(search, goal, given, depth)


def _with_linear_exponent(
    search: Prover, goal: Goal, linear: set[str], term: Term, strict: bool
) -> tuple[Term, bool, Node] | None:
    plain = factored_assumption(goal, term)
    if plain is None or plain.core.kind == "num":
        return None
    for growth, beside, rest in Rewriting(plain.core, goal.box).beside():
        if growth.kind == "exp" and growth.args[0].variables & linear:
            result = _logarithm(search, goal, mul(beside, growth), rest, strict)
            if result is not None:
                return result[0], strict, result[1]
    return None


def _linear(term: Term, name: str) -> bool:
    lead = slope(term, name)
    return lead is not ZERO and name not in lead.variables


def held(place: int) -> Node:
    return {"by": "given", "assumption": place}


def _logarithm(
    search: Prover, goal: Goal, a: Term, b: Term, strict: bool
) -> tuple[Term, Node] | None:
    """The logarithm of an assumption a + b >= 0, where one part is positive and one negative."""
    results = [factored(goal, part) for part in (a, b)]
    parts = {item.core.value: item.weight for item in results if item and item.core.kind == "num"}
    if set(parts) != {1, -1}:
        return None
    above, below = parts[1], parts[-1]
    if not (defined(goal, log(above)) and defined(goal, log(below))):
        return None
    new = Rewriting(log_of(above) - log_of(below), goal.box).whole()
    inner = search.prove(goal.of(above - below, strict), 1)
    if inner is None or not defined(goal, new):
        return None
    names = {"by": "monotone", "function": "log", "a": stored(above), "b": stored(below)}
    return new, same(goal.of(new, strict), log(above) - log(below), new, {**names, "proof": inner})


def instance(
    search: Prover, goal: Goal, given: list[tuple[Term, bool, Node]], depth: int
) -> Node | None:
    """The goal under other assumptions, each with its proof."""
    other = replace(goal, given=tuple((term, strict) for term, strict, _ in given), literal=False)
    inner = search.prove(other, depth)
    if inner is None:
        return None
    return {
        "by": "instance",
        "with": {},
        "where": {name: written_range(where) for name, where in goal.region},
        "inside": {name: {"low": SPAN, "high": SPAN} for name, _ in goal.region},
        "given": [{"term": stored(t), "strict": s, "proof": proof} for t, s, proof in given],
        "term": stored(goal.term),
        "proof": inner,
    }
