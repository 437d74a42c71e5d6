"""The float64 upper confidence bound of a mean that has normal noise, compiled, without checks.

Arguments are trusted; the public function of `noisy_mean_bounds` checks them.
"""

import math
from .bernoulli_kernels import kl_parts
from .compiled import kernel, over_arrays

_FAR = 600.0
"""From this gap of log-odds on, the smaller complement is next to the least floats."""
_ENOUGH = 1e-15


@kernel
def _log_odds(z: float, zc: float, gap: float) -> float:
    """log(z + zc e^-gap), with zc = 1 - z."""
    return math.log1p(zc * math.expm1(-gap)) if zc < 0.5 else math.log(z + zc * math.exp(-gap))


@kernel
def compromise_cost(z: float, zc: float, u: float, weight: float) -> float:
    """kl(z, q) + weight u^2 for the q by 2 weight u above z in log-odds, with zc = 1 - z."""
    gap = 2.0 * weight * u
    e = math.exp(-gap)
    odds = z + zc * e
    if gap < _FAR:
        kl = kl_parts(z, zc, z / odds, zc * e / odds, z * zc * -math.expm1(-gap) / odds)
    else:
        kl = zc * gap + _log_odds(z, zc, gap)
    return kl + weight * u * u


@kernel
def noisy_kl_ucb_log_complement(x: float, level: float, weight: float) -> float:
    """-log(1 - q) at the largest q with kl(z, q) + weight (x - z)^2 <= level for some z.

    Newton's rule on logarithms, for t = log((1 - x) / (1 - z)): the cost lies between a constant
    and a square of t where the gap of log-odds is small, and grows. Bounds on both sides of the
    root keep the rule from leaving it, and bisection brings them together.
    """
    xc = 1.0 - x
    if level >= weight * xc * xc:
        return math.inf
    log_rest = -math.log(xc) if x > 0.5 else -math.log1p(-x)
    if level == 0.0:
        return log_rest
    share = min(math.sqrt(level / weight) / xc, 1.0)
    low, high = 0.0, (-math.log1p(-share) if share < 1.0 else 50.0)
    t = min(high, math.sqrt(level / (weight + 2.0 * weight * weight * x * xc)) / xc)
    for turn in range(200):
        zc = xc * math.exp(-t)
        u = -xc * math.expm1(-t)
        z = x + u
        cost = compromise_cost(z, zc, u, weight)
        if cost <= level:
            low = t
        else:
            high = t
        # d cost / du = (q - z) (1 / (z (1 - z)) + 2 weight), and du = (1 - z) dt
        gap = 2.0 * weight * u
        rise = zc * -math.expm1(-gap) / (z + zc * math.exp(-gap)) * (1.0 + 2.0 * weight * z * zc)
        slope = rise * t / cost if cost > 0.0 else 2.0
        step = math.log(level / cost) / slope if cost > 0.0 and slope > 0.0 else math.inf
        after = t * math.exp(step) if abs(step) < 30.0 else math.inf
        if not low < after < high:
            if abs(step) < 1e-12:
                break
            after = math.sqrt(low) * math.sqrt(high) if low > 0.0 else high * 2.0**-20
        elif turn % 3 == 2 and abs(step) > 0.5 and low > 0.0:
            after = math.sqrt(low) * math.sqrt(high)  # else the rule may jump to and fro
        t = after
        if abs(step) < _ENOUGH:
            break
    zc = xc * math.exp(-t)
    u = -xc * math.expm1(-t)
    z = x + u
    gap = 2.0 * weight * u
    odds = z + zc * math.exp(-gap)
    if zc * math.exp(-gap) > 0.5 * odds:
        return -math.log1p(-z / odds)
    return log_rest + t + gap + _log_odds(z, zc, gap)


noisy_kl_ucb_log_complement_array = over_arrays(noisy_kl_ucb_log_complement)
