"""Types and terms of the logic as Coq writes them.

Every type of the logic has a value. Those of Coq may be empty, so that each type variable T stands
with a value i of it, and each declared sort has one where its arguments have.
"""

from __future__ import annotations
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from banditproof.theory.logic.arithmetic import spine
from banditproof.theory.logic.formulas import LOGIC
from banditproof.theory.logic.printing import names_in
from banditproof.theory.logic.signature import Signature
from banditproof.theory.logic.simple_types import (
    NAT,
    PROP,
    REAL,
    Type,
    is_variable,
    match_type,
    type_variables,
)
from banditproof.theory.logic.terms import App, Bound, Const, Free, Lam, Refused, Term

FIXED = {
    "le": "Rle", "lt": "Rlt", "add": "Rplus", "sub": "Rminus", "mul": "Rmult", "div": "Rdiv",
    "neg": "Ropp", "exp": "exp", "log": "ln", "sqrt": "sqrt", "abs": "Rabs", "min": "Rmin",
    "max": "Rmax", "real": "INR", "nadd": "Nat.add", "nmul": "Nat.mul", "PI": "PI",
    "pow": "Rpow_def.pow", "kl": "kl", "and": "and", "or": "or", "False": "False",
    "tanh": "tanh", "xlogx": "xlogx", "erf": "erf",
    **{f"root{order}": f"(root {order})" for order in (3, 4, 8, 16)},
}  # fmt: skip
"""What is fixed in the logic, and Coq's word for it; `kl` and `erf` are defined in a file itself.

`xlogx` and `root` are those of `rules.v`, which each file imports.
"""


@lru_cache(1 << 12)
def word(name: str) -> str:
    """A name as a word of Coq; different names are different words.

    >>> word("bern.thm3.1"), word("w'"), word("a_b")
    ('bern_2e_thm3_2e_1', 'w_27_', 'a__b')
    """
    return re.sub(r"[^A-Za-z0-9]", lambda m: "__" if m[0] == "_" else f"_{ord(m[0]):x}_", name)


def letter(kind: str, name: str) -> str:
    """A word for a type variable, of the kind T, or for its value, i, that is no keyword of Coq.

    >>> letter("T", "'a"), letter("i", "'n")
    ('Ta', 'in_')
    """
    text = f"{kind}{word(name[1:])}"
    return f"{text}_" if text in ("in", "if", "Type") else text


def needs_values(t: Type) -> bool:
    """Whether a function into any type may have no argument that shows a value of that type.

    Coq would have a value of an empty type by it. `pick : ('a -> Prop) -> 'a` is one of these.

    >>> needs_values(("->", ("->", ("'a",), PROP), ("'a",))), needs_values(("->", ("'a",), ("'a",)))
    (True, False)
    """
    values, given = frozenset[str](), frozenset[str]()
    while t[0] == "->":
        argument, t = t[1:]
        values |= frozenset() if argument[0] == "->" else type_variables(argument)
        while argument[0] == "->":
            argument = argument[2]
        given |= type_variables(argument)
    return not type_variables(t) <= (values if is_variable(t) else given)


variables_of = lru_cache(1 << 12)(type_variables)
"""The variables of a type, which stands in many terms."""


@lru_cache(1 << 14)
def within(term: Term) -> tuple[frozenset[str], tuple[Free, ...]]:
    """The type variables of a term, and its free variables in their order."""
    types, frees, stack = dict[Type, None](), dict[Free, None](), [term]
    while stack:
        match part := stack.pop():
            case App(head, arg):
                stack += (arg, head)
            case Lam(t, body):
                types[t] = None
                stack.append(body)
            case Const(_, t):
                types[t] = None
            case Free(_, t):
                types[t] = frees[part] = None
    return frozenset[str]().union(*map(variables_of, types)), tuple(frees)


@dataclass
class Scope:
    """What is bound where a term stands: type variables and free variables; None binds all."""

    types: frozenset[str] | None = None
    frees: frozenset[Free] | None = None

    def has_type(self, name: str) -> bool:
        """Whether a type variable is bound."""
        return self.types is None or name in self.types

    def has(self, x: Free) -> bool:
        """Whether a free variable is bound."""
        return self.frees is None or x in self.frees

    def under(self, x: Free) -> Scope:
        """The scope below a binder of a variable."""
        return self if self.frees is None else Scope(self.types, self.frees | {x})


EVERYTHING = Scope()


