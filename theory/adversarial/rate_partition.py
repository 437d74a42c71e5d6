"""Which of the three algorithms with experts has the best rate: an exact partition, and Table 2.

The parameters are N = T^a, K = T^b, eps = T^-c with 0 <= a <= 2 and 0 <= b, c <= 1; outside, every
rate is at least T, or a rate does not change with a. Rates are linear in (a, b, c), so each has the
best one on a polytope, and T is as good as all of them on a fourth. Constants and logarithms are
left out. All decisions are made by exact linear programs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from banditproof.theory.rational_polytopes import HalfSpace, Polytope, box
from .rates import COROLLARY_8, THEOREM_9, THEOREM_10, WITH_EXPERTS, Point, Rate, Term

ZERO, ONE = Fraction(0), Fraction(1)
PARAMETERS = box((ZERO, Fraction(2)), (ZERO, ONE), (ZERO, ONE))
"""The box of a, b and c."""
LINEAR = Term(1)
"""The regret T, which every algorithm has."""


def no_more(first: Term, second: Term) -> HalfSpace:
    """Where the first rate is at most the second one."""
    row = tuple(x - y for x, y in zip(first.slopes, second.slopes, strict=True))
    return HalfSpace(row, second.time - first.time)


def below(a: int = 0, b: int = 0, c: int = 0, limit: Fraction = ZERO) -> HalfSpace:
    """The half-space of all (a, b, c) at which a linear function is at most a limit."""
    return HalfSpace((Fraction(a), Fraction(b), Fraction(c)), limit)


@dataclass(frozen=True)
class Regime:
    """A part of the parameters, and the rate that is the best there; None where T is.

    `share` is its part of the volume of the box.
    """

    best: Rate | None
    polytope: Polytope

    @property
    def name(self) -> str:
        """The name of the rate."""
        return "no rate below T" if self.best is None else self.best.name

    @property
    def share(self) -> Fraction:
        """The volume of the polytope over that of the box."""
        return self.polytope.volume / PARAMETERS.volume


@cache
def leading(rate: Rate) -> Term:
    """The first term of a rate, which is its largest one wherever the rate is below T.

    >>> leading(THEOREM_10).experts
    Fraction(1, 6)
    """
    first, *others = rate.terms
    for other in others:
        larger = PARAMETERS.cut(no_more(first, other), no_more(first, LINEAR))
        if larger.inner_point() is not None:
            raise ArithmeticError(f"A second term of {rate.name} counts; treat it as a rate.")
    return first


@cache
def regimes() -> tuple[Regime, ...]:
    """The partition: where each rate is the best one, and where none is below T.

    >>> [(regime.name.split(",")[0], str(regime.share)) for regime in regimes()]
    [('Corollary 8', '37/180'), ('Theorem 9', '67/360'), ('Theorem 10', '1/120'), \
('no rate below T', '3/5')]
    """
    terms = {rate: leading(rate) for rate in WITH_EXPERTS}
    results = [
        Regime(
            rate,
            PARAMETERS.cut(
                *(no_more(term, other) for other in terms.values() if other is not term),
                no_more(term, LINEAR),
            ),
        )
        for rate, term in terms.items()
    ]
    none = PARAMETERS.cut(*(no_more(LINEAR, term) for term in terms.values()))
    return (*results, Regime(None, none))


def is_partition(parts: Sequence[Regime]) -> bool:
    """Whether parts have no common inner point and the volume of the box together.

    >>> is_partition(regimes()), is_partition(regimes()[:3])
    (True, False)
    """
    apart = all(
        first.polytope.cut(*second.polytope.half_spaces).inner_point() is None
        for first, second in combinations(parts, 2)
    )
    return apart and sum(part.polytope.volume for part in parts) == PARAMETERS.volume


@dataclass(frozen=True)
class TableRow:
    """A row of Table 2: its conditions on N, K, eps and T, and the rate that it recommends."""

    name: str
    conditions: tuple[HalfSpace, ...]
    recommends: Rate

    @property
    def polytope(self) -> Polytope:
        """The parameters of the row."""
        return PARAMETERS.cut(*self.conditions)


MORE_EXPERTS = below(a=-1, b=1)
TABLE_2 = (
    TableRow("N <= K", (below(a=1, b=-1),), COROLLARY_8),
    TableRow("N >= K and eps >= K/N", (MORE_EXPERTS, below(a=-1, b=1, c=1)), THEOREM_9),
    TableRow(
        "N >= K and eps <= 1/sqrt(T)",
        (MORE_EXPERTS, below(c=-1, limit=Fraction(-1, 2))),
        THEOREM_10,
    ),
)
"""Table 2 with its conditions as half-spaces of (a, b, c)."""


@dataclass(frozen=True)
class Miss:
    """Parameters at which a row recommends a rate that another one beats.

    `point` is (a, b, c) where the excess of the exponent is the largest, with the other rate at
    most T. `polytope` is where the other rate is at most T and better.
    """

    row: TableRow
    better: Rate
    point: Point
    excess: Fraction
    polytope: Polytope

    @property
    def share(self) -> Fraction:
        """The volume of the polytope over that of the row."""
        return self.polytope.volume / self.row.polytope.volume


def misses(row: TableRow) -> tuple[Miss, ...]:
    """For each rate that beats the recommended one inside a row, by how much and where.

    >>> [[miss.better.claim for miss in misses(row)] for row in TABLE_2]
    [[], ['adv.thm10'], ['adv.cor8']]
    """
    named = leading(row.recommends)
    results = []
    for rate in WITH_EXPERTS:
        if rate is row.recommends:
            continue
        other = leading(rate)
        objective = tuple(x - y for x, y in zip(named.slopes, other.slopes, strict=True))
        worse = row.polytope.cut(no_more(other, LINEAR), no_more(other, named))
        best = worse.largest(objective)
        if best is not None and worse.inner_point() is not None:
            excess = best.value + named.time - other.time
            results.append(Miss(row, rate, best.point, excess, worse))
    return tuple(results)


def uncovered() -> Polytope:
    """The parameters of no row of Table 2: N >= K and 1/sqrt(T) <= eps <= K/N.

    >>> inside = uncovered().inner_point()
    >>> any(row.polytope.holds(inside) for row in TABLE_2)
    False
    """
    first, second, third = TABLE_2
    return PARAMETERS.cut(
        first.conditions[0].outside, second.conditions[1].outside, third.conditions[1].outside
    )


def best_at(point: Point) -> tuple[Rate, ...]:
    """The rates that are the smallest at (a, b, c) and at most T; none where all are above.

    >>> [rate.claim for rate in best_at((Fraction(1, 2), Fraction(0), Fraction(1, 2)))]
    ['adv.thm10']
    """
    exponents = {rate: rate.at(point) for rate in WITH_EXPERTS}
    least = min(exponents.values())
    return tuple(rate for rate, value in exponents.items() if value == least and value <= 1)
