"""Relations between real quantities, as a step of a proof states them.

A relation is two terms in the prover's notation with a sign between: `kl(p, q) >= 2*(p-q)^2`. It
is about the quantities of a domain, `p in [0,1], q in (0,1), p < q`, and may be shown under other
relations, which earlier steps gave.
"""

from __future__ import annotations
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from banditproof.theory.prover.chains import Range
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.kernel.terms import Term

SIGN = re.compile(r"<=|>=|==?|<|>")
TURNED = str.maketrans("<>", "><")
NUMBER = "pi"
"""A name that every term reads as a number, so that no range speaks of it."""


@dataclass(frozen=True)
class Relation:
    """A sign between two terms.

    >>> Relation.of("n*p <= m").sign, sorted(Relation.of("n*p <= m").names)
    ('<=', ['m', 'n', 'p'])
    >>> Relation.of("b = x^2") == Relation.of("b == x**2")
    True
    """

    left: Term
    sign: str
    right: Term
    collected: bool = field(default=False, compare=False)
    """Whether a side took a logarithm from its like; two infinite terms have no difference."""
    budgets: tuple[Term, ...] = field(default=(), compare=False)
    """The eps of each d_eps that is written, whatever becomes of it in the terms."""

    @classmethod
    def of(cls, text: str) -> Relation:
        """The relation that a text means."""
        return _relation(text)

    def __str__(self) -> str:
        """The relation in the prover's notation.

        >>> print(Relation.of("p<=exp(-n)").with_values({}))
        p <= exp(-1*n)
        """
        from banditproof.theory.prover.notation import written

        return f"{written(self.left)} {self.sign} {written(self.right)}"

    @property
    def names(self) -> frozenset[str]:
        """The quantities of both sides."""
        return self.left.variables | self.right.variables

    @property
    def strict(self) -> bool:
        """Whether the sign excludes equality."""
        return self.sign in ("<", ">")

    @property
    def turned(self) -> Relation:
        """The same relation with its sides exchanged.

        >>> print(Relation.of("p <= 1").turned)
        1 >= p
        """
        return replace(self, left=self.right, sign=self.sign.translate(TURNED), right=self.left)

    @property
    def signed(self) -> tuple[Term, ...]:
        """The terms that are >= 0 (> 0 if strict) where the relation holds: two for an equation."""
        rest = self.right - self.left if self.sign in ("<=", "<") else self.left - self.right
        return (rest, -rest) if self.sign == "=" else (rest,)

    @property
    def definition(self) -> tuple[str, Term] | None:
        """The name and the term of an equation that gives a name; None for other relations."""
        if self.sign != "=" or self.left.kind != "var":
            return None
        name = str(self.left.value)
        return None if name in self.right.variables else (name, self.right)

    def says_the_same_as(self, other: Relation) -> bool:
        """Whether the differences of the sides are the same, by exact normal forms."""
        from banditproof.theory.prover.kernel.forms import is_zero

        alike = self.strict == other.strict and (self.sign == "=") == (other.sign == "=")
        return alike and any(is_zero(one - other.signed[0]) for one in self.signed)

    def is_written_like(self, other: Relation) -> bool:
        """Whether another relation has the same terms, which may change sides with the sign.

        Terms of equal value are not enough: one may be undefined where the other one is not.

        >>> short, long = Relation.of("x <= 1"), Relation.of("x^2/x <= 1")
        >>> short.is_written_like(long), short.is_written_like(Relation.of("1 >= x"))
        (False, True)
        """
        alike = self in (other, other.turned)
        return alike and not self.collected and not other.collected

    def with_values(self, values: Mapping[str, Term]) -> Relation:
        """The relation with terms in place of names."""
        from banditproof.theory.prover.kernel.goals import collects
        from banditproof.theory.prover.kernel.terms import replaced, var

        there = {var(name): value for name, value in values.items()}
        left, right = (replaced(side, there) for side in (self.left, self.right))
        merged = self.collected or any(collects(side, there) for side in (self.left, self.right))
        budgets = tuple(replaced(one, there) for one in self.budgets)
        return replace(self, left=left, right=right, collected=merged, budgets=budgets)