@dataclass
class Wording:
    """The words of one file for the names of one theory."""

    signature: Signature
    taken: dict[Free, str] = field(default_factory=dict)
    texts: dict[Term, str] = field(default_factory=dict)
    """What was written before: the same hypotheses stand in many lemmas."""
    instances: dict[tuple[Const, frozenset[str] | None], str] = field(default_factory=dict)
    valued: dict[str, bool] = field(default_factory=dict)

    def free(self, x: Free) -> str:
        """A word for a variable; the same name with another type is another variable."""
        if x not in self.taken:
            # What stands behind % differs from run to run; the same file is to be the same text.
            self.taken[x] = f"v{len(self.taken)}_{word(x.name.partition('%')[0])}"
        return self.taken[x]

    def type(self, t: Type, scope: Scope) -> str:
        """A type; a variable that is bound nowhere may be any type, and is R."""
        if is_variable(t):
            return letter("T", t[0]) if scope.has_type(t[0]) else "R"
        if t[0] == "->":
            return f"({self.type(t[1], scope)} -> {self.type(t[2], scope)})"
        known = {PROP: "Prop", REAL: "R", NAT: "nat"}.get(t)
        if known:
            return known
        parts = [f"s_{word(t[0])}", *(self.type(a, scope) for a in t[1:])]
        return f"({' '.join(parts)})" if len(parts) > 1 else parts[0]

    def some(self, t: Type, scope: Scope) -> str:
        """A value of a type."""
        if is_variable(t):
            return letter("i", t[0]) if scope.has_type(t[0]) else "0%R"
        if t[0] == "->":
            return f"(fun _ : {self.type(t[1], scope)} => {self.some(t[2], scope)})"
        known = {PROP: "False", REAL: "0%R", NAT: "0%nat"}.get(t)
        if known:
            return known
        pairs = (f"{self.type(a, scope)} {self.some(a, scope)}" for a in t[1:])
        return f"(some_{word(t[0])} {' '.join(pairs)})" if len(t) > 1 else f"some_{word(t[0])}"

    def arguments(self, names: Iterable[str]) -> list[str]:
        """Type variables, each with a value."""
        words = [(letter("T", n), letter("i", n)) for n in sorted(names)]
        return [f"({t} : Type) ({i} : {t})" for t, i in words]

    def binder(self, names: Iterable[str]) -> str:
        """Type variables, each with a value, before a statement."""
        return "".join(f"forall {argument}, " for argument in self.arguments(names))

    def instance(self, names: Iterable[str], by: Mapping[str, Type], scope: Scope) -> list[str]:
        """The arguments for type variables: types and their values."""
        words = []
        for name in sorted(names):
            t = by.get(name, (name,))
            words += [self.type(t, scope), self.some(t, scope)]
        return words

    def term(self, term: Term, scope: Scope) -> str:
        """A term in a scope."""
        types, frees = within(term)
        if not (all(map(scope.has_type, types)) and all(map(scope.has, frees))):
            return self._written(term, scope, ())
        if term not in self.texts:
            self.texts[term] = self._written(term, EVERYTHING, ())
        return self.texts[term]

    def _written(self, term: Term, scope: Scope, bound: tuple[str, ...]) -> str:
        """A term, where the words of what is bound around it are known."""

        def of(part: Term) -> str:
            return self._written(part, scope, bound)

        head, args = spine(term)
        if isinstance(head, Const) and head.name == "imp" and len(args) == 2:
            return f"({of(args[0])} -> {of(args[1])})"
        if isinstance(head, Const) and head.name in ("forall", "exists") and len(args) == 1:
            body, own = args[0], f"b{len(bound)}"
            if isinstance(body, Lam):
                inner = self._written(body.body, scope, (own, *bound))
            else:  # the function of which the quantifier speaks
                inner = f"({of(body)} {own})"
            return f"({head.name} {own} : {self.type(head.type[1][1], scope)}, {inner})"
        match term:
            case Free():
                return self.free(term) if scope.has(term) else self.some(term.type, scope)
            case Bound(index):
                return bound[index]
            case Lam(t, below):
                own = f"b{len(bound)}"
                text = self._written(below, scope, (own, *bound))
                return f"(fun {own} : {self.type(t, scope)} => {text})"
            case App():
                return f"({' '.join(map(of, (head, *args)))})"
            case Const():
                return self.constant(term, scope)
        raise Refused(f"{term!r} is no term.")

    def has_values(self, name: str) -> bool:
        """Whether a constant takes a value of each of its types, also for its definition."""
        if name not in self.valued:
            if name in self.signature.definitions:
                used = names_in(self.signature.definitions[name][0])  # no variable is free in it
                self.valued[name] = any(map(self.has_values, used))
            else:
                self.valued[name] = needs_values(self.signature.constants.get(name, PROP))
        return self.valued[name]

    def constant(self, c: Const, scope: Scope) -> str:
        """A constant with the types of its instance."""
        key = (c, scope.types)
        if key not in self.instances:
            self.instances[key] = self._instance(c, scope)
        return self.instances[key]

    def _instance(self, c: Const, scope: Scope) -> str:
        name = c.name
        if name[:1].isdigit():
            value = Fraction(name)
            if c.type == NAT:
                return f"{value}%nat"
            text = f"{value.numerator} / {value.denominator}"
            return f"({text})%R" if value.denominator > 1 else f"{value.numerator}%R"
        if name == "imp":
            return "(fun p q : Prop => p -> q)"
        if name in ("forall", "exists"):
            t = self.type(c.type[1][1], scope)
            return f"(fun p : {t} -> Prop => {name} x : {t}, p x)"
        if name == "=":
            return f"(@eq {self.type(c.type[1], scope)})"
        if name in FIXED:
            return FIXED[name]
        general = self.signature.constants[name]
        by: dict[str, Type] = {}
        match_type(general, c.type, by)
        names = sorted(type_variables(general))
        if self.has_values(name):
            words = self.instance(names, by, scope)
        else:
            words = [self.type(by[v], scope) for v in names]
        return f"(@c_{word(name)} {' '.join(words)})" if words else f"c_{word(name)}"


__all__ = ["EVERYTHING", "FIXED", "LOGIC", "Scope", "Wording", "letter", "word"]
