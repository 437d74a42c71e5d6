"""The rules of the prover as steps of Coq proofs: each returns the tactics that close its lemma."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from banditproof.theory.prover.kernel.branches import at_end_of
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import LEMMAS
from banditproof.theory.prover.kernel.terms import ZERO, Term, num, read, replaced, var
from .along import by_bottom, by_concave, by_inflection, by_slope
from .branch_steps import branch, instance, inverse, monotone
from .identities import identity, sum_of_products
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
    lemma = LEMMAS[proof["name"]](u)
    context = script.context(goal, proof)
    uses = {"log below": "ln_at_most", "log above": "ln_at_least", "exp": "exp_at_least"}
    sign = "" if proof["name"] == "exp" else " " + context.positive(u)
    lines = context.lines
    equal = script.equal(goal, proof, goal.term, lemma)
    return [
        *lines,
        f"assert (E : {spelled(goal.term)} = {spelled(lemma)}) by ({equal.use()}).",
        f"assert (K := {uses[proof['name']]} {spelled(u)}{sign}).",
        "try rewrite E; lra.",
    ]


def _sum(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    pairs: list[tuple[Term, Term]] = []
    lines, products = list[str](), list[str]()
    for i, part in enumerate(proof["parts"]):
        weight, term, strict = read(part["weight"]), read(part["term"]), bool(part.get("strict"))
        first = script.prove(goal.of(weight, strict), part["positive"], finite)
        second = script.prove(goal.of(term, strict), part["proof"], finite)
        pairs.append((weight, term))
        sign, lemma = ("<", "Rmult_lt_0_compat") if strict else ("<=", "Rmult_le_pos")
        text = f"{spelled(weight)} * {spelled(term)}"
        products.append(text)
        lines.append(
            f"assert (Q_{i} : 0 {sign} {text}) by (apply {lemma}; "
            f"[{first.use()} | {second.use()}])."
        )
    context = script.context(goal, proof)
    whole = " + ".join(f"({text})" for text in products) or "0"
    for (weight, term), part in zip(pairs, proof["parts"], strict=True):
        script.denominators(context, goal, weight, part["positive"], finite)
        script.denominators(context, goal, term, part["proof"], finite)
    read_terms = [term for pair in pairs for term in pair]
    equal = identity(context, goal.term, read_terms, sum_of_products(pairs))
    lines += context.lines
    lines.append(f"assert (E : {spelled(goal.term)} = {whole}) by (exact {equal}).")
    # Only the products stay: `lra` reads every hypothesis, and many make it slow.
    facts = "".join(f" Q_{i}" for i in range(len(products)))
    return [*lines, f"try rewrite E; clear{' -' if facts else ''}{facts}; lra."]


def _split(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    # Many boxes are one call of Coq's own interval arithmetic, not a lemma each.
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
            *script.assumptions_placed(goal, there, name, end),
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


def _hill(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    raise NoExport("The rule 'hill' has no export to Coq.")


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
    "monotone": monotone,
    "inverse": inverse,
    "hill": _hill,
    "instance": instance,
    "branch": branch,
    "Bernstein": bernstein,
    "Sturm": sturm,
}
