"""Losses that an adaptive adversary chooses: each may depend on the arms played before it.

Faster Rates for Private Adversarial Bandits, Section 2.4: neighbours are two adversaries that are
the same function of the past arms in each round but one.
"""

from __future__ import annotations
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.exact import Number, exact_count
from .learner import Learner, checked_arms
from .loss_sequences import ExactRow, LossSequence, Row, exact_row

MOST_NODES = 10**6
"""The most nodes of a tree."""


@dataclass(frozen=True)
class LossTree:
    """A decision tree: the losses of a round for each sequence of arms that may come before it.

    `levels[t - 1]` has the losses of round t, for the past arms in lexicographic order.

    >>> tree = LossTree([[(0, 1)], [(0, 1), (1, 0)]])
    >>> tree.losses_after([1]), tree.horizon, tree.arms
    ((1.0, 0.0), 2, 2)
    """

    levels: tuple[tuple[ExactRow, ...], ...]

    def __init__(self, levels: Sequence[Sequence[Sequence[Number]]]) -> None:
        exact = tuple(
            tuple(exact_row(row, t) for row in level) for t, level in enumerate(levels, 1)
        )
        arms = len(exact[0][0]) if exact and exact[0] else 0
        for t, level in enumerate(exact):
            if len(level) != arms**t or any(len(row) != arms for row in level):
                raise ValueError(
                    f"Round {t + 1} of the tree has {len(level)} rows of losses; give one row of "
                    f"{arms} losses for each of the {arms**t} sequences of arms before it."
                )
        if not arms:
            raise ValueError("The tree has no losses; give one row for the first round at least.")
        object.__setattr__(self, "levels", exact)

    @property
    def arms(self) -> int:
        """The number of arms."""
        return len(self.levels[0][0])

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return len(self.levels)

    def exact_losses(self, actions: Sequence[int]) -> ExactRow:
        """The exact losses of the round after these arms."""
        if len(actions) >= self.horizon:
            raise ValueError(
                f"The losses after {len(actions)} rounds are asked for; the tree has "
                f"{self.horizon} rounds."
            )
        place = 0
        for arm in actions:
            if not 0 <= arm < self.arms:
                raise ValueError(f"The arm is {arm}; give an arm from 0 to {self.arms - 1}.")
            place = place * self.arms + arm
        return self.levels[len(actions)][place]

    def losses_after(self, actions: Sequence[int]) -> Row:
        """The losses of the round after these arms, as floats."""
        return tuple(map(float, self.exact_losses(actions)))

    def changed(self, t: int, level: Sequence[Sequence[Number]]) -> LossTree:
        """The neighbour that chooses other losses in round t."""
        if not 1 <= t <= self.horizon:
            raise ValueError(f"The round is {t}; give a round from 1 to {self.horizon}.")
        return LossTree([*self.levels[: t - 1], level, *self.levels[t:]])

    def rounds_that_differ(self, other: LossTree) -> tuple[int, ...]:
        """The rounds in which another tree chooses other losses; neighbours have at most one.

        >>> tree = LossTree([[(0, 1)]])
        >>> tree.rounds_that_differ(tree.changed(1, [(1, 1)]))
        (1,)
        """
        if (self.arms, self.horizon) != (other.arms, other.horizon):
            raise ValueError("The trees have different arms or horizons; give trees of one size.")
        pairs = zip(self.levels, other.levels, strict=True)
        return tuple(t for t, (mine, yours) in enumerate(pairs, 1) if mine != yours)


def tree_of(losses: LossSequence) -> LossTree:
    """The tree of an oblivious adversary: its losses do not depend on the arms.

    >>> from .loss_sequences import table_losses
    >>> tree_of(table_losses([(0, 1), (1, 0)])).levels[1]
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(0, 1)))
    """
    _check_size(losses.arms, losses.horizon)
    return LossTree([[losses.exact_row(t + 1)] * losses.arms**t for t in range(losses.horizon)])


def random_loss_tree(arms: int, horizon: int, rng: Seed, parts: int = 1) -> LossTree:
    """A tree of independent uniform losses among 0, 1/parts, ..., 1.

    >>> random_loss_tree(2, 3, rng=1).rounds_that_differ(random_loss_tree(2, 3, rng=1))
    ()
    """
    _check_size(checked_arms(arms), horizon)
    steps = exact_count("The number of parts", parts, least=1)
    draws = generator(rng)
    return LossTree([_random_level(arms, t, draws, steps) for t in range(horizon)])


def random_neighbours(
    arms: int, horizon: int, rng: Seed, parts: int = 1
) -> tuple[LossTree, LossTree]:
    """Two random trees that are equal but for one random round.

    >>> tree, neighbour = random_neighbours(2, 4, rng=3)
    >>> len(tree.rounds_that_differ(neighbour))
    1
    """
    draws = generator(rng)
    tree = random_loss_tree(arms, horizon, draws, parts)
    t = int(draws.integers(1, horizon + 1))
    while True:
        other = tree.changed(t, _random_level(arms, t - 1, draws, parts))
        if tree != other:
            return tree, other


def punishing_tree(learner: Learner[Any], arms: int, horizon: int) -> LossTree:
    """The adversary that knows the learner: its likeliest arm loses 1 and all others nothing.

    The first of several likeliest arms is taken. The learner's state must be a function of the arms
    and losses so far; one that draws in its updates is a ValueError.

    >>> from .exp3 import EXP3
    >>> punishing_tree(EXP3(eta="0.5", gamma="0.1"), arms=2, horizon=2).levels[1][0]
    (Fraction(0, 1), Fraction(1, 1))
    """
    _check_size(checked_arms(arms), horizon)
    states, levels = [learner.start(arms)], []
    for _ in range(horizon):
        laws = [learner.law(state) for state in states]
        likeliest = [law.index(max(law)) for law in laws]
        levels.append([[int(a == worst) for a in range(arms)] for worst in likeliest])
        states = [
            _observed(learner, state, arm, float(arm == worst))
            for state, worst in zip(states, likeliest, strict=True)
            for arm in range(arms)
        ]
    return LossTree(levels)


def histories(arms: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """All sequences of arms of so many rounds, in the order of a tree's levels.

    >>> list(histories(2, 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return product(range(checked_arms(arms)), repeat=rounds)


def _observed(learner: Learner[Any], state: Any, arm: int, loss: float) -> Any:
    rng = np.random.default_rng(0)
    before = rng.bit_generator.state
    after = learner.update(state, arm, loss, rng)
    if rng.bit_generator.state != before:
        raise ValueError(
            f"{learner.name} draws in its updates, so its law is no function of the arms and "
            "losses so far; give a learner that draws only to act."
        )
    return after


def _random_level(arms: int, t: int, draws: np.random.Generator, parts: int) -> list[list[Number]]:
    numbers = draws.integers(0, parts + 1, size=(arms**t, arms)).tolist()
    return [[Fraction(number, parts) for number in row] for row in numbers]


def _check_size(arms: int, horizon: int) -> None:
    rounds = exact_count("The horizon", horizon, least=1)
    # the sum of arms^t for t < rounds is below arms^rounds, except for one arm
    if (arms > 1 and rounds * np.log(arms) > np.log(MOST_NODES)) or rounds > MOST_NODES:
        raise ValueError(
            f"A tree of {arms} arms and {rounds} rounds has more than 1e6 nodes; give fewer rounds."
        )
