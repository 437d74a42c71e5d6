"""The specification engine: one round at a time, on explicit rewards, with a complete ledger."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeVar
from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.ledger import Ledger, Read, Release, Traced
from banditproof.algorithms.policy import (
    Policy,
    Pull,
    checked_pull,
    checked_recommendation,
    require_policy,
)
from banditproof.algorithms.randomness import Drawing, Randomness
from banditproof.algorithms.reward_space import NAN_REWARD
from banditproof.algorithms.rewards import Rewards
from banditproof.algorithms.separate_streams import decisions_of
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Mechanism, NoNoise

Option = TypeVar("Option")


@dataclass(frozen=True)
class Play:
    """What happened: the arm of each round, the pulls as (round, arm, count), and the ledger.

    A count is that of the decision; the last pull may have been cut by the horizon.
    """

    actions: tuple[int, ...]
    pulls: tuple[tuple[int, int, int], ...]
    ledger: Ledger
    state: Any
    cut: int | None = None
    """The first round of the last pull, if the horizon cut it."""
    recommended: int | None = None
    """The arm that a policy which stopped recommends; None if it was still running."""

    def counts(self, arms: int) -> tuple[int, ...]:
        """How often each arm was pulled."""
        return tuple(self.actions.count(arm) for arm in range(arms))


class _Tracing:
    """Randomness whose noises are traced numbers with serial numbers."""

    def __init__(self, source: Randomness) -> None:
        self.source = source
        self.serial = 0

    def noise(self, mechanism: Mechanism) -> Any:
        value = self.source.noise(mechanism)
        self.serial += 1
        return Traced.noise(self.serial - 1, value)

    def choice(self, options: Sequence[Option]) -> Option:
        return self.source.choice(options)

    def beta(self, a: float, b: float) -> float:
        return self.source.beta(a, b)

    def uniform(self) -> float:
        return self.source.uniform()


def _entry(time: int, arm: int, count: int, statistic: Any, mechanism: Mechanism) -> Release:
    traced = statistic if isinstance(statistic, Traced) else Traced(statistic)
    return Release(time, arm, count, traced.value, mechanism, traced.rewards, traced.noises)


def starts_of(first: int, pull: Pull) -> list[tuple[int, int, int]]:
    """The first round, the arm and the count of each part of a pull."""
    if not pull.then:
        return [(first, pull.arm, pull.count)]
    starts = accumulate((count for _, count in pull.parts), initial=first)
    return [(t, arm, count) for t, (arm, count) in zip(starts, pull.parts, strict=False)]


def require_clipping(policy: Policy[Any]) -> None:
    """Raise ValueError for a policy that claims a budget and reads rewards of any size."""
    if not policy.clips_rewards and policy.budget != PureDP(math.inf):
        raise ValueError(
            f"The policy {policy.name} has the budget {policy.budget} and clips_rewards = False, "
            "so that one reward of any size may change a release as much as it likes; give its "
            "class clips_rewards = True, or the budget PureDP(inf) of a policy without privacy."
        )


def play(
    policy: Policy[Any],
    rewards: Rewards,
    horizon: int,
    randomness: Randomness,
    contexts: Contexts | None = None,
) -> Play:
    """Play a policy round by round; the curator reads rewards clipped to those of the policy.

    A policy without privacy may declare that it reads rewards of any size as they are.

    A pull that the horizon cuts is played up to the horizon and releases nothing, unless the
    curator has something to say at the horizon; such a release has the count 0. Where `contexts`
    are given, the policy and the curator see the public vectors of each round. A policy that stops
    is asked before each decision, and once more at the horizon.

    >>> from banditproof.algorithms import DPIMED, RewardList, Silent
    >>> result = play(DPIMED(arms=2, eps=1, ties="first"), RewardList([1, 0, 1, 1]), 4, Silent())
    >>> result.actions, [sorted(release.rewards) for release in result.ledger.releases]
    ((0, 1, 0, 0), [[1], [2], [3, 4]])
    """
    require_policy(policy)
    if horizon < 1:
        raise ValueError(f"The horizon is {horizon}; give at least one round.")
    require_clipping(policy)
    offered = None if contexts is None else contexts.dimension
    if policy.dimension not in (None, offered):
        raise ValueError(
            f"The policy {policy.name} needs contexts of dimension {policy.dimension}, and has "
            f"{'none' if offered is None else offered}; give contexts of that dimension."
        )
    curator, space, ledger = policy.curator, policy.rewards, Ledger()
    state, held = policy.start(), curator.start(policy.arms)
    source, chance = _Tracing(randomness), Drawing(decisions_of(randomness))
    clipped = space.clipping()
    actions: list[int] = []
    pulls: list[tuple[int, int, int]] = []
    seen = [0] * policy.arms
    cut: int | None = None
    while True:
        first = len(actions) + 1
        answer = None
        if cut is None:
            answer = checked_recommendation(policy.recommendation(state), policy.arms, first)
        if answer is not None or len(actions) == horizon:
            break
        if contexts is None:
            pull = checked_pull(policy.decide(state, first, chance), policy.arms, first)
        else:
            context = contexts.at(first)
            decided = policy.decide_in(state, first, context, chance)
            pull = checked_pull(decided, policy.arms, first)
        pulls += starts_of(first, pull)
        played = min(pull.plays, horizon - len(actions))
        for t, arm in enumerate(pull.steps(played), first):
            seen[arm] += 1
            raw = rewards.reward(t, arm, seen[arm])
            shown = clipped(raw) if policy.clips_rewards else raw
            if shown != shown:
                raise ValueError(NAN_REWARD)
            reward: Any = Traced.reward(t, shown)
            vectors = pull.rows or (() if contexts is None else contexts.at(t))
            if vectors:
                held = curator.read_in(held, arm, vectors, reward)
            else:
                held = curator.read(held, arm, reward)
            ledger.reads.append(Read(t, arm))
            actions.append(arm)
        released: Any = None
        if pull.releases and played == pull.plays:
            mechanism = policy.mechanism(state, pull)
            held, left = curator.release(held, pull.arm, mechanism, source)
            several = isinstance(left, tuple)
            entries = [
                _entry(len(actions), pull.arm, pull.plays, statistic, mechanism)
                for statistic in (left if several else (left,))
            ]
            ledger.releases += entries
            numbers = tuple(entry.value for entry in entries)
            released = numbers if several else numbers[0]
        if played == pull.plays and contexts is None:
            state = policy.learn(state, pull, released)
        elif played == pull.plays:
            state = policy.learn_in(state, pull, context, released)
        else:
            cut = first
    for arm, statistic in curator.finish(held, source):
        ledger.releases.append(_entry(horizon, arm, 0, statistic, NoNoise()))
    return Play(tuple(actions), tuple(pulls), ledger, state, cut, answer)
