"""The float64 infima of finite laws, as kernels, without checks.

A finite law enters as rises r = (x - mu) / (top - mu) and falls c = (top - x) / (top - mu), which
sum to 1 and lose no digits beside each other. The dual of the infimum is one concave function

    f(y) = E log w,   w = 1 - y r = c + v r,   0 <= y <= 1,   v = 1 - y,

and y is kept for small y, v for small v, so that neither is ever the difference of large numbers.
With a budget eps, a point with w > e^eps v, that is y c > (e^eps - 1) v, counts as if its mass
stood at the top and paid eps. Where digits are lost all the same, the result is NaN, and the
caller uses balls.
"""

import math
from typing import Any
import numpy as np
from banditproof.theory.bernoulli_kernels import excess
from banditproof.theory.compiled import kernel
from banditproof.theory.error_free_kernels import add

_PASSES = 200
_LEAST = 1e-300
NEVER = math.inf
LEAST_SHARE = 0.01
"""A sum that is a smaller share of its terms has lost too many digits."""
STEPS = 40
"""The microseconds of a point when a dual optimum is interpreted."""


@kernel
def _slopes(
    r: Any, c: Any, p: Any, gap: float, y: float, v: float, growth: float
) -> tuple[float, float]:
    """-f'(y) and -f''(y) of the dual; points with y c > growth v are counted at the top.

    The slope E r / w is summed as it is, or by r / w = r + y r^2 / w, gap = -E r, with -gap and
    terms of one sign: the former cancels for small y, the latter where a large gap hardly matters.
    """
    plain = 0.0
    size = 0.0
    bent = 0.0
    second = 0.0
    lifted = 0.0
    # w > e^eps v means y c > (e^eps - 1) v, since w - v = y c: so compared, nothing cancels.
    cut = growth * v / y if y > 0.0 else NEVER
    for i in range(len(r)):
        rise = r[i]
        w = 1.0 - y * rise if y <= 0.5 else c[i] + v * rise
        if c[i] > cut:
            rise = 1.0
            w = v
            lifted += p[i] * c[i]
        t = rise / w
        term = p[i] * t
        plain += term
        size += abs(term)
        bent += rise * term
        second += t * term
    return plain if size < gap + lifted else (lifted - gap) + y * bent, second


@kernel
def _halved(low: float, high: float) -> float:
    """A number inside (low, high): the middle, or the geometric middle of a wide interval."""
    if high > 4.0 * low:
        return math.sqrt(max(low, high * 1e-8, _LEAST)) * math.sqrt(high)
    return 0.5 * (low + high)


@kernel
def _bracket(
    r: Any, c: Any, p: Any, gap: float, growth: float, small: bool
) -> tuple[float, float, float]:
    """Where the dual is flat: z, or a kink between two numbers, by Newton's rule in a bracket.

    z is y (small) or v. In v the slope behaves as a / v near 0, so there the rule is applied to a
    hyperbola; at a kink halving takes over. A z that is not a kink comes as (z, z, 0); a kink as
    (before, after, share) with the share of the mass at the kink that is counted at the top.
    """
    # Where f is smooth, an error of y enters the value squared; at a kink it enters as it is.
    tolerance = 1e-7 if growth == NEVER else 1e-15
    low = 0.0
    high = 0.5
    z = 0.25
    if small:
        slope, curvature = _slopes(r, c, p, gap, 0.0, 1.0, growth)
        z = min(-slope / curvature, 0.5)
    last = 1.0
    last_but_one = 1.0
    below = -1.0
    above = 1.0
    for _ in range(_PASSES):
        if not low < z < high:
            z = _halved(low, high)
        y, v = (z, 1.0 - z) if small else (1.0 - z, z)
        slope, curvature = _slopes(r, c, p, gap, y, v, growth)
        s = slope if small else -slope  # increasing in z
        if s == 0.0:
            return z, z, 0.0
        if s > 0.0:
            high = z
            above = s
        else:
            low = z
            below = s
        rise = curvature * z
        step = -s / curvature
        if not small and s + rise > 0.0:
            step = -z * (s / (s + rise))
        if curvature == math.inf:  # beyond the floats: halve
            step = high - low
        if abs(step) <= tolerance * z:
            z = min(max(z + step, low), high)
            return z, z, 0.0
        if high - low <= 4e-16 * high:
            break
        # Dekker's rule: Newton's steps must halve in every second turn, or halving is faster.
        if abs(step) <= 0.5 * last_but_one:
            z += step
        else:  # Newton's rule makes no progress: halve
            z = low
            step = high - low
        last_but_one = last
        last = abs(step)
    if low == 0.0:  # no float is below
        return math.nan, math.nan, 0.0
    # mass is counted at the top for large y, that is for small v
    share = -below / (above - below)
    return (low, high, share) if small else (high, low, 1.0 - share)


