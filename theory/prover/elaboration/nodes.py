"""Pieces of proofs in the rules of the checker."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import BITS
from banditproof.theory.prover.kernel.terms import Term, stored

Node = Mapping[str, Any]
Below = Callable[[Goal, Node], dict[str, Any]]
"""What translates the proof of a goal."""
SPAN: dict[str, Any] = {"by": "span"}
NOTHING: dict[str, Any] = {"by": "sum", "parts": []}
"""The proof that a term which is 0 is >= 0."""


def part(weight: Term, term: Term, proof: Node, strict: bool = False) -> dict[str, Any]:
    """A part of a sum; the range of its weight shows that this is >= 0."""
    results = {"weight": stored(weight), "positive": SPAN, "term": stored(term), "proof": proof}
    return {**results, "strict": True} if strict else results


def sum_of(*parts: Node, **defined: Any) -> dict[str, Any]:
    """A sum of parts."""
    return {"by": "sum", "parts": list(parts), **defined}


def slope_node(name: str, high: bool, strict: bool, sign: Node, end: Node) -> dict[str, Any]:
    """The proof that a term rises from an end, from those of the sign of its slope and there."""
    shown = {"high": high, "strict": strict, "sign": sign, "end": end}
    return {"by": "slope", "on": name, **shown}


def may_be_rounded(end: Fraction) -> bool:
    """Whether a ball may not hold an end exactly: a fraction, or a whole number of many digits."""
    return end.denominator > 1 or abs(end.numerator).bit_length() > BITS


def not_beyond(name: str, end: Fraction, high: bool, strict: bool) -> dict[str, Any]:
    """The proof that a variable is not beyond an end; a range may be rounded beyond it."""
    if not may_be_rounded(end):
        return SPAN
    return slope_node(name, high, strict, SPAN, SPAN)


def ends_of(where: Interval) -> list[Any]:
    """An interval in JSON types."""
    lo, hi, *is_open = where
    return [*(None if end is None else str(end) for end in (lo, hi)), *is_open]
