"""Definitions of AdaP-TT*: its transportation costs (5.12) and its characteristic time (5.13)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import GaussianBandit, certify
from banditproof.theory.characteristic_times import characteristic_time, transportation_cost
from banditproof.theory.laws import Gaussian

HALF = Fraction(1, 2)
MEANS = ("0", "1/4", "2/5", "1")
BUDGETS = (Fraction(1, 100), Fraction(1, 20), Fraction(2, 15), Fraction(1))
WEIGHTS = ((Fraction(1), Fraction(1)), (Fraction(4), Fraction(2)), (Fraction(1, 3), Fraction(2, 3)))
Cost = Callable[[Fraction, Fraction, Fraction, Fraction], Fraction]


def printed_cost(gap: Fraction, eps: Fraction, first: Fraction, other: Fraction) -> Fraction:
    """(5.12) at sigma = 1/2, from the gap of the means and the samples behind both."""
    gap = max(gap, Fraction(0))
    return gap * min(3 * eps, gap) / (2 * HALF**2 * (1 / first + 1 / other))


@checks("thesis.eq5.12.cost")
@mutant("cut at 2 eps", cost=lambda g, eps, w, v: printed_cost(g, eps * 2 / 3, w, v))
@mutant("sigma = 1", cost=lambda g, eps, w, v: printed_cost(g, eps, w, v) / 4)
@mutant("no positive part", cost=lambda g, eps, w, v: printed_cost(abs(g), eps, w, v))
def costs(cost: Cost = printed_cost) -> Verdict:
    """The cost of the library beside the formula, exact, also at gaps of 0 and of 3 eps."""
    for mine, yours, eps, (w, v) in product(MEANS, MEANS, BUDGETS, WEIGHTS):
        laws = Gaussian(mine, HALF), Gaussian(yours, HALF)
        result = certify(transportation_cost, *laws, w, v, "truncated", eps)
        expected = cost(Fraction(mine) - Fraction(yours), eps, w, v)
        case: dict[str, Any] = {
            "means": (mine, yours),
            "eps": eps,
            "weights": (w, v),
            "cost": result,
        }
        require(expected in result, "The cost is not that of (5.12).", **case, formula=expected)
    return points()


def balanced(gaps: Sequence[Fraction], eps: Fraction, beta: Fraction) -> tuple[float, list[float]]:
    """The value of (5.13) and its weights: each cost grows with its own weight, so all are equal.

    The weight at which an arm of gap D has the cost C solves
    D min(3 eps, D) / (2 sigma^2 C) = 1/beta + 1/w; the level C at which these add up to 1 - beta
    is found by bisection.
    """
    tops = [float(2 * gap * min(3 * eps, gap)) for gap in gaps]
    low, high = 0.0, min(tops) * float(beta)
    for _ in range(200):
        level = (low + high) / 2
        weights = [1 / (top / level - 1 / float(beta)) for top in tops]
        low, high = (level, high) if sum(weights) < 1 - float(beta) else (low, level)
    return low, weights


@checks("thesis.eq5.12.time")
@mutant("cut at 2 eps", share=Fraction(2, 3))
@mutant("another weight of the best arm", moved=Fraction(1, 100))
def characteristic_times(share: Fraction = Fraction(1), moved: Fraction = Fraction(0)) -> Verdict:
    """The time of the library beside the level at which all costs are equal."""
    for eps, beta in product(BUDGETS, (Fraction(1, 4), HALF, Fraction(4, 5))):
        bandit = GaussianBandit(MEANS, HALF)
        result = certify(characteristic_time, bandit, "truncated", eps, beta, digits=12)
        gaps = [1 - Fraction(mean) for mean in MEANS[:-1]]
        level, weights = balanced(gaps, eps * share, beta + moved)
        near = abs(float(result) * level - 1) < 1e-9
        case: dict[str, Any] = {
            "eps": eps,
            "beta": beta,
            "T*": result,
            "inverse of the level": 1 / level,
        }
        require(near, "The time is not that of (5.13).", **case, weights=tuple(weights))
    return points()
