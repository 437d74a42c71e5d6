"""The float64 formulas of d_eps, compiled, without checks; see `bernoulli_kernels`.

Arguments are trusted; the public functions of `private_divergence` check them.
"""

from __future__ import annotations

import math

from .bernoulli_kernels import kl_parts, log_odds_gap
from .compiled import kernel, over_arrays

FAR = 708.0
"""Beyond this eps, exp(-eps) is subnormal."""


@kernel
def _log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b))."""
    high = max(a, b)
    return high + math.log1p(math.exp(min(a, b) - high))


@kernel
def d_eps_up_parts(x: float, xc: float, y: float, yc: float, gap: float, eps: float) -> float:
    """d_eps(x, y) for x < y, from both complements and the gap y - x."""
    if yc == 0.0:
        return eps * xc
    e = math.exp(-eps)
    a = -math.expm1(-eps)
    if eps > FAR and yc < 1e-250:  # exp(-eps) is subnormal, but so may be its rival yc
        odds_y = math.log(y) - math.log(yc)
        if x == 0.0 or odds_y - eps > math.log(x) - math.log(xc):
            return -(eps * x) - _log_sum(math.log(yc), math.log(y) - eps)
    odds = yc + y * e
    z = y * e / odds
    zc = yc / odds
    down = y * yc * a / odds  # y - z
    if down >= gap if gap < 0.5 * y else z <= x:
        return kl_parts(x, xc, y, yc, gap)
    # z - x, by the subtraction that loses the least
    over = gap - down if min(z, zc) > gap else (z - x if z <= 0.5 else xc - zc)
    return kl_parts(z, zc, y, yc, down) + eps * max(over, 0.0)


@kernel
def d_eps(x: float, y: float, eps: float) -> float:
    """inf over z between x and y of eps |z - x| + kl(z, y)."""
    if x == y or eps == 0.0:
        return 0.0
    if x < y:
        return d_eps_up_parts(x, 1.0 - x, y, 1.0 - y, y - x, eps)
    return d_eps_up_parts(1.0 - x, x, 1.0 - y, y, x - y, eps)


@kernel
def d_eps_up(x: float, y: float, eps: float) -> float:
    """d_eps(x, y) if x < y, else 0."""
    return d_eps(x, y, eps) if x < y else 0.0


@kernel
def minimiser(x: float, y: float, eps: float) -> float:
    """The z between x and y at which d_eps(x, y) is attained."""
    if x <= y:
        e = math.exp(-eps)
        z = 0.0 if y == 0.0 else y * e / ((1.0 - y) + y * e)
        return x if y == 1.0 else min(max(x, z), y)
    e = math.exp(-eps)
    return x if y == 0.0 else max(min(x, y / (y + (1.0 - y) * e)), y)


@kernel
def dual_maximiser(x: float, y: float, eps: float) -> float:
    """The slope in [-eps, eps] at which the dual of d_eps(x, y) is attained."""
    slope = min(eps, log_odds_gap(x, y))
    return -slope if x < y else slope


@kernel
def d_eps_dy(x: float, y: float, eps: float) -> float:
    """The derivative of d_eps(x, y) in y."""
    if x == y or eps == 0.0:
        return 0.0
    gap = log_odds_gap(x, y)
    a = -math.expm1(-eps)
    if x < y:
        return a / ((1.0 - y) + y * math.exp(-eps)) if eps < gap else (y - x) / (y * (1.0 - y))
    return -a / (y + (1.0 - y) * math.exp(-eps)) if eps < gap else (y - x) / (y * (1.0 - y))


d_eps_array = over_arrays(d_eps)
d_eps_up_array = over_arrays(d_eps_up)
minimiser_array = over_arrays(minimiser)
dual_maximiser_array = over_arrays(dual_maximiser)
d_eps_dy_array = over_arrays(d_eps_dy)
