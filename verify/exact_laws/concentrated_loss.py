"""The concentrated privacy loss of a policy: the supremum of D_alpha / alpha, certified.

Psi(alpha) = (alpha - 1) D_alpha, maximised over all neighbours, is a maximum of convex functions,
so it is convex, and Psi(1) = 0. Between two orders where Psi is known it lies below the chord, and
that bounds Psi(alpha) / (alpha (alpha - 1)) = D_alpha / alpha in between. Thesis, (2.2).
"""

import heapq
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.verify.definitions.notions import Notion
from .convex_divergences import KullbackLeibler, RenyiMoment
from .list_law import ListLaw, largest_log_ratio
from .worst_inputs import WorstCase, worst_case

BITS = 128
NEAREST = Fraction(1, 1 << 40)
"""How close to 1 the smallest order above 1 is."""
Bound = Fraction | float


@dataclass(frozen=True)
class ConcentratedLoss:
    """sup over alpha > 1 of D_alpha / alpha over all neighbours: the smallest rho of zCDP.

    `order` is where the lower end is attained, 1 for the Kullback-Leibler divergence, by the
    neighbours of `worst`. `orders` counts the orders that were evaluated.
    """

    value: Enclosure
    order: Fraction
    worst: WorstCase
    orders: int


def renyi_divergence(law: ListLaw, notion: Notion, alpha: Number) -> tuple[Enclosure, WorstCase]:
    """The largest D_alpha over all neighbours, for one order alpha >= 1, and where it is attained.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> from banditproof.verify.exact_laws.list_law import law_on_lists
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> value, worst = renyi_divergence(law_on_lists(policy, 4), Notion.VIEW, 2)
    >>> round(float(value), 9), worst.witness
    (0.251314428, '0 1 0 against 1 1 0')
    """
    order = exact(alpha)
    if order < 1:
        raise ValueError(f"The order is {alpha}; give an order of at least 1.")
    if order == 1:
        result = worst_case(law, KullbackLeibler(), notion)
        return result.value, result
    result = worst_case(law, RenyiMoment(order), notion)
    psi = _log1p(result.value)
    pure = largest_log_ratio(law).value.hi  # no order has a larger divergence than order infinity
    return Enclosure(psi[0] / (order - 1), min(psi[1] / (order - 1), pure)), result


def _log1p(moment: Enclosure) -> tuple[Bound, Bound]:
    with working_precision(BITS):
        low = lower(_ball(moment.lo).log1p()) if moment.lo != math.inf else math.inf
        high = upper(_ball(moment.hi).log1p()) if moment.hi != math.inf else math.inf
    return (max(low, Fraction(0)), high)


def _ball(bound: Bound) -> arb:
    return ball(Fraction(bound))


@dataclass
class _Search:
    """Orders with known bounds of Psi, and the intervals between them by their upper bounds."""

    psi: Callable[[Fraction], tuple[Bound, Bound, WorstCase]]
    low: Bound
    order: Fraction
    worst: WorstCase
    evaluated: int = 1

    def at(self, alpha: Fraction) -> Bound:
        """An upper bound of Psi(alpha); the lower bound is kept if it is the best."""
        low, high, worst = self.psi(alpha)
        self.evaluated += 1
        value = low / (alpha * (alpha - 1))
        if value > self.low:
            self.low, self.order, self.worst = value, alpha, worst
        return high


def chord_bound(a: Fraction, at_a: Bound, b: Fraction, at_b: Bound) -> Bound:
    """An upper bound of Psi(x) / (x (x - 1)) for a <= x <= b, for a convex Psi with Psi(1) <= 0.

    With the chord L, L(x) / (x (x - 1)) = L(1) / (x - 1) - L(0) / x. If L(1) = -k^2 <= 0 and
    -L(0) = m^2, it is at most (m - k)^2, at (x - 1) / x = k / m, and monotone on either side.

    >>> round(float(chord_bound(Fraction(2), Fraction(2), Fraction(3), Fraction(6))), 6)
    1.071797
    """
    if isinstance(at_a, float) or isinstance(at_b, float):
        return math.inf
    slope = (at_b - at_a) / (b - a)
    at_one = at_a - slope * (a - 1)
    minus_at_zero = slope - at_one
    ends = max(at_a / (a * (a - 1)), at_b / (b * (b - 1)))
    # Psi(1) = 0 but the chord is above 0 there: no peak formula, each term by its own extreme.
    if at_one >= 0:  # the bounds at a and b are too loose to bend
        return at_one / (a - 1) + max(minus_at_zero, Fraction(0)) / a
    # the peak lies in [a, b] iff (a-1)/a <= k/m <= (b-1)/b, compared as squares
    share = -at_one / minus_at_zero
    if not ((a - 1) / a) ** 2 <= share <= ((b - 1) / b) ** 2:
        return ends
    with working_precision(BITS):
        peak = upper((ball(minus_at_zero).sqrt() - ball(-at_one).sqrt()) ** 2)
    return max(ends, peak)


