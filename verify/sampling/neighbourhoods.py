"""Neighbouring inputs worth trying: structured ones, and variations of what looked best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from banditproof.verify.definitions.notions import Notion

from .inputs import AuditInput, Block, QueriedInput, as_input, block_length, challenge


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


def _patterns(arms: int, rounds: int) -> Iterator[list[Block]]:
    """Tables with a shape: constant, one good arm, alternating in time, and streaks."""
    zero, one = (0,) * arms, (1,) * arms
    yield [zero] * rounds
    yield [one] * rounds
    for good in range(arms):
        yield [tuple(int(a == good) for a in range(arms))] * rounds
    yield [one if t % 2 else zero for t in range(rounds)]
    yield [zero if t % 2 else one for t in range(rounds)]
    half = rounds // 2
    yield [one] * half + [zero] * (rounds - half)
    yield [zero] * half + [one] * (rounds - half)
    for good in range(arms):
        row = tuple(int(a == good) for a in range(arms))
        other = tuple(1 - r for r in row)
        yield [row] * half + [other] * (rounds - half)
        yield [tuple(int(a == (good + t) % arms) for a in range(arms)) for t in range(rounds)]


def bases(
    notion: Notion, arms: int, rounds: int, rng: np.random.Generator, drawn: int = 8
) -> list[AuditInput]:
    """Inputs to start from: the structured ones, then some drawn at random; none twice.

    >>> rng = np.random.default_rng(1)
    >>> [len(bases(notion, 2, 6, rng)) > 10 for notion in Notion]
    [True, True, True, True]
    """
    length = block_length(notion, arms)
    found: dict[AuditInput, None] = {}
    patterns = list(_patterns(1 if notion is Notion.VIEW else arms, rounds))
    random_blocks = rng.integers(0, 2, (drawn, rounds, length)).tolist()
    if notion is Notion.ADAPTIVE:
        patterns = [[row * arms for row in rows] for rows in patterns]
        repeat = tuple(int(previous == last) for previous in range(arms) for last in range(arms))
        patterns += [[repeat] * rounds, [tuple(1 - r for r in repeat)] * rounds]
    patterns += [[tuple(block) for block in rows] for rows in random_blocks]
    for rows in patterns:
        for queries in _queries(notion, arms, rounds, rng):
            found[as_input(notion, arms, rows, queries)] = None
    return list(found)


def _queries(
    notion: Notion, arms: int, rounds: int, rng: np.random.Generator
) -> list[list[Block] | None]:
    """What an interactive adversary may show: the truth, one arm always, shifted or drawn arms."""
    if notion is not Notion.INTERACTIVE:
        return [None]
    shifted = tuple((a + 1) % arms for a in range(arms))
    drawn = [tuple(block) for block in rng.integers(0, arms, (rounds, arms)).tolist()]
    alternating = [(t % arms,) * arms for t in range(rounds)]
    constant = [[(a,) * arms] * rounds for a in range(arms)]
    return [None, [shifted] * rounds, *constant, alternating, drawn]


def replacements(block: Block) -> list[Block]:
    """Other blocks for the same round: the opposite first, then the corners; all if they are few.

    >>> replacements((0, 0))
    [(1, 1), (0, 1), (1, 0)]
    """
    opposite = tuple(1 - r for r in block)
    corners: dict[Block, None] = {opposite: None}
    if len(block) <= 3:
        corners |= dict.fromkeys(product((0, 1), repeat=len(block)))
    else:
        corners |= dict.fromkeys([(0,) * len(block), (1,) * len(block)])
        for i in range(len(block)):
            corners[(*block[:i], 1 - block[i], *block[i + 1 :])] = None
    return [other for other in corners if other != block]


def neighbours(base: AuditInput, most: int = 1) -> list[Pair]:
    """The pairs of an input with its neighbours, at most so many for each round but the last.

    The reward of the last round changes no action.

    >>> from .inputs import ListInput
    >>> [pair.challenge for pair in neighbours(ListInput(((0,), (0,), (0,))))]
    [1, 2]
    """
    return [
        Pair(base, base.with_block(t, other))
        for t in range(1, len(base.blocks))
        for other in replacements(base.blocks[t - 1])[:most]
    ]


def varied(pair: Pair, rng: np.random.Generator) -> Pair:
    """A pair close to another one: a changed entry, another challenge round or another block."""
    left, right, t = pair.left, pair.right, pair.challenge
    rounds, kind = len(left.blocks), int(rng.integers(4))
    if kind == 0:
        s = int(rng.integers(1, max(rounds, 2)))
        block = left.blocks[s - 1]
        i = int(rng.integers(len(block)))
        changed = (*block[:i], 1 - block[i], *block[i + 1 :])
        if s != t:
            return Pair(left.with_block(s, changed), right.with_block(s, changed))
        if changed != right.blocks[t - 1]:
            return Pair(left.with_block(t, changed), right)
        return pair.swapped
    if kind == 1:
        s = int(rng.integers(1, max(rounds, 2)))
        options = replacements(left.blocks[s - 1])
        return Pair(left, left.with_block(s, options[int(rng.integers(len(options)))]))
    if kind == 2 and isinstance(left, QueriedInput) and isinstance(right, QueriedInput):
        s = int(rng.integers(rounds))
        arms = len(left.queries[s])
        drawn = tuple(int(q) for q in rng.integers(0, arms, arms))
        queries = (*left.queries[:s], drawn, *left.queries[s + 1 :])
        return Pair(QueriedInput(left.blocks, queries), QueriedInput(right.blocks, queries))
    options = [b for b in replacements(left.blocks[t - 1]) if b != right.blocks[t - 1]]
    if not options:
        return pair.swapped
    return Pair(left, left.with_block(t, options[int(rng.integers(len(options)))]))
