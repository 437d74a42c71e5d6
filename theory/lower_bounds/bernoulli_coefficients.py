"""Asymptotic regret coefficients: what liminf Reg_T / log T is at least, for consistent policies.

Each coefficient is a sum over the suboptimal arms of gap / divergence. All of them need
mu_star < 1: with a mean at 1 no alternative instance has a better arm, constant regret is
possible, and the true coefficient is 0 (claims `bern.thm3.1` and `bern.derived.mustar1`).
"""

from __future__ import annotations
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose, hull
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.bernoulli_kernels import kl_parts_array
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import nonnegative, positive, single
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative, exact_positive
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.private_divergence import d_eps_balls
from banditproof.theory.private_divergence_kernels import d_eps_parts_array

_LEAST = 1e-290
"""Below it, parts of a formula may have lost digits."""
_DIGITS = 17


def _certified_sum(
    means: Sequence[Number], divergence: Callable[[Fraction, Fraction], arb], digits: int
) -> Enclosure:
    """Enclose the sum of gap / divergence(mean, mu_star) over the suboptimal arms."""
    bandit = BernoulliBandit(means)
    if bandit.best_mean == 1 or not bandit.suboptimal_arms:
        return ZERO
    exact = bandit.exact_means

    def total() -> arb:
        value = arb(0)
        for a in bandit.suboptimal_arms:
            value += ball(bandit.gaps[a]) / divergence(exact[a], bandit.best_mean)
        return value

    return enclose(total, digits)


def _float_sum(
    means: Sequence[Number], divergence: Callable[..., Any], certified: Callable[[], Enclosure]
) -> float:
    """The same in floats, or the rounded enclosure where a number is near the least float.

    `divergence` reads the means, their complements, the best mean, its complement, and the gaps.
    """
    bandit = BernoulliBandit(means)
    best = bandit.best_mean
    if best == 1 or not bandit.suboptimal_arms:
        return 0.0
    exact = [bandit.exact_means[a] for a in bandit.suboptimal_arms]
    gaps = np.array([float(bandit.gaps[a]) for a in bandit.suboptimal_arms])
    values = np.array([float(x) for x in exact]), np.array([float(1 - x) for x in exact])
    ends = float(best), float(1 - best)
    if min(gaps.min(), values[1].min(), *ends) > _LEAST:
        divergences = divergence(*values, *ends, gaps)
        if divergences.min() > _LEAST:
            return float(np.sum(gaps / divergences))
    return float(certified())


def _certified_regret_coefficient(
    means: Sequence[Number], eps: Number, *, digits: int
) -> Enclosure:
    eps = exact_nonnegative("eps", eps)
    if eps == 0:
        bandit = BernoulliBandit(means)
        return ZERO if bandit.best_mean == 1 or not bandit.suboptimal_arms else INFINITE
    return _certified_sum(means, lambda x, y: hull(*d_eps_balls(x, y, eps)), digits)


@certified_by(_certified_regret_coefficient)
@accepts_epsilon
def regret_coefficient(means: Sequence[Number], eps: float) -> float:
    """The regret lower bound of pure differential privacy, with its missing hypothesis.

    Every consistent eps-DP policy has liminf Reg_T / log T >= sum of gap_a / d_eps(mu_a, mu_star)
    if mu_star < 1. At mu_star = 1 the value is 0, not the printed 1/eps per arm; with one arm or
    no suboptimal arm it is 0, and at eps = 0 it is infinite. Optimal Regret of Bernoulli Bandits,
    Theorem 3.1, (5).

    >>> round(regret_coefficient((0.8, 0.1, 0.1, 0.1, 0.1), 1.0), 10)
    4.6311191924
    >>> regret_coefficient((1.0, 0.5), 0.5)
    0.0
    """
    budget = single("eps", nonnegative("eps", eps))
    return _float_sum(
        means,
        lambda *ends: d_eps_parts_array(*ends, budget),
        lambda: _certified_regret_coefficient(means, budget, digits=_DIGITS),
    )


def _certified_older(
    means: Sequence[Number], eps: Number, factor: Number = 6, *, digits: int
) -> Enclosure:
    slope = exact_positive("eps", eps) * exact_positive("factor", factor)
    return _certified_sum(means, lambda x, y: kl_ball(x, y).min(ball(slope * (y - x))), digits)


@certified_by(_certified_older)
@accepts_epsilon
def older_regret_coefficient(means: Sequence[Number], eps: float, factor: float = 6.0) -> float:
    """The older lower bound that Theorem 3.1 is compared with.

    Sum of gap_a / min{ kl(mu_a, mu_star), factor eps gap_a }, for mu_star < 1; the paper prints
    the factor 6, the thesis the factor 1. Optimal Regret of Bernoulli Bandits, (7).

    >>> round(older_regret_coefficient((0.8, 0.1, 0.1, 0.1, 0.1), 0.01), 4)
    66.6667
    """
    budget, times = (
        single("eps", positive("eps", eps)),
        single("factor", positive("factor", factor)),
    )
    slope = budget * times
    return _float_sum(
        means,
        lambda *ends: np.minimum(kl_parts_array(*ends), min(slope, sys.float_info.max) * ends[-1]),
        lambda: _certified_older(means, budget, times, digits=_DIGITS),
    )


def _certified_lai_robbins(means: Sequence[Number], *, digits: int) -> Enclosure:
    return _certified_sum(means, kl_ball, digits)


@certified_by(_certified_lai_robbins)
def lai_robbins_coefficient(means: Sequence[Number]) -> float:
    """The lower bound without privacy: sum of gap_a / kl(mu_a, mu_star).

    It is 0 at mu_star = 1, where the infimum over better laws is infinite. Optimal Regret of
    Bernoulli Bandits, (3).

    >>> round(lai_robbins_coefficient((0.75, 0.7, 0.7, 0.7, 0.7)), 10)
    31.2428873745
    """
    return _float_sum(means, kl_parts_array, lambda: _certified_lai_robbins(means, digits=_DIGITS))
