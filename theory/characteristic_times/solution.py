"""Characteristic times: the value, the optimal allocation, and a certificate on demand."""

from __future__ import annotations
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Bound, Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.theory.instances import Bandit, BernoulliBandit
from banditproof.theory.parameter_names import accepts_epsilon
from . import characteristic_time_kernels as kernels
from . import level_kernels as columns
from .problem import Problem, budget_of, kind_of
from .proof import Certificate, flat_levels, floats, proved, trivial_allocation

LEAST, MOST = 1e-95, 1e95
"""Outside these levels of the costs, the float solver over- or underflows."""


@accepts_epsilon
@dataclass(frozen=True)
class CharacteristicTime:
    """A characteristic time T*: the best allocation, and the alternatives that it must face.

    `active` holds the arms whose cost is the least one at this allocation. Without a fixed weight
    these are all arms but the best one, for a cost above the least would be wasted weight.

    `enclosure` has twenty certain digits of the exact value. [`lower`, `upper`] also holds the
    float `value`, so that lower <= value <= upper; it is as wide as the rounding of the float.
    """

    value: float
    allocation: tuple[float, ...]
    active: tuple[int, ...]
    bandit: Bandit
    divergence: str = "kl"
    eps: Number | None = None
    beta: Number | None = None

    def certificate(self, digits: int = 20) -> Certificate:
        """The proof of an enclosure of the exact value, to the given number of digits."""
        return proved(_problem(self.bandit, self.divergence, self.eps, self.beta), digits)

    @cached_property
    def enclosure(self) -> Enclosure:
        """Twenty certain digits of the exact value; computed when first asked for."""
        return self.certificate().enclosure

    @property
    def lower(self) -> Bound:
        """A proved lower bound of the exact value, not above the float `value` either."""
        return min(self.enclosure.lo, _exactly(self.value))

    @property
    def upper(self) -> Bound:
        """A proved upper bound of the exact value, not below the float `value` either."""
        return max(self.enclosure.hi, _exactly(self.value))


def _exactly(value: float) -> Bound:
    return Fraction(value) if math.isfinite(value) else value


def _problem(bandit: Bandit, divergence: str, eps: Number | None, beta: Number | None) -> Problem:
    return Problem(
        bandit, divergence, budget_of(divergence, eps), None if beta is None else exact(beta)
    )


def _weights(level: float, x: Sequence[float]) -> tuple[float, tuple[float, ...]]:
    """The time and the allocation; `x` has the entry one for the best arm."""
    total = math.fsum(x)
    return total / level, tuple([part / total for part in x])


def _weights_beside(
    level: float, x: Sequence[float], best: int, beta: Fraction
) -> tuple[float, tuple[float, ...]]:
    """The time and the allocation with the weight beta of the best arm; `x` are the others."""
    odds, weight = float((1 - beta) / beta), float(beta)
    others, total = list(x), math.fsum(x)
    if total <= odds:
        others = [part * (odds / total) for part in others]
    else:  # where costs are nearly flat, the largest x are those that rounding has reached
        left, most = odds, math.inf
        for number, part in zip(range(len(x), 0, -1), sorted(x), strict=True):
            most = left / number
            if part >= most:
                break
            left -= part
        others = [min(part, most) for part in others]
    weights = [weight * part for part in others]
    weights.insert(best, weight)
    return 1.0 / (weight * level), tuple(weights)


def _from_balls(problem: Problem, eps: Number | None, beta: Number | None) -> CharacteristicTime:
    """The time from its certificate, where the float solver is out of range."""
    proof = proved(problem, 17)
    return CharacteristicTime(
        float(proof.enclosure),
        tuple(float(weight) for weight in proof.allocation),
        problem.alternatives,
        problem.bandit,
        problem.divergence,
        eps,
        beta,
    )


def _certified_time(
    bandit: Bandit,
    divergence: str = "kl",
    eps: Number | None = None,
    beta: Number | None = None,
    *,
    digits: int,
) -> Enclosure:
    return proved(_problem(bandit, divergence, eps, beta), digits).enclosure