@kernel
def dual_optimum(
    r: Any, c: Any, p: Any, gap: float, growth: float, eps: float
) -> tuple[float, float, float]:
    """The largest value of the dual, and the y and v where it is attained.

    Weights are positive, gap = -E r > 0, and growth = e^eps - 1, or infinity for no budget.
    """
    if growth == NEVER:
        free = 0.0  # the slope at y = 1, where the top takes whatever mass is left
        for i in range(len(r)):
            free += p[i] * (r[i] / c[i] if c[i] > 0.0 else math.inf)
        if free <= 0.0:
            value = _dual_value(r, c, p, gap, 1.0, 0.0, 1.0, 0.0, 0.0, growth, eps)
            return value, 1.0, 0.0
    slope, _ = _slopes(r, c, p, gap, 0.5, 0.5, growth)
    small = slope > 0.0  # the maximiser has y < 1/2
    first, second, share = _bracket(r, c, p, gap, growth, small)
    if small:
        y, v, y_after, v_after = first, 1.0 - first, second, 1.0 - second
    else:
        y, v, y_after, v_after = 1.0 - first, first, 1.0 - second, second
    value = _dual_value(r, c, p, gap, y, v, y_after, v_after, share, growth, eps)
    return value, y, v


@kernel
def _kept_share(c: float, cut: float, cut_after: float, share: float) -> float:
    """The share of the mass of a point that is not counted at the top."""
    if c > cut:
        return 0.0
    return 1.0 - share if share > 0.0 and c > cut_after else 1.0


@kernel
def _dual_value(
    r: Any,
    c: Any,
    p: Any,
    gap: float,
    y: float,
    v: float,
    y_after: float,
    v_after: float,
    share: float,
    growth: float,
    eps: float,
) -> float:
    """f(y), by the sum of logarithms or by y gap - E h(y r), whichever cancels less.

    h(x) = -x - log(1 - x). Points that are counted at the top at y are counted with their mass;
    those that are only at y_after, which come at a kink, with the given share of it, so that the
    error of y enters only squared.
    """
    cut = growth * v / y if y > 0.0 else NEVER
    cut_after = growth * v_after / y_after if y_after > 0.0 else NEVER
    plain = plain_low = 0.0
    plain_size = 0.0
    moved = moved_low = 0.0
    lifted = lifted_low = 0.0
    for i in range(len(r)):
        z = y * r[i]
        w = 1.0 - z if y <= 0.5 else c[i] + v * r[i]
        kept = p[i] * _kept_share(c[i], cut, cut_after, share)
        if kept < p[i]:
            moved, moved_low = add(moved, moved_low, p[i] - kept)
            lifted, lifted_low = add(lifted, lifted_low, (p[i] - kept) * c[i])
        if kept > 0.0:
            term = kept * (math.log1p(-z) if abs(z) < 0.5 else math.log(w))
            plain, plain_low = add(plain, plain_low, term)
            plain_size += abs(term)
    moved += moved_low
    lifted += lifted_low
    paid = 0.0
    if moved > 0.0:
        paid = moved * eps
        term = moved * (math.log1p(-y) if y <= 0.5 else math.log(v))
        plain, plain_low = add(plain, plain_low, term)
        plain_size += abs(term)
    plain += plain_low
    # The sum kept at least a fifth of the size of its terms: no more digits are lost than that.
    if paid + plain >= 0.2 * plain_size:
        return paid + plain
    # the logarithms cancel: take their linear parts apart
    curved = moved * excess(1.0, v, -y) if moved > 0.0 else 0.0
    curved_low = 0.0
    for i in range(len(r)):
        z = y * r[i]
        w = 1.0 - z if y <= 0.5 else c[i] + v * r[i]
        kept = p[i] * _kept_share(c[i], cut, cut_after, share)
        if kept > 0.0:
            curved, curved_low = add(curved, curved_low, kept * excess(1.0, w, -z))
    curved += curved_low
    drift = gap - lifted
    size = y * (gap + lifted) + curved
    value = paid + (y * drift - curved) if size < plain_size else paid + plain
    return value if value > LEAST_SHARE * min(size, plain_size) else math.nan


@kernel
def moved_mass(falls: Any, p: Any, gap: float) -> float:
    """The least mass of the lowest points, of the largest falls, whose falls add up to the gap.

    What is not moved has falls that add up to 1, which decides where the gap is too large to.
    """
    order = np.argsort(-falls)
    moved = moved_low = 0.0
    missing = gap
    missing_low = 0.0
    # Within the rounding of the products it is undecided which point is the last to be moved.
    doubt = 1e-15 * gap  # each product is off by a relative 2^-52, and so is the gap
    for i in order:
        gain = p[i] * falls[i]
        left = missing + missing_low
        if gain >= left - doubt:
            mass: float = moved + (moved_low + left / falls[i])
            if gain > left + doubt and mass * falls[i] > LEAST_SHARE * gap:
                return mass
            break
        missing, missing_low = add(missing, missing_low, -gain)
        moved, moved_low = add(moved, moved_low, p[i])
    kept = kept_low = 0.0
    room = 1.0
    room_low = 0.0
    for i in order[::-1]:
        gain = p[i] * falls[i]
        if gain >= room + room_low:
            mass = 1.0 - (kept + (kept_low + (room + room_low) / falls[i]))
            return mass if mass > 0.1 else math.nan
        room, room_low = add(room, room_low, -gain)
        kept, kept_low = add(kept, kept_low, p[i])
    return math.nan


@kernel
def displaced(points: Any, mu: float, mu_low: float, top: float, top_low: float, h: float) -> Any:
    """Rises and falls of floats, for mu and top given as sums of two floats, and h = top - mu."""
    rises = points.copy()
    falls = points.copy()
    for i in range(len(points)):
        rises[i] = ((points[i] - mu) - mu_low) / h
        falls[i] = ((top - points[i]) + top_low) / h
    return rises, falls
