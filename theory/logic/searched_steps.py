"""The steps of arithmetic in the terms of the search, and certificates written for the kernel.

The kernel reads a step into its own terms (`arithmetic.py`); the search has others. Here a step is
read into these, alike: a proof that was found, or stored, is of what is listed here, and is written
in the rules of the kernel before that judges it. Nothing here is trusted.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from banditproof.theory.prover.checker.functions import FUNCTIONS
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.functions import KNOWN
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.terms import PI, add, made, mul, num, power, replaced, var
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.narrowing import cut, is_empty, linear_bound
from .arithmetic import NONNEGATIVE, NONZERO, POSITIVE, ROOTS, TO_REAL, is_numeral, relation, spine
from .terms import App, Const, Refused, Term, normal

FOUND = "found"
"""Where a proof keeps the one from which it was written, in the rules of the search, for Coq."""
VALUES: Mapping[str, Callable[..., Expression]] = {
    **{name: KNOWN[name].term for name in ("abs", "kl", *FUNCTIONS)},
    **{name: lambda a, k=k: power(a, Fraction(1, k)) for name, k in ROOTS.items()},
    **dict.fromkeys(("add", "nadd"), add),
    **dict.fromkeys(("mul", "nmul"), mul),
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "div": lambda a, b: mul(a, power(b, -1)),
    "min": lambda a, b: made("min", (a, b)),
    "max": lambda a, b: made("max", (a, b)),
    "PI": lambda: PI,
}
"""What the functions of reals, and of natural numbers, are for the search."""
NEEDS: Mapping[str, Callable[..., list[tuple[Expression, str]]]] = {
    "div": lambda a, b: [(b, NONZERO)],
    "log": lambda a: [(a, POSITIVE)],
    **dict.fromkeys(("xlogx", *ROOTS), lambda a: [(a, NONNEGATIVE)]),
    "kl": lambda p, q: [
        (t, s) for x, s in ((p, NONNEGATIVE), (q, POSITIVE)) for t in (x, num(1) - x)
    ],
}
"""The signs without which a function is not defined."""


@dataclass
class State:
    """The premises so far, as the search has them, and what must still be shown to be defined."""

    unknowns: dict[Term, str] = field(default_factory=dict)
    equal: dict[str, Expression] = field(default_factory=dict)
    """What the names of unknowns are equal to; none of these stands in such a value."""
    given: list[tuple[Expression, bool]] = field(default_factory=list)
    needed: list[tuple[Expression, str]] = field(default_factory=list)

    def real(self, term: Term, whole: bool = False) -> Expression:
        """A real term, or the real number of a natural one, as an expression of the search."""
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
        term = self.known(term)
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

    def known(self, term: Expression) -> Expression:
        """The term in the unknowns that no premise says another value of."""
        names = term.variables & self.equal.keys()
        return replaced(term, {var(name): self.equal[name] for name in names}) if names else term

    def obligations(self) -> list[tuple[Expression, str]]:
        """What must be shown for the terms read so far to be defined, each once."""
        needed, self.needed = dict.fromkeys(self.needed), []
        return [(term, sign) for term, sign in needed if not _is_plain(term, sign)]

    def premise(self, left: Expression, sign: str, right: Expression) -> None:
        """Take a relation whose sides are known to be defined."""
        left, right = self.known(left), self.known(right)
        if sign != "=":
            self.given.append((right - left, sign == "<"))
            return
        for a, b in ((left, right), (right, left)):
            if a.kind == "var" and a.value not in b.variables:
                for name, value in self.equal.items():
                    self.equal[name] = replaced(value, {a: b})
                self.equal[a.value] = b
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
        if sides[1] == "=":
            yield from claimed(False, left - right)


def _is_plain(term: Expression, sign: str) -> bool:
    """Whether a term is a number of the sign."""
    if term.kind != "num" or sign == NONZERO:
        return bool(term.kind == "num" and term.value)
    return bool(term.value > 0 or (sign == NONNEGATIVE and not term.value))


def written(premises: Sequence[Term], goal: Term, certificate: Sequence[Any]) -> list[Any]:
    """A certificate in the rules of the kernel, from one in those of the search."""
    results, left = list[Any](), list(certificate)
    for goals in to_show(premises, goal, State()):
        if not left:
            raise Refused("The certificate ends too soon.")
        try:
            place, tree = left.pop(0)
            proof = elaborated(goals[place], tree)
        except (ValueError, LookupError, TypeError) as error:
            raise Refused(f"The certificate is not of this step: {error}") from None
        results.append([place, {**proof, FOUND: tree}])
    return results + left
