"""Neighbouring inputs worth trying: structured ones, and variations of what looked best."""

from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
import numpy as np
from banditproof.verify.definitions.notions import Notion
from .fed_rewards import ENDS, FedRewards
from .inputs import AuditInput, Block, QueriedInput, as_input, block_length, challenge

LONG = 9
"""Beyond so many rounds, only some of them are challenged on each base."""


@dataclass(frozen=True)
class Pair:
    """Two inputs that differ in what one round pays.

    >>> one, two = as_input(Notion.VIEW, 2, [(0,), (0,)]), as_input(Notion.VIEW, 2, [(1,), (0,)])
    >>> Pair(one, two).challenge
    1
    """

    left: AuditInput
    right: AuditInput

    @property
    def challenge(self) -> int:
        """The round in which the inputs differ."""
        return challenge(self.left, self.right)

    @property
    def swapped(self) -> Pair:
        """The same two inputs in the other order."""
        return Pair(self.right, self.left)


def _patterns(arms: int, rounds: int, fed: FedRewards) -> Iterator[list[Block]]:
    """Tables with a shape: constant, one good arm, alternating in time, streaks, and stairs."""
    low, high = fed.low, fed.high
    zero, one = (low,) * arms, (high,) * arms
    yield [zero] * rounds
    yield [one] * rounds
    good_rows = [tuple(high if a == good else low for a in range(arms)) for good in range(arms)]
    for row in good_rows:
        yield [row] * rounds
    yield [one if t % 2 else zero for t in range(rounds)]
    yield [zero if t % 2 else one for t in range(rounds)]
    half = rounds // 2
    yield [one] * half + [zero] * (rounds - half)
    yield [zero] * half + [one] * (rounds - half)
    for good, row in enumerate(good_rows):
        other = tuple(high if r == low else low for r in row)
        yield [row] * half + [other] * (rounds - half)
        yield [good_rows[(good + t) % arms] for t in range(rounds)]
        for lead in range(1, min(rounds, 6)):  # from a slight lead of one arm to a clear one
            yield [row] * lead + [zero] * (rounds - lead)


def bases(
    notion: Notion,
    arms: int,
    rounds: int,
    rng: np.random.Generator,
    drawn: int = 8,
    fed: FedRewards = ENDS,
    publics: int = 1,
) -> list[AuditInput]:
    """Inputs to start from: the structured ones, then some drawn at random; none twice.

    Half of the drawn ones pay the ends only, and half any reward that is fed. With several
    public sequences of contexts, each input is paired with one after the other.

    >>> rng = np.random.default_rng(1)
    >>> [len(bases(notion, 2, 6, rng)) > 10 for notion in Notion]
    [True, True, True, True]
    """
    length = block_length(notion, arms)
    results: dict[AuditInput, None] = {}
    patterns = list(_patterns(1 if notion is Notion.VIEW else arms, rounds, fed))
    ends, values = (fed.low, fed.high), fed.values
    places = rng.integers(0, 2, (drawn, rounds, length)).tolist()
    random_blocks = [[tuple(ends[i] for i in block) for block in rows] for rows in places]
    if fed.inner:
        places = rng.integers(0, len(values), (drawn, rounds, length)).tolist()
        random_blocks += [[tuple(values[i] for i in block) for block in rows] for rows in places]
    if notion is Notion.ADAPTIVE:
        patterns = [[row * arms for row in rows] for rows in patterns]
        repeat = tuple(ends[previous == last] for previous in range(arms) for last in range(arms))
        patterns += [[repeat] * rounds, [tuple(ends[r == ends[0]] for r in repeat)] * rounds]
    patterns += [[(value,) * length] * rounds for value in fed.inner]
    patterns += random_blocks
    for i, rows in enumerate(patterns):
        for queries in _queries(notion, arms, rounds, rng):
            results[as_input(notion, arms, rows, queries, i % publics)] = None
    return list(results)


def _queries(
    notion: Notion, arms: int, rounds: int, rng: np.random.Generator
) -> list[list[tuple[int, ...]] | None]:
    """What an interactive adversary may show: the truth, one arm always, shifted or drawn arms."""
    if notion is not Notion.INTERACTIVE:
        return [None]
    shifted = tuple((a + 1) % arms for a in range(arms))
    drawn = [tuple(block) for block in rng.integers(0, arms, (rounds, arms)).tolist()]
    alternating = [(t % arms,) * arms for t in range(rounds)]
    constant = [[(a,) * arms] * rounds for a in range(arms)]
    return [None, [shifted] * rounds, *constant, alternating, drawn]


def replacements(block: Block, fed: FedRewards = ENDS) -> list[Block]:
    """Other blocks for the same round: the opposite first, then the corners; all if they are few.

    Rewards between the ends come last, the same for each entry.

    >>> replacements((0, 0))
    [(1, 1), (0, 1), (1, 0)]
    >>> replacements((0,), FedRewards.of([0, 1, 0.5]))
    [(1,), (0.5,)]
    """
    corners: dict[Block, None] = {tuple(fed.opposite(r) for r in block): None}
    if len(block) <= 3:
        corners |= dict.fromkeys(product((fed.low, fed.high), repeat=len(block)))
    else:
        corners |= dict.fromkeys([(fed.low,) * len(block), (fed.high,) * len(block)])
        for i in range(len(block)):
            corners[(*block[:i], fed.opposite(block[i]), *block[i + 1 :])] = None
    corners |= dict.fromkeys((value,) * len(block) for value in fed.inner)
    return [other for other in corners if other != block]


