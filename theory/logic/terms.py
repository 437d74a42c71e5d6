"""Types and terms of simple type theory, with substitution and the beta-eta normal form.

A type is a tuple: ("R",), ("Law", t), ("->", s, t), or a variable such as ("'a",). Bound variables
have no names, so that equality is equality up to renaming; the name that a binder was written with
is kept for print alone. All functions are total.
"""

from __future__ import annotations
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar, cast, final

Type: TypeAlias = tuple[Any, ...]
PROP: Type = ("Prop",)
REAL: Type = ("R",)
NAT: Type = ("N",)


class Refused(ValueError):
    """What no rule gives."""


def require(condition: object, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


def arrow(*types: Type) -> Type:
    """The type of functions of some arguments; the last type is that of the value.

    >>> arrow(NAT, NAT, PROP)
    ('->', ('N',), ('->', ('N',), ('Prop',)))
    """
    return types[0] if len(types) == 1 else ("->", types[0], arrow(*types[1:]))


def is_variable(t: Type) -> bool:
    """Whether a type is a variable."""
    return str(t[0]).startswith("'")


def typed(t: Type, by: Mapping[str, Type]) -> Type:
    """A type with types in place of its variables."""
    return by.get(t[0], t) if is_variable(t) else (t[0], *(typed(a, by) for a in t[1:]))


def match_type(general: Type, special: Type, by: dict[str, Type]) -> bool:
    """Whether a type is an instance of another; `by` gets what stands for its variables."""
    if is_variable(general):
        return by.setdefault(general[0], special) == special
    alike = general[0] == special[0] and len(general) == len(special)
    return alike and all(
        match_type(g, s, by) for g, s in zip(general[1:], special[1:], strict=True)
    )


def type_variables(t: Type) -> frozenset[str]:
    """The variables of a type."""
    own = frozenset([t[0]] if is_variable(t) else [])
    return own.union(*map(type_variables, t[1:]))


V = TypeVar("V")


class once(Generic[V]):
    """A property that is worked out once; unlike `functools.cached_property` it takes no lock."""

    def __init__(self, work: Callable[[Any], V]) -> None:
        self.work = work

    def __get__(self, term: Any, _: object) -> V:
        if term is None:
            return cast(V, self)  # of a class
        value = self.work(term)
        vars(term)[self.work.__name__] = value
        return value


class Term:
    """A free or bound variable, a constant, an application, or a function."""

    __match_args__: tuple[str, ...] = ()

    @once
    def key(self) -> tuple[Any, ...]:
        """What it consists of, besides names that are for print alone."""
        return (type(self).__name__, *(getattr(self, name) for name in type(self).__match_args__))

    @once
    def code(self) -> int:
        """The hash."""
        return hash(self.key)

    @once
    def loose(self) -> int:
        """How many binders around the term its bound variables reach."""
        match self:
            case Bound(index):
                return index + 1
            case App(head, arg):
                return max(head.loose, arg.loose)
            case Lam(_, body):
                return max(body.loose - 1, 0)
        return 0

    @once
    def open(self) -> bool:
        """Whether it has a free variable."""
        match self:
            case App(head, arg):
                return head.open or arg.open
            case Lam(_, body):
                return body.open
        return type(self) is Free

    @once
    def reducible(self) -> bool:
        """Whether it may differ from its normal form."""
        match self:
            case App(head, arg):
                return isinstance(head, Lam) or head.reducible or arg.reducible
            case Lam(_, body):
                return body.reducible or (isinstance(body, App) and body.arg == Bound(0))
        return False

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Term) and self.code == other.code and self.key == other.key


@final
@dataclass(frozen=True, eq=False)
class Free(Term):
    """A free variable: its name and its type tell it from others."""

    name: str
    type: Type


@final
@dataclass(frozen=True, eq=False)
class Const(Term):
    """A constant, with an instance of its declared type."""

    name: str
    type: Type


@final
@dataclass(frozen=True, eq=False)
class Bound(Term):
    """The variable of the binder that stands `index` binders further out."""

    index: int


@final
@dataclass(frozen=True, eq=False)
class App(Term):
    """A function at an argument."""

    head: Term
    arg: Term


@final
@dataclass(frozen=True, eq=False)
class Lam(Term):
    """The function that a body is of its variable `Bound(0)`; the hint is the name in print."""

    __match_args__ = ("type", "body")
    type: Type
    body: Term
    hint: str = "x"


_numbers = count()


def fresh(t: Type, hint: str = "x") -> Free:
    """A variable that no term has yet."""
    return Free(f"{hint.partition('%')[0]}%{next(_numbers)}", t)


def opened(body: Term, value: Term, depth: int = 0) -> Term:
    """The body of a function with a closed value in place of its variable."""
    if body.loose <= depth:
        return body
    match body:
        case App(head, arg):
            return App(opened(head, value, depth), opened(arg, value, depth))
        case Lam(t, inner):
            return Lam(t, opened(inner, value, depth + 1), body.hint)
    return value if body == Bound(depth) else body


def abstracted(term: Term, what: Free, depth: int = 0) -> Term:
    """A term with the variable of a binder to come in place of a free one."""
    if not term.open:
        return term
    match term:
        case App(head, arg):
            return App(abstracted(head, what, depth), abstracted(arg, what, depth))
        case Lam(t, inner):
            return Lam(t, abstracted(inner, what, depth + 1), term.hint)
    return Bound(depth) if term == what else term


def lam(what: Free, body: Term) -> Lam:
    """The function that a term is of one of its free variables."""
    return Lam(what.type, abstracted(body, what), what.name.partition("%")[0])


def frees(term: Term) -> frozenset[Free]:
    """The free variables of a term."""
    match term:
        case App(head, arg) if term.open:
            return frees(head) | frees(arg)
        case Lam(_, inner) if term.open:
            return frees(inner)
    return frozenset([term] if isinstance(term, Free) else [])


def retyped(term: Term, by: Mapping[str, Type]) -> Term:
    """A term with types in place of its type variables."""
    if not by:
        return term
    match term:
        case Free(name, t) | Const(name, t):
            return type(term)(name, typed(t, by))
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
    """The beta-eta normal form, with some definitions unfolded; `depth` counts binders around."""
    if not unfold and not term.reducible:
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
            if isinstance(inner, App) and inner.arg == new and new not in frees(inner.head):
                return inner.head
            return Lam(t, abstracted(inner, new), term.hint)
    return term
