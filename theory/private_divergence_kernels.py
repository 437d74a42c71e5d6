"""The float64 formulas of d_eps, compiled, without checks; see `bernoulli_kernels`.

Arguments are trusted; the public functions of `private_divergence` check them.
"""

import math
from .bernoulli_kernels import kl_parts, log_odds_gap, log_odds_gap_parts
from .compiled import kernel, over_arrays

FAR = 600.0
"""Beyond this eps, exp(-eps) is not formed: it, or a number times it, could be subnormal."""
LEAST = 2.0**-700
"""Below it, products and squares may be subnormal, and numbers are lifted."""
LIFT = 2.0**600
"""A lift: for tiny x, y and level, every divergence and bound of means is homogeneous in them."""
DROP = 2.0**-600


@kernel
def _far_odds(y: float, yc: float, eps: float) -> float:
    """y exp(-eps) / yc for eps > FAR, also where both exp(-eps) and yc are subnormal."""
    quarter = math.exp(-0.25 * eps)
    return ((quarter / (yc * LIFT)) * (quarter * LIFT)) * quarter * quarter * y


@kernel
def tilted(y: float, yc: float, eps: float) -> tuple[float, float, float]:
    """z, 1 - z and y - z for the mean z whose log-odds are by eps below those of y; yc > 0."""
    if eps > FAR:
        # 1 - e^-eps is 1 here: y - z = y / (1 + odds) is as exact as its factors.
        odds = _far_odds(y, yc, eps)
        zc = 1.0 / (1.0 + odds)
        return odds / (1.0 + odds), zc, y * zc
    e = math.exp(-eps)
    weight = yc + y * e
    return y * e / weight, yc / weight, y * yc * -math.expm1(-eps) / weight


@kernel
def d_eps_up_parts(x: float, xc: float, y: float, yc: float, gap: float, eps: float) -> float:
    """d_eps(x, y) for x < y, from both complements and the gap y - x."""
    if yc == 0.0:
        return eps * xc
    drop = 1.0
    if y < LEAST or xc < LEAST:
        drop = DROP
        gap *= LIFT
        if y < LEAST:
            x *= LIFT
            y *= LIFT
        else:
            xc *= LIFT
            yc *= LIFT
    z, zc, down = tilted(y, yc, eps)
    # Both ask whether z is at most x; for close means by y - z against y - x, which keep their
    # digits.
    if down >= gap if gap < 0.5 * y else z <= x:
        return drop * kl_parts(x, xc, y, yc, gap)
    # z - x, by the subtraction that loses the least
    over = gap - down if min(z, zc) > gap else (z - x if z <= 0.5 else xc - zc)
    return drop * (kl_parts(z, zc, y, yc, down) + eps * max(over, 0.0))


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
    if y == 0.0 or y == 1.0:  # every other z costs infinitely much
        return y
    if x <= y:
        return min(max(x, tilted(y, 1.0 - y, eps)[0]), y)
    return max(min(x, tilted(1.0 - y, y, eps)[1]), y)


@kernel
def _rise_to_minimiser(x: float, xc: float, y: float, yc: float, gap: float, eps: float) -> float:
    """z - x for x < y; NaN where z is so close to x that most digits are lost."""
    if yc == 0.0 or eps == 0.0:
        return gap
    z, zc, down = tilted(y, yc, eps)
    if z >= 2.0 * x:
        return z - x
    if zc <= 0.5 * xc:
        return xc - zc
    if down <= 0.5 * gap:
        return gap - down
    # z has the log-odds of x and d more: z - x = x (1-x) (e^d - 1) / (1 + x (e^d - 1))
    all_odds = log_odds_gap_parts(x, xc, y, yc, gap)
    d = all_odds - eps
    if abs(d) < 0.01 * all_odds:
        return math.nan
    growth = math.expm1(d)
    return x * (xc * growth) / (1.0 + x * growth) if d > 0.0 else 0.0


@kernel
def way_to_minimiser(x: float, y: float, eps: float) -> float:
    """|z - x|, the derivative of d_eps(x, y) in eps; NaN where most digits are lost."""
    if x == y:
        return 0.0
    if x < y:
        return _rise_to_minimiser(x, 1.0 - x, y, 1.0 - y, y - x, eps)
    return _rise_to_minimiser(1.0 - x, x, 1.0 - y, y, x - y, eps)


@kernel
def dual_maximiser(x: float, y: float, eps: float) -> float:
    """The slope in [-eps, eps] at which the dual of d_eps(x, y) is attained."""
    slope = min(eps, log_odds_gap(x, y))
    return -slope if x < y else slope


@kernel
def d_eps_dy(x: float, y: float, eps: float) -> float:
    """The derivative of d_eps(x, y) in y: (y - z) / (y (1-y)) with the minimiser z."""
    if x == y or eps == 0.0:
        return 0.0
    yc = 1.0 - y
    low, high = (y, yc) if x < y else (yc, y)
    if eps > FAR:
        private = 1.0 / (1.0 + _far_odds(low, high, eps)) / high
    else:
        private = -math.expm1(-eps) / (high + low * math.exp(-eps))
    free = abs(y - x) / low / high
    return math.copysign(min(private, free), y - x)


d_eps_array = over_arrays(d_eps)
d_eps_parts_array = over_arrays(d_eps_up_parts)
d_eps_up_array = over_arrays(d_eps_up)
minimiser_array = over_arrays(minimiser)
way_to_minimiser_array = over_arrays(way_to_minimiser)
dual_maximiser_array = over_arrays(dual_maximiser)
d_eps_dy_array = over_arrays(d_eps_dy)