def challenged(rounds: int, rng: np.random.Generator | None = None) -> list[int]:
    """The rounds that are challenged on one base: all of a few, some of many.

    >>> challenged(4), challenged(33)
    ([1, 2, 3, 4], [1, 2, 3, 5, 9, 16, 25, 33])
    """
    if rounds < LONG:
        return list(range(1, rounds + 1))
    fixed = {1, 2, 3, 5, rounds // 4 + 1, rounds // 2, 3 * rounds // 4 + 1, rounds}
    if rng is not None:
        fixed |= {int(t) for t in rng.integers(1, rounds + 1, 2)}
    return sorted(fixed)


def neighbours(
    base: AuditInput,
    most: int = 1,
    fed: FedRewards = ENDS,
    last: int | None = None,
    rng: np.random.Generator | None = None,
) -> list[Pair]:
    """The pairs of an input with its neighbours, at most so many for each challenged round.

    Up to the round `last`, by default the last but one: the reward of the last round changes no
    action.

    >>> from .inputs import ListInput
    >>> [pair.challenge for pair in neighbours(ListInput(((0,), (0,), (0,))))]
    [1, 2]
    """
    end = len(base.blocks) - 1 if last is None else last
    return [
        Pair(base, base.with_block(t, other))
        for t in challenged(end, rng)
        for other in replacements(base.blocks[t - 1], fed)[:most]
    ]


def inner_neighbours(
    base: AuditInput, fed: FedRewards, last: int, rng: np.random.Generator
) -> list[Pair]:
    """Pairs of which one input pays a reward that is no end in one round, the other an end.

    >>> from .inputs import ListInput
    >>> rng, base = np.random.default_rng(1), ListInput(((0,), (0,)))
    >>> [p.left.blocks[0] for p in inner_neighbours(base, FedRewards.of([0, 0.9, 1]), 1, rng)]
    [(0.9,), (0.9,)]
    """
    length = len(base.blocks[0])
    results = []
    for value in fed.inner:
        t = int(rng.integers(1, last + 1))
        middle = base.with_block(t, (value,) * length)
        far = fed.opposite(value)
        for end in (far, fed.low if far == fed.high else fed.high):
            results.append(Pair(middle, base.with_block(t, (end,) * length)))
    return results


def varied(
    pair: Pair, rng: np.random.Generator, fed: FedRewards = ENDS, last: int | None = None
) -> Pair:
    """A pair close to another one: a changed entry, another challenge round or another block."""
    left, right, t = pair.left, pair.right, pair.challenge
    rounds, kind = len(left.blocks), int(rng.integers(4))
    end = max(rounds - 1 if last is None else last, 1)
    if kind == 0:
        s = int(rng.integers(1, end + 1))
        block = left.blocks[s - 1]
        i = int(rng.integers(len(block)))
        changed = (*block[:i], _another(block[i], fed, rng), *block[i + 1 :])
        if s != t:
            return Pair(left.with_block(s, changed), right.with_block(s, changed))
        if changed != right.blocks[t - 1]:
            return Pair(left.with_block(t, changed), right)
        return pair.swapped
    if kind == 1:
        s = int(rng.integers(1, end + 1))
        options = replacements(left.blocks[s - 1], fed)
        return Pair(left, left.with_block(s, options[int(rng.integers(len(options)))]))
    if kind == 2 and isinstance(left, QueriedInput) and isinstance(right, QueriedInput):
        s = int(rng.integers(rounds))
        arms = len(left.queries[s])
        drawn = tuple(int(q) for q in rng.integers(0, arms, arms))
        queries = (*left.queries[:s], drawn, *left.queries[s + 1 :])
        return Pair(replace(left, queries=queries), replace(right, queries=queries))
    options = [b for b in replacements(left.blocks[t - 1], fed) if b != right.blocks[t - 1]]
    if not options:
        return pair.swapped
    return Pair(left, left.with_block(t, options[int(rng.integers(len(options)))]))


def _another(reward: float, fed: FedRewards, rng: np.random.Generator) -> float:
    """Another reward: mostly the opposite end."""
    if not fed.inner or rng.random() < 0.6:
        return fed.opposite(reward)
    others = [value for value in fed.values if value != reward]
    return others[int(rng.integers(len(others)))]


def lengthened(pair: Pair, rounds: int, reward: float) -> Pair:
    """The same pair with further rounds, which all pay one reward.

    >>> from .inputs import ListInput
    >>> pair = lengthened(Pair(ListInput(((0,),)), ListInput(((1,),))), 2, 0)
    >>> pair.right.blocks, pair.challenge
    (((1,), (0,)), 1)
    """
    return Pair(pair.left.lengthened(rounds, reward), pair.right.lengthened(rounds, reward))
