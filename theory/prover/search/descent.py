"""Descent without slopes: only comparisons are used, so values of any size may be compared."""

from collections.abc import Callable, Sequence
from typing import Any

Point = list[float]


def simplex_descent(
    value: Callable[[Sequence[float]], Any], start: Sequence[float], step: float, evaluations: int
) -> tuple[Any, Point]:
    """The least value found and its point, by the simplex of Nelder and Mead.

    >>> bowl = lambda u: (u[0] - 1) ** 2 + (u[1] - u[0]) ** 2
    >>> best, point = simplex_descent(bowl, [0.0, 0.0], 0.5, 200)
    >>> [round(x, 3) for x in point]
    [1.0, 1.0]
    """
    size = len(start)
    corners = [(value(start), list(start))]
    for i in range(size):
        moved = [x + step * (j == i) for j, x in enumerate(start)]
        corners.append((value(moved), moved))
    used = size + 1

    def along(t: float) -> tuple[Any, Point]:
        point = [m + t * (w - m) for m, w in zip(middle, corners[-1][1], strict=True)]
        return value(point), point

    while used < evaluations:
        corners.sort(key=lambda corner: corner[0])
        spread = max(abs(a - b) for a, b in zip(corners[0][1], corners[-1][1], strict=True))
        if spread < 1e-13:
            break
        middle = [sum(p[j] for _, p in corners[:-1]) / size for j in range(size)]
        reflected = along(-1.0)
        used += 1
        if reflected[0] < corners[0][0]:
            further = along(-2.0)
            used += 1
            corners[-1] = further if further[0] < reflected[0] else reflected
        elif reflected[0] < corners[-2][0]:
            corners[-1] = reflected
        else:
            outside = reflected[0] < corners[-1][0]
            between = along(-0.5 if outside else 0.5)
            used += 1
            if between[0] < (reflected[0] if outside else corners[-1][0]):
                corners[-1] = between
            else:
                best = corners[0][1]
                for k in range(1, size + 1):
                    point = [(a + b) / 2 for a, b in zip(best, corners[k][1], strict=True)]
                    corners[k] = (value(point), point)
                used += size
    corners.sort(key=lambda corner: corner[0])
    return corners[0]
