"""Statements: an inequality or an equation between two real expressions on a domain."""

from __future__ import annotations
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact
from .domain import Domain
from .evaluation import Point, value_at
from .expressions import Expression
from .kernel.branches import clashing
from .kernel.goals import Goal, meaningless, opposed
from .kernel.spans import Undefined, span
from .kernel.terms import ZERO, Term, made, num, var
from .latex import latex_of_claim
from .names_in_latex import like_a_function, look_alike
from .notation import term_and_whether_collected, term_of
from .reading import CLAIMED, read_claim


def budgets_in(one: Expression) -> Iterator[Expression]:
    """The last argument of each d_eps in an expression.

    >>> from .reading import read_expression
    >>> [one.as_side for one in budgets_in(read_expression("d_eps(x, y, 2*eps) - d_eps(x, y, t)"))]
    ['2*eps', 't']
    """
    if one.head == "call" and one.value in ("d_eps", "deps") and len(one.args) == 3:
        yield one.args[2]
    for inner in one.args:
        yield from budgets_in(inner)


@dataclass(frozen=True)
class Statement:
    """Two sides, a relation (>=, >, <=, <, =), and the domain on which it is claimed.

    One object gives the text, the LaTeX, the values in balls and the goal that is proved. It claims
    that both sides are defined on all of the domain too, with 0 log 0 = 0.

    >>> pinsker = Statement.of("kl(p, q) >= 2*(p - q)^2", "p in [0, 1], q in (0, 1)")
    >>> print(pinsker)
    kl(p, q) >= 2*(p - q)^2 for p in [0, 1], q in (0, 1)
    >>> pinsker.evaluate({"p": "0.5", "q": "0.25"}).decimal_lo(15)
    '0.0188410362258904'
    """

    left: Expression
    relation: str
    right: Expression
    domain: Domain

    def __post_init__(self) -> None:
        if self.relation not in CLAIMED:
            raise ValueError(
                f"The relation is {self.relation!r}; give one of {', '.join(CLAIMED)}."
            )
        _ = self.sides
        if alike := look_alike(self.domain.names):
            raise ValueError(f"The names {alike[0]} and {alike[1]} are printed alike; rename one.")
        if name := like_a_function(self.domain.names):
            raise ValueError(f"The name {name} is printed as a function; give it another one.")
        for one in (*budgets_in(self.left), *budgets_in(self.right)):
            self._require_budget(one)

    def _require_budget(self, budget: Expression) -> None:
        """Raise ValueError if the eps of d_eps may be negative: d_eps has no meaning there."""
        term = self.domain.at_points(term_of(budget, self.domain.names))
        shown = any(term is condition for condition, _ in self.domain.given)
        with suppress(Undefined):
            shown |= span(term, Goal(ZERO, False, self.domain.region).box).positive(False)
        if not shown:
            raise ValueError(
                f"The eps of d_eps is {budget.as_side}, which may be negative; give a range, or a "
                "condition, by which it is >= 0."
            )

    @classmethod
    def of(cls, claim: str, domain: str = "") -> Statement:
        """The statement of a claim such as "x*y <= 1", and a domain such as "x, y in [0, 1]".

        The domain lists a range for each variable, then side conditions such as p < q.
        """
        return cls(*read_claim(claim), Domain.of(domain))

    @classmethod
    def from_sympy(cls, claim: Any, domain: str = "") -> Statement:
        """The statement of a SymPy inequality or equation; an expression is claimed to be >= 0.

        >>> import sympy
        >>> x = sympy.Symbol("x")
        >>> print(Statement.from_sympy(sympy.exp(x) - 1 - x, "x in (-inf, inf)"))
        -x + exp(x) - 1 >= 0 for x in (-inf, inf)
        """
        from .sympy_forms import sides_of

        return cls(*sides_of(claim), Domain.of(domain))

    @property
    def claim(self) -> str:
        """The inequality as a text."""
        return f"{self.left.as_side} {self.relation} {self.right.as_side}"

    @property
    def text(self) -> str:
        """The inequality and its domain as a text."""
        where = str(self.domain)
        return f"{self.claim} for {where}" if where else self.claim

    def __str__(self) -> str:
        return self.text

    @property
    def latex(self) -> str:
        """The inequality and its domain in LaTeX."""
        return latex_of_claim(self.left, self.relation, self.right, self.domain)

    @property
    def sympy(self) -> Any:
        """The inequality as one of SymPy, in real symbols, without its domain."""
        from .sympy_forms import relational, sympy_of

        return relational(sympy_of(self.left), self.relation, sympy_of(self.right))

    @cached_property
    def sides(self) -> tuple[Term, Term]:
        """The terms of both sides."""
        return self._read[0][0], self._read[1][0]

    @cached_property
    def _read(self) -> tuple[tuple[Term, bool], tuple[Term, bool]]:
        """Each side, and whether a sum in it took a logarithm from its like."""
        left, right = self.left, self.right
        names = self.domain.names
        return term_and_whether_collected(left, names), term_and_whether_collected(right, names)

    @cached_property
    def goal(self) -> Goal:
        """What the kernel checks: the larger side minus the smaller one is >= 0.

        Two sides are equal if minus the distance between them is >= 0.
        """
        left, right = self.sides
        larger, smaller = (left, right) if self.relation[0] == ">" else (right, left)
        fixed = {var(name): num(value) for name, value in self.domain.fixed.items()}
        if clashing(larger - smaller, fixed):
            raise ValueError(
                f"The statement {self} takes the difference of two infinite numbers where "
                f"{', '.join(self.domain.fixed)} is fixed; give another point."
            )
        claimed = larger - smaller
        if self.relation == "=":
            claimed = -made("abs", (claimed,))
        term = self.domain.at_points(claimed)
        strict = self.relation in ("<", ">")
        within = any(collected for _, collected in self._read)
        literal = not (meaningless(term) or within or opposed((left, -right)))
        return Goal(term, strict, self.domain.region, self.domain.given, literal)

    def evaluate(self, point: Mapping[str, Number | Enclosure]) -> Enclosure:
        """The value of the left side minus the right one at a point, or on a box.

        Raises ValueError where it is not defined.
        """
        left, right = self.sides
        return self._value(left - right, self.point(point))

    def evaluate_sides(
        self, point: Mapping[str, Number | Enclosure]
    ) -> tuple[Enclosure, Enclosure]:
        """The values of both sides at a point.

        >>> left, right = Statement.of("x^2 >= x", "x in [1, inf)").evaluate_sides({"x": 3})
        >>> float(left), float(right)
        (9.0, 3.0)
        """
        there = self.point(point)
        left, right = (self._value(side, there) for side in self.sides)
        return left, right

    def point(self, given: Mapping[str, Number | Enclosure]) -> Point:
        """A value for each variable; those whose range is a point may be left out."""
        fixed: dict[str, Fraction | Enclosure] = {**self.domain.fixed}
        for name, value in given.items():
            if name not in self.domain.names:
                raise ValueError(
                    f"{name} is no variable of the statement; give {', '.join(self.domain.names)}."
                )
            fixed[name] = value if isinstance(value, Enclosure) else exact(value)
        missing = [name for name in self.domain.names if name not in fixed]
        if missing:
            raise ValueError(f"The point has no {missing[0]}; give a number for every variable.")
        return fixed

    def _value(self, term: Term, point: Point) -> Enclosure:
        try:
            return value_at(term, point)
        except Undefined as reason:
            where = ", ".join(f"{name} = {value}" for name, value in point.items())
            raise ValueError(f"The statement has no value at {where}: {reason}.") from None
