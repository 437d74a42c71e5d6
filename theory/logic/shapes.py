"""Whether a formula has a form, and its parts if it has; constants that are made once."""

from __future__ import annotations
from collections.abc import Sequence
from functools import lru_cache, reduce
from .formulas import AND, below, binary
from .terms import App, Const, Lam, Term

constant = lru_cache(1 << 14)(Const)
"""The same constant again, so that its type is worked out once."""


def parts(term: Term, name: str) -> tuple[Term, Term] | None:
    """a and b of `name a b`; None for another term."""
    match term:
        case App(App(Const(n, _), a), b) if n == name:
            return a, b
    return None


def under(term: Term, name: str) -> Lam | None:
    """The function below a quantifier; None for another term."""
    match term:
        case App(Const(n, _), _) if n == name:
            return below(term, name)
    return None


def all_of(formulas: Sequence[Term]) -> Term:
    """A and B and ..."""
    *some, last = formulas
    return reduce(lambda rest, a: binary(AND, a, rest), reversed(some), last)
