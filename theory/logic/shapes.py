"""Whether a formula has a form, and its parts if it has."""

from __future__ import annotations
from .formulas import below
from .terms import App, Const, Lam, Term


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
