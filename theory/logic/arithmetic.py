"""Relations between reals that follow from others, by proofs that the checker accepts.

Real terms are read with what is no arithmetic as unknown numbers. The functions of the logic are
total, those of the checker are not: each partial subterm needs a proof, under the premises that
stand before it, that it is defined. So nothing rests on a value of 1/0 or log(0).
"""

from __future__ import annotations
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeGuard
from banditproof.theory.prover.functions import KNOWN
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import PI, add, made, mul, num, power, replaced, var
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.narrowing import cut, is_empty, linear_bound
from banditproof.theory.prover.two_checks import check_once
from .simple_types import NAT, PROP, REAL, Type, arrow
from .terms import App, Const, Refused, Term, normal, require

_ONE, _TWO = arrow(REAL, REAL), arrow(REAL, REAL, REAL)
SIGNATURE: Mapping[str, Type] = {
    **dict.fromkeys(("le", "lt"), arrow(REAL, REAL, PROP)),
    **dict.fromkeys(("add", "sub", "mul", "div", "min", "max", "kl"), _TWO),
    **dict.fromkeys(("neg", "exp", "log", "sqrt", "abs"), _ONE),
    **dict.fromkeys(("nadd", "nmul"), arrow(NAT, NAT, NAT)),
    "pow": arrow(REAL, NAT, REAL),
    "real": arrow(NAT, REAL),
    "PI": REAL,
}
"""The constants whose meaning is fixed here: those of the field of reals and its functions."""
TO_REAL = Const("real", SIGNATURE["real"])
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
VALUES: Mapping[str, Callable[..., Expression]] = {
    **{name: KNOWN[name].term for name in ("exp", "log", "sqrt", "abs", "kl")},
    **dict.fromkeys(("add", "nadd"), add),
    **dict.fromkeys(("mul", "nmul"), mul),
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "div": lambda a, b: mul(a, power(b, -1)),
    "min": lambda a, b: made("min", (a, b)),
    "max": lambda a, b: made("max", (a, b)),
    "PI": lambda: PI,
}
"""What the functions of reals, and of natural numbers, are for the checker."""
POSITIVE, NONNEGATIVE, NONZERO = "> 0", ">= 0", "!= 0"
NEEDS: Mapping[str, Callable[..., list[tuple[Expression, str]]]] = {
    "div": lambda a, b: [(b, NONZERO)],
    "log": lambda a: [(a, POSITIVE)],
    "sqrt": lambda a: [(a, NONNEGATIVE)],
    "kl": lambda p, q: [
        (t, s) for x, s in ((p, NONNEGATIVE), (q, POSITIVE)) for t in (x, num(1) - x)
    ],
}
"""The signs without which a function is not defined."""


def spine(term: Term) -> tuple[Term, list[Term]]:
    """The head of an application, and its arguments.

    >>> spine(App(Const("neg", _ONE), Const("2", REAL)))[1]
    [Const(name='2', type=('R',))]
    """
    args: list[Term] = []
    while isinstance(term, App):
        args.insert(0, term.arg)
        term = term.head
    return term, args


def is_numeral(term: Term) -> TypeGuard[Const]:
    """Whether a term is a numeral: 5 of the type N, 5 or 0.5 of the type R."""
    if not isinstance(term, Const) or not NUMBER.fullmatch(term.name):
        return False
    return term.type == REAL or (term.type == NAT and "." not in term.name)


def relation(term: Term) -> tuple[Term, str, Term] | None:
    """The sides and the sign of a <= b, a < b or a = b between reals; not a <= b is b < a."""
    head, args = spine(term)
    if not isinstance(head, Const) or len(args) != 2:
        return None
    if head.name in ("le", "lt"):
        return args[0], "<=" if head.name == "le" else "<", args[1]
    if head.name == "=" and head.type[1] == REAL:
        return args[0], "==", args[1]
    inner = relation(args[0]) if head.name == "imp" and args[1] == Const("False", PROP) else None
    if inner is None or inner[1] == "==":
        return None
    return inner[2], "<" if inner[1] == "<=" else "<=", inner[0]


