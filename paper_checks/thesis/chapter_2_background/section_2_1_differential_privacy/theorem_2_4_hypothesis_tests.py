"""Claims about privacy as a limit on tests: Theorem 2.4 and Figure 2.1."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import RATIOS, Law, excess, random_law
from banditproof.paper_checks.models.finite_pairs import complement, events, mass
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from banditproof.verify.evidence import Grade

Side = Callable[[Any, Any, Any], Any]
"""The left side of an inequality from P_FA, P_MD and e^eps: numbers or symbols."""


def false_alarm_first(false_alarm: Any, missed: Any, ratio: Any) -> Any:
    """P_FA + e^eps P_MD, as in (2.3)."""
    return false_alarm + ratio * missed


def missed_first(false_alarm: Any, missed: Any, ratio: Any) -> Any:
    """e^eps P_FA + P_MD, as in (2.4)."""
    return ratio * false_alarm + missed


Right = Callable[[Any], Any]
"""The right side of both inequalities from delta."""


def what_is_left(delta: Any) -> Any:
    """1 - delta."""
    return 1 - delta


def _identity(first: Side, second: Side, right: Right) -> bool:
    """Each inequality is (2.1) for one event and one order of the pair, as polynomials.

    With p = M_D(S), q = M_D'(S): (2.3) is (2.1) for the complement of S and the pair (D, D'),
    and (2.4) is (2.1) for S and the pair (D', D).
    """
    import sympy as sp

    p, q, x, d = sp.symbols("p q x d")
    one = first(p, 1 - q, x) - right(d) - (d - ((1 - p) - x * (1 - q)))
    two = second(p, 1 - q, x) - right(d) - (d - (q - x * p))
    return bool(sp.expand(one) == 0 and sp.expand(two) == 0)


def _smallest_delta(first: Law, second: Law, ratio: Fraction, sides: tuple[Side, Side]) -> Fraction:
    """The smallest delta for which both inequalities hold for all rejection regions."""
    result: Fraction = max(
        1 - side(mass(first, region), mass(second, complement(region)), ratio)
        for region in events(len(first))
        for side in sides
    )
    return result


@checks("thesis.thm2.4")
@mutant("no factor", first=lambda a, b, x: a + b)
@mutant("factor on both", second=lambda a, b, x: x * a + x * b)
@mutant("the errors multiplied", first=lambda a, b, x: a * b * x)
@mutant("sharper: 1 - 0.99 delta on the right", right=lambda d: 1 - 99 * d / 100)
def errors_and_privacy(
    first: Side = false_alarm_first, second: Side = missed_first, right: Right = what_is_left
) -> Verdict:
    """A polynomial identity for each event; all regions of random pairs of laws beside it."""
    source = random.Random(24)
    for _ in range(20):
        one, other = random_law(source, 4, least=0), random_law(source, 4, least=0)
        for ratio in RATIOS:
            known = max(excess(one, other, ratio), excess(other, one, ratio))
            result = _smallest_delta(one, other, ratio, (first, second))
            finding = "The errors of tests allow another delta."
            require(result == known, finding, grade=Grade.PROVED, P=one, Q=other, ratio=ratio)
    require(_identity(first, second, right), "The inequalities are not (2.1).", grade=Grade.PROVED)
    return proved()


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


def _require_attained() -> None:
    """The least private pair is (eps, delta)-DP and attains the corners, symbolically.

    Its outcomes have the probabilities d, (1 - d) x/(1 + x), (1 - d)/(1 + x), 0 and the reverse.
    """
    import sympy as sp

    y, z = sp.symbols("y z", nonnegative=True)
    x, d = 1 + y, z / (1 + z)
    one = (d, (1 - d) * x / (1 + x), (1 - d) / (1 + x), sp.Integer(0))
    gaps = [p - x * q for p, q in zip(one, one[::-1], strict=True)]
    private = sp.simplify(gaps[0] - d) == 0 and all(_nonnegative(-g, y, z) for g in gaps[1:])
    require(private, "The pair has another delta.", gaps=gaps)
    for corner, region in zip(CORNERS, ((3,), (2, 3), (1, 2, 3)), strict=True):
        missed = sum(one[3 - i] for i in range(4) if i not in region)
        errors = (sum(one[i] for i in region), missed)
        right = [sp.simplify(a - b) for a, b in zip(corner(x, d), errors, strict=True)] == [0, 0]
        require(right, "The region has not the errors of the corner.", region=region)


Mirror = Callable[[Any, Any], tuple[Any, Any]]


@checks("thesis.fig2.1")
@mutant("symmetric about the diagonal only", mirror=lambda a, b: (1 - a, b))
def symmetric_region(mirror: Mirror = lambda a, b: (1 - b, 1 - a)) -> Verdict:
    """The conditions on a test and its complement, and the mirror image of them: polynomials."""
    import sympy as sp

    a, b, x, d = sp.symbols("a b x d")

    def conditions(fa: sp.Expr, md: sp.Expr) -> set[sp.Expr]:
        pairs = ((fa, md), (1 - fa, 1 - md))  # a rejection region and its complement
        sides = (false_alarm_first, missed_first)
        return {sp.expand(side(p, q, x) - (1 - d)) for p, q in pairs for side in sides}

    same = conditions(*mirror(a, b)) == conditions(a, b)
    require(same, "The region is not symmetric.", mirror=mirror(a, b))
    first, second = mirror(a, b)
    on_line = sp.expand(first.subs(b, 1 - a) - a) == 0 == sp.expand(second.subs(b, 1 - a) - (1 - a))
    require(on_line and sp.expand(first + second - (2 - a - b)) == 0, "The line is not the axis.")
    return proved()


@checks("thesis.fig2.1.corners")
@mutant("the middle corner off the diagonal", corners=MIRRORED)
@mutant("the middle corner of eps = 0", corners=SUMMED)
def region_of_errors(corners: Corners = CORNERS) -> Verdict:
    """The corners symbolically, and the tests of the least private pair that attain them."""
    _require_corners(corners)
    _require_attained()
    return proved()
