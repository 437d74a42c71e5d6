"""What an adversary may do in each notion of privacy, as games on prefixes of actions.

A game fixes the challenge round and the inputs that are chosen in advance (two lists or two tables
that differ in that round; nothing for trees). What is left is, after each prefix of actions, a
choice of (label, reward in the left world, reward in the right world). Thesis, Definitions 3.2,
3.3, 3.5 and 3.9, in the form of `thesis.enumerators`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from .notions import Notion

Choice = tuple[int, int, int]
"""A label, and the index of the reward in the left and in the right world."""
Options = tuple[tuple[tuple[Choice, ...], ...], ...]
"""options[t][arm]: the choices after arm was played in round t (from 0); none in the last round."""
Row = tuple[int, ...]
OVER: tuple[tuple[Choice, ...], ...] = (((0, 0, 0),),)
"""The one choice after an action that says that the run is over."""


@dataclass(frozen=True)
class Game:
    """One challenge round (from 1) with the inputs fixed in advance, as indices of rewards."""

    challenge: int
    options: Options
    left: tuple[Row, ...] = ()
    right: tuple[Row, ...] = ()


def games(
    notion: Notion, arms: int, horizon: int, letters: int, *, diverted: bool = False, ends: int = 0
) -> Iterator[Game]:
    """All games of a notion; the reward of the last round never matters, so it is left out.

    Beside the arms there are `ends` actions after which nothing is shown.

    With `diverted` the notion is ignored: the labels are chosen as in the interactive model, but
    the reward is that of the policy's own action. This is the Table model of the diverted policies
    pi^B of Remark 3.6, over all B.

    >>> len(list(games(Notion.VIEW, 2, 3, 2))), len(list(games(Notion.TABLE, 2, 3, 2)))
    (8, 96)
    >>> [len(game.options[1][0]) for game in games(Notion.ADAPTIVE, 2, 3, 2)]
    [2, 2]
    """
    rounds = horizon - 1
    if letters == 1:
        return  # nothing can differ
    if notion is Notion.ADAPTIVE and not diverted:
        for c in range(rounds):
            fed = (_fed(arms, letters, t == c) + OVER * ends for t in range(rounds))
            yield Game(c + 1, tuple(fed))
        return
    width = 1 if notion is Notion.VIEW and not diverted else arms
    rows = list(product(range(letters), repeat=width))
    for left in product(rows, repeat=rounds):
        for c in range(rounds):
            for row in rows:
                if row == left[c]:
                    continue
                right = (*left[:c], row, *left[c + 1 :])
                options = tuple(
                    _shown(notion, arms, x, y, diverted) + OVER * ends
                    for x, y in zip(left, right, strict=True)
                )
                yield Game(c + 1, options, left, right)


def _fed(arms: int, letters: int, challenged: bool) -> tuple[tuple[Choice, ...], ...]:
    """The adversary feeds a reward; in the challenge round two different ones."""
    pairs = [(x, y) for x, y in product(range(letters), repeat=2) if (x != y) == challenged]
    return tuple(tuple((arm, x, y) for x, y in pairs) for arm in range(arms))


def _shown(
    notion: Notion, arms: int, left: Row, right: Row, diverted: bool
) -> tuple[tuple[Choice, ...], ...]:
    """What rows of two lists or tables show."""
    every = range(arms)
    if diverted:
        return tuple(tuple((q, left[arm], right[arm]) for q in every) for arm in every)
    if notion is Notion.INTERACTIVE:
        return (tuple((q, left[q], right[q]) for q in every),) * arms
    if notion is Notion.TABLE:
        return tuple(((arm, left[arm], right[arm]),) for arm in every)
    return tuple(((arm, left[0], right[0]),) for arm in every)


def path_games(
    arms: int, horizon: int, letters: int, *, foreign: bool, ends: int = 0
) -> Iterator[Game]:
    """Games in which every choice is free, which bound the loss of each single action sequence.

    Along one sequence of actions each notion shows two lists that differ in one round, and every
    such pair occurs; with `foreign` the labels are free too, as in the interactive protocol.
    """
    rounds = horizon - 1
    for c in range(rounds):
        fed = [_fed(arms, letters, t == c) for t in range(rounds)]
        if foreign:
            fed = [(tuple(choice for row in step for choice in row),) * arms for step in fed]
        yield Game(c + 1, tuple(step + OVER * ends for step in fed))


def work(
    notion: Notion, arms: int, horizon: int, letters: int, *, diverted: bool = False, ends: int = 0
) -> int:
    """How many ends of plays all games of a notion have, without any merging.

    It is K^T games of choices: singly exponential in K T for lists, tables and queries by backward
    induction (enumerating the adversaries one by one would be doubly exponential in T).

    >>> [work(notion, 2, 4, 2) for notion in Notion]
    [384, 9216, 73728, 384]
    """
    rounds = horizon - 1
    if not rounds:
        return arms + ends
    plays = (arms + ends) * arms**rounds if ends else arms**horizon
    if notion is Notion.ADAPTIVE and not diverted:
        return int(rounds * letters**rounds * (letters - 1) * plays)
    width = 1 if notion is Notion.VIEW and not diverted else arms
    number = letters ** (width * rounds) * rounds * (letters**width - 1)
    steered = arms**rounds if diverted or notion is Notion.INTERACTIVE else 1
    return int(number * steered * plays)
