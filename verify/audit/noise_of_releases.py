"""Whether the noise of recorded releases is large enough for the budget that is left."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.ledger import Release
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.randomness import SHIPPED
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, Budget, RenyiDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Mechanism, NoNoise
from banditproof.theory.rational_roots import root_bounds
from banditproof.theory.shown_budgets import claim_of
from .facts import Facts
from .recording import Record

ROUNDING = Fraction(1, 2**40)
"""How much a length may be off that is made of some hundred floats, of 53 bits each."""
FAR = 20
"""By how many times noise is too small where a few runs show it."""


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


def spends_more(
    mechanism: Mechanism, weight: Fraction, budget: Budget, rewards: RewardSpace
) -> bool:
    """Whether a release of one reward times a weight surely costs more than a budget.

    The weight comes from coefficients in a ledger, which are floats, and from a root: what is above
    the budget by their rounding alone is not sure.

    >>> spends_more(Gaussian(sigma_squared=1), Fraction(2), ZCDP(2), RewardSpace())
    False
    """
    least = weight * (1 - ROUNDING)
    found = price(DeclaredSums(mechanism, weights=(least,)), rewards, budget)
    return found.allowed is None or found.cost.lo > found.limit


def small_noise(record: Record, budget: Budget, rewards: RewardSpace) -> str | None:
    for law in record.drawn:
        if type(law) not in SHIPPED:
            return f"The law of the noise {law!r} is not one of this library's."
    largest: dict[Mechanism, Fraction] = {}

    def enough(law: Mechanism, weight: Fraction) -> bool:
        if weight <= largest.get(law, 0):  # what is enough for more is enough
            return True
        allowed = spends_at_most(law, weight, budget, rewards)
        if allowed:
            largest[law] = weight
        return allowed

    for _, together in groupby(record.play.ledger.releases, key=lambda r: (r.time, r.count)):
        vector = [*together]
        moved = moved_in_deviations(vector, record) if len(vector) > 1 else None
        if moved is not None and spends_more(Gaussian(sigma_squared=1), moved[0], budget, rewards):
            return (
                f"The vector of round {vector[0].time} is moved by {float(moved[1]):g} times the "
                f"deviation of its noise, which is not within {claim_of(budget)}."
            )
        for release in vector if moved is None else ():
            sensitivity = Fraction(release.sensitivity)
            laws = [(record.drawn[k], abs(Fraction(c))) for k, c in release.noises.items()]
            if sensitivity and not any(c and enough(law, sensitivity / c) for law, c in laws):
                shown = ", ".join(f"{float(c):g} x {law}" for law, c in laws) or "no noise"
                return (
                    f"The release of round {release.time} has sensitivity {release.sensitivity:g} "
                    f"and {shown}, which is not within {claim_of(budget)}."
                )
    return None


def far_too_small(facts: Facts) -> bool:
    """Whether a release has noise that would be too small for a `FAR` times larger budget.

    Numbers without any noise do not count: their laws are exact, and quickly known.
    """
    budget = _enlarged(facts.claim.budget)
    for play in facts.plays:
        laws = play.record.drawn
        if any(type(law) is NoNoise for law in laws):
            return False
        if laws and small_noise(play.record, budget, facts.claim.rewards):
            return True
    return False


def _enlarged(budget: Budget) -> Budget:
    """A budget that allows noise of a `FAR`-th of the scale."""
    if isinstance(budget, ZCDP):
        return ZCDP(exact(budget.rho) * FAR**2)
    if isinstance(budget, RenyiDP):
        return RenyiDP(budget.alpha, exact(budget.eps) * FAR**2)
    return replace(budget, eps=exact(budget.eps) * FAR)


def moved_in_deviations(
    vector: Sequence[Release], record: Record
) -> tuple[Fraction, Fraction] | None:
    """How far a reward of width 1 moves some numbers that leave together, at most.

    sqrt( sum_k c_k^2 / sigma_k^2 ) at the reward whose coefficients c make it largest, between two
    rationals; sigma_k^2 is the variance of number k. None unless each number has Gaussian noise of
    its own.
    """
    variances: list[Fraction] = []
    used: list[int] = []
    for release in vector:
        noises = {serial: Fraction(c) for serial, c in release.noises.items() if c}
        laws = [record.drawn[serial] for serial in noises]
        used += noises
        gaussian = [law.variance for law in laws if type(law) is Gaussian]
        if not laws or len(gaussian) < len(laws) or len({*used}) < len(used):
            return None
        parts = zip(gaussian, noises.values(), strict=True)
        variances.append(sum((v * c**2 for v, c in parts), Fraction(0)))
    times = {time for release in vector for time in release.rewards}
    columns = {tuple([release.rewards.get(time, 0) for release in vector]) for time in times}
    # in whole numbers: coefficients over one denominator, inverse variances over another
    numbers = {c: Fraction(c) for column in columns for c in column}
    grain = math.lcm(*(number.denominator for number in numbers.values()))
    whole = {c: int(number * grain) for c, number in numbers.items()}
    common = math.lcm(*(v.numerator for v in variances))
    weights = [common // v.numerator * v.denominator for v in variances]
    largest = max(
        (
            sum(w * whole[c] ** 2 for c, w in zip(column, weights, strict=True))
            for column in columns
        ),
        default=0,
    )
    return root_bounds(Fraction(largest, common * grain**2))
