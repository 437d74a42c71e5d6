"""The exact expected pulls and regret of a policy without noise, on rewards of finite support.

States with the same records are merged, so an index policy of two arms needs about T^3 of them,
not 2^T histories.
"""

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.exact import exact, exact_count
from banditproof.theory.instances import BernoulliBandit, FiniteSupportBandit
from banditproof.theory.mechanisms import NoNoise
from .branching import outcomes
from .finite_noise import NotEnumerable, require_one_arm

Arm = tuple[tuple[float, Fraction], ...]


def expected_pulls(
    policy: Policy[Any], bandit: BernoulliBandit | FiniteSupportBandit, horizon: int
) -> tuple[Fraction, ...]:
    """E[N_a(T)] of each arm, exact.

    Rewards are handed to the policy as floats, as the engines do. A policy that draws noise, or
    has its own curator, raises a ValueError.

    >>> from banditproof.algorithms import FollowTheLeader
    >>> expected_pulls(FollowTheLeader(2, ties="first"), BernoulliBandit(("0.9", "0.5")), 3)
    (Fraction(39, 20), Fraction(21, 20))
    """
    exact_count("horizon", horizon, least=1)
    if policy.arms != bandit.arms:
        raise ValueError(
            f"The policy has {policy.arms} arms and the bandit {bandit.arms}; "
            "give both the same number."
        )
    if type(policy.curator) is not Curator:
        raise NotEnumerable(f"{policy.name} has its own curator, which may keep a memory.")
    arms = [_atoms(bandit, arm, policy.clips_rewards) for arm in range(bandit.arms)]
    pulls = [Fraction(0)] * bandit.arms
    # the masses of the states at the start of each round; a pull may skip rounds
    waiting: dict[int, dict[Hashable, Fraction]] = {1: {policy.start(): Fraction(1)}}
    while waiting:
        t = min(waiting)
        for state, mass in waiting.pop(t).items():
            for chance, pull in outcomes(lambda r, s=state, u=t: policy.decide(s, u, r)):  # type: ignore[misc]
                require_one_arm(pull)
                played = min(pull.count, horizon - t + 1)
                pulls[pull.arm] += mass * chance * played
                if t + pull.count > horizon:
                    continue
                after = waiting.setdefault(t + pull.count, defaultdict(Fraction))
                for released, share in _released(policy, state, pull, arms[pull.arm]):
                    after[policy.learn(state, pull, released)] += mass * chance * share
    return tuple(pulls)


def expected_regret(
    policy: Policy[Any], bandit: BernoulliBandit | FiniteSupportBandit, horizon: int
) -> Fraction:
    """sum_a gap_a E[N_a(T)], exact.

    >>> from banditproof.algorithms import ExploreThenCommit
    >>> expected_regret(ExploreThenCommit(2, 1), BernoulliBandit((1, "0.5")), 10)
    Fraction(3, 2)
    """
    numbers = expected_pulls(policy, bandit, horizon)
    return sum((gap * n for gap, n in zip(bandit.gaps, numbers, strict=True)), Fraction(0))


def _atoms(bandit: BernoulliBandit | FiniteSupportBandit, arm: int, clips: bool) -> Arm:
    if isinstance(bandit, BernoulliBandit):
        mean = bandit.exact_means[arm]
        law = {0.0: 1 - mean, 1.0: mean}
    else:
        law = {}
        for point, weight in zip(bandit.points, bandit.weights[arm], strict=True):
            value = float(exact(point))
            shown = min(max(value, 0.0), 1.0) if clips else value
            law[shown] = law.get(shown, Fraction(0)) + exact(weight)
    return tuple((value, mass) for value, mass in law.items() if mass > 0)


def _released(
    policy: Policy[Any], state: Any, pull: Pull, arm: Arm
) -> list[tuple[float | None, Fraction]]:
    """What the policy may be shown after a complete pull, with probabilities."""
    if not pull.releases:
        return [(None, Fraction(1))]
    mechanism = policy.mechanism(state, pull)
    if not isinstance(mechanism, NoNoise):
        raise NotEnumerable(f"{policy.name} adds noise; give a policy that adds none.")
    sums: dict[float, Fraction] = {0.0: Fraction(1)}
    for _ in range(pull.count):
        longer: dict[float, Fraction] = defaultdict(Fraction)
        for total, mass in sums.items():
            for value, share in arm:
                longer[total + value] += mass * share
        sums = longer
    return list(sums.items())
