"""The float64 solver of characteristic times, as kernels, without checks.

An alternative `a` to the best arm has a cost g_a(x), the cost of allocation 1 on the best arm and x
on arm a; it is concave and increasing in x. The solver works on the place z of the confusing mean,
l = mu_1 - z (mu_1 - mu_a), because g_a is nearly linear in z (and exactly so for normal laws).

At the optimum all costs are one level y, and the ratios r_a = D_1 / D_a of the two divergences at
the confusing means sum to one. For normal laws r_a^(-1/2) is linear in 1/y, so Newton's rule for
(sum of ratios)^(-1/2) = 1 in the variable 1/y needs very few steps.
"""

import math
from typing import Any
import numpy as np
from banditproof.theory.compiled import kernel
from banditproof.theory.laws.family_kernels import BERNOULLI
from .level_kernels import (
    COLUMNS,
    COMPLEMENT,
    CURVE,
    FLAT,
    GAP,
    LIMIT,
    MEAN,
    MOST_STEPS,
    START,
    STEPS_DOWN,
    ZC,
    X,
    Z,
    first_level,
    highest_level,
    nearest_jump,
    place,
)
from .transportation_cost_kernels import D_EPS, KL, PRIVATE

__all__ = ["KL", "START", "STEPS", "Z", "answer", "bernoulli", "solve"]

STEPS = 250
"""The microseconds of an alternative when the solver is interpreted."""


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
    for _ in range(MOST_STEPS):
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
        for _ in range(STEPS_DOWN):
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
