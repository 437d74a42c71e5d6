"""Policies as kernels, played on lists, tables and trees of rewards: exact laws of the actions.

Everything is finite and rational: two arms, rewards 0 and 1, a short horizon. The last reward
comes after the last action, so it is left out of lists, tables and trees.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, cast
from banditproof.verify.definitions.finite_policy import FinitePolicy, Shown
from banditproof.verify.exact_laws.enumeration import list_feed as list_feed
from banditproof.verify.exact_laws.enumeration import table_feed as table_feed
from banditproof.verify.exact_laws.law_divergences import worst_delta as worst_delta
from banditproof.verify.exact_laws.law_divergences import worst_moment as worst_moment
from banditproof.verify.exact_laws.law_divergences import worst_ratio as worst_ratio
from . import policy_protocols as protocols
from .finite_laws import Law, random_law

ARMS, HORIZON = 2, 3
Actions = tuple[int, ...]
History = tuple[tuple[int, int], ...]
"""What a policy has seen: (arm, reward) of each round."""

Kernel = Callable[[History], Law]
Table = tuple[tuple[int, ...], ...]
Tree = tuple[tuple[Actions, int], ...]
"""A reward for each sequence of actions, as a hashable mapping."""

Feed = Callable[[Actions], int]
"""The reward that follows a sequence of actions."""


def random_kernel(source: random.Random, horizon: int = HORIZON, least: int = 1) -> Kernel:
    """A random rational law of the next arm for each history."""
    pairs = tuple(product(range(ARMS), (0, 1)))
    laws = {
        history: random_law(source, ARMS, least)
        for t in range(horizon)
        for history in product(pairs, repeat=t)
    }
    return laws.__getitem__


def copies_the_last_reward(history: History) -> Law:
    """The arm is the last reward: the least private policy of all."""
    if not history:
        return (Fraction(1, 2), Fraction(1, 2))
    return (Fraction(1 - history[-1][1]), Fraction(history[-1][1]))


def sequences(length: int = HORIZON) -> list[Actions]:
    """All action sequences."""
    return protocols.sequences(length, ARMS)


@lru_cache
def policy_of(kernel: Kernel, horizon: int) -> FinitePolicy:
    """The kernel as the library knows it."""
    return FinitePolicy.from_rule(ARMS, horizon, cast(Callable[..., Law], kernel))


def shown(feed: Feed) -> Shown:
    """What a round shows: the arm that was pulled, and its reward."""
    return lambda actions: (actions[-1], feed(actions))


def path_probability(kernel: Kernel, actions: Actions, feed: Feed) -> Fraction:
    """Product over t of the kernel's probability of a_t after a_1, r_1, ..., a_(t-1), r_(t-1)."""
    return policy_of(kernel, len(actions)).probability(actions, shown(feed))


def law(kernel: Kernel, feed: Feed, horizon: int = HORIZON) -> Law:
    """The law of the action sequence on a source of rewards, by these products."""
    return tuple(path_probability(kernel, a, feed) for a in sequences(horizon))


def interaction(kernel: Kernel, feed: Feed, horizon: int = HORIZON) -> Law:
    """The same law by another route, played forward round by round."""
    result = policy_of(kernel, horizon).view_law(shown(feed))
    return tuple(result.get(a, Fraction(0)) for a in sequences(horizon))


def tree_feed(tree: Tree) -> Feed:
    """Round t pays the node of all actions so far (adaptive continual release)."""
    return dict(tree).__getitem__


def nodes(horizon: int = HORIZON) -> list[Actions]:
    """The places of a tree, from depth 1 to the last that matters."""
    return [a for depth in range(1, horizon) for a in sequences(depth)]


def trees(horizon: int = HORIZON) -> list[Tree]:
    """All trees of the rewards that matter."""
    places = nodes(horizon)
    return [
        tuple(zip(places, rewards, strict=True)) for rewards in product((0, 1), repeat=len(places))
    ]


def rows_changed(first: Sequence[Any], second: Sequence[Any]) -> int:
    """In how many rounds two tables or lists differ."""
    return sum(x != y for x, y in zip(first, second, strict=True))


def one_depth(first: Tree, second: Tree) -> bool:
    """Neighbouring trees: one depth, all its nodes."""
    return len({len(a) for (a, x), (_, y) in zip(first, second, strict=True) if x != y}) == 1


@dataclass(frozen=True)
class Model:
    """What the data of a policy is: the inputs, how they feed rewards, and when two are near."""

    inputs: Callable[[int], Sequence[Any]]
    feed: Callable[[Any], Feed]
    near: Callable[[Any, Any], bool]


LIST = Model(lambda horizon: protocols.lists(horizon - 1), list_feed, protocols.differ_once)
TABLE = Model(lambda horizon: protocols.tables(horizon - 1), table_feed, protocols.differ_once)
TREE = Model(trees, tree_feed, one_depth)


@lru_cache
def neighbouring_inputs(model: Model, horizon: int = HORIZON) -> tuple[tuple[Any, Any], ...]:
    """All ordered pairs of neighbours of a model.

    >>> [len(neighbouring_inputs(model)) for model in (LIST, TABLE, TREE)]
    [8, 96, 1152]
    """
    inputs = model.inputs(horizon)
    return tuple((x, y) for x in inputs for y in inputs if model.near(x, y))


Pairs = list[tuple[Law, Law]]


def neighbouring_laws(kernel: Kernel, model: Model, horizon: int = HORIZON) -> Pairs:
    """The laws of a policy on all ordered pairs of neighbours of a model."""
    laws = {x: law(kernel, model.feed(x), horizon) for x in model.inputs(horizon)}
    return [(laws[x], laws[y]) for x, y in neighbouring_inputs(model, horizon)]
