"""Claims about Table 2: which algorithm with experts has the best rate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import Undecided, proved, require
from banditproof.theory.adversarial.rate_partition import (
    TABLE_2,
    Miss,
    Regime,
    best_at,
    is_partition,
    misses,
    regimes,
    uncovered,
)
from banditproof.theory.adversarial.rates import COROLLARY_8, THEOREM_9, THEOREM_10, Point, Rate

EXPONENTS = r"$N=T^a$, $K=T^b$, $\epsilon=T^{-c}$ with $a\le2$ and $b,c\le1$; no constants, no logs"
PLACE = "4 Table 2"


def _best(row: int, found: Callable[[int], tuple[Miss, ...]] | None = None) -> Verdict:
    """No other rate is smaller where it is below T."""
    listed = misses(TABLE_2[row]) if found is None else found(row)
    for miss in listed:
        a, b, c = miss.point
        require(
            False,
            "Another algorithm has a better rate in a part of this regime.",
            better=miss.better.name,
            N=f"T^({a})",
            K=f"T^({b})",
            eps=f"T^(-{c})",
            recommended=f"T^({TABLE_2[row].recommends.at(miss.point)})",
            other=f"T^({miss.better.at(miss.point)})",
            share_of_the_regime=miss.share,
        )
    return proved(
        "The recommended rate is the best one in the whole regime.",
        covered="The polytope of the regime, by exact linear programs.",
        beyond="Constants and logarithms.",
    )


@claim(
    "adv.table2.few",
    r"Low dimension ($N\le K$): the best algorithm is that of Corollary 8, $O(\sqrt{NT}/"
    r"\sqrt\epsilon)$.",
    recorded="holds",
    stated=True,
    reading=EXPONENTS,
    place=PLACE,
    title="row of few experts in Table 2",
    mutants={"the regime of the third row": {"row": 2}},
)
def few_experts_row(row: int = 0) -> Verdict:
    """Linear programs on the polytope N <= K."""
    return _best(row)


@claim(
    "adv.table2.low_privacy",
    r"High dimension, low privacy ($N\ge K$, $\epsilon\ge K/N$): the best algorithm is that of "
    r"Theorem 9, $O(\sqrt{KT\log N}\log(KT)/\epsilon)$.",
    recorded="fails",
    stated=True,
    reading=EXPONENTS,
    place=PLACE,
    title="row of low privacy in Table 2",
    doubts=("D9",),
    mutants={"the regime of the first row": {"row": 0}},
)
def low_privacy_row(row: int = 1) -> Verdict:
    """Theorem 10 is better in a part of it."""
    return _best(row)


@claim(
    "adv.table2.high_privacy",
    r"High dimension, high privacy ($N\ge K$, $\epsilon\le1/\sqrt T$): the best algorithm is that "
    r"of Theorem 10.",
    recorded="fails",
    stated=True,
    reading=EXPONENTS,
    place=PLACE,
    title="row of high privacy in Table 2",
    mutants={"the regime of the first row": {"row": 0}},
)
def high_privacy_row(row: int = 2) -> Verdict:
    """Corollary 8 is better in a part of it."""
    return _best(row)


whole(
    "adv.table2",
    "Table 2: three regimes for bandits with expert advice, and the algorithm with the best "
    "regret bound in each.",
    parts=("adv.table2.few", "adv.table2.low_privacy", "adv.table2.high_privacy"),
)


@claim(
    "adv.table2.gap",
    r"The three regimes of Table 2 cover all $N$, $K$, $\epsilon\le1$ and $T$.",
    recorded="fails",
    stated=False,
    reading=EXPONENTS,
    place=PLACE,
    title="what Table 2 leaves out",
    doubts=("D9",),
    mutants={"points of the first row": {"inner": lambda: TABLE_2[0].polytope.inner_point()}},
)
def gap_of_the_table(
    inner: Callable[[], Point | None] = lambda: uncovered().inner_point(),
) -> Verdict:
    """An inner point of N >= K, 1/sqrt T < eps < K/N."""
    point = inner()
    inside = [row.name for row in TABLE_2 if point is not None and row.polytope.holds(point)]
    if point is None or inside:
        return proved("No gap was found.", covered="One point.")
    a, b, c = point
    require(
        False,
        "The regime N > K, 1/sqrt T < eps < K/N is in no row.",
        N=f"T^({a})",
        K=f"T^({b})",
        eps=f"T^(-{c})",
        best=", ".join(rate.name for rate in best_at(point)),
    )
    return proved("Nothing is left out.", covered="All of it.")


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


@claim(
    "adv.table2.partition",
    r"As rates, Corollary 8 beats Theorem 9 iff $\epsilon<K/N$, Corollary 8 beats Theorem 10 iff "
    r"$N<K^{3/2}\sqrt{T\epsilon}$, and Theorem 10 beats Theorem 9 iff $\epsilon<(NT)^{-1/4}$; "
    r"these "
    r"three planes, and those where a rate is $T$, cut the parameters into the four polytopes of "
    "the best rates.",
    recorded="holds",
    reading=f"{EXPONENTS}; Theorem 10 by its first term",
    place=PLACE,
    title="the regimes of the three algorithms",
    mutants={
        "a regime less": {"parts": lambda: regimes()[:3]},
        "other shares": {"shares": {"none": "1"}},
    },
)
def partition(
    parts: Callable[[], Sequence[Regime]] = regimes,
    shares: Mapping[str, str] = SHARES,
    proof: Proof = written_proof("adv.table2.partition"),
) -> Verdict:
    """The four polytopes have the volume of the box, and vertices on the right sides."""
    found = parts()
    require(is_partition(found), "They are no partition.", parts=len(found))
    for regime in found:
        point = regime.polytope.inner_point()
        if point is None:
            raise Undecided(f"The polytope of {regime.name} has no inner point.")
        for (one, two), condition in CLAIMED.items():
            holds = condition(point)
            if regime.best is one:
                require(holds, "Another plane separates them.", at=point, rates=one.name)
            if regime.best is two:
                require(not holds, "Another plane separates them.", at=point, rates=two.name)
        own = shares.get(regime.name)
        require(str(regime.share) == own, "Another share of the box.", regime=regime.name)
    return proof.verdict(
        "Corollary 8 is the best one in 37/180 of the box, Theorem 9 in 67/360, Theorem 10 in "
        "1/120; in 3/5 of it no rate is below T.",
        instances="An inner point of each of the four polytopes, by exact linear programs.",
        numbers=dict(shares),
    )
