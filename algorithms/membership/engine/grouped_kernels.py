"""Sums of scores over the columns of a group: counts of the values, or one column at a time.

Arguments are trusted; `column_groups` prepares them. A score of -inf or +inf in one column makes
the whole sum infinite.
"""

import numpy as np
from banditproof.algorithms.engines.regret_kernels import Floats, Integers
from banditproof.theory.compiled import kernel


@kernel
def add_counted(
    rng: np.random.Generator,
    games: Integers,
    columns: int,
    shares: Floats,
    terms: Floats,
    scores: Floats,
) -> None:
    """Add the terms of a group by a multinomial draw of how many columns have each value.

    `shares[i]` is the probability of value i among those from i on, most probable values first;
    so the draw mostly ends long before the last value.
    """
    last = len(shares) - 1
    for g in range(len(games)):
        left = columns
        total = 0.0
        i = 0
        while left > 0:
            count = left
            if i < last:
                count = rng.binomial(left, shares[i])
            if count > 0:
                total += count * terms[i]
                left -= count
            i += 1
        scores[games[g]] += total


@kernel
def add_drawn(
    uniforms: Floats, games: Integers, start: int, borders: Floats, terms: Floats, scores: Floats
) -> None:
    """Add the terms of a group column by column, each value drawn by one uniform number.

    The table is that of Walker's alias method: u = i + v in [0, len(borders)) takes the term 2 i if
    u is below borders[i], and 2 i + 1 if not.
    """
    size = len(borders)
    for row in range(uniforms.shape[0]):
        total = 0.0
        for j in range(uniforms.shape[1]):
            u = uniforms[row, j] * size
            i = int(u)
            total += terms[2 * i + (u >= borders[i])]
        scores[games[start + row]] += total


@kernel
def fill_alias_table(heights: Floats, borders: Floats, partners: Integers) -> None:
    """Write the table of a law by Vose's method; the heights have the mean 1, and are used up."""
    size = len(heights)
    small = np.empty(size, np.int64)
    large = np.empty(size, np.int64)
    lows = 0
    highs = 0
    best = 0
    for i in range(size):
        borders[i] = i + 1.0
        partners[i] = i
        if heights[i] > heights[best]:
            best = i
        if heights[i] < 1.0:
            small[lows] = i
            lows += 1
        else:
            large[highs] = i
            highs += 1
    while lows > 0 and highs > 0:
        low = small[lows - 1]
        lows -= 1
        high = large[highs - 1]
        borders[low] = low + heights[low]
        partners[low] = high
        heights[high] -= 1.0 - heights[low]
        if heights[high] < 1.0:
            highs -= 1
            small[lows] = high
            lows += 1
    # by rounding, values may be left over; they are whole cells, unless they have no probability
    for k in range(lows):
        if heights[small[k]] <= 0.0:
            borders[small[k]] = small[k]
            partners[small[k]] = best
