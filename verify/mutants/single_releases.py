"""One Laplace release with the wrong sensitivity: endpoints, counts, batches, clipping, floats.

For one number c(D) + Y with Laplace noise of scale b(D) the largest log-density ratio of two data
is |c - c'|/b if the scales agree, and infinite in the tail if they do not.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.verify.evidence import Grade
from .entry import Engine, Entry, Judge, Judgement, described, judged
from .finite_law_judge import Pairs, one_entry_apart

Rewards = tuple[Any, ...]
CLAIM = PureDP(1)
BITS = one_entry_apart(product((0, 1), repeat=4))
SIGNS = one_entry_apart(product((-1, 1), repeat=3))
SIZES = tuple(
    (rewards, rewards[:i] + rewards[i + 1 :])
    for rewards in product((0, 1), repeat=3)
    for i in range(3)
) + one_entry_apart([*product((0, 1), repeat=2), *product((0, 1), repeat=3)])
"""Two or three rewards: neighbours have one replaced, or one more."""
DOUBLES = one_entry_apart(product((0, 1, 2), repeat=3))


def _float16_walk(first: float) -> Rewards:
    return (*[1.0] * 1022, first, *[0.6] * 60)


WALKS: Pairs = ((_float16_walk(0.0), _float16_walk(1.0)), (_float16_walk(1.0), _float16_walk(0.6)))


@dataclass(frozen=True)
class LaplaceRelease:
    """Releases statistic(rewards) plus Laplace noise of scale(rewards)."""

    statistic: Callable[[Rewards], Fraction]
    scale: Callable[[Rewards], Fraction]

    def loss(self, left: Rewards, right: Rewards) -> Fraction | float:
        """The largest log-density ratio of the released number, over outcomes and both orders.

        >>> mean = LaplaceRelease(lambda r: Fraction(sum(r), len(r)), lambda r: Fraction(1, len(r)))
        >>> mean.loss((0, 1), (1, 1)), mean.loss((0, 1), (0, 1, 1))
        (Fraction(1, 1), inf)
        """
        if self.scale(left) != self.scale(right):
            return math.inf
        return abs(self.statistic(left) - self.statistic(right)) / self.scale(left)


def release_judge(pairs: Pairs) -> Judge:
    """Whether a release keeps the claim on all the given pairs of neighbours, exactly."""

    def judge(subject: LaplaceRelease) -> Judgement:
        left, right = max(pairs, key=lambda pair: subject.loss(*pair))
        loss = subject.loss(left, right)
        shown = [str(x) if len(x) < 9 else f"{len(x)} rewards" for x in (left, right)]
        why = f"The log-density ratio of {shown[0]} over {shown[1]} reaches {loss}."
        return judged(loss <= Fraction(CLAIM.eps), Grade.PROVED, Enclosure.of(loss), why)

    return judge


def _total(rewards: Rewards) -> Fraction:
    return sum((Fraction(x) for x in rewards), Fraction(0))


def _clipped_total(rewards: Rewards) -> Fraction:
    return sum((min(max(Fraction(x), Fraction(0)), Fraction(1)) for x in rewards), Fraction(0))


def _mean(rewards: Rewards) -> Fraction:
    return _total(rewards) / len(rewards)


def _float16_total(rewards: Rewards) -> Fraction:
    total = np.float16(0)
    for reward in rewards:
        total = np.float16(total + np.float16(reward))
    return Fraction(float(total))


def _fixed_point_total(rewards: Rewards) -> Fraction:
    return Fraction(sum(round(1024 * Fraction(x)) for x in rewards), 1024)


def _constant(scale: Fraction | int) -> Callable[[Rewards], Fraction]:
    return lambda rewards: Fraction(scale)


UNIT, QUARTER = _constant(1), _constant(Fraction(1, 4))


Release = tuple[Callable[[Rewards], Fraction], Callable[[Rewards], Fraction]]


def _entry(name: str, pairs: Pairs, wrong: Release, right: Release) -> Entry:
    """A statistic and a scale that are wrong, the right ones, and the neighbours that tell."""
    return described(
        name,
        LaplaceRelease(*wrong),
        LaplaceRelease(*right),
        engine=Engine.DENSITY,
        claim=CLAIM,
        judge=release_judge(pairs),
    )


ENTRIES = (
    _entry("sensitivity from one endpoint", SIGNS, (_total, UNIT), (_total, _constant(2))),
    _entry(
        "sensitivity of a mean from the data's own count",
        SIZES,
        (_mean, lambda rewards: Fraction(1, len(rewards))),
        (_mean, _constant(Fraction(1, 2))),
    ),
    _entry("batch size counted twice", BITS, (_total, QUARTER), (_mean, QUARTER)),
    _entry("rewards above 1 not clipped", DOUBLES, (_total, UNIT), (_clipped_total, UNIT)),
    _entry(
        "sensitivity of a sum in floating point",
        WALKS,
        (_float16_total, UNIT),
        (_fixed_point_total, UNIT),
    ),
    _entry(
        "noise that shrinks with the released statistic",
        BITS,
        (_total, lambda rewards: 1 + _total(rewards)),
        (_total, UNIT),
    ),
)
