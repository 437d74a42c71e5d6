"""Pairs of exact laws, their events and their Renyi divergences in balls."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from banditproof.verify.exact_laws.law_divergences import kl_divergence as kl_divergence
from banditproof.verify.exact_laws.law_divergences import renyi as renyi
from .finite_laws import Data, Law

Event = tuple[bool, ...]
"""Which outcomes belong to the event."""


def events(outcomes: int) -> Iterator[Event]:
    """All events on finitely many outcomes.

    >>> len(list(events(3)))
    8
    """
    yield from product((False, True), repeat=outcomes)


def mass(law: Sequence[Fraction], event: Event) -> Fraction:
    """The probability of an event, exact.

    >>> mass((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), (True, False, True))
    Fraction(2, 3)
    """
    return sum((p for p, inside in zip(law, event, strict=True) if inside), Fraction(0))


def complement(event: Event) -> Event:
    """The event that does not happen."""
    return tuple(not inside for inside in event)


def coin(ratio: Fraction, bit: int) -> Law:
    """Randomised response to one bit: the truth with probability e^eps / (1 + e^eps).

    >>> coin(Fraction(3), 1)
    (Fraction(1, 4), Fraction(3, 4))
    """
    keep = ratio / (1 + ratio)
    return (1 - keep, keep) if bit else (keep, 1 - keep)


def leaky_pair(ratio: Fraction, delta: Fraction) -> tuple[Law, Law]:
    """The least private pair of laws that is (eps, delta)-close, up to post-processing.

    With probability delta the outcome tells the dataset, otherwise it is randomised response.

    >>> leaky_pair(Fraction(2), Fraction(1, 4))[0]
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0, 1))
    """
    high, low = ((1 - delta) * p for p in coin(ratio, 0))
    one = (delta, high, low, Fraction(0))
    return one, one[::-1]


def averaged(laws: Sequence[Law]) -> Law:
    """The even mixture of laws."""
    return tuple(sum(column, Fraction(0)) / len(laws) for column in zip(*laws, strict=True))


def replaced(data: Data, place: int, value: int) -> Data:
    """The data with one record exchanged."""
    return (*data[:place], value, *data[place + 1 :])
