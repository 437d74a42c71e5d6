"""When do actions begin to depend on rewards? Runs that end before say nothing about a policy.

A policy that explores for a fixed time plays the same arms for all rewards until then, and runs of
so many rounds refute nothing, however many they are. So a few runs on very different rewards are
compared, for more and more rounds, until some action differs. That decides how long the runs of an
audit are, and no verdict. A policy that is nearly private reacts to one reward by a small change of
a frequency, which takes many runs to see: they are made where few have shown nothing.
"""

from collections.abc import Callable
from itertools import combinations
from math import inf, sqrt
from typing import Any
import numpy as np
from banditproof.verify.definitions.notions import Notion
from .fed_rewards import FedRewards
from .neighbourhoods import bases
from .sampler import BlackBoxSampler, Rows, Sampler

GROWN = (128, 512, 2048)
"""The rounds of longer runs, where no action reacted in shorter ones."""
ROUNDS_IN_ALL, MOST, FEWEST = 60_000, 60, 6
"""How many rounds are played for one length, and the most and fewest runs on each input."""
PATIENT = 150_000, 1500
"""The rounds and the most runs on each input where few have shown nothing."""
CLEAR = 5.0
"""By how many standard errors frequencies must differ."""


def reacts(
    sampler: Sampler | BlackBoxSampler,
    notion: Notion,
    fed: FedRewards,
    rounds: int = ROUNDS_IN_ALL,
    most: int = MOST,
) -> bool:
    """Whether actions were seen to depend on rewards; also if there was no time to see it.

    >>> from .sampler import LawSampler
    >>> from .fed_rewards import ENDS
    >>> copies = LawSampler(lambda source: {(0, int(source.blocks[0][0])): 1.0}, arms=2, horizon=2)
    >>> turns = LawSampler(lambda source: {(0, 1): 1.0}, arms=2, horizon=2)
    >>> reacts(copies, Notion.VIEW, ENDS), reacts(turns, Notion.VIEW, ENDS)
    (True, False)
    """
    # A stream of its own: how long the runs of an audit are depends on it, and they must not.
    rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(1,)))
    inputs = bases(notion, sampler.arms, sampler.horizon, rng, fed=fed)[: 2 + min(sampler.arms, 4)]
    runs = min(max(rounds // (sampler.horizon * len(inputs)), FEWEST), most)
    rows = [sampler.sample([source], np.zeros(runs, int), rng) for source in inputs]
    if any(len(some) < runs for some in rows):
        return True
    return any(_clearly_apart(one, other) for one, other in combinations(rows, 2))


def first_reaction(
    made: Callable[[int], BlackBoxSampler], notion: Notion, fed: FedRewards
) -> tuple[BlackBoxSampler | None, int]:
    """The first longer runs in which actions depend on rewards, and the most rounds of a run."""
    for rounds in GROWN:
        sampler = made(rounds)
        if reacts(sampler, notion, fed):
            return sampler, rounds
    return None, GROWN[-1]


def _clearly_apart(one: Rows, other: Rows) -> bool:
    """Whether a symbol is clearly more frequent in one of two samples, in a round or in all."""
    for symbol in np.union1d(one, other):
        first, second = (rows == symbol for rows in (one, other))
        if _apart(first.sum(axis=1, dtype=float), second.sum(axis=1, dtype=float)) > CLEAR:
            return True
        n, difference = len(one), first.mean(axis=0) - second.mean(axis=0)
        pooled = (first.sum(axis=0) + second.sum(axis=0) + 1) / (2 * n + 2)
        if (np.abs(difference) / np.sqrt(pooled * (1 - pooled) * 2 / n)).max() > CLEAR:
            return True
    return False


def _apart(one: Any, other: Any) -> float:
    """The difference of two means in standard errors, infinite if nothing varies."""
    difference = abs(float(one.mean() - other.mean()))
    spread = sqrt(float(one.var(ddof=1) + other.var(ddof=1)) / len(one))
    if spread == 0:
        return inf if difference > 0 else 0.0
    return difference / spread
