"""Policies and curators that are played like others, and note the laws and answers of all draws."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.algorithms.randomness import Randomness
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


class Repeating:
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


class WatchedCurator(Curator):
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
            self._origin(item) for item in (left if isinstance(left, tuple) else (left,))
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
        return tuple(getattr(number, "value", number) for number in left)
    return getattr(left, "value", left)


class Watched(Policy[Any]):
    """A fresh copy of a policy whose decisions have their own randomness, which is recorded."""

    def __init__(
        self, policy: Policy[Any], chance: Randomness, forced: Sequence[Any] | None = None
    ) -> None:
        self.policy = deepcopy(policy)
        self.arms = policy.arms
        self.rewards = policy.rewards
        self.dimension = policy.dimension
        self.noting = _Noting(chance)
        self.curator: WatchedCurator = WatchedCurator(self.policy.curator, forced)

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
