"""Two arms of which only the order is unknown: what it costs a private policy until round T.

Arms with the means p > q stand in either order. Before round t + 1 a policy has seen at most t
rewards of each arm, and its error averaged over the two orders is at least E h(D), D = S_p - S_q
for t rewards of each arm, where h(d) = Pr[Lap(1/eps) >= d] = e^(-eps d)/2 for d >= 0, 1 - h(-d) for
d < 0. With m_j = Pr[S_p + Z < j] for discrete Laplace noise Z, E h(D) is the mean of
(m_j + m_(j+1))/2 over j = S_q.
"""

from __future__ import annotations
from fractions import Fraction
import numpy as np
from banditproof.theory.argument_readers import growth, positive_count, reads
from banditproof.theory.budgets import exact_or_infinite
from banditproof.theory.exact import exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from .blocks import RATIO, summed
from .error_tradeoff import MOST_REWARDS, Pure
from .noisy_counts import UNIT, Floats, NoisyCount, binomial_window, noisy_count, usable_budget

LOG_REST = 60.0


def _tails(count: NoisyCount, first: int, length: int) -> Floats:
    """Pr[S + Z < m] for m = first, first + 1, ..., from below."""
    m = np.arange(first, first + length)
    inside = count.below[np.clip(m - count.first, 0, len(count.below) - 1)]
    steps = np.maximum(count.first - m, 0)
    if not steps.any():
        return inside
    nearest = int(steps[steps > 0].min())
    factors = np.full(int(steps.max()) + 1 - nearest, count.decay.after(1))
    factors[0] = count.decay.after(nearest)
    sure = 1 - (8 * len(factors) + 600) * UNIT
    powers = np.concatenate([np.ones(1), np.cumprod(factors) * sure])
    tails: Floats = inside * powers[np.maximum(steps - nearest + 1, 0) * (steps > 0)]
    return tails


def error_of_order(t: int, p: Fraction, q: Fraction, eps: Pure) -> float:
    """A lower bound of E h(D) after t rewards of each arm, equal to it up to rounding.

    >>> round(error_of_order(0, Fraction(3, 4), Fraction(1, 2), Fraction(1)), 9)
    0.5
    """
    eps = usable_budget(eps)
    better = noisy_count(t, p, eps, LOG_REST)
    first, masses = binomial_window(t, q, LOG_REST)
    tails = _tails(better, first, len(masses) + 1)
    sure = 1 - (24 * len(masses) + 500) * UNIT
    return max(0.0, float((masses * (tails[:-1] + tails[1:])).sum()) / 2 * sure - 1e-200)


@accepts_epsilon
@reads(
    p=exact_probability,
    q=exact_probability,
    eps=exact_or_infinite,
    horizon=positive_count,
    ratio=growth,
)
def swap_regret(p: Fraction, q: Fraction, eps: Pure, horizon: int, ratio: float = RATIO) -> float:
    """A lower bound of the regret averaged over the two orders: (p - q) sum_{t < T} E h(D_t).

    No eps-DP policy has a smaller one; it holds for the larger of the two regrets, too.

    >>> round(swap_regret(Fraction(9, 10), Fraction(1, 10), Fraction(1), 1), 9)
    0.4
    """
    if not 0 <= q < p <= 1:
        raise ValueError(f"The means are {p} and {q}; give p > q, both in [0, 1].")
    last = min(horizon - 1, MOST_REWARDS)  # what is left out is at least 0
    errors = summed(last, ratio, lambda t: error_of_order(t, p, q, eps))
    return errors * float(p - q) * (1 - 8 * UNIT)
