"""Algorithm 1 with any kernels for the arms and finite noise: exact laws of its actions."""

import random
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any
from banditproof.theory.batch_schedule import GeometricSchedule

SCHEDULE, HORIZON, ARMS = GeometricSchedule(2), 7, 2
NOISE = ((-1, Fraction(1, 2)), (0, Fraction(1, 3)), (1, Fraction(1, 6)))
"""Fresh noise on three points, neither symmetric nor uniform."""

Rewards = tuple[int, ...]
History = tuple[tuple[int, int, Any], ...]
"""First round, arm and release of each batch; None for a batch that is cut at the horizon."""

Released = Callable[[Rewards, int], Hashable]
"""What a decision may read of a batch, of its rewards and of its noise."""
Given = Callable[[Rewards, History, int], Hashable]
"""What is known of a play, from the actions up to a place and the history."""


def sum_of_the_batch(batch: Rewards, noise: int) -> Hashable:
    """The noisy sum of the batch."""
    return sum(batch) + noise


def last_reward_too(batch: Rewards, noise: int) -> Hashable:
    """Wrong: the noisy sum, and the last reward openly."""
    return sum(batch) + noise, batch[-1]


def _sum_of(released: Any) -> int:
    return int(released[0] if isinstance(released, tuple) else released)


def actions_and_sum(actions: Rewards, history: History, place: int) -> Hashable:
    """The actions up to the place, and the noisy sum of the batch of the place."""
    released = next(release for start, _, release in reversed(history) if start <= place + 1)
    return actions[: place + 1], None if released is None else _sum_of(released)


def actions_alone(actions: Rewards, history: History, place: int) -> Hashable:
    """The actions up to the place."""
    return actions[: place + 1]


@cache
def _kernel(history: History) -> tuple[Fraction, ...]:
    """The law of the next arm, another one for each history of releases."""
    if len(history) < ARMS:
        return tuple(Fraction(i == len(history)) for i in range(ARMS))
    first = Fraction(random.Random(repr(history)).randrange(1, 97), 97)
    return first, 1 - first


def plays(
    released: Released,
    rewards: Rewards,
    history: History = (),
    actions: Rewards = (),
    reached: Fraction = Fraction(1),
) -> Iterator[tuple[Rewards, History, Fraction]]:
    """All plays: their actions, their histories and their probabilities.

    A play goes on from a history and its actions, which it has reached with a probability.
    """
    if len(actions) >= HORIZON:
        yield actions[:HORIZON], history, reached
        return
    start = len(actions) + 1
    for arm, chance in enumerate(_kernel(history)):
        if not chance:
            continue
        size = SCHEDULE.batch(sum(i == arm for _, i, _ in history))
        batch, cut = rewards[start - 1 : start - 1 + size], start - 1 + size > HORIZON
        taken = reached * chance
        noises = ((None, Fraction(1)),) if cut else NOISE
        for noise, mass in noises:
            seen = None if noise is None else released(batch, noise)
            longer = (*history, (start, arm, seen)), (*actions, *([arm] * size))
            yield from plays(released, rewards, *longer, taken * mass)


def law_given(
    released: Released, given: Given, rewards: Rewards, place: int
) -> dict[Hashable, dict[Rewards, Fraction]]:
    """The laws of the actions after a place (counted from 0), by what is given."""
    results: dict[Hashable, dict[Rewards, Fraction]] = {}
    for actions, history, mass in _all_plays(released, rewards):
        law = results.setdefault(given(actions, history, place), {})
        law[actions[place + 1 :]] = law.get(actions[place + 1 :], Fraction(0)) + mass
    wholes = {condition: sum(law.values()) for condition, law in results.items()}
    return {
        condition: {later: mass / wholes[condition] for later, mass in law.items()}
        for condition, law in results.items()
    }


@cache
def _all_plays(
    released: Released, rewards: Rewards
) -> tuple[tuple[Rewards, History, Fraction], ...]:
    """The plays, which several conditions and places look at."""
    return tuple(plays(released, rewards))


def neighbouring_lists(
    count: int, source: random.Random
) -> Iterator[tuple[tuple[Rewards, Rewards], int]]:
    """Pairs of lists of rewards 0 and 1 that differ at one place, and the place."""
    for number in range(count):
        one = tuple(source.randrange(2) for _ in range(HORIZON))
        place = number % HORIZON
        yield (one, tuple(r ^ (i == place) for i, r in enumerate(one))), place
