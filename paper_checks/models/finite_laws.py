"""Exact laws with finitely many outcomes, and how far apart two of them are."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product
from banditproof.verify.exact_laws.enumeration import replacements
from banditproof.verify.exact_laws.law_divergences import excess as excess
from banditproof.verify.exact_laws.law_divergences import largest_ratio as largest_ratio

Law = tuple[Fraction, ...]
"""The probabilities of outcomes 0, 1, ..., exact."""

Data = tuple[int, ...]
FiniteMechanism = Callable[[Data], Law]

RATIOS = (Fraction(1), Fraction(6, 5), Fraction(2), Fraction(5))
"""Values of e^eps, rational so that every comparison is exact."""


def shown(law: Sequence[Fraction]) -> str:
    """A law for people.

    >>> shown((Fraction(1, 3), Fraction(2, 3)))
    '(1/3, 2/3)'
    """
    return f"({', '.join(map(str, law))})"


def random_law(source: random.Random, size: int, least: int = 1) -> Law:
    """Random rational probabilities; `least` = 0 lets outcomes of probability 0 appear."""
    weights = [source.randrange(least, 9) for _ in range(size)]
    weights[source.randrange(size)] += 1
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def random_mechanism(source: random.Random, size: int, outcomes: int) -> FiniteMechanism:
    """A law for each list of `size` bits, drawn at random."""
    laws = {data: random_law(source, outcomes) for data in bit_lists(size)}
    return laws.__getitem__


def bit_lists(size: int) -> list[Data]:
    """All lists of zeros and ones of a length."""
    return list(product((0, 1), repeat=size))


def distance(first: Data, second: Data) -> int:
    """In how many places two lists differ.

    >>> distance((0, 1, 1), (1, 1, 0))
    2
    """
    return sum(x != y for x, y in zip(first, second, strict=True))


def neighbours(size: int) -> Iterator[tuple[Data, Data]]:
    """All ordered pairs of bit lists that differ in one place."""
    return replacements([(0, 1)] * size)


def budget(mechanism: FiniteMechanism, size: int) -> Fraction | float:
    """e^eps of a mechanism on bit lists: its largest ratio over all neighbours."""
    return max(largest_ratio(mechanism(d), mechanism(e)) for d, e in neighbours(size))


def joint(first: Law, second: Law) -> Law:
    """The law of two independent outcomes."""
    return tuple(p * q for p in first for q in second)


def delta_of(mechanism: FiniteMechanism, ratio: Fraction, size: int = 2) -> Fraction:
    """The smallest delta of a mechanism on bit lists at e^eps = ratio, over all neighbours."""
    return max(excess(mechanism(d), mechanism(e), ratio) for d, e in neighbours(size))


def shared_coin(one: Law, other: Law) -> Law:
    """Wrong for `joint`: both outcomes are read off one uniform number."""
    cuts = sorted({Fraction(0), *accumulate(one), *accumulate(other)})
    law = [Fraction(0)] * (len(one) * len(other))
    for low, high in pairwise(cuts):
        first, second = (sum(c <= low for c in accumulate(part)) for part in (one, other))
        law[first * len(other) + second] += high - low
    return tuple(law)
