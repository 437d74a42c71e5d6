"""How often a policy under zCDP must pull an arm again: the divergence of binary events.

B_n = rho n w (1 + (n - 1) w), w = q - p, is rho times the second moment of Bin(n, w), the number of
rewards by which n rewards with the mean q differ from n with the mean p. For every policy that is
rho-zCDP in interaction, with d = Pr_nu''[N_a <= n] and y = Pr_nu[N_a <= n]: kl(d, y) <= B_n and
kl(y, d) <= B_n. So Pr_nu[N_a > n] is at least 1 - y for the largest y that satisfies one of them.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import ZCDP
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact
from .error_tradeoff import LEAST_DELTA, Budget, ErrorTradeoff, Pure

LARGEST_PRICE = 600
"""From this B_n on only the bound without privacy is used."""


@dataclass(frozen=True, eq=False)
class ConcentratedTradeoff:
    """Lower bounds of Pr_nu[N_a > n] under rho-zCDP, which fall in n and in delta."""

    rho: Fraction
    gap: Fraction
    free: ErrorTradeoff
    """Without privacy, for every policy."""

    def least_excess(self, n: int, delta: float) -> float:
        """The largest of the three bounds at n and delta, from below."""
        free = self.free.least_excess(n, delta)
        if delta >= 1 or n == 0:
            return free
        price = self.rho * n * self.gap * (1 + (n - 1) * self.gap)
        if price > LARGEST_PRICE:
            return free
        return max(free, event_bound(max(delta, LEAST_DELTA), price))


def event_bound(delta: float, price: Fraction) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(delta, y) or kl(y, delta) <= price.

    >>> round(event_bound(0.01, Fraction(1, 2)), 6)
    0.778221
    """
    return max(forward_bound(delta, price), backward_bound(delta, price))


def forward_bound(delta: float, price: Fraction) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(delta, y) <= price.

    >>> round(forward_bound(0.01, Fraction(1, 2)), 6)
    0.575239
    """
    rest = math.exp(-kl_ucb_log_complement(delta, float(price)))
    return _proved(rest, delta, price, lambda y, d: (d, y))


def backward_bound(delta: float, price: Fraction) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(y, delta) <= price.

    >>> round(backward_bound(0.01, Fraction(1, 2)), 6)
    0.778221
    """
    size = float(price)
    low, high = delta, 1.0  # y log(y / delta) + (1 - y) log((1 - y) / (1 - delta)) grows in y
    while high - low > 1e-12 * high:
        y = (low + high) / 2
        low, high = (low, y) if _floats(y, delta) > size else (y, high)
    return _proved(1 - high, delta, price, lambda y, d: (y, d))


def _floats(y: float, delta: float) -> float:
    rest = (1 - y) * (math.log1p(-y) - math.log1p(-delta)) if y < 1 else 0.0
    return y * math.log(y / delta) + rest


def _proved(
    rest: float, delta: float, price: Fraction, order: Callable[[arb, arb], tuple[arb, arb]]
) -> float:
    """A number a little below `rest` at which the divergence is proved to be beyond the price."""
    with working_precision(96):
        d = ball(Fraction(delta))
        for margin in (1e-9, 1e-6, 1e-3):
            least = rest * (1 - margin)
            if not 0 < least < 1 - delta:
                continue
            x, y = order(1 - arb(least), d)
            if x * (x / y).log() + (1 - x) * ((1 - x) / (1 - y)).log() >= ball(price):
                return least
    return 0.0


def tradeoff(p: Fraction, q: Fraction, budget: Budget) -> ErrorTradeoff | ConcentratedTradeoff:
    """The errors of a pure budget, or of a concentrated one, at the means p < q."""
    if isinstance(budget, ZCDP):
        free = ErrorTradeoff.of(p, q, math.inf)
        return ConcentratedTradeoff(exact(budget.rho), q - p, free)
    pure: Pure = budget
    return ErrorTradeoff.of(p, q, pure)
