"""The values of terms in a finite model: what the constants mean, and the quantifiers.

A term is translated once into a function of a stack, which holds the values of its bound variables,
the inmost first, and at its end the model.
"""

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from .finite_models import Model
from .finite_types import FAR, LAST, POOL, Value
from .signature import FALSE
from .terms import NAT, REAL, App, Bound, Const, Definitions, Lam, Refused, Term, Type, normal

CLOSE = 1e-12
"""How far numbers that are no fractions may be apart and count as equal."""
real = cache(Fraction)
"""A whole number as a real one; models have few of them."""
Stack = tuple[Value, ...]
Code = Callable[[Stack], Value]
KEPT = frozenset(("mix", "product", "trajectory", "Measurable", "Pr"))
"""What is worked out once for each values of the variables in it."""


@dataclass(frozen=True)
class Rule:
    """A statement taken apart: its variables, its hypotheses and its conclusion.

    Each hypothesis and the conclusion stand below as many of the variables as come before them.
    """

    variables: tuple[Type, ...]
    hypotheses: tuple[tuple[int, Code], ...]
    conclusion: tuple[int, Code]


def taken_apart(statement: Term, definitions: Definitions) -> Rule:
    """The variables, hypotheses and conclusion of `forall x. A -> forall y. B -> C`."""
    unfolded = {name: said for name, said in definitions.items() if name not in BINARY}
    statement = normal(statement, unfolded)
    variables: list[Type] = []
    hypotheses: list[tuple[int, Code]] = []
    while True:
        match statement:
            case App(Const("forall"), Lam(t, body)):
                variables.append(t)
                statement = body
            case App(App(Const("imp"), hypothesis), rest) if rest != FALSE:
                hypotheses.append((len(variables), translated(hypothesis)))
                statement = rest
            case _:
                conclusion = (len(variables), translated(statement))
                return Rule(tuple(variables), tuple(hypotheses), conclusion)


def holds(model: Model, part: tuple[int, Code]) -> bool:
    """Whether a hypothesis or the conclusion is true of the values that were drawn."""
    number, code = part
    return bool(code((*reversed(model.drawn[:number]), model)))


def translated(term: Term) -> Code:
    """The function that gives the value of a term."""
    match term:
        case Bound(index):
            return lambda s: s[index]
        case Lam(_, body):
            inner = translated(body)
            return lambda s: lambda v: inner((v, *s))
        case App(Const("forall" | "exists" as name, t), f):
            return _quantifier(name, t[1][1], f)
        case App(App(App(Const("if"), condition), a), b):
            test, first, second = map(translated, (condition, a, b))
            return lambda s: first(s) if test(s) else second(s)
        case App(App(Const("and" | "or" | "imp" as name), a), b):
            return _connective(name, translated(a), translated(b))
        case App(App(Const(name, t), a), b) if name in BINARY or name in BINARY_OF_MODEL:
            first, second = translated(a), translated(b)
            if name in BINARY:
                exact = name in EXACT and t[1] != REAL
                both = (EXACT if exact else BINARY)[name]
                return lambda s: both(first(s), second(s))
            of_model = BINARY_OF_MODEL[name]
            return _kept(term, name, lambda s: of_model(s[-1], t, first(s), second(s)))
        case App(Const(name, t), a) if name in UNARY:
            one, arg = UNARY[name], translated(a)
            return _kept(term, name, lambda s: one(s[-1], t, arg(s)))
        case App(head, a):
            function, arg = translated(head), translated(a)
            return lambda s: function(s)(arg(s))
        case Const(name, t):
            return _constant(name, t)
    raise Refused(f"{term!r} has no value.")


def _quantifier(name: str, t: Type, f: Term) -> Code:
    function, decide = translated(f), all if name == "forall" else any

    def value(s: Stack) -> bool:
        model: Model = s[-1]
        tried: Iterable[Value]
        if name == "exists" and model.witness is not None and t[0] in ("Law", "Policy"):
            tried = model.witness(model)
        else:
            tried = model.every(t)
        return decide(map(function(s), tried))

    return value


def _connective(name: str, first: Code, second: Code) -> Code:
    if name == "and":
        return lambda s: first(s) and second(s)
    if name == "or":
        return lambda s: first(s) or second(s)
    return lambda s: not first(s) or second(s)


