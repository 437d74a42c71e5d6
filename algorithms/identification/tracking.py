"""How often the leader of a Top Two rule is pulled: while its led pulls are within its share."""

from fractions import Fraction
from functools import lru_cache
from banditproof.theory import Number
from banditproof.theory.exact import exact

FINEST = 10**6
"""The largest denominator of a share of the leader, with which engines compute exactly."""


@lru_cache(maxsize=256)
def tracked_share(beta: Number) -> Fraction:
    """The share of the leader: the nearest fraction with a denominator up to a million.

    >>> tracked_share(0.3), tracked_share("1/3")
    (Fraction(3, 10), Fraction(1, 3))
    """
    given = exact(beta)
    share = given.limit_denominator(FINEST)
    if not 0 < given < 1:
        raise ValueError(
            f"beta is {beta}; give a share of the leader strictly between 0 and 1, such as 1/2."
        )
    if not 0 < share < 1:
        raise ValueError(f"beta is {beta}; give a share of the leader from 1e-6 to 1 - 1e-6.")
    return share
