"""What is declared in a theory, each name once, and the types of terms.

Sorts, constants, definitions, axioms, and the statements that are to be proved. Nothing that was
declared is ever changed or taken back.
"""

from __future__ import annotations
import re
from types import MappingProxyType
from .arithmetic import SIGNATURE, is_numeral
from .formulas import LAWS, LOGIC
from .simple_types import PROP, Type, arrow, is_variable, match_type, type_variables
from .terms import FREES, App, Bound, Const, Free, Lam, Refused, Term, plain, require, types_within

is_name = re.compile(r"[A-Za-z_][A-Za-z0-9_.']*").fullmatch


class Signature:
    """Declared names, and the types of the terms made of them."""

    def __init__(self) -> None:
        require(not vars(self), "A theory is made once.")
        self._sorts: dict[str, int] = {"Prop": 0, "R": 0, "N": 0, "->": 2}
        self._constants: dict[str, Type] = {**LOGIC, **SIGNATURE}
        self._definitions: dict[str, tuple[Term, Type]] = {}
        self._axioms: dict[str, Term] = {**LAWS}
        self._statements: dict[str, Term] = {}
        self._types: dict[int, tuple[Term, Type]] = {}  # of terms that were looked at before
        self.sorts = MappingProxyType(self._sorts)
        self.constants = MappingProxyType(self._constants)
        self.definitions = MappingProxyType(self._definitions)
        self.axioms = MappingProxyType(self._axioms)
        self.statements = MappingProxyType(self._statements)

    # what is declared

    def sort(self, name: str, arity: int = 0) -> None:
        """Declare a type with so many arguments; every type has a value."""
        require(is_name(plain(name)) and name not in self._sorts, f"No new name of a sort: {name}.")
        self._sorts[name] = int(arity)

    def constant(self, name: str, t: Type) -> None:
        """Declare a constant, of which nothing is known but its type."""
        require(is_name(plain(name)) and name not in self._constants, f"No new name: {name}.")
        self._constants[name] = self._type(t)

    def define(self, name: str, value: Term) -> None:
        """Declare a constant that is equal to a closed term; `convert` unfolds it."""
        t = self.type_of(value)
        require(not value.marks & FREES, f"The definition of {name} has free variables.")
        require(types_within(value) <= type_variables(t), f"{name} hides a type variable.")
        self.constant(name, t)
        self._definitions[name] = (value, t)

    def axiom(self, name: str, statement: Term) -> None:
        """Declare what is taken to be true."""
        self._state(self._axioms, name, statement)

    def register(self, name: str, statement: Term) -> None:
        """Declare what is to be proved."""
        self._state(self._statements, name, statement)

    def _state(self, among: dict[str, Term], name: str, statement: Term) -> None:
        require(is_name(plain(name).replace("-", "_")), f"{name} is no name.")
        require(name not in self._axioms | self._statements, f"{name} is stated twice.")
        require(self.type_of(statement) == PROP, f"{name} is no proposition.")
        require(not statement.marks & FREES, f"{name} has free variables.")
        among[name] = statement

    # types

    def _type(self, t: Type) -> Type:
        if type(t) is not tuple or not t or type(t[0]) is not str:
            raise Refused(f"{t!r} is no type.")
        if self._sorts.get(t[0], 0 if is_variable(t) else None) != len(t) - 1:
            raise Refused(f"There is no type {t!r}.")
        for part in t[1:]:
            self._type(part)
        return t

    def type_of(self, term: Term, stack: tuple[Type, ...] = ()) -> Type:
        """The type of a term whose parts are declared, and whose bound variables have binders."""
        known = self._types.get(id(term))
        if known is not None and known[0] is term:
            return known[1]
        t = self._type_of(term, stack)
        if type(stack) is tuple and not stack:
            self._types[id(term)] = (term, t)
        return t

    def _type_of(self, term: Term, stack: tuple[Type, ...]) -> Type:
        if type(term) is Free or type(term) is Const:
            named = type(term.name) is str and not term.name.startswith("%")
            require(named, "A name is a text, and begins with no %.")
            self._type(term.type)
            if type(term) is Const and not is_numeral(term):
                general = self._constants.get(term.name, PROP)
                fits = term.name in self._constants and match_type(general, term.type, {})
                require(fits, f"There is no constant {term.name} of the type {term.type}.")
            return term.type
        if type(term) is Bound:
            inside = type(term.index) is int and 0 <= term.index < len(stack)
            require(inside, "A bound variable has no binder.")
            return stack[term.index]
        if type(term) is App:
            around = stack if term.loose else ()
            t, s = self.type_of(term.head, around), self.type_of(term.arg, around)
            if t[0] != "->" or t[1] != s:
                raise Refused(f"A function of type {t} gets an argument {s}.")
            return tuple(t[2])
        if type(term) is not Lam:
            raise Refused(f"{term!r} is no term.")
        self._type(term.type)
        return arrow(term.type, self.type_of(term.body, (term.type, *stack)))
