"""How far one reward moves what declared parts release."""

from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian
from banditproof.theory.rational_roots import root_bounds
from .whole_numbers import are_whole

Parts = DeclaredSums | DeclaredVectors | TreeVectors | BoundedRows
"""The declared curators that have a price."""
FAR = 10**6
"""How many times the width of the rewards their size may be."""


@dataclass(frozen=True)
class Change:
    """By how much one reward can move a release, and between which ends it counts itself.

    `whole` says that every contribution of a reward is an integer that floats add exactly, so
    noise on the integers hides it.
    """

    size: Fraction
    low: Fraction
    high: Fraction
    whole: bool


def change_of(parts: Parts, space: RewardSpace) -> Change:
    """What one reward contributes to a release, at the largest weight or the longest vector.

    >>> from banditproof.theory.mechanisms import Gaussian, Laplace
    >>> change = change_of(DeclaredSums(Laplace(1), weights=(2, 1), center="1/2"), RewardSpace())
    >>> change.size, change.low, change.high, change.whole
    (Fraction(2, 1), Fraction(-1, 1), Fraction(1, 1), False)
    >>> change_of(DeclaredVectors(Gaussian(sigma_squared=1)), RewardSpace.of("-1:1")).size
    Fraction(2, 1)
    """
    ends = (space.lo, space.hi)
    if isinstance(parts, DeclaredVectors):
        reach = max(map(abs, ends)) * _longest(parts)
        return Change(space.width * _longest(parts), -reach, reach, whole=False)
    if isinstance(parts, BoundedRows):
        reach = max(map(abs, ends)) * exact(parts.bound)
        return Change(space.width * exact(parts.bound), -reach, reach, whole=False)
    if isinstance(parts, TreeVectors) and parts.dimension:
        plain = isinstance(parts.noise, Gaussian)
        norm = Fraction(1) if plain else root_bounds(Fraction(parts.dimension))[1]
        reach = max(map(abs, ends)) * norm
        return Change(space.width * norm, -reach, reach, whole=False)
    values = space.values or ends
    if isinstance(parts, TreeVectors):
        whole = bool(space.values) and are_whole(values)
        return Change(space.width, min(*ends, Fraction(0)), max(*ends, Fraction(0)), whole)
    if parts.clip is not None:
        low, high = (exact(end) for end in parts.clip)
        values = tuple(sorted({min(max(value, low), high) for value in values}))
    center = exact(parts.center)
    weights = {exact(weight) for weight in parts.weights}
    heaviest = max(abs(weight) for weight in weights)
    counted = [weight * (value - center) for weight in weights for value in values]
    whole = bool(space.values) and are_whole(counted)
    size = heaviest * (values[-1] - values[0])
    return Change(size, min(*counted, Fraction(0)), max(*counted, Fraction(0)), whole)


def rounds_badly(parts: Parts, space: RewardSpace) -> bool:
    """Whether rewards, or what is subtracted from them, are `FAR` times as large as they differ.

    A float of such a number is rounded by more than 10^-10 of what one reward may change.

    >>> rounds_badly(DeclaredSums(Gaussian(sigma_squared=1), center=10**17), RewardSpace())
    True
    """
    center, ends = Fraction(0), (space.lo, space.hi)
    if isinstance(parts, DeclaredSums):
        center = exact(parts.center)
        if parts.clip is not None:
            low, high = (exact(end) for end in parts.clip)
            ends = (min(max(space.lo, low), high), min(max(space.hi, low), high))
    return max(map(abs, (*ends, center))) > FAR * (ends[1] - ends[0]) > 0


def _longest(parts: DeclaredVectors) -> Fraction:
    """The length of the longest vector of weights that a reward can have."""
    if parts.whitened:
        return Fraction(1)
    norm = exact(parts.norm)
    squares = [sum(exact(x) ** 2 for x in vector) for vector in parts.actions] or [norm**2]
    return min(norm, root_bounds(max(squares))[1])
