"""How far one reward moves a released vector, in standard deviations of its noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banditproof.algorithms.ledger import Release
from banditproof.theory.mechanisms import Gaussian
from banditproof.theory.rational_roots import root_bounds

from .recording import Record


def moved_in_deviations(
    vector: Sequence[Release], found: Record
) -> tuple[Fraction, Fraction] | None:
    """How far a reward of width 1 moves some numbers that leave together, at most.

    sqrt( sum_k c_k^2 / sigma_k^2 ) at the reward whose coefficients c make it largest, between two
    rationals; sigma_k^2 is the variance of number k. None unless each number has Gaussian noise of
    its own.
    """
    variances: list[Fraction] = []
    used: list[int] = []
    for release in vector:
        noises = {serial: Fraction(c) for serial, c in release.noises.items() if c}
        laws = [found.drawn[serial] for serial in noises]
        used += noises
        gaussian = [law.variance for law in laws if type(law) is Gaussian]
        if not laws or len(gaussian) < len(laws) or len({*used}) < len(used):
            return None
        parts = zip(gaussian, noises.values(), strict=True)
        variances.append(sum((v * c**2 for v, c in parts), Fraction(0)))
    times = {time for release in vector for time in release.rewards}
    columns = {tuple(release.rewards.get(time, 0) for release in vector) for time in times}
    squares = (
        sum((Fraction(c) ** 2 / v for c, v in zip(column, variances, strict=True)), Fraction(0))
        for column in columns
    )
    return root_bounds(max(squares, default=Fraction(0)))
