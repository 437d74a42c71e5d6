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
from functools import cached_property
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
        price = self._price(n)
        if price > LARGEST_PRICE:
            return free
        return event_bound(max(delta, LEAST_DELTA), price, free)

    def _price(self, n: int) -> Fraction:
        """B_n, of which only n differs from one block to the next."""
        once, pairs, denominator = self._parts
        return Fraction(once * n + pairs * n * (n - 1), denominator)

    @cached_property
    def _parts(self) -> tuple[int, int, int]:
        """rho w and rho w^2 over one denominator."""
        top, bottom = self.gap.as_integer_ratio()
        once = self.rho.numerator * top
        return once * bottom, once * top, self.rho.denominator * bottom**2


def event_bound(delta: float, price: Fraction, known: float = 0.0) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(delta, y) or kl(y, delta) <= price.

    It is at least `known`, another lower bound of what 1 - y stands for.

    >>> round(event_bound(0.01, Fraction(1, 2)), 6), event_bound(0.01, Fraction(1, 2), 0.9)
    (0.778221, 0.9)
    """
    size, best = float(price), known
    for divergence, bound in ((_backward, backward_bound), (_forward, forward_bound)):
        # each divergence falls in 1 - y: below the price, what is known is above the root
        if not 0 < best < 1 or divergence(best, delta) > size * (1 - 1e-6):
            best = max(best, bound(delta, price))
    return best


def forward_bound(delta: float, price: Fraction) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(delta, y) <= price.

    >>> round(forward_bound(0.01, Fraction(1, 2)), 6)
    0.575239
    """
    rest = math.exp(-kl_ucb_log_complement(delta, float(price)))
    return _proved(rest, delta, price, lambda r, d: kl_of_balls(d, 1 - d, 1 - r, r))


def backward_bound(delta: float, price: Fraction) -> float:
    """A lower bound of 1 - y for all y >= delta with kl(y, delta) <= price.

    >>> round(backward_bound(0.01, Fraction(1, 2)), 6)
    0.778221
    """
    size = float(price)
    if size >= -math.log(delta):  # y = 1
        return 0.0
    # Newton's method: the divergence is convex and falls in 1 - y, so that no step is too long
    rest = LEAST_DELTA
    for _ in range(100):
        slope = math.log(rest * delta) - math.log1p(-rest) - math.log1p(-delta)
        step = (size - _backward(rest, delta)) / slope if slope < 0 else 0.0
        rest += step
        if step <= 1e-15 * rest:
            break
    return _proved(rest, delta, price, lambda r, d: kl_of_balls(1 - r, r, d, 1 - d))


def _forward(rest: float, delta: float) -> float:
    """kl(delta, y) at y = 1 - rest."""
    gone = delta * (math.log(delta) - math.log1p(-rest))
    return gone + (1 - delta) * (math.log1p(-delta) - math.log(rest))


def _backward(rest: float, delta: float) -> float:
    """kl(y, delta) at y = 1 - rest."""
    gone = (1 - rest) * (math.log1p(-rest) - math.log(delta))
    return gone + rest * (math.log(rest) - math.log1p(-delta))


def kl_of_balls(x: arb, x_rest: arb, y: arb, y_rest: arb) -> arb:
    """kl(x, y), of both numbers with their complements."""
    return x * (x / y).log() + x_rest * (x_rest / y_rest).log()


def _proved(
    rest: float, delta: float, price: Fraction, divergence: Callable[[arb, arb], arb]
) -> float:
    """A number a little below `rest` at which the divergence is proved to be beyond the price."""
    with working_precision(96):
        d, most = arb(delta), ball(price)
        for margin in (1e-10, 1e-9, 1e-6, 1e-3):
            least = rest * (1 - margin)
            if 0 < least < 1 - delta and divergence(arb(least), d) >= most:
                return least
    return 0.0


def tradeoff(p: Fraction, q: Fraction, budget: Budget) -> ErrorTradeoff | ConcentratedTradeoff:
    """The errors of a pure budget, or of a concentrated one, at the means p < q."""
    if isinstance(budget, ZCDP):
        free = ErrorTradeoff.of(p, q, math.inf)
        return ConcentratedTradeoff(exact(budget.rho), q - p, free)
    pure: Pure = budget
    return ErrorTradeoff.of(p, q, pure)