@certified_by(_certified_time)
@accepts_epsilon
def characteristic_time(
    bandit: Bandit, divergence: str = "kl", eps: Number | None = None, beta: Number | None = None
) -> CharacteristicTime:
    """The characteristic time T* of best-arm identification: 1/T* = max over w of min_a C_a(w).

    With the costs C_a(w) = inf over l of w_1 d(mu_1, l) + w_a d(mu_a, l), the divergences are
      "kl"         d = KL: T*_KL (thesis, 2.2.8);
      "tv"         d = TV: T*_TV = 1/min t + sum of 1/t_a, t_a = TV(mu_1, mu_a) (Proposition 4.26);
      "private"    C_a = min(KL cost, eps TV cost): T*(nu; eps) of Theorem 4.24;
      "d_eps"      d = d_eps, Bernoulli laws only: another number, never smaller, because each law
                   is moved in part at the price of eps TV and in part at that of KL;
      "truncated"  C_a = D min(3 eps, D) / (2 sigma^2 (1/w_1 + 1/w_a)), D = mu_1 - mu_a, normal laws
                   only: the cost of the Top Two algorithm AdaP-TT* (thesis, (5.12) and (5.13));
                   sigma = 1/2 for rewards in [0, 1].
    With `beta` the weight of the best arm is fixed: T*_beta. Several best arms, or beta in {0, 1},
    give infinity, and a single arm gives 0. `certify(characteristic_time, ...)` encloses the value.

    >>> from banditproof.theory import BernoulliBandit
    >>> found = characteristic_time(BernoulliBandit((0.5, 0.45, 0.4, 0.35, 0.3)))
    >>> round(found.value, 9), found.active, float(found.upper - found.lower) < 1e-12
    (889.961599835, (1, 2, 3, 4), True)
    >>> characteristic_time(BernoulliBandit(("0.7", "0.5", "0.3")), "private", eps="0.1").allocation
    (0.4, 0.4, 0.2)
    """
    budget = budget_of(divergence, eps)
    if type(bandit) is BernoulliBandit and divergence != "truncated" and beta is None:
        means: Any = bandit.means
        plain = {type(mean) for mean in means} == {float}
        if plain and 1 == means.count(best_mean := max(means)) < len(means):
            best = means.index(best_mean)
            level, column = kernels.bernoulli.for_work(kernels.STEPS * len(means))(
                kind_of(divergence), float(budget or 1), np.array(means), 0.0
            )
            if LEAST < level < MOST:
                value, weights = _weights(level, column.tolist())
                active = (*range(best), *range(best + 1, len(means)))
                return CharacteristicTime(value, weights, active, bandit, divergence, eps, None)
    problem = _problem(bandit, divergence, eps, beta)
    active = problem.alternatives
    if problem.trivial is not None:
        allocation = tuple(float(weight) for weight in trivial_allocation(problem))
        ties = tuple(arm for arm in problem.best_arms if arm != problem.best)
        return CharacteristicTime(
            problem.trivial, allocation, ties or active, bandit, divergence, eps, beta
        )
    level, arms = floats(problem)
    if problem.law.number is None or not LEAST < level < MOST:
        return _from_balls(problem, eps, beta)
    x = arms[:, columns.X].tolist()
    if problem.beta is None:
        x.insert(problem.best, 1.0)
        value, weights = _weights(level, x)
    else:
        flats = flat_levels(problem, arms)
        if level == min(flats) and math.fsum(x) < float(1 / problem.beta - 1) * (1.0 - 1e-12):
            # more weight on the others would not raise the least cost
            active = tuple(a for a, flat in zip(active, flats, strict=True) if flat == level)
        value, weights = _weights_beside(level, x, problem.best, problem.beta)
    return CharacteristicTime(value, weights, active, bandit, divergence, eps, beta)
