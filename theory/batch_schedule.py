"""Batch schedules of phased algorithms such as DP-KLUCB and DP-IMED, in exact arithmetic."""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from .exact import Number, exact


class BatchSizes(ABC):
    """How often an arm has been pulled when each of its phases ends."""

    @abstractmethod
    def pulls(self, phase: int) -> int:
        """n_m: how often an arm has been pulled when its phase m ends; 0 for m = -1."""

    def batch(self, phase: int) -> int:
        """B_m: how many pulls the phase m of an arm takes."""
        return self.pulls(phase) - self.pulls(phase - 1)

    def cumulative(self, horizon: int) -> tuple[int, ...]:
        """n_0, n_1, ... up to and including the first that is at least the horizon.

        >>> GeometricSchedule(2).cumulative(20)
        (1, 3, 7, 15, 31)
        """
        pulls = [self.pulls(0)]
        while pulls[-1] < horizon:
            pulls.append(self.pulls(len(pulls)))
        return tuple(pulls)


@dataclass(frozen=True)
class GeometricSchedule(BatchSizes):
    """Cumulative batch sizes that grow by a constant ratio.

    n_m = ceil( n_0 (ratio^{m+1} - 1) / (ratio - 1) ), and B_m = n_m - n_{m-1} with n_{-1} = 0, for
    a rational ratio > 1 and an integer n_0 >= 1. Floats stand for their exact binary value, so
    write the ratio 1.1 as "1.1". Optimal Regret of Bernoulli Bandits, (14), (35), (36).

    >>> schedule = GeometricSchedule("1.5")
    >>> [schedule.pulls(m) for m in range(6)]
    [1, 3, 5, 9, 14, 21]
    >>> [schedule.batch(m) for m in range(6)]
    [1, 2, 2, 4, 5, 7]
    """

    ratio: Number = 2
    first: int = 1

    def __post_init__(self) -> None:
        if self.exact_ratio <= 1:
            raise ValueError(f"The batch ratio is {self.ratio}; give a ratio > 1.")
        if self.first != int(self.first) or self.first < 1:
            raise ValueError(f"The first batch is {self.first}; give an integer >= 1.")

    @property
    def exact_ratio(self) -> Fraction:
        """The ratio as an exact rational."""
        return exact(self.ratio)

    def pulls(self, phase: int) -> int:
        # with the ratio p/q, and in integers
        p, q = self.exact_ratio.as_integer_ratio()
        above: int = p ** (phase + 1)
        below: int = q ** (phase + 1)
        return -(-int(self.first) * q * (above - below) // (below * (p - q)))

    def cumulative(self, horizon: int) -> tuple[int, ...]:
        return tuple(self._until(horizon))

    def _until(self, horizon: int) -> Iterator[int]:
        # The running sum n_0 (1 + ratio + ... + ratio^m), times denominator^m: integers only.
        p, q = self.exact_ratio.numerator, self.exact_ratio.denominator
        term, total, scale = self.first, self.first, 1
        while True:
            pulls = -(-total // scale)
            yield pulls
            if pulls >= horizon:
                return
            term, total, scale = term * p, total * q + term * p, scale * q


def _ceiling_root(value: int, degree: int) -> int:
    """The smallest integer whose power of the degree is at least the value >= 0, by bisection."""
    low, high = 0, 1 << -(-value.bit_length() // degree)
    while low < high:
        middle = (low + high) // 2
        if middle**degree >= value:
            high = middle
        else:
            low = middle + 1
    return low


@dataclass(frozen=True)
class PolynomialSchedule(BatchSizes):
    """Cumulative batch sizes that grow as a power of the phase: n_m = ceil( (m+1)^power ).

    The power is rational, and the ceiling is decided in integers. Comment (d) after Theorem 4.3
    of Optimal Regret of Bernoulli Bandits.

    >>> [PolynomialSchedule("1.5").pulls(m) for m in range(5)]
    [1, 3, 6, 8, 12]
    """

    power: Number = 2

    def __post_init__(self) -> None:
        if exact(self.power) < 1:
            raise ValueError(f"The power is {self.power}; give a power >= 1.")

    def pulls(self, phase: int) -> int:
        power = exact(self.power)
        return _ceiling_root((phase + 1) ** power.numerator, power.denominator)


@dataclass(frozen=True)
class DoublingSchedule(BatchSizes):
    """Cumulative batch sizes that double: n_m = 2^m n_0, so the batches are n_0, n_0, 2 n_0, ...

    The episodes of AdaP-KLUCB. Claim `bern.comp.adapklucb`.

    >>> [DoublingSchedule().batch(m) for m in range(5)]
    [1, 1, 2, 4, 8]
    """

    first: int = 1

    def __post_init__(self) -> None:
        if self.first != int(self.first) or self.first < 1:
            raise ValueError(f"The first batch is {self.first}; give an integer >= 1.")

    @property
    def exact_ratio(self) -> Fraction:
        """The ratio of the cumulative sizes, 2."""
        return Fraction(2)

    def pulls(self, phase: int) -> int:
        return self.first << phase if phase >= 0 else 0


@dataclass(frozen=True)
class ExplicitSchedule(BatchSizes):
    """Cumulative batch sizes given one by one.

    >>> ExplicitSchedule((2, 4, 16, 256)).cumulative(10)
    (2, 4, 16)
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        increasing = all(a < b for a, b in zip((0, *self.sizes), self.sizes, strict=False))
        if not self.sizes or not increasing:
            raise ValueError(f"The sizes are {self.sizes}; give increasing integers >= 1.")

    def pulls(self, phase: int) -> int:
        if phase >= len(self.sizes):
            raise ValueError(f"Phase {phase} is beyond the {len(self.sizes)} given sizes.")
        return self.sizes[phase] if phase >= 0 else 0

    def cumulative(self, horizon: int) -> tuple[int, ...]:
        for phase, size in enumerate(self.sizes):
            if size >= horizon:
                return self.sizes[: phase + 1]
        raise ValueError(f"The last size {self.sizes[-1]} is below the horizon {horizon}.")


Schedule = GeometricSchedule | PolynomialSchedule | DoublingSchedule | ExplicitSchedule
