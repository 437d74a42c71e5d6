"""The constants of the logic, its laws, and formulas made of constants or taken apart."""

from __future__ import annotations
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from .simple_types import PROP, Type, arrow
from .terms import App, Bound, Const, Free, Lam, Refused, Term, lam, occurs

IMP, AND, OR = (Const(name, arrow(PROP, PROP, PROP)) for name in ("imp", "and", "or"))
FALSE = Const("False", PROP)
_A, _B = ("'a",), ("'b",)
LOGIC: Mapping[str, Type] = MappingProxyType(
    {
        **{c.name: c.type for c in (IMP, AND, OR, FALSE)},
        **dict.fromkeys(("forall", "exists"), arrow(arrow(_A, PROP), PROP)),
        "=": arrow(_A, _A, PROP),
    }
)
"""The constants of the logic and their types; `not A` is `A -> False`."""


def binary(op: Term, a: Term, b: Term) -> Term:
    """An operator of two terms."""
    return App(App(op, a), b)


def imp(a: Term, b: Term) -> Term:
    """a -> b."""
    return binary(IMP, a, b)


def quantified(name: str, x: Free, body: Term) -> Term:
    """forall x. body, or exists x. body."""
    return App(Const(name, arrow(arrow(x.type, PROP), PROP)), lam(x, body))


def equation(a: Term, b: Term, t: Type) -> Term:
    """a = b, of a type."""
    return binary(Const("=", arrow(t, t, PROP)), a, b)


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


def _laws() -> Iterator[tuple[str, Term]]:
    """Each law: what it says of all S, x, y, f, g, A, B and C that stand in it."""
    a, b, c = (Free(name, PROP) for name in "ABC")
    x, y, s = Free("x", _A), Free("y", _A), Free("S", arrow(_A, PROP))
    f, g = (Free(name, arrow(_A, _B)) for name in "fg")
    some = App(Const("exists", arrow(s.type, PROP)), s)
    for name, *premises, said in (
        ("and_intro", a, b, binary(AND, a, b)),
        ("and_left", binary(AND, a, b), a),
        ("and_right", binary(AND, a, b), b),
        ("or_left", a, binary(OR, a, b)),
        ("or_right", b, binary(OR, a, b)),
        ("or_elim", binary(OR, a, b), imp(a, c), imp(b, c), c),
        ("false_elim", FALSE, a),
        ("excluded_middle", binary(OR, a, imp(a, FALSE))),
        ("ex_intro", App(s, x), some),
        ("ex_elim", some, quantified("forall", x, imp(App(s, x), c)), c),
        ("refl", equation(x, x, _A)),
        ("replace", equation(x, y, _A), App(s, x), App(s, y)),
        (
            "extensional",
            quantified("forall", x, equation(App(f, x), App(g, x), _B)),
            equation(f, g, f.type),
        ),
    ):
        for premise in reversed(premises):
            said = imp(premise, said)
        for variable in (c, b, a, g, f, y, x, s):
            said = quantified("forall", variable, said) if occurs(variable, said) else said
        yield name, said


LAWS: Mapping[str, Term] = MappingProxyType(dict(_laws()))
"""The laws of the logic, which the kernel takes to be true."""