@dataclass(frozen=True)
class Domain:
    """Where the quantities of a relation lie: ranges, and side conditions after them.

    >>> Domain("p in [0,1], n in [1,inf), p < 1/n").conditions
    ('p < 1/n',)
    """

    text: str

    @cached_property
    def ranges(self) -> Mapping[str, Interval]:
        """The range of each quantity."""
        return _read(self.text).intervals

    @property
    def conditions(self) -> tuple[str, ...]:
        """The side conditions."""
        return _read(self.text).conditions

    @property
    def names(self) -> frozenset[str]:
        """The quantities of which it says something."""
        conditions = map(Relation.of, self.conditions)
        return frozenset(self.ranges).union(*(one.names for one in conditions))

    def about(self, names: Collection[str]) -> str:
        """What the domain says of some quantities, and of those that its conditions tie to them.

        >>> Domain("p in [0,1], n in [1,inf), x in [0,1], p < 1/n").about(["p"])
        'p in [0, 1], n in [1, inf), p < 1/n'
        """
        return ", ".join((*self.ranges_of(self.tied_to(names)), *self.conditions_on(names)))

    def ranges_of(self, names: Collection[str]) -> list[str]:
        """The ranges of some quantities, as it gives them.

        >>> Domain("p in [0,1], n in [1,inf), p < 1/n").ranges_of(["n"])
        ['n in [1, inf)']
        """
        return [str(item) for item in _read(self.text).ranges if item.name in names]

    def tied_to(self, names: Collection[str]) -> frozenset[str]:
        """Some quantities, and those that conditions tie to them.

        >>> sorted(Domain("p in [0,1], n in [1,inf), x in [0,1], p < 1/n").tied_to(["p"]))
        ['n', 'p']
        """
        conditions = self.conditions_on(names)
        return frozenset(names).union(*(Relation.of(text).names for text in conditions))

    def conditions_on(self, names: Collection[str]) -> tuple[str, ...]:
        """The conditions on some quantities, and on those that conditions tie to them.

        >>> Domain("p in [0,1], n in [1,inf), x in [0,1], p < 1/n, n >= 1/x").conditions_on(["p"])
        ('p < 1/n', 'n >= 1/x')
        """
        known, before = set(names), -1
        while before < len(known):
            before = len(known)
            for text in self.conditions:
                tied = Relation.of(text).names
                known |= tied if tied & known else set()
        return tuple(text for text in self.conditions if Relation.of(text).names & known)

    def membership(self, name: str, value: Term) -> list[Relation]:
        """That a value lies in the range of a name."""
        return within(value, self.ranges[name])

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All that it says, the ends of its ranges first.

        >>> [str(item) for item in Domain("p in [0,1), n in [1,inf), p < 1/n").relations]
        ['p >= 0', 'p < 1', 'n >= 1', 'p < n^(-1)']
        """
        from banditproof.theory.prover.kernel.terms import var

        ends = (item for name in self.ranges for item in self.membership(name, var(name)))
        return (*ends, *map(Relation.of, self.conditions))

    def says(self, item: Relation) -> bool:
        """Whether a relation is a condition here, or a range says it."""
        return is_in_range(item, self.ranges) or item in map(Relation.of, self.conditions)

    def and_that(self, other: str) -> Domain:
        """The domain with more ranges or conditions."""
        return Domain(", ".join(filter(None, (self.text, other))))


def within(value: Term, where: Interval) -> list[Relation]:
    """That a value lies in an interval."""
    from banditproof.theory.prover.kernel.terms import num

    result = []
    if where.lo is not None:
        result.append(Relation(value, ">" if where.lo_open else ">=", num(where.lo)))
    if where.hi is not None:
        result.append(Relation(value, "<" if where.hi_open else "<=", num(where.hi)))
    return result


def is_in_range(one: Relation, ranges: Mapping[str, Interval]) -> bool:
    """Whether a relation bounds one quantity, and its range says so already.

    >>> ranges = Domain("x in [0,1)").ranges
    >>> [is_in_range(Relation.of(text), ranges) for text in ("x < 1", "-1 <= x", "x > 0")]
    [True, True, False]
    """
    from banditproof.theory.prover.kernel.goals import Interval

    low, high = (one.right, one.left) if ">" in one.sign else (one.left, one.right)
    if one.sign == "=" or {low.kind, high.kind} != {"var", "num"}:
        return False
    below, name = low.kind == "num", str((high if low.kind == "num" else low).value)
    end = Fraction((low if below else high).value)
    outer = Interval(end, None, one.strict) if below else Interval(None, end, True, one.strict)
    return name in ranges and lies_within(ranges[name], outer)


def lies_within(inner: Interval, outer: Interval) -> bool:
    """Whether one interval lies in another."""
    if inner is outer:
        return True
    low = outer.lo is None or (
        inner.lo is not None
        and (inner.lo > outer.lo or (inner.lo == outer.lo and inner.lo_open >= outer.lo_open))
    )
    high = outer.hi is None or (
        inner.hi is not None
        and (inner.hi < outer.hi or (inner.hi == outer.hi and inner.hi_open >= outer.hi_open))
    )
    return bool(low and high)


class _Read(NamedTuple):
    """The parts of a domain's text."""

    ranges: tuple[Range, ...]
    intervals: Mapping[str, Interval]
    conditions: tuple[str, ...]


