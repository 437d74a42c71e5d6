"""Probabilities of action sequences as formal products: identities for every policy at once.

P(a_1, ..., a_T) is a product of kernel values pi_t(a | past). Written as the list of its factors
(past, a), with rewards as names instead of numbers, an equality of two lists is an identity for
every kernel and for all real rewards. What is left to words is the horizon and the number of
arms.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product

from .exact_games import require
from .policy_protocols import Actions, own_action

Past = tuple[tuple[Hashable, Hashable], ...]
Factors = tuple[tuple[Past, int], ...]
Namer = Callable[[Actions, Hashable], Hashable]
"""The name of the reward of a round, from the actions so far and the label."""

Label = Callable[[Actions], Hashable]
SIZES = ((1, 2), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3))
"""Pairs (T, K) at which identities are compared."""

own = own_action
"""The label is the action itself."""


def factors(actions: Actions, reward: Namer, label: Label = own) -> Factors:
    """The factors pi_t(a_t | past) of the probability of a sequence."""
    paths = [actions[:t] for t in range(1, len(actions) + 1)]
    return with_memory(actions, [(label(path), reward(path, label(path))) for path in paths])


def with_memory(actions: Actions, seen: Sequence[tuple[Hashable, Hashable]]) -> Factors:
    """The product whose past before a_t is the first t - 1 of the given pairs."""
    return tuple((tuple(seen[:t]), arm) for t, arm in enumerate(actions))


def all_sequences(sizes: tuple[tuple[int, int], ...] = SIZES) -> Iterator[tuple[int, Actions]]:
    """The number of arms and the sequence, for all sizes."""
    for horizon, arms in sizes:
        for actions in product(range(arms), repeat=horizon):
            yield arms, actions


def require_same(actions: Actions, found: Factors, due: Factors, finding: str) -> None:
    """Two products must be one; else the sequence with both products is the counterexample."""
    require(found == due, finding, actions=actions, product=written(found), due=written(due))


def in_order(names: Sequence[Hashable]) -> Namer:
    """Round t pays the t-th name."""
    return lambda actions, label: names[len(actions) - 1]


def rewards_seen(actions: Actions, reward: Namer, label: Label = own) -> list[Hashable]:
    """The rewards of a run: those in the past of its last action."""
    return [entry for _, entry in factors(actions, reward, label)[-1][0]]


def list_entry(actions: Actions, label: Hashable) -> Hashable:
    """The reward r_t of a list."""
    return ("r", len(actions))


def table_entry(actions: Actions, label: Hashable) -> Hashable:
    """The entry x_(t, label) of a table."""
    return ("x", len(actions), label)


def own_entry(actions: Actions, label: Hashable) -> Hashable:
    """The entry x_(t, a_t) of a table, whatever the label."""
    return ("x", len(actions), actions[-1])


def node(actions: Actions, label: Hashable) -> Hashable:
    """The node of a tree of rewards after the actions so far."""
    return ("node", actions)


def queried(actions: Actions) -> Hashable:
    """The label B_t(a_1, ..., a_t) of an adversary of whom nothing is known."""
    return ("B", actions)


def written(found: Factors) -> str:
    """A formal product for people.

    >>> written(factors((0, 1), table_entry))
    'pi(1) pi(2 | 1, x[1,1])'
    """
    return " ".join(_one(past, arm) for past, arm in found)


def _one(past: Past, arm: int) -> str:
    seen = ", ".join(f"{_name(label)}, {_name(reward)}" for label, reward in past)
    return f"pi({arm + 1} | {seen})" if seen else f"pi({arm + 1})"


def _name(thing: Hashable) -> str:
    if isinstance(thing, int):
        return str(thing + 1)
    match thing:
        case ("B" | "node" as kind, tuple(path)):
            return f"{kind}({','.join(str(a + 1) for a in path)})"
        case ("x", t, label):
            return f"x[{t},{_name(label)}]"
        case ("r", t):
            return f"r[{t}]"
    return str(thing)
