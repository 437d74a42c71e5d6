"""The rules of the prover as steps of Coq proofs: each returns the tactics that close its lemma."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import LEMMAS, at_end_of, cases_of
from banditproof.theory.prover.kernel.terms import ZERO, Term, made, num, power, read, replaced, var

from .along import by_bottom, by_concave, by_inflection, by_slope
from .polynomials import bernstein, sturm
from .script import ENDS, Finite, Node, Script
from .spelling import NoExport, compared, named, rational, spelled


def _span(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    context = script.context(goal, proof)
    sign = context.positive if goal.strict else context.nonnegative
    name = sign(goal.term)
    return [*context.lines, f"exact {name}."]


def _taylor(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    return _by_interval(goal)


def _by_interval(goal: Goal) -> list[str]:
    """Coq's own interval arithmetic, with bisection and automatic differentiation."""
    lines, options = [], ["i_prec 90"]
    used = goal.term.variables
    for name, where in goal.region:
        if name in used and where.lo is not None and where.hi is not None:
            variable = named(name)
            ends = f"{rational(where.lo)} <= {variable} <= {rational(where.hi)}"
            lines.append(f"assert ({ends}) by lra.")
            options.append(f"i_bisect {variable}")
    depth = f"i_depth {8 * len(used)}"
    single = [f"i_autodiff {named(name)}" for name in used] if len(used) == 1 else []
    first = ", ".join([*options, depth, *single])
    second = ", ".join([*options, f"i_depth {15 * len(used)}"])
    close = "apply Rlt_le; " if not goal.strict else ""
    return [
        *lines,
        f"rewrite ?tanh_exp; first [interval with ({first}) | interval with ({second})"
        + (f" | {close}interval with ({first})].\n" if close else "]."),
    ]


