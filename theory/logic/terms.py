"""Terms of simple type theory, with substitution and the beta-eta normal form.

Bound variables have no names, so that equality is equality up to renaming; the name that a binder
was written with is kept for print alone. All functions are total.
"""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, TypeAlias, final
from .simple_types import Type, match_type, type_variables, typed


class Refused(ValueError):
    """What no rule gives."""


def require(condition: object, reason: str) -> None:
    """Raise `Refused` with the reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


def plain(name: str) -> str:
    """A name that is a text itself, and nothing that may be equal to several."""
    require(type(name) is str, f"{name!r:.60} is no name.")
    return name


BITS = 61
FREES = (1 << BITS) - 1
"""The marks of free variables."""


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A free or bound variable, a constant, an application, or a function.

    What is asked of a term many times is worked out when it is made: the hash, how many binders
    around it its bound variables reach, a bit for each free variable, which others may share, and
    whether it may differ from its normal form.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    code: int = field(init=False, repr=False)
    loose: int = field(init=False, repr=False)
    marks: int = field(init=False, repr=False)
    reducible: bool = field(init=False, repr=False)

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or self.code != other.code:
            return False
        for name in self.__match_args__:  # twice as fast as a generator
            if (a := getattr(self, name)) is not (b := getattr(other, name)) and a != b:
                return False
        return True

    def _keep(self, code: int, loose: int, marks: int, reducible: bool) -> None:
        _put_code(self, code)
        _put_loose(self, loose)
        _put_marks(self, marks)
        _put_reducible(self, reducible)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Free(Term):
    """A free variable: its name and its type tell it from others."""

    name: str
    type: Type

    def __post_init__(self) -> None:
        code = hash(("Free", self.name, self.type))
        self._keep(code, 0, 1 << code % BITS, False)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Const(Term):
    """A constant, with an instance of its declared type."""

    name: str
    type: Type

    def __post_init__(self) -> None:
        self._keep(hash(("Const", self.name, self.type)), 0, 0, False)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Bound(Term):
    """The variable of the binder that stands `index` binders further out."""

    index: int

    def __post_init__(self) -> None:
        self._keep(hash(("Bound", self.index)), self.index + 1, 0, False)


@final
@dataclass(frozen=True, eq=False, slots=True, init=False)
class App(Term):
    """A function at an argument."""

    head: Term
    arg: Term

    def __init__(self, head: Term, arg: Term) -> None:
        _put_head(self, head)
        _put_arg(self, arg)
        loose = head.loose if head.loose >= arg.loose else arg.loose
        reducible = type(head) is Lam or head.reducible or arg.reducible
        self._keep(hash((head.code, arg.code)), loose, head.marks | arg.marks, reducible)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Lam(Term):
    """The function that a body is of its variable `Bound(0)`; the hint is the name in print."""

    __match_args__ = ("type", "body")
    type: Type
    body: Term
    hint: str = field(default="x", repr=False)

    def __post_init__(self) -> None:
        body = self.body
        reducible = body.reducible or (isinstance(body, App) and body.arg == Bound(0))
        self._keep(hash((self.type, body.code)), max(body.loose - 1, 0), body.marks, reducible)


def opened(body: Term, value: Term, depth: int = 0) -> Term:
    """The body of a function with a closed value in place of its variable."""
    if body.loose <= depth:
        return body
    if type(body) is App:
        head = opened(body.head, value, depth) if body.head.loose > depth else body.head
        arg = opened(body.arg, value, depth) if body.arg.loose > depth else body.arg
        return App(head, arg)
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
        case Const(name, t) | Free(name, t):
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
NONE: Definitions = MappingProxyType({})
_put_code, _put_loose, _put_marks, _put_reducible = (vars(Term)[n].__set__ for n in Term.__slots__)
_put_head, _put_arg = (vars(App)[n].__set__ for n in App.__slots__)


def normal(term: Term, unfold: Definitions = NONE, depth: int = 0, weak: bool = False) -> Term:
    """The beta-eta normal form below some binders, definitions unfolded; if weak, of the head."""
    if not (term.reducible or unfold):
        return term
    if type(term) is App:
        head = normal(term.head, unfold, depth, weak=True)
        if type(head) is Lam:
            return normal(opened(head.body, term.arg), unfold, depth, weak)
        arg = term.arg if weak else normal(term.arg, unfold, depth)
        return App(head if weak else normal(head, unfold, depth), arg)
    if type(term) is Const and term.name in unfold:
        value, general = unfold[term.name]
        match_type(general, term.type, by := dict[str, Type]())
        return normal(retyped(value, by), unfold, depth, weak)
    if type(term) is Lam and not weak:
        new = Free(f"%{depth}", term.type)  # no term of a theory has such a name
        inner = normal(opened(term.body, new), unfold, depth + 1)
        if type(inner) is App and inner.arg == new and not occurs(new, inner.head):
            return inner.head
        return Lam(term.type, abstracted(inner, new), term.hint)
    return term
