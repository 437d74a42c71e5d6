"""Theorems, which only the rules of a theory make.

The methods of a `Theory` are the rules. A theorem belongs to the theory whose rule made it, and no
other theory takes it. A statement is proved when `accept` gets a theorem that has no hypotheses and
says just that statement; `use` gives axioms and what was accepted before, so no circle can be made.
"""

from __future__ import annotations
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from types import MappingProxyType
from typing import Any, final
from .arithmetic import certify
from .formulas import AND, FALSE, OR, below, binary, equation, imp, quantified, sides
from .signature import Signature
from .simple_types import PROP, Type
from .terms import Free, Lam, Refused, Term, lam, normal, occurs, opened, require, retyped

_KEY = object()


@final
@dataclass(frozen=True, eq=False, repr=False)
class Theorem:
    """Hypotheses and a conclusion, with the rule and the theorems that gave it."""

    __slots__ = ("axioms", "conclusion", "data", "hypotheses", "rule", "theory", "using")
    key: InitVar[object]
    theory: Theory
    hypotheses: frozenset[Term]
    conclusion: Term
    rule: str
    using: tuple[Theorem, ...]
    data: Any
    axioms: frozenset[str]
    """All axioms that it rests on, also through the theorems that it uses."""

    def __post_init__(self, key: object) -> None:
        require(key is _KEY, "A theorem is made by a rule.")


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
        require(name in self._statements, f"{name} is not stated.")
        require(theorem.conclusion == self._statements[name], f"The proof shows another {name}.")
        self._theorems.setdefault(name, theorem)

    def _prop(self, term: Term) -> Term:
        require(self.type_of(term) == PROP, "That is no proposition.")
        return term

    def _variable(self, x: Free, *terms: Term) -> Free:
        """A variable that is free in none of some terms."""
        require(type(x) is Free, "That is no variable.")
        self.type_of(x)
        require(not any(occurs(x, t) for t in terms), f"{x.name} is not arbitrary.")
        return x

    def _made(
        self, rule: str, conclusion: Term, *using: Theorem,
        hypotheses: Iterable[Term] | None = None, data: object = None, axioms: Iterable[str] = (),
    ) -> Theorem:  # fmt: skip
        """What a rule gives from theorems of this theory, and of no other."""
        own = all(type(th) is Theorem and th.theory is self for th in using)
        require(own, "A rule takes theorems of its own theory.")
        if hypotheses is None:
            hypotheses = frozenset[Term]().union(*(th.hypotheses for th in using))
        rests = frozenset(axioms).union(*(th.axioms for th in using))
        return Theorem(_KEY, self, frozenset(hypotheses), conclusion, rule, using, data, rests)

    # the rules

    def assume(self, a: Term) -> Theorem:
        """A |- A."""
        return self._made("assume", self._prop(a), hypotheses=[a])

    def imp_intro(self, a: Term, th: Theorem) -> Theorem:
        """From B under A: A -> B."""
        rest = th.hypotheses - {self._prop(a)}
        return self._made("imp_intro", imp(a, th.conclusion), th, hypotheses=rest, data=a)

    def imp_elim(self, th: Theorem, of: Theorem) -> Theorem:
        """From A -> B and A: B."""
        pair = sides(th.conclusion, "imp")
        require(pair[0] == of.conclusion, "The premise is another one.")
        return self._made("imp_elim", pair[1], th, of)

    def all_intro(self, x: Free, th: Theorem) -> Theorem:
        """From A, where no hypothesis has x: forall x. A."""
        self._variable(x, *th.hypotheses)
        return self._made("all_intro", quantified("forall", x, th.conclusion), th, data=x)

    def all_elim(self, th: Theorem, value: Term) -> Theorem:
        """From forall x. A: A at a value."""
        body = below(th.conclusion, "forall")
        require(self.type_of(value) == body.type, "The value has another type.")
        return self._made("all_elim", opened(body.body, value), th, data=value)

    def ex_intro(self, statement: Term, value: Term, th: Theorem) -> Theorem:
        """From A at a value: exists x. A."""
        body = below(self._prop(statement), "exists")
        require(self.type_of(value) == body.type, "The value has another type.")
        require(opened(body.body, value) == th.conclusion, "That is not shown of the value.")
        return self._made("ex_intro", statement, th, data=value)

    def ex_elim(self, x: Free, th: Theorem, then: Theorem) -> Theorem:
        """From exists x. A, and from B under A at a variable that nothing else has: B."""
        body = below(th.conclusion, "exists")
        require(type(x) is Free and body.type == x.type, "The variable has another type.")
        given = opened(body.body, x)
        rest = then.hypotheses - {given}
        self._variable(x, *rest, then.conclusion, th.conclusion)
        hypotheses = th.hypotheses | rest
        return self._made(
            "ex_elim", then.conclusion, th, then, hypotheses=hypotheses, data=(x, given)
        )

    def and_intro(self, a: Theorem, b: Theorem) -> Theorem:
        """From A and from B: A and B."""
        return self._made("and_intro", binary(AND, a.conclusion, b.conclusion), a, b)

    def and_elim(self, th: Theorem, second: bool) -> Theorem:
        """From A and B: one of them."""
        return self._made(
            "and_elim", sides(th.conclusion, "and")[bool(second)], th, data=bool(second)
        )

    def or_intro(self, th: Theorem, other: Term, second: bool) -> Theorem:
        """From one of A and B: A or B."""
        pair = (th.conclusion, self._prop(other))
        either = binary(OR, *(reversed(pair) if second else pair))
        return self._made("or_intro", either, th, data=bool(second))

    def or_elim(self, th: Theorem, first: Theorem, second: Theorem) -> Theorem:
        """From A or B, and from C under each of them: C."""
        a, b = sides(th.conclusion, "or")
        require(first.conclusion == second.conclusion, "The cases show different things.")
        rest = (first.hypotheses - {a}) | (second.hypotheses - {b}) | th.hypotheses
        return self._made(
            "or_elim", first.conclusion, th, first, second, hypotheses=rest, data=(a, b)
        )

    def false_elim(self, th: Theorem, a: Term) -> Theorem:
        """From False: A."""
        require(th.conclusion == FALSE, "That is no contradiction.")
        return self._made("false_elim", self._prop(a), th)

    def excluded_middle(self, a: Term) -> Theorem:
        """A or not A."""
        return self._made("excluded_middle", binary(OR, self._prop(a), imp(a, FALSE)), data=a)

    def refl(self, a: Term) -> Theorem:
        """a = a."""
        return self._made("refl", equation(a, a, self.type_of(a)), data=a)

    def replace(self, equal: Theorem, pattern: Lam, th: Theorem) -> Theorem:
        """From a = b and P(a): P(b)."""
        a, b = sides(equal.conclusion, "=")
        require(type(pattern) is Lam and pattern.type == self.type_of(a), "That is no pattern.")
        # P(a) has a type, so that P has one
        require(opened(pattern.body, a) == th.conclusion, "The pattern is another one.")
        return self._made("replace", opened(pattern.body, b), equal, th, data=pattern)

    def extensional(self, x: Free, th: Theorem) -> Theorem:
        """From a = b, where no hypothesis has x: (fun x. a) = (fun x. b)."""
        self._variable(x, *th.hypotheses)
        a, b = (lam(x, side) for side in sides(th.conclusion, "="))
        return self._made("extensional", equation(a, b, self.type_of(a)), th, data=x)

    def convert(self, th: Theorem, to: Term | None = None, unfold: Iterable[str] = ()) -> Theorem:
        """The same up to beta, eta and the definitions that are named, or its normal form."""
        names = tuple(dict.fromkeys(unfold))
        known = {name: self.definitions[name] for name in names}
        plain = normal(th.conclusion, known)
        require(to is None or plain == normal(self._prop(to), known), "It says something else.")
        return self._made("convert", plain if to is None else to, th, data=names)

    def use(self, name: str, types: Mapping[str, Type] = MappingProxyType({})) -> Theorem:
        """An axiom or an accepted theorem, with types for its type variables."""
        for t in types.values():
            self._type(t)
        proved = self._theorems.get(name)
        said = proved.conclusion if proved else self._axioms.get(name)
        if said is None:
            raise Refused(f"{name} is neither an axiom nor proved before.")
        axioms = proved.axioms if proved else [name]
        return self._made("use", retyped(said, types), data=(name, dict(types)), axioms=axioms)

    def arith(self, premises: Sequence[Theorem], goal: Term, certificate: Sequence[Any]) -> Theorem:
        """A relation between reals that follows from others by a proof."""
        certify([th.conclusion for th in premises], self._prop(goal), certificate)
        return self._made("arith", goal, *premises, data=certificate)
