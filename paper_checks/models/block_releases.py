"""How far one reward moves the vector that AdaC-OFUL releases at the end of an episode."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any
from banditproof.algorithms import DeclaredVectors, Silent
from banditproof.theory.mechanisms import Gaussian

ROWS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (4.0, 0.0))
"""Vectors of a block; the last one is shortened to 1."""


def squared_shifts(
    noise: Gaussian, rewards: Sequence[int] = (-1, 1), norm: int = 1
) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """The squared distance of the noiseless releases of two lists that differ in one reward.

    >>> [float(shift) for _, shift in squared_shifts(Gaussian.for_zcdp(1, 2))]
    [4.0, 4.0, 2.0, 4.0]
    """
    curator = DeclaredVectors(noise, norm=norm)
    for j in range(len(ROWS)):
        released = []
        for changed in (rewards[0], rewards[-1]):
            held = curator.start(1)
            for s, row in enumerate(ROWS):
                held = curator.read_in(held, 0, (row,), changed if s == j else 1)
            released.append(curator.release(held, 0, noise, Silent())[1])
        pairs = zip(*released, strict=True)
        shift = sum(((Fraction(x) - Fraction(y)) ** 2 for x, y in pairs), Fraction(0))
        yield {"vector": ROWS[j], "rewards": tuple(rewards)}, shift
