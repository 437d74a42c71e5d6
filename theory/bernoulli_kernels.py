"""The float64 formulas of Bernoulli divergences, compiled, without checks.

Every formula is a sum of terms of one sign, so nothing cancels. For all floats, subnormal ones too,
the results of these kernels, of those of `private_divergence` and of those of `confidence_bounds`
are within a relative 1e-13 of the exact value (mostly 1e-14), or within a few times the least
subnormal float; they are infinite only where the exact value is infinite or beyond the floats.
The complement 1 - p is passed beside p wherever recomputing it would lose digits.

Arguments are trusted; the public functions of `bernoulli` check them.
"""

import math
from .compiled import kernel, over_arrays

_SERIES = tuple(1.0 / (2 * k + 3) for k in range(13))


@kernel
def excess(p: float, q: float, u: float) -> float:
    """p log(p/q) + u with u = q - p: never negative, and evaluated without cancellation."""
    if p == 0.0:
        return u
    if q == 0.0:
        return math.inf
    if -0.3 * p < u < 0.4 * p:
        # x - log(1 + x) = x s - 2 s^3 (1/3 + s^2/5 + ...), x = u / p, s = x / (2 + x); the series
        # is summed in pairs, which the processor evaluates side by side
        s = u / (p + q)
        s2 = s * s
        s4 = s2 * s2
        s8 = s4 * s4
        low = (_SERIES[0] + _SERIES[1] * s2) + (_SERIES[2] + _SERIES[3] * s2) * s4
        middle = (_SERIES[4] + _SERIES[5] * s2) + (_SERIES[6] + _SERIES[7] * s2) * s4
        high = (_SERIES[8] + _SERIES[9] * s2) + (_SERIES[10] + _SERIES[11] * s2) * s4
        series = low + s8 * (middle + s8 * (high + _SERIES[12] * s8))
        return u * s - 2.0 * (p * s) * s2 * series
    ratio = p / q
    if 1e-300 < ratio < 1e300:
        return p * math.log(ratio) + u
    return p * (math.log(p) - math.log(q)) + u


@kernel
def kl_parts(p: float, pc: float, q: float, qc: float, u: float) -> float:
    """kl(p, q) from p, 1 - p, q, 1 - q and u = q - p."""
    return excess(p, q, u) + excess(pc, qc, -u)


@kernel
def kl(p: float, q: float) -> float:
    """p log(p/q) + (1 - p) log((1 - p)/(1 - q))."""
    if p == q:
        return 0.0
    return kl_parts(p, 1.0 - p, q, 1.0 - q, q - p)


@kernel
def log_odds_gap_parts(x: float, xc: float, y: float, yc: float, gap: float) -> float:
    """logit(y) - logit(x) for x < y, from both complements and the gap y - x."""
    if x == 0.0 or yc == 0.0:
        return math.inf
    odds = math.log1p(gap / x) if gap < x else math.log(y) - math.log(x)
    if gap >= x and y / x < 1e300:
        odds = math.log(y / x)
    rest = math.log1p(gap / yc) if gap < yc else math.log(xc) - math.log(yc)
    if gap >= yc and xc / yc < 1e300:
        rest = math.log(xc / yc)
    return odds + rest


@kernel
def log_odds_gap(x: float, y: float) -> float:
    """|logit(y) - logit(x)|, infinite when exactly one side is at an end of [0, 1]."""
    if x == y:
        return 0.0
    if x > y:
        x, y = y, x
    return log_odds_gap_parts(x, 1.0 - x, y, 1.0 - y, y - x)


kl_array = over_arrays(kl)
kl_parts_array = over_arrays(kl_parts)
log_odds_gap_array = over_arrays(log_odds_gap)
