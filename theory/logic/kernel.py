"""Theorems, which only the rules of a theory make.

The last seven methods of a `Theory` are the rules. A theorem belongs to the theory whose rule made
it, and no other theory takes it. A statement is proved when `accept` gets a theorem that has no
hypotheses and says just that; `use` gives laws, axioms and what was accepted before: no circles.
"""

from __future__ import annotations
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, final
from .arithmetic import certify
from .formulas import LAWS, below, imp, quantified, sides
from .signature import Signature
from .simple_types import PROP, Type
from .terms import Free, Term, normal, occurs, opened, plain, require, retyped


@final
@dataclass(frozen=True, eq=False, repr=False, init=False)
class Theorem:
    """Hypotheses and a conclusion, with the rule and the theorems that gave it."""

    __slots__ = ("axioms", "conclusion", "data", "hypotheses", "rule", "theory", "using")
    theory: Theory
    hypotheses: frozenset[Term]
    conclusion: Term
    rule: str
    using: tuple[Theorem, ...]
    data: Any
    axioms: frozenset[str]
    """All axioms that it rests on, also through the theorems that it uses."""


@final
class Theory(Signature):
    """The rules, which take theorems of this theory alone."""

    def __init__(self) -> None:
        super().__init__()
        self._theorems: dict[str, Theorem] = {}
        self.theorems = MappingProxyType(self._theorems)

    def accept(self, name: str, theorem: Theorem) -> None:
        """Take a theorem as the proof of a statement: no hypotheses, and the statement itself."""
        require(type(theorem) is Theorem and theorem.theory is self, "That is a foreign theorem.")
        require(not theorem.hypotheses, f"The proof of {name} rests on hypotheses.")
        said = theorem.conclusion == self._statements.get(plain(name))
        require(said, f"{name} says something else.")
        self._theorems.setdefault(name, theorem)

    def _prop(self, term: Term) -> Term:
        require(self.type_of(term) == PROP, "That is no proposition.")
        return term

    def _made(
        self,
        rule: str,
        conclusion: Term,
        *using: Theorem,
        hypotheses: Iterable[Term] | None = None,
        data: object = None,
        axioms: Iterable[str] = (),
    ) -> Theorem:
        """What a rule gives from theorems of this theory, and of no other."""
        own = all(type(th) is Theorem and th.theory is self for th in using)
        require(own, "A rule takes theorems of its own theory.")
        if hypotheses is None:
            hypotheses = frozenset[Term]().union(*(th.hypotheses for th in using))
        rests = frozenset(axioms).union(*(th.axioms for th in using))
        th = object.__new__(Theorem)  # nothing else fills one
        values = rests, conclusion, data, frozenset(hypotheses), rule, self, using
        for name, value in zip(Theorem.__slots__, values, strict=True):
            object.__setattr__(th, name, value)
        return th

    # the rules

    def assume(self, a: Term) -> Theorem:
        """A |- A."""
        return self._made("assume", self._prop(a), hypotheses=[a])

    def imp_intro(self, a: Term, th: Theorem) -> Theorem:
        """From B under A: A -> B."""
        rest = th.hypotheses - {self._prop(a)}
        return self._made("imp_intro", imp(a, th.conclusion), th, hypotheses=rest, data=a)

    def all_intro(self, x: Free, th: Theorem) -> Theorem:
        """From A, where no hypothesis has x: forall x. A."""
        require(type(x) is Free and self.type_of(x), "That is no variable.")
        require(not any(occurs(x, t) for t in th.hypotheses), f"{x.name} is not arbitrary.")
        return self._made("all_intro", quantified("forall", x, th.conclusion), th, data=x)

    def instance(self, th: Theorem, values: Iterable[Term], *using: Theorem) -> Theorem:
        """From forall x. A -> B, a value, and A there: B there, in normal form."""
        said, values = th.conclusion, tuple(values)
        for value in values:
            body = below(said, "forall")
            require(self.type_of(value) == body.type, "The value has another type.")
            said = opened(body.body, value)
        said = normal(said)
        for premise in using:
            wanted, said = sides(said, "imp")
            require(wanted == normal(premise.conclusion), "The premise is another one.")
        return self._made("instance", said, th, *using, data=values)

    def convert(self, th: Theorem, to: Term | None = None, unfold: Iterable[str] = ()) -> Theorem:
        """The same up to beta, eta and the definitions that are named, or its normal form."""
        names = tuple(dict.fromkeys(map(plain, unfold)))
        known = {name: self._definitions[name] for name in names}
        said = normal(th.conclusion, known)
        require(to is None or said == normal(self._prop(to), known), "It says something else.")
        return self._made("convert", said if to is None else to, th, data=names)

    def use(self, name: str, types: Mapping[str, Type] = MappingProxyType({})) -> Theorem:
        """A law, an axiom or an accepted theorem, with types for its type variables."""
        types = {plain(variable): self._type(t) for variable, t in types.items()}
        proved = self._theorems.get(plain(name))
        require(proved or name in self._axioms, f"{name} is neither an axiom nor proved before.")
        said = proved.conclusion if proved else self._axioms[name]
        axioms = proved.axioms if proved else {name} - LAWS.keys()
        return self._made("use", retyped(said, types), data=(name, types), axioms=axioms)

    def arith(self, premises: Iterable[Theorem], goal: Term, certificate: Sequence[Any]) -> Theorem:
        """A relation between reals that follows from others by a proof."""
        premises = tuple(premises)
        certify([th.conclusion for th in premises], self._prop(goal), certificate)
        return self._made("arith", goal, *premises, data=certificate)
