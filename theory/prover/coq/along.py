"""The rules about a term as a function of one variable: slope, concave, bottom, inflection."""

from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term, num, read, slope, var
from .calculus import as_function
from .script import ENDS, Finite, Lemma, Node, Script
from .spelling import NoExport, compared, named, rational, spelled


class Along:
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


def by_slope(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    high, rising = bool(proof["high"]), bool(proof.get("strictly"))
    along = Along(script, goal, proof, 1)
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
    chain = {("<", "<="): "Rle_lt_trans", ("<=", "<"): "Rlt_le_trans", ("<=", "<="): "Rle_trans"}[
        order
    ]
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


def _slope_from(along: Along, high: bool, strict: bool, end: Node, sign: str) -> list[str]:
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


def by_concave(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    along = Along(script, goal, proof, 2)
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


def by_bottom(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    at = read(proof["at"])
    along = Along(script, goal, proof, 1 if "rest" in proof else 2)
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
            "   try rewrite E; rewrite E2; apply square_times;",
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


def by_inflection(script: Script, goal: Goal, finite: Finite, proof: Node) -> list[str]:
    along = Along(script, goal, proof, 2)
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
