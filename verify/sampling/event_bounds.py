"""How much privacy an event costs: from two probabilities, or from counts, to eps or rho."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, RenyiDP
from banditproof.theory.exact import Number, exact
from .clopper_pearson import lower_limit, upper_limit

BITS = 128
ORDERS = np.array([1.0, 1.05, 1.2, 1.5, 2.0, 3.0, 5.0, 8.0, 14.0, 25.0, 60.0, 200.0])
"""The orders at which a loss in zCDP is looked for first; 1 stands for the limit."""


@dataclass(frozen=True)
class Counts:
    """How often an event happened on two neighbouring inputs.

    >>> Counts(3, 10, 1, 12) + Counts(1, 2, 0, 3)
    Counts(left_hits=4, left_runs=12, right_hits=1, right_runs=15)
    """

    left_hits: int = 0
    left_runs: int = 0
    right_hits: int = 0
    right_runs: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.left_hits + other.left_hits,
            self.left_runs + other.left_runs,
            self.right_hits + other.right_hits,
            self.right_runs + other.right_runs,
        )

    @property
    def runs(self) -> int:
        """All runs."""
        return self.left_runs + self.right_runs


def claimed(budget: Budget) -> Number:
    """The number that a budget promises, eps or rho.

    >>> claimed(ZCDP("0.1")), claimed(ApproxDP(1, "1e-5"))
    ('0.1', 1)
    """
    return budget.rho if isinstance(budget, ZCDP) else budget.eps


def slack(budget: Budget) -> Number:
    """The delta of a budget, 0 if it has none."""
    return budget.delta if isinstance(budget, ApproxDP) else 0


def log_ratio(p: Fraction, q: Fraction, delta: Number = 0) -> Fraction | float:
    """A lower bound of the eps >= 0 with p <= e^eps q + delta, rounded down.

    It also uses the complement, 1 - q <= e^eps (1 - p) + delta. Thesis, Section 2.3.7.

    >>> float(log_ratio(Fraction(1, 2), Fraction(1, 4))), log_ratio(Fraction(1, 2), Fraction(0))
    (0.6931471805599453, inf)
    """
    gap = exact(delta)
    best: Fraction | float = Fraction(0)
    for numerator, denominator in ((p - gap, q), (1 - q - gap, 1 - p)):
        # eps >= 0 holds anyway: only a numerator above its denominator says more.
        if numerator <= 0 or numerator <= denominator:
            continue
        if denominator == 0:
            return math.inf
        with working_precision(BITS):
            best = max(best, lower(ball(numerator / denominator).log()))
    return best


def _order_ball(p: Fraction, q: Fraction, alpha: Fraction) -> arb:
    """D_alpha(Ber(p) || Ber(q)) for 0 < q < p <= 1, the Kullback-Leibler divergence at alpha 1."""
    pairs = [(p, q), (1 - p, 1 - q)]
    if alpha == 1:
        terms = [ball(a) * (ball(a) / ball(b)).log() for a, b in pairs if a]
        return sum(terms, arb(0))
    a = ball(alpha)
    # p^alpha q^(1 - alpha) as an exponential, since alpha is any rational.
    mass = sum(((a * ball(s).log() + (1 - a) * ball(r).log()).exp() for s, r in pairs if s), arb(0))
    return mass.log() / (a - 1)


def renyi_loss(p: Fraction, q: Fraction, alpha: Number) -> Fraction | float:
    """D_alpha of the Bernoulli pair (p, q), rounded down; 0 if p <= q.

    By post-processing it is at most D_alpha of the two laws that the event belongs to.

    >>> round(float(renyi_loss(Fraction(1, 2), Fraction(1, 4), 2)), 12) # log(4/3)
    0.287682072452
    """
    order = exact(alpha)
    if p <= q:
        return Fraction(0)
    if q == 0:
        return math.inf
    with working_precision(BITS):
        return max(lower(_order_ball(p, q, order)), Fraction(0))


def concentrated_loss(p: Fraction, q: Fraction) -> Fraction | float:
    """A lower bound of sup over alpha > 1 of D_alpha / alpha of the Bernoulli pair (p, q).

    It is D_alpha / alpha, rounded down, at an order that a search in floats found; any order
    gives a valid bound, and alpha = 1 stands for the limit, which is the divergence itself.

    >>> round(float(concentrated_loss(Fraction(3, 4), Fraction(1, 4))), 6)
    0.549306
    """
    if p <= q:
        return Fraction(0)
    if q == 0:
        return math.inf
    order = _best_order(float(p), float(q))
    with working_precision(BITS):
        results = [lower(_order_ball(p, q, a)) / a for a in (Fraction(1), order)]
    return max(Fraction(0), *results)


def _best_order(p: float, q: float) -> Fraction:
    """An order near the best one, to three digits."""
    # A coarse order first, then finer around it; the bound is valid at whatever order comes out.
    near = ORDERS[int(np.argmax([float(divergences(p, q, a)) / a for a in ORDERS]))]
    tried = np.exp(np.linspace(math.log(max(1.0, near / 2)), math.log(near * 2.5), 80))
    values = [float(divergences(p, q, a)) / a for a in tried]
    return max(Fraction(1), Fraction(round(float(tried[int(np.argmax(values))]), 3)))


def divergences(p: Any, q: Any, alpha: float) -> Any:
    """D_alpha of Bernoulli pairs in float64, 0 where p <= q; q must be positive."""
    p, q = np.asarray(p, float), np.asarray(q, float)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        up, down = np.log(p / q), np.log((1 - p) / (1 - q))
        if abs(alpha - 1) < 1e-9:
            value = p * up + np.where(p < 1, (1 - p) * down, 0.0)
        else:
            rest = np.where(p < 1, np.log1p(-p) + (alpha - 1) * down, -np.inf)
            # log(p^alpha q^(1-alpha)) = log p + (alpha - 1) log(p/q): large orders do not overflow.
            value = np.logaddexp(np.log(p) + (alpha - 1) * up, rest) / (alpha - 1)
    return np.where((p > q) & (p > 0), np.maximum(np.nan_to_num(value), 0.0), 0.0)


def loss(p: Fraction, q: Fraction, budget: Budget) -> Fraction | float:
    """The eps or rho that two probabilities of an event force, rounded down.

    >>> from banditproof.theory.budgets import PureDP
    >>> float(loss(Fraction(1, 2), Fraction(1, 4), PureDP(1))) == math.log(2)
    True
    """
    if isinstance(budget, ZCDP):
        return concentrated_loss(p, q)
    if isinstance(budget, RenyiDP):
        if budget.alpha == math.inf:
            return log_ratio(p, q)
        # The complement of an event is an event, too, with the sides exchanged.
        return max(renyi_loss(p, q, budget.alpha), renyi_loss(1 - q, 1 - p, budget.alpha))
    return log_ratio(p, q, slack(budget))


def losses(p: Any, q: Any, budget: Budget) -> Any:
    """`loss` of many pairs in float64: what a search ranks events by."""
    p, q = np.asarray(p, float), np.maximum(np.asarray(q, float), 1e-300)
    if isinstance(budget, ZCDP):
        return np.max([divergences(p, q, a) / a for a in ORDERS], axis=0)
    if isinstance(budget, RenyiDP) and budget.alpha != math.inf:
        return divergences(p, q, float(budget.alpha))
    delta = float(exact(slack(budget)))
    with np.errstate(divide="ignore", invalid="ignore"):
        direct = np.log(np.maximum(p - delta, 1e-300) / q)
        mirrored = np.log(np.maximum(1 - q - delta, 1e-300) / np.maximum(1 - p, 1e-300))
    return np.maximum(np.maximum(direct, mirrored), 0.0)


def cautious_pair(counts: Counts, level: Number) -> tuple[Fraction, Fraction]:
    """p and q such that "p is not above, and q not below, the truth" errs with at most `level`.

    Each limit is one-sided at level / 2. The bound is for a number of runs fixed in advance.

    >>> p, q = cautious_pair(Counts(90, 100, 50, 100), "0.05")
    >>> round(float(p), 4), round(float(q), 4)
    (0.8238, 0.6017)
    """
    half = exact(level) / 2
    return (
        lower_limit(counts.left_hits, counts.left_runs, half).lower,
        upper_limit(counts.right_hits, counts.right_runs, half).upper,
    )


def event_bound(counts: Counts, budget: Budget, level: Number) -> Fraction | float:
    """A lower bound of eps or rho that is wrong with probability at most `level`.

    Clopper-Pearson limits at level / 2 each, and the worst corner of their rectangle. The event
    and both numbers of runs must have been fixed before the counts were seen: an event chosen on
    the same runs, or runs added until the bound looks good, void the level. Thesis, Section 2.3.7.

    >>> from banditproof.theory.budgets import PureDP
    >>> float(event_bound(Counts(731, 1000, 269, 1000), PureDP("0.5"), "0.05")) > 0.5
    True
    """
    return loss(*cautious_pair(counts, level), budget)
