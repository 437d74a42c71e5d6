"""What a phased index policy of two arms plays for every pair of released sums at once.

Scores are floats, as in the policy. Equal floats are a tie, which the policy breaks; where two
scores differ by less than `MARGIN` relative to their size, a hundred times the rounding of the
formulas, the pair is undecided, and no arm has a chance.
"""

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
    def between(first: Floats, second: Floats, size: Floats | float) -> "Choices":
        """The larger of two scores that are computed to `MARGIN` times a size."""
        with np.errstate(invalid="ignore"):  # infinite scores are equal, or far apart
            tie, lead = first == second, first - second
            safe = MARGIN * size
            return Choices((lead > safe) & ~tie, (-lead > safe) & ~tie, tie)


def chances(policy: Any, known: tuple[Known, Known], t: int) -> tuple[Floats, Floats]:
    """The chances of both arms at round t, for each pair of sums; 0 for both is undecided.

    >>> sums = (Known(1, 1, np.array([0.0, 1.0])), Known(1, 1, np.array([0.0, 1.0])))
    >>> chances(DPIMED(arms=2, eps=1), sums, 3)[0]
    array([[0.5, 0. ],
           [1. , 0.5]])
    """
    found = CHOICES[type(policy)](policy, known, t)
    share = FIRST_WINS[policy.ties]
    return found.first + share * found.tie, found.second + (1.0 - share) * found.tie


def _by_score(policy: Any, known: tuple[Known, Known], t: int) -> Choices:
    """The choices of a policy whose score of an arm depends on the time and on that arm alone."""
    score = SCORES[type(policy)]
    first, second = score(policy, known[0], t)[:, None], score(policy, known[1], t)[None, :]
    return Choices.between(first, second, np.minimum(np.abs(first), np.abs(second)) + 1.0)


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

    Sums that are clipped to the same mean are the same for the index, and are compared once.
    """
    sides = [np.unique(arm.clipped, return_inverse=True) for arm in known]
    x, y = sides[0][0][:, None], sides[1][0][None, :]
    n, m = known[0].pulls, known[1].pulls
    cost = d_eps(np.minimum(x, y), np.maximum(x, y), float(exact(policy.eps)))
    first = np.where(x < y, n * cost, 0.0) + math.log(n)
    second = np.where(x < y, 0.0, m * cost) + math.log(m)
    found = Choices.between(-first, -second, first + second + 1.0)
    cells = np.ix_(sides[0][1], sides[1][1])
    return Choices(*(part[cells] for part in found))


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
