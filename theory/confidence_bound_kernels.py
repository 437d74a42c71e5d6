"""The float64 inverses of kl and d_eps, compiled, without checks.

Arguments are trusted; the public functions of `confidence_bounds` check them.
"""

import math
from .bernoulli_kernels import kl_parts
from .compiled import kernel, over_arrays
from .error_free_kernels import two_product, two_sum
from .private_divergence_kernels import DROP, LEAST, LIFT

_TINY = 2.0**-400  # below it, the error of a product may be subnormal
_HUGE = 2.0**900  # above it, the splitting of a factor may overflow
_UNDERFLOW = 800.0
"""From level / x on, a lower bound is below the least float: it is at most x exp(-level / x)."""
_FAR = 30.0
"""From this eps on, exp(-eps) times a lifted number is not tiny."""
_BELOW_ONE = 1.0 - 2.0**-53


@kernel
def _kl_rise(p: float, pc: float, level: float) -> tuple[bool, float, float]:
    """The root of kl(p, p + u) = level above p: whether it is near p, u, and t, if it is not near.

    t = log((1 - p) / (1 - p - u)). Newton from the right on a convex function: in u while the root
    is near p, in t otherwise. p > 0, and not both p (or 1 - p) and the level are below `LEAST`.
    """
    if level == 0.0 or pc == 0.0:
        return True, 0.0, 0.0
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
        return True, u, 0.0
    log_p = math.log(p) if p < 0.5 else math.log1p(-pc)
    t = (level - p * log_p) / pc
    for _ in range(100):
        e = math.exp(-t)
        if e < 1e-20:  # beside t, so t is the root
            return False, pc, t
        qc = pc * e
        step = (p * (log_p - math.log1p(-qc)) + pc * t - level) / (pc - p * qc / (1.0 - qc))
        t -= step
        if not step > 1e-15 * t:
            break
    return False, pc - pc * math.exp(-t), t


@kernel
def kl_ucb(x: float, level: float) -> float:
    """The largest q with kl(x, q) <= level."""
    if x == 0.0:
        return -math.expm1(-level)
    if x < LEAST and level < LEAST:
        x *= LIFT
        return (x + _kl_rise(x, 1.0, level * LIFT)[1]) * DROP
    return min(1.0, x + _kl_rise(x, 1.0 - x, level)[1])


@kernel
def kl_ucb_log_complement(x: float, level: float) -> float:
    """-log(1 - q) at q = kl_ucb(x, level): keeps its digits when q rounds to 1."""
    if x == 0.0:
        return level
    if x == 1.0:
        return math.inf
    xc = 1.0 - x
    drop = 1.0
    if x < LEAST and level < LEAST:
        drop = DROP
        x *= LIFT
        level *= LIFT
    near, u, t = _kl_rise(x, xc, level)
    if near:
        q = x + u
        return -math.log(xc - u) if q > 0.5 else -math.log1p(-q) * drop
    return (t - (math.log(xc) if x > 0.5 else math.log1p(-x))) * drop


@kernel
def kl_lcb(x: float, level: float) -> float:
    """The smallest q with kl(x, q) <= level."""
    if x == 0.0 or level == 0.0:
        return x
    if level > _UNDERFLOW * x:
        return 0.0
    if x == 1.0:
        return math.exp(-level)
    xc = 1.0 - x
    drop = 1.0
    if x < LEAST:
        drop = DROP
        x *= LIFT
        level *= LIFT
    near, u, _ = _kl_rise(xc, x, level)
    if near:
        return (x - u) * drop
    # q = x exp(-(level + c)/x) with c = (1-x) log((1-q)/(1-x)); the quotient in two parts
    c = xc * math.log1p(u / xc)
    hi = level / x
    p, e = two_product(hi, x)
    s, err = two_sum(hi, c / x)
    return x * math.exp(-s) * (1.0 - (err + ((level - p) - e) / x)) * drop


