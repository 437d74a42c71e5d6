"""Rules for budgets: composition in sequence and on separate blocks."""

from __future__ import annotations
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP, exact_or_infinite
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_probability,
)
from banditproof.theory.parameter_names import accepts_epsilon

MOST_RELEASES = 100_000
"""The largest number of terms of the exact sum, which takes a few seconds."""
Size = Fraction | float
"""An exact size of a budget; the only float is inf, no guarantee."""


def basic_composition(budgets: Iterable[Budget]) -> Budget:
    """The budget of several releases of the same data, adaptive or not: sizes add up.

    (sum of eps, sum of delta), sum of rho, or sum of the divergences of one order; pure budgets
    count as approximate ones with delta = 0. Thesis, Proposition 2.9.

    >>> basic_composition([PureDP("0.1"), ApproxDP("0.2", "1e-6")])
    ApproxDP(eps=Fraction(3, 10), delta=Fraction(1, 1000000))
    """
    return _combined(tuple(budgets), _total)


def parallel_composition(budgets: Iterable[Budget]) -> Budget:
    """The budget of releases of separate blocks of the data: the largest of each size.

    One entry lies in one block, so one release depends on it. It holds for blocks fixed in
    advance (thesis, Lemma 2.10), and for blocks whose borders are chosen from earlier *released*
    values alone: given those, the block of the entry is fixed, the release of that block is
    private, and what follows is processing. It fails for borders that read the data.

    >>> parallel_composition([ZCDP("0.1"), ZCDP("0.2")])
    ZCDP(rho=Fraction(1, 5))
    """
    return _combined(tuple(budgets), max)


def _total(sizes: Sequence[Size]) -> Size:
    return math.inf if math.inf in sizes else sum((Fraction(s) for s in sizes), Fraction(0))


def _combined(budgets: tuple[Budget, ...], join: Callable[[Sequence[Size]], Size]) -> Budget:
    """One budget of the common notion, with the sizes joined."""
    if not budgets:
        raise ValueError("There are no budgets; give at least one.")
    approximate = [b for b in budgets if isinstance(b, PureDP | ApproxDP)]
    if len(approximate) == len(budgets):
        eps = join([exact_or_infinite("eps", b.eps) for b in approximate])
        shares = [exact(b.delta) for b in approximate if isinstance(b, ApproxDP)]
        return ApproxDP(eps, Fraction(min(join(shares), 1))) if shares else PureDP(eps)
    concentrated = [b for b in budgets if isinstance(b, ZCDP)]
    if len(concentrated) == len(budgets):
        return ZCDP(join([exact_or_infinite("rho", b.rho) for b in concentrated]))
    of_one_order = [b for b in budgets if isinstance(b, RenyiDP)]
    orders = {exact_or_infinite("alpha", b.alpha) for b in of_one_order}
    if len(of_one_order) == len(budgets) and len(orders) == 1:
        sizes = [exact_or_infinite("eps", b.eps) for b in of_one_order]
        return RenyiDP(orders.pop(), join(sizes))
    raise ValueError(
        "The budgets are of different notions or orders; convert them to one notion first."
    )


@accepts_epsilon
def advanced_composition_printed(
    eps: Number, count: Number, slack: Number, digits: int = 30
) -> Enclosure:
    """eps' for which count releases, each (eps, delta)-DP, are (eps', count delta + slack)-DP.

    sqrt(2 k log(1/slack)) eps + k eps (e^eps - 1), after Proposition 2.9 of the thesis (Dwork,
    Rothblum and Vadhan, 2010). It holds for every eps >= 0 and 0 < slack < 1, adaptively.

    >>> print(advanced_composition_printed("0.1", 100, "1e-6", digits=10))
    6.3082309505134[0..2]
    """
    loss, times = exact_nonnegative("eps", eps), exact_count("count", count)
    share = exact_probability("slack", slack)
    if share == 0:
        raise ValueError("slack is 0, where the formula is infinite; give a number in (0, 1].")
    if loss == 0 or times == 0:
        return ZERO

    def evaluate() -> arb:
        spread = (-2 * times * ball(share).log()).sqrt()
        return spread * ball(loss) + times * ball(loss) * ball(loss).expm1()

    return enclose(evaluate, digits)


@accepts_epsilon
def optimal_composition(
    eps: Number, delta: Number, count: Number, wanted: Number, digits: int = 30
) -> Enclosure:
    """The smallest delta' for which count releases, each (eps, delta)-DP, are (wanted, delta')-DP.

    1 - (1-delta)^k (1 - H), where H is the hockey-stick divergence of k-fold randomised response,
    the sum over j of C(k, j) e^((k-j) eps) / (1 + e^eps)^k times the positive part of
    1 - e^(wanted - (k-2j) eps). Attained by releases that reveal the data with probability
    delta and use randomised response otherwise. (Kairouz, Oh and Viswanath, 2015, Theorem 3.3.)

    >>> print(optimal_composition(1, 0, 1, 0, digits=10))
    [0.4621171572600095..0.4621171572600101]
    """
    loss, share = exact_nonnegative("eps", eps), exact_probability("delta", delta)
    times, bound = exact_count("count", count), exact_or_infinite("wanted", wanted)
    if times > MOST_RELEASES:
        raise ValueError(f"The count is {times}; give at most {MOST_RELEASES} releases.")
    revealed = 1 - (1 - share) ** times
    if isinstance(bound, float) or bound >= times * loss:
        return Enclosure.of(revealed)
    level: Fraction = bound
    # the losses (k - 2j) eps above the wanted one are those of j = 0, ..., last
    last = math.ceil((times - level / loss) / 2) - 1

    def evaluate() -> arb:
        odds = (-ball(loss)).exp()
        weight, result = 1 / (1 + odds) ** times, arb(0)
        for j in range(last + 1):
            result -= weight * ball(level - (times - 2 * j) * loss).expm1()
            weight *= odds * (times - j) / (j + 1)
        return ball(revealed) + ball(1 - revealed) * result

    return enclose(evaluate, digits)
