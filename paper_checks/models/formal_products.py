"""Probabilities of action sequences as formal products: identities for every policy at once.

P(a_1, ..., a_T) is a product of kernel values pi_t(a | past). Written as the list of its factors
(past, a), with rewards as names instead of numbers, an equality of two lists is an identity for
every kernel and for all real rewards. The product is made of what each round shows, so two
products are one for all T and K as soon as a round shows the same in both: `ANY` is such a round,
of which neither its number nor its actions are known. (By induction on t: both pasts begin empty,
and the past after round t is the past before it with what round t shows; so all factors are one.)
A rule that decides by the number or the actions of such a round is not answered: its names cannot
be compared with numbers, used as conditions, or looked up.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from numbers import Number
from typing import Any, NoReturn
from banditproof.paper_checks.verdicts.vocabulary import Undecided, need
from .exact_games import require
from .policy_protocols import Actions, own_action


class Unknown(str):
    """The name of a number or an action of which nothing is known; a rule may pass it on only.

    >>> Unknown("t") == Unknown("t"), Unknown("t") == Unknown("t*")
    (True, False)
    >>> Unknown("t") == 5
    Traceback (most recent call last):
      ...
    banditproof.paper_checks.verdicts.vocabulary.Undecided: A rule asks whether t is 5.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            raise Undecided(f"A rule asks whether {self} is {other}.")
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> NoReturn:
        raise Undecided(f"A rule asks whether {self} is 0.")

    def __hash__(self) -> int:
        raise Undecided(f"A rule looks up {self}.")


@dataclass(frozen=True)
class AnyPath:
    """The actions a_1, ..., a_t, of which nothing is known, not even t.

    What is computed from it is a term in t and the actions; two equal terms are equal for every
    number and all actions that are put in.

    >>> ANY[-1], table_entry(ANY, 1)
    ('a_t', ('x', 't', 1))
    """

    rounds: str = "t"

    def __getitem__(self, place: int) -> Unknown:
        if place not in (0, -1):
            raise ValueError(f"The action at {place} of an unknown path has no name; take an end.")
        return Unknown("a_1" if place == 0 else f"a_{self.rounds}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            raise Undecided(f"A rule asks whether an unknown path is {other}.")
        return isinstance(other, AnyPath) and self.rounds == other.rounds

    def __hash__(self) -> int:
        raise Undecided("A rule looks up an unknown path.")


ANY: Any = AnyPath()
"""A round t; where a challenge round t* is special, t is not t*."""
AT_CHALLENGE: Any = AnyPath("t*")


def number(actions: Any) -> Any:
    """The round in which a path of actions ends, also of an unknown path."""
    return Unknown(actions.rounds) if isinstance(actions, AnyPath) else len(actions)


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


Shows = tuple[Label, Namer]
"""What a protocol shows after each action: the label, and the name of the reward."""


def require_one_law(first: Shows, second: Shows, finding: str, *rounds: Any) -> None:
    """Two protocols give every policy one law, for all T and K: they show the same in each round.

    The short products come first, for a counterexample; then the unknown rounds, for the proof.
    """
    for _, actions in all_sequences():
        result, expected = (factors(actions, reward, label) for label, reward in (first, second))
        require_same(actions, result, expected, finding)
    for path in rounds or (ANY,):
        shown = [(label(path), reward(path, label(path))) for label, reward in (first, second)]
        need(shown[0] == shown[1], "An unknown round shows other things", shown=shown)


def in_order(names: Sequence[Hashable]) -> Namer:
    """Round t pays the t-th name."""
    return lambda actions, label: names[len(actions) - 1]


def rewards_seen(actions: Actions, reward: Namer, label: Label = own) -> list[Hashable]:
    """The rewards of a run: those in the past of its last action."""
    return [entry for _, entry in factors(actions, reward, label)[-1][0]]


def list_entry(actions: Actions, label: Hashable) -> Hashable:
    """The reward r_t of a list."""
    return ("r", number(actions))


def table_entry(actions: Actions, label: Hashable) -> Hashable:
    """The entry x_(t, label) of a table."""
    return ("x", number(actions), label)


def own_entry(actions: Actions, label: Hashable) -> Hashable:
    """The entry x_(t, a_t) of a table, whatever the label."""
    return ("x", number(actions), actions[-1])


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
