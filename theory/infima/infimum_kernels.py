"""The float64 infima of finite laws, compiled, without checks.

A finite law enters as rises r = (x - mu) / (top - mu) and falls c = (top - x) / (top - mu), which
sum to 1 and lose no digits beside each other. The dual of the infimum is one concave function

    f(y) = E log w,   w = 1 - y r = c + v r,   0 <= y <= 1,   v = 1 - y,

and y is kept for small y, v for small v, so that neither is ever the difference of large numbers.
With a budget eps, a point with w > e^eps v counts as if its mass stood at the top and paid eps.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from banditproof.theory.bernoulli_kernels import _gap_term as excess
from banditproof.theory.bernoulli_kernels import two_sum
from banditproof.theory.compiled import kernel

_PASSES = 200
_LEAST = 1e-300
NEVER = math.inf


@kernel
def _slopes(
    r: Any, c: Any, p: Any, gap: float, y: float, v: float, ratio: float
) -> tuple[float, float]:
    """-f'(y) and -f''(y) of the dual; points with w > ratio v are counted at the top.

    r / w = r + y r^2 / w, and gap = -E r, so -f' is -gap plus terms of one sign.
    """
    bent = 0.0
    second = 0.0
    lifted = 0.0
    cut = ratio * v
    for i in range(len(r)):
        w = 1.0 - y * r[i] if y <= 0.5 else c[i] + v * r[i]
        rise = r[i]
        if w > cut:
            rise = 1.0
            w = v
            lifted += p[i] * c[i]
        t = rise / w
        bent += p[i] * rise * t
        second += p[i] * t * t
    return (lifted - gap) + y * bent, second


@kernel
def _halved(low: float, high: float) -> float:
    """A number inside (low, high): the middle, or the geometric middle of a wide interval."""
    if high > 4.0 * low:
        return math.sqrt(max(low, high * 1e-8, _LEAST) * high)
    return 0.5 * (low + high)


@kernel
def _bracket(
    r: Any, c: Any, p: Any, gap: float, ratio: float, small: bool
) -> tuple[float, float, float]:
    """Where the dual is flat: z, or a kink between two numbers, by Newton's rule in a bracket.

    z is y (small) or v. In v the slope behaves as a / v near 0, so there the rule is applied to a
    hyperbola; at a kink halving takes over. A z that is not a kink comes as (z, z, 0); a kink as
    (before, after, share) with the share of the mass at the kink that is counted at the top.
    """
    tolerance = 1e-7 if ratio == NEVER else 1e-15
    low = 0.0
    high = 0.5
    z = 0.25
    if small:
        slope, curvature = _slopes(r, c, p, gap, 0.0, 1.0, ratio)
        z = min(-slope / curvature, 0.5)
    last = 1.0
    last_but_one = 1.0
    below = -1.0
    above = 1.0
    for _ in range(_PASSES):
        if not low < z < high:
            z = _halved(low, high)
        y, v = (z, 1.0 - z) if small else (1.0 - z, z)
        slope, curvature = _slopes(r, c, p, gap, y, v, ratio)
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
        if abs(step) <= tolerance * z:
            z = min(max(z + step, low), high)
            return z, z, 0.0
        if high - low <= 4e-16 * high:
            break
        if abs(step) <= 0.5 * last_but_one:
            z += step
        else:  # Newton's rule is not getting anywhere: halve
            z = low
            step = high - low
        last_but_one = last
        last = abs(step)
    # mass is counted at the top for large y, that is for small v
    share = -below / (above - below)
    return (low, high, share) if small else (high, low, 1.0 - share)


@kernel
def dual_optimum(
    r: Any, c: Any, p: Any, gap: float, ratio: float, eps: float
) -> tuple[float, float, float]:
    """The largest value of the dual, and the y and v where it is attained.

    Weights are positive, gap = -E r > 0, and ratio = e^eps, or infinity for no budget.
    """
    if ratio == NEVER:
        free = 0.0  # the slope at y = 1, where the top takes whatever mass is left
        for i in range(len(r)):
            free += p[i] * (r[i] / c[i] if c[i] > 0.0 else math.inf)
        if free <= 0.0:
            value = _dual_value(r, c, p, gap, 1.0, 0.0, 1.0, 0.0, 0.0, ratio, eps)
            return value, 1.0, 0.0
    slope, _ = _slopes(r, c, p, gap, 0.5, 0.5, ratio)
    small = slope > 0.0  # the maximiser has y < 1/2
    first, second, share = _bracket(r, c, p, gap, ratio, small)
    if small:
        y, v, y_after, v_after = first, 1.0 - first, second, 1.0 - second
    else:
        y, v, y_after, v_after = 1.0 - first, first, 1.0 - second, second
    value = _dual_value(r, c, p, gap, y, v, y_after, v_after, share, ratio, eps)
    return value, y, v


@kernel
def _kept_share(
    r: float,
    c: float,
    w: float,
    cut: float,
    cut_after: float,
    y_after: float,
    v_after: float,
    share: float,
) -> float:
    """The share of the mass of a point that is not counted at the top."""
    if w > cut:
        return 0.0
    if share > 0.0:
        w_after = 1.0 - y_after * r if y_after <= 0.5 else c + v_after * r
        if w_after > cut_after:
            return 1.0 - share
    return 1.0


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
    ratio: float,
    eps: float,
) -> float:
    """f(y), by the sum of logarithms or by y gap - E h(y r), whichever cancels less.

    h(x) = -x - log(1 - x). Points that are counted at the top at y are counted with their mass;
    those that are only at y_after, which come at a kink, with the given share of it, so that the
    error of y enters only squared.
    """
    cut = ratio * v
    cut_after = ratio * v_after
    plain = 0.0
    plain_low = 0.0
    plain_size = 0.0
    moved = 0.0
    moved_low = 0.0
    lifted = 0.0
    lifted_low = 0.0
    for i in range(len(r)):
        z = y * r[i]
        w = 1.0 - z if y <= 0.5 else c[i] + v * r[i]
        kept = p[i] * _kept_share(r[i], c[i], w, cut, cut_after, y_after, v_after, share)
        if kept < p[i]:
            moved, low = two_sum(moved, p[i] - kept)
            moved_low += low
            lifted, low = two_sum(lifted, (p[i] - kept) * c[i])
            lifted_low += low
        if kept > 0.0:
            term = kept * (math.log1p(-z) if abs(z) < 0.5 else math.log(w))
            plain, low = two_sum(plain, term)
            plain_low += low
            plain_size += abs(term)
    moved += moved_low
    lifted += lifted_low
    paid = 0.0
    if moved > 0.0:
        paid = moved * eps
        term = moved * (math.log1p(-y) if y <= 0.5 else math.log(v))
        plain, low = two_sum(plain, term)
        plain_low += low
        plain_size += abs(term)
    plain += plain_low
    if paid + plain >= 0.2 * (paid + plain_size):
        return paid + plain
    # the logarithms cancel: take their linear parts apart
    curved = moved * excess(1.0, v, -y) if moved > 0.0 else 0.0
    curved_low = 0.0
    for i in range(len(r)):
        z = y * r[i]
        w = 1.0 - z if y <= 0.5 else c[i] + v * r[i]
        kept = p[i] * _kept_share(r[i], c[i], w, cut, cut_after, y_after, v_after, share)
        if kept > 0.0:
            curved, low = two_sum(curved, kept * excess(1.0, w, -z))
            curved_low += low
    curved += curved_low
    drift = gap - lifted
    if y * abs(drift) + curved < plain_size:
        return paid + (y * drift - curved)
    return paid + plain


@kernel
def moved_mass(falls: Any, p: Any, gap: float) -> float:
    """The least mass of the lowest points, of the largest falls, whose falls add up to the gap."""
    order = np.argsort(-falls)
    moved = 0.0
    moved_low = 0.0
    missing = gap
    missing_low = 0.0
    for i in order:
        gain = p[i] * falls[i]
        if gain >= missing + missing_low:
            moved, low = two_sum(moved, (missing + missing_low) / falls[i])
            return moved + (moved_low + low)
        missing, low = two_sum(missing, -gain)
        missing_low += low
        moved, low = two_sum(moved, p[i])
        moved_low += low
    return moved + moved_low


@kernel
def displaced(points: Any, mu: float, mu_low: float, top: float, top_low: float) -> Any:
    """Rises and falls of floats, for mu and top given as sums of two floats."""
    h = (top - mu) + (top_low - mu_low)
    rises = points.copy()
    falls = points.copy()
    for i in range(len(points)):
        rises[i] = ((points[i] - mu) - mu_low) / h
        falls[i] = ((top - points[i]) + top_low) / h
    return rises, falls
