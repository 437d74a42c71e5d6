"""The noise of each release is large enough for its sensitivity, taken alone."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms.declared_sums import DeclaredSums
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import Budget
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.audit.claim import claim_of
from banditproof.verify.audit.constant_noise import is_known_noise
from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.price import price
from banditproof.verify.audit.recording import Record

CALIBRATED = "the noise is large enough"


def calibrated_noise(facts: Facts) -> str | None:
    """What is seen of a release whose noise is not within the budget.

    The released numbers are judged, not the actions, so this is stricter than most claims. Of
    several noises one must be enough.
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
    known: dict[tuple[Mechanism, Fraction], bool] = {}
    for release in found.play.ledger.releases:
        sensitivity = Fraction(release.sensitivity)
        laws = [(found.drawn[serial], abs(Fraction(c))) for serial, c in release.noises.items()]
        enough = False
        for law, c in laws:
            if c and (law, sensitivity / c) not in known:
                known[law, sensitivity / c] = spends_at_most(law, sensitivity / c, budget, rewards)
            enough = enough or bool(c and known[law, sensitivity / c])
        if sensitivity and not enough:
            shown = ", ".join(f"{float(c):g} x {law}" for law, c in laws) or "no noise"
            return (
                f"The release of round {release.time} has sensitivity {release.sensitivity:g} and "
                f"{shown}, which is not within {claim_of(budget)}."
            )
    return None
