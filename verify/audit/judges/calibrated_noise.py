"""The noise of each release is large enough for its sensitivity, taken alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import Budget
from banditproof.theory.mechanisms import Gaussian, Mechanism
from banditproof.verify.audit.claim import claim_of
from banditproof.verify.audit.constant_noise import is_known_noise
from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.price import price
from banditproof.verify.audit.recording import Record
from banditproof.verify.audit.shifts import moved_in_deviations

CALIBRATED = "the noise is large enough"


def calibrated_noise(facts: Facts) -> str | None:
    """What is seen of a release whose noise is not within the budget.

    The released numbers are judged, not the actions, so this is stricter than most claims. Of
    several noises one must be enough. The numbers that leave together are judged as a vector, by
    the 2-norm of what a reward moves, if each has Gaussian noise; else each is judged alone.
    """
    for one in facts.plays:
        problem = _problem(one.record, facts.claim.budget, facts.claim.rewards)
        if problem:
            return problem
    return None


def spends_at_most(
    mechanism: Mechanism, weight: Fraction, budget: Budget, rewards: RewardSpace
) -> bool:
    """Whether a release of one reward times a weight is within a budget, by certified comparison.

    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.theory.mechanisms import Laplace
    >>> spends_at_most(Laplace("0.5"), Fraction(1), PureDP(2), RewardSpace())
    True
    """
    return price(DeclaredSums(mechanism, weights=(weight,)), rewards, budget).allowed is True


def _problem(found: Record, budget: Budget, rewards: RewardSpace) -> str | None:
    for law in found.drawn:
        if not is_known_noise(law):
            return f"The law of the noise {law!r} is not one of this library's."
    largest: dict[Mechanism, Fraction] = {}

    def enough(law: Mechanism, weight: Fraction) -> bool:
        if weight <= largest.get(law, 0):  # what is enough for more is enough
            return True
        allowed = spends_at_most(law, weight, budget, rewards)
        if allowed:
            largest[law] = weight
        return allowed

    for _, together in groupby(found.play.ledger.releases, key=lambda one: (one.time, one.count)):
        vector = [*together]
        moved = moved_in_deviations(vector, found) if len(vector) > 1 else None
        if moved is not None and not enough(Gaussian(sigma_squared=1), moved[1]):
            return (
                f"The vector of round {vector[0].time} is moved by {float(moved[1]):g} times the "
                f"deviation of its noise, which is not within {claim_of(budget)}."
            )
        for release in vector if moved is None else ():
            sensitivity = Fraction(release.sensitivity)
            laws = [(found.drawn[serial], abs(Fraction(c))) for serial, c in release.noises.items()]
            if sensitivity and not any(c and enough(law, sensitivity / c) for law, c in laws):
                shown = ", ".join(f"{float(c):g} x {law}" for law, c in laws) or "no noise"
                return (
                    f"The release of round {release.time} has sensitivity {release.sensitivity:g} "
                    f"and {shown}, which is not within {claim_of(budget)}."
                )
    return None
