"""The values of several terms at one point, in balls: a list of operations, made once."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any
from flint import arb, fmpq
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.spans import exactly as span_of
from banditproof.theory.prover.kernel.terms import Term, nodes

Values = list[Any]
Operation = Callable[[Values], Any]
NAN = arb("nan")


def _number(value: Fraction) -> Operation:
    exact = arb(value.numerator)
    if value.denominator == 1:
        return lambda _: exact
    ratio = fmpq(value.numerator, value.denominator)
    return lambda _: arb(ratio)


def _power(place: int, n: Fraction) -> Operation:
    if n.denominator == 1:
        whole = int(n)
        if whole == 2:
            return lambda v: v[place] * v[place]
        if whole == -1:
            return lambda v: 1 / v[place]
        return lambda v: 1 / v[place] ** -whole if whole < 0 else v[place] ** whole

    def of(v: Values) -> Any:
        x = v[place]
        if x.is_zero():
            return x if n > 0 else NAN
        root = x.sqrt() if n.denominator == 2 else x.root(n.denominator) if x > 0 else NAN
        return root if n.numerator == 1 else root ** int(n.numerator)

    return of


def _xlogx(x: Any) -> Any:
    # Its limit at 0; a ball around 0 that is no point has no logarithm, and gives NaN.
    return x if x.is_zero() else x * x.log()


_UNARY: dict[str, Callable[[Any], Any]] = {
    "log": lambda x: x.log(),
    "exp": lambda x: x.exp(),
    "erf": lambda x: x.erf(),
    "tanh": lambda x: x.tanh(),
    "abs": abs,
    "xlogx": _xlogx,
    "lambertw": lambda x: x.lambertw(),
}


def _operation(node: Term, place: dict[Term, int]) -> Operation:
    kind, where = node.kind, [place[a] for a in node.args]
    if kind == "num":
        return _number(node.value)
    if kind == "pi":
        return lambda _: arb.pi()
    if kind in ("add", "mul"):
        first, second, *others = where
        if kind == "add" and not others:
            return lambda v: v[first] + v[second]
        if kind == "mul" and not others:
            return lambda v: v[first] * v[second]

        def joined(v: Values) -> Any:
            total = v[first] + v[second] if kind == "add" else v[first] * v[second]
            for i in others:
                total = total + v[i] if kind == "add" else total * v[i]
            return total

        return joined
    if kind == "pow":
        return _power(where[0], node.value)
    if kind in ("max", "min"):
        a, b = where
        return lambda v: v[a].max(v[b]) if kind == "max" else v[a].min(v[b])
    function, only = _UNARY[kind], where[0]
    return lambda v: function(v[only])


class Valuation:
    """The values of terms at points: exact or thin balls, in the order of `names`.

    >>> from banditproof.theory.prover.notation import parse
    >>> float(Valuation([parse("x*y + 1")], ["x", "y"])([arb(2), arb(3)])[0])
    7.0
    """

    def __init__(self, terms: Sequence[Term], names: Sequence[str]) -> None:
        self.names, self.terms = list(names), list(terms)
        place: dict[Term, int] = {}
        operations: list[Operation] = []
        known = {node for term in terms for node in nodes(term)}
        basic = ("num", "pi", "var", "add", "mul", "pow", "max", "min", *_UNARY)
        self.plain = all(node.kind in basic for node in known)
        """Whether all functions are known here; else the kernel's spans give the values."""
        for term in terms if self.plain else ():
            for node in nodes(term):
                if node in place:
                    continue
                if node.kind == "var":
                    place[node] = self.names.index(node.value)
                else:
                    operations.append(_operation(node, place))
                    place[node] = len(self.names) + len(operations) - 1
        self._operations = operations
        self._results = [place[term] for term in terms] if self.plain else []

    def __call__(self, point: Sequence[Any]) -> list[Any]:
        """The values, NaN where a term is not defined."""
        if not self.plain:
            return [self._by_span(term, point) for term in self.terms]
        values = list(point)
        for operation in self._operations:
            try:
                values.append(operation(values))
            except (ZeroDivisionError, ValueError, OverflowError):
                values.append(NAN)
        return [values[i] for i in self._results]

    def _by_span(self, term: Term, point: Sequence[Any]) -> Any:
        box = {
            name: span_of(Fraction(0))._replace(lo=x.lower(), hi=x.upper())
            for name, x in zip(self.names, point, strict=True)
        }
        try:
            result = span(term, box)
        except Undefined:
            return NAN
        return result.lo.union(result.hi)
