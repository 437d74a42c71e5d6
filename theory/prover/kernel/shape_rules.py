"""The rules about the shape of a term along a variable: its slope, its bends and its ends."""

from .branches import ENDS
from .forms import is_zero
from .goals import Goal, require
from .limits import vanishes
from .spans import span
from .steps import Node, defined, rule, step
from .terms import Term, add, nodes, num, read, slope, var


def _at_end(
    goal: Goal, name: str, high: bool, proof: Node, strict: bool, term: Term | None = None
) -> None:
    """The lower limit of a term at an end of a variable is >= 0 (> 0 if strict).

    A term that is defined with the end in place of the variable is continuous up to there, being
    made of functions that are continuous where they are defined. Else it is given as the sum of
    one that is, of terms that vanish, and of one that is >= 0.
    """
    # What is shown of the parts is shown inside, from where the limit is taken.
    require(goal.where(name).has_inside, "An interval of one point has no inside.")
    term, end = goal.term if term is None else term, goal.where(name).end(high)
    if "value" in proof:
        value, rest = read(proof["value"]), read(proof["rest"])
        vanishing = [read(part) for part in proof["vanishing"]]
        require(is_zero(term - add(value, rest, *vanishing)), "That is not the sum at an end.")
        inside = goal.interior(name)
        # Inside, each part has a value; towards the end `rest` may do what it likes above 0.
        for part in (value, *vanishing):
            span(part, inside.box)
            require(part is value or vanishes(part, name, high, inside), "A part may not vanish.")
        step(inside.of(rest, False), proof["rest_proof"])
        term = value
    # All functions but `if` are continuous where they have a span: the value there is the limit.
    require(all(node.kind != "if" for node in nodes(term)), "A term with branches may jump.")
    require(end is not None or name not in term.variables, "The end is infinite.")
    there = goal.without(name, num(end or 0), term)
    span(there.term, there.box)
    step(there.of(there.term, strict), proof["proof"])


def _smooth(goal: Goal, name: str, proof: Node, order: int) -> list[Term]:
    """The term and its slopes up to an order; they are defined inside the interval."""
    slopes = [goal.term]
    defined(goal, proof)
    for n in range(order):
        slopes.append(slope(slopes[-1], name))
        defined(goal.interior(name).of(slopes[-1]), proof, f"slope {n + 1}")
    return slopes


@rule("slope")
def _slope(goal: Goal, proof: Node) -> None:
    """The slope has a sign, and the lower limit at the end where the term is least is >= 0."""
    name, high, rising = proof["on"], bool(proof["high"]), bool(proof.get("strictly"))
    # An assumption on the variable could cut the way to the end, on which the slope has its sign.
    goal = goal.along(name)
    _, first = _smooth(goal, name, proof, 1)
    step(goal.interior(name).of(num(-1 if high else 1) * first, rising), proof["sign"])
    # With a slope > 0 the term is above its limit at an end that it never reaches.
    strict = goal.strict and not (rising and not goal.where(name).takes(high))
    _at_end(goal, name, high, proof["end"], strict)


