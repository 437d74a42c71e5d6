"""Policies in interaction, played forward round by round in exact arithmetic.

A policy meets somebody who answers each action with a label and a reward: a list, a table, a tree
of rewards, or an adversary who queries another column. All definitions of chapter 3 are laws of
the actions in such a game. Two readings of the word policy: a *kernel* decides from the labels
and rewards that it saw; a *machine* also remembers what it played itself. They are one thing
while the label is the action, and two things when an adversary queries.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import cast
from banditproof.verify.definitions.brute_force import adversaries as query_adversaries
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import FinitePolicy, Shown

Actions = tuple[int, ...]
Seen = tuple[tuple[int, int], ...]
"""What a policy observed: (label, reward) of each past round."""

Row = tuple[Fraction, ...]
Kernel = Callable[[Seen], Row]
Machine = Callable[[Actions, Seen], Row]
Query = Callable[[Actions], int]
"""The label of a round, from the actions so far, the current one included."""

Reward = Callable[[Actions, int], int]
"""The reward of a round, from the actions so far and the label."""

Law = dict[Actions, Fraction]
Table = tuple[tuple[int, ...], ...]
Tree = tuple[tuple[int, ...], ...]
"""Level t holds the rewards of all sequences of t actions, in lexicographic order."""

HALF = (Fraction(1, 2), Fraction(1, 2))


def kernel_as_machine(kernel: Kernel) -> Machine:
    """A kernel forgets its own actions; it knows the labels only."""
    return lambda actions, seen: kernel(seen)


def own_action(actions: Actions) -> int:
    """The label is the action that was played: nobody queries."""
    return actions[-1]


def list_reward(rewards: Sequence[int]) -> Reward:
    """Round t pays the t-th reward of a list."""
    return lambda actions, label: rewards[len(actions) - 1]


def table_reward(table: Table) -> Reward:
    """Round t pays the label's entry of row t."""
    return lambda actions, label: table[len(actions) - 1][label]


def own_column(table: Table) -> Reward:
    """Round t pays the entry of the arm that was played, whatever the label says."""
    return lambda actions, label: table[len(actions) - 1][actions[-1]]


def tree_reward(tree: Tree, arms: int = 2) -> Reward:
    """Round t pays the node of all actions so far."""

    def reward(actions: Actions, label: int) -> int:
        place = 0
        for arm in actions:
            place = place * arms + arm
        return tree[len(actions) - 1][place]

    return reward


def play(
    machine: Machine, horizon: int, reward: Reward, query: Query = own_action, arms: int = 2
) -> Law:
    """The law of the actions, played forward; the answer after the last action is not needed.

    >>> copy = lambda seen: HALF if not seen else (Fraction(1 - seen[-1][1]), Fraction(seen[-1][1]))
    >>> play(kernel_as_machine(copy), 2, list_reward((1,)))[1, 1]
    Fraction(1, 2)
    """
    law = library_machine(machine, horizon, arms).view_law(shown(reward, query))
    return {actions: law.get(actions, Fraction(0)) for actions in sequences(horizon, arms)}


def shown(reward: Reward, query: Query = own_action) -> Shown:
    """What a round shows: the label that is queried, and its reward."""
    return lambda path: (label := query(path), reward(path, label))


def library_policy(kernel: Kernel, horizon: int, arms: int = 2) -> FinitePolicy:
    """The kernel as the library knows it."""
    return FinitePolicy.from_rule(arms, horizon, cast(Callable[..., Row], kernel))


@lru_cache
def library_machine(machine: Machine, horizon: int, arms: int = 2) -> FiniteMachine:
    """The policy as the library knows it; its state is its own actions and what it saw."""

    @cache
    def act(state: State) -> dict[tuple[int, State], Fraction]:
        actions, seen = cast(tuple[Actions, Seen], state)
        return {(arm, ((*actions, arm), seen)): p for arm, p in enumerate(machine(actions, seen))}

    def observe(state: State, label: int, reward: int | Fraction) -> State:
        actions, seen = cast(tuple[Actions, Seen], state)
        return actions, (*seen, (label, reward))

    return FiniteMachine(arms, horizon, {((), ()): Fraction(1)}, act, observe)


def path_product(machine: Machine, actions: Actions, reward: Reward, query: Query) -> Fraction:
    """The printed formula: the product of pi_t(a_t | past) along one sequence of actions."""
    total = Fraction(1)
    seen: Seen = ()
    for t, arm in enumerate(actions, 1):
        total *= machine(actions[: t - 1], seen)[arm]
        if t < len(actions):
            label = query(actions[:t])
            seen = (*seen, (label, reward(actions[:t], label)))
    return total


def sequences(length: int, arms: int = 2) -> list[Actions]:
    """All sequences of actions of one length."""
    return list(product(range(arms), repeat=length))


def lists(rounds: int, rewards: Sequence[int] = (0, 1)) -> list[tuple[int, ...]]:
    """All lists of rewards."""
    return list(product(rewards, repeat=rounds))


def tables(rounds: int, arms: int = 2, rewards: Sequence[int] = (0, 1)) -> list[Table]:
    """All tables of rewards."""
    return list(product(product(rewards, repeat=arms), repeat=rounds))


def trees(rounds: int, arms: int = 2) -> list[Tree]:
    """All trees of rewards 0 and 1, level by level."""
    return list(product(*(product((0, 1), repeat=arms**t) for t in range(1, rounds + 1))))


def differ_once(first: Sequence[object], second: Sequence[object]) -> bool:
    """Neighbours: one reward of a list, one row of a table, one level of a tree is exchanged."""
    return sum(x != y for x, y in zip(first, second, strict=True)) == 1


def adversaries(rounds: int, arms: int = 2) -> Iterator[Mapping[Actions, int]]:
    """All deterministic query adversaries: a label for each sequence of up to `rounds` actions.

    >>> len(list(adversaries(2)))
    64
    """
    return query_adversaries(arms, rounds)


def random_kernel(
    source: random.Random, horizon: int, arms: int = 2, least: int = 1, labels: bool = True
) -> Kernel:
    """A random law in twelfths for each history; without `labels` it looks at rewards only."""

    @cache
    def law(seen: tuple[object, ...]) -> Row:
        weights = [source.randint(least, 12 // arms) for _ in range(arms - 1)]
        weights.append(12 - sum(weights))
        source.shuffle(weights)
        return tuple(Fraction(w, 12) for w in weights)

    def kernel(seen: Seen) -> Row:
        return law(seen if labels else tuple(reward for _, reward in seen))

    # all histories are drawn now, so the policy does not depend on who asks first
    for t in range(horizon):
        for seen in product(product(range(arms), (0, 1)), repeat=t):
            kernel(seen)
    return kernel
