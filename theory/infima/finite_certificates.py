"""The infima of a finite law in balls: a dual point below, a primal pair of laws above.

Let r = (x - mu) / (top - mu), c = (top - x) / (top - mu) and w = 1 - y r = c + v r, v = 1 - y.

Below: every y in [0, 1] gives E_P log w <= KL_inf(P, mu), and E_P min(log w, log v + eps) <=
d_inf(P, mu, eps). (E_P' w <= 1 for every law P' on points up to top with mean(P') >= mu, so
KL(Q, P') >= E_Q log w for every Q; and moving mass from P to Q costs eps per unit, which pays
exactly where log w exceeds its least value log v, at the top, by more than eps.)

Above: a law Q, made of P by moving a mass M to the top, and P' with masses Q_i / w_i, divided by
their sum S, and mixed with the top where its mean would stay below mu:

    d_inf <= eps TV(P, Q) + KL(Q, P') <= eps M + E_Q log w + log max(S, S + (1 - S) / y),

since the mean of the weights Q_i / w_i exceeds mu S by (S - 1) (top - mu) / y. At the optimum S is
1, or y is 1 and the top takes the mass 1 - S, so both bounds meet.
"""

from __future__ import annotations
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
import flint
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.laws import Empirical, FiniteSupport

MOST_STEPS = 4000


@dataclass(frozen=True)
class Standing:
    """A finite law of mean below mu as seen from mu: rises r <= 1 and weights, by rising r."""

    rises: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]

    @staticmethod
    def of(
        points: tuple[Fraction, ...], weights: tuple[Fraction, ...], mu: Fraction, top: Fraction
    ) -> Standing:
        """Equal points are merged and points of weight zero left out."""
        mass: dict[Fraction, Fraction] = {}
        for point, weight in zip(points, weights, strict=True):
            if weight:
                mass[point] = mass[point] + weight if point in mass else weight
        ordered = sorted(mass)
        return Standing(
            tuple((point - mu) / (top - mu) for point in ordered),
            tuple(mass[point] for point in ordered),
        )


@dataclass(frozen=True)
class _DualPoint:
    """y and v = 1 - y as balls; the smaller one of them is an exact number."""

    y: arb
    v: arb

    @staticmethod
    def at(z: arb, *, small: bool) -> _DualPoint:
        """The point with y = z if y is small, else with v = z."""
        return _DualPoint(z, 1 - z) if small else _DualPoint(1 - z, z)


class _Balls:
    """The rises, falls and weights at the working precision."""

    def __init__(self, standing: Standing) -> None:
        self.r = [ball(rise) for rise in standing.rises]
        self.c = [ball(1 - rise) for rise in standing.rises]
        self.p = [ball(weight) for weight in standing.weights]
        self.ends_at_top = standing.rises[-1] == 1

    def ratios(self, point: _DualPoint, *, small: bool) -> list[arb]:
        """w = 1 - y r, or c + v r, whichever keeps its digits."""
        # c + v r is a sum of numbers that are rounded once; 1 - y r would cancel for y near 1.
        if small:
            return [1 - point.y * r for r in self.r]
        return [c + point.v * r for c, r in zip(self.c, self.r, strict=True)]

    def slopes(self, moved: int, z: arb, *, small: bool) -> tuple[arb, arb]:
        """-f' and -f'' of the dual, with the lowest `moved` points counted at the top."""
        point = _DualPoint.at(z, small=small)
        first = second = arb(0)
        # A point that counts at the top has r = 1 and w = v.
        at_top = sum(self.p[:moved], arb(0))
        if moved:
            first, second = at_top / point.v, at_top / (point.v * point.v)
        if small:
            for r, p in zip(self.r[moved:], self.p[moved:], strict=True):
                t = r / (1 - z * r)
                first += p * t
                second += p * t * t
        else:
            for r, c, p in zip(self.r[moved:], self.c[moved:], self.p[moved:], strict=True):
                t = r / (c + z * r)
                first += p * t
                second += p * t * t
        return first, second


def _stationary(balls: _Balls, moved: int) -> tuple[arb, bool]:
    """Where the slope with the lowest points moved vanishes: a number, and whether it is y or v.

    Newton's rule in a shrinking bracket, on midpoints: a candidate without proof.
    """
    prec = flint.ctx.prec
    half = arb(1) / 2
    # -f' rises with y, as f is concave: its sign at y = 1/2 tells in which half the optimum lies,
    # so the smaller one of y and v is the exact number.
    small = balls.slopes(moved, half, small=True)[0].mid() > 0
    low, high = arb(0), half
    z = half / 2
    if small:
        slope, curvature = balls.slopes(moved, arb(0), small=True)
        z = (-slope / curvature).mid()
    for _ in range(MOST_STEPS):
        if not low < z < high:
            floor = low if low > 0 else high * arb(2) ** -40
            z = (floor * high).sqrt().mid() if high > 4 * floor else ((low + high) / 2).mid()
        slope, curvature = (value.mid() for value in balls.slopes(moved, z, small=small))
        s = slope if small else -slope
        low, high = (low, z) if s > 0 else (z, high)
        step = -s / curvature
        # Near v = 0 the slope behaves as b - a/v, through the value and the derivative here: the
        # root of this hyperbola, v^2 curvature / b with b = s + v curvature, is the next place.
        if not small and s + curvature * z > 0:
            step = -z * s / (s + curvature * z)
        if abs(step) <= z * arb(2) ** (4 - prec) or high - low <= high * arb(2) ** (2 - prec):
            break
        z = (z + step).mid()
    return z.mid(), bool(small)


