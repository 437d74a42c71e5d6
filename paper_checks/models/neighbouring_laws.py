"""How far apart the laws of a policy are on all pairs of neighbouring inputs, exactly."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any
from banditproof.verify.exact_laws.law_divergences import worst_moment, worst_ratio
from .policy_protocols import (
    Actions,
    Kernel,
    Law,
    Machine,
    Query,
    Reward,
    differ_once,
    kernel_as_machine,
    list_reward,
    lists,
    own_column,
    play,
    table_reward,
    tables,
    tree_reward,
    trees,
)

Weights = tuple[int, ...]


@dataclass(frozen=True)
class Laws:
    """Laws on neighbouring inputs as integers over one denominator; equal pairs are kept once.

    `pairs` maps two lists of weights to one pair of inputs that has these laws.
    """

    denominator: int
    pairs: dict[tuple[Weights, Weights], tuple[Hashable, Hashable]]

    def delta(self, factor: Fraction | int) -> Fraction:
        """The largest P(E) - factor P'(E) over all neighbours and all events."""
        return self.worst(factor)[0]

    def worst(self, factor: Fraction | int) -> tuple[Fraction, tuple[Hashable, Hashable] | None]:
        """The delta at e^eps = factor, and the inputs that attain it."""
        top, bottom = Fraction(factor).numerator, Fraction(factor).denominator
        best, where = 0, None
        for (first, second), inputs in self.pairs.items():
            gains = (bottom * p - top * q for p, q in zip(first, second, strict=True))
            gain = sum(g for g in gains if g > 0)
            if gain > best:
                best, where = gain, inputs
        return Fraction(best, bottom * self.denominator), where

    def ratio(self) -> Fraction | float:
        """e^eps: the largest ratio of two probabilities of one sequence; infinity if P' is 0."""
        return worst_ratio(self.pairs)

    def moment(self, order: int) -> Fraction | float:
        """The largest sum of p^order / p'^(order - 1), exp((order - 1) D_order)."""
        return worst_moment(self.pairs, order) / self.denominator if self.pairs else 1

    def exact_pairs(self) -> list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
        """The pairs of laws as fractions."""

        def exact(weights: Weights) -> tuple[Fraction, ...]:
            return tuple(Fraction(weight, self.denominator) for weight in weights)

        return [(exact(first), exact(second)) for first, second in self.pairs]


def laws_on(
    inputs: Iterable[Any], law: Callable[[Any], Law], near: Callable[[Any, Any], bool] = differ_once
) -> Laws:
    """The laws on all ordered pairs of neighbours among the inputs."""
    data = list(inputs)
    exact = {d: law(d) for d in data}
    scale = lcm(*(p.denominator for result in exact.values() for p in result.values()))
    weights = {d: tuple(int(p * scale) for p in result.values()) for d, result in exact.items()}
    pairs: dict[tuple[Weights, Weights], tuple[Hashable, Hashable]] = {}
    for first, second in product(data, data):
        if near(first, second):
            pairs.setdefault((weights[first], weights[second]), (first, second))
    return Laws(scale, pairs)


@dataclass(frozen=True)
class Inputs:
    """What a policy is played on: all lists, tables or trees of rewards, and how they pay."""

    every: Callable[[int, int, Sequence[int]], list[Any]]
    """The inputs of a number of rounds, from rounds, arms and the values of a reward."""
    reward: Callable[[Any], Reward]

    def law(self, kernel: Kernel, horizon: int, given: Any) -> Law:
        """The law of the actions of a kernel with two arms on one input."""
        return play(kernel_as_machine(kernel), horizon, self.reward(given))

    def laws(
        self,
        machine: Machine,
        horizon: int,
        arms: int = 2,
        rewards: Sequence[int] = (0, 1),
        near: Callable[[Any, Any], bool] = differ_once,
    ) -> Laws:
        """On all inputs that are near; neighbours differ in one reward, row or level."""
        return laws_on(
            self.every(horizon - 1, arms, rewards),
            lambda given: play(machine, horizon, self.reward(given), arms=arms),
            near,
        )


LISTS = Inputs(lambda rounds, arms, rewards: lists(rounds, rewards), list_reward)
TABLES = Inputs(tables, table_reward)
TREES = Inputs(lambda rounds, arms, rewards: trees(rounds, arms), tree_reward)

view_laws, table_laws, tree_laws = LISTS.laws, TABLES.laws, TREES.laws


def interactive_laws(machine: Machine, horizon: int, query: Query) -> Laws:
    """One query adversary on all tables that differ in one row: she reads the queried column."""
    return laws_on(tables(horizon - 1), lambda x: play(machine, horizon, table_reward(x), query))


def post_processed_laws(machine: Machine, horizon: int, query: Query) -> Laws:
    """The table mechanism of pi^B: labels are queried, rewards are those of the own column."""
    return laws_on(tables(horizon - 1), lambda x: play(machine, horizon, own_column(x), query))


def total(law: Law, event: Iterable[Actions]) -> Fraction:
    """The probability of an event."""
    return sum((law[a] for a in event), Fraction(0))
