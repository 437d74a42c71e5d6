"""Rounds at which regret is noted, evenly spaced in their logarithm."""

import math


def log_spaced(first: int, last: int, per_decade: int) -> tuple[int, ...]:
    """Rounds from first to last, evenly spaced in their logarithm, both included.

    >>> log_spaced(10, 1000, 2)
    (10, 32, 100, 316, 1000)
    """
    steps = max(1, round(per_decade * math.log10(last / first)))
    rounds = (first * (last / first) ** (k / steps) for k in range(steps + 1))
    return tuple(sorted({round(t) for t in rounds} | {first, last}))
