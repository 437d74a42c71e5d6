"""Plays that are recorded completely, and replayed from their releases alone.

A record holds what a ledger does not: the law of each noise that was drawn, and the random numbers
behind each decision. With it a fresh copy of the policy decides again, from released numbers only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.contexts import Context, Contexts
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.engines.per_step import Play, play, starts_of
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.policy import Policy, Pull, checked_pull, checked_recommendation
from banditproof.algorithms.randomness import Randomness, Sampled
from banditproof.algorithms.rewards import Rewards
from banditproof.theory.budgets import Budget
from banditproof.theory.mechanisms import Mechanism

Option = TypeVar("Option")


class _Noting:
    """Randomness that records which mechanisms it was asked for, and what it answered."""

    def __init__(self, chance: Randomness) -> None:
        self.chance = chance
        self.drawn: list[Mechanism] = []
        self.answers: list[float] = []

    def noise(self, mechanism: Mechanism) -> float:
        self.drawn.append(mechanism)
        return self._noted(self.chance.noise(mechanism))

    def choice(self, options: Sequence[Option]) -> Option:
        return options[int(self._noted(self.chance.choice(range(len(options)))))]

    def beta(self, a: float, b: float) -> float:
        return self._noted(self.chance.beta(a, b))

    def uniform(self) -> float:
        return self._noted(self.chance.uniform())

    def _noted(self, answer: float) -> float:
        self.answers.append(answer)
        return answer


class _Repeating:
    """Randomness that repeats the recorded answers."""

    def __init__(self, answers: Sequence[float]) -> None:
        self.answers = iter(answers)

    def _next(self) -> float:
        answer = next(self.answers, None)
        if answer is None:
            raise ValueError("The replay draws more random numbers than the play did.")
        return answer

    def noise(self, mechanism: Mechanism) -> float:
        return self._next()

    def choice(self, options: Sequence[Option]) -> Option:
        answer = int(self._next())
        if answer >= len(options):
            raise ValueError("The replay breaks a tie between fewer arms than the play did.")
        return options[answer]

    def beta(self, a: float, b: float) -> float:
        return self._next()

    def uniform(self) -> float:
        return self._next()


@dataclass(frozen=True)
class Origin:
    """What a statistic is made of: coefficients of rewards and noises, and a constant.

    The constant is what remains of the value without its rewards and noises, `size` the sum of
    all parts without signs, to which rounding is relative.
    """

    rewards: Mapping[int, float]
    noises: Mapping[int, float]
    constant: float
    size: float
    grain: float = 0.0
    """The step of the grid to which a curator of this library rounds what it releases."""

    def agrees(self, other: Origin) -> bool:
        """Whether both are the same affine function of rewards and noises, up to rounding."""
        rounding = 1e-12 * (1.0 + self.size + other.size) + self.grain
        near = abs(self.constant - other.constant) <= rounding
        return near and self.rewards == other.rewards and self.noises == other.noises


class _WatchedCurator(Curator):
    """A curator whose noise draws are recorded; optionally, what it releases is replaced."""

    def __init__(self, curator: Curator, forced: Sequence[Any] | None = None) -> None:
        self.curator = curator
        self.drawn: list[Mechanism] = []
        self.noises: list[float] = []
        self.rewards: list[float] = []
        self.origins: list[Origin] = []
        self.learned: list[Any] = []
        self.step = 0.0
        self.forced = None if forced is None else iter(forced)

    def _note(self, noting: _Noting) -> None:
        for law in noting.drawn:
            if not self.drawn or law is not self.drawn[-1]:
                self.step = max(self.step, step_of((law,)))
            self.drawn.append(law)
        self.noises += [getattr(answer, "value", answer) for answer in noting.answers]

    def _origin(self, statistic: Any) -> Origin:
        traced = statistic if isinstance(statistic, Traced) else Traced(statistic)
        rewards, noises = traced.rewards, traced.noises
        parts = [c * self.rewards[t - 1] for t, c in rewards.items()]
        parts += [c * self.noises[serial] for serial, c in noises.items()]
        constant, size = traced.value - sum(parts), sum(abs(part) for part in parts)
        return Origin(rewards, noises, constant, size, self.step)

    def start(self, arms: int) -> Held:
        return self.curator.start(arms)

    def read(self, held: Held, arm: int, reward: float) -> Held:
        self.rewards.append(getattr(reward, "value", reward))
        return self.curator.read(held, arm, reward)

    def read_in(self, held: Held, arm: int, context: Context, reward: float) -> Held:
        self.rewards.append(getattr(reward, "value", reward))
        return self.curator.read_in(held, arm, context, reward)

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        noting = _Noting(randomness)
        held, left = self.curator.release(held, arm, mechanism, noting)
        self._note(noting)
        self.origins += [
            self._origin(one) for one in (left if isinstance(left, tuple) else (left,))
        ]
        if self.forced is not None:
            left = next(self.forced, None)
            if left is None:
                raise ValueError("The replay releases more numbers than the play did.")
        self.learned.append(_values(left))
        return held, left

    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, float]]:
        noting = _Noting(randomness)
        left = self.curator.finish(held, noting)
        self._note(noting)
        return left


def _values(left: Any) -> Any:
    """What a policy learns: a number, or a tuple of numbers."""
    if isinstance(left, tuple):
        return tuple(getattr(one, "value", one) for one in left)
    return getattr(left, "value", left)


class _Watched(Policy[Any]):
    """A fresh copy of a policy whose decisions have their own randomness, which is recorded."""

    def __init__(
        self, policy: Policy[Any], chance: Randomness, forced: Sequence[Any] | None = None
    ) -> None:
        self.policy = deepcopy(policy)
        self.arms = policy.arms
        self.rewards = policy.rewards
        self.dimension = policy.dimension
        self.noting = _Noting(chance)
        self.curator: _WatchedCurator = _WatchedCurator(self.policy.curator, forced)

    @property
    def budget(self) -> Budget:
        return self.policy.budget

    def start(self) -> Any:
        return self.policy.start()

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        return self.policy.mechanism(state, pull)

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        return checked_pull(self.policy.decide(state, t, self.noting), self.arms, t)

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        decided = self.policy.decide_in(state, t, context, self.noting)
        return checked_pull(decided, self.arms, t)

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        return self.policy.learn(state, pull, released)

    def learn_in(self, state: Any, pull: Pull, context: Context, released: Any) -> Any:
        return self.policy.learn_in(state, pull, context, released)

    def recommendation(self, state: Any) -> int | None:
        return self.policy.recommendation(state)


@dataclass(frozen=True)
class Record:
    """A play with what its ledger does not hold: the laws of the noises, and all randomness.

    `drawn[k]` is the law of the noise with serial number k.
    """

    policy: Policy[Any]
    play: Play
    horizon: int
    drawn: tuple[Mechanism, ...]
    answers: tuple[float, ...]
    origins: tuple[Origin, ...] = ()
    """What each statistic that the policy learned is made of."""
    released: tuple[Any, ...] = ()
    """What the policy learned, in order: a number for each release, or a tuple of numbers."""
    rewards: tuple[float, ...] = ()
    """The reward of each round, as the curator read it."""
    contexts: Contexts | None = None
    """What the rounds offered, for a policy that is told contexts."""


def record(
    policy: Policy[Any],
    rewards: Rewards,
    horizon: int,
    seed: int,
    contexts: Contexts | None = None,
) -> Record:
    """Play a policy and record everything that the structural checks need."""
    noise_rng, decision_rng = np.random.default_rng(seed).spawn(2)
    watched = _Watched(policy, Sampled(decision_rng))
    return _recorded(policy, watched, rewards, horizon, Sampled(noise_rng), contexts)


def _recorded(
    policy: Policy[Any],
    watched: _Watched,
    rewards: Rewards,
    horizon: int,
    chance: Randomness,
    contexts: Contexts | None,
) -> Record:
    played = play(watched, rewards, horizon, chance, contexts)
    curator, answers = watched.curator, tuple(watched.noting.answers)
    return Record(
        policy,
        played,
        horizon,
        tuple(curator.drawn),
        answers,
        tuple(curator.origins),
        tuple(curator.learned),
        tuple(curator.rewards),
        contexts,
    )


@dataclass(frozen=True)
class Decisions:
    """What a policy decided in a play: its pulls, the mechanism of each release, and the end.

    The last pull tells the stopping time of a policy that stopped, which `recommended` an arm.
    """

    pulls: tuple[tuple[int, int, int], ...]
    mechanisms: tuple[Mechanism, ...]
    recommended: int | None = None


def decisions(found: Record) -> Decisions:
    """The decisions of a recorded play."""
    seen: dict[int, Mechanism] = {}
    for release in found.play.ledger.releases:
        if release.count > 0:  # several numbers of one pull have one declared mechanism
            seen.setdefault(release.time, release.mechanism)
    return Decisions(found.play.pulls, tuple(seen.values()), found.play.recommended)


def replayed_decisions(found: Record, bits: int | None = None) -> Decisions:
    """What a fresh copy of the policy decides from the released numbers alone.

    With `bits`, the numbers are rounded to multiples of 2^-bits first.
    """
    policy, chance = deepcopy(found.policy), _Repeating(found.answers)
    numbers = found.released if bits is None else [_rounded(one, bits) for one in found.released]
    state, released = policy.start(), iter(numbers)
    pulls: list[tuple[int, int, int]] = []
    mechanisms: list[Mechanism] = []
    t = 1
    while True:
        answer = checked_recommendation(policy.recommendation(state), policy.arms, t)
        if answer is not None or t > found.horizon:
            return Decisions(tuple(pulls), tuple(mechanisms), answer)
        context = () if found.contexts is None else found.contexts.at(t)
        pull = checked_pull(policy.decide_in(state, t, context, chance), policy.arms, t)
        pulls += starts_of(t, pull)
        t += pull.plays
        value = next(released, None) if pull.releases else None
        if t > found.horizon + 1 or (pull.releases and value is None):
            # the horizon cuts it, or other decisions than in the play, which had fewer releases
            return Decisions(tuple(pulls), tuple(mechanisms))
        if pull.releases:
            mechanisms.append(policy.mechanism(state, pull))
        state = policy.learn_in(state, pull, context, value)


def _rounded(number: Any, bits: int) -> Any:
    if isinstance(number, tuple):
        return tuple(_rounded(one, bits) for one in number)
    return number if isinstance(number, int) else round(number * 2.0**bits) / 2.0**bits


def forced_record(found: Record, rewards: Rewards, seed: int) -> Record:
    """A play on other rewards and noises, in which the same numbers are released nevertheless."""
    watched = _Watched(found.policy, _Repeating(found.answers), forced=found.released)
    chance = Sampled(seed)
    return _recorded(found.policy, watched, rewards, found.horizon, chance, found.contexts)
