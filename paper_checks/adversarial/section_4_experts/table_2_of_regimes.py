"""Claims about Table 2: which algorithm with experts has the best rate."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import Undecided, need, proved, require
from banditproof.theory.adversarial.rate_partition import (
    TABLE_2,
    Regime,
    best_at,
    is_partition,
    misses,
    regimes,
    uncovered,
)
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_9, THEOREM_10, Point, Rate

LOW_PRIVACY: Point = (Fraction(1, 2), Fraction(0), Fraction(2, 5))
HIGH_PRIVACY: Point = (Fraction(1, 8), Fraction(0), Fraction(1, 2))
AT_EPS_ONE: Point = (Fraction(1, 2), Fraction(0), Fraction(0))
"""Points (a, b, c) of the second and of the third row at which both rates are below T; at
AT_EPS_ONE the rate of the second row is the best."""


def _best(row: int, inside: Point | None = None) -> Verdict:
    """No other rate is smaller where it is below T; `inside` is where to show that one is."""
    regime = TABLE_2[row]
    listed = {miss.better: miss.share for miss in misses(regime)}
    if inside is not None and listed:
        need(regime.polytope.holds(inside), "The point is in another regime.")
        a, b, c = inside
        named = regime.recommends.at(inside)
        better, other = min(((rate, rate.at(inside)) for rate in listed), key=itemgetter(1))
        need(named < 1, "At this point the recommended rate says nothing.")
        require(
            named <= other,
            "Another algorithm has a better rate in a part of this regime.",
            better=better.name,
            N=f"T^({a})",
            K=f"T^({b})",
            eps=f"T^(-{c})",
            recommended=f"T^({named})",
            other=f"T^({other})",
            share_of_the_regime=listed[better],
        )
    need(not listed, "Another rate is smaller somewhere, and no point shows it.")
    return proved(
        "The recommended rate is the best one in the whole regime.",
        covered="The polytope of the regime, by exact linear programs.",
        beyond="Constants and logarithms.",
    )


@checks("adv.table2.few")
@mutant("the regime of the third row", row=2, inside=HIGH_PRIVACY)
def few_experts_row(row: int = 0, inside: Point | None = None) -> Verdict:
    """Linear programs on the polytope N <= K."""
    return _best(row, inside)


@checks("adv.table2.low_privacy")
@mutant("the regime of the first row", row=0)
@mutant("at eps = 1, where the recommended rate is best", inside=AT_EPS_ONE)
def low_privacy_row(row: int = 1, inside: Point = LOW_PRIVACY) -> Verdict:
    """Theorem 10 is better in a part of it, where both say something."""
    return _best(row, inside)


@checks("adv.table2.high_privacy")
@mutant("the regime of the first row", row=0)
@mutant(
    "a point at which both bounds are above T", inside=(Fraction(1), Fraction(1, 2), Fraction(1, 2))
)
def high_privacy_row(row: int = 2, inside: Point = HIGH_PRIVACY) -> Verdict:
    """Corollary 8 is better in a part of it, where both say something."""
    return _best(row, inside)


@checks("adv.table2.gap")
@mutant("points of the first row", inner=lambda: TABLE_2[0].polytope.inner_point())
def gap_of_the_table(
    inner: Callable[[], Point | None] = lambda: uncovered().inner_point(),
) -> Verdict:
    """An inner point of N >= K, 1/sqrt T < eps < K/N."""
    point = inner()
    inside = [row.name for row in TABLE_2 if point is not None and row.polytope.holds(point)]
    if point is None or inside:
        return proved()
    a, b, c = point
    require(
        False,
        "The regime N > K, 1/sqrt T < eps < K/N is in no row.",
        N=f"T^({a})",
        K=f"T^({b})",
        eps=f"T^(-{c})",
        best=", ".join(rate.name for rate in best_at(point)),
    )
    return proved()


CLAIMED: dict[tuple[Rate, Rate], Callable[[Point], bool]] = {
    (COROLLARY_8, THEOREM_9): lambda p: p[0] - p[1] <= p[2],
    (COROLLARY_8, THEOREM_10): lambda p: p[0] <= 3 * p[1] / 2 + (1 - p[2]) / 2,
    (THEOREM_10, THEOREM_9): lambda p: p[0] + 1 <= 4 * p[2],
}

SHARES = {
    COROLLARY_8.name: "37/180",
    THEOREM_9.name: "67/360",
    THEOREM_10.name: "1/120",
    "no rate below T": "3/5",
}
"""How much of the box each regime has."""


@checks("adv.table2.partition")
@mutant("a regime less", parts=lambda: regimes()[:3])
@mutant("other shares", shares={"none": "1"})
def partition(
    parts: Callable[[], Sequence[Regime]] = regimes,
    shares: Mapping[str, str] = SHARES,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The four polytopes have the volume of the box, and vertices on the right sides."""
    result = parts()
    require(is_partition(result), "They are no partition.", parts=len(result))
    for regime in result:
        point = regime.polytope.inner_point()
        if point is None:
            raise Undecided(f"The polytope of {regime.name} has no inner point.")
        for (first, second), condition in CLAIMED.items():
            holds = condition(point)
            if regime.best is first:
                require(holds, "Another plane separates them.", at=point, rates=first.name)
            if regime.best is second:
                require(not holds, "Another plane separates them.", at=point, rates=second.name)
        own = shares.get(regime.name)
        require(str(regime.share) == own, "Another share of the box.", regime=regime.name)
    return proof.verdict(numbers=dict(shares))