def _empty(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    term, strict = goal.given[int(proof["assumption"])]
    context = script.context(goal, {})
    if "proof" in proof:
        child = script.prove(goal.of(-term, not strict), proof["proof"])
        fact = context.add(compared(-term, not strict), child.use())
    else:
        fact = context.nonpositive(term) if strict else context.negative(term)
    place = f"G_{_before(goal) + int(proof['assumption'])}"
    return [*context.lines, f"exfalso; clear - {place} {fact}; lra."]


def _before(goal: Goal) -> int:
    return sum((w.lo is not None) + (w.hi is not None) for _, w in goal.region)


def _given(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    place = int(proof["assumption"])
    term, _ = goal.given[place]
    if goal.term is term:
        return ["side."]
    context = script.context(goal, proof)
    equal = script.equal(replace(goal, given=()), {}, goal.term, term)
    fact = context.add(f"{spelled(goal.term)} = {spelled(term)}", equal.use())
    return [*context.lines, f"rewrite {fact}; side."]


def _lemma(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    u = read(proof["u"])
    known = LEMMAS[proof["name"]](u)
    context = script.context(goal, proof)
    uses = {"log below": "ln_at_most", "log above": "ln_at_least", "exp": "exp_at_least"}
    sign = "" if proof["name"] == "exp" else " " + context.positive(u)
    lines = context.lines
    equal = script.equal(goal, proof, goal.term, known)
    return [
        *lines,
        f"assert (E : {spelled(goal.term)} = {spelled(known)}) by ({equal.use()}).",
        f"assert (K := {uses[proof['name']]} {spelled(u)}{sign}).",
        "try rewrite E; lra.",
    ]


def _sum(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    total: list[Term] = []
    lines, products = [], []
    for i, part in enumerate(proof["parts"]):
        weight, term, strict = read(part["weight"]), read(part["term"]), bool(part.get("strict"))
        one = script.prove(goal.of(weight, strict), part["positive"], finite)
        two = script.prove(goal.of(term, strict), part["proof"], finite)
        total.append(weight * term)
        sign, lemma = ("<", "Rmult_lt_0_compat") if strict else ("<=", "Rmult_le_pos")
        text = f"{spelled(weight)} * {spelled(term)}"
        products.append(text)
        lines.append(
            f"assert (Q_{i} : 0 {sign} {text}) by (apply {lemma}; [{one.use()} | {two.use()}])."
        )
    context = script.context(goal, proof)
    whole = " + ".join(f"({text})" for text in products) or "0"
    rules = script.sides(context, [goal.term, *total])
    lines += context.lines
    lines.append(
        f"assert (E : {spelled(goal.term)} = {whole}) by first [same | {rules}same_with_roots]."
    )
    facts = "".join(f" Q_{i}" for i in range(len(products)))
    return [*lines, f"rewrite E; clear{' -' if facts else ''}{facts}; lra."]


def _split(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    if goal.term.variables and leaves(proof) > 12 and _boxes_only(proof):
        return _by_interval(goal)
    name, at = proof["on"], Fraction(proof["at"])
    where = goal.where(name)
    low = script.prove(
        goal.placed(name, where._replace(hi=at, hi_open=False)), proof["low"], finite
    )
    high = script.prove(
        goal.placed(name, where._replace(lo=at, lo_open=True)), proof["high"], finite
    )
    return [
        f"destruct (Rle_or_lt {named(name)} {rational(at)}) as [B|B]; [{low.use()} | {high.use()}]."
    ]


def leaves(proof: Node) -> int:
    """The number of boxes of a proof by splitting."""
    return leaves(proof["low"]) + leaves(proof["high"]) if proof["by"] == "split" else 1


def _boxes_only(proof: Node) -> bool:
    if proof["by"] == "split":
        return _boxes_only(proof["low"]) and _boxes_only(proof["high"])
    return proof["by"] in ("span", "taylor", "mean value") and "defined" not in proof


def _cases(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    term = read(proof["term"])
    uses = [
        script.prove(
            replace(goal, given=(*goal.given, (num(sign) * term, False))), proof[key], finite
        ).use()
        for (_, key), sign in zip(ENDS, (-1, 1), strict=True)
    ]
    return [f"destruct (Rle_or_lt {spelled(term)} 0) as [B|B]; [{uses[0]} | {uses[1]}]."]


def _ends(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    name = proof["on"]
    where, variable = goal.where(name), named(name)
    inside = script.prove(goal.interior(name), proof["inside"], finite)
    lines = []
    for high, key in ENDS:
        if not where.takes(high):
            continue
        end = num(where.end(high) or 0)
        there = at_end_of(goal, name, high)
        moved = tuple(
            (replaced(u, {var(name): end}), replaced(c, {var(name): end})) for u, c in finite
        )
        child = script.prove(there, proof[key], moved)
        pair = f"{variable} {spelled(end)}" if high else f"{spelled(end)} {variable}"
        b = f"B{int(high)}"
        back = "" if high else f"symmetry in {b}; "
        lines += [
            f"destruct (Rle_lt_or_eq_dec {pair} ltac:(assumption)) as [{b}|{b}]; "
            f"[|{back}rewrite {b} in *; clear {b}].",
            "2:{",
            *script.placed(there, name, end, goal.term, there.term),
            f"try rewrite V; {child.use()}. }}",
        ]
    return [*lines, f"{inside.use()}."]


def _infinite(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    for place, (u, c) in enumerate(finite):
        if u is not ZERO:
            continue
        context = script.context(goal, {})
        try:
            context.positive(c)
        except NoExport:
            continue
        name = f"G_{_before(goal) + len(goal.given) + place}"
        return [*context.lines, f"exfalso; assert (K := {name} eq_refl); lra."]
    raise NoExport("No hypothesis says that a logarithm of 0 is not infinite.")


def _monotone(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    if kind == "root":
        if int(proof["order"]) != 2:
            raise NoExport("A root of an order above 2 has no export to Coq.")
        one, two = power(a, Fraction(1, 2)), power(b, Fraction(1, 2))
    else:
        one, two = made(kind, (a,)), made(kind, (b,))
    child = script.prove(goal.of(a - b), proof["proof"])
    context = script.context(goal, proof)
    lemma = {
        ("log", False): "ln_le_le",
        ("log", True): "ln_increasing",
        ("exp", False): "exp_le_le",
        ("exp", True): "exp_increasing",
        ("tanh", False): "tanh_le_le",
        ("tanh", True): "tanh_lt_lt",
        ("root", False): "sqrt_le_1_alt",
        ("root", True): "sqrt_lt_1_alt",
    }.get((kind, goal.strict))
    if lemma is None:
        raise NoExport(f"{kind} has no export to Coq.")
    if kind == "log":
        context.positive(b)
    if kind == "root":
        context.nonnegative(b)
    equal = script.equal(goal, proof, goal.term, one - two)
    sign = "<" if goal.strict else "<="
    return [
        *context.lines,
        f"assert (Q : {compared(a - b, goal.strict)}) by ({child.use()}).",
        f"assert (K : {spelled(b)} {sign} {spelled(a)}) by side_of Q.",
        f"assert (E : {spelled(goal.term)} = {spelled(one - two)}) by ({equal.use()}).",
        f"assert (M : {spelled(two)} {sign} {spelled(one)}) by "
        f"(apply {lemma}; first [exact K | assumption | split; assumption]).",
        "try rewrite E; side_of M.",
    ]


def _inverse(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    kind, a, b = proof["function"], read(proof["a"]), read(proof["b"])
    square = kind == "square"
    one, two = (power(a, 2), power(b, 2)) if square else (made("log", (a,)), made("log", (b,)))
    child = script.prove(goal.of(one - two), proof["proof"])
    context = script.context(goal.of(a - b), proof)
    if square:
        signs = script.prove(goal.of(a, False), proof["positive"])
        known = context.add(compared(a, False), signs.use())
    else:
        known = f"{context.positive(b)} {context.positive(a)}"
    equal = script.equal(goal, proof, goal.term, a - b)
    lemma = f"{'square' if square else 'ln'}_back_{'lt' if goal.strict else 'le'}"
    return [
        *context.lines,
        f"assert (Q : {compared(one - two, goal.strict)}) by ({child.use()}).",
        f"assert (E : {spelled(goal.term)} = {spelled(a - b)}) by ({equal.use()}).",
        f"assert (M := {lemma} {spelled(b)} {spelled(a)} {known} ltac:(side_of Q)).",
        "try rewrite E; side_of M.",
    ]


def _hill(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    raise NoExport("The rule 'hill' has no export to Coq.")


def _instance(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
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
    equal = script.equal(goal, proof, goal.term, replaced(new, meaning))
    values = {name: spelled(meaning.get(var(name), var(name))) for name, _ in region}
    raw, there = spelled(new, values), spelled(replaced(new, meaning))
    sign = "<" if goal.strict else "<="
    context = script.context(goal, proof)
    script.sides(context, [replaced(new, meaning)])
    return [
        *lines,
        *context.lines,
        f"assert (E : {spelled(goal.term)} = {there}) by ({equal.use()}).",
        f"assert (Q : 0 {sign} {raw}) by ({child.use(values)}).",
        f"try rewrite E; first [exact Q | lra | replace {there} with {raw} by same; exact Q].",
    ]


def _branch(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    node = read(proof["node"])
    cases = list(cases_of(node))
    unfold = {
        "max": "unfold Rmax; destruct (Rle_dec _ _)",
        "min": "unfold Rmin; destruct (Rle_dec _ _)",
        "abs": "unfold Rabs; destruct (Rcase_abs _)",
        "if": "destruct (Rle_dec _ _)",
    }[node.kind]
    first = spelled(cases[0][1])
    lines = [f"destruct (Rle_or_lt 0 {first}) as [B|B]."]
    for (value, condition, strict), part in zip(cases, proof["cases"], strict=True):
        case = replace(goal, given=(*goal.given, (condition, strict)))
        there = case.of(replaced(goal.term, {node: value}))
        child = script.prove(there, part, finite)
        raw = spelled_with(goal.term, node, value)
        context = script.context(there, {})
        try:
            script.sides(context, [there.term])
        except (NoExport, ValueError):
            context.lines.clear()
        lines += [
            "{ " + f"assert (V : {spelled(node)} = {spelled(value)}) by ({unfold}; lra).",
            f"assert (B2 : {compared(condition, strict)}) by lra.",
            f"assert (Q : {compared(there.term, there.strict)}) by ({child.use()}).",
            *context.lines,
            f"rewrite ?V; first [exact Q | lra | replace {raw} with {spelled(there.term)} by same;"
            " exact Q]. }",
        ]
    return lines


def spelled_with(term: Term, node: Term, value: Term) -> str:
    """A term in Coq, in which the text of a value stands for a node."""
    return spelled(term).replace(spelled(node), spelled(value))


STEPS: dict[str, Callable[[Script, Goal, Finite, Node], list[str]]] = {
    "span": _span,
    "taylor": _taylor,
    "mean value": _taylor,
    "empty": _empty,
    "given": _given,
    "lemma": _lemma,
    "sum": _sum,
    "split": _split,
    "cases": _cases,
    "ends": _ends,
    "infinite": _infinite,
    "slope": by_slope,
    "concave": by_concave,
    "bottom": by_bottom,
    "inflection": by_inflection,
    "monotone": _monotone,
    "inverse": _inverse,
    "hill": _hill,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": bernstein,
    "Sturm": sturm,
}
