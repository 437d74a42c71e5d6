"""A curator that reads many equal rewards at once, where its sums allow it.

Simulations know no order inside a batch: so many rewards are 0 and so many are 1. What is held
after them is that after reading each, up to the last digits of sums of floats.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any
from .curator import Curator, Held
from .declared_sums import Batch, DeclaredSums, OpenArm, limited, plain_number
from .growing_noise import GrowingNoise, Running
from .noisy_sums import NoisySums

Counted = Sequence[tuple[float, int]]
"""Rewards of one arm, each with how often it was paid, in an order that tells nothing."""


def read_counted(curator: Curator, held: Held, arm: int, rewards: Counted) -> Held:
    """What a curator holds after reading rewards that came in any order.

    A curator with code of its own reads one after the other.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> curator = NoisySums(Laplace(1))
    >>> read_counted(curator, curator.start(arms=2), 1, [(1.0, 3), (0.0, 10**9)])
    (0, 3.0)
    """
    at_once = _AT_ONCE.get(type(curator))
    if at_once is not None and reads_at_once(curator):
        return at_once(curator, held, arm, rewards)
    for reward, count in rewards:
        for _ in repeat(None, count):
            held = curator.read(held, arm, reward)
    return held


def reads_at_once(curator: Curator) -> bool:
    """Whether a batch of any length is read in one step.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> reads_at_once(DeclaredSums(Laplace(1))), reads_at_once(DeclaredSums(Laplace(1), rate="0.5"))
    (True, False)
    """
    if type(curator) is DeclaredSums:  # which of the rewards are kept is drawn for each
        return curator.rate == 1 and len(curator.weights) == 1
    return type(curator) in _AT_ONCE


def _summed(curator: Curator, held: Held, arm: int, rewards: Counted) -> Held:
    total = held[arm]
    for reward, count in rewards:
        total += reward * count
    return (*held[:arm], total, *held[arm + 1 :])


def _declared(curator: Any, held: Held, arm: int, rewards: Counted) -> Held:
    arm = 0 if curator.pooled else arm
    batch, closed = held[arm]
    weight, center = plain_number(curator.weights[0]), plain_number(curator.center)
    size, total = batch.size, 0.0
    for reward, count in rewards:
        shown = reward if curator.clip is None else limited(reward, curator.clip)
        total += (shown - center) * weight * count
        size += count
    opened = OpenArm(Batch(size, (total, batch.rewards)), closed)
    return (*held[:arm], opened, *held[arm + 1 :])


def _running(curator: Curator, held: Held, arm: int, rewards: Counted) -> Held:
    mine: Running = held[arm]
    total = mine.total + sum(reward * count for reward, count in rewards)
    return (*held[:arm], mine._replace(total=total), *held[arm + 1 :])


_AT_ONCE: dict[type[Curator], Callable[[Any, Held, int, Counted], Held]] = {
    Curator: _summed,
    NoisySums: _summed,
    DeclaredSums: _declared,
    GrowingNoise: _running,
}
"""The curators of this library that hold sums; a subclass may read otherwise."""
