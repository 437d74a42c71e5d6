"""The pulls of an arm as one law: what a private policy can hide about all n at once.

a_n = Pr_nu[N_a = n], b_n = Pr_nu''[N_a = n], where nu'' has the mean q > p at arm a instead of p.
The event N_a = n reads n rewards of the arm, so that

    b_n >= r^n a_n,  r = (1 - q + q e^-eps) / (1 - p + p e^-eps),
    KL(a, b) <= d_eps(p, q) E_nu N_a.

Let f fall to 0 at n = L, with steps g_n = f(n) - f(n + 1) that fall too, and f(n) b_n add up to at
most M if f(n) <= c_n r^n and sum c_n b_n <= M. With s_n <= Pr_nu[N_a > n], for every m < L

    E_nu N_a >= m + sum over m <= n < L of s_n + (sum over m <= n < L of g_n (1 - s_n) - M) / g_m.

Where E_nu'' of T - N_a is at most M, c_n = T - n; where Pr_nu''[N_a < L] is at most M, c_n = 1.
"""

from __future__ import annotations
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
import numpy as np
from flint import arb
from banditproof.theory.balls import float_at_lower, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.exact import float_above
from banditproof.theory.private_divergence import d_eps_balls
from .blocks import MOST_ROUNDS, blocks
from .error_tradeoff import Pure
from .noisy_counts import UNIT, Floats, usable_budget
from .tangent import least_ratio, log_least_ratio

LEAST_WEIGHT = 1e-200
"""From weights below this size nothing is concluded."""


@dataclass(frozen=True)
class Weights:
    """The weights f and their steps g at the first n of blocks of 0, ..., L - 1; floats."""

    first: Floats
    sizes: Floats
    weights: Floats
    """f at each first n, and 0 for n = L."""
    steps: Floats


@lru_cache(maxsize=512)
def weights(
    p: Fraction, q: Fraction, eps: Pure, length: int, ratio: float, linear: bool
) -> Weights:
    """f(n) = (L - n) r^n, or r^n - r^L if not `linear`, for blocks of 0, ..., L - 1.

    >>> half = weights(Fraction(0), Fraction(1, 2), math.inf, 3, 1.01, True)
    >>> half.weights.tolist(), half.steps.tolist()
    ([3.0, 1.0, 0.25, 0.0], [2.0, 0.75, 0.25])
    """
    ends, sizes = zip(*blocks(length - 1, ratio), strict=True)
    first = (0, *(end + 1 for end in ends[:-1]))
    found: list[tuple[float, float]] = []
    eps = usable_budget(eps)
    with working_precision(128):
        r, rest = least_ratio(p, q, eps)
        log_r = log_least_ratio(r, rest)
        for n in first:
            power = _power(log_r, n)
            weight = power * (length - n if linear else _one_less_power(log_r, length - n))
            step = power * ((length - n) * rest + r if linear else rest)
            found.append((max(0.0, float_at_lower(weight)), max(0.0, float_at_lower(step))))
    columns = np.array(found)
    return Weights(
        np.array(first, float), np.array(sizes, float), np.append(columns[:, 0], 0.0), columns[:, 1]
    )


def _power(log_r: arb | None, n: int) -> arb:
    """r^n, or 0 where it is far below the least float."""
    if n == 0:
        return arb(1)
    return (n * log_r).exp() if log_r is not None and n * log_r > -1500 else arb(0)


def _one_less_power(log_r: arb | None, n: int) -> arb:
    """1 - r^n for n >= 1, with all digits where r is near 1."""
    return arb(1) if log_r is None else -(n * log_r).expm1()


def pulls_by_ratio(found: Weights, most: float, sure: Sequence[float]) -> float:
    """The largest of the lower bounds of E_nu N_a over the first n of all blocks.

    `sure` are lower bounds of Pr_nu[N_a > n] in the first blocks, and 0 in the others.
    """
    s = np.zeros(len(found.first))
    s[: len(sure)] = sure
    falls = (found.weights[:-1] - found.weights[1:]) * (1 - s)
    rest = falls[::-1].cumsum()[::-1]
    pulls = (found.sizes * s)[::-1].cumsum()[::-1] + found.first
    # a difference of two weights is off by 4 units of the first, and so is each of the sums
    count = len(s)
    excess = rest - most - UNIT * ((16 * count + 64) * found.weights[:-1] + 8 * most)
    use = found.weights[:-1] > LEAST_WEIGHT
    if not use.any():
        return 0.0
    more = excess[use] / found.steps[use]
    values = pulls[use] + more - UNIT * (16 * count + 64) * (pulls[use] + np.abs(more))
    return max(0.0, float(values.max()))


@lru_cache(maxsize=4096)
def _divergence(p: Fraction, q: Fraction, eps: Pure) -> float:
    """A float that is at least d_eps(p, q), or kl(p, q) without privacy."""
    if eps == math.inf and q == 1:
        return math.inf
    with working_precision(96):
        found = kl_ball(p, q) if eps == math.inf else d_eps_balls(p, q, Fraction(eps))[1]
        return float_above(upper(found))


def pulls_by_divergence(p: Fraction, q: Fraction, eps: Pure, length: int, part: float) -> float:
    """log w / (d_eps(p, q) + log(w / x) / L), w = x + (1 - x) / part, for a good x in (0, 1).

    It is at most E_nu N_a if E_nu''[(T - N_a) / T] <= part, L = T, or Pr_nu''[N_a < L] <= part.

    >>> p, q = Fraction(1, 10), Fraction(9, 10)
    >>> round(pulls_by_divergence(p, q, Fraction(1), 10**6, 1e-4), 3)
    12.422
    """
    d = _divergence(p, q, usable_budget(eps))
    if not 0 < part < 1 or d == math.inf:
        return 0.0
    size, rounds = -math.log(part), float(min(length, MOST_ROUNDS))

    def near(x: float) -> float:
        log_w = math.log(x + (1 - x) / part)
        return log_w / (d + (log_w - math.log(x)) / rounds)

    first = size / (rounds * d + 2 * size)
    x = max((first / 4, first / 2, first, 0.5, 0.75, 0.9), key=near)
    with working_precision(96):
        share = arb(x)
        w = share + (1 - share) / arb(part)
        value = w.log() / (arb(d) + (w / share).log() / length)
        return max(0.0, float_at_lower(value) * (1 - 4 * UNIT)) if value > 0 else 0.0
