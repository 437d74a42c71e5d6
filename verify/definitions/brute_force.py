"""The second route: the privacy definitions word for word, one input and adversary at a time.

This is the specification that backward induction is compared with, and shares nothing with it:
the policy plays forward (`view_law`) against every deterministic adversary on every list, table
and tree, and the laws of neighbours are compared. It is for three rounds and two arms, or four
rounds where the adversary has no choice. Thesis, Definitions 3.2, 3.3, 3.5 and 3.9.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from banditproof.theory.exact import Number
from banditproof.verify.exact_laws.enumeration import Actions, replacements
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.law_divergences import (
    Ratio,
    worst_delta,
    worst_moment,
    worst_ratio,
)
from .backward_induction import Witness
from .finite_machine import Finite
from .finite_policy import Law, Reward, Shown
from .notions import Notion

Queries = dict[Actions, int]
"""A deterministic adversary B: its query after each prefix of actions."""
MOST_LAWS = 70_000


def adversaries(arms: int, rounds: int) -> Iterator[Queries]:
    """All deterministic adversaries that choose a query in each of so many rounds.

    Nothing is asked after a run is over.
    """
    places = [p for depth in range(1, rounds + 1) for p in product(range(arms), repeat=depth)]
    for queries in product(range(arms), repeat=len(places)):
        yield dict(zip(places, queries, strict=True))


def _blocks(policy: Finite, notion: Notion) -> list[list[tuple[Reward, ...]]]:
    """What one round of an input may be: neighbours exchange one round's block."""
    rounds = range(1, policy.horizon)
    if notion is Notion.ADAPTIVE:
        sizes = [policy.arms**t for t in rounds]
    else:
        sizes = [1 if notion is Notion.VIEW else policy.arms - policy.ends for _ in rounds]
    return [list(product(policy.rewards, repeat=size)) for size in sizes]


Input = tuple[tuple[Reward, ...], ...]


def _shower(policy: Finite, notion: Notion, data: Input, queries: Queries | None) -> Shown:
    """How an input is shown, possibly to a policy whose labels an adversary chooses."""

    def shown(prefix: Actions) -> tuple[int, Reward]:
        row, own = data[len(prefix) - 1], prefix[-1]
        if own >= policy.arms - policy.ends:  # the run is over
            return 0, policy.rewards[0]
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
    arms = policy.arms - policy.ends
    nodes = sum(arms**t for t in range(1, policy.horizon))
    number = inputs * (arms**nodes if steered else 1)
    if number > MOST_LAWS:
        raise NotEnumerable(
            f"The {notion} model of {policy.horizon} rounds and {arms} arms has {number} "
            f"laws, more than the {MOST_LAWS} that are tried one by one."
        )
    plays: Iterator[Queries | None] = (
        adversaries(arms, policy.horizon - 1) if steered else iter([None])
    )
    for queries in plays:
        laws = {
            data: policy.view_law(_shower(policy, model, data, queries))
            for data in product(*blocks)
        }
        for data, other in replacements(blocks):
            yield laws[data], laws[other]


def enumerated_delta(
    policy: Finite, notion: Notion, factor: Number, *, diverted: bool = False
) -> Fraction:
    """delta at e^eps = factor, the largest excess over all neighbours and adversaries."""
    return worst_delta(neighbouring_laws(policy, notion, diverted=diverted), factor)


def enumerated_ratio(policy: Finite, notion: Notion) -> Ratio:
    """e^eps for pure privacy: the largest Pr(actions) / Pr'(actions), possibly infinite."""
    return worst_ratio(neighbouring_laws(policy, notion))


def enumerated_moment(policy: Finite, notion: Notion, order: int) -> Ratio:
    """The largest sum of Pr^order Pr'^(1 - order), for an integer order >= 2."""
    return worst_moment(neighbouring_laws(policy, notion), order)


def replayed(policy: Finite, witness: Witness) -> tuple[Law, Law]:
    """The laws of the actions in the two worlds of a witness, played again from its choices.

    Where lists or tables are given, it is checked that each reward shown stands in them, in the
    column that the notion says, and that they differ in the challenge round only; a tree must show
    the two worlds the same rewards in all other rounds.
    """

    def choice(prefix: Actions) -> tuple[int, Reward, Reward]:
        value = witness.choices.get(prefix)
        t, own = len(prefix), prefix[-1]
        if value is None:  # nothing matters any more; anything that is allowed will do
            if not witness.left:
                return own, policy.rewards[0], policy.rewards[0]
            column = 0 if witness.notion is Notion.VIEW else own
            return own, witness.left[t - 1][column], witness.right[t - 1][column]
        label, first, second = value
        if witness.notion is not Notion.INTERACTIVE and label != own:
            raise ValueError(f"After {prefix} the label is {label}, not the action.")
        if t != witness.challenge and first != second:
            raise ValueError(f"After {prefix} the two worlds differ outside the challenge.")
        if witness.left:
            column = 0 if witness.notion is Notion.VIEW else label
            if (first, second) != (witness.left[t - 1][column], witness.right[t - 1][column]):
                raise ValueError(f"After {prefix} the rewards shown are not those of the inputs.")
        return value

    return (
        policy.view_law(lambda prefix: choice(prefix)[:2]),
        policy.view_law(lambda prefix: (choice(prefix)[0], choice(prefix)[2])),
    )
