"""The levels between which the solver of characteristic times searches, as kernels."""

import math
from typing import Any
from banditproof.theory.compiled import kernel
from banditproof.theory.laws.family_kernels import QUADRATIC, divergence
from banditproof.theory.private_divergence_kernels import d_eps_up_parts
from .transportation_cost_kernels import D_EPS, KL, PRIVATE, TV, Pair, state

MEAN, COMPLEMENT, GAP, CURVE, FLAT, START, LIMIT, Z, ZC, X = range(10)
COLUMNS = 10
MOST_STEPS = 200
STEPS_DOWN = 6


@kernel
def place(
    kind: int, family: int, shape: float, eps: float, pair: Pair, y: float, z: float, zc: float
) -> tuple[float, float, float, float, float, float]:
    """The place z (and 1 - z) where the cost is y, with (x, r, dr/dy, dx/dy) there."""
    low, low_c, high, high_c = 0.0, 1.0, 1.0, 0.0
    # Newton's rule squares a small error, but not across a change of regime of d_eps
    small = 1e-15 if kind == D_EPS else 1e-9
    for i in range(MOST_STEPS):
        d1, da, x, x_z, bend = state(kind, family, shape, eps, pair, z, zc)
        miss = y - (d1 + x * da)
        slope = da * x_z
        if miss > 0.0:
            low, low_c = z, zc
        else:
            high, high_c = z, zc
        step = miss / slope
        new, new_c = z + step, zc - step
        last = abs(step) <= small * min(z, zc)
        if not last and (not (low < new and high_c < new_c) or i % 16 == 15):
            new, new_c = 0.5 * (low + high), 0.5 * (low_c + high_c)
            if low == 0.0 and i > 4:  # the root may be very near an end
                new = high * 1e-3
                new_c = 1.0 - new
            elif high_c == 0.0 and i > 4:
                new_c = low_c * 1e-3
                new = 1.0 - new_c
            last = abs(new - z) <= 1e-16 * min(z, zc)
        if last:
            return (
                z + step,
                zc - step,
                x + x_z * step,
                d1 / da,
                bend * y / (da * da * slope),
                1.0 / da,
            )
        z, zc = new, new_c
    return z, zc, x, d1 / da, bend * y / (da * da * slope), 1.0 / da


@kernel
def takeover(family: int, shape: float, pair: Pair, flat: float) -> float:
    """The level where the KL cost h(x) takes over from the privacy cost flat * x; inf if never."""
    m1, m1c, ma, mac, gap, curve = pair
    if family == QUADRATIC:
        at_zero, at_one = curve, 0.5 * curve
    else:
        at_zero = divergence(family, shape, ma, mac, m1, m1c, gap)
        d1, da, _, _, _ = state(KL, family, shape, 0.0, pair, 0.5, 0.5)
        at_one = d1 + da
    if at_zero <= flat:
        return 0.0
    if at_one >= flat:
        return math.inf
    low, high, z = 0.0, 0.5, 0.25  # h(x) / x falls as x grows, and x < 1
    for i in range(MOST_STEPS):
        d1, da, x, x_z, _ = state(KL, family, shape, 0.0, pair, z, 1.0 - z)
        excess = d1 / x + da - flat
        low, high = (z, high) if excess > 0.0 else (low, z)
        new = z + excess * x * x / (d1 * x_z)
        last = abs(new - z) <= 1e-15 * z
        if not last and (not low < new < high or i % 16 == 15):
            new = 0.5 * (low + high) if low > 0.0 or i < 4 else 1e-3 * high
            last = high - low <= 1e-15 * high
        z = new
        if last:
            break
    return flat * z / (1.0 - z)


@kernel
def first_level(arms: Any, odds: float) -> float:
    """The level of the normal laws that have the same costs at equal allocations."""
    y = math.inf
    for a in range(len(arms)):
        y = min(y, 0.5 * arms[a, CURVE])
    power = 2.0 if odds == 0.0 else 1.0
    target = 1.0 if odds == 0.0 else odds
    for _ in range(30):
        total, total_y = 0.0, 0.0
        for a in range(len(arms)):
            c = arms[a, CURVE]
            if y >= c:
                total = math.inf
                break
            x = y / (c - y)
            total += x if power == 1.0 else x * x
            total_y += power * (x if power == 1.0 else x * x) * c / (y * (c - y))
        if total == math.inf:
            y *= 0.5
            continue
        root = (total / target) ** (-1.0 / power)
        step = (root - 1.0) * power * total / (root * total_y * y)
        y = y / max(1.0 - step, 0.5)
        if abs(step) < 1e-3:
            break
    return y


@kernel
def highest_level(
    kind: int, family: int, shape: float, eps: float, m1: float, m1c: float, arms: Any
) -> float:
    """Fill the columns START, LIMIT and CURVE; return the highest level of all costs."""
    cap = math.inf
    for a in range(len(arms)):
        if kind == TV:  # as if the KL costs were infinite
            arms[a, START] = math.inf
            arms[a, CURVE] = 2.0 * arms[a, FLAT]
            cap = min(cap, arms[a, FLAT])
            continue
        ma, mac, gap = arms[a, MEAN], arms[a, COMPLEMENT], arms[a, GAP]
        arms[a, START], arms[a, LIMIT] = 0.0, arms[a, CURVE]
        if family != QUADRATIC:
            if kind == D_EPS:
                arms[a, LIMIT] = d_eps_up_parts(m1c, m1, mac, ma, gap, eps)
                if ma == 0.0:  # confusing means do not fall further: the cost is flat from here on
                    cap = min(cap, arms[a, LIMIT])
                corner = math.exp(-eps)  # the slope of the best arm's cost at a mean of one
                if m1c == 0.0:
                    arms[a, FLAT] = eps * mac
                    arms[a, START] = corner * arms[a, FLAT]
            else:
                arms[a, LIMIT] = divergence(family, shape, m1, m1c, ma, mac, -gap)
            pair = m1, m1c, ma, mac, gap, 0.0
            d1, da, x, _, _ = state(kind, family, shape, eps, pair, 0.5, 0.5)
            arms[a, CURVE] = (d1 + x * da) * (1.0 + x) / x
        if kind == PRIVATE:
            flat = arms[a, FLAT]
            pair = m1, m1c, ma, mac, gap, arms[a, CURVE]
            arms[a, START] = takeover(family, shape, pair, flat)
            cap = min(cap, flat)
    return cap


@kernel
def nearest_jump(arms: Any, low: float, high: float, y: float) -> float:
    """The level strictly between low and high, nearest to y, where a KL cost takes over; or 0."""
    best = 0.0
    for a in range(len(arms)):
        start = arms[a, START]
        if low < start < high and (best == 0.0 or abs(start - y) < abs(best - y)):
            best = start
    return best
