"""What every policy pays at one horizon beside what one policy pays, on the same instances.

A bound of Theorem 4 is about the larger regret on an instance and on its neighbour, and one for
reliable policies about those that miss the better arm of a neighbour rarely enough. So the exact
law of the policy is computed on these neighbours, too.
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.one_horizon import HorizonBounds, bounds_at_horizon
from .regret_law import TAIL, RegretLaw, regret_law

COARSE = 1e-10
"""The tails that are cut on neighbours, where few digits are shown."""


@dataclass(frozen=True)
class LawBesideBounds:
    """The law of a policy of two arms, and the bounds of all policies of its budget beside it.

    `there` is its mean regret on the neighbour of the bounds, None where there is no neighbour.
    `missed` is the probability with which it misses the better arm of the neighbour of the reliable
    bounds: it pulls it in at most half of the rounds.
    """

    bounds: HorizonBounds
    law: RegretLaw
    there: Enclosure | None
    missed: Enclosure | None
    as_reliable: float | None
    """What every policy pays here that misses as rarely; None if `missed` is 0, or may be 1."""

    @property
    def largest(self) -> Enclosure | None:
        """The larger mean regret of the policy, here or on the neighbour."""
        return None if self.there is None else Enclosure.max(self.law.mean, self.there)


def law_beside_bounds(
    policy: Policy[Any],
    bandit: BernoulliBandit,
    horizon: int,
    eps: Number | None = None,
    rho: Number | None = None,
) -> LawBesideBounds:
    """The exact law of a policy on two arms, and the bounds of all policies of a budget beside it.

    >>> from banditproof.algorithms import make_policy
    >>> from banditproof.verify.exact_laws.regret_law import on_the_integers
    >>> policy, bandit = on_the_integers(make_policy("dp-imed", 2, eps=1)), (".9", ".1")
    >>> found = law_beside_bounds(policy, BernoulliBandit(bandit), 100, eps=1)
    >>> round(found.bounds.regret, 2), round(float(found.largest), 2)
    (1.77, 6.63)
    """
    law = regret_law(policy, bandit, horizon, TAIL)
    bounds = bounds_at_horizon(bandit.exact_means, horizon, eps, rho=rho)
    if bounds.neighbour is None:
        return LawBesideBounds(bounds, law, None, None, None)
    near = bounds.reliable[0].neighbour
    there = regret_law(policy, _neighbour(bandit, bounds.neighbour), horizon, COARSE)
    law_there = regret_law(policy, _neighbour(bandit, near), horizon, COARSE)
    # the better arm is pulled in at most half of the rounds where the other one has the rest
    often = law_there.tail(law_there.gap * (horizon - horizon // 2 - Fraction(1, 2)))
    missed = Enclosure.min(often, Enclosure.of(1))
    as_reliable = None
    if 0 < missed.hi < 1:
        found = bounds_at_horizon(
            bandit.exact_means, horizon, eps, [1 - missed.upper], near, rho=rho
        )
        as_reliable = found.reliable[0].regret
    return LawBesideBounds(bounds, law, there.mean, missed, as_reliable)


def _neighbour(bandit: BernoulliBandit, mean: Fraction) -> BernoulliBandit:
    """The instance with this mean at its worse arm."""
    worse = bandit.gaps.index(max(bandit.gaps))
    means = [mean if arm == worse else own for arm, own in enumerate(bandit.exact_means)]
    return BernoulliBandit(means)
