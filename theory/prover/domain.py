"""The domain of a statement: a range for each variable, and side conditions on them."""

from __future__ import annotations
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from banditproof.theory.enclosure import Enclosure
from .chains import Chain, Range
from .evaluation import value_at
from .kernel.forms import is_zero
from .kernel.goals import Goal, Interval
from .kernel.spans import Undefined, span
from .kernel.terms import ZERO, Term, add, num, replaced, var
from .linear_conditions import contradictory
from .narrowing import cut, is_empty, linear_bound, linear_parts
from .notation import RESERVED, term_of
from .reading import read_domain

Condition = tuple[Term, bool]
OUTWARD = 64
"""A range with an irrational end is widened by 2^-64 of it; a side condition says the rest."""
MOST_VARIABLES = 12
SIMPLE = 10_000
"""Rational numbers of larger denominators are not looked for behind an end such as sqrt(4)."""


@dataclass(frozen=True)
class Domain:
    """Ranges and side conditions as they are written; `region` and `given` are their meaning.

    >>> domain = Domain.of("p in [0, 1], q in (0, 1), p < q, q <= 1/2")
    >>> print(domain)
    p in [0, 1], q in (0, 1), p < q, q <= 1/2
    >>> print(domain.region[1][1].hi, len(domain.given))
    1/2 1
    """

    ranges: tuple[Range, ...]
    conditions: tuple[Chain, ...]

    def __post_init__(self) -> None:
        self._require_names()
        self._require_points()

    @classmethod
    def of(cls, text: str) -> Domain:
        """The domain of a text; raises ValueError if it is empty at sight."""
        return cls(*read_domain(text))

    def __str__(self) -> str:
        return ", ".join(map(str, (*self.ranges, *self.conditions)))

    @property
    def names(self) -> tuple[str, ...]:
        """The variables in their order."""
        return tuple(item.name for item in self.ranges)

    @property
    def region(self) -> tuple[tuple[str, Interval], ...]:
        """The interval of each variable that is not a single point."""
        return tuple((n, w) for n, w in self._meaning[0].items() if n not in self.fixed)

    @property
    def fixed(self) -> dict[str, Fraction]:
        """The variables whose range is a point."""
        return {n: w.lo for n, w in self._meaning[0].items() if w.lo is not None and w.lo == w.hi}

    @property
    def given(self) -> tuple[Condition, ...]:
        """What the side conditions say beyond the intervals: terms >= 0, or > 0."""
        return self._meaning[1]

    @property
    def irrational_ends(self) -> tuple[tuple[str, Term], ...]:
        """The ends that are not rational and belong to an interval, each as a term."""
        results = []
        for term, strict in self.given:
            lead, offset = linear_parts(term)
            if not strict and lead is not None:
                (name,) = term.variables
                results.append((name, num(-1 / lead) * offset))
        return tuple(results)

    def at_points(self, term: Term) -> Term:
        """The term with the values of the variables whose range is a point."""
        return replaced(term, {var(name): num(value) for name, value in self.fixed.items()})

    @cached_property
    def _meaning(self) -> tuple[dict[str, Interval], tuple[Condition, ...]]:
        where: dict[str, Interval] = {}
        left: list[tuple[str, Term, bool]] = []
        for item in self.ranges:
            where[item.name], beyond = _interval(item)
            left += [(str(item), *condition) for condition in beyond]
        for chain in self.conditions:
            left += [(str(chain), *condition) for condition in _terms(chain, self.names)]
        return where, _narrowed(where, left)

    def _require_names(self) -> None:
        if len(self.ranges) > MOST_VARIABLES:
            raise ValueError(
                f"The domain has {len(self.ranges)} variables; give at most {MOST_VARIABLES}."
            )
        for item in self.ranges:
            if item.name in RESERVED:
                raise ValueError(
                    f"{item.name} has a meaning already; give the variable another name."
                )
            for end in (item.low, item.high):
                if end is not None and "e" in end.names.intersection(self.names):
                    raise ValueError(
                        f"The range of {item.name} ends at {end}, and e is a variable here; give "
                        "the end in numbers."
                    )
            if self.names.count(item.name) > 1:
                raise ValueError(f"{item.name} has two ranges; give it one.")

    def _require_points(self) -> None:
        """Raise ValueError if the domain is empty at sight."""
        given = self.given
        box = Goal(ZERO, False, self.region).box
        for term, strict in given:
            try:
                never = span(term, box).negated().positive(not strict)
            except Undefined:
                continue
            if never:
                raise self._empty()
        # a sum without variables has none that cancel, so both terms have the same ones
        pairs = combinations_with_replacement(given, 2)
        alike = (p for p in pairs if p[0][0].variables == p[1][0].variables)
        against = any(_never(a + b, s or t) for (a, s), (b, t) in alike)
        if contradictory([*given, *_ends(self.region)]) or against:
            raise self._empty()

    def _empty(self) -> ValueError:
        return ValueError(f"The domain {self} is empty; give conditions that hold somewhere.")