@cache
def _relation(text: str) -> Relation:
    from banditproof.theory.prover.notation import parsed, term_of
    from banditproof.theory.prover.reading import read_expression
    from banditproof.theory.prover.statement import budgets_in

    signs = SIGN.findall(text)
    if len(signs) != 1:
        raise ValueError(f"{text!r} is not a relation; give two terms with <=, <, =, > or >=.")
    (left, first), (right, second) = (parsed(side) for side in SIGN.split(text))
    sides = map(read_expression, SIGN.split(text) if "d" in text else ())
    budgets = tuple(term_of(one) for side in sides for one in budgets_in(side))
    sign = "=" if signs[0] == "==" else signs[0]
    return Relation(left, sign, right, first or second, budgets)


@cache
def _read(text: str) -> _Read:
    from banditproof.theory.prover.reading import read_domain

    ranges, chains = read_domain(text)
    intervals: dict[str, Interval] = {}
    for item in ranges:
        if item.name == NUMBER:
            raise ValueError(
                f"{NUMBER} is the number 3.14159... in {text!r}; give the quantity another name."
            )
        if item.name in intervals:
            raise ValueError(f"{item.name} has two ranges in {text!r}; give it one.")
        intervals[item.name] = _interval(item)
    conditions = [
        f"{left.as_side} {sign} {right.as_side}"
        for chain in chains
        for left, sign, right in zip(chain.sides, chain.relations, chain.sides[1:], strict=False)
    ]
    return _Read(ranges, intervals, tuple(conditions))


def _interval(one: Range) -> Interval:
    """The interval of a range, whose ends are rational."""
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.notation import term_of

    ends = [None if end is None else term_of(end, ()) for end in (one.low, one.high)]
    if any(end is not None and end.kind != "num" for end in ends):
        raise ValueError(f"The range {one} has an end that is no rational number.")
    lo, hi = (None if end is None else Fraction(end.value) for end in ends)
    closed = not (one.low_open or one.high_open)
    if lo is not None and hi is not None and (lo > hi or (lo == hi and not closed)):
        raise ValueError(f"The range {one} is empty; give the smaller end first.")
    return _shared(Interval(lo, hi, one.low_open or lo is None, one.high_open or hi is None))


@cache
def _shared(where: Interval) -> Interval:
    """One object for equal intervals, which are compared often."""
    return where


def with_definitions(
    relation: Relation, known: Iterable[Relation]
) -> tuple[Relation, list[Relation]]:
    """A relation with the names that equations define replaced, and the relations that remain.

    >>> from banditproof.theory.prover.notation import written
    >>> found, rest = with_definitions(Relation.of("n*d >= 1"), [Relation.of("n = 1/d")])
    >>> written(found.left), rest
    ('d*d^(-1)', [])
    """
    # Each turn removes an equation, so this ends; a name in its own term is no definition.
    remaining = list(known)
    while True:
        given = next((item for item in remaining if item.definition), None)
        if given is None or given.definition is None:
            return relation, remaining
        remaining.remove(given)
        name, value = given.definition
        relation = relation.with_values({name: value})
        remaining = [item.with_values({name: value}) for item in remaining]


def may_be_whole(term: Term) -> bool:
    """Whether a term is a whole number wherever its quantities are.

    >>> from banditproof.theory.prover.notation import parse
    >>> [may_be_whole(parse(text)) for text in ("n", "2*n*(m - 1)", "n/2", "log(n)")]
    [True, True, False, False]
    """
    if term.kind == "num":
        return Fraction(term.value).denominator == 1
    if term.kind == "pow":
        exponent = Fraction(term.value)
        return exponent >= 0 and exponent.denominator == 1 and all(map(may_be_whole, term.args))
    return term.kind in ("var", "add", "mul") and all(map(may_be_whole, term.args))
