"""Terms of simple type theory, with substitution and the beta-eta normal form.

Bound variables have no names, so that equality is equality up to renaming; the name that a binder
was written with is kept for print alone. All functions are total.
"""

from __future__ import annotations
from collections.abc import Mapping
from functools import lru_cache
from typing import NoReturn, TypeAlias, final
from .simple_types import Type, match_type, type_variables, typed


class Refused(ValueError):
    """What no rule gives."""


def require(condition: object, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


_put = object.__setattr__
BITS = 61
FREES = (1 << BITS) - 1
"""The marks of free variables."""


class Term:
    """A free or bound variable, a constant, an application, or a function."""

    # what is asked of a term many times is worked out when it is made
    __slots__ = ("code", "loose", "marks", "reducible")
    __match_args__: tuple[str, ...] = ()
    code: int
    """The hash."""
    loose: int
    """How many binders around the term its bound variables reach."""
    marks: int
    """A bit for each free variable, which others may share."""
    reducible: bool
    """Whether it may differ from its normal form."""

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or self.code != other.code:
            return False
        for name in self.__match_args__:  # noqa: SIM110 (twice as fast as a generator)
            if getattr(self, name) != getattr(other, name):
                return False
        return True

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("A term does not change.")

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({parts})"

    def _keep(self, code: int, loose: int, marks: int, reducible: bool) -> None:
        _put(self, "code", code)
        _put(self, "loose", loose)
        _put(self, "marks", marks)
        _put(self, "reducible", reducible)


@final
class Free(Term):
    """A free variable: its name and its type tell it from others."""

    __slots__ = __match_args__ = ("name", "type")
    name: str
    type: Type

    def __init__(self, name: str, type: Type) -> None:
        _put(self, "name", name)
        _put(self, "type", type)
        code = hash(("Free", name, type))
        self._keep(code, 0, 1 << code % BITS, False)


@final
class Const(Term):
    """A constant, with an instance of its declared type."""

    __slots__ = __match_args__ = ("name", "type")
    name: str
    type: Type

    def __init__(self, name: str, type: Type) -> None:
        _put(self, "name", name)
        _put(self, "type", type)
        self._keep(hash(("Const", name, type)), 0, 0, False)


@final
class Bound(Term):
    """The variable of the binder that stands `index` binders further out."""

    __slots__ = __match_args__ = ("index",)
    index: int

    def __init__(self, index: int) -> None:
        _put(self, "index", index)
        self._keep(hash(("Bound", index)), index + 1, 0, False)


@final
class App(Term):
    """A function at an argument."""

    __slots__ = __match_args__ = ("head", "arg")
    head: Term
    arg: Term

    def __init__(self, head: Term, arg: Term) -> None:
        _put(self, "head", head)
        _put(self, "arg", arg)
        loose = head.loose if head.loose >= arg.loose else arg.loose
        reducible = type(head) is Lam or head.reducible or arg.reducible
        self._keep(hash((head.code, arg.code)), loose, head.marks | arg.marks, reducible)


@final
class Lam(Term):
    """The function that a body is of its variable `Bound(0)`; the hint is the name in print."""

    __slots__ = ("body", "hint", "type")
    __match_args__ = ("type", "body")
    type: Type
    body: Term
    hint: str

    def __init__(self, type: Type, body: Term, hint: str = "x") -> None:
        _put(self, "type", type)
        _put(self, "body", body)
        _put(self, "hint", hint)
        reducible = body.reducible or (isinstance(body, App) and body.arg == Bound(0))
        self._keep(hash((type, body.code)), max(body.loose - 1, 0), body.marks, reducible)


constant = lru_cache(1 << 14)(Const)
"""The same constant again, so that its type is worked out once."""


def opened(body: Term, value: Term, depth: int = 0) -> Term:
    """The body of a function with a closed value in place of its variable."""
    if body.loose <= depth:
        return body
    if type(body) is App:
        return App(opened(body.head, value, depth), opened(body.arg, value, depth))
    if type(body) is Lam:
        return Lam(body.type, opened(body.body, value, depth + 1), body.hint)
    return value if type(body) is Bound and body.index == depth else body


def abstracted(term: Term, what: Free, depth: int = 0) -> Term:
    """A term with the variable of a binder to come in place of a free one."""
    if not term.marks & what.marks:
        return term
    if type(term) is App:
        return App(abstracted(term.head, what, depth), abstracted(term.arg, what, depth))
    if type(term) is Lam:
        return Lam(term.type, abstracted(term.body, what, depth + 1), term.hint)
    return Bound(depth) if term == what else term


def lam(what: Free, body: Term) -> Lam:
    """The function that a term is of one of its free variables."""
    return Lam(what.type, abstracted(body, what), what.name.partition("%")[0])


def occurs(what: Free, term: Term) -> bool:
    """Whether a variable is free in a term."""
    return abstracted(term, what) != term


def retyped(term: Term, by: Mapping[str, Type]) -> Term:
    """A term with types in place of its type variables."""
    if not by:
        return term
    match term:
        case Const(name, t):
            return constant(name, typed(t, by))
        case Free(name, t):
            return Free(name, typed(t, by))
        case App(head, arg):
            return App(retyped(head, by), retyped(arg, by))
        case Lam(t, inner):
            return Lam(typed(t, by), retyped(inner, by), term.hint)
    return term


def types_within(term: Term) -> frozenset[str]:
    """The type variables anywhere in a term."""
    match term:
        case Free(_, t) | Const(_, t):
            return type_variables(t)
        case App(head, arg):
            return types_within(head) | types_within(arg)
        case Lam(t, inner):
            return type_variables(t) | types_within(inner)
    return frozenset()


Definitions: TypeAlias = Mapping[str, tuple[Term, Type]]
NONE: Definitions = {}


def normal(term: Term, unfold: Definitions = NONE, depth: int = 0) -> Term:
    """The beta-eta normal form, with some definitions unfolded, below some binders."""
    if not (term.reducible or unfold):
        return term
    match term:
        case Const(name, t) if name in unfold:
            value, general = unfold[name]
            by: dict[str, Type] = {}
            match_type(general, t, by)
            return normal(retyped(value, by), unfold, depth)
        case App(head, arg):
            function = normal(head, unfold, depth)
            if isinstance(function, Lam):
                return normal(opened(function.body, arg), unfold, depth)
            return App(function, normal(arg, unfold, depth))
        case Lam(t, body):
            new = Free(f"%{depth}", t)  # no term of a theory has such a name
            inner = normal(opened(body, new), unfold, depth + 1)
            if isinstance(inner, App) and inner.arg == new and not occurs(new, inner.head):
                return inner.head
            return Lam(t, abstracted(inner, new), term.hint)
    return term
