"""The transportation cost of a pair of arms: how much evidence says that one is the better."""

from __future__ import annotations
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, nonnegative, unwrapped
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact_nonnegative
from banditproof.theory.instances import LawBandit
from banditproof.theory.laws import ExponentialFamily
from banditproof.theory.parameter_names import accepts_epsilon
from . import level_kernels as kernels
from .problem import Problem, budget_of, kind_of
from .transportation_cost_kernels import cost_array

_LEAST = 1e-280
"""A cost of a smaller share of the weights may come from divergences that have lost digits."""


def _certified_cost(
    best: ExponentialFamily,
    other: ExponentialFamily,
    best_weight: Number,
    other_weight: Number,
    divergence: str = "kl",
    eps: Number | None = None,
    *,
    digits: int,
) -> Enclosure:
    first = exact_nonnegative("best_weight", best_weight)
    second = exact_nonnegative("other_weight", other_weight)
    problem = Problem(LawBandit((best, other)), divergence, budget_of(divergence, eps), None)
    if min(first, second) == 0 or problem.means[0] <= problem.means[1]:
        return ZERO

    def ends() -> tuple[arb, arb]:
        game = problem.game()
        x = second / first
        return ball(first) * game.cost(1, x), ball(first) * game.cost_from_above(1, x)

    return enclose(ends, digits)


@certified_by(_certified_cost)
@accepts_epsilon
@broadcasts
def transportation_cost(
    best: ExponentialFamily,
    other: ExponentialFamily,
    best_weight: Float,
    other_weight: Float,
    divergence: str = "kl",
    eps: Number | None = None,
) -> Any:
    """The least cost of equal means: inf over l of w_1 d(mu_1, l) + w_a d(mu_a, l).

    It is the generalised likelihood ratio of Top Two algorithms, with counts as weights, and 0 when
    `best` does not have the larger mean. The divergences are those of `characteristic_time`: "kl";
    "tv", min(w_1, w_a) TV; "private", the smaller of the KL cost and eps times the TV cost
    (thesis, Theorem 4.24); "d_eps"; and "truncated", for normal laws, with D the gap,
    D min(3 eps, D) / (2 sigma^2 (1/w_1 + 1/w_a)), the cost of AdaP-TT* (thesis, (5.12)). For normal
    laws "kl" is D^2 / (2 sigma^2 (1/w_1 + 1/w_a)), the cost of AdaP-TT (5.9). Weights broadcast.

    >>> from banditproof.theory.laws import Bernoulli, Gaussian
    >>> transportation_cost(Gaussian(1), Gaussian(0), 2, [2, 6])
    array([0.5 , 0.75])
    >>> transportation_cost(Bernoulli("0.7"), Bernoulli("0.5"), 4, 2, "private", eps="0.1")
    0.04
    >>> transportation_cost(Bernoulli("0.5"), Bernoulli("0.7"), 4, 2)
    0.0
    """
    first = nonnegative("best_weight", best_weight)
    second = nonnegative("other_weight", other_weight)
    problem = Problem(LawBandit((best, other)), divergence, budget_of(divergence, eps), None)
    if problem.means[0] <= problem.means[1]:
        return unwrapped(0.0 * (first + second))

    def rounded(one: float, two: float) -> float:
        return float(_certified_cost(best, other, one, two, divergence, eps, digits=17))

    certified = np.vectorize(rounded, otypes=[float])
    if problem.law.number is None:
        return unwrapped(np.asarray(certified(first, second)))
    try:
        row = problem.columns()[0]
    except OverflowError:  # a number of the pair is beyond the floats, maybe not the cost
        return unwrapped(np.asarray(certified(first, second)))
    family, shape = problem.family_code()
    top = problem.means[0]
    costs = np.asarray(
        cost_array(
            kind_of(problem.divergence), family, shape, float(problem.eps or 1), float(top),
            float(1 - top),
            row[kernels.MEAN], row[kernels.COMPLEMENT], row[kernels.GAP], row[kernels.CURVE],
            row[kernels.FLAT], first, second,
        )
    )  # fmt: skip
    ends = float(top), float(1 - top), row[kernels.MEAN], row[kernels.COMPLEMENT], row[kernels.GAP]
    with np.errstate(all="ignore"):
        trusted = (costs / np.maximum(first, second) > _LEAST) & (costs < np.inf)
    trusted &= min(end for end in ends if end > 0) > _LEAST
    doubtful = ~trusted & (np.minimum(first, second) > 0)
    if doubtful.any():
        ones, twos = np.broadcast_arrays(first, second)
        costs = np.array(costs)
        costs[doubtful] = certified(ones[doubtful], twos[doubtful])
    return unwrapped(costs)