@rule("concave")
def _concave(goal: Goal, proof: Node) -> None:
    """The term is concave in a variable, and its lower limits at both ends are >= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    *_, second = _smooth(goal, name, proof, 2)
    # Between points near both ends the term lies above their chord; with an infinite end the chord
    # tends to a level line, so that both limits suffice there, too.
    step(goal.interior(name).of(-second, False), proof["bend"])
    for high, key in ENDS:
        _at_end(goal, name, high, proof[key], goal.strict)


@rule("bottom")
def _bottom(goal: Goal, proof: Node) -> None:
    """The term falls up to v = m and rises from there: it is >= 0 if it is so at m.

    Either its slope is (v - m) h with h >= 0, or it is convex and its slope at m is 0.
    """
    name, at, goal = proof["on"], read(proof["at"]), goal.along(proof["on"])
    require(name not in at.variables, "The bottom moves with the variable.")
    if "rest" in proof:
        _, first = _smooth(goal, name, proof, 1)
        rest = read(proof["rest"])
        require(is_zero(first - (var(name) - at) * rest), "That is not the slope.")
    else:
        _, first, rest = _smooth(goal, name, proof, 2)
        flat = goal.without(name, at, first)
        defined(flat, proof, "flat defined")
        require(is_zero(flat.term), "The slope at the bottom is not 0.")
    step(goal.interior(name).of(rest, False), proof["sign"])
    there = goal.without(name, at)
    defined(there, proof, "bottom defined")
    # m lies in the closed interval, so the way from v to m stays where the slope's sign is known.
    for high, key in ENDS:
        end = goal.where(name).end(high)
        if end is not None:
            step(there.of((at - num(end)) * num(-1 if high else 1), False), proof[key])
    step(there, proof["touch"])


@rule("inflection")
def _inflection(goal: Goal, proof: Node) -> None:
    """Concave, then convex: w e'' is monotone for a w > 0.

    The lower limits at both ends are >= 0, and at the convex end the slope leads down to it.
    """
    name, high, goal = proof["on"], bool(proof["high"]), goal.along(proof["on"])
    require(not goal.strict, "One inflection shows no strict inequality.")
    _, first, second = _smooth(goal, name, proof, 2)
    inside, sign = goal.interior(name), num(-1 if high else 1)
    weight, turned = read(proof["weight"]), read(proof["product"])
    step(inside.of(weight, True), proof["positive"])
    require(is_zero(turned - weight * second), "That is not w e''.")
    defined(inside.of(turned), proof, "product defined")
    # At the high end: e'' goes from <= 0 to >= 0. Mirrored by the sign at the low end.
    step(inside.of(-(sign * slope(turned, name)), False), proof["monotone"])
    for which, key in ((False, "low"), (True, "high end")):
        _at_end(goal, name, which, proof[key], False)
    # On the convex part e' grows towards its limit <= 0, so e falls there to its own limit >= 0;
    # the concave part then has values >= 0 at both ends. (Mirrored at the low end.)
    _at_end(goal, name, high, proof["flat"], False, sign * first)


@rule("hill")
def _hill(goal: Goal, proof: Node) -> None:
    """The term rises, then falls, and its lower limits at both ends are >= 0."""
    name, goal = proof["on"], goal.along(proof["on"])
    require(not goal.strict, "A hill shows no strict inequality.")
    _, first = _smooth(goal, name, proof, 1)
    for high, key in ENDS:
        _at_end(goal, name, high, proof[key], False)
    _falls_through(goal.interior(name).of(first), name, proof["slope"])


def _falls_through(goal: Goal, name: str, proof: Node) -> None:
    """Along a variable the term is >= 0 up to some place, and <= 0 from there.

    It falls; or it is w h with w >= 0, and h falls through 0; or it begins at >= 0, and its slope
    falls through 0; or it ends at <= 0, and minus its slope falls through 0.
    """
    kind, first = proof["by"], slope(goal.term, name)
    defined(goal, proof)
    if kind == "weight":
        weight, core = read(proof["weight"]), read(proof["core"])
        require(is_zero(goal.term - weight * core), "That is not the product.")
        step(goal.of(weight), proof["positive"])
        _falls_through(goal.of(core), name, proof["proof"])
    elif kind == "fall":
        defined(goal.of(first), proof, "slope 1")
        step(goal.of(-first), proof["proof"])
    else:
        require(kind in ("begin", "end"), "That shows no change of sign.")
        sign = num(1 if kind == "begin" else -1)
        # Begin: what starts at >= 0, rises and then falls, stays <= 0 once it is below 0. End: what
        # falls and then rises, only to <= 0, is <= 0 on all of the rise.
        _at_end(goal, name, kind == "end", proof["end"], False, sign * goal.term)
        _falls_through(goal.of(sign * first), name, proof["proof"])
