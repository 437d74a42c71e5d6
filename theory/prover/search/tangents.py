"""Logarithms are replaced by their bounds: log u >= 1 - 1/u, and log u >= 2 (1 - 1/sqrt u)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any
from flint import fmpq
from banditproof.theory.prover.kernel.forms import NAMES
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    made,
    mul,
    nodes,
    num,
    parts,
    power,
    replaced,
    stored,
    var,
)
from . import log_sums
from .direct import SPAN, Node, Prover, defined, part_of, positive_facts, sign_of
from .rewriting import Rewriting
from .samples import looks_true

Coefficients = dict[Any, fmpq]
Group = list[tuple[Term, Node, Term]]
"""Weights, the proofs that they are positive, and what stands in their logarithms."""
MOST_WEIGHTS, MANY, MOST_LOGARITHMS = 4, 10, 12
"""So many weights are combined; two, where there are many."""


def by_tangents(search: Prover, goal: Goal, depth: int) -> Node | None:
    """The term is a sum of w log u with w >= 0 and of others; the bounds of the logs settle it."""
    if goal.strict:
        return None
    facts = positive_facts(search, goal)
    if facts is None:
        return None
    shown = {"defined": facts} if facts else {}
    orders = (1, 2) if any(map(_is_root, nodes(goal.term))) else (1,)
    for groups in _groups(goal):
        for order in orders:  # log u >= n (1 - u^(-1/n))
            lemmas, rest = [], goal.term
            for weight, positive, u in groups:
                v = _root_of(goal, u) if order == 2 else _inverse_of(goal, u)
                known = v - ONE - made("log", (v,))
                proof = above_tangent(goal, v)
                if proof is None:
                    break
                heavy = num(order) * weight
                # n w log v = -w log u: this takes the logarithm out of the rest.
                rest = rest - heavy * known
                lemmas.append((heavy, positive, known, proof))
            else:
                left = Rewriting(rest, goal.box).whole()
                left = left if defined(goal, left) else rest
                if not (defined(goal, left) and looks_true(goal.of(left))):
                    continue
                inner = search.prove(goal.of(left), depth - 1)
                if inner is not None:
                    lemmas.append((ONE, SPAN, left, inner))
                    return {"by": "sum", "parts": [part_of(*lemma) for lemma in lemmas], **shown}
    return None


def above_tangent(goal: Goal, v: Term) -> Node | None:
    """A proof of log v <= v - 1: t - 1 - log t is least at t = 1."""
    t, plain = var("t"), defined(goal, made("log", (v,)))
    sign = (1, SPAN) if plain else sign_of(goal, v)
    if sign is None or sign[0] < 0:
        return None
    positive = sign[1]
    shown = {} if plain else {"defined": [{"term": stored(v), "strict": True, "proof": positive}]}
    least = {"by": "bottom", "on": "t", "at": "1", "rest": stored(power(t, -1)), "sign": SPAN}
    return {
        "by": "instance",
        "with": {"t": stored(v)},
        "where": {"t": ["0", None, True, True]},
        "inside": {"t": {"low": positive}},
        "term": stored(t - ONE - made("log", (t,))),
        "proof": {**least, "low": SPAN, "touch": {"by": "sum", "parts": []}},
        **shown,
    }


def _is_root(node: Term) -> bool:
    return node.kind == "pow" and bool(node.value == Fraction(1, 2))


def _inverse_of(goal: Goal, u: Term) -> Term:
    """1 / u, in lowest terms if spans show it to be positive then."""
    result = Rewriting(power(u, -1), goal.box).short()
    if defined(goal, made("log", (result,))):
        return result
    return mul(
        *(power(f.args[0], -f.value) if f.kind == "pow" else power(f, -1) for f in parts("mul", u))
    )


def _root_of(goal: Goal, u: Term) -> Term:
    """1 / sqrt u, by a root that occurs in the term if there is one."""
    whole, rest = ONE, ONE
    for factor in parts("mul", u):
        even = factor.kind == "pow" and factor.value % 2 == 0
        half = power(factor.args[0], -factor.value / 2) if even else ONE
        whole, rest = whole * half, rest if even else rest * factor
    for node in nodes(goal.term):
        if not _is_root(node):
            continue
        constant, factors = Rewriting(power(rest * node.args[0], -1), goal.box).factors()
        if constant == 1 and all(times % 2 == 0 for _, times in factors):
            result = mul(node, whole, *(power(f, times // 2) for f, times in factors))
            for item in (result, -result):
                if defined(goal, made("log", (item,))):
                    return item
    roots = {node.args[0] for node in nodes(goal.term) if _is_root(node)}
    bases = [
        (f.args[0], f.value) if f.kind == "pow" else (f, ONE.value) for f in parts("mul", rest)
    ]
    if all(base in roots for base, _ in bases):
        return whole * mul(*(power(base, -n / 2) for base, n in bases))
    return whole * Rewriting(power(rest, Fraction(-1, 2)), goal.box).short()


@lru_cache(maxsize=2_000)
def _groups(goal: Goal) -> list[Group]:
    """The logarithms as a sum of w log u with few weights, and the proofs of w >= 0.

    The logarithms are those of irreducible factors, or else those that stand in the term.
    """
    rewriting = Rewriting(goal.term, goal.box)
    means: dict[str, Term] = {}
    for name in rewriting.generators():
        if rewriting.forms.meaning[name][0][0] == "log":
            factor = rewriting.meaning(name).args[0]
            negative = not defined(goal, made("log", (factor,)))
            sign = sign_of(goal, factor) if negative else None
            positive = -factor if sign is not None and sign[0] < 0 else factor
            means[name] = log_sums.positive_form(goal, positive) if negative else factor
    groups = list(_weighted(goal, rewriting, means))
    written = [n for n in nodes(goal.term) if n.kind in ("log", "xlogx")]
    inner = dict.fromkeys(n.args[0] for n in written)
    if set(inner) == set(means.values()) or any(n in nodes(u) for u in inner for n in written):
        return groups
    fresh = {u: var(f"log{k}") for k, u in enumerate(inner)}
    plain = {n: fresh[n.args[0]] * (n.args[0] if n.kind == "xlogx" else ONE) for n in written}
    rewriting = Rewriting(replaced(goal.term, plain), None)
    back = {name.value: u for u, name in fresh.items()}
    keys = {name: rewriting.forms.meaning[name][0] for name in rewriting.generators()}
    means = {n: back[key[1]] for n, key in keys.items() if key[0] == "var" and key[1] in back}
    for name, u in means.items():
        if not defined(goal, made("log", (u,))):
            means[name] = log_sums.positive_form(goal, u)
    return [*groups, *_weighted(goal, rewriting, means)]


def _weighted(goal: Goal, found: Rewriting, means: Mapping[str, Term]) -> Iterator[Group]:
    """The same, for generators that mean logarithms of these terms."""
    if not found.below.is_constant() or not 0 < len(means) <= MOST_LOGARITHMS:
        return
    logs = []
    for name, inner in means.items():
        place = NAMES.index(name)
        if found.top.degrees()[place] != 1:
            return
        beside = {
            (*e[:place], 0, *e[place + 1 :]): c for e, c in found.top.to_dict().items() if e[place]
        }
        logs.append((inner, beside))
    weights: list[tuple[Any, Term, Node]] = []
    for _, beside in logs:
        for sign in (1, -1):
            signed = {e: sign * c for e, c in beside.items()}
            if any(signed == known for known, _, _ in weights):
                continue
            term = found.term_of(found.forms.ring.from_dict(signed))
            known = sign_of(goal, term)
            if known is not None and known[0] > 0:
                weights.append((signed, term, known[1]))
    most = MOST_WEIGHTS if len(weights) <= MANY else 2
    for count in range(1, min(most, len(weights)) + 1):
        for chosen in combinations(weights, count):
            basis, powers = [w for w, _, _ in chosen], list[list[int]]()
            for _, beside in logs:
                solved = _solved(beside, basis)
                if solved is None:
                    break
                powers.append(solved)
            if len(powers) < len(logs):
                continue
            groups = []
            for i, (_, weight, positive) in enumerate(chosen):
                # Logarithms of one weight become one of a product: where they cancel it is near 1,
                # and the tangent there is sharp.
                raised = [power(u, p[i]) for (u, _), p in zip(logs, powers, strict=True) if p[i]]
                groups.append((weight, positive, mul(*raised)))
            yield groups
    besides = [found.term_of(found.forms.ring.from_dict(beside)) for _, beside in logs]
    for spread in log_sums.weighted(goal, besides):
        yield [
            (w, p, mul(*(power(u, n) for (u, _), n in zip(logs, vector, strict=True) if n)))
            for w, p, vector in spread
        ]


def _solved(target: Coefficients, basis: list[Coefficients]) -> list[int] | None:
    """The whole numbers by which a polynomial is a sum of others, if they are small."""
    rows = [
        [fmpq(item.get(key, 0)) for item in (*basis, target)] for key in set(target).union(*basis)
    ]
    for place in range(len(basis)):
        lead = next((row for row in rows[place:] if row[place]), None)
        if lead is None:
            return None
        rows.remove(lead)
        lead = [x / lead[place] for x in lead]
        rows = [[a - row[place] * b for a, b in zip(row, lead, strict=True)] for row in rows]
        rows.insert(place, lead)
    results = [row[-1] for row in rows]
    # The rows below the basis read 0 = x: there is a solution only if all these x are 0.
    whole = all(x.q == 1 and abs(x) <= 4 for x in results)
    return (
        [int(x.p) for x in results[: len(basis)]]
        if whole and not any(results[len(basis) :])
        else None
    )
