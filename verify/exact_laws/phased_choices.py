"""What a phased index policy of two arms plays for every pair of released sums at once.

Scores in floats say where the borders between the choices are; scores in balls prove it. Both
scores grow with their sums, so that a proof at the corners of a border is one for all pairs. Ties
are decided by whole numbers, and a pair that no precision decides gives no arm a chance.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from typing import Any, NamedTuple
import numpy as np
from flint import arb
from numpy.typing import NDArray
from banditproof.algorithms.regret.adac_ucb import AdaCUCB, AdaRUCB, EpisodeUCB, EpisodicUCB
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.follow_the_leader import FollowTheLeader
from banditproof.algorithms.regret.imed import IMED
from banditproof.algorithms.regret.kl_ucb import KLUCB, AsymptoticKLUCB
from banditproof.algorithms.regret.leader_dp_klucb import LeaderDPKLUCB
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.algorithms.regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB
from banditproof.algorithms.regret.zcdp_klucb import ZCDPKLUCB
from banditproof.theory import d_eps, d_eps_ucb, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact
from banditproof.theory.noisy_mean_bounds import noisy_kl_ucb_log_complement
from . import proved_scores
from .proved_scores import BITS, OneArm, floor_of, imed_lead, lead_of_second, open_imed_lead

FIRST_WINS = {"first": 1.0, "last": 0.0, "random": 0.5}
"""The chance of the first arm in a tie."""
Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
Places = NDArray[np.int_]
Chance = Floats | Truths
Lead = Callable[[Places, Places], Floats]
"""By how much the second arm leads in some pairs, in floats."""
Proved = Callable[[int, int], int | None]
"""Which arm leads in a pair: 1 for the second, -1 for the first, 0 in a tie, None if undecided."""


class Known(NamedTuple):
    """All released sums that an arm may have after so many phases, and the pulls behind them."""

    phases: int
    pulls: int
    totals: Floats

    @property
    def sums(self) -> list[int]:
        """The released sums as whole numbers."""
        return [int(total) for total in self.totals]

    def cut(self, least: float, most: float) -> tuple[Known, Places]:
        """The sums between two numbers, to which all others are cut, and the place of each."""
        totals, places = np.unique(np.clip(self.totals, least, most), return_inverse=True)
        return self._replace(totals=totals), places

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
    def of(lead: Lead, proved: Proved, rows: Places, columns: Places) -> Choices:
        """The choices where the second arm leads the more, the larger its sum and the smaller that
        of the first.

        Sums that are alike have one place in order: `rows` and `columns` tell that of each sum.
        In each row the first arm wins before a border, and the second from another one on, which
        lie where floats say, and further apart where that is not proved. The pairs between them
        are asked for one by one; in a row of ties only the two ends are.
        """
        height, width = int(rows[-1]) + 1, int(columns[-1]) + 1
        guesses = (
            _border(lead, height, width, beyond) for beyond in (np.greater_equal, np.greater)
        )
        start = _proved_border(next(guesses).tolist(), lambda i, j: proved(i, j) == -1)
        turned = [width - end for end in next(guesses).tolist()[::-1]]
        end = (
            width
            - _proved_border(turned, lambda i, j: proved(height - 1 - i, width - 1 - j) == 1)[::-1]
        )
        above, left = (
            np.searchsorted(places, np.arange(most + 1))
            for places, most in ((rows, height), (columns, width))
        )
        place = np.arange(len(columns))[None, :]
        first, second = place < left[start][rows, None], place >= left[end][rows, None]
        tie = np.zeros((len(rows), len(columns)), bool)
        for i in np.flatnonzero(start < end).tolist():
            here, ends = slice(above[i], above[i + 1]), (start[i], end[i] - 1)
            if proved(i, ends[0]) == 0 == proved(i, ends[1]):
                tie[here, left[start[i]] : left[end[i]]] = True
                continue
            for j in range(start[i], end[i]):
                sign, cells = proved(i, j), (here, slice(left[j], left[j + 1]))
                first[cells], second[cells], tie[cells] = sign == -1, sign == 1, sign == 0
        return Choices(first, second, tie)


def _proved_border(guess: list[int], proved: Callable[[int, int], bool]) -> Places:
    """For each row a column before which all pairs are proved, at most the guess.

    What is proved at one pair holds to the left of it and in all rows below.
    """
    reached = 0
    for i, column in enumerate(guess):
        while column > reached and not proved(i, column - 1):
            column -= 1
        reached = max(reached, column)
        guess[i] = reached
    return np.array(guess, int)


def _border(lead: Lead, rows: int, columns: int, beyond: np.ufunc) -> Places:
    """For each row the first column in which the lead of the second arm is beyond 0."""
    low, high, row = np.zeros(rows, int), np.full(rows, columns), np.arange(rows)
    while (active := row[low < high]).size:
        middle = (low[active] + high[active]) // 2
        passes = beyond(lead(active, middle), 0.0)
        high[active] = np.where(passes, middle, high[active])
        low[active] = np.where(passes, low[active], middle + 1)
    return low


def chances(policy: Any, known: tuple[Known, Known], t: int) -> tuple[Chance, Chance]:
    """The chances of both arms at round t, for each pair of sums; 0 for both is undecided.

    >>> sums = (Known(1, 1, np.array([0.0, 1.0])), Known(1, 1, np.array([0.0, 1.0])))
    >>> chances(DPIMED(arms=2, eps=1), sums, 3)[0]
    array([[0.5, 0. ],
           [1. , 0.5]])
    """
    with working_precision(BITS[0]):
        found = CHOICES[type(policy)](policy, known, t)
    share = FIRST_WINS[policy.ties]
    if not found.tie.any():
        return found.first, found.second
    return found.first + share * found.tie, found.second + (1.0 - share) * found.tie


def _by_score(policy: Any, known: tuple[Known, Known], t: int) -> Choices:
    """The choices of a policy whose score of an arm depends on the time and on that arm alone.

    All of these scores grow with the released sum.
    """
    score, exactly = SCORES[type(policy)]
    one, two = (exactly(policy, arm.phases, arm.pulls, t) for arm in known)
    (arm, rows), (other, columns) = known[0].cut(*one.between), known[1].cut(*two.between)
    first, second = score(policy, arm, t), score(policy, other, t)
    k, j = arm.sums, other.sums

    def lead(row: Places, column: Places) -> Floats:
        x, y = first[row], second[column]
        with np.errstate(invalid="ignore"):
            return np.where(x == y, 0.0, y - x)  # infinite scores may be equal

    def proved(row: int, column: int) -> int | None:
        return lead_of_second(one, k[row], two, j[column])

    return Choices.of(lead, proved, rows, columns)


def _dp_klucb(policy: DPKLUCB, arm: Known, t: int) -> Floats:
    index: Floats = d_eps_ucb(arm.clipped, math.log(t) / arm.pulls, float(exact(policy.eps)))
    return index


def _zcdp_klucb(policy: ZCDPKLUCB, arm: Known, t: int) -> Floats:
    weight = float(exact(policy.rho)) * arm.pulls / arm.phases
    index: Floats = noisy_kl_ucb_log_complement(arm.clipped, math.log(t) / arm.pulls, weight)
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


def _ucb(policy: UCB, arm: Known, t: int) -> Floats:
    return arm.totals / arm.pulls + math.sqrt(
        float(exact(policy.exploration)) * policy.level(t) / arm.pulls
    )


def _kl_ucb(policy: KLUCB, arm: Known, t: int) -> Floats:
    index: Floats = kl_ucb_log_complement(arm.totals / arm.pulls, policy.level(t) / arm.pulls)
    return index


def _mean(policy: FollowTheLeader, arm: Known, t: int) -> Floats:
    return arm.totals / arm.pulls


def _imed(policy: DPIMED | IMED, known: tuple[Known, Known], t: int) -> Choices:
    """Only the arm with the smaller mean has a divergence, since the other one is the best.

    As the second mean grows, its divergence from the first one falls to 0, and then that of the
    first one from it grows, so the second arm leads the more.
    """
    eps = exact(policy.eps) if isinstance(policy, DPIMED) else None
    n, m = (arm.pulls for arm in known)
    (arm, rows), (other, columns) = known[0].cut(0, n), known[1].cut(0, m)
    one, two, k, j = arm.totals, other.totals, arm.sums, other.sums

    def lead(row: Places, column: Places) -> Floats:
        x, y = one[row] / n, two[column] / m
        low, high = np.minimum(x, y), np.maximum(x, y)
        cost = kl(low, high) if eps is None else d_eps(low, high, float(eps))
        first = np.where(x < y, n * cost, 0.0) + math.log(n)
        second: Floats = np.where(x < y, 0.0, m * cost) + math.log(m)
        return first - second

    def proved(row: int, column: int) -> int | None:
        if eps is None:
            return open_imed_lead(n, k[row], m, j[column])
        return imed_lead(eps, n, k[row], m, j[column])

    return Choices.of(lead, proved, rows, columns)


def _leader(policy: LeaderDPKLUCB, known: tuple[Known, Known], t: int) -> Choices:
    """The leader if its mean is as good as 1, else the arm that DP-KLUCB would pull.

    In whole numbers: its n - k, for the clipped sum k of n pulls, is at most log(t)^2 / eps.
    """
    n, m = known[0].pulls, known[1].pulls
    k, j = np.clip(known[0].totals, 0, n)[:, None], np.clip(known[1].totals, 0, m)[None, :]
    even = (k * m == j * n) & (n == m)
    leads = (k * m > j * n) | ((k * m == j * n) & (n > m))
    most = floor_of(lambda: arb(t).log() ** 2 / ball(exact(policy.eps)))
    passes = np.where(leads, n - k, m - j) <= most
    other = _by_score(policy, known, t)
    return Choices(
        (passes & leads) | (~passes & other.first),
        (passes & ~leads & ~even) | (~passes & other.second),
        (passes & even) | (~passes & other.tie),
    )


Score = tuple[Callable[[Any, Known, int], Floats], Callable[[Any, int, int, int], OneArm]]
"""A score in floats, and the exact one of phases, pulls and time."""
SCORES: dict[type[PhasedIndexPolicy], Score] = {
    **dict.fromkeys((DPKLUCB, LeaderDPKLUCB), (_dp_klucb, proved_scores.dp_klucb)),
    AdaPKLUCB: (_adap_klucb, proved_scores.adap_klucb),
    AdaPUCB: (_adap_ucb, proved_scores.adap_ucb),
    ZCDPKLUCB: (_zcdp_klucb, proved_scores.zcdp_klucb),
    **dict.fromkeys((AdaCUCB, AdaRUCB, EpisodeUCB), (_episodic, proved_scores.episodic)),
    **dict.fromkeys((UCB, AsymptoticUCB, FixedConfidenceUCB), (_ucb, proved_scores.ucb)),
    **dict.fromkeys((KLUCB, AsymptoticKLUCB), (_kl_ucb, proved_scores.kl_ucb)),
    FollowTheLeader: (_mean, proved_scores.mean),
}
"""The scores that depend on one arm alone."""
CHOICES: dict[type[PhasedIndexPolicy], Callable[[Any, tuple[Known, Known], int], Choices]] = {
    **dict.fromkeys(SCORES, _by_score),
    **dict.fromkeys((DPIMED, IMED), _imed),
    LeaderDPKLUCB: _leader,
}
"""The policies whose choices are known for all sums at once; a subclass may choose otherwise."""
