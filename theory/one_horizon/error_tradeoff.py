"""How often a private policy must pull an arm again: the optimal private test of one arm.

phi_n(delta) = min { 1 - E g(S_p) : E g(S_q) <= delta }, S_p = Bin(n, p), S_q = Bin(n, q), p < q,
over g: {0..n} -> [0, 1] with g and 1 - g both e^eps-Lipschitz between neighbouring counts. The best
g is Pr[k + Z < m] with discrete Laplace noise Z, or a mixture of two neighbouring m (the private
Neyman-Pearson lemma of Awan and Slavkovic, 2018). Every eps-DP policy has
Pr_nu[N_a > n] >= phi_n(Pr_nu''[N_a <= n]), where nu'' has the mean q at arm a instead of p.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.theory.argument_readers import reads
from banditproof.theory.budgets import ZCDP, exact_or_infinite
from banditproof.theory.exact import exact_count, exact_nonnegative, exact_probability, float_above
from banditproof.theory.parameter_names import accepts_epsilon
from .noisy_counts import UNIT, NoisyCount, NoisyCounts, noisy_counts, usable_budget
from .tangent import Tangent, tangent

LEAST_DELTA = 1e-150
"""Below this size phi is evaluated here, where it is smaller."""
MOST_REWARDS = 2 * 10**8
"""For more rewards the tangent of phi stands for it."""
Pure = Fraction | float
Budget = Pure | ZCDP


def exact_budget(name: str, eps: Any) -> Budget:
    """A concentrated budget, or the exact value of a pure one; raises ValueError for others.

    >>> exact_budget("eps", "0.5"), exact_budget("eps", ZCDP(1))
    (Fraction(1, 2), ZCDP(rho=1))
    """
    return eps if isinstance(eps, ZCDP) else exact_or_infinite(name, eps)


@dataclass(frozen=True, eq=False)
class ErrorTradeoff:
    """phi_n(delta) of one arm with the means p < q, for every n and delta, from below."""

    mine: NoisyCounts
    rival: NoisyCounts
    tangent: Tangent

    @classmethod
    def of(cls, p: Fraction, q: Fraction, eps: Pure) -> ErrorTradeoff:
        """The errors at p and q; raises ValueError unless 0 <= p < q <= 1."""
        if not 0 <= p < q <= 1:
            raise ValueError(f"The means are {p} and {q}; give p < q, both in [0, 1].")
        usable = usable_budget(eps)
        return cls(noisy_counts(p, usable), noisy_counts(q, usable), tangent(p, q, usable))

    def least_excess(self, n: int, delta: float) -> float:
        """A lower bound of phi_n(delta)."""
        if delta >= 1:
            return 0.0
        if n == 0:
            return max(0.0, (1 - delta) * (1 - 4 * UNIT))
        if delta > LEAST_DELTA:
            return self._excess_at(n, delta)
        # it stands for every smaller delta, over a long horizon for all
        known = self.tangent.at_least_delta
        if n not in known:
            known[n] = self._excess_at(n, LEAST_DELTA)
        return known[n]

    def _excess_at(self, n: int, delta: float) -> float:
        """The bound for n >= 1 and a delta of at least `LEAST_DELTA`."""
        if n > MOST_REWARDS or self.tangent.is_phi(n, delta):
            return self.tangent.value(n, delta)
        log_rest = _log_rest(delta)
        mine, rival = self.mine.at(n, log_rest), self.rival.at(n, log_rest)
        # of the least delta the answers are kept, so that a count is asked for two tails
        return _excess(mine.over_once if delta == LEAST_DELTA else mine.over, rival, delta)


@accepts_epsilon
@reads(
    n=exact_count,
    p=exact_probability,
    q=exact_probability,
    eps=exact_or_infinite,
    delta=lambda name, given: float_above(exact_nonnegative(name, given)),
)
def least_excess(n: int, p: Fraction, q: Fraction, eps: Pure, delta: float) -> float:
    """A lower bound of phi_n(delta) that is equal to it up to rounding.

    >>> least_excess(0, Fraction(1, 10), Fraction(1, 2), Fraction(1), 0.25) <= 0.75
    True
    >>> round(least_excess(10, Fraction(1, 10), Fraction(1, 2), Fraction(1), 0.25), 9)
    0.057301528
    """
    return ErrorTradeoff.of(p, q, eps).least_excess(n, delta)


def _log_rest(delta: float) -> float:
    """How far windows reach: in few steps, so that they are shared."""
    return 60.0 * max(1, math.ceil((25 - math.log(delta)) / 60))


def _excess(mine: Callable[[int], float], rival: NoisyCount, delta: float) -> float:
    """The mixture of the two thresholds between which the error at q passes delta."""
    if delta >= rival.total:
        return 0.0
    m = _threshold(rival, delta)
    size, power = rival.under(m), mine(m)
    if size < delta:  # undecided by rounding: phi >= 0
        return 0.0
    size_before, power_before = rival.under(m - 1), mine(m - 1)
    if size_before >= delta:
        return power_before
    # a little more than the share at which the error at q is delta, and a test that it is enough
    wanted = delta * (1 + 64 * UNIT)
    share = min(1.0, (wanted - size_before) / (size - size_before) * (1 + 8 * UNIT))
    if (1 - share) * size_before + share * size < delta * (1 + 16 * UNIT):
        share = 1.0
    return ((1 - share) * power_before + share * power) * (1 - 16 * UNIT)


def _threshold(rival: NoisyCount, delta: float) -> int:
    """The least m with Pr[S_q + Z < m] >= delta, as far as floats decide it."""
    low, high, rate = float(rival.below[0]), float(rival.below[-1]), rival.decay.rate
    if delta <= low and rate != math.inf:
        m = rival.first - math.floor(math.log(low / delta) / rate)
    elif delta > high and rate != math.inf:
        rest = math.log((rival.total - high) / (rival.total - delta))
        m = rival.last + math.ceil(rest / rate)
    else:
        m = rival.first + int(rival.below.searchsorted(delta))
    for _ in range(3):
        if rival.under(m) >= delta:
            break
        m += 1
    return m
