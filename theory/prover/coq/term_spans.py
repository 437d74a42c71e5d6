"""The spans of the terms of a Coq lemma, computed from the rounded spans of their parts.

Ends that are not exact are rounded outwards to 60 bits.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from flint import arb
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.spans import INF, Span, exactly, plus, rounded, span, times
from banditproof.theory.prover.kernel.terms import Term, made, power, var
from .spelling import NoExport, rational, spelled

BITS = 60
Key = Term | tuple[Term, int]
"""A term, or the product of the first factors of one."""


def _end(value: arb, high: bool) -> Fraction | None:
    if not value.is_finite():
        return None
    mantissa, exponent = (int(part) for part in value.man_exp())
    excess = abs(mantissa).bit_length() - BITS
    if excess > 0 and exponent < 0:
        mantissa = -(-mantissa >> excess) if high else mantissa >> excess
        exponent += excess
    return mantissa * Fraction(2) ** exponent


def _short(a: Span) -> Span:
    low, high = _end(a.lo, False), _end(a.hi, True)
    return Span(
        -INF if low is None else _exact(low),
        INF if high is None else _exact(high),
        a.lo_open,
        a.hi_open,
    )


def _exact(value: Fraction) -> arb:
    return exactly(value).lo


class TermSpans:
    """The spans of terms on the region of a goal, and the bounds that they state."""

    def __init__(self, goal: Goal, known: Mapping[Term, tuple[bool, str]] | None = None) -> None:
        self.goal = goal
        self.known = dict(known or {})
        self._spans: dict[Key, Span] = {}

    def text(self, key: Key) -> str:
        """What a key means, in Coq."""
        if isinstance(key, Term):
            return spelled(key)
        node, last = key
        return "(" + " * ".join(spelled(a) for a in node.args[: last + 1]) + ")"

    def span(self, key: Key) -> Span:
        """The span of a term, computed from the rounded spans of its parts."""
        if key not in self._spans:
            self._spans[key] = _short(self.unaided(key))
            known = isinstance(key, Term) and self.known.get(key)
            here = self._spans[key]
            if known and not here.positive(known[0]):
                self._spans[key] = Span(_exact(Fraction(0)), here.hi, known[0], here.hi_open)
        return self._spans[key]

    def give_span(self, key: Key, here: Span) -> None:
        """Take a span for that of another form of the same term, unless that has one."""
        self._spans.setdefault(key, here)

    def unaided(self, key: Key) -> Span:
        """The span without what is known of the sign of the term itself."""
        if not isinstance(key, Term):
            node, last = key
            return times(self.span(self.part(key)), self.span(node.args[last]))
        kind = key.kind
        if kind == "var":
            return self.goal.where(key.value).span
        if kind == "num":
            return exactly(key.value)
        if kind == "pi":
            return rounded(arb.pi())
        if kind == "add":
            return reduce(plus, map(self.span, key.args))
        if kind == "mul":
            return self.span((key, len(key.args) - 1))
        if kind == "pow":
            # As its bound is proved: from the root, and from the power that it divides by.
            n, order = key.value.numerator, key.value.denominator
            root = power(key.args[0], Fraction(1, order))
            inner = root if order > 1 and n != 1 else power(root, -n) if n < -1 else None
            if inner is not None:
                times_ = Fraction(n) if inner is root else Fraction(-1)
                return span(made("pow", (var("0"),), times_), {"0": self.span(inner)})
        parts, box = [], {}
        for place, argument in enumerate(key.args):
            parts.append(var(str(place)))
            box[str(place)] = self.span(argument)
        return span(made(kind, tuple(parts), key.value), box)

    @staticmethod
    def part(key: tuple[Term, int]) -> Key:
        """The product of all factors but the last."""
        node, last = key
        return node.args[0] if last == 1 else (node, last - 1)

    def stated(self, key: Key, high: bool, text: str = "") -> str:
        """The bound of a term, as a statement."""
        here = self.span(key)
        end = _end(here.hi if high else here.lo, high)
        if end is None:
            raise NoExport(f"{self.text(key)} has no bound on the region.")
        sign = "<" if (here.hi_open if high else here.lo_open) else "<="
        words = (text or self.text(key), rational(end))
        return f"{words[0]} {sign} {words[1]}" if high else f"{words[1]} {sign} {words[0]}"

    def ends(self, key: Key) -> tuple[Fraction | None, Fraction | None]:
        """The ends of the span."""
        here = self.span(key)
        return _end(here.lo, False), _end(here.hi, True)

    def is_open(self, key: Key, high: bool) -> bool:
        """Whether an end of the span does not belong to it."""
        here = self.span(key)
        return here.hi_open if high else here.lo_open

    def through(self, key: Key, high: bool, middle: str, last: str, first: str = "lra") -> str:
        """A bound by way of a number between."""
        strict = self.is_open(key, high)
        lemma = ("Rlt_le_trans" if high else "Rle_lt_trans") if strict else "Rle_trans"
        steps = f"[{last} | {first}]" if high else f"[{first} | {last}]"
        return f"apply {lemma} with {middle}; {steps}"
