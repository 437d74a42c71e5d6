"""The float64 formulas of Bernoulli divergences and their inverses, compiled, without checks.

Every formula is a sum of terms of one sign, so nothing cancels: the results stay within 1e-14
relative error of the exact value for all normal floats (subnormal numbers have fewer digits).
The complement 1 - p travels beside p wherever recomputing it would lose digits.

Arguments are trusted; the public functions of `bernoulli`, `private_divergence` and
`confidence_bounds` check them.
"""

from __future__ import annotations

import math

from .compiled import elementwise, kernel

_SERIES = tuple(1.0 / (2 * k + 3) for k in range(13))
_SPLIT = 134217729.0  # 2^27 + 1, Veltkamp's constant
_TINY = 2.0**-400  # below it, the error of a product may be subnormal
_LIFT = 2.0**600
_FAR = 708.0  # beyond this eps, exp(-eps) is subnormal


@kernel
def two_sum(a: float, b: float) -> tuple[float, float]:
    """The rounded sum and its exact error."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


@kernel
def two_product(a: float, b: float) -> tuple[float, float]:
    """The rounded product and its exact error; factors below 1e290, product above 1e-290."""
    p = a * b
    c = _SPLIT * a
    a_hi = c - (c - a)
    a_lo = a - a_hi
    c = _SPLIT * b
    b_hi = c - (c - b)
    b_lo = b - b_hi
    return p, ((a_hi * b_hi - p) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo


@kernel
def _gap_term(p: float, q: float, u: float) -> float:
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
def _kl_parts(p: float, pc: float, q: float, qc: float, u: float) -> float:
    """kl(p, q) from p, 1 - p, q, 1 - q and u = q - p."""
    return _gap_term(p, q, u) + _gap_term(pc, qc, -u)


@kernel
def kl(p: float, q: float) -> float:
    """p log(p/q) + (1 - p) log((1 - p)/(1 - q))."""
    if p == q:
        return 0.0
    return _kl_parts(p, 1.0 - p, q, 1.0 - q, q - p)


@kernel
def log_odds_gap(x: float, y: float) -> float:
    """|logit(y) - logit(x)|, infinite when exactly one side is at an end of [0, 1]."""
    if x == y:
        return 0.0
    if x > y:
        x, y = y, x
    if x == 0.0 or y == 1.0:
        return math.inf
    gap = y - x
    yc = 1.0 - y
    odds = math.log1p(gap / x) if gap < x else math.log(y) - math.log(x)
    if gap >= x and y / x < 1e300:
        odds = math.log(y / x)
    return odds + (math.log1p(gap / yc) if gap < yc else math.log((1.0 - x) / yc))


@kernel
def _log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b))."""
    high = max(a, b)
    return high + math.log1p(math.exp(min(a, b) - high))


@kernel
def _d_eps_up(x: float, xc: float, y: float, yc: float, gap: float, eps: float) -> float:
    """d_eps(x, y) for x < y, from both complements and the gap y - x."""
    if yc == 0.0:
        return eps * xc
    e = math.exp(-eps)
    a = -math.expm1(-eps)
    if eps > _FAR and yc < 1e-250:  # exp(-eps) is subnormal, but so may be its rival yc
        odds_y = math.log(y) - math.log(yc)
        if x == 0.0 or odds_y - eps > math.log(x) - math.log(xc):
            return -(eps * x) - _log_sum(math.log(yc), math.log(y) - eps)
    odds = yc + y * e
    z = y * e / odds
    zc = yc / odds
    down = y * yc * a / odds  # y - z
    if down >= gap if gap < 0.5 * y else z <= x:
        return _kl_parts(x, xc, y, yc, gap)
    # z - x, by the subtraction that loses the least
    over = gap - down if min(z, zc) > gap else (z - x if z <= 0.5 else xc - zc)
    return _kl_parts(z, zc, y, yc, down) + eps * max(over, 0.0)


@kernel
def d_eps(x: float, y: float, eps: float) -> float:
    """inf over z between x and y of eps |z - x| + kl(z, y)."""
    if x == y or eps == 0.0:
        return 0.0
    if x < y:
        return _d_eps_up(x, 1.0 - x, y, 1.0 - y, y - x, eps)
    return _d_eps_up(1.0 - x, x, 1.0 - y, y, x - y, eps)


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
        near = _kl_parts(p, pc, p + 0.5 * pc, 0.5 * pc, 0.5 * pc) >= level
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
            newton = 0.5 * (_kl_parts(p, pc, q, qc, u) - level) * (width * inverse)
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
    if x > 0.0 and eps < _FAR:
        e = math.exp(-eps)
        a = -math.expm1(-eps)
        xc = 1.0 - x
        odds = x + xc * e
        turn = x / odds  # the mean at log-odds gap eps above x, where the branches meet
        rise = x * xc * a / odds  # and kl(x, turn) >= 2 rise^2
        if 2.0 * rise * rise > level or _kl_parts(x, xc, turn, xc * e / odds, rise) >= level:
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
    if eps < _FAR:
        e = math.exp(-eps)
        a = -math.expm1(-eps)
        odds = xc + x * e
        turn = x * e / odds
        if xc > 0.0 and _kl_parts(xc, x, xc / odds, turn, x * xc * a / odds) >= level:
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


@elementwise
def kl_array(p, q):  # type: ignore[no-untyped-def]
    return kl(p, q)


@elementwise
def log_odds_gap_array(x, y):  # type: ignore[no-untyped-def]
    return log_odds_gap(x, y)


@elementwise
def d_eps_array(x, y, eps):  # type: ignore[no-untyped-def]
    return d_eps(x, y, eps)


@elementwise
def d_eps_up_array(x, y, eps):  # type: ignore[no-untyped-def]
    return d_eps_up(x, y, eps)


@elementwise
def minimiser_array(x, y, eps):  # type: ignore[no-untyped-def]
    return minimiser(x, y, eps)


@elementwise
def dual_maximiser_array(x, y, eps):  # type: ignore[no-untyped-def]
    return dual_maximiser(x, y, eps)


@elementwise
def d_eps_dy_array(x, y, eps):  # type: ignore[no-untyped-def]
    return d_eps_dy(x, y, eps)


@elementwise
def kl_ucb_array(x, level):  # type: ignore[no-untyped-def]
    return kl_ucb(x, level)


@elementwise
def kl_lcb_array(x, level):  # type: ignore[no-untyped-def]
    return kl_lcb(x, level)


@elementwise
def kl_ucb_log_complement_array(x, level):  # type: ignore[no-untyped-def]
    return kl_ucb_log_complement(x, level)


@elementwise
def d_eps_ucb_array(x, level, eps):  # type: ignore[no-untyped-def]
    return d_eps_ucb(x, level, eps)


@elementwise
def d_eps_lcb_array(x, level, eps):  # type: ignore[no-untyped-def]
    return d_eps_lcb(x, level, eps)
