"""The float64 solver of characteristic times, as kernels, without checks.

An alternative `a` to the best arm has a cost g_a(x), the cost of allocation 1 on the best arm and x
on arm a; it is concave and increasing in x. The solver works on the place z of the confusing mean,
l = mu_1 - z (mu_1 - mu_a), because g_a is nearly linear in z (and exactly so for normal laws).

At the optimum all costs are one level y, and the ratios r_a = D_1 / D_a of the two divergences at
the confusing means sum to one. For normal laws r_a^(-1/2) is linear in 1/y, so Newton's rule for
(sum of ratios)^(-1/2) = 1 in the variable 1/y needs very few steps.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from banditproof.theory.compiled import kernel
from banditproof.theory.laws.family_kernels import BERNOULLI, QUADRATIC, divergence
from banditproof.theory.private_divergence_kernels import d_eps_up_parts

from .transportation_cost_kernels import D_EPS, KL, PRIVATE, TV, Pair, state

MEAN, COMPLEMENT, GAP, CURVE, FLAT, START, LIMIT, Z, ZC, X = range(10)
COLUMNS = 10
_LIMIT = 200
_STEPS_DOWN = 6
STEPS = 250
"""The microseconds of an alternative when the solver is interpreted."""


@kernel
def place(
    kind: int, family: int, shape: float, eps: float, pair: Pair, y: float, z: float, zc: float
) -> tuple[float, float, float, float, float, float]:
    """The place z (and 1 - z) where the cost is y, with (x, r, dr/dy, dx/dy) there."""
    low, low_c, high, high_c = 0.0, 1.0, 1.0, 0.0
    # Newton's rule squares a small error, but not across a change of regime of d_eps
    small = 1e-15 if kind == D_EPS else 1e-9
    for i in range(_LIMIT):
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
    for i in range(_LIMIT):
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
def answer(
    kind: int,
    family: int,
    shape: float,
    eps: float,
    m1: float,
    m1c: float,
    arms: Any,
    y: float,
    above: bool,
) -> tuple[float, float, float, float]:
    """The sums over the alternatives of x, r, dr/dy and dx/dy, when every cost is y.

    The places and x of `arms` are the warm starts and are overwritten. `above` says which side of a
    jump counts: at the level where a KL cost takes over, its ratio jumps up from zero. A level
    beyond the reach of a cost gives infinite sums.
    """
    total, ratios, ratios_y, total_y = 0.0, 0.0, 0.0, 0.0
    for a in range(len(arms)):
        start = arms[a, START]
        if y < start or (y == start and not above):
            arms[a, X] = y / arms[a, FLAT]
            total += arms[a, X]
            total_y += 1.0 / arms[a, FLAT]
        elif kind == D_EPS and y == arms[a, LIMIT] and arms[a, MEAN] == 0.0:  # attained there
            arms[a, X] = math.exp(eps)
            total, ratios, total_y = total + arms[a, X], math.inf, math.inf
        elif y >= arms[a, LIMIT]:
            return math.inf, math.inf, math.inf, math.inf
        else:
            pair = m1, m1c, arms[a, MEAN], arms[a, COMPLEMENT], arms[a, GAP], arms[a, CURVE]
            z, zc = arms[a, Z], arms[a, ZC]
            z, zc, x, r, r_y, x_y = place(kind, family, shape, eps, pair, y, z, zc)
            arms[a, Z], arms[a, ZC], arms[a, X] = z, zc, x
            total += x
            ratios += r
            ratios_y += r_y
            total_y += x_y
    return total, ratios, ratios_y, total_y


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


@kernel
def solve(
    kind: int, family: int, shape: float, eps: float, m1: float, m1c: float, arms: Any, odds: float
) -> float:
    """The common level y of the costs at allocation 1 on the best arm; x goes into the arms.

    With odds = 0 the allocation is the best one, and the ratios sum to one unless the level is the
    highest possible; else the sum of all x is `odds`, or less at the highest possible level.
    """
    cap = highest_level(kind, family, shape, eps, m1, m1c, arms)
    y = first_level(arms, odds)
    low, high = 0.0, cap
    power = 0.5 if odds == 0.0 else 1.0
    for a in range(len(arms)):
        z = min(y / arms[a, CURVE], 0.9)
        arms[a, Z], arms[a, ZC] = z, 1.0 - z
    if cap < math.inf:
        total, ratios, _, _ = answer(kind, family, shape, eps, m1, m1c, arms, cap, False)
        if (ratios if odds == 0.0 else total / odds) < 1.0:
            return cap
        y = min(y, 0.5 * cap)
    above = True
    for _ in range(_LIMIT):
        total, ratios, ratios_y, total_y = answer(kind, family, shape, eps, m1, m1c, arms, y, above)
        part, part_y = (ratios, ratios_y) if odds == 0.0 else (total / odds, total_y / odds)
        if part < 1.0:
            if not above:  # the sum jumps over one at this level, or is below one after the jump
                _, ratios, _, _ = answer(kind, family, shape, eps, m1, m1c, arms, y, True)
                if ratios >= 1.0:
                    return y
                above = True
                part = ratios
            low = y
        else:
            high = y
        new = 0.0
        if 0.0 < part < math.inf and part_y > 0.0:
            root = part**-power
            step = 1.0 - (root - 1.0) * part / (power * root * part_y * y)
            new = y / step if step > 0.0 else 0.0
        change = abs(new - y)
        last = change * min(abs(part - 1.0), 1.0) <= 1e-15 * y
        if odds != 0.0:
            last = change <= (1e-15 if kind == D_EPS else 1e-9) * y
        if not low <= new <= high or (not last and new in (low, high)):
            new = 2.0 * y if high == math.inf else 0.5 * (low + high)
            last = high < math.inf and high - low <= 4e-16 * high
        above = True
        if kind == PRIVATE and odds == 0.0:
            jump = nearest_jump(arms, low, high, new)
            if jump > 0.0:
                new, above, last = jump, False, False
        y = new
        if last:
            break
    total, _, _, total_y = answer(kind, family, shape, eps, m1, m1c, arms, y, True)
    if kind == D_EPS and odds == 0.0:
        # ratios may run through all values between two floats. At most one each, they make
        # y / D_a <= 1 + x; where y / D_a is much more, x has lost digits, and a lower level has not
        down = 2.0**-53
        for _ in range(_STEPS_DOWN):
            if y * total_y <= 4.0 * (len(arms) + total):
                break
            down *= 2.0
            y *= 1.0 - down
            total, _, _, total_y = answer(kind, family, shape, eps, m1, m1c, arms, y, True)
    return y


@kernel
def bernoulli(kind: int, eps: float, means: Any, odds: float) -> tuple[float, Any]:
    """(level, x of every arm) of Bernoulli arms with a unique best one, whose x is one.

    This is the kernel behind `characteristic_time` for means that are floats.
    """
    best = 0
    for a in range(len(means)):
        if means[a] > means[best]:
            best = a
    m1 = means[best]
    arms = np.zeros((len(means) - 1, COLUMNS))
    for i in range(len(means) - 1):
        a = i if i < best else i + 1
        arms[i, MEAN], arms[i, COMPLEMENT] = means[a], 1.0 - means[a]
        arms[i, GAP] = m1 - means[a]
        arms[i, FLAT] = eps * arms[i, GAP]
    y = solve(kind, BERNOULLI, 1.0, eps, m1, 1.0 - m1, arms, odds)
    x = np.ones(len(means))
    for i in range(len(means) - 1):
        x[i if i < best else i + 1] = arms[i, X]
    return y, x