def _kept(term: Term, name: str, code: Code) -> Code:
    if name not in KEPT:
        return code
    free = sorted(_reached(term, 0))

    def value(s: Stack) -> Value:
        known = s[-1].known
        place = (term, *(s[i] for i in free))
        if place not in known:
            known[place] = code(s)
        return known[place]

    return value


def _reached(term: Term, depth: int) -> set[int]:
    match term:
        case Bound(index):
            return {index - depth} if index >= depth else set()
        case App(head, arg):
            return _reached(head, depth) | _reached(arg, depth)
        case Lam(_, body):
            return _reached(body, depth + 1)
    return set()


def _constant(name: str, t: Type) -> Code:
    if name[0].isdigit():
        number = int(name) if t == NAT else Fraction(name)
        return lambda s: number
    if name == "False":
        return lambda s: False
    if name in UNARY:
        return lambda s: lambda a: UNARY[name](s[-1], t, a)
    if name in BINARY:
        return lambda s: lambda a: lambda b: BINARY[name](a, b)
    if name in BINARY_OF_MODEL:
        return lambda s: lambda a: lambda b: BINARY_OF_MODEL[name](s[-1], t, a, b)
    raise Refused(f"{name} has no meaning in finite models.")


def _same(a: Value, b: Value) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return bool(abs(a - b) <= CLOSE)
    return bool(a == b)


def _at_most(a: Value, b: Value) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return bool(a <= b + CLOSE)
    # twice as fast as the comparison of two fractions
    return bool(a.numerator * b.denominator <= b.numerator * a.denominator)


def _limit(f: Callable[[int], Value]) -> Value:
    """Sequences keep their value behind their free places."""
    return f(LAST + 3)


def _log(x: Value) -> Value:
    return math.log(x) if x > 0 else Fraction(7, 4)


def _total(number: int, f: Callable[[int], Value]) -> Value:
    return sum((f(i) for i in range(number)), Fraction(0))


def _least(model: Model, predicate: Callable[[Value], bool]) -> Value:
    found = [v for v in POOL if predicate(v)]
    bounded = found and not predicate(-FAR)
    return min(found) if bounded else model.junk("inf", found).choice(POOL)


BINARY: dict[str, Callable[[Value, Value], Value]] = {
    "=": _same,
    "le": _at_most,
    "lt": lambda a, b: not _at_most(b, a),
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "nadd": lambda a, b: a + b,
    "nmul": lambda a, b: a * b,
    "div": lambda a, b: a / b if b else Fraction(5, 4),
    "pow": lambda a, n: a**n,
    "sum": _total,
    "pair": lambda x, y: (x, y),
    "LimInf": lambda f, c: _at_most(c, _limit(f)),
    "LimSup": lambda f, c: _at_most(_limit(f), c),
}
"""Constants of two arguments that do not depend on the model."""
EXACT = {"=": operator.eq, "le": operator.le, "lt": operator.lt}
"""Comparisons of what is no real number, so that no rounding is allowed for."""
BINARY_OF_MODEL: dict[str, Callable[[Model, Type, Value, Value], Value]] = {
    "Pr": lambda m, t, law, event: m.pr(law, event),
    "E": lambda m, t, law, f: m.mean(law, f),
    "Int": lambda m, t, law, f: m.integrable(law, f),
    "mix": lambda m, t, law, kernel: m.mix(law, t[2][2][1], kernel),
}
"""Constants of two arguments, with their type."""
UNARY: dict[str, Callable[[Model, Type, Value], Value]] = {
    "neg": lambda m, t, a: -a,
    "exp": lambda m, t, a: math.exp(a) if a else Fraction(1),
    "log": lambda m, t, a: _log(a),
    "real": lambda m, t, n: real(n),
    "fst": lambda m, t, w: w[0],
    "snd": lambda m, t, w: w[1],
    "next": lambda m, t, policy: policy.kernel,
    "Measurable": lambda m, t, f: m.measurable(t[1], f),
    "point": lambda m, t, v: m.point(t[1], v),
    "product": lambda m, t, laws: m.product(t[2][1], laws),
    "trajectory": lambda m, t, step: m.trajectory(t[2][1], step),
    "inf": lambda m, t, predicate: _least(m, predicate),
    "coin": lambda m, t, p: m.coin(p),
}
"""Constants of one argument, with their type."""
