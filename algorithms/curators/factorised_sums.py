"""Sums of batches that are released through a lower triangular matrix of noise."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .curator import Curator, Held

MOST_RELEASES, MOST_MIXED = 256, 64
"""The most rows of a matrix, and of one with a factor, which is solved exactly."""


class Block(NamedTuple):
    """The open batch of an arm, the sums of its closed batches, and the noises drawn so far."""

    open: Any
    sums: tuple[Any, ...]
    noises: tuple[Any, ...]


NEW = Block(0, (), ())


@dataclass(frozen=True)
class FactorisedSums(Curator):
    """Released numbers A s + L z, with s the sums of an arm's batches and z independent noises.

    Row i of `rows` has the public weights A of the batches, and leaves when the batch `after[i]`
    closes (batch i + 1, if nothing else is said), so it has at most so many entries. `factor` is
    the lower triangular L, whose diagonal has no 0: it mixes the noises of the same law (the
    identity, if nothing else is said). After the last row everything starts anew, for other
    rewards and with other noises.

    L is invertible, so what leaves is a function of C s + z with L C = A, row by row, and one
    reward of a batch j moves it by column j of C. Trees, prefix sums, their factorisations, sums
    that are released twice, and discounted sums are such matrices. The price is that of the worst
    column: its 1-norm for Laplace noise, its 2-norm for Gaussian noise.

    >>> from banditproof.algorithms.randomness import Silent
    >>> prefixes = FactorisedSums(rows=((1,), (1, 1)), noise=Laplace(2))
    >>> held = prefixes.start(arms=1)
    >>> for reward in (3, 4):
    ...     held = prefixes.read(held, 0, reward)
    ...     held, left = prefixes.release(held, 0, Laplace(2), Silent())
    >>> left, prefixes.column(0)
    ((7,), (Fraction(1, 1), Fraction(1, 1)))
    """

    rows: tuple[tuple[Number, ...], ...]
    noise: Laplace | Gaussian
    """The law of each of the independent noises z."""
    factor: tuple[tuple[Number, ...], ...] = ()
    after: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if type(self.noise) not in (Laplace, Gaussian):
            raise ValueError(
                f"The noise is {self.noise!r}; give a Laplace or a Gaussian mechanism, which hides "
                "multiples of what it hides."
            )
        if not isinstance(self.rows, tuple) or not 1 <= len(self.rows) <= MOST_RELEASES:
            raise ValueError(
                f"There are {len(self.rows)} rows; give a tuple of 1 to {MOST_RELEASES} of them."
            )
        times = self.times
        if len(times) != len(self.rows) or any(a > b for a, b in pairwise(times)):
            raise ValueError(
                f"The batches after which the rows leave are {self.after}; give one for each row, "
                "none smaller than the one before."
            )
        for time, row in zip(times, self.rows, strict=True):
            exact_count("the batch after which a row leaves", time, least=1)
            if not 1 <= len(row) <= time:
                raise ValueError(
                    f"A row of {len(row)} weights leaves after batch {time}; give at least one "
                    "weight, and none of a batch that is not closed."
                )
        self._check_factor()
        _ = self.shifts

    def _check_factor(self) -> None:
        if self.factor and len(self.factor) != len(self.rows):
            raise ValueError(
                f"The factor has {len(self.factor)} rows and there are {len(self.rows)} released "
                "numbers; give a square matrix."
            )
        if len(self.factor) > MOST_MIXED:
            raise ValueError(f"The factor has {len(self.factor)} rows; give at most {MOST_MIXED}.")
        for place, row in enumerate(self.factor, 1):
            if len(row) != place or exact(row[-1]) == 0:
                raise ValueError(
                    f"Row {place} of the factor is {row}; give its {place} entries up to the "
                    "diagonal, where each released number has a noise of its own."
                )

    @property
    def times(self) -> tuple[int, ...]:
        """After which batch each row leaves."""
        return self.after or tuple(range(1, len(self.rows) + 1))

    @property
    def batches(self) -> int:
        """How many batches of an arm the matrix is about."""
        return self.times[-1]

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """The law of the noises."""
        return (self.noise,)

    @cached_property
    def _mixed(self) -> tuple[tuple[Fraction, ...], ...]:
        """The rows of L."""
        if self.factor:
            return tuple(tuple(map(exact, row)) for row in self.factor)
        return tuple(tuple(Fraction(i == j) for j in range(i + 1)) for i in range(len(self.rows)))

    @cached_property
    def shifts(self) -> tuple[tuple[Fraction, ...], ...]:
        """The matrix C with L C = A, exactly: how a reward of each batch moves the noises."""
        solved: list[list[Fraction]] = []
        for place, row in enumerate(self.rows):
            weights = [exact(weight) for weight in row]
            weights += [Fraction(0)] * (self.batches - len(weights))
            *before, own = self._mixed[place]
            for factor, known in zip(before, solved, strict=True):
                if factor:
                    weights = [w - factor * c for w, c in zip(weights, known, strict=True)]
            solved.append([weight / own for weight in weights])
        return tuple(map(tuple, solved))

    def column(self, batch: int) -> tuple[Fraction, ...]:
        """By how much a reward of a batch, counted from 0, moves each of the noises."""
        return tuple(row[batch] for row in self.shifts)

    def start(self, arms: int) -> Held:
        """No arm was pulled."""
        return (NEW,) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward joins the open batch of its arm."""
        mine: Block = held[arm]
        return (*held[:arm], mine._replace(open=mine.open + reward), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch of an arm; the numbers that leave after it, in the order of the rows.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        mine: Block = held[arm]
        sums, noises = (*mine.sums, mine.open), mine.noises
        left: list[Any] = []
        for place, time in enumerate(self.times):
            if time != len(sums):
                continue
            noises = (*noises, randomness.noise(self.noise))
            total: Any = 0
            for weight, one in zip(self.rows[place], sums, strict=False):
                total = _plus(total, exact(weight), one)
            for weight, noise in zip(self._mixed[place], noises, strict=True):
                total = _plus(total, weight, noise)
            left.append(coarse(total, (self._scaled(place),)))
        closed = NEW if len(sums) == self.batches else Block(0, sums, noises)
        return (*held[:arm], closed, *held[arm + 1 :]), tuple(left)

    def _scaled(self, place: int) -> Mechanism:
        """The law of the largest noise of a row, which the grid of the row follows."""
        largest = max(map(abs, self._mixed[place]))
        if isinstance(self.noise, Laplace):
            return Laplace(exact(self.noise.scale) * largest)
        return Gaussian(sigma_squared=exact(self.noise.sigma_squared) * largest**2)


def _plus(total: Any, weight: Fraction, number: Any) -> Any:
    """A sum with one more multiple; whole weights stay integers."""
    if not weight:
        return total
    return total + number * (weight.numerator if weight.denominator == 1 else float(weight))
