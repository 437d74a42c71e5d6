"""What a phased index policy of two arms plays for every pair of released sums at once.

Scores are floats, as in the policy. Equal floats are a tie, which the policy breaks; where two
scores differ by less than `MARGIN` relative to their size, a hundred times the rounding of the
formulas, the pair is undecided, and no arm has a chance.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from typing import Any, NamedTuple
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.regret.adac_ucb import AdaCUCB, AdaRUCB, EpisodeUCB, EpisodicUCB
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.leader_dp_klucb import LeaderDPKLUCB
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.theory import d_eps, d_eps_ucb
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact

MARGIN = 1e-11
FIRST_WINS = {"first": 1.0, "last": 0.0, "random": 0.5}
"""The chance of the first arm in a tie."""
Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
Places = NDArray[np.int_]
Chance = Floats | Truths
Lead = Callable[[Places, Places], Floats]
"""By how much the second arm leads in some pairs, relative to the size of the scores."""


class Known(NamedTuple):
    """All released sums that an arm may have after so many phases, and the pulls behind them."""

    phases: int
    pulls: int
    totals: Floats

    @property
    def clipped(self) -> Floats:
        """The released means, clipped to [0, 1]."""
        means: Floats = np.clip(self.totals / self.pulls, 0.0, 1.0)
        return means


class Choices(NamedTuple):
    """Of each pair: whether the first arm wins, whether the second does, and whether they tie."""

    first: Truths
    second: Truths
    tie: Truths

    @staticmethod
    def of(lead: Lead, rows: int, columns: int) -> Choices:
        """The choices where the second arm leads the more, the larger its sum.

        So each row has two borders, which bisection finds: the first arm wins before the one, and
        the second from the other one on. Between them are ties and what floats cannot tell.
        """
        place, row = np.arange(columns)[None, :], np.arange(rows)
        start, end = (_border(lead, rows, columns, level) for level in (-MARGIN, MARGIN))
        tie = np.zeros((rows, columns), bool)
        for step in range(int((end - start).max())):
            near = row[start + step < end]
            at = start[near] + step
            tie[near, at] = lead(near, at) == 0.0
        return Choices(place < start[:, None], place >= end[:, None], tie)


def _border(lead: Lead, rows: int, columns: int, level: float) -> Places:
    """For each row the first column in which the second arm leads by more than a level."""
    low, high, row = np.zeros(rows, int), np.full(rows, columns), np.arange(rows)
    while (active := row[low < high]).size:
        middle = (low[active] + high[active]) // 2
        beyond = lead(active, middle) > level
        high[active] = np.where(beyond, middle, high[active])
        low[active] = np.where(beyond, low[active], middle + 1)
    return low


def chances(policy: Any, known: tuple[Known, Known], t: int) -> tuple[Chance, Chance]:
    """The chances of both arms at round t, for each pair of sums; 0 for both is undecided.

    >>> sums = (Known(1, 1, np.array([0.0, 1.0])), Known(1, 1, np.array([0.0, 1.0])))
    >>> chances(DPIMED(arms=2, eps=1), sums, 3)[0]
    array([[0.5, 0. ],
           [1. , 0.5]])
    """
    found = CHOICES[type(policy)](policy, known, t)
    share = FIRST_WINS[policy.ties]
    if not found.tie.any():
        return found.first, found.second
    return found.first + share * found.tie, found.second + (1.0 - share) * found.tie


def _by_score(policy: Any, known: tuple[Known, Known], t: int) -> Choices:
    """The choices of a policy whose score of an arm depends on the time and on that arm alone.

    All of these scores grow with the released sum.
    """
    first, second = (SCORES[type(policy)](policy, arm, t) for arm in known)

    def lead(i: Places, j: Places) -> Floats:
        x, y = first[i], second[j]
        # infinite scores are equal, or the one beats the other
        with np.errstate(invalid="ignore"):
            share = (y - x) / (np.minimum(np.abs(x), np.abs(y)) + 1.0)
        return np.where(x == y, 0.0, share)

    return Choices.of(lead, len(first), len(second))


def _dp_klucb(policy: DPKLUCB, arm: Known, t: int) -> Floats:
    index: Floats = d_eps_ucb(arm.clipped, math.log(t) / arm.pulls, float(exact(policy.eps)))
    return index


def _adap_klucb(policy: AdaPKLUCB, arm: Known, t: int) -> Floats:
    bonus = float(exact(policy.optimism)) * math.log(t)
    raised = arm.totals / arm.pulls + bonus / arm.pulls / float(exact(policy.eps))
    index: Floats = kl_ucb_log_complement(np.clip(raised, 0.0, 1.0), bonus / arm.pulls)
    return index


def _adap_ucb(policy: AdaPUCB, arm: Known, t: int) -> Floats:
    level, n = float(exact(policy.beta)) * math.log(t), arm.pulls
    return arm.totals / n + math.sqrt(level / (2.0 * n)) + level / (float(exact(policy.eps)) * n)


def _episodic(policy: EpisodicUCB, arm: Known, t: int) -> Floats:
    return arm.totals / arm.pulls + math.sqrt(policy.width(arm.phases) * math.log(t))


def _dp_imed(policy: DPIMED, known: tuple[Known, Known], t: int) -> Choices:
    """Only the arm with the smaller mean has a divergence, since the other one is the best.

    As the second mean grows, its divergence from the first one falls to 0, and then that of the
    first one from it grows, so the second arm leads the more.
    """
    eps, (n, m) = float(exact(policy.eps)), (arm.pulls for arm in known)
    # sums that are clipped to the same mean are compared once
    (one, rows), (two, columns) = (np.unique(arm.clipped, return_inverse=True) for arm in known)

    def lead(i: Places, j: Places) -> Floats:
        x, y = one[i], two[j]
        cost = d_eps(np.minimum(x, y), np.maximum(x, y), eps)
        first = np.where(x < y, n * cost, 0.0) + math.log(n)
        second = np.where(x < y, 0.0, m * cost) + math.log(m)
        share: Floats = (first - second) / (first + second + 1.0)
        return share

    found = Choices.of(lead, len(one), len(two))
    if len(one) == len(rows) and len(two) == len(columns):
        return found
    return Choices(*(part[rows].take(columns, axis=1) for part in found))


def _leader(policy: LeaderDPKLUCB, known: tuple[Known, Known], t: int) -> Choices:
    """The leader if its mean is as good as 1, else the arm that DP-KLUCB would pull."""
    x, y = known[0].clipped[:, None], known[1].clipped[None, :]
    n, m = known[0].pulls, known[1].pulls
    even = (x == y) & (n == m)
    leads = ((x > y) | ((x == y) & (n > m))) & ~even
    short = 1.0 - np.maximum(x, y)
    level = math.log(t) ** 2 / (float(exact(policy.eps)) * np.where(leads, n, m))
    passes = level - short > MARGIN
    fails = short - level > MARGIN
    other = _by_score(policy, known, t)
    return Choices(
        (passes & leads) | (fails & other.first),
        (passes & ~leads & ~even) | (fails & other.second),
        (passes & even) | (fails & other.tie),
    )


Score = Callable[[Any, Known, int], Floats]
SCORES: dict[type[PhasedIndexPolicy], Score] = {
    DPKLUCB: _dp_klucb,
    LeaderDPKLUCB: _dp_klucb,
    AdaPKLUCB: _adap_klucb,
    AdaPUCB: _adap_ucb,
    AdaCUCB: _episodic,
    AdaRUCB: _episodic,
    EpisodeUCB: _episodic,
}
"""The scores that depend on one arm alone."""
CHOICES: dict[type[PhasedIndexPolicy], Callable[[Any, tuple[Known, Known], int], Choices]] = {
    **dict.fromkeys(SCORES, _by_score),
    DPIMED: _dp_imed,
    LeaderDPKLUCB: _leader,
}
"""The policies whose choices are known for all sums at once; a subclass may choose otherwise."""
