"""The constants of the logic, and formulas made of them or taken apart."""

from __future__ import annotations
from .simple_types import PROP, Type, arrow
from .terms import App, Bound, Const, Free, Lam, Refused, Term, constant, lam

IMP, AND, OR = (Const(name, arrow(PROP, PROP, PROP)) for name in ("imp", "and", "or"))
FALSE = Const("False", PROP)
_A = ("'a",)
LOGIC = {
    **{c.name: c.type for c in (IMP, AND, OR, FALSE)},
    **dict.fromkeys(("forall", "exists"), arrow(arrow(_A, PROP), PROP)),
    "=": arrow(_A, _A, PROP),
}
"""The constants of the logic and their types; `not A` is `A -> False`."""


def binary(op: Term, a: Term, b: Term) -> Term:
    """An operator of two terms."""
    return App(App(op, a), b)


def imp(a: Term, b: Term) -> Term:
    """a -> b."""
    return binary(IMP, a, b)


def quantified(name: str, x: Free, body: Term) -> Term:
    """forall x. body, or exists x. body."""
    return App(constant(name, arrow(arrow(x.type, PROP), PROP)), lam(x, body))


def equation(a: Term, b: Term, t: Type) -> Term:
    """a = b, of a type."""
    return binary(constant("=", arrow(t, t, PROP)), a, b)


def sides(term: Term, name: str) -> tuple[Term, Term]:
    """a and b of `name a b`; raises Refused for another term."""
    match term:
        case App(App(Const(n, _), a), b) if n == name:
            return a, b
    raise Refused(f"That is not of the form {name!r}.")


def below(term: Term, name: str) -> Lam:
    """The function below a quantifier; raises Refused for another term."""
    match term:
        case App(Const(n, t), f) if n == name:
            return f if isinstance(f, Lam) else Lam(t[1][1], App(f, Bound(0)))
    raise Refused(f"That begins with no {name!r}.")