def _kink(rise: arb, shrink: arb) -> arb:
    """v where the point of the given rise starts to count at the top; shrink = e^-eps."""
    # w = e^eps v, solved for v; with e^-eps in place of e^eps a large budget does not overflow.
    return shrink * (1 - rise) / (1 - shrink * rise)


def _kink_slopes(balls: _Balls, place: int, shrink: arb) -> tuple[arb, arb]:
    """-f' just before and just after the kink of a point, on midpoints."""
    v = _kink(balls.r[place], shrink).mid()
    before, after = (balls.slopes(moved, v, small=False)[0] for moved in (place, place + 1))
    return before.mid(), after.mid()


def _optimum(balls: _Balls, eps: Fraction | None) -> tuple[arb, bool, int, arb]:
    """A dual point, how many points are moved to the top, and the moved share of the next one."""
    if eps is None:
        if not balls.ends_at_top:
            free = sum(
                (p * r / c for p, r, c in zip(balls.p, balls.r, balls.c, strict=True)), arb(0)
            )
            if not free > 0:
                return arb(0), False, 0, arb(0)
        return *_stationary(balls, 0), 0, arb(0)
    shrink = (-ball(eps)).exp()
    # A point at the top has its kink at v = 0 and nothing to move, and the last place needs no
    # test.
    places = range(len(balls.r) - (2 if balls.ends_at_top else 1))
    # The first kink with slope >= 0, by bisection: the slopes at the kinks are in order, because
    # the dual is concave.
    low = bisect_left(places, True, key=lambda place: _kink_slopes(balls, place, shrink)[1] >= 0)
    before, after = _kink_slopes(balls, low, shrink)
    if before > 0:
        return *_stationary(balls, low), low, arb(0)
    # The slope jumps over 0 at this kink. Moving this share of its mass makes the mean of both
    # sides 0, and then S = 1: both bounds meet.
    share = (before / (before - after)).mid() if after > before else arb(0)
    share = min(max(share, arb(0)), arb(1))
    v = _kink(balls.r[low], shrink).mid()
    if v > 0.5:
        return (1 - _kink(balls.r[low], shrink)).mid(), True, low, share
    return v, False, low, share


def finite_bounds(standing: Standing, eps: Fraction | None) -> tuple[arb, arb]:
    """Balls of which one has a lower, the other an upper bound of d_inf; eps = None is KL_inf."""
    # What `_optimum` found is a guess: the bounds hold for every y in [0, 1] and every share.
    balls = _Balls(standing)
    z, small, moved, share = _optimum(balls, eps)
    point = _DualPoint.at(z, small=small)
    w = balls.ratios(point, small=small)
    # Too few bits to see w > 0: the caller asks again with more.
    if any(not value > 0 for value in w):
        return arb.neg_inf(), arb.pos_inf()
    logs = [value.log() for value in w]
    if eps is None:
        dual = sum((p * log for p, log in zip(balls.p, logs, strict=True)), arb(0))
        total = sum((p / value for p, value in zip(balls.p, w, strict=True)), arb(0))
        return dual, dual + _correction(total, point.y)
    most = point.v.log() + ball(eps)
    dual = sum((p * arb.min(log, most) for p, log in zip(balls.p, logs, strict=True)), arb(0))
    kept = [arb(0)] * moved + balls.p[moved:]
    if share > 0:
        kept[moved] = balls.p[moved] * (1 - share)
    mass = sum(balls.p[:moved], arb(0)) + balls.p[moved] * share
    primal = mass * most + sum((q * log for q, log in zip(kept, logs, strict=True)), arb(0))
    total = mass / point.v + sum((q / value for q, value in zip(kept, w, strict=True)), arb(0))
    return dual, primal + _correction(total, point.y)


def _correction(total: arb, y: arb) -> arb:
    """log max(S, S + (1 - S) / y): what it costs to make the primal law a law of mean mu."""
    return arb.max(total, total + (1 - total) / y).log()


def finite_infimum(
    law: FiniteSupport | Empirical, mu: Fraction, eps: Fraction | None, digits: int
) -> Enclosure:
    """KL_inf (eps is None) or d_inf of a finite law of mean < mu < top, to the asked digits."""
    standing = Standing.of(law.exact_points, law.exact_weights, mu, law.high)
    return enclose(lambda: finite_bounds(standing, eps), digits)
