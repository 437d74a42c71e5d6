"""The float64 transportation costs of a pair of arms, as kernels, without checks.

A confusing mean has a place z in [0, 1], l = mu_1 - z (mu_1 - mu_a), and 1 - z travels beside z, so
that nothing is lost near either end.
"""

import math
from banditproof.theory.compiled import kernel, over_arrays
from banditproof.theory.laws.family_kernels import QUADRATIC, divergence, variance
from banditproof.theory.private_divergence_kernels import d_eps_up_parts

KL, PRIVATE, D_EPS, TV = 0, 1, 2, 3
_PASSES = 200
_WIDEST = 700.0
"""The largest log-odds of a place that are searched."""
Pair = tuple[float, float, float, float, float, float]
"""mu_1, 1 - mu_1, mu_a, 1 - mu_a, their gap, and the curve of a quadratic cost."""


@kernel
def state(
    kind: int, family: int, shape: float, eps: float, pair: Pair, z: float, zc: float
) -> tuple[float, float, float, float, float]:
    """(D_1, D_a, x, dx/dz, bend) at the place z, where x makes the place optimal.

    g_a = D_1 + x D_a, dg_a/dz = D_a dx/dz and dr_a/dy = bend y / (D_a^3 dx/dz).
    """
    m1, m1c, ma, mac, gap, curve = pair
    if family == QUADRATIC:
        return curve * z * z, curve * zc * zc, z / zc, 1.0 / (zc * zc), 2.0 * curve * zc
    low, high = zc * gap, z * gap
    m, mc = ma + low, m1c + high
    if kind != D_EPS:
        d1 = divergence(family, shape, m1, m1c, m, mc, -high)
        da = divergence(family, shape, ma, mac, m, mc, low)
        bend = gap * low / variance(family, shape, m, mc)
        return d1, da, z / zc, 1.0 / (zc * zc), bend
    d1 = d_eps_up_parts(m1c, m1, mc, m, high, eps)
    da = d_eps_up_parts(ma, mac, m, mc, low, eps)
    e, private = math.exp(-eps), -math.expm1(-eps)
    spread = m * mc
    fall, rise = high / spread, low / spread
    private_fall, private_rise = private / (m + mc * e), private / (mc + m * e)
    if fall <= private_fall and rise <= private_rise:
        return d1, da, z / zc, 1.0 / (zc * zc), gap * rise
    fall_z = gap * (high * high + m1 * m1c) / (spread * spread)
    rise_z = gap * (low * low + ma * mac) / (spread * spread)
    if fall > private_fall:
        fall, fall_z = private_fall, gap * private_fall * private_fall
    if rise > private_rise:
        rise, rise_z = private_rise, gap * private_rise * private_rise
    x = fall / rise
    return d1, da, x, (fall_z + x * rise_z) / rise, gap * rise


@kernel
def cost(
    kind: int,
    family: int,
    shape: float,
    eps: float,
    m1: float,
    m1c: float,
    ma: float,
    mac: float,
    gap: float,
    curve: float,
    flat: float,
    w1: float,
    wa: float,
) -> float:
    """The transportation cost of one pair at the weights w1 and wa."""
    if w1 == 0.0 or wa == 0.0:
        return 0.0
    if kind == TV:
        return flat * min(w1, wa)
    z, zc = wa / (w1 + wa), w1 / (w1 + wa)
    if kind != D_EPS:
        d1, da, _, _, _ = state(KL, family, shape, eps, (m1, m1c, ma, mac, gap, curve), z, zc)
        plain = w1 * d1 + wa * da
        return min(plain, flat * min(w1, wa)) if kind == PRIVATE else plain
    return _private_cost(family, shape, eps, (m1, m1c, ma, mac, gap, curve), w1, wa)


@kernel
def _private_cost(family: int, shape: float, eps: float, pair: Pair, w1: float, wa: float) -> float:
    """The least w1 D_1 + wa D_a of d_eps, at the place where x = wa / w1: x rises with the place.

    Newton's rule for log x and the log-odds of the place, in a bracket, from the optimal place of
    KL costs, where the log-odds are log x; NaN where it does not end.
    """
    m1, m1c, ma, mac, gap, _curve = pair
    if m1c == 0.0 and wa <= w1 * math.exp(-eps):  # the slope of D_1 is not 0 at its end
        return wa * d_eps_up_parts(ma, mac, m1, m1c, gap, eps)
    if ma == 0.0 and wa * math.exp(-eps) >= w1:
        return w1 * d_eps_up_parts(m1c, m1, mac, ma, gap, eps)
    target = math.log(wa) - math.log(w1)
    low, high = -_WIDEST, _WIDEST
    odds = min(max(target, -650.0), 650.0)
    for i in range(_PASSES):
        z, zc = 1.0 / (1.0 + math.exp(-odds)), 1.0 / (1.0 + math.exp(odds))
        d1, da, x, slope, _bend = state(D_EPS, family, shape, eps, pair, z, zc)
        missing = target - math.log(x)
        # The derivative of log x in the log-odds, as dz = z (1 - z) d(odds).
        step = missing * x / (slope * z * zc)
        if (abs(step) <= 1e-9 and abs(missing) <= 1e-9) or high - low <= 1e-13 * abs(odds):
            return w1 * d1 + wa * da if abs(odds) < 600.0 else math.nan
        if missing > 0.0:
            low = odds
        else:
            high = odds
        odds += step
        if i % 8 == 7 or not low < odds < high:  # kinks may hold up Newton's rule
            odds = 0.5 * (low + high)
    return math.nan


cost_array = over_arrays(cost)