@dataclass
class State:
    """The premises so far, as the checker has them, and what must still be shown to be defined."""

    unknowns: dict[Term, str] = field(default_factory=dict)
    equal: dict[Expression, Expression] = field(default_factory=dict)
    given: list[tuple[Expression, bool]] = field(default_factory=list)
    needed: list[tuple[Expression, str]] = field(default_factory=list)

    def real(self, term: Term, whole: bool = False) -> Expression:
        """A real term, or the real number of a natural one, as an expression of the checker."""
        head, args = spine(term)
        if is_numeral(head):
            return num(Fraction(head.name))
        name = head.name if isinstance(head, Const) else ""
        if name == "pow" and is_numeral(args[1]):
            return power(self.real(args[0]), Fraction(args[1].name))
        if name == "real":
            return self.real(args[0], whole=True)
        if name not in VALUES:
            unknown = normal(App(TO_REAL, term) if whole else term)
            return var(self.unknowns.setdefault(unknown, f"v{len(self.unknowns)}"))
        values = [self.real(arg, whole) for arg in args]
        if name in NEEDS:
            self.needed += NEEDS[name](*values)
        return VALUES[name](*values)

    def goal(self, term: Expression, strict: bool) -> Goal | None:
        """The term >= 0, or > 0, under the premises; None if their ranges leave no number."""
        term = replaced(term, self.equal)
        named = (n for t, _ in (*self.given, (term, strict)) for n in sorted(t.variables))
        where = dict.fromkeys(named, Interval(None, None))
        given = []
        for item, is_strict in self.given:
            if (bound := linear_bound(item)) is None:
                given.append((item, is_strict))
            else:
                name, at, high = bound
                where[name] = cut(where[name], at, high, is_strict)
        numbers = [(t, POSITIVE if s else NONNEGATIVE) for t, s in given if t.kind == "num"]
        if any(map(is_empty, where.values())) or not all(_is_plain(*pair) for pair in numbers):
            return None
        points = {var(n): num(w.lo) for n, w in where.items() if w.lo is not None and w.lo == w.hi}
        there = tuple(dict.fromkeys((replaced(t, points), s) for t, s in given))
        region = tuple((n, w) for n, w in where.items() if var(n) not in points)
        return Goal(replaced(term, points), strict, region, there, literal=False)

    def obligations(self) -> list[tuple[Expression, str]]:
        """What must be shown for the terms read so far to be defined, each once."""
        needed, self.needed = dict.fromkeys(self.needed), []
        return [(term, sign) for term, sign in needed if not _is_plain(term, sign)]

    def premise(self, left: Expression, sign: str, right: Expression) -> None:
        """Take a relation whose sides are known to be defined."""
        left, right = replaced(left, self.equal), replaced(right, self.equal)
        if sign != "==":
            self.given.append((right - left, sign == "<"))
            return
        for a, b in ((left, right), (right, left)):
            if a.kind == "var" and a.value not in b.variables:
                self.equal = {k: replaced(v, {a: b}) for k, v in self.equal.items()} | {a: b}
                self.given = [(replaced(t, {a: b}), s) for t, s in self.given]
                return
        self.given += [(right - left, False), (left - right, False)]


def to_show(premises: Sequence[Term], goal: Term, state: State) -> Iterator[list[Goal]]:
    """What is to be shown, in its order: each time one of some goals."""

    def claimed(strict: bool, *terms: Expression) -> Iterator[list[Goal]]:
        goals = [goal for term in terms if (goal := state.goal(term, strict)) is not None]
        if goals:  # what is claimed of no numbers at all is true
            yield goals

    for place, item in enumerate((*premises, goal)):
        sides = relation(item)
        if sides is None:
            raise Refused("That is no relation between reals.")
        left, right = state.real(sides[0]), state.real(sides[2])
        for term, sign in state.obligations():
            terms = (term, -term) if sign == NONZERO else (term,)
            yield from claimed(sign != NONNEGATIVE, *terms)
        if place < len(premises):
            state.premise(left, sides[1], right)
            continue
        yield from claimed(sides[1] == "<", right - left)
        if sides[1] == "==":
            yield from claimed(False, left - right)


def certify(premises: Sequence[Term], goal: Term, certificate: Sequence[Any]) -> None:
    """Raise Refused unless a certificate shows the goal under the premises.

    For each thing to show it has the place of the goal that is shown, and a proof tree.
    """
    require(type(certificate) in (list, tuple), "A certificate is a list.")
    left = list(certificate)
    for goals in to_show(premises, goal, State()):
        require(left, "The certificate ends too soon.")
        require(type(left[0]) in (list, tuple) and len(left[0]) == 2, "A goal and a proof belong.")
        place, tree = left.pop(0)
        require(isinstance(place, int) and 0 <= place < len(goals), "There is no such goal.")
        try:
            check_once(goals[place], tree)
        except ValueError as error:
            raise Refused(f"The checker of inequalities refuses the proof: {error}") from None
    require(not left, "The certificate is longer than what it shows.")


def _is_plain(term: Expression, sign: str) -> bool:
    """Whether a term is a number of the sign."""
    if term.kind != "num" or sign == NONZERO:
        return bool(term.kind == "num" and term.value)
    return bool(term.value > 0 or (sign == NONNEGATIVE and not term.value))
