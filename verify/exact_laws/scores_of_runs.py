"""The scores of phased index policies of two arms in many runs, in floats, as they are defined."""

from __future__ import annotations
import math
from collections.abc import Callable
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.regret.adac_ucb import EpisodicUCB
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.follow_the_leader import FollowTheLeader
from banditproof.algorithms.regret.imed import IMED
from banditproof.algorithms.regret.kl_ucb import KLUCB, AsymptoticKLUCB
from banditproof.algorithms.regret.leader_dp_klucb import LeaderDPKLUCB
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy
from banditproof.algorithms.regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB
from banditproof.algorithms.regret.zcdp_klucb import ZCDPKLUCB
from banditproof.theory.exact import exact

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
CLOSE = 1e-10
"""Scores that are nearer to each other, relative to their size, are taken for a tie."""
NOTHING = 1e-90
STEPS = 60
"""More of Newton's steps than an index needs."""


def divergence(x: Floats, y: Floats, rest: Floats, eps: float) -> Floats:
    """d_eps(x, y), 0 for y <= x, with rest = 1 - y; kl for eps = inf.

    Up to the y whose odds are e^eps those of x it is kl(x, y), and -eps x - log(rest + y e^-eps)
    behind.

    >>> y = np.array([0.0, 0.5, 1.0])
    >>> divergence(np.full(3, 0.25), y, 1 - y, 2.0).round(6).tolist()
    [0.0, 0.130812, 1.5]
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        zeros = np.where(x > 0, x * np.log(x / y), 0.0)
        ones = np.where(x < 1, (1 - x) * np.log((1 - x) / rest), 0.0)
        found = zeros + ones
        if eps < math.inf:
            far = np.log(y * (1 - x)) - eps > np.log(x * rest)
            found = np.where(far, -eps * x - np.logaddexp(np.log(rest), np.log(y) - eps), found)
    return np.where(y <= x, 0.0, found)


def index_of(x: Floats, level: Floats, eps: float = math.inf) -> Floats:
    """-log(1 - q) at the largest q in [x, 1] with d_eps(x, q) <= level.

    In this scale kl is convex, so Newton's steps from above stay above; behind it d_eps is solved.

    >>> index_of(np.full(2, 0.25), np.array([0.130812, 1.0]), 2.0).round(4).tolist()
    [0.6931, 2.2873]
    """
    top = (x == 1) if eps == math.inf else level >= eps * (1 - x)
    x, level = np.where(top, 0.0, x), np.where(top, 0.0, level)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        entropy = np.where(x > 0, -x * np.log(x), 0.0) - (1 - x) * np.log1p(-x)
        near = (level + entropy) / (1 - x)
        for _ in range(STEPS):
            zeros = np.where(x > 0, x * np.log(-np.expm1(-near)), 0.0)
            slope = 1 - x - np.where(x > 0, x / np.expm1(near), 0.0)
            step = np.maximum(((1 - x) * near - zeros - entropy - level) / slope, 0.0)
            near = near - step
            if not (step > 1e-13 * near).any():
                break
        if eps == math.inf:
            return np.where(top, math.inf, near)
        left = eps * (1 - x) - level
        far = eps * x + level + np.log(np.expm1(-eps) / np.expm1(-left))
        behind = far + np.log(-np.expm1(-far)) > eps + np.log(x / (1 - x))
    return np.where(top, math.inf, np.where(behind, far, near))


def noisy_index_of(x: Floats, level: Floats, weight: Floats) -> Floats:
    """-log(1 - q) at the largest q with kl(z, q) + weight (x - z)^2 <= level for some z.

    Bisection of 1 - z on a scale of logarithms; the best q for z has the log-odds of z and
    2 weight (z - x) more.

    >>> noisy_index_of(np.full(2, 0.5), np.array([0.1, 2.5]), np.full(2, 10.0)).round(6).tolist()
    [1.316018, inf]
    """
    top = level >= weight * (1 - x) ** 2
    low, high = np.zeros_like(x), np.full_like(x, 40.0)

    def pair(t: Floats) -> tuple[Floats, Floats, Floats]:
        rest = (1 - x) * np.exp(-t)
        gap = -2 * weight * (1 - x) * np.expm1(-t)
        return rest, gap, np.log1p(rest * np.expm1(-gap))

    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for _ in range(2 * STEPS):
            # towards 0 by squares: a root next to 0 keeps its digits
            middle = np.where(low > 0, np.sqrt(low * high), high * 2.0**-16)
            rest, gap, odds = pair(middle)
            within = rest * gap + odds + gap**2 / (4 * weight) <= level
            low, high = np.where(within, middle, low), np.where(within, high, middle)
        rest, gap, odds = pair(low)
        return np.where(top, math.inf, low - np.log1p(-x) + gap + odds)


def scores_of(
    policy: PhasedIndexPolicy, phases: Integers, n: Floats, total: Floats, t: Integers
) -> Floats:
    """The scores of both arms in some runs, after their phases, n pulls behind each sum, at t.

    Runs that know the same of an arm are computed once. A policy without a formula here is asked
    for its index.
    """
    mean, log_t = total / n, np.log(t)
    formulas = (score for kind, score in SCORES.items() if isinstance(policy, kind))
    score: Callable[..., Floats] = next(formulas, asked)
    parts = (phases, n, mean, np.broadcast_to(log_t, n.shape))
    sums = total - total.min()
    if not (sums == np.rint(sums)).all():
        found = score(policy, *parts)
    else:
        codes = phases * int(sums.max() + 1) + sums.astype(int)
        if isinstance(policy, DPIMED | IMED):  # each score needs both arms
            first, back = _alike(*codes)
            found = score(policy, *(part[:, first] for part in parts))[:, back]
        else:
            first, back = _alike(codes, np.broadcast_to(t, codes.shape))
            found = score(policy, *(part.ravel()[first] for part in parts))[back]
    if not isinstance(policy, LeaderDPKLUCB):
        return found
    known = np.clip(mean, 0.0, 1.0)
    leads = (known > known[::-1]) | ((known == known[::-1]) & (n >= n[::-1]))
    passes = np.where(leads, 1 - known <= log_t**2 / (float(exact(policy.eps)) * n), False)
    return np.where(passes.any(axis=0), leads.astype(float), found)


def _alike(one: Integers, two: Integers) -> tuple[Integers, Integers]:
    """The place of one of each kind of pair, and the kind at each place; the numbers are small.

    >>> _alike(np.array([7, 3, 7, 7]), np.array([1, 1, 1, 2]))
    (array([1, 2, 3]), array([1, 0, 1, 2]))
    """
    first, second = _ranked(one)[1], _ranked(two)[1]
    return _ranked(first * (int(second.max()) + 1) + second)


def _ranked(numbers: Integers) -> tuple[Integers, Integers]:
    """The place of one of each number, and the rank of each number among them."""
    table = np.full(int(numbers.max()) + 1, -1)
    table[numbers.ravel()] = np.arange(numbers.size)
    known = np.flatnonzero(table >= 0)
    places = table[known]
    table[known] = np.arange(len(known))
    return places, table[numbers]


def _imed(policy: Any, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    """Minus n d_eps([mean]_0^1, [best mean]_0^1) - log(n)."""
    eps = float(exact(policy.eps)) if isinstance(policy, DPIMED) else math.inf
    known, best = np.clip(mean, 0.0, 1.0), np.clip(mean.max(axis=0), 0.0, 1.0)
    best = np.broadcast_to(best, n.shape)
    found = -n * divergence(known, best, 1 - best, eps) - np.log(n)
    one, two = known
    open_ties = (one != two) & (np.abs(found[0] - found[1]) <= CLOSE * np.maximum(1, -found[0]))
    if eps == math.inf or not open_ties.any():
        return found
    # floats lose the e^-eps by which d_eps is below kl, and that decides between such scores
    asked = np.stack([one, two, *n])[:, open_ties]
    each, back = np.unique(asked, axis=1, return_inverse=True)
    leads = np.array([_closer(x, y, k, m, eps) for x, y, k, m in each.T.tolist()])
    found[1, open_ties] = found[0, open_ties] + leads[back.ravel()] * np.maximum(
        1, -found[0, open_ties]
    )
    return found


def _closer(x: float, y: float, n: float, m: float, eps: float) -> int:
    """Which of two arms, x = k/n or y = j/m, has the smaller index of DP-IMED: -1 the first one.

    The numbers have 120 digits. An e^-eps below 10^-60 is taken for that, which has the same sign.

    >>> _closer(0.0, 0.5, 1.0, 2.0, 40.0), _closer(0.0, 0.5, 1.0, 2.0, 4e4)
    (-1, -1)
    """
    import mpmath

    with mpmath.workdps(120):
        low, high = (mpmath.mpf(round(mean * pulls)) / pulls for mean, pulls in ((x, n), (y, m)))
        sign, pulls, rest = (-1, n, m) if low < high else (1, m, n)
        low, high = min(low, high), max(low, high)
        e = max(mpmath.exp(-eps), mpmath.mpf(10) ** -60)
        if e * high * (1 - low) > low * (1 - high):
            cost = (mpmath.log(e) * low if low else 0) - mpmath.log(1 - high + high * e)
        else:
            cost = (1 - low) * mpmath.log((1 - low) / (1 - high))
            cost += low * mpmath.log(low / high) if low else 0
        apart = pulls * cost + mpmath.log(pulls) - mpmath.log(rest)
        return sign * (int(apart < -NOTHING) - int(apart > NOTHING))


def _dp_klucb(policy: DPKLUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    return index_of(np.clip(mean, 0.0, 1.0), log_t / n, float(exact(policy.eps)))


def _zcdp_klucb(
    policy: ZCDPKLUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats
) -> Floats:
    weight = float(exact(policy.rho)) * n / phases
    return noisy_index_of(np.clip(mean, 0.0, 1.0), log_t / n, weight)


def _adap_klucb(
    policy: AdaPKLUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats
) -> Floats:
    level = float(exact(policy.optimism)) * log_t / n
    return index_of(np.clip(mean + level / float(exact(policy.eps)), 0.0, 1.0), level)


def _adap_ucb(policy: AdaPUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    level = float(exact(policy.beta)) * log_t / n
    bound: Floats = mean + np.sqrt(level / 2) + level / float(exact(policy.eps))
    return bound


def _episodic(
    policy: EpisodicUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats
) -> Floats:
    beta, price = float(exact(policy.beta)), float(policy.price)
    bound: Floats = mean + np.sqrt((1 / (2 * n) + price / n**2) * beta * log_t)
    return bound


def _level(policy: Any, log_t: Floats) -> Floats:
    """log(t), log(1/delta), or log(1 + t log(t)^2)."""
    if isinstance(policy, FixedConfidenceUCB):
        return np.full(log_t.shape, -math.log(exact(policy.delta)))
    if isinstance(policy, AsymptoticUCB | AsymptoticKLUCB):
        return np.log1p(np.exp(log_t) * log_t**2)
    return log_t


def _ucb(policy: UCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    width = float(exact(policy.exploration)) * _level(policy, log_t)
    bound: Floats = mean + np.sqrt(width / n)
    return bound


def _kl_ucb(policy: KLUCB, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    return index_of(mean, _level(policy, log_t) / n)


def asked(
    policy: PhasedIndexPolicy, phases: Integers, n: Floats, mean: Floats, log_t: Floats
) -> Floats:
    """The index of the policy itself, one by one; a round below 10^15 is known by its logarithm."""
    parts = (phases, n, mean * n, np.rint(np.exp(log_t)))
    numbers = zip(*(np.broadcast_to(part, n.shape).ravel().tolist() for part in parts), strict=True)
    found = [float(policy.index(ArmRecord(m, int(k), s), int(t))) for m, k, s, t in numbers]
    return np.array(found).reshape(n.shape)


def _mean(policy: Any, phases: Integers, n: Floats, mean: Floats, log_t: Floats) -> Floats:
    return mean


SCORES: dict[type[Any], Callable[..., Floats]] = {
    DPIMED: _imed,
    IMED: _imed,
    DPKLUCB: _dp_klucb,
    AdaPKLUCB: _adap_klucb,
    AdaPUCB: _adap_ucb,
    ZCDPKLUCB: _zcdp_klucb,
    EpisodicUCB: _episodic,
    UCB: _ucb,
    KLUCB: _kl_ucb,
    FollowTheLeader: _mean,
}
"""The scores of arms by their phases, pulls, means and log(t)."""