@kernel
def saturates(x: float, level: float, eps: float) -> bool:
    """Whether level >= eps (1 - x), decided on the exact values of the three floats."""
    if level >= eps:
        return True
    if eps < _TINY:
        level *= LIFT
        eps *= LIFT
    elif eps > _HUGE:
        level *= DROP
        eps *= DROP
    # The error of each sum and product is carried along, so the sign is that of the exact number.
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
    a = -math.expm1(-eps)
    xc = 1.0 - x
    if x > 0.0 and eps < _FAR:
        p = x
        height = level
        if x < LEAST and level < LEAST:
            p *= LIFT
            height *= LIFT
        e = math.exp(-eps)
        odds = p + xc * e
        turn = p / odds  # the mean at log-odds gap eps above x, where the branches meet
        rise = p * xc * a / odds  # and kl(x, turn) >= 2 rise^2
        if 2.0 * rise * rise > height or kl_parts(p, xc, turn, xc * e / odds, rise) >= height:
            return min(kl_ucb(x, level), _BELOW_ONE)
    elif x > 0.0:
        q = kl_ucb(x, level)
        rise = math.log(q) - math.log(x)
        if rise + kl_ucb_log_complement(x, level) + math.log1p(-x) < eps:
            return min(q, _BELOW_ONE)
    # On this branch d_eps(x, q) = -eps x - log(1 - a q), solved for q. Below 1 for sure: the result
    # 1 is kept for what `saturates`.
    t = level + eps * x
    if t < 1e-17:  # expm1(t) is t
        return min(max(level / a + x * (eps / a), x), _BELOW_ONE)
    return min(max(math.expm1(-t) / -a, x), _BELOW_ONE)


@kernel
def d_eps_lcb(x: float, level: float, eps: float) -> float:
    """The smallest q with d_eps(x, q) <= level; exactly 0 if level >= eps x."""
    if level == 0.0 and eps > 0.0:
        return x
    if x == 0.0 or level > _UNDERFLOW * x:
        return 0.0
    if eps > 2.0 * _UNDERFLOW:  # the private branch has level >= eps x, or nearly so
        return kl_lcb(x, level)
    xc = 1.0 - x
    drop = 1.0
    if x < LEAST:
        drop = DROP
        x *= LIFT
        level *= LIFT
    scale = 1.0
    if eps * x < _TINY:
        if level >= _TINY:
            return 0.0
        scale = LIFT
    less, more = (x, eps) if x < eps else (eps, x)
    p, e0 = two_product(less * scale, more)
    rise, e1 = two_sum(p, -level * scale)  # eps x - level
    if rise + (e0 + e1) <= 0.0:
        return 0.0
    e = math.exp(-eps)
    a = -math.expm1(-eps)
    if eps < _FAR:
        odds = xc + x * e
        turn = x * e / odds
        if xc > 0.0 and kl_parts(xc, x, xc / odds, turn, x * xc * a / odds) >= level:
            return kl_lcb(x, level) * drop
    elif xc > 0.0:
        near, u, t = _kl_rise(xc, x, level)
        if (-math.log1p(-u / x) if near else t) + math.log1p(u / xc) < eps:
            return kl_lcb(x, level) * drop
    if scale > 1.0:  # expm1(rise) is rise
        return min((rise + (e0 + e1)) * e / a * DROP, x) * drop
    if rise < 1.0:
        rise += e0 + e1
        return min(math.expm1(rise) * e / a, x) * drop
    s, e2 = two_sum(rise, -eps)
    height = math.exp(s) * (1.0 + (e0 + e1 + e2))
    return min(height * math.expm1(-(rise + (e0 + e1))) / -a, x) * drop


kl_ucb_array = over_arrays(kl_ucb)
kl_lcb_array = over_arrays(kl_lcb)
kl_ucb_log_complement_array = over_arrays(kl_ucb_log_complement)
d_eps_ucb_array = over_arrays(d_eps_ucb)
d_eps_lcb_array = over_arrays(d_eps_lcb)
