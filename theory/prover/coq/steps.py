"""The rules of the prover as steps of Coq proofs: each returns the tactics that close its lemma."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import LEMMAS, cases_of, conventional
from banditproof.theory.prover.kernel.terms import (
    ZERO,
    Term,
    made,
    num,
    power,
    read,
    replaced,
    slope,
    var,
)

from .calculus import as_function
from .polynomials import bernstein, sturm
from .script import Finite, Lemma, Node, Script
from .spelling import NoExport, compared, named, rational, spelled

ENDS = ((False, "low"), (True, "high"))


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
        there = goal.without(name, end)
        there = there.of(conventional(there.term))
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


class _Along:
    """A rule about a term as a function of one variable: the lemmas that it needs."""

    def __init__(self, script: Script, goal: Goal, proof: Node, order: int) -> None:
        self.script, self.proof, self.name = script, proof, proof["on"]
        self.goal = goal = goal.along(self.name)
        self.inside = goal.interior(self.name)
        self.slopes = [goal.term]
        self.limits: list[Lemma] = []
        for n in range(order):
            first = slope(self.slopes[-1], self.name)
            key = f"slope {n + 1}"
            self.limits.append(
                script.slope(self.inside, proof, self.name, self.slopes[-1], first, key)
            )
            self.slopes.append(first)

    def function(self, n: int) -> str:
        """The term or a slope as a function."""
        return as_function(self.slopes[n], self.name)

    def at(self, point: str) -> dict[str, str]:
        """The variable at a point."""
        return {self.name: point}

    def continuous(self) -> Lemma:
        """The term is continuous on the region."""
        return self.script.continuous(self.goal, self.proof, self.name, self.goal.term, "defined")

    def end(
        self, high: bool, strict: bool, proof: Node, n: int = 0, sign: int = 1
    ) -> tuple[str, Lemma, Lemma]:
        """An end, the continuity of a slope there, and the sign of its value."""
        value = self.goal.where(self.name).end(high)
        if value is None:
            raise NoExport("A limit at an infinite end has no export to Coq.")
        if "value" in proof:
            raise NoExport("A limit by the list of vanishing terms has no export to Coq.")
        at, term = num(value), self.slopes[n]
        continuous = self.script.continuous_at(self.goal, {}, self.name, at, term)
        signed = num(sign) * term
        sign_there = self.script.value_at(self.goal, self.name, at, signed, strict, proof["proof"])
        return rational(value), continuous, sign_there

    def derivative(self, n: int, point: str = "t") -> str:
        """Tactics for: the slope of slope n is slope n + 1, at points between."""
        return f"intros {point}_ B_; {self.limits[n].use(self.at(point + '_'))}"

    def signed(self, child: Lemma, term: Term, strict: bool, wanted: str) -> str:
        """Tactics for a sign of a slope at points between, from a lemma about a term."""
        there = compared(term, strict, self.at("t_"))
        return f"intros t_ B_; assert (Q : {there}) by ({child.use(self.at('t_'))}); {wanted}"


def _slope(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    high, rising = bool(proof["high"]), bool(proof.get("strictly"))
    along = _Along(script, goal, proof, 1)
    name, variable = along.name, named(along.name)
    signed = num(-1 if high else 1) * along.slopes[1]
    child = script.prove(along.inside.of(signed, rising), proof["sign"])
    takes = along.goal.where(name).takes(high)
    strict = goal.strict and not (rising and not takes)
    if "value" in proof["end"] and not takes:
        return _slope_from(
            along, high, strict, proof["end"], along.signed(child, signed, rising, "")
        )
    end, cont_end, at_end = along.end(high, strict, proof["end"])
    here = along.continuous()
    strictly = rising and not takes and goal.strict
    lemma = ("fall" if high else "rise") + ("_strictly" if strictly else "")
    ends = f"{variable} {end}" if high else f"{end} {variable}"
    conts = [cont_end.use(), here.use()]
    if high:
        conts.reverse()
    f = along.function(0)
    value = f"{f} {end}"
    order = ("<" if strictly else "<=", "<" if strict else "<=")
    chain = {
        ("<", "<="): "Rle_lt_trans",
        ("<=", "<"): "Rlt_le_trans",
        ("<=", "<="): "Rle_trans",
    }[order]
    final = f"exact ({chain} _ _ _ Q1 Q2)."
    if not goal.strict and strict != goal.strict:
        final = "lra."
    return [
        f"assert (Q1 : 0 {order[1]} {value}) by (cbv beta; {at_end.use()}).",
        f"assert (Q2 : {value} {order[0]} {f} {variable}).",
        f"{{ apply ({lemma} {f} {along.function(1)} {ends}).",
        "- side.",
        f"- {conts[0]}.",
        f"- {conts[1]}.",
        f"- {along.derivative(0)}.",
        f"- {along.signed(child, signed, rising, 'side_of Q')}. }}",
        final,
    ]


def _slope_from(along: _Along, high: bool, strict: bool, end: Node, sign: str) -> list[str]:
    """A slope with a sign, where the term is v + r with r >= 0 and v goes on to the end."""
    script, name, goal, inside = along.script, along.name, along.goal, along.inside
    where = goal.where(name).end(high)
    if where is None or any(not is_zero(read(part)) for part in end["vanishing"]):
        raise NoExport("A limit by the list of vanishing terms has no export to Coq.")
    value, rest, at = read(end["value"]), read(end["rest"]), num(where)
    continuous = script.continuous_at(goal, {}, name, at, value)
    at_end = script.value_at(goal, name, at, value, strict, end["proof"])
    above = script.prove(inside.of(rest, False), end["rest_proof"])
    equal = script.equal(inside, {}, goal.term, value + rest)
    here, variable, point = along.continuous(), named(name), along.at("t_")
    f, v, ends = along.function(0), as_function(value, name), rational(where)
    pair = f"{variable} {ends}" if high else f"{ends} {variable}"
    order, chain = ("<", "Rlt_le_trans") if strict else ("<=", "Rle_trans")
    apart = f"{spelled(goal.term, point)} = {spelled(value + rest, point)}"
    final = f"exact ({chain} _ _ _ Q1 Q2)." if strict == goal.strict else "lra."
    return [
        f"assert (Q1 : 0 {order} {v} {ends}) by (cbv beta; {at_end.use()}).",
        f"assert (Q2 : {v} {ends} <= {f} {variable}).",
        f"{{ apply ({'fall' if high else 'rise'}_from {f} {along.function(1)} {v} {pair}).",
        "- side.",
        f"- {here.use()}.",
        f"- {continuous.use()}.",
        f"- {along.derivative(0)}.",
        f"- {sign}side_of Q.",
        f"- intros t_ B_; cbv beta; assert (E : {apart}) by ({equal.use(point)}); "
        f"assert (Q : {compared(rest, False, point)}) by ({above.use(point)}); "
        "clear - E Q; lra. }",
        final,
    ]


def _concave(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    along = _Along(script, goal, proof, 2)
    bend = script.prove(along.inside.of(-along.slopes[2], False), proof["bend"])
    low, cont_low, at_low = along.end(False, goal.strict, proof["low"])
    high, cont_high, at_high = along.end(True, goal.strict, proof["high"])
    functions = " ".join(along.function(n) for n in range(3))
    lemma = "concave_gt" if goal.strict else "concave_ge"
    return [
        f"apply ({lemma} {functions} {low} {high} {named(along.name)}).",
        "- split; side.",
        f"- {cont_low.use()}.",
        f"- {cont_high.use()}.",
        f"- {along.derivative(0)}.",
        f"- {along.derivative(1)}.",
        f"- {along.signed(bend, -along.slopes[2], False, 'side_of Q')}.",
        f"- cbv beta; {at_low.use()}.",
        f"- cbv beta; {at_high.use()}.",
    ]


def _bottom(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    at = read(proof["at"])
    along = _Along(script, goal, proof, 1 if "rest" in proof else 2)
    name, variable, m = along.name, named(along.name), spelled(at)
    inside, goal_ = along.inside, along.goal
    there = goal_.without(name, at)
    lines = []
    for high, key in ENDS:
        end = goal_.where(name).end(high)
        if end is not None:
            beyond = (at - num(end)) * num(-1 if high else 1)
            child = script.prove(there.of(beyond, False), proof[key])
            fact = f"K{int(high)}"
            bound = f"{m} <= {rational(end)}" if high else f"{rational(end)} <= {m}"
            text = compared(beyond, False)
            lines.append(
                f"assert ({fact} : {bound}) by (assert (Q : {text}) by ({child.use()}); lra)."
            )
    touch = script.value_at(goal_, name, at, goal_.term, goal.strict, proof["touch"])
    cont_m = script.continuous_at(goal_, proof, name, at, goal_.term, "bottom defined")
    here = along.continuous()
    f = along.function(0)
    sign = "<" if goal.strict else "<="
    chain = "Rlt_le_trans" if goal.strict else "Rle_trans"
    between = "intros t_ [[B_ B__]|[B_ B__]]"
    derivative = f"{between}; {along.limits[0].use(along.at('t_'))}"
    lines += [
        f"assert (Q1 : 0 {sign} {f} {m}) by (cbv beta; {touch.use()}).",
        f"assert (Q2 : {f} {m} <= {f} {variable}).",
    ]
    if "rest" in proof:
        rest = read(proof["rest"])
        child = script.prove(inside.of(rest, False), proof["sign"])
        equal = script.equal(
            inside,
            {**proof, "defined": proof.get("slope 1", ())},
            along.slopes[1],
            (var(name) - at) * rest,
        )
        first = spelled(along.slopes[1], along.at("t_"))
        factored = f"(t_ - {m}) * {spelled(rest, along.at('t_'))}"
        product = spelled((var(name) - at) * rest, along.at("t_"))
        rest_sign = compared(rest, False, along.at("t_"))
        lines += [
            f"{{ apply (valley {f} {along.function(1)} {m} {variable}).",
            f"- {cont_m.use()}.",
            f"- {here.use()}.",
            f"- {derivative}.",
            f"- {between}; cbv beta;",
            f"  (assert (E : {first} = {product}) by ({equal.use(along.at('t_'))});",
            f"   assert (E2 : {product} = {factored}) by ring_product;",
            "   rewrite E, E2; apply square_times;",
            f"   assert (Q : {rest_sign}) by ({child.use(along.at('t_'))}); exact Q). }}",
        ]
    else:
        bend = script.prove(inside.of(along.slopes[2], False), proof["sign"])
        cont_d = script.continuous_at(goal_, {}, name, at, along.slopes[1])
        flat = script.zero_at(goal_, name, at, along.slopes[1])
        second = f"{between}; {along.limits[1].use(along.at('t_'))}"
        lines += [
            f"{{ apply (anchor {f} {along.function(1)} {along.function(2)} {m} {variable}).",
            f"- {cont_m.use()}.",
            f"- {here.use()}.",
            f"- {cont_d.use()}.",
            f"- cbv beta; {flat.use()}.",
            f"- {derivative}.",
            f"- {second}.",
            f"- {between}; cbv beta; {bend.use(along.at('t_'))}. }}",
        ]
    return [*lines, f"exact ({chain} _ _ _ Q1 Q2)."]


def _inflection(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    along = _Along(script, goal, proof, 2)
    high, name, inside = bool(proof["high"]), along.name, along.inside
    sign = -1 if high else 1
    weight, turned = read(proof["weight"]), read(proof["product"])
    moved = slope(turned, name)
    positive = script.prove(inside.of(weight, True), proof["positive"])
    equal = script.equal(inside, proof, turned, weight * along.slopes[2])
    third = script.slope(inside, proof, name, turned, moved, "product defined")
    monotone_term = -(num(sign) * moved)
    monotone = script.prove(inside.of(monotone_term, False), proof["monotone"])
    low, cont_low, at_low = along.end(False, False, proof["low"])
    top, cont_top, at_top = along.end(True, False, proof["high end"])
    _, cont_flat, at_flat = along.end(high, False, proof["flat"], 1, sign)
    flat_end = top if high else low
    flat_text = spelled(num(sign) * along.slopes[1], {name: flat_end})
    functions = " ".join(
        [
            *(along.function(n) for n in range(3)),
            *(as_function(term, name) for term in (weight, turned, moved)),
        ]
    )
    point = along.at("t_")
    apart = spelled(weight * along.slopes[2], point)
    return [
        f"apply (inflected_{'high' if high else 'low'} {functions} {low} {top} {named(name)}).",
        "- split; side.",
        f"- {cont_low.use()}.",
        f"- {cont_top.use()}.",
        f"- {cont_flat.use()}.",
        f"- {along.derivative(0)}.",
        f"- {along.derivative(1)}.",
        f"- intros t_ B_; cbv beta; {positive.use(point)}.",
        f"- intros t_ B_; cbv beta; assert (E : {spelled(turned, point)} = {apart})"
        f" by ({equal.use(point)}); try rewrite E; ring_product.",
        f"- intros t_ B_; {third.use(point)}.",
        f"- {along.signed(monotone, monotone_term, False, 'side_of Q')}.",
        f"- cbv beta; {at_low.use()}.",
        f"- cbv beta; {at_top.use()}.",
        f"- assert (Q : 0 <= {flat_text}) by ({at_flat.use()}); side_of Q.",
    ]


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
    "slope": _slope,
    "concave": _concave,
    "bottom": _bottom,
    "inflection": _inflection,
    "monotone": _monotone,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": bernstein,
    "Sturm": sturm,
}
