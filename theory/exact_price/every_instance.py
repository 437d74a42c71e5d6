"""The largest cost of a policy over all instances of two arms, by Bernstein polynomials."""

import heapq
from fractions import Fraction
from itertools import count
from math import comb, lcm
from typing import Any
import numpy as np
from .exact_policy import ExactPolicy
from .leaf_costs import Exact
from .problem import Means, Problem, corners
from .relabelled_actions import ActionTree, reward_lists

MOST_BOXES = 4000
FINEST = 2**10
"""The denominator of the means of an instance that is found."""


def largest_cost(
    problem: Problem, tree: ActionTree, policy: ExactPolicy, gap: Fraction
) -> tuple[Fraction, Means]:
    """A bound of the cost on all instances, at most `gap` above the cost at the one that is given.

    In the instance (p, q) the cost is (p - q) times a polynomial that counts plays of arm 2; for
    p < q the policy, which treats the arms alike, has the cost of (q, p). A polynomial lies below
    the largest of its Bernstein coefficients on a box, and at the corners of the box it equals the
    coefficients there. Boxes are halved until the gap is closed.
    """
    found, scale = _coefficients(problem, tree, policy)
    order = count()
    start = (0, 0, 0, 0)
    boxes: list[tuple[Any, ...]] = [(-Fraction(int(found.max())), next(order), found, start)]
    best, where = Fraction(0), corners(2)[0]
    for _ in range(MOST_BOXES):
        bound, _, values, box = boxes[0]
        if -bound / scale - best <= gap:
            break
        heapq.heappop(boxes)
        axis = box[0] > box[1]
        for half, part in enumerate(_halves(values, int(axis))):
            place = _half_of(box, int(axis), half)
            power = 2 ** ((place[0] + place[1]) * (len(found) - 1))
            value, corner = _best_corner(part, place)
            if Fraction(value, power * scale) > best:
                best, where = Fraction(value, power * scale), corner
            entry = -Fraction(int(part.max()), power)
            heapq.heappush(boxes, (entry, next(order), part, place))
    upper = max(best, -boxes[0][0] / scale)
    return upper, tuple(Fraction(round(x * FINEST), FINEST) for x in where)


def _coefficients(problem: Problem, tree: ActionTree, policy: ExactPolicy) -> tuple[Exact, int]:
    """The Bernstein coefficients of the cost in (p, q), as whole numbers over a scale."""
    shown, degree = problem.shown, problem.shown + 1
    masses = policy.masses(tree)
    plays = tree.leaves[:, :shown]
    wins = [(plays == arm).astype(np.int64) @ reward_lists(shown).T for arm in (0, 1)]
    pulls = [(plays == arm).sum(axis=1) for arm in (0, 1)]
    paid = tree.leaves if problem.goal == "regret" else tree.leaves[:, -1:]
    result = np.zeros((degree + 1, degree + 1), dtype=object)
    for swap in (0, 1):
        bad = (paid == 1 - swap).sum(axis=1)
        counts: dict[tuple[int, ...], int] = {}
        first, second = swap, 1 - swap
        for i, row in enumerate(masses):
            if bad[i]:
                for r, mass in enumerate(row):
                    key = (pulls[first][i], wins[first][i, r], pulls[second][i], wins[second][i, r])
                    counts[key] = counts.get(key, 0) + int(bad[i]) * mass
        for (n, s, k, z), mass in counts.items():
            for i in range(s, shown - n + s + 1):
                for j in range(z, shown - k + z + 1):
                    part = mass * comb(shown - n, i - s) * comb(shown - k, j - z)
                    result[i + 1, j] += part
                    result[i, j + 1] -= part
    common = lcm(*(comb(degree, i) for i in range(degree + 1)))
    share = np.array([common // comb(degree, i) for i in range(degree + 1)], dtype=object)
    return result * share[:, None] * share[None, :], 2 * policy.scale * common**2


def _halves(values: Exact, axis: int) -> tuple[Exact, Exact]:
    """The coefficients on the two halves of a box, times 2^degree (de Casteljau).

    >>> left, right = _halves(np.array([[0], [1], [4]], dtype=object), 0)
    >>> left.ravel().tolist(), right.ravel().tolist()
    ([0, 2, 6], [6, 10, 16])
    """
    line = np.moveaxis(values, axis, 0)
    degree = len(line) - 1
    left, right = [], []
    for k in range(degree + 1):
        left.append(line[0] * 2 ** (degree - k))
        right.append(line[-1] * 2 ** (degree - k))
        line = line[:-1] + line[1:]
    ends = np.array(left, dtype=object), np.array(right[::-1], dtype=object)
    return np.moveaxis(ends[0], 0, axis), np.moveaxis(ends[1], 0, axis)


def _half_of(box: tuple[int, int, int, int], axis: int, half: int) -> tuple[int, int, int, int]:
    """A box (level of p, level of q, place of p, place of q), halved."""
    a, b, i, j = box
    return (a + 1, b, 2 * i + half, j) if axis == 0 else (a, b + 1, i, 2 * j + half)


def _best_corner(values: Exact, box: tuple[int, int, int, int]) -> tuple[int, Means]:
    """The largest value at a corner of a box, and the corner."""
    a, b, i, j = box
    corners = [(values[-u, -v], u, v) for u in (0, 1) for v in (0, 1)]
    value, u, v = max(corners)
    return int(value), (Fraction(i + u, 2**a), Fraction(j + v, 2**b))
