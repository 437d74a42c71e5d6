"""Many arms: those with nearly the same mean count as the worst of them.

phi_n does not decrease when p moves towards q. Replace each reward of an arm, with a probability c
and independently, by a new one of mean q: the mean p becomes (1 - c) p + c q, and q stays. The new
rewards of two neighbouring lists differ in one place at most, so that a private test stays private.
So every test of (1 - c) p + c q against q gives one of p against q with the same two errors.
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from fractions import Fraction

MOST_GROUPS = 60


def gaps_by_mean(means: Sequence[Fraction], q: Fraction) -> dict[Fraction, Fraction]:
    """The sum of the gaps mu* - mu_a of the suboptimal arms, by the least mean of their group.

    A group is one mean, or with more than MOST_GROUPS different means those whose q - mu_a lie
    between two terms of a geometric series. All means are below q.

    >>> gaps_by_mean([Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], Fraction(1))
    {Fraction(1, 4): Fraction(1, 2)}
    """
    best = max(means)
    arms = sorted(mean for mean in means if mean < best)
    if len(set(arms)) <= MOST_GROUPS:
        groups = arms
    else:
        nearest = q - arms[-1]
        width = math.log((q - arms[0]) / nearest) / MOST_GROUPS
        places = [int(math.log((q - mean) / nearest) / width) for mean in arms]
        least_of = dict(zip(reversed(places), reversed(arms), strict=True))
        groups = [least_of[place] for place in places]
    totals: dict[Fraction, Fraction] = {}
    for least, mean in zip(groups, arms, strict=True):
        totals[least] = totals.get(least, Fraction(0)) + best - mean
    return totals
