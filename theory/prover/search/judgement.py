"""What a statement says at one exact point: decided in balls of rising precision, never by floats.

At ends 0 log 0 = 0, and -c log 0 is infinite for c > 0. A term is called undefined only where that
is proved: a quotient by an exact 0, a root or a logarithm of a negative number.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.branches import LOG_OF_ZERO
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.goals import collects
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.spans import Box, Undefined, exactly, span
from banditproof.theory.prover.kernel.terms import (
    ZERO,
    Term,
    add,
    made,
    mul,
    nodes,
    num,
    rebuilt,
    replaced,
    var,
)

# Below a thousand bits the work of a try hardly depends on its precision.
PRECISIONS = (128, 256, 1024, 4096)
HEIGHT = 1 << 40
"""Numbers up to it are factored when two terms are compared."""
TURN = made("exp", (num(-1),))
"""Lambert's function is defined from minus this number on."""
LARGEST_POWER, LARGEST_EXPONENT = 4096, 64
Point = Mapping[str, Term]


class State(Enum):
    """What a term without variables is."""

    NEGATIVE = "negative"
    ZERO = "zero"
    POSITIVE = "positive"
    DEFINED = "defined, of unknown sign"
    LOG_OF_ZERO = "the logarithm of 0"
    MINUS_INFINITE = "minus infinity"
    PLUS_INFINITE = "infinite"
    UNDEFINED = "undefined"
    UNKNOWN = "unknown"


SIGNS = {-1: State.NEGATIVE, 0: State.ZERO, 1: State.POSITIVE}
FAILS = (State.NEGATIVE, State.MINUS_INFINITE, State.UNDEFINED)


def sign_in_balls(term: Term, box: Box, most: int = PRECISIONS[-1]) -> int | None:
    """The sign of a term over a box, if balls of some precision show one."""
    for bits in PRECISIONS:
        if bits > most:
            return None
        with working_precision(bits):
            try:
                result = span(term, box)
            except Undefined:
                # More bits may show that a denominator is not 0, or that a logarithm has a positive
                # argument.
                continue
            if result.positive(True):
                return 1
            if result.negated().positive(True):
                return -1
            if bool(result.lo == 0) and bool(result.hi == 0):
                return 0
    return None


def low(term: Term) -> bool:
    """Whether the normal form of a term is small: by its numbers, its powers and its exponents."""
    known = nodes(term)
    grown = [n for e in known if e.kind in ("exp", "tanh") for n in nodes(e)]
    return all(_height(n) <= HEIGHT for n in known if n.kind == "num") and all(
        _height(n) <= LARGEST_EXPONENT
        for n in (*(n for n in known if n.kind == "pow"), *grown)
        if isinstance(n.value, Fraction)
    )


def _height(node: Term) -> int:
    return int(max(abs(node.value.numerator), node.value.denominator))


def vanishes(term: Term) -> bool:
    """Whether a term is proved to be 0 wherever it is defined, at a small cost."""
    return term is ZERO or (low(term) and is_zero(term))


def exact_sign(term: Term) -> int | None:
    """The sign of a term without variables: by its balls, or 0 by its normal form."""
    if term.kind == "num":
        return int(term.value > 0) - int(term.value < 0)
    # Balls never show that a number such as log 4 - 2 log 2 is 0, however many bits they have: the
    # normal form is asked before precisions that cost much.
    result = sign_in_balls(term, {}, 256)
    if result is None and _has_value(term) and vanishes(term):
        return 0
    return sign_in_balls(term, {}) if result is None else result


def _has_value(term: Term) -> bool:
    with working_precision(PRECISIONS[1]):
        try:
            span(term, {})
        except Undefined:
            return False
    return True


def state_of(term: Term) -> State:
    """What a term without variables is.

    >>> from banditproof.theory.prover.notation import parse
    >>> [state_of(parse(text)).value for text in ("1/(1-1)", "log(1-1)/2", "exp(1)-3", "0*log(0)")]
    ['undefined', 'minus infinity', 'negative', 'zero']
    """
    sign = sign_in_balls(term, {}, 128)
    if sign is not None:
        return SIGNS[sign]
    known: dict[Term, State] = {}
    meant: dict[Term, Term] = {}
    for node in nodes(term):
        args = tuple(meant[a] for a in node.args)
        now = node if args == node.args else rebuilt(node.kind, args, node.value)
        known[node], meant[node] = _step(node, now, known)
    result = known[term]
    if result is State.DEFINED:
        sign = exact_sign(meant[term])
        return result if sign is None else SIGNS[sign]
    return result if result is not State.LOG_OF_ZERO else State.MINUS_INFINITE


def _step(node: Term, now: Term, known: Mapping[Term, State]) -> tuple[State, Term]:
    """The state of a node whose arguments are known, and the node after the conventions."""
    args = [known[a] for a in node.args]
    if node.kind == "if":
        return (State.DEFINED if _has_value(now) else State.UNKNOWN), now
    if State.UNDEFINED in args:
        return State.UNDEFINED, now
    plain = all(a is State.DEFINED for a in args)
    if node.kind in ("add", "mul") and not plain:
        return _collected(now)
    outer = node.kind in ("log", "exp", "erf", "tanh", "xlogx", "lambertw", "pow")
    if outer and now is not node:  # log 0 within a function has no meaning
        return State.UNKNOWN, node
    if not plain:
        return State.UNKNOWN, now
    return _own(now), now


