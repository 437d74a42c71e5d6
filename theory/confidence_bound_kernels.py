"""The float64 inverses of kl and d_eps, compiled, without checks.

Arguments are trusted; the public functions of `confidence_bounds` check them.
"""

from __future__ import annotations

import math

from .bernoulli_kernels import kl_parts
from .compiled import kernel, over_arrays
from .error_free_kernels import two_product, two_sum
from .private_divergence_kernels import FAR

_TINY = 2.0**-400  # below it, the error of a product may be subnormal
_LIFT = 2.0**600


@kernel
def _kl_rise(p: float, pc: float, level: float) -> tuple[float, float]:
    """The root of kl(p, p + u) = level above p, as (u, v) with v = -log(1 - p - u).

    Newton from the right on a convex function: in u while the root is near p, in v otherwise.
    """
    if level == 0.0 or pc == 0.0:
        return 0.0, (math.inf if pc == 0.0 else -math.log(pc))
    if p == 0.0:
        return -math.expm1(-level), level
    # all are right of the root: kl(p, q) >= 2 (q-p)^2, kl(p, q) >= (q-p)^2 / (2 q), and, for
    # p >= 1/2, kl(p, q) >= (q-p)^2 / (2 p (1-p))
    root = math.sqrt(level)
    u = min(math.sqrt(0.5) * root, level + root * math.sqrt(level + 2.0 * p))
    if p >= 0.5:
        u = min(u, math.sqrt(2.0 * p * pc) * root)
    if u < 0.5 * pc:
        near = True
    else:
        near = kl_parts(p, pc, p + 0.5 * pc, 0.5 * pc, 0.5 * pc) >= level
        u = min(u, 0.5 * pc)
    if near:
        # start from the root of the cubic Taylor polynomial, then Halley's rule, of third order
        most = u
        spread = p * pc
        guess = math.sqrt(2.0 * spread) * root
        bend = (1.0 - 2.0 * p) * guess / (3.0 * spread)
        u = min(most, guess * (1.0 + bend) if bend > 0.0 else guess / (1.0 - bend))
        for _ in range(100):
            q = p + u
            qc = pc - u
            inverse = 1.0 / u
            width = 2.0 * q * qc
            newton = 0.5 * (kl_parts(p, pc, q, qc, u) - level) * (width * inverse)
            step = newton * (width / (width - newton * inverse * (spread + u * u)))
            u = min(max(u - step, 0.5 * u), most)
            if abs(step) < 1e-6 * u:  # the next step is below rounding
                break
        return u, -math.log(pc - u) if p + u > 0.5 else -math.log1p(-(p + u))
    log_p = math.log(p) if p < 0.5 else math.log1p(-pc)
    log_pc = math.log(pc) if pc < 0.5 else math.log1p(-p)
    v = (level - p * log_p - pc * log_pc) / pc
    if v > 800.0:  # exp(-v) is 0, so v is the root
        return pc, v
    for _ in range(100):
        e = math.exp(-v)
        value = p * (log_p - math.log1p(-e)) + pc * (log_pc + v) - level
        step = value / (pc - p * e / (1.0 - e))
        v -= step
        if not step > 1e-15 * v:
            break
    return pc - math.exp(-v), v


@kernel
def kl_ucb(x: float, level: float) -> float:
    """The largest q with kl(x, q) <= level."""
    u, v = _kl_rise(x, 1.0 - x, level)
    return min(1.0, x + u) if u < 0.5 * (1.0 - x) else -math.expm1(-v)


@kernel
def kl_ucb_log_complement(x: float, level: float) -> float:
    """-log(1 - q) at q = kl_ucb(x, level): keeps its digits when q rounds to 1."""
    return _kl_rise(x, 1.0 - x, level)[1]


