"""The values of terms in a finite model: what the constants mean, and the quantifiers."""

from __future__ import annotations
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from .finite_models import FAR, LAST, POOL, Model, Value
from .signature import FALSE, parts, under
from .terms import NAT, App, Bound, Const, Lam, Refused, Term, Type, match_type, retyped

CLOSE = 1e-12
"""How far numbers that are no fractions may be apart and count as equal."""
Stack = tuple[Value, ...]


@dataclass(frozen=True)
class Rule:
    """A statement taken apart: its variables, its hypotheses and its conclusion.

    Each hypothesis and the conclusion stand below as many of the variables as come before them.
    """

    variables: tuple[Type, ...]
    hypotheses: tuple[tuple[int, Term], ...]
    conclusion: tuple[int, Term]


def taken_apart(statement: Term) -> Rule:
    """The variables, hypotheses and conclusion of `forall x. A -> forall y. B -> C`."""
    variables: list[Type] = []
    hypotheses: list[tuple[int, Term]] = []
    while True:
        pair, body = parts(statement, "imp"), under(statement, "forall")
        if body is not None:
            variables.append(body.type)
            statement = body.body
        elif pair is not None and pair[1] != FALSE:
            hypotheses.append((len(variables), pair[0]))
            statement = pair[1]
        else:
            return Rule(tuple(variables), tuple(hypotheses), (len(variables), statement))


def value(model: Model, term: Term, stack: Stack = ()) -> Value:
    """The value of a term; the stack has the values of its bound variables, the inmost first."""
    match term:
        case Bound(index):
            return stack[index]
        case Lam(_, body):
            return lambda v: value(model, body, (v, *stack))
        case App(App(Const("and" | "or" | "imp" as name), a), b):
            first = value(model, a, stack)
            if name == "and":
                return first and value(model, b, stack)
            return (first if name == "or" else not first) or value(model, b, stack)
        case App(Const("forall" | "exists" as name, t), f):
            predicate = value(model, f, stack)
            found = map(predicate, _range(model, t[1][1], name))
            return all(found) if name == "forall" else any(found)
        case App(head, arg):
            return value(model, head, stack)(value(model, arg, stack))
        case Const(name, t):
            return constant(model, name, t)
    raise Refused(f"{term!r} has no value.")


def _range(model: Model, t: Type, name: str) -> Iterator[Value]:
    if name == "exists" and model.witness is not None and t[0] in ("Law", "Policy"):
        return iter(model.witness(model))
    return iter(model.every(t))


def constant(model: Model, name: str, t: Type) -> Value:
    """The meaning of a constant at a type."""
    if name[0].isdigit():
        return int(name) if t == NAT else Fraction(name)
    if name == "False":
        return False
    if name in CURRIED:
        return _curried(*CURRIED[name])
    if name in TYPED:
        return TYPED[name](model, t)
    if name in model.definitions:
        if (name, t) not in model.meanings:
            body, general = model.definitions[name]
            by: dict[str, Type] = {}
            match_type(general, t, by)
            model.meanings[name, t] = value(model, retyped(body, by))
        return model.meanings[name, t]
    raise Refused(f"{name} has no meaning in finite models.")


def _curried(number: int, f: Callable[..., Value], *args: Value) -> Value:
    return f(*args) if number == len(args) else lambda v: _curried(number, f, *args, v)


def _same(a: Value, b: Value) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return bool(abs(a - b) <= CLOSE)
    return bool(a == b)


def _at_most(a: Value, b: Value) -> bool:
    exact = not (isinstance(a, float) or isinstance(b, float))
    return bool(a <= b) if exact else bool(a <= b + CLOSE)


def _limit(f: Callable[[int], Value]) -> Value:
    """Sequences keep their value behind their free places."""
    return f(LAST + 3)


def _log(x: Value) -> Value:
    return math.log(x) if x > 0 else Fraction(7, 4)


def _total(number: int, f: Callable[[int], Value]) -> Value:
    return sum((f(i) for i in range(number)), Fraction(0))


CURRIED: dict[str, tuple[int, Callable[..., Value]]] = {
    "=": (2, _same),
    "le": (2, _at_most),
    "lt": (2, lambda a, b: not _at_most(b, a)),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "mul": (2, lambda a, b: a * b),
    "nadd": (2, lambda a, b: a + b),
    "nmul": (2, lambda a, b: a * b),
    "div": (2, lambda a, b: a / b if b else Fraction(5, 4)),
    "pow": (2, lambda a, n: a**n),
    "neg": (1, lambda a: -a),
    "exp": (1, lambda a: math.exp(a) if a else Fraction(1)),
    "log": (1, _log),
    "real": (1, Fraction),
    "if": (3, lambda a, x, y: x if a else y),
    "sum": (2, _total),
    "pair": (2, lambda x, y: (x, y)),
    "fst": (1, lambda w: w[0]),
    "snd": (1, lambda w: w[1]),
    "LimInf": (2, lambda f, c: _at_most(c, _limit(f))),
    "LimSup": (2, lambda f, c: _at_most(_limit(f), c)),
    "next": (1, lambda policy: policy.kernel),
}
"""Constants that do not depend on the model: the number of their arguments, and what they do."""


def _least(model: Model, predicate: Callable[[Value], bool]) -> Value:
    found = [v for v in POOL if predicate(v)]
    bounded = found and not predicate(-FAR)
    return min(found) if bounded else model.junk("inf", found).choice(POOL)


def _coin(model: Model, p: Fraction) -> Value:
    if 0 <= p <= 1:
        return model.law(("R",), {Fraction(1): p, Fraction(0): 1 - p})
    return model.law(("R",), {p: Fraction(1)}, wild=True)


TYPED: dict[str, Callable[[Model, Type], Value]] = {
    "Measurable": lambda m, t: lambda f: m.measurable(t[1], f),
    "Pr": lambda m, t: _curried(2, m.pr),
    "E": lambda m, t: _curried(2, m.mean),
    "Int": lambda m, t: _curried(2, m.integrable),
    "point": lambda m, t: lambda v: m.point(t[1], v),
    "mix": lambda m, t: _curried(2, lambda law, kernel: m.mix(law, t[2][2][1], kernel)),
    "product": lambda m, t: lambda laws: m.product(t[2][1], laws),
    "trajectory": lambda m, t: lambda step: m.trajectory(t[2][1], step),
    "inf": lambda m, t: lambda predicate: _least(m, predicate),
    "coin": lambda m, t: lambda p: _coin(m, p),
}
"""Constants of a model."""


def holds(model: Model, part: tuple[int, Term]) -> bool:
    """Whether a hypothesis or the conclusion is true of the values that were drawn."""
    number, formula = part
    return bool(value(model, formula, tuple(reversed(model.drawn[:number]))))
