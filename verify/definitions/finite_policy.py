"""Finite policies as kernels of the visible history: each action is drawn afresh from its law.

The visible history is the labels and the rewards that the policy was shown. Played without an
adversary the labels are its own actions; in the interactive protocol they are the queries, and
the kernel does not remember what it played itself. Thesis, Definitions 2.16 and 3.5.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
import numpy as np
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.enumeration import Actions, Feed

Reward = int | Fraction
"""One letter of the finite alphabet of rewards."""
History = tuple[tuple[int, Reward], ...]
"""The visible past: (label, reward) of each round."""
Law = dict[Actions, Fraction]
"""The probability of each sequence of actions."""
Shown = Callable[[Actions], tuple[int, Reward]]
"""The label and the reward that a policy is shown after its actions so far: an adversary."""
Answers = Callable[[Actions], Iterable[tuple[int, Reward, Fraction | int]]]
"""The law of (label, reward) after the actions so far: an environment."""
Run = tuple[Actions, History, Fraction]
"""The actions, what was shown after each of them, and the probability."""


@dataclass(frozen=True)
class FinitePolicy:
    """A kernel: kernel[history][arm] is the probability of the arm after a history.

    The kernel is given for every history of fewer than `horizon` rounds, also for those that the
    policy never meets when it plays by itself: an adversary may show them.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> greedy = {((0, 1),): (Fraction(2, 3), Fraction(1, 3))}
    >>> histories = [(), ((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    >>> policy = FinitePolicy(2, 2, {h: greedy.get(h, half) for h in histories})
    >>> policy.law(lambda actions: 1)[0, 0]
    Fraction(1, 3)
    """

    arms: int
    horizon: int
    kernel: Mapping[History, tuple[Fraction, ...]]
    rewards: tuple[Reward, ...] = (0, 1)
    ends = 0
    """A kernel does not stop; a machine may (`finite_machine`)."""

    def __post_init__(self) -> None:
        checked_shape(self.arms, self.horizon, self.rewards)
        for history in visible_histories(self.arms, self.horizon, self.rewards):
            if history not in self.kernel:
                raise ValueError(f"The kernel has no law after {history}; give one.")
        for history, law in self.kernel.items():
            if len(law) != self.arms or min(law) < 0 or sum(law) != 1:
                raise ValueError(
                    f"After {history} the kernel is {law}; give a law on {self.arms} arms."
                )

    @staticmethod
    def from_rule(
        arms: int,
        horizon: int,
        rule: Callable[[History], Sequence[Number]],
        rewards: Sequence[Reward] = (0, 1),
    ) -> FinitePolicy:
        """The policy whose law after each history is rule(history).

        >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
        >>> copy.kernel[((0, 1),)]
        (Fraction(0, 1), Fraction(1, 1))
        """
        kernel = {
            history: tuple(exact(mass) for mass in rule(history))
            for history in visible_histories(arms, horizon, rewards)
        }
        return FinitePolicy(arms, horizon, kernel, tuple(rewards))

    @staticmethod
    def random(
        rng: np.random.Generator,
        arms: int = 2,
        horizon: int = 3,
        grain: int = 20,
        rewards: Sequence[Reward] = (0, 1),
        *,
        zeros: bool = False,
        label_blind: bool = False,
    ) -> FinitePolicy:
        """A policy whose laws have integer weights of at most `grain`, drawn at random.

        With `zeros` a weight may be 0; a `label_blind` policy looks at the rewards only.
        """
        kernel: dict[History, tuple[Fraction, ...]] = {}
        blind: dict[tuple[Reward, ...], tuple[Fraction, ...]] = {}

        def drawn() -> tuple[Fraction, ...]:
            weights = [0]
            while not any(weights):
                weights = [int(w) for w in rng.integers(0 if zeros else 1, grain + 1, arms)]
            return tuple(Fraction(w, sum(weights)) for w in weights)

        for history in visible_histories(arms, horizon, rewards):
            shown = tuple(reward for _, reward in history)
            if label_blind and shown in blind:
                kernel[history] = blind[shown]
            else:
                kernel[history] = blind[shown] = drawn()
        return FinitePolicy(arms, horizon, kernel, tuple(rewards))

    def runs(self, answers: Answers, rounds: int) -> list[Run]:
        """Every possible run of so many rounds, each with its answer."""
        results: list[Run] = [((), (), Fraction(1))]
        for _ in range(rounds):
            results = [
                ((*actions, arm), (*past, (label, reward)), mass * (chance * share))
                for actions, past, mass in results
                for arm, chance in enumerate(self.kernel[past])
                if chance
                for label, reward, share in answers((*actions, arm))
                if share
            ]
        return results

    def law_under(self, answers: Answers) -> Law:
        """The law of the actions when the answers are random; the last one is not asked for."""
        results: Law = {}
        for actions, past, mass in self.runs(answers, self.horizon - 1):
            for arm, chance in enumerate(self.kernel[past]):
                if chance:
                    whole, share = (*actions, arm), mass * chance
                    results[whole] = results[whole] + share if whole in results else share
        return results

    def view_law(self, shown: Shown) -> Law:
        """The law of the actions when the policy is shown a label and a reward after each of them.

        >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
        >>> copy.view_law(lambda prefix: (1, 1))
        {(0, 1): Fraction(1, 1)}
        """
        return self.law_under(lambda prefix: ((*shown(prefix), 1),))

    def law(self, feed: Feed) -> Law:
        """The law of all sequences of actions on a source of rewards, the impossible ones too."""
        result = self.view_law(lambda prefix: (prefix[-1], feed(prefix)))
        every = product(range(self.arms), repeat=self.horizon)
        return {actions: result.get(actions, Fraction(0)) for actions in every}

    def probability(self, actions: Actions, shown: Shown) -> Fraction:
        """The mass of one sequence of actions: the product of the kernel along it."""
        past: History = ()
        mass = Fraction(1)
        for t, arm in enumerate(actions, 1):
            mass *= self.kernel[past][arm]
            if t < len(actions):
                past = (*past, shown(actions[:t]))
        return mass


def visible_histories(arms: int, horizon: int, rewards: Sequence[Reward]) -> Iterator[History]:
    """Every history of fewer than `horizon` rounds, the short ones first.

    >>> len(list(visible_histories(2, 3, (0, 1))))
    21
    """
    steps = list(product(range(arms), rewards))
    for length in range(horizon):
        yield from product(steps, repeat=length)


def checked_shape(arms: int, horizon: int, rewards: Sequence[Reward]) -> None:
    """Raise a ValueError unless there are arms, rounds and distinct rewards."""
    if arms < 1 or horizon < 1:
        raise ValueError(
            f"The policy has {arms} arms and {horizon} rounds; give at least one of each."
        )
    if not rewards or len(set(rewards)) < len(rewards):
        raise ValueError(
            f"The rewards are {tuple(rewards)}; give at least one reward, each of them once."
        )
