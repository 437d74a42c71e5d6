"""Wolfe-Atwood steps and the exchange of Caratheodory, as kernels, without checks.

The steps keep points as columns (d x m), so that the inner loops run along points and need no
reordered sums to be vectorised.
"""

from typing import Any
import numpy as np
from banditproof.theory.compiled import kernel

Array = Any
LEAST_WEIGHT = 1e-15
LEAST_PIVOT = 1e-11
STEPS = 6
"""The microseconds of the interpreted Wolfe-Atwood steps for each point and square of d."""


@kernel
def place_of_largest(values: Array) -> int:
    """The index of the largest entry; eight entries at a time are compared without branches."""
    size = len(values)
    place, largest = 0, values[0]
    for start in range(0, size - 7, 8):
        a = max(max(values[start], values[start + 1]), max(values[start + 2], values[start + 3]))
        b = max(values[start + 4], values[start + 5])
        b = max(b, max(values[start + 6], values[start + 7]))
        if max(a, b) > largest:
            largest = max(a, b)
            place = start
    for i in range(size - size % 8, size):
        if values[i] > largest:
            largest = values[i]
            place = i
    while place < size - 1 and values[place] != largest:
        place += 1
    return place


@kernel
def information_inverse(points: Array, weights: Array) -> Array:
    """V^-1 for points that are rows, by Gauss and Jordan: V is positive definite."""
    m, d = points.shape
    inverse = np.zeros((d, d))
    for i in range(m):
        for k in range(d):
            entry = weights[i] * points[i, k]
            for j in range(d):
                inverse[k, j] += entry * points[i, j]
    for pivot in range(d):
        scale = 1.0 / inverse[pivot, pivot]
        inverse[pivot, pivot] = 1.0
        for j in range(d):
            inverse[pivot, j] *= scale
        for k in range(d):
            if k != pivot:
                factor = inverse[k, pivot]
                inverse[k, pivot] = 0.0
                for j in range(d):
                    inverse[k, j] -= factor * inverse[pivot, j]
    return inverse


@kernel
def wolfe_atwood(
    rows: Array, weights: Array, gap: float, most_steps: int
) -> tuple[Array, Array, int]:
    """Move weights, towards the largest leverage or away from the smallest, until a small gap.

    A step V' = (1 - b) V + b c c' has the best b = (g / d - 1) / (g - 1), g the leverage of c; it
    changes V^-1 by a rank one, and each leverage by the square of c'V^-1 of that point. The weights
    change in place; the answer is the leverages, V^-1 and the number of steps made.
    """
    inverse = information_inverse(rows, weights)
    m, d = rows.shape
    points = np.empty((d, m))
    for i in range(m):
        for k in range(d):
            points[k, i] = rows[i, k]
    leverages = np.zeros(m)
    products = np.empty(m)
    for k in range(d):
        products[:] = 0.0
        for j in range(d):
            entry = inverse[k, j]
            for i in range(m):
                products[i] += entry * points[j, i]
        for i in range(m):
            leverages[i] += products[i] * points[k, i]
    direction = np.empty(d)
    lowness = np.empty(m)
    step = 0
    while step < most_steps:
        for i in range(m):
            lowness[i] = -leverages[i] if weights[i] > 0.0 else -np.inf
        top, bottom = place_of_largest(leverages), place_of_largest(lowness)
        most, least = leverages[top], leverages[bottom]
        if most <= d * (1.0 + gap):
            break
        if most - d >= d - least:
            chosen, g = top, most
            b = (g / d - 1.0) / (g - 1.0)
        else:
            chosen, g = bottom, least
            b = -weights[chosen] / (1.0 - weights[chosen])  # the step that empties the point
            # For g <= 1 log det V rises all the way to the empty point: there is no best step
            # before it.
            if g > 1.0:
                b = max((g / d - 1.0) / (g - 1.0), b)
        for k in range(d):
            total = 0.0
            for j in range(d):
                total += inverse[k, j] * points[j, chosen]
            direction[k] = total
        products[:] = 0.0
        for k in range(d):
            entry = direction[k]
            for i in range(m):
                products[i] += entry * points[k, i]
        shrink = b / (1.0 - b + b * g)
        grow = 1.0 / (1.0 - b)
        for i in range(m):
            leverages[i] = grow * (leverages[i] - shrink * products[i] * products[i])
            weights[i] *= 1.0 - b
        for k in range(d):
            for j in range(d):
                inverse[k, j] = grow * (inverse[k, j] - shrink * direction[k] * direction[j])
        weights[chosen] += b
        if weights[chosen] < LEAST_WEIGHT:
            weights[chosen] = 0.0
        step += 1
    return leverages, inverse, step


@kernel
def exchange(coordinates: Array, basic: Array, others: Array, budget: float) -> Array:
    """Empty points outside a basis one by one, with sum of weight * moment unchanged.

    Row j of `coordinates` writes weight * moment of the point outside number j in those of the
    basis; `basic` and `others` are the weights. The answer has a row for each slot of the basis:
    which point holds it at the end (a slot, or the number of basic points + j) and how much of its
    first weight it has. The sum of the weights grows by at most `budget` in total; where a point
    cannot be emptied within it, the opposite exchange, which lessens the sum, is made.
    """
    outside, slots = coordinates.shape
    answer = np.empty((slots, 2))
    mass = np.empty(slots)  # the first weight of the point that holds the slot
    for k in range(slots):
        answer[k, 0] = k
        answer[k, 1] = 1.0
        mass[k] = basic[k]
    pivots = np.empty((outside, slots))
    places = np.empty(outside, dtype=np.int64)
    count = 0
    column = np.empty(slots)
    for j in range(outside):
        for k in range(slots):
            column[k] = coordinates[j, k]
        # The exchanges so far, in their order: the inverse of the basis as a product.
        for e in range(count):
            place = places[e]
            entry = column[place] / pivots[e, place]
            if entry != 0.0:
                for k in range(slots):
                    column[k] -= pivots[e, k] * entry
            column[place] = entry
        growth = -others[j]
        for k in range(slots):
            growth += column[k] * mass[k]
        sign = 1.0 if growth <= budget else -1.0
        length = 1.0 if sign > 0.0 else np.inf
        limit = -1
        for k in range(slots):
            slope = sign * column[k]
            # The first slot that would become negative leaves the basis; compared without dividing.
            if slope < -LEAST_PIVOT and -answer[k, 1] > length * slope:
                length = -answer[k, 1] / slope
                limit = k
        if limit < 0 and sign < 0.0:  # only by rounding: no slot shrinks, so empty the point
            sign = 1.0
            length = 1.0
        # An exchange that lessens the sum pays for later ones that raise it.
        budget -= sign * length * growth
        for k in range(slots):
            answer[k, 1] = max(0.0, answer[k, 1] + length * sign * column[k])
        if limit >= 0:
            for k in range(slots):
                pivots[count, k] = column[k]
            places[count] = limit
            count += 1
            answer[limit, 0] = slots + j
            answer[limit, 1] = 1.0 - sign * length
            mass[limit] = others[j]
    return answer
