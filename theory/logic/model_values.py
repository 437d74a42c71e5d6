"""The values of terms in a finite model: what the constants mean, and the quantifiers.

A term is translated once into a function of the model and of the values of its variables. It is
written as Python and compiled: a formula is looked at millions of times, and calls of a function
for each of its constants would take most of the time.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from .finite_models import Model
from .finite_types import FAR, LAST, POOL, Value
from .formulas import FALSE
from .simple_types import NAT, REAL, Type
from .terms import App, Bound, Const, Definitions, Lam, Refused, Term, normal

CLOSE = 1e-12
"""How far numbers that are no fractions may be apart and count as equal."""
real = cache(Fraction)
"""A whole number as a real one; models have few of them."""
Code = Callable[..., Value]
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
                hypotheses.append((len(variables), translated(hypothesis, len(variables))))
                statement = rest
            case _:
                conclusion = (len(variables), translated(statement, len(variables)))
                return Rule(tuple(variables), tuple(hypotheses), conclusion)


def holds(model: Model, part: tuple[int, Code]) -> bool:
    """Whether a hypothesis or the conclusion is true of the values that were drawn."""
    number, code = part
    return bool(code(model, *model.drawn[:number]))


def translated(term: Term, number: int) -> Code:
    """The function that gives the value of a term below so many variables, the first one first."""
    python = Python()
    variables = [f"v{place}" for place in range(number)]
    text = python.text(term, tuple(reversed(variables)))
    return eval(f"lambda {', '.join(['m', *variables])}: {text}", python.values)  # type: ignore[no-any-return]


class Python:
    """Terms written as Python, with a name for each value that has no short text.

    In the text `m` is the model, and `v0`, `v1`, ... are the bound variables, the outmost first.
    """

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}

    def name(self, value: Value) -> str:
        """A name for a value."""
        self.values[name := f"c{len(self.values)}"] = value
        return name

    def text(self, term: Term, bound: tuple[str, ...]) -> str:
        """A term below some bound variables, the inmost first."""
        match term:
            case Bound(index):
                return bound[index]
            case Lam(_, body):
                inner = f"v{len(bound)}"
                return f"(lambda {inner}: {self.text(body, (inner, *bound))})"
            case App(Const("forall" | "exists" as name, t), f):
                every = f"m.every({self.name(t[1][1])})"
                if t[1][1] == NAT and isinstance(f, Lam) and not _quantified(f.body):
                    # some numbers, the same in each model: one call for each would take most time
                    numbers = (self.text(f.body, (str(n), *bound)) for n in range(LAST + 1))
                    return f"({(' and ' if name == 'forall' else ' or ').join(numbers)})"
                if name == "exists" and t[1][1][0] in ("Law", "Policy"):
                    every = f"({every} if m.witness is None else m.witness(m))"
                decide, text = "all" if name == "forall" else "any", self.text(f, bound)
                if isinstance(f, Lam):
                    return f"{decide}(map({text}, {every}))"
                # a model draws what it is asked for, so that the order matters
                return f"(lambda every: {decide}(map({text}, every)))({every})"
            case App(App(App(Const("if"), condition), a), b):
                test, first, second = (self.text(part, bound) for part in (condition, a, b))
                return f"({first} if {test} else {second})"
            case App(App(Const(name, t), a), b) if name in (OPERATORS | BINARY | BINARY_OF_MODEL):
                if name in EXACT and (whole := _whole(a, b)) is not None:
                    a, b = whole
                    t = (*t[:1], NAT, *t[2:])
                first, second = self.text(a, bound), self.text(b, bound)
                if name in OPERATORS and (name not in EXACT or t[1] != REAL):
                    return OPERATORS[name].format(first, second)
                if name in BINARY:
                    return f"{self.name(BINARY[name])}({first}, {second})"
                function, type_ = self.name(BINARY_OF_MODEL[name]), self.name(t)
                return self._kept(term, name, f"{function}(m, {type_}, {first}, {second})", bound)
            case App(Const(name, t), a) if name in UNARY:
                value = f"{self.name(UNARY[name])}(m, {self.name(t)}, {self.text(a, bound)})"
                return self._kept(term, name, value, bound)
            case App(head, a):
                return f"{self.text(head, bound)}({self.text(a, bound)})"
            case Const(name, t):
                return self._constant(name, t)
        raise Refused(f"{term!r} has no value.")

    def _kept(self, term: Term, name: str, value: str, bound: tuple[str, ...]) -> str:
        if name not in KEPT:
            return value
        free = "".join(f", {bound[i]}" for i in sorted(_reached(term, 0)))
        return f"{self.name(_once)}(m, ({self.name(term)}{free},), lambda: {value})"

    def _constant(self, name: str, t: Type) -> str:
        if name[0].isdigit():
            return name if t == NAT else self.name(Fraction(name))
        if name == "False":
            return "False"
        if name in UNARY:
            return f"(lambda a: {self.name(UNARY[name])}(m, {self.name(t)}, a))"
        if name in BINARY:
            return f"(lambda a: lambda b: {self.name(BINARY[name])}(a, b))"
        if name in BINARY_OF_MODEL:
            function = self.name(BINARY_OF_MODEL[name])
            return f"(lambda a: lambda b: {function}(m, {self.name(t)}, a, b))"
        raise Refused(f"{name} has no meaning in finite models.")


def _quantified(term: Term) -> bool:
    match term:
        case App(Const("forall" | "exists"), _):
            return True
        case App(head, arg):
            return _quantified(head) or _quantified(arg)
        case Lam(_, body):
            return _quantified(body)
    return False


def _whole(a: Term, b: Term) -> tuple[Term, Term] | None:
    """The whole numbers that are compared as real ones."""
    match a, b:
        case App(Const("real"), first), App(Const("real"), second):
            return first, second
    return None


def _once(model: Model, place: tuple[Value, ...], value: Callable[[], Value]) -> Value:
    known = model.known
    if place not in known:
        known[place] = value()
    return known[place]


def _reached(term: Term, depth: int) -> set[int]:
    match term:
        case Bound(index):
            return {index - depth} if index >= depth else set()
        case App(head, arg):
            return _reached(head, depth) | _reached(arg, depth)
        case Lam(_, body):
            return _reached(body, depth + 1)
    return set()


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
OPERATORS = {
    "and": "({} and {})",
    "or": "({} or {})",
    "imp": "(not {} or {})",
    "=": "({} == {})",
    "le": "({} <= {})",
    "lt": "({} < {})",
    "add": "({} + {})",
    "sub": "({} - {})",
    "mul": "({} * {})",
    "nadd": "({} + {})",
    "nmul": "({} * {})",
    "pow": "({} ** {})",
    "pair": "({}, {})",
}
"""Constants of two arguments that Python has a sign for."""
EXACT = frozenset(("=", "le", "lt"))
"""Comparisons for which rounding is allowed where they are of real numbers."""
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
