"""Group privacy: what holds for datasets that differ in d entries instead of one."""

from __future__ import annotations
import math
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import (
    Number,
    exact_count,
    exact_nonnegative,
    exact_probability,
    float_above,
)
from banditproof.theory.parameter_names import accepts_epsilon


@accepts_epsilon
def group_delta(eps: Number, delta: Number, size: Number, digits: int = 30) -> Enclosure:
    """The delta of a group: (eps, delta)-DP gives (size eps, group_delta)-DP.

    delta (1 + e^eps + ... + e^((size-1) eps)) = delta (e^(size eps) - 1) / (e^eps - 1). It is
    attained (`chain_of_answers`); above 1 it is vacuous. The corrected Proposition 2.8 of the
    thesis.

    >>> print(group_delta(1, "0.01", 2, digits=10))
    0.037182818284590[4..5]
    """
    loss, share = exact_nonnegative("eps", eps), exact_probability("delta", delta)
    people = exact_count("size", size)
    if loss == 0 or share == 0 or people <= 1:
        return Enclosure.of(share * people)
    return enclose(lambda: ball(share) * ball(people * loss).expm1() / ball(loss).expm1(), digits)


def group_delta_printed(delta: Number, size: Number, digits: int = 30) -> Enclosure:
    """size e^(size-1) delta, the delta of a group as printed: false for large eps.

    For a group of two it fails from eps = log(2e - 1) = 1.4898... on. Thesis, (2.5).

    >>> print(group_delta_printed("0.01", 2, digits=10))
    [0.0543656365691808..0.0543656365691810]
    """
    share, people = exact_probability("delta", delta), exact_count("size", size)
    if share == 0 or people <= 1:
        return Enclosure.of(share * people)
    return enclose(lambda: ball(share * people) * arb(people - 1).exp(), digits)


def chain_of_answers(factor: Number, delta: Number, size: Number) -> tuple[Fraction, ...]:
    """Pr[yes] on datasets at distance 0, 1, ..., size: the chain that attains the group's delta.

    p_0 = 0 and p_(j+1) = factor p_j + delta. With factor = e^eps it is (eps, delta)-DP between
    neighbours while 1 - p_j <= factor (1 - p_(j+1)) + delta, which is checked.

    >>> chain_of_answers(3, "0.01", 3)
    (Fraction(0, 1), Fraction(1, 100), Fraction(1, 25), Fraction(13, 100))
    """
    times, share = exact_nonnegative("factor", factor), exact_probability("delta", delta)
    if times < 1:
        raise ValueError(f"The factor is {factor}; give e^eps, a number >= 1.")
    chain = [Fraction(0)]
    for _ in range(exact_count("size", size)):
        chain.append(times * chain[-1] + share)
        if 1 - chain[-2] > times * (1 - chain[-1]) + share:
            raise ValueError(
                f"With delta = {delta} the chain leaves (eps, delta)-DP at distance "
                f"{len(chain) - 1}; give a smaller delta."
            )
    return tuple(chain)


def group_budget(budget: Budget, size: Number) -> Budget:
    """The budget that holds for groups of a size, rounded up where it is irrational.

    eps -> size eps, delta as in `group_delta` (at most 1), rho -> size^2 rho. Thesis,
    Proposition 2.8, (2.6) for zCDP.

    >>> group_budget(ZCDP("0.5"), 3), group_budget(PureDP("0.1"), 2)
    (ZCDP(rho=Fraction(9, 2)), PureDP(eps=Fraction(1, 5)))
    """
    people = exact_count("size", size)
    if isinstance(budget, PureDP):
        return PureDP(_times(budget.eps, people))
    if isinstance(budget, ZCDP):
        return ZCDP(_times(budget.rho, people**2))
    if isinstance(budget, ApproxDP):
        eps = _times(budget.eps, people)
        if isinstance(eps, float):
            return ApproxDP(eps, 0 if people == 0 else budget.delta)
        result = group_delta(budget.eps, budget.delta, people)
        delta = result.upper if result.width == 0 else float_above(result.hi)
        return ApproxDP(eps, min(delta, Fraction(1)))
    raise ValueError(
        f"{budget} bounds one order only, which gives groups another order; give a pure, "
        "approximate or zCDP budget."
    )


def _times(size: Number, factor: int) -> Fraction | float:
    """A size times an integer, where inf means no guarantee."""
    if isinstance(size, float) and size == math.inf:
        return math.inf if factor else Fraction(0)
    return exact_nonnegative("the budget", size) * factor
