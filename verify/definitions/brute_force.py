"""The privacy definitions read word for word: every adversary, table, list and tree, one by one.

This is the specification that backward induction is compared with, and shares nothing with it. The
protocol is played with every deterministic adversary on every input, the laws of the actions are
multiplied out, and neighbours are compared. It is for three rounds and two arms, or four rounds
where the adversary has no choice. Thesis, Definitions 3.2, 3.3, 3.5 and 3.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.enumeration import Actions
from banditproof.verify.exact_laws.finite_noise import NotEnumerable

from .backward_induction import Witness
from .finite_machine import Finite, State
from .finite_policy import FinitePolicy, History, Law, Reward
from .notions import Notion

Shown = Callable[[Actions], tuple[int, Reward]]
"""The label and the reward that the policy is shown after a prefix of its actions."""
Queries = dict[Actions, int]
"""A deterministic adversary B: its query after each prefix of actions."""
MOST_LAWS = 70_000


def view_law(policy: Finite, shown: Shown) -> Law:
    """The law of the actions when the policy is shown a label and a reward after each of them.

    >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    >>> view_law(copy, lambda prefix: (1, 1))
    {(0, 1): Fraction(1, 1)}
    """
    if isinstance(policy, FinitePolicy):
        kernel_law: Law = {}
        stack: list[tuple[Actions, History, Fraction]] = [((), (), Fraction(1))]
        while stack:
            actions, history, mass = stack.pop()
            if len(actions) == policy.horizon:
                kernel_law[actions] = mass
                continue
            for arm, chance in enumerate(policy.kernel[history]):
                if chance:
                    prefix = (*actions, arm)
                    past = history
                    if len(prefix) < policy.horizon:
                        past = (*history, shown(prefix))
                    stack.append((prefix, past, mass * chance))
        return kernel_law
    runs: dict[tuple[Actions, State], Fraction] = {
        ((), state): mass for state, mass in policy.start.items()
    }
    for t in range(policy.horizon):
        new: dict[tuple[Actions, State], Fraction] = {}
        for (actions, state), mass in runs.items():
            for (arm, hidden), chance in policy.act(state).items():
                prefix = (*actions, arm)
                after = hidden
                if t + 1 < policy.horizon:
                    after = policy.observe(hidden, *shown(prefix))
                new[prefix, after] = new.get((prefix, after), Fraction(0)) + mass * chance
        runs = new
    law: Law = {}
    for (played, _), mass in runs.items():
        if mass:
            law[played] = law.get(played, Fraction(0)) + mass
    return law


def _prefixes(policy: Finite, depth: int) -> list[Actions]:
    return list(product(range(policy.arms), repeat=depth))


def adversaries(policy: Finite) -> Iterator[Queries]:
    """All deterministic adversaries that choose queries, up to the round before the last."""
    places = [p for depth in range(1, policy.horizon) for p in _prefixes(policy, depth)]
    for queries in product(range(policy.arms), repeat=len(places)):
        yield dict(zip(places, queries, strict=True))


def _blocks(policy: Finite, notion: Notion) -> list[list[tuple[Reward, ...]]]:
    """What one round of an input may be: neighbours exchange one round's block."""
    rounds = range(1, policy.horizon)
    if notion is Notion.ADAPTIVE:
        sizes = [policy.arms**t for t in rounds]
    else:
        sizes = [1 if notion is Notion.VIEW else policy.arms for _ in rounds]
    return [list(product(policy.rewards, repeat=size)) for size in sizes]


Input = tuple[tuple[Reward, ...], ...]


def _shower(policy: Finite, notion: Notion, data: Input, queries: Queries | None) -> Shown:
    """How an input is shown, possibly to a policy whose labels an adversary chooses."""

    def shown(prefix: Actions) -> tuple[int, Reward]:
        row, own = data[len(prefix) - 1], prefix[-1]
        if notion is Notion.VIEW:
            return own, row[0]
        if notion is Notion.TABLE:
            return (own if queries is None else queries[prefix]), row[own]
        if notion is Notion.INTERACTIVE and queries is not None:
            return queries[prefix], row[queries[prefix]]
        place = 0
        for arm in prefix:
            place = place * policy.arms + arm
        return own, row[place]

    return shown


