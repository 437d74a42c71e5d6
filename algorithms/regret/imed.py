"""IMED: the arm that is most easily mistaken for the best one; not private."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.theory import kl
from .phased_index import ArmRecord, Floats, Leads, OpenIndexPolicy, Places, Records, clipped
from .proved_index import ProvedLeads


@dataclass(frozen=True)
class IMED(OpenIndexPolicy):
    """Pull the arm with the smallest n kl(mean, best mean) + log(n).

    It is DP-IMED with eps = inf, no noise and batches of one pull. Claim `bern.comp.imed`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> play(IMED(arms=2, ties="first"), RewardCycles([(1, 1, 0), (0,)]), 9, Silent()).actions
    (0, 1, 0, 0, 1, 0, 0, 0, 0)
    """

    name = "imed"

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the IMED index of each arm; minus infinity for an arm that cannot be the best."""
        best = max(r.mean for r in records)
        return [-(r.pulls * kl(r.mean, best) + math.log(r.pulls)) for r in records]

    def leads(self, one: ArmRecord, two: ArmRecord, t: int) -> Leads:
        """By how much the second arm leads, in floats."""
        return leads_by(kl, one, two)

    def proved_leads(self, one: ArmRecord, two: ArmRecord, t: int) -> ProvedLeads:
        """Which arm leads, in whole numbers."""
        n, m = one.pulls, two.pulls
        return ProvedLeads(lambda k, j: open_imed_lead(n, k, m, j), ((0, n), (0, m)))


def leads_by(divergence: Callable[[Floats, Floats], Any], one: ArmRecord, two: ArmRecord) -> Leads:
    """By how much the second arm leads if n divergence(mean, best mean) + log(n) is smaller.

    Only the arm with the smaller mean has a divergence, since the other one is the best. As the
    second mean grows, its divergence from the first one falls to 0, and then that of the first one
    from it grows, so the second arm leads the more.
    """
    n, m = one.pulls, two.pulls
    means = np.asarray(clipped(one.mean)), np.asarray(clipped(two.mean))

    def lead(row: Places, column: Places) -> Floats:
        x, y = means[0][row], means[1][column]
        cost = divergence(np.minimum(x, y), np.maximum(x, y))
        first: Floats = np.where(x < y, n * cost, 0.0) + math.log(n)
        second: Floats = np.where(x < y, 0.0, m * cost) + math.log(m)
        return first - second

    return lead


def open_imed_lead(n: int, k: int, m: int, j: int) -> int:
    """1 if the second arm leads, -1 if the first does, 0 if they tie.

    The indices n kl(x, best mean) + log(n) are logarithms of fractions.

    >>> open_imed_lead(1, 0, 2, 1), open_imed_lead(1, 0, 1, 1)  # log(2) is the index of both
    (0, 1)
    """
    if k * m > j * n:
        return -open_imed_lead(m, j, n, k)
    first, second = n, m
    if k * m < j * n:
        first *= k**k * m**n * (n - k) ** (n - k)
        second *= n**n * j**k * (m - j) ** (n - k)
    return (first > second) - (first < second)