def _own(now: Term) -> State:
    """The state of a function of defined terms."""
    kind, exponent = now.kind, now.value
    if kind == "lambertw" and sign_in_balls(now.args[0] + TURN, {}, 256) == -1:
        return State.UNDEFINED
    root = kind == "pow" and exponent.denominator > 1
    if kind not in ("log", "xlogx") and not (root or (kind == "pow" and exponent < 0)):
        return State.DEFINED if not now.partial or _has_value(now) else State.UNKNOWN
    sign = exact_sign(now.args[0])
    if sign is None:
        return State.UNKNOWN
    if sign < 0 and (kind != "pow" or root):
        return State.UNDEFINED
    if sign == 0 and kind == "pow" and exponent < 0:
        return State.UNDEFINED
    return State.LOG_OF_ZERO if sign == 0 and kind == "log" else State.DEFINED


def _collected(now: Term) -> tuple[State, Term]:
    """A sum or product in which logarithms of 0 stand: 0 log 0 = 0, and the rest is infinite."""
    kept: list[Term] = []
    signs: set[int | None] = set()
    shown = replaced(now, {n: LOG_OF_ZERO for n in nodes(now) if n.kind == "log" and _own_zero(n)})
    for part in shown.args if shown.kind == "add" else (shown,):
        factors = part.args if part.kind == "mul" else (part,)
        rest = [f for f in factors if f is not LOG_OF_ZERO]
        # log 0 inside a further function: no convention speaks of it.
        if LOG_OF_ZERO in (m for f in rest for m in nodes(f)):
            return State.UNKNOWN, now
        if len(rest) == len(factors):
            kept.append(part)
            continue
        weight = mul(*rest)
        if not _has_value(weight):
            return State.UNKNOWN, now
        sign = exact_sign(weight)
        if sign == 0:
            continue
        # (log 0)^2 has another sign than its weight: more than one such factor is not decided.
        signs.add(sign if len(factors) - len(rest) == 1 else None)
    rest_term = add(*kept)
    if not _has_value(rest_term):
        return State.UNKNOWN, now
    if not signs:
        return State.DEFINED, rest_term
    # The weights of log 0 must agree in sign; +infinity and -infinity have no sum.
    if signs == {1}:
        return (State.LOG_OF_ZERO if shown is LOG_OF_ZERO else State.MINUS_INFINITE), shown
    return (State.PLUS_INFINITE if signs == {-1} else State.UNKNOWN), shown


def _own_zero(node: Term) -> bool:
    inner = node.args[0]
    return _has_value(inner) and exact_sign(inner) == 0


def at(term: Term, point: Point) -> Term | None:
    """The term at a point; None if its powers are too large to be written out."""
    for node in nodes(term):
        if node.kind == "pow" and _height(node) > LARGEST_POWER:
            return None
    return replaced(term, {var(name): value for name, value in point.items()})


def judged(term: Term, point: Point) -> State:
    """What a term is at a point."""
    if all(value.kind == "num" for value in point.values()):
        sign = sign_in_balls(term, {n: exactly(v.value) for n, v in point.items()})
        if sign is not None:
            return SIGNS[sign]
    ground = at(term, point)
    return State.UNKNOWN if ground is None else state_of(ground)


def inside(goal: Goal, point: Point) -> bool:
    """Whether a point is proved to lie in the region and to satisfy all assumptions."""
    for name, where in goal.region:
        if point[name].kind != "num" and not _has_value(point[name]):
            return False
        for high in (False, True):
            end = where.end(high)
            if end is not None:
                beyond = exact_sign((point[name] - num(end)) * num(-1 if high else 1))
                if beyond is None or beyond < 0 or (beyond == 0 and not where.takes(high)):
                    return False
    for term, strict in goal.given:
        state = judged(term, point)
        if state is not State.POSITIVE and (strict or state is not State.ZERO):
            return False
    return True


def failing(goal: Goal, point: Point) -> State | None:
    """How a statement is proved to fail at a point, or None.

    >>> from banditproof.theory.prover.kernel.rules import Interval
    >>> from banditproof.theory.prover.notation import parse
    >>> goal = Goal(parse("log(x) - x"), False, (("x", Interval(Fraction(0), None)),))
    >>> failing(goal, {"x": num(1)}), failing(goal, {"x": num(0)})
    (<State.NEGATIVE: 'negative'>, None)
    """
    state = judged(goal.term, point)
    if state in FAILS or (goal.strict and state is State.ZERO):
        # The sign alone refutes nothing: the point must lie in the region, which costs most and is
        # proved last.
        meant = state is State.UNDEFINED or _is_meant(goal, point)
        return state if meant and inside(goal, point) else None
    return None


def _is_meant(goal: Goal, point: Point) -> bool:
    """Whether a term has no logarithm of 0 at a point, or one that the conventions speak of."""
    values = {var(name): value for name, value in point.items()}
    if goal.literal and not collects(goal.term, values):
        return True
    logs = (replaced(node, values) for node in nodes(goal.term) if node.kind == "log")
    return not any(_own_zero(node) for node in logs if node.kind == "log")
