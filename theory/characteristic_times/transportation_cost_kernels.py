"""The float64 transportation costs of a pair of arms, as kernels, without checks.

A confusing mean has a place z in [0, 1], l = mu_1 - z (mu_1 - mu_a), and 1 - z travels beside z, so
that nothing is lost near either end.
"""

from __future__ import annotations

import math

from banditproof.theory.compiled import kernel, over_arrays
from banditproof.theory.laws.family_kernels import QUADRATIC, divergence, variance
from banditproof.theory.private_divergence_kernels import d_eps_up_parts

KL, PRIVATE, D_EPS, TV = 0, 1, 2, 3
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
    # the convex function of the confusing mean has its least value at one of four roots
    p = -math.expm1(-eps)
    best = min(
        w1 * d_eps_up_parts(m1c, m1, mac, ma, gap, eps),
        wa * d_eps_up_parts(ma, mac, m1, m1c, gap, eps),
    )
    for case in range(4):
        if case == 0:
            fall = z * gap
        elif case == 1:
            fall = m1 - (w1 - wa * math.exp(-eps)) / (p * (w1 + wa))
        else:
            mean, x = (m1, wa / w1) if case == 2 else (mac, w1 / wa)
            linear = 1.0 + p * (mean + x)
            inside = linear * linear - 4.0 * p * (1.0 + x) * mean
            root = 2.0 * mean / (linear + math.sqrt(max(inside, 0.0)))
            fall = m1 - root if case == 2 else m1 - (1.0 - root)
        if 0.0 < fall < gap:
            low = gap - fall
            d1 = d_eps_up_parts(m1c, m1, m1c + fall, ma + low, fall, eps)
            da = d_eps_up_parts(ma, mac, ma + low, m1c + fall, low, eps)
            best = min(best, w1 * d1 + wa * da)
    return best


cost_array = over_arrays(cost)
