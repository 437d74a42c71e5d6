"""L*: what no private policy can stay below at one horizon, on an instance and its neighbours.

A neighbour nu''_a has the mean q > mu* at a suboptimal arm a. If a policy had regret <= R on nu and
on every nu''_a, it would leave arm a in at most R / (q - mu*) rounds of nu''_a, and so

    R >= F(R) = sum_a (mu* - mu_a) E_a,

where E_a is the largest of the lower bounds of E_nu N_a that the pulls of the other arms give on
nu''_a: the sum over n < T of phi_n(min(1, R / ((q - mu*) (T - n)))), and those of the law of the
pulls. F decreases; L* is the largest R with R <= F(R).
"""

from __future__ import annotations
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from banditproof.theory.argument_readers import growth, positive_count, reads
from banditproof.theory.exact import Number, exact, exact_means, exact_positive, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from .blocks import RATIO
from .error_tradeoff import Budget, exact_budget
from .near_arms import gaps_by_mean
from .noisy_counts import UNIT
from .pulls import pulls_if_cheap

SEARCHED, SEARCH_RATIO, SEARCHED_ARMS = 7, 1.3, 4
"""How many neighbours a search tries in one round, the growth of its blocks, and its arms."""


def regret_given(
    gaps_of: Mapping[Fraction, Fraction],
    q: Fraction,
    eps: Budget,
    horizon: int,
    others: Fraction,
    ratio: float = RATIO,
) -> float:
    """A lower bound of the regret on nu of a policy that misses `others` pulls on neighbours.

    `gaps_of` is the sum of the gaps by mean: an arm of a group is pulled as often as its least one.
    """
    terms = [
        float(gaps) * pulls_if_cheap(mean, q, eps, horizon, others, ratio)
        for mean, gaps in gaps_of.items()
    ]
    return sum(terms) * (1 - 4 * (len(terms) + 1) * UNIT)


def better_mean(number: Number, best: Fraction) -> Fraction:
    """The mean of an arm of a neighbour, above the best mean; raises ValueError for others.

    >>> better_mean("0.75", Fraction(1, 2))
    Fraction(3, 4)
    """
    q = exact(number)
    if not best < q <= 1:
        raise ValueError(
            f"The mean of the neighbour is {number}; give one above the best mean, {best}, and at "
            "most 1."
        )
    return q


_READ = reads(means=lambda _, given: exact_means(given), eps=exact_budget, horizon=positive_count)


def _width(name: str, given: Number) -> float:
    return float(exact_positive(name, exact_probability(name, given)))


@accepts_epsilon
@_READ
@reads(ratio=growth, width=_width)
def least_regret(
    means: Sequence[Fraction],
    q: Fraction,
    eps: Budget,
    horizon: int,
    ratio: float = RATIO,
    width: float = 2e-4,
) -> float:
    """A number R <= L*, at most the part `width` below it, by one certified value of F.

    >>> means = [Fraction(9, 10), Fraction(1, 10)]
    >>> round(least_regret(means, Fraction(1), Fraction(1), 1), 4)
    0.0889
    """

    best, gap = max(means), float(max(means) - min(means))
    q = better_mean(q, best)
    if gap == 0:
        return 0.0
    gaps_of = gaps_by_mean(means, q)  # once: the groups do not depend on the regret that is tried

    def needed(regret: float) -> float:
        """F(regret), from below."""
        return regret_given(gaps_of, q, eps, horizon, Fraction(regret) / (q - best), ratio)

    def excess(regret: float) -> float:
        return math.log(max(needed(regret), 1e-300) / regret)

    # here at most half of one pull is missing on nu'', so that F is at least gap / 2
    low = min(gap, float(q - best)) / 2 * (1 - width / 3)
    at_low = excess(low)
    high = low * math.exp(at_low)  # F decreases
    at_high = excess(high)
    for step in range(60):
        if high <= low * (1 + width):
            break
        part = 0.5 if step % 3 == 2 else at_low / (at_low - at_high)
        middle = low * (high / low) ** min(max(part, 0.02), 0.98) * (1 - width / 3)
        middle = max(middle, low * (1 + width / 3))
        at_middle = excess(middle)
        if at_middle >= 0:
            low, at_low, at_high = middle, at_middle, at_high / 2
        else:
            high, at_high, at_low = middle, at_middle, at_low / 2
    return min(low, needed(low))  # since F decreases, this is at most L* for any number


@accepts_epsilon
@_READ
def best_neighbour(means: Sequence[Fraction], eps: Budget, horizon: int) -> Fraction:
    """A mean q in (mu*, 1] whose L* is nearly the largest, with two digits of q - mu*.

    >>> best_neighbour([Fraction(9, 10), Fraction(1, 10)], Fraction(1), 1)
    Fraction(1, 1)
    """
    best = max(means)
    others = sorted(mean for mean in means if mean < best)
    room = 1 - best
    if not others or room == 0:
        raise ValueError(
            "All arms are equal, or the best mean is 1, so that there is no neighbour; give means "
            "that differ and are below 1."
        )
    step = max(1, len(set(others)) // SEARCHED_ARMS)
    few = [best, *(others[::step] if step > 1 else others)]

    def worth(part: float) -> float:
        q = min(Fraction(1), best + room * Fraction(part))
        return least_regret(few, q, eps, horizon, SEARCH_RATIO, 1e-2)

    nearest = math.log(max(float((best - others[-1]) / room), 1e-300)) - 1
    low, high = max(-25.0, min(-9.0, nearest)), 0.0
    for _ in range(2):
        parts = [low + (high - low) * i / (SEARCHED - 1) for i in range(SEARCHED)]
        values = [worth(math.exp(part)) for part in parts]
        top = max(range(SEARCHED), key=values.__getitem__)
        low, high = parts[max(top - 1, 0)], parts[min(top + 1, SEARCHED - 1)]
    gap = float(room) * math.exp(parts[top])
    return min(Fraction(1), best + Fraction(f"{gap:.1e}"))
