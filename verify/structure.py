"""The shape of a private policy, read off the ledger of a play, and replay from releases alone.

Four facts make a transcript eps-DP: each reward enters at most one release, each release carries
one fresh noise of the declared law, that noise is large enough for the release's sensitivity, and
whatever is decided is a function of the releases. Optimal Regret of Bernoulli Bandits, Lemma E.1
and Proposition 4.2. A ledger is computed from traced numbers; what a curator takes from the bare
value of a traced number is missing in it, and shows when other rewards and noises are fed to the
same pulls. All of it is checked on plays: code that behaves differently later, or on rewards
that no play has, is out of reach, and the audit says which plays were made.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.algorithms.rewards import RewardList, Rewards
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)

from .audit_report import claim_of
from .exact_laws.finite_noise import NotEnumerable
from .exact_laws.privacy_loss import is_at_most_exponential
from .recording import Record, decisions, forced_record, record, replayed_decisions

ONCE = "each reward enters one release"
FRESH = "each release has fresh noise of the declared law"
CALIBRATED = "the noise is large enough"
HORIZON = "nothing of a truncated batch is released"
REPLAY = "decisions are a function of releases"
ROUNDING = Fraction(1, 10**12)
"""The relative error that coefficients and scales computed in floats are allowed."""
AFFINE = "releases are fixed sums of rewards and noise"
STRUCTURAL_CHECKS = (ONCE, FRESH, CALIBRATED, HORIZON, REPLAY, AFFINE)
OTHERWISE = "Other raw rewards with the same released numbers lead to other decisions."
LONG = 4000
"""The rounds of the long plays, which look for what a policy does only late."""
NOISES = (Laplace, Gaussian, DiscreteLaplace, DiscreteGaussian, IntegerLaplace, NoNoise)
"""The mechanisms whose samples are known to follow their law; a subclass may override both."""
CORNERS = (0.0, 1e-9, 0.25, 0.5, 0.75, 1.0 - 1e-3, 1.0 - 1e-6, 1.0 - 1e-12, 1.0)


def rewards_used_once(found: Record) -> str | None:
    """What is wrong if a reward enters two releases, or is skipped by a release of its arm."""
    ledger = found.play.ledger
    using: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for release in ledger.releases:
        for time, coefficient in release.rewards.items():
            if coefficient:
                using.setdefault(time, []).append(release.time)
        if release.rewards:
            last[release.arm] = release.time
    for read in ledger.reads:
        rounds = using.get(read.time, [])
        if len(rounds) > 1:
            return (
                f"The reward of round {read.time} enters {len(rounds)} releases, those of rounds "
                f"{', '.join(map(str, rounds))}."
            )
        if not rounds and last.get(read.arm, 0) >= read.time:
            return f"The reward of round {read.time} is skipped by the next release of its arm."
    return None


def only_rewards_and_noise(found: Record, others: Sequence[Record]) -> str | None:
    """What is wrong if the same pulls make other statistics of other rewards and noises."""
    times = [release.time for release in found.play.ledger.releases if release.count > 0]
    for other in others:
        for time, origin, changed in zip(times, found.origins, other.origins, strict=False):
            if not origin.agrees(changed):
                return (
                    f"The release of round {time} is not a fixed sum of rewards and noises: it "
                    "depends on their values in another way."
                )
    return None


def noise_is_fresh(found: Record) -> str | None:
    """What is wrong if a release lacks a noise of its own: one, whole, and of the declared law."""
    owner: dict[int, int] = {}
    for release in found.play.ledger.releases:
        noises = {serial: c for serial, c in release.noises.items() if c}
        where = f"The release of round {release.time}"
        for serial in noises:
            if serial in owner:
                return f"{where} uses the noise of the release of round {owner[serial]} again."
            owner[serial] = release.time
        if len(noises) != 1:
            return f"{where} carries {len(noises)} noises instead of one."
        serial, coefficient = next(iter(noises.items()))
        if found.drawn[serial] != release.mechanism:
            return f"{where} declares {release.mechanism} but its noise is {found.drawn[serial]}."
        if abs(coefficient) != 1:
            return f"{where} multiplies its noise by {coefficient:g}."
    return None


def spends_at_most(
    mechanism: Mechanism, sensitivity: Fraction | int, budget: Number | Budget
) -> bool:
    """Whether a release of the given sensitivity is within a budget, by certified comparison.

    A number is the eps of pure privacy.

    >>> spends_at_most(Laplace("0.5"), Fraction(1), 2), spends_at_most(Laplace("0.5"), 2, 2)
    (True, False)
    >>> spends_at_most(DiscreteLaplace("1/2"), Fraction(1), "0.69")
    False
    >>> spends_at_most(Gaussian(sigma_squared=1), 1, ZCDP("0.5"))
    True
    """
    size = Fraction(sensitivity)
    if size == 0:
        return True
    if not isinstance(mechanism, Laplace | Gaussian):
        steps = round(size)
        if abs(size - steps) > steps * ROUNDING:
            return False  # integer noise does not hide a statistic that is not an integer
        size = Fraction(steps)
    if isinstance(budget, ApproxDP):
        return mechanism.delta(budget.eps, size, digits=15).hi <= exact(budget.delta)
    if isinstance(budget, RenyiDP):
        return mechanism.renyi(budget.alpha, size, digits=15).hi <= exact(budget.eps)
    if isinstance(budget, ZCDP):
        return mechanism.zcdp(size, digits=15).hi <= exact(budget.rho)
    eps = exact(budget.eps) if isinstance(budget, PureDP) else exact(budget)
    if isinstance(mechanism, Laplace):
        return size <= eps * exact(mechanism.scale)
    if isinstance(mechanism, DiscreteLaplace):
        return is_at_most_exponential(1 / exact(mechanism.ratio) ** int(size), eps)
    spent = mechanism.loss(size)
    return isinstance(spent, PureDP) and spent.eps != math.inf and exact(spent.eps) <= eps


def noise_is_calibrated(found: Record, budget: Number | Budget) -> str | None:
    """What is wrong if the noise of a release is too small for its sensitivity and the budget.

    Coefficients and scales may be floats, so they are allowed an error of 1e-12. The law of a
    noise that is not exactly one of this library's cannot be checked: NotEnumerable.
    """
    allowed = _with_rounding(budget)
    for law in found.drawn:
        if type(law) not in NOISES:
            raise NotEnumerable(
                f"The noise {law} is of the type {type(law).__qualname__}, whose law "
                "cannot be checked; give a mechanism of banditproof.theory.mechanisms."
            )
    for release in found.play.ledger.releases:
        sensitivity = Fraction(release.sensitivity)
        laws = [(found.drawn[serial], abs(Fraction(c))) for serial, c in release.noises.items()]
        enough = (spends_at_most(law, sensitivity / c, allowed) for law, c in laws if c)
        if sensitivity and not any(enough):
            shown = ", ".join(f"{float(c):g} x {law}" for law, c in laws) or "no noise"
            return (
                f"The release of round {release.time} has sensitivity {release.sensitivity:g} and "
                f"{shown}, which is not within {claim_of(budget)}."
            )
    return None


def _with_rounding(budget: Number | Budget) -> Budget:
    """The budget with what rounding may add to it; a number is the eps of pure privacy."""
    more = 1 + ROUNDING
    if isinstance(budget, ApproxDP):
        return ApproxDP(exact(budget.eps) * more, min(exact(budget.delta) * more, Fraction(1)))
    if isinstance(budget, ZCDP):
        return ZCDP(exact(budget.rho) * more)
    if isinstance(budget, RenyiDP):
        return RenyiDP(budget.alpha, exact(budget.eps) * more)
    return PureDP(exact(budget.eps if isinstance(budget, PureDP) else budget) * more)


def truncated_is_kept(found: Record) -> str | None:
    """What is wrong if rewards of the batch that the horizon cuts leave the curator."""
    first, _, count = found.play.pulls[-1]
    if first + count - 1 <= found.horizon:
        return None
    for release in found.play.ledger.releases:
        if any(t >= first and c for t, c in release.rewards.items()):
            return (
                f"The batch of round {first} is cut by the horizon, but its rewards are released."
            )
    return None


def decides_from_releases(
    found: Record, others: Sequence[Rewards]
) -> tuple[str | None, list[Record]]:
    """What is wrong if a decision needs more than the released numbers.

    Also the plays on other rewards with the same released numbers, as far as they were made.
    """
    forced: list[Record] = []
    try:
        if replayed_decisions(found) != decisions(found):
            return "Decisions replayed from the released numbers alone differ from the play.", []
        for seed, rewards in enumerate(others):
            forced.append(forced_record(found, rewards, seed))
            if decisions(forced[-1]) != decisions(found):
                return OTHERWISE, forced
    except ValueError as failure:
        return f"The decisions cannot be replayed: {failure}", forced
    return None, forced


def structural_violations(
    found: Record, budget: Number | Budget, bits: Sequence[int] = (0, 1)
) -> dict[str, str | None]:
    """The violation that each structural check finds in a play, or None.

    The pulls are made again on a constant list of rewards for each of the bits.
    """
    others = [RewardList([bit] * found.horizon) for bit in bits]
    problem, forced = decides_from_releases(found, others)
    return {
        ONCE: rewards_used_once(found),
        FRESH: noise_is_fresh(found),
        CALIBRATED: noise_is_calibrated(found, budget),
        HORIZON: truncated_is_kept(found),
        REPLAY: problem,
        AFFINE: only_rewards_and_noise(found, forced),
    }


def inspected(
    policy: Policy[Any], budget: Number | Budget, plays: int = 6, releases: int = 6
) -> tuple[dict[str, str | None], int, int]:
    """The violations over several plays on random rewards, the plays made, and their releases.

    The horizon grows until a play has the wanted number of releases. Without a violation, plays of
    at least `LONG` rounds follow: on zeros, on ones, on coins, and on corners of [0, 1].
    """
    worst: dict[str, str | None] = dict.fromkeys(STRUCTURAL_CHECKS)
    horizon, total = 37, 0
    rng = np.random.default_rng(20)

    def rewards_of(horizon: int, kind: int) -> Rewards:
        draws = rng.random(horizon)
        return RewardList([float(x) if kind % 3 == 2 else int(x < 0.6) for x in draws])

    while True:
        found = record(policy, rewards_of(horizon, 0), horizon, 0)
        if len(found.released) >= (releases if horizon < 1000 else 2) or horizon > 8000:
            break
        horizon *= 3
    plays = plays if horizon < 1000 else 1
    # horizons differ, so that some cut a batch
    both, longer = (0, 1), max(LONG, horizon)
    planned: list[tuple[int, Rewards, tuple[int, ...]]] = [
        (horizon - 5 * seed, rewards_of(horizon, seed), both) for seed in range(plays)
    ]
    planned += [
        (longer, RewardList([0] * longer), (1,)),
        (longer, RewardList([1] * longer), (0,)),
        (longer, RewardList(rng.integers(0, 2, longer).tolist()), (1,)),
        (longer, RewardList(rng.choice(CORNERS, longer).tolist()), (0,)),
    ]
    for seed, (length, rewards, bits) in enumerate(planned):
        if seed >= plays and any(worst.values()):
            return worst, seed, total
        found = record(policy, rewards, length, seed)
        total += len(found.play.ledger.releases)
        for name, violation in structural_violations(found, budget, bits).items():
            worst[name] = worst[name] or violation
    return worst, len(planned), total
