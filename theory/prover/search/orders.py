"""Variables in order: which of two is the larger one, and all orders of several."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from banditproof.theory.prover.kernel.branches import ENDS
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import Term, add, num, replaced, stored, var
from .direct import SPAN, Node, Prover, defined, rational, written_range
from .factors import factored
from .rewriting import Rewriting, fresh_name

MOST = 4
"""So many variables at most are put in order all at once."""
GAP = Interval(num(0).value, None, False, True)


def by_tie(search: Prover, goal: Goal, depth: int) -> Node | None:
    """One of two variables is the larger one, where their difference is a factor of the term."""
    if not defined(goal):
        return None
    _, result = Rewriting(goal.term, goal.box).factors()
    odd = [factor for factor, times in result if times % 2]
    for first, second in pairs_of(goal):
        between = var(first) - var(second)
        if any(factor in (between, -between) for factor in odd):
            return _in_both_orders(search, goal, between, depth + 1)
    return None


def by_order(search: Prover, goal: Goal, depth: int) -> Node | None:
    """One of two variables is the larger one."""
    for first, second in pairs_of(goal):
        result = _in_both_orders(search, goal, var(first) - var(second), depth)
        if result is not None:
            return result
    return None


def pairs_of(goal: Goal) -> Iterator[tuple[str, str]]:
    """The pairs of variables with the same range, of whose order nothing is assumed."""
    names = [name for name, _ in goal.region if name in goal.term.variables]
    for first, second in combinations(names, 2):
        alike = goal.where(first)[:2] == goal.where(second)[:2]
        if alike and not any({first, second} <= term.variables for term, _ in goal.given):
            yield first, second


def _in_both_orders(search: Prover, goal: Goal, between: Term, depth: int) -> Node | None:
    parts: Node = {}
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        case = replace(goal, given=(*goal.given, (num(sign) * between, False)))
        result = search.prove(case, depth - 1)
        if result is None:
            return None
        parts[key] = result
    return {"by": "cases", "term": stored(between), **parts}


def by_sorting(search: Prover, goal: Goal, depth: int) -> Node | None:
    """All orders of three or four variables: the least one and the gaps are new variables."""
    names = [name for name, _ in goal.region if name in goal.term.variables]
    if not 3 <= len(names) <= MOST or goal.given or not rational(goal.term):
        return None
    if not defined(goal) or len({goal.where(name)[:2] for name in names}) > 1:
        return None
    return _sorted(search, goal, names, list(combinations(names, 2)))


def _sorted(
    search: Prover, goal: Goal, names: list[str], pairs: list[tuple[str, str]]
) -> Node | None:
    if not pairs:
        return _by_gaps(search, goal, names)
    (first, second), *rest = pairs
    between, parts = var(first) - var(second), Node()
    for (_, key), sign in zip(ENDS, (-1, 1), strict=True):
        case = replace(goal, given=(*goal.given, (num(sign) * between, False)))
        result = _sorted(search, case, names, rest)
        if result is None:
            return None
        parts[key] = result
    return {"by": "cases", "term": stored(between), **parts}


def _by_gaps(search: Prover, goal: Goal, names: list[str]) -> Node | None:
    known = {term: place for place, (term, _) in enumerate(goal.given)}
    for order in permutations(names):
        gaps = [var(a) - var(b) for a, b in pairwise(order)]
        if all(gap in known for gap in gaps):
            break
    else:
        return None
    taken, means = [name for name, _ in goal.region], dict[str, Term]()
    for gap in gaps:
        means[fresh_name((*taken, *means), "t")] = gap
    new, least = [var(name) for name in means], var(order[-1])
    there = {var(name): add(least, *new[place:]) for place, name in enumerate(order[:-1])}
    whole = factored(goal)
    core = goal.term if whole is None else whole.core
    where = {order[-1]: goal.where(order[-1]), **dict.fromkeys(means, GAP)}
    inner = search.prove(
        Goal(replaced(core, there), goal.strict, tuple(where.items()), (), False), 0
    )
    if inner is None:
        return None
    inside = {name: {"low": {"by": "given", "assumption": known[means[name]]}} for name in means}
    results: Node = {
        "by": "instance",
        "with": {name: stored(term) for name, term in means.items()},
        "where": {name: written_range(at) for name, at in where.items()},
        "inside": {order[-1]: {"low": SPAN, "high": SPAN}, **inside},
        "term": stored(replaced(core, there)),
        "proof": inner,
    }
    return results if whole is None else whole.proof(goal, results)