@kernel
def kl_lcb(x: float, level: float) -> float:
    """The smallest q with kl(x, q) <= level."""
    if x == 0.0 or level == 0.0:
        return x
    u, v = _kl_rise(1.0 - x, x, level)
    if u < 0.5 * x:
        return x - u
    if v > 800.0:
        return 0.0
    # q = x exp(-(level + c)/x) with c = (1-x) log((1-q)/(1-x)); the quotient in two parts
    xc = 1.0 - x
    c = xc * math.log1p((x - math.exp(-v)) / xc) if xc > 0.0 else 0.0
    hi = level / x
    p, e = two_product(hi, x)
    s, err = two_sum(hi, c / x)
    return x * math.exp(-s) * (1.0 - (err + ((level - p) - e) / x))


@kernel
def saturates(x: float, level: float, eps: float) -> bool:
    """Whether level >= eps (1 - x), decided on the exact values of the three floats."""
    if eps < _TINY:
        if level >= eps:
            return True
        level *= _LIFT
        eps *= _LIFT
    p, e0 = two_product(eps, x)
    s, e1 = two_sum(level, -eps)
    s, e2 = two_sum(s, p)
    t, e3 = two_sum(e0, e1)
    s, e4 = two_sum(s, t)
    return s + (e2 + e3 + e4) >= 0.0


@kernel
def d_eps_ucb(x: float, level: float, eps: float) -> float:
    """The largest q with d_eps(x, q) <= level; exactly 1 iff level >= eps (1 - x)."""
    if level == 0.0 and eps > 0.0:
        return x
    if x == 1.0 or saturates(x, level, eps):
        return 1.0
    if x > 0.0 and eps < FAR:
        e = math.exp(-eps)
        a = -math.expm1(-eps)
        xc = 1.0 - x
        odds = x + xc * e
        turn = x / odds  # the mean at log-odds gap eps above x, where the branches meet
        rise = x * xc * a / odds  # and kl(x, turn) >= 2 rise^2
        if 2.0 * rise * rise > level or kl_parts(x, xc, turn, xc * e / odds, rise) >= level:
            return min(kl_ucb(x, level), 0.9999999999999999)
    elif x > 0.0 and kl_ucb_log_complement(x, level) + math.log((1.0 - x) / x) < eps:
        return min(kl_ucb(x, level), 0.9999999999999999)
    return min(math.expm1(-(level + eps * x)) / math.expm1(-eps), 0.9999999999999999)


@kernel
def d_eps_lcb(x: float, level: float, eps: float) -> float:
    """The smallest q with d_eps(x, q) <= level; exactly 0 iff level >= eps x."""
    if level == 0.0 and eps > 0.0:
        return x
    scale = 1.0
    if eps * x < _TINY:  # lift x and level, which rise and fall together with the bound
        if level >= _TINY:
            return 0.0
        scale = _LIFT
    p, e0 = two_product(eps, x * scale)
    rise, e1 = two_sum(p, -level * scale)  # eps x - level
    if x == 0.0 or rise + (e0 + e1) <= 0.0:
        return 0.0
    xc = 1.0 - x
    if eps < FAR:
        e = math.exp(-eps)
        a = -math.expm1(-eps)
        odds = xc + x * e
        turn = x * e / odds
        if xc > 0.0 and kl_parts(xc, x, xc / odds, turn, x * xc * a / odds) >= level:
            return kl_lcb(x, level)
    elif xc > 0.0 and _kl_rise(xc, x, level)[1] + math.log(x / xc) < eps:
        return kl_lcb(x, level)
    if scale > 1.0:  # expm1(rise) is rise
        return (rise + (e0 + e1)) * math.exp(-eps) / -math.expm1(-eps) / scale
    if rise < 1.0:
        rise += e0 + e1
        return math.expm1(rise) * math.exp(-eps) / -math.expm1(-eps)
    s, e2 = two_sum(rise, -eps)
    height = math.exp(s) * (1.0 + (e0 + e1 + e2))
    return height * math.expm1(-(rise + (e0 + e1))) / math.expm1(-eps)


kl_ucb_array = over_arrays(kl_ucb)
kl_lcb_array = over_arrays(kl_lcb)
kl_ucb_log_complement_array = over_arrays(kl_ucb_log_complement)
d_eps_ucb_array = over_arrays(d_eps_ucb)
d_eps_lcb_array = over_arrays(d_eps_lcb)
