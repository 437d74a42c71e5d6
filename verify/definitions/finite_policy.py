"""Finite policies as kernels of the visible history, and their exact privacy in three models.

A kernel gives the law of the next arm for each history of arms and rewards in {0, 1}. Its laws on
reward lists (View DP), on reward tables (Table DP) and on reward trees (adaptive continual
release) are compared by enumeration, in rationals. Optimal Regret of Bernoulli Bandits,
Definitions 2.3 and B.2, Propositions 2.4 and B.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from banditproof.theory.exact import Number, exact
from banditproof.verify.enumeration import Actions, Feed, list_feed, table_feed, tree_feed
from banditproof.verify.finite_noise import NotEnumerable

from .notions import Notion

History = tuple[tuple[int, int], ...]
"""The visible past: (arm, reward) of each round."""
Law = dict[Actions, Fraction]
LIMIT = 200_000


@dataclass(frozen=True)
class FinitePolicy:
    """A kernel: kernel[history][arm] is the probability of the arm after a history.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> greedy = {((0, 1),): (Fraction(2, 3), Fraction(1, 3))}
    >>> histories = [(), ((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    >>> policy = FinitePolicy(2, 2, {h: greedy.get(h, half) for h in histories})
    >>> pure_ratio(policy, Notion.VIEW), delta(policy, Notion.VIEW, 1)
    (Fraction(3, 2), Fraction(1, 12))
    """

    arms: int
    horizon: int
    kernel: Mapping[History, tuple[Fraction, ...]]

    def __post_init__(self) -> None:
        for history, law in self.kernel.items():
            if len(law) != self.arms or min(law) < 0 or sum(law) != 1:
                raise ValueError(
                    f"After {history} the kernel is {law}; give a law on {self.arms} arms."
                )

    @staticmethod
    def random(
        rng: np.random.Generator, arms: int = 2, horizon: int = 3, grain: int = 20
    ) -> FinitePolicy:
        """A policy whose laws have integer weights of at most `grain`, drawn at random."""
        kernel: dict[History, tuple[Fraction, ...]] = {}
        steps = list(product(range(arms), (0, 1)))
        for length in range(horizon):
            for history in product(steps, repeat=length):
                weights = [int(w) for w in rng.integers(1, grain + 1, arms)]
                kernel[history] = tuple(Fraction(w, sum(weights)) for w in weights)
        return FinitePolicy(arms, horizon, kernel)

    def law(self, feed: Feed) -> Law:
        """The law of the actions on a source of rewards."""
        found: Law = {}
        for actions in product(range(self.arms), repeat=self.horizon):
            history: History = ()
            mass = Fraction(1)
            for t, arm in enumerate(actions):
                mass *= self.kernel[history][arm]
                history = (*history, (arm, feed(actions[: t + 1])))
            found[actions] = mass
        return found


def neighbouring_laws(policy: FinitePolicy, notion: Notion) -> Iterator[tuple[Law, Law]]:
    """The laws on all ordered pairs of neighbours; the last reward never matters and is 0.

    Neighbours are two lists that differ in one entry, two tables that differ in one row, or two
    trees that differ at one depth.
    """
    rounds = policy.horizon - 1
    blocks, feed = _inputs(policy, notion)
    if np.prod([float(len(options)) for options in blocks]) * max(map(len, blocks)) > LIMIT:
        raise NotEnumerable(
            f"The {notion} model has too many inputs at horizon {policy.horizon} for enumeration."
        )
    laws = {data: policy.law(feed(data)) for data in product(*blocks)}
    for data, law in laws.items():
        for t in range(rounds):
            for block in blocks[t]:
                if block != data[t]:
                    yield law, laws[(*data[:t], block, *data[t + 1 :])]


Data = tuple[tuple[int, ...], ...]


def _inputs(
    policy: FinitePolicy, notion: Notion
) -> tuple[list[list[tuple[int, ...]]], Callable[[Data], Feed]]:
    """For each round the blocks of rewards that a neighbour may exchange, and how to feed them."""
    rounds, arms = policy.horizon - 1, policy.arms
    if notion is Notion.VIEW:
        blocks: list[list[tuple[int, ...]]] = [[(0,), (1,)] for _ in range(rounds)]
        return blocks, lambda data: list_feed([*(block[0] for block in data), 0])
    if notion is Notion.TABLE:
        rows = list(product((0, 1), repeat=arms))
        return [rows] * rounds, lambda data: table_feed([*data, (0,) * arms])
    places = [list(product(range(arms), repeat=t + 1)) for t in range(policy.horizon)]

    def feed(data: Data) -> Feed:
        levels = zip(places, (*data, (0,) * len(places[-1])), strict=True)
        return tree_feed(
            {p: r for where, block in levels for p, r in zip(where, block, strict=True)}
        )

    return [list(product((0, 1), repeat=len(where))) for where in places[:-1]], feed


def pure_ratio(policy: FinitePolicy, notion: Notion) -> Fraction | float:
    """The largest Pr(actions) / Pr'(actions) over all neighbours: e^eps, exactly."""
    best: Fraction | float = Fraction(1)
    for left, right in neighbouring_laws(policy, notion):
        for actions, mass in left.items():
            if mass:
                best = max(best, mass / right[actions] if right[actions] else float("inf"))
    return best


def delta(policy: FinitePolicy, notion: Notion, factor: Number) -> Fraction:
    """The smallest delta at which the policy is (log factor, delta)-private, exactly.

    The largest sum over all actions of (Pr - factor Pr')^+, over all neighbours.
    """
    f = exact(factor)
    return max(
        (
            sum((max(p - f * right[a], Fraction(0)) for a, p in left.items()), Fraction(0))
            for left, right in neighbouring_laws(policy, notion)
        ),
        default=Fraction(0),
    )


def adaptive_delta(policy: FinitePolicy, factor: Number) -> Fraction:
    """delta in the adaptive model by backward induction: the adversary's best reward at each node.

    A tree may choose each node's reward freely, so the largest sum over its leaves is found node
    by node, for each challenge round; no tree is enumerated.
    """
    f = exact(factor)

    def value(left: History, right: History, p: Fraction, q: Fraction, challenge: int) -> Fraction:
        t = len(left) + 1
        if t > policy.horizon:
            return max(p - f * q, Fraction(0))
        total = Fraction(0)
        for arm in range(policy.arms):
            next_p = p * policy.kernel[left][arm]
            next_q = q * policy.kernel[right][arm]
            if t == policy.horizon:
                total += max(next_p - f * next_q, Fraction(0))
                continue
            pairs = product((0, 1), repeat=2) if t == challenge else [(0, 0), (1, 1)]
            total += max(
                value((*left, (arm, r)), (*right, (arm, s)), next_p, next_q, challenge)
                for r, s in pairs
            )
        return total

    one = Fraction(1)
    return max((value((), (), one, one, t) for t in range(1, policy.horizon)), default=Fraction(0))


@dataclass(frozen=True)
class Separation:
    """The exact delta of one policy in the three models, at one factor e^eps."""

    seed: int
    policy: FinitePolicy
    factor: Fraction
    view: Fraction
    table: Fraction
    adaptive: Fraction


def separations(factor: Number, seeds: range) -> Iterator[Separation]:
    """The three deltas of random policies with two arms and three rounds, one for each seed."""
    for seed in seeds:
        policy = FinitePolicy.random(np.random.default_rng(seed))
        view, table = (delta(policy, notion, factor) for notion in (Notion.VIEW, Notion.TABLE))
        yield Separation(seed, policy, exact(factor), view, table, adaptive_delta(policy, factor))
