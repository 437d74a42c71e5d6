"""Claims about privacy as a limit on tests: Theorem 2.4 and Figure 2.1."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import RATIOS, Law, excess, random_law
from banditproof.paper_checks.models.finite_pairs import complement, events, leaky_pair, mass
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, proved, require
from banditproof.verify.evidence import Grade

Side = Callable[[Any, Any, Any], Any]
"""The left side of an inequality from P_FA, P_MD and e^eps: numbers or symbols."""


def false_alarm_first(false_alarm: Any, missed: Any, ratio: Any) -> Any:
    """P_FA + e^eps P_MD, as in (2.3)."""
    return false_alarm + ratio * missed


def missed_first(false_alarm: Any, missed: Any, ratio: Any) -> Any:
    """e^eps P_FA + P_MD, as in (2.4)."""
    return ratio * false_alarm + missed


def _identity(first: Side, second: Side) -> bool:
    """Each inequality is (2.1) for one event and one order of the pair, as polynomials.

    With p = M_D(S), q = M_D'(S): (2.3) is (2.1) for the complement of S and the pair (D, D'),
    and (2.4) is (2.1) for S and the pair (D', D).
    """
    import sympy as sp

    p, q, x, d = sp.symbols("p q x d")
    one = first(p, 1 - q, x) - (1 - d) - (d - ((1 - p) - x * (1 - q)))
    two = second(p, 1 - q, x) - (1 - d) - (d - (q - x * p))
    return bool(sp.expand(one) == 0 and sp.expand(two) == 0)


def _smallest_delta(one: Law, other: Law, ratio: Fraction, sides: tuple[Side, Side]) -> Fraction:
    """The smallest delta for which both inequalities hold for all rejection regions."""
    found: Fraction = max(
        1 - side(mass(one, region), mass(other, complement(region)), ratio)
        for region in events(len(one))
        for side in sides
    )
    return found


@claim(
    "thesis.thm2.4",
    r"For $\epsilon>0$, $\delta\in[0,1]$: $\mathcal M$ is $(\epsilon,\delta)$-DP iff for all "
    r"$D\sim D'$ and $S$: $P_{FA}+e^\epsilon P_{MD}\ge1-\delta$ and $e^\epsilon P_{FA}+P_{MD}\ge"
    r"1-\delta$, where $P_{FA}=\mathcal M_D(S)$ and $P_{MD}=\mathcal M_{D'}(\bar S)$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "no factor": {"first": lambda a, b, x: a + b},
        "factor on both": {"second": lambda a, b, x: x * a + x * b},
        "the errors multiplied": {"first": lambda a, b, x: a * b * x},
    },
)
def errors_and_privacy(first: Side = false_alarm_first, second: Side = missed_first) -> Verdict:
    """A polynomial identity for each event; all regions of random pairs of laws beside it."""
    source = random.Random(24)
    for _ in range(20):
        one, other = random_law(source, 4, least=0), random_law(source, 4, least=0)
        for ratio in RATIOS:
            known = max(excess(one, other, ratio), excess(other, one, ratio))
            found = _smallest_delta(one, other, ratio, (first, second))
            finding = "The errors of tests allow another delta."
            require(found == known, finding, grade=Grade.PROVED, P=one, Q=other, ratio=ratio)
    require(_identity(first, second), "The inequalities are not (2.1).", grade=Grade.PROVED)
    return proved(
        "As polynomials in the two probabilities, e^eps and delta, (2.3) is (2.1) for the "
        "complement of S, and (2.4) is (2.1) for S and the exchanged pair; so either alone over "
        "all ordered pairs is enough. eps = 0 works too; delta = 1 is outside Definition 2.3.",
        covered="The identity, for all probabilities, eps and delta; 20 random pairs, exact.",
    )


Corner = Callable[[Any, Any], tuple[Any, Any]]
Corners = tuple[Corner, Corner, Corner]
CORNERS: Corners = (
    lambda x, d: (0 * d, 1 - d),
    lambda x, d: ((1 - d) / (1 + x), (1 - d) / (1 + x)),
    lambda x, d: (1 - d, 0 * d),
)
"""The corners of the region from e^eps and delta, in the order of growing P_FA."""
MIRRORED: Corners = (
    CORNERS[0],
    lambda x, d: ((1 - d) * x / (1 + x), (1 - d) / (1 + x)),
    CORNERS[2],
)
SUMMED: Corners = (CORNERS[0], lambda x, d: ((1 - d) / 2, (1 - d) / 2), CORNERS[2])


def _nonnegative(expression: Any, y: Any, z: Any) -> bool:
    """Whether a rational function of y, z >= 0 is a ratio of polynomials without a minus sign."""
    import sympy as sp

    parts = [sp.Poly(p, y, z).coeffs() for p in sp.fraction(sp.together(sp.simplify(expression)))]
    return any(all(sign * c >= 0 for part in parts for c in part) for sign in (1, -1))


def _require_corners(corners: Corners) -> None:
    """Each corner lies in the region, on the sides that meet there; symbolically.

    e^eps = 1 + y and delta = z / (1 + z) with y, z >= 0 run through all eps >= 0, delta < 1.
    """
    import sympy as sp

    y, z = sp.symbols("y z", nonnegative=True)
    x, d = 1 + y, z / (1 + z)
    points = [corner(x, d) for corner in corners]
    both = (false_alarm_first, missed_first)
    sides = [[side(a, b, x) - (1 - d) for side in both] for a, b in points]
    # the first corner is on e^eps P_FA + P_MD = 1 - d, the last on the other, the middle on both
    on = (sides[0][1], sides[1][0], sides[1][1], sides[2][0], points[0][0], points[2][1])
    for number, zero in enumerate(map(sp.simplify, on)):
        require(zero == 0, "A corner is not on its sides.", condition=number, value=zero)
    gains = [1 - a - b for a, b in points]
    for (a, b), slack, gain in zip(points, sides, gains, strict=True):
        inside = all(_nonnegative(part, y, z) for part in (a, b, gain, *slack))
        require(inside, "A corner is outside the region.", corner=(a, b))
        most = _nonnegative(gains[1] - gain, y, z)
        require(most, "The middle corner does not have the largest advantage.", corner=(a, b))
    best = sp.simplify(gains[1] - (x - 1 + 2 * d) / (x + 1)) == 0
    require(best, "The middle corner has another advantage.", advantage=gains[1])


def _require_attained(corners: Corners) -> None:
    """The least private pair attains each corner with some region, exact."""
    for ratio, delta in product(RATIOS, (Fraction(0), Fraction(1, 7), Fraction(9, 10))):
        one, other = leaky_pair(ratio, delta)
        errors = {(mass(one, s), mass(other, complement(s))) for s in events(4)}
        for corner in corners:
            found = corner(ratio, delta) in errors
            require(found, "No test has the errors of a corner.", ratio=ratio, delta=delta)
        # the other half: the opposite test has errors 1 - P_FA and 1 - P_MD
        symmetric = {(1 - a, 1 - b) for a, b in errors} == errors
        require(symmetric, "The region is not symmetric.", ratio=ratio, delta=delta)


@claim(
    "thesis.fig2.1",
    r"For $P_{FA}+P_{MD}\le1$ the region of the errors of an $(\epsilon,\delta)$-DP mechanism is "
    r"bounded below by the lines through $(0,1-\delta)$, $(\frac{1-\delta}{1+e^\epsilon},"
    r"\frac{1-\delta}{1+e^\epsilon})$ and $(1-\delta,0)$; the rest is symmetric.",
    recorded="holds",
    mutants={
        "the middle corner off the diagonal": {"corners": MIRRORED},
        "the middle corner of eps = 0": {"corners": SUMMED},
    },
)
def region_of_errors(corners: Corners = CORNERS) -> Verdict:
    """The corners symbolically, and the tests of the least private pair that attain them."""
    _require_corners(corners)
    _require_attained(corners)
    return points(
        "The corners solve the equalities of Theorem 2.4 for all eps and delta, and the least "
        "private mechanism attains all three; the opposite test gives the other half. The largest "
        "1 - P_FA - P_MD is (e^eps - 1 + 2 delta)/(e^eps + 1), at the middle corner.",
        covered="Corners: all eps >= 0 and delta < 1. Attained and symmetric: 12 points, exact.",
        not_covered="The drawing itself, which the text only describes.",
    )
