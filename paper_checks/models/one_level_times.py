"""Characteristic times by a second route: one level, one root per arm, in plain floats.

Scale the weights so that the best arm has 1 and arm a has x_a. With g_a(x) the cost of confusing
the best arm with a, which grows from 0, the best allocation gives all arms one cost y, so

    1 / T* = max over y of y / (1 + sum of x_a(y)),    g_a(x_a(y)) = y,

and y / (1 + sum of x_a(y)) has one maximum, because each x_a is convex in y. Nothing is shared
with the library: costs, roots and maximum are computed here again.
"""

import math
from collections.abc import Callable
from banditproof.theory import Bandit, BernoulliBandit

Cost = Callable[[float], float]


def _entropy(p: float, q: float) -> float:
    first = p * math.log(p / q) if p else 0.0
    return first + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0)


def _half_square(p: float, q: float) -> float:
    return (p - q) ** 2 / 2


def _cost(best: float, other: float, bernoulli: bool, eps: float | None) -> Cost:
    divergence = _entropy if bernoulli else _half_square

    def cost(x: float) -> float:
        mean = (best + x * other) / (1 + x)
        value = divergence(best, mean) + x * divergence(other, mean)
        return value if eps is None else min(value, eps * min(1.0, x) * (best - other))

    return cost


def _least_x(cost: Cost, level: float) -> float | None:
    """The least x with cost(x) >= level, by bisection; None where there is none below 2^60."""
    top = 1.0
    while cost(top) < level:
        top *= 2
        if top > 2.0**60:
            return None
    low = 0.0
    for _ in range(50):
        middle = (low + top) / 2
        low, top = (low, middle) if cost(middle) >= level else (middle, top)
    return top


def characteristic_time_again(bandit: Bandit, eps: str | None = None) -> float:
    """T*_KL, or T*(nu; eps), of Bernoulli laws or of normal laws of variance 1; about 9 digits."""
    means = sorted((float(mean) for mean in bandit.exact_means), reverse=True)
    budget = None if eps is None else float(eps)
    bernoulli = isinstance(bandit, BernoulliBandit)
    counted = {other: means[1:].count(other) for other in means[1:]}
    costs = {other: _cost(means[0], other, bernoulli, budget) for other in counted}

    def value(level: float) -> float:
        total = 1.0
        for other, cost in costs.items():
            x = _least_x(cost, level)
            if x is None:
                return 0.0
            total += counted[other] * x
        return level / total

    divergence = _entropy if bernoulli else _half_square
    ends = [divergence(means[0], other) for other in counted]
    if budget is not None:
        ends += [budget * (means[0] - other) for other in counted]
    return 1.0 / _maximum(value, min(ends))


def _maximum(value: Cost, top: float) -> float:
    """The largest value on (0, top] of a function with one maximum, by golden sections."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = 0.0, top
    inner: list[float] = [high - ratio * high, ratio * high]
    values: list[float] = [value(x) for x in inner]
    for _ in range(46):
        if values[0] < values[1]:
            low, inner[0], values[0] = inner[0], inner[1], values[1]
            inner[1] = low + ratio * (high - low)
            values[1] = value(inner[1])
        else:
            high, inner[1], values[1] = inner[1], inner[0], values[0]
            inner[0] = high - ratio * (high - low)
            values[0] = value(inner[0])
    return max(*values, value(top))
