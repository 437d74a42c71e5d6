"""Expected pulls of an arm at one horizon, from below: phi_n summed over blocks of n.

phi_n(delta) decreases in n and in delta, so that a block of n is at least its size times the value
at its right end. The largest of three bounds counts: this sum, and two of the law of the pulls.
"""

from __future__ import annotations
import math
from fractions import Fraction
from banditproof.theory.argument_readers import growth, positive_count, reads
from banditproof.theory.budgets import ZCDP
from banditproof.theory.exact import exact_nonnegative, exact_probability, float_above
from banditproof.theory.parameter_names import accepts_epsilon
from .blocks import MOST_ROUNDS, RATIO, sum_of_blocks, values_of_blocks
from .concentrated_tradeoff import tradeoff
from .error_tradeoff import Budget, Pure, exact_budget
from .law_of_pulls import pulls_by_divergence, pulls_by_ratio, weights
from .noisy_counts import UNIT

_READ = reads(
    p=exact_probability, q=exact_probability, eps=exact_budget, horizon=positive_count, ratio=growth
)


@accepts_epsilon
@_READ
@reads(delta=exact_probability)
def pulls_if_reliable(
    p: Fraction, q: Fraction, eps: Budget, horizon: int, delta: Fraction, ratio: float = RATIO
) -> float:
    """A lower bound of E_nu N_a if Pr_nu''[N_a <= floor(T/2)] <= delta, for eps-DP policies.

    nu'' has the mean q at arm a instead of p. The bound is at least the sum of phi_n(delta) over
    n <= min(floor(T/2), T - 1).

    >>> round(pulls_if_reliable(Fraction(1, 2), Fraction(3, 4), Fraction(1), 1, Fraction(1, 4)), 6)
    0.75
    """
    most, errors = float_above(delta), tradeoff(p, q, eps)
    last = min(horizon // 2, horizon - 1, MOST_ROUNDS)
    sure = values_of_blocks(last, ratio, lambda n: errors.least_excess(n, most))
    free = pure(eps)
    return max(
        sum_of_blocks(last, ratio, sure),
        pulls_by_ratio(weights(p, q, free, last + 1, ratio, False), most, sure),
        pulls_by_divergence(p, q, free, last + 1, most),
    )


@accepts_epsilon
@_READ
@reads(others=exact_nonnegative)
def pulls_if_cheap(
    p: Fraction, q: Fraction, eps: Budget, horizon: int, others: Fraction, ratio: float = RATIO
) -> float:
    """A lower bound of E_nu N_a if E_nu''[T - N_a] <= others, for eps-DP policies.

    The bound is at least the sum over n < T of phi_n(min(1, others / (T - n))).

    >>> round(pulls_if_cheap(Fraction(1, 2), Fraction(3, 4), Fraction(1), 2, Fraction(1, 4)), 6)
    1.674878
    """
    most, errors = float_above(others), tradeoff(p, q, eps)
    rounds = min(horizon, MOST_ROUNDS)

    def value(n: int) -> float:
        return errors.least_excess(n, most / (rounds - n) * (1 + 4 * UNIT))

    sure, free = values_of_blocks(rounds - 1, ratio, value), pure(eps)
    return max(
        sum_of_blocks(rounds - 1, ratio, sure),
        pulls_by_ratio(weights(p, q, free, rounds, ratio, True), most, sure),
        pulls_by_divergence(p, q, free, rounds, most / rounds * (1 + 4 * UNIT)),
    )


def pure(eps: Budget) -> Pure:
    """The pure budget; infinite for a concentrated one, of which the law of pulls knows nothing."""
    return math.inf if isinstance(eps, ZCDP) else eps