def neighbouring_laws(
    policy: Finite, notion: Notion, *, diverted: bool = False
) -> Iterator[tuple[Law, Law]]:
    """The laws on all ordered pairs of neighbours, under every adversary; the last reward is left.

    `diverted` asks for the Table model of pi^B, over all B (Remark 3.6).
    """
    model = Notion.TABLE if diverted else notion
    steered = diverted or notion is Notion.INTERACTIVE
    blocks = _blocks(policy, model)
    inputs = 1
    for options in blocks:
        inputs *= len(options)
    nodes = sum(policy.arms**t for t in range(1, policy.horizon))
    number = inputs * (policy.arms**nodes if steered else 1)
    if number > MOST_LAWS:
        raise NotEnumerable(
            f"The {notion} model of {policy.horizon} rounds and {policy.arms} arms has {number} "
            f"laws, more than the {MOST_LAWS} that are tried one by one."
        )
    plays: Iterator[Queries | None] = adversaries(policy) if steered else iter([None])
    for queries in plays:
        laws = {
            data: view_law(policy, _shower(policy, model, data, queries))
            for data in product(*blocks)
        }
        for data, law in laws.items():
            for t, options in enumerate(blocks):
                for block in options:
                    if block != data[t]:
                        yield law, laws[(*data[:t], block, *data[t + 1 :])]


def excess(left: Law, right: Law, factor: Number) -> Fraction:
    """The hockey-stick: the sum over action sequences of (Pr - factor Pr')^+."""
    f, none = exact(factor), Fraction(0)
    return sum((max(p - f * right.get(a, none), none) for a, p in left.items()), none)


def enumerated_delta(
    policy: Finite, notion: Notion, factor: Number, *, diverted: bool = False
) -> Fraction:
    """delta at e^eps = factor, the largest excess over all neighbours and adversaries."""
    pairs = neighbouring_laws(policy, notion, diverted=diverted)
    return max((excess(left, right, factor) for left, right in pairs), default=Fraction(0))


def enumerated_ratio(policy: Finite, notion: Notion) -> Fraction | float:
    """e^eps for pure privacy: the largest Pr(actions) / Pr'(actions), possibly infinite."""
    best: Fraction | float = Fraction(1)
    for left, right in neighbouring_laws(policy, notion):
        for actions, mass in left.items():
            if mass:
                other = right.get(actions, Fraction(0))
                best = max(best, mass / other if other else float("inf"))
    return best


def enumerated_moment(policy: Finite, notion: Notion, order: int) -> Fraction | float:
    """The largest sum of Pr^order Pr'^(1 - order), for an integer order >= 2."""
    if order < 2:
        raise ValueError(f"The order is {order}; give an integer >= 2.")
    best: Fraction | float = Fraction(1)
    for left, right in neighbouring_laws(policy, notion):
        if any(p and not right.get(a) for a, p in left.items()):
            return float("inf")
        moment = sum(
            (p**order / right[a] ** (order - 1) for a, p in left.items() if p), Fraction(0)
        )
        best = max(best, moment)
    return best


def replayed(policy: Finite, witness: Witness) -> tuple[Law, Law]:
    """The laws of the actions in the two worlds of a witness, played again from its choices.

    Where lists or tables are given, it is checked that each reward shown stands in them, in the
    column that the notion says, and that they differ in the challenge round only; a tree must show
    the two worlds the same rewards in all other rounds.
    """

    def choice(prefix: Actions) -> tuple[int, Reward, Reward]:
        found = witness.choices.get(prefix)
        t, own = len(prefix), prefix[-1]
        if found is None:  # nothing matters any more; anything that is allowed will do
            if not witness.left:
                return own, policy.rewards[0], policy.rewards[0]
            column = 0 if witness.notion is Notion.VIEW else own
            return own, witness.left[t - 1][column], witness.right[t - 1][column]
        label, one, other = found
        if witness.notion is not Notion.INTERACTIVE and label != own:
            raise ValueError(f"After {prefix} the label is {label}, not the action.")
        if t != witness.challenge and one != other:
            raise ValueError(f"After {prefix} the two worlds differ outside the challenge.")
        if witness.left:
            column = 0 if witness.notion is Notion.VIEW else label
            if (one, other) != (witness.left[t - 1][column], witness.right[t - 1][column]):
                raise ValueError(f"After {prefix} the rewards shown are not those of the inputs.")
        return found

    return (
        view_law(policy, lambda prefix: choice(prefix)[:2]),
        view_law(policy, lambda prefix: (choice(prefix)[0], choice(prefix)[2])),
    )
