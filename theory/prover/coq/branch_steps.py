"""Steps of Coq proofs for functions: what increases, its inverse, an instance, and branches."""

from dataclasses import replace
from fractions import Fraction
from banditproof.theory.prover.kernel.branches import alike, cases_of
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import (
    Term,
    made,
    nodes,
    num,
    power,
    read,
    replaced,
    var,
)
from .bounds import Context
from .script import ENDS, Finite, Node, Script
from .spelling import NoExport, compared, spelled


def monotone(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    if kind == "root":
        if int(proof["order"]) != 2:
            raise NoExport("A root of an order above 2 has no export to Coq.")
        first, second = power(a, Fraction(1, 2)), power(b, Fraction(1, 2))
    else:
        first, second = made(kind, (a,)), made(kind, (b,))
    child = script.prove(goal.of(a - b), proof["proof"])
    context = script.context(goal, proof)
    lemma = {
        ("log", False): "ln_le_le",
        ("log", True): "ln_increasing",
        ("exp", False): "exp_le_le",
        ("exp", True): "exp_increasing",
        ("tanh", False): "tanh_le_le",
        ("tanh", True): "tanh_lt_lt",
        ("erf", False): "erf_le_le",
        ("erf", True): "erf_lt_lt",
        ("root", False): "sqrt_le_1_alt",
        ("root", True): "sqrt_lt_1_alt",
    }.get((kind, goal.strict))
    if lemma is None:
        raise NoExport(f"{kind} has no export to Coq.")
    if kind == "log":
        context.positive(b)
    if kind == "root":
        context.nonnegative(b)
    equal = script.equal(goal, proof, goal.term, first - second)
    sign = "<" if goal.strict else "<="
    return [
        *context.lines,
        f"assert (Q : {compared(a - b, goal.strict)}) by ({child.use()}).",
        f"assert (K : {spelled(b)} {sign} {spelled(a)}) by side_of Q.",
        f"assert (E : {spelled(goal.term)} = {spelled(first - second)}) by ({equal.use()}).",
        f"assert (M : {spelled(second)} {sign} {spelled(first)}) by "
        f"(apply {lemma}; first [exact K | assumption | split; assumption]).",
        "try rewrite E; side_of M.",
    ]


def inverse(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    square = kind == "square"
    first, second = (power(a, 2), power(b, 2)) if square else (made("log", (a,)), made("log", (b,)))
    child = script.prove(goal.of(first - second), proof["proof"])
    context = script.context(goal.of(a - b), proof)
    if square:
        signs = script.prove(goal.of(a, False), proof["positive"])
        sign = context.add(compared(a, False), signs.use())
    else:
        sign = f"{context.positive(b)} {context.positive(a)}"
    equal = script.equal(goal, proof, goal.term, a - b)
    lemma = f"{'square' if square else 'ln'}_back_{'lt' if goal.strict else 'le'}"
    return [
        *context.lines,
        f"assert (Q : {compared(first - second, goal.strict)}) by ({child.use()}).",
        f"assert (E : {spelled(goal.term)} = {spelled(a - b)}) by ({equal.use()}).",
        f"assert (M := {lemma} {spelled(b)} {spelled(a)} {sign} ltac:(side_of Q)).",
        "try rewrite E; side_of M.",
    ]


def instance(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    meaning = {var(name): read(value) for name, value in proof["with"].items()}
    lines, region, given, count = [], [], [], 0

    def known(term: Term, strict: bool, part: Node) -> None:
        nonlocal count
        child = script.prove(goal.of(term, strict), part)
        lines.append(f"assert (Q_{count} : {compared(term, strict)}) by ({child.use()}).")
        count += 1

    for name, (lo, hi, lo_open, hi_open) in proof["where"].items():
        low, top = (None if end is None else Fraction(end) for end in (lo, hi))
        where = Interval(low, top, bool(lo_open), bool(hi_open))
        value = meaning.get(var(name), var(name))
        for high, key in ENDS:
            end = where.end(high)
            if end is not None:
                beyond = (value - num(end)) * num(-1 if high else 1)
                known(beyond, not where.takes(high), proof["inside"][name][key])
        region.append((name, where))
    for part in proof.get("given", ()):
        term, strict = read(part["term"]), bool(part["strict"])
        known(replaced(term, meaning), strict, part["proof"])
        given.append((term, strict))
    new = read(proof["term"])
    child = script.prove(Goal(new, goal.strict, tuple(region), tuple(given)), proof["proof"])
    first = count - len(given)
    equal = script.equal(goal, proof, goal.term, replaced(new, meaning))
    values = {name: spelled(meaning.get(var(name), var(name))) for name, _ in region}
    raw, there = spelled(new, values), spelled(replaced(new, meaning))
    for place, (term, strict) in enumerate(given):
        if spelled(term, values) != spelled(replaced(term, meaning)):
            lines += [
                f"assert (P_{place} : {compared(term, strict, values)}).",
                "{ " + "\n".join(script.moved(script.context(goal, proof), term, meaning)),
                f"rewrite V; exact Q_{first + place}. }}",
            ]
    context = script.context(goal, proof)
    moved = script.moved(context, new, meaning) if raw != there else []
    sign = "<" if goal.strict else "<="
    return [
        *lines,
        *moved,
        f"assert (E : {spelled(goal.term)} = {there}) by ({equal.use()}).",
        f"assert (Q : 0 {sign} {raw}) by ({child.use(values)}).",
        "try rewrite E; first [exact Q | lra | rewrite <- V; exact Q].",
    ]


UNFOLDED = {
    "max": "unfold Rmax; destruct (Rle_dec _ _)",
    "min": "unfold Rmin; destruct (Rle_dec _ _)",
    "abs": "unfold Rabs; destruct (Rcase_abs _)",
    "if": "destruct (Rle_dec _ _)",
}
"""What makes such a term one of its values."""


def branch(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    node = read(proof["node"])
    cases = list(cases_of(node))
    first = spelled(cases[0][1])
    lines = [f"destruct (Rle_or_lt 0 {first}) as [B|B]."]
    for (value, condition, strict), part in zip(cases, proof["cases"], strict=True):
        case = replace(goal, given=(*goal.given, (condition, strict)))
        values = alike(node, value)
        there = case.of(replaced(goal.term, values))
        child = script.prove(there, part, finite)
        within = nodes(goal.term)
        what = {one: same for one, same in values.items() if one in within}
        raw = spelled(goal.term, atoms={one: spelled(same) for one, same in what.items()})
        lines.append("{")
        for place, (one, same) in enumerate(what.items()):
            lines.append(
                f"assert (V_{place} : {spelled(one)} = {spelled(same)}) "
                f"by ({UNFOLDED[one.kind]}; lra)."
            )
        lines += [
            f"assert (B2 : {compared(condition, strict)}) by lra.",
            f"assert (Q : {compared(there.term, there.strict)}) by ({child.use()}).",
        ]
        names = ", ".join(f"?V_{place}" for place in range(len(what)))
        rewritten = f"rewrite {names}; " if names else ""
        if raw == spelled(there.term):
            lines.append(f"{rewritten}first [exact Q | lra]. }}")
        else:
            lines += script.moved(Context(there), goal.term, what)
            lines.append(f"{rewritten}first [exact Q | lra | rewrite V; exact Q]. }}")
    return lines
