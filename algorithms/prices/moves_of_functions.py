"""How one reward of a range moves the sums of several public functions at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from banditproof.algorithms.curators.public_functions import (
    PublicFunction,
    range_on,
    rewards_that_differ,
    value_at,
)
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import Number, exact
from .whole_numbers import are_whole

FAR = 10**6
"""How many times its range a function of a reward may be in size: beyond it floats round."""
MOST_PAIRS = 5_000
"""The most pairs of values at which several functions are compared one by one."""
ROUNDS = "a function of rewards that floats round"


@dataclass(frozen=True)
class Ends:
    """The rewards that there are: from `low` to `high`, or only the listed values."""

    low: Fraction
    high: Fraction
    values: tuple[Fraction, ...] = ()

    @staticmethod
    def of(space: RewardSpace, clip: tuple[Number, Number] | None = None) -> "Ends":
        """The rewards of a space as they are clipped.

        >>> Ends.of(RewardSpace.of("0:5"), (1, 9))
        Ends(low=Fraction(1, 1), high=Fraction(5, 1), values=())
        """
        if clip is None:
            return Ends(space.lo, space.hi, space.values)
        low, high = map(exact, clip)
        values = sorted({min(max(value, low), high) for value in space.values})
        first, last = (min(max(end, low), high) for end in (space.lo, space.hi))
        return Ends(first, last, tuple(values))

    def range(self, function: PublicFunction) -> tuple[Fraction, Fraction]:
        """The least and the largest value of a function."""
        return range_on(function, self.low, self.high, self.values)

    def size(self, function: PublicFunction) -> Fraction:
        """By how much a change of one reward can move a function."""
        low, high = self.range(function)
        return high - low

    def places(self, functions: Sequence[PublicFunction]) -> tuple[Fraction, ...] | None:
        """Rewards at which the functions take all their tuples of values; None if infinite."""
        return rewards_that_differ(functions, self.low, self.high, self.values)

    def is_whole(self, function: PublicFunction) -> bool:
        """Whether a function takes integers only, which noise on the integers hides."""
        places = self.places([function])
        return places is not None and are_whole(
            Fraction(value_at(function, place)) for place in places
        )

    def rounds_badly(self, function: PublicFunction) -> bool:
        """Whether a reward, or the function of it, is `FAR` times as large as it differs."""
        low, high = self.range(function)
        if max(abs(low), abs(high)) > FAR * (high - low) > 0:
            return True
        return (
            function != "1"
            and max(abs(self.low), abs(self.high)) > FAR * (self.high - self.low) > 0
        )


@dataclass(frozen=True)
class Moves:
    """By how much a change of one reward moves each function.

    With signs, if it is one known change; else these are sizes, of changes that are not known to
    happen together.
    """

    sizes: tuple[Fraction, ...]
    known: bool

    @property
    def spread(self) -> Fraction:
        """The largest difference of two moves: of unknown signs, twice the largest size."""
        if self.known:
            return max(self.sizes) - min(self.sizes)
        return 2 * max(map(abs, self.sizes))

    @property
    def total(self) -> Fraction:
        """The sum of the sizes."""
        return sum(map(abs, self.sizes), Fraction(0))


def moves_of(
    functions: Sequence[PublicFunction], ends: Ends, most: int = MOST_PAIRS
) -> list[Moves]:
    """How a change of one reward can move several functions: each change, or the largest sizes.

    Each change, if there are at most so many pairs of values.

    A value that goes from one of three classes to another moves two counts, and no third one.

    >>> classes = [((0, 1), (1, 0)), ((0, 0), (1, 1), (2, 0)), ((0, 0), (2, 1))]
    >>> found = moves_of(classes, Ends(Fraction(0), Fraction(2)))
    >>> [(str(max(one.sizes)), str(one.total), one.known) for one in found]
    [('1', '2', True), ('1', '2', True), ('1', '2', True)]
    """
    places = ends.places(functions)
    if places is None or len(places) * (len(places) - 1) // 2 > most:
        return [Moves(tuple(ends.size(of) for of in functions), known=False)]
    taken = [[Fraction(value_at(of, place)) for of in functions] for place in places]
    found = {
        tuple(b - a for a, b in zip(one, two, strict=True)) for one, two in combinations(taken, 2)
    }
    return [Moves(sizes, known=True) for sizes in sorted(found)] or [
        Moves((Fraction(0),) * len(functions), known=True)
    ]