def _interval(one: Range) -> tuple[Interval, list[Condition]]:
    """The interval of a range, and conditions for its ends that are not rational."""
    ends: list[Fraction | None] = []
    beyond: list[Condition] = []
    open_ends = {-1: one.low_open, 1: one.high_open}
    for outward, end in ((-1, one.low), (1, one.high)):
        if end is None:
            ends.append(None)
            continue
        if end.names - {"pi", "e"}:
            relation = (">" if outward < 0 else "<") + "=" * (not open_ends[outward])
            raise ValueError(
                f"The range of {one.name} ends at {end}, which is not a number; give the end in "
                f"numbers, and the side condition {one.name} {relation} {end}."
            )
        term = term_of(end, ())
        result = value_at(term, {})
        if not result.is_finite:
            raise ValueError(f"The range of {one.name} ends at {end}; give a smaller number.")
        exact = result.lower if result.lo == result.hi else _rational(term, result.lower)
        if exact is None:
            exact = _outward(result, outward)
            beyond.append((num(outward) * (term - var(one.name)), open_ends[outward]))
            open_ends[outward] = True  # the widened end itself lies outside
        ends.append(exact)
    low, high = ends
    where = Interval(low, high, open_ends[-1], open_ends[1])
    if is_empty(where):
        raise ValueError(f"The range {one} is empty; give its ends in order.")
    return where, beyond


def _outward(value: Enclosure, direction: int) -> Fraction:
    """A short number beyond all of an enclosure, close to it."""
    near = value.upper if direction > 0 else value.lower
    size = near.numerator.bit_length() - near.denominator.bit_length()
    unit = Fraction(1, 1 << max(0, OUTWARD - size))
    return (near // unit + (2 if direction > 0 else -1)) * unit


def _rational(term: Term, near: Fraction) -> Fraction | None:
    """The value of a term without variables, if it is shown to be rational."""
    if term.kind == "num":
        return Fraction(term.value)
    guess = near.limit_denominator(SIMPLE)
    return guess if is_zero(term - num(guess)) else None


def _terms(chain: Chain, names: Iterable[str]) -> list[Condition]:
    """The conditions of a chain: the larger side minus the smaller one."""
    known = list(names)
    sides = [term_of(side, known) for side in chain.sides]
    results = []
    for relation, left, right in zip(chain.relations, sides, sides[1:], strict=False):
        larger, smaller = (left, right) if relation[0] == ">" else (right, left)
        results.append((larger - smaller, len(relation) == 1))
    return results


def _narrowed(
    where: dict[str, Interval], left: list[tuple[str, Term, bool]]
) -> tuple[Condition, ...]:
    """Narrow the intervals by conditions on one variable, as x <= 1/2; the conditions that stay."""
    given: list[tuple[str, Term, bool]] = []
    changed = True
    while changed:
        changed, given = False, []
        points = {var(n): num(w.lo) for n, w in where.items() if w.lo is not None and w.lo == w.hi}
        for text, term, strict in left:
            there = replaced(term, points)
            if not there.variables:
                _require_true(text, there, strict)
                continue
            bound = linear_bound(there)
            if bound is None:
                given.append((text, there, strict))
                continue
            name, at, high = bound
            where[name], before = cut(where[name], at, high, strict), where[name]
            if is_empty(where[name]):
                raise ValueError(
                    f"The condition {text} holds nowhere in the domain; give one that holds "
                    "somewhere."
                )
            changed = changed or before != where[name]
        left = given
    return tuple(dict.fromkeys((term, strict) for _, term, strict in given))


def _require_true(text: str, term: Term, strict: bool) -> None:
    try:
        value = value_at(term, {})
    except ValueError:
        holds = False
    else:
        holds = bool(value.lo > 0) or (value.lo == 0 and not strict)
    if not holds:
        raise ValueError(f"The condition {text} does not hold; give one that holds somewhere.")


def _never(term: Term, strict: bool) -> bool:
    """Whether a term is seen to be no number >= 0 (> 0 if strict)."""
    if term.variables:
        return False
    try:
        return span(term, {}).negated().positive(not strict) or (strict and is_zero(term))
    except Undefined:
        return False


def _ends(region: Iterable[tuple[str, Interval]]) -> list[Condition]:
    """The ends of the intervals as conditions."""
    results = []
    for name, where in region:
        if where.lo is not None:
            results.append((add(var(name), num(-where.lo)), where.lo_open))
        if where.hi is not None:
            results.append((add(num(where.hi), -var(name)), where.hi_open))
    return results