def concentrated_loss(
    law: ListLaw,
    notion: Notion,
    tolerance: Number = "1e-6",
    seconds: float = 60.0,
    limit: int = 400,
) -> ConcentratedLoss:
    """The smallest rho for which the law of the actions is rho-zCDP, in one model, as an enclosure.

    The search stops at the relative tolerance, after the given seconds, or after `limit` orders;
    the enclosure is right whenever it stops.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> from banditproof.verify.exact_laws.list_law import law_on_lists
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> found = concentrated_loss(law_on_lists(policy, 4), Notion.TABLE)
    >>> round(float(found.value), 6), round(float(found.order), 3)
    (0.125689, 1.922)
    """
    stop, wanted = time.monotonic() + seconds, 1 + exact_positive("the tolerance", tolerance)
    pure = largest_log_ratio(law).value.hi
    first = worst_case(law, KullbackLeibler(), notion)

    def psi(alpha: Fraction) -> tuple[Bound, Bound, WorstCase]:
        result = worst_case(law, RenyiMoment(alpha), notion)
        return (*_log1p(result.value), result)

    if first.value.hi == 0:  # KL = 0 only between equal laws
        return ConcentratedLoss(first.value, Fraction(1), first, 1)
    search = _Search(psi, first.value.lo, Fraction(1), first)
    a = 1 + NEAREST
    at_a = search.at(a)
    # D_alpha grows in alpha, so on (1, a] D_alpha / alpha is at most D_a
    top = at_a / NEAREST
    if top == math.inf:
        return ConcentratedLoss(Enclosure(search.low, math.inf), search.order, search.worst, 2)
    gaps: list[tuple[Bound, Fraction, Bound, Fraction, Bound]] = []
    b = Fraction(3, 2)
    while True:  # beyond b, D_alpha / alpha <= D_inf / b
        at_b = search.at(b)
        heapq.heappush(gaps, (-chord_bound(a, at_a, b, at_b), a, at_a, b, at_b))
        a, at_a = b, at_b
        far = pure / b if isinstance(pure, Fraction) else math.inf
        if far <= search.low or at_b == math.inf or b > 1 << 20 or time.monotonic() > stop:
            break
        b = 2 * b - Fraction(1, 2)
    while search.evaluated < limit and time.monotonic() < stop:
        bound, a, at_a, b, at_b = gaps[0]
        if -bound <= max(search.low * wanted, top, far):
            break
        middle = _middle(a, b)
        if not a < middle < b:
            break
        at_middle = search.at(middle)
        heapq.heapreplace(
            gaps, (-chord_bound(a, at_a, middle, at_middle), a, at_a, middle, at_middle)
        )
        heapq.heappush(gaps, (-chord_bound(middle, at_middle, b, at_b), middle, at_middle, b, at_b))
    # No order is left out: below a, beyond the last b, and between, by the largest chord bound.
    high = max(top, far, -gaps[0][0], search.low)
    return ConcentratedLoss(
        Enclosure(search.low, high), search.order, search.worst, search.evaluated
    )


def _middle(a: Fraction, b: Fraction) -> Fraction:
    """A short fraction near the geometric mean of a - 1 and b - 1, plus 1."""
    # Where D_alpha / alpha changes by factors of alpha - 1; a short fraction keeps powers cheap.
    mean = math.sqrt(float(a - 1) * float(b - 1))
    scale = 1 << max(0, 24 - math.frexp(mean)[1])
    return 1 + Fraction(round(mean * scale), scale)
