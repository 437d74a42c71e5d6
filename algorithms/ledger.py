"""The ledger: every raw reward that was read, and every release with all that it depends on.

The engine hands the curator rewards and noises as *traced numbers*, which carry the linear
combination of rewards and noises that they are made of. So what a release depends on is computed,
not declared: a curator cannot forget to mention a reward that it used.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple, Never
from banditproof.theory.mechanisms import Mechanism

_births = count()

Origin = dict[str, dict[int, float]]
"""The coefficient of each reward and each noise behind a number."""


class NotLinear(ValueError):
    """A statistic is no sum of multiples of rewards and noises, so its origin is not known."""


def _not_linear(*numbers: object) -> Never:
    raise NotLinear(
        "A reward or a noise is put into order, rounded, converted or multiplied by another one, "
        "and only sums of multiples can be followed; what DeclaredSums has, such as clip, can be."
    )


class Unmultiplied(Mapping[int, float]):
    """The rewards or noises that a number depends on, where it is no sum of multiples of them.

    Its keys are known, and what asks for a coefficient raises `NotLinear`.

    >>> sorted(Unmultiplied([5, 3]))
    [3, 5]
    """

    def __init__(self, places: Iterable[int]) -> None:
        self._places = dict.fromkeys(sorted(places))

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: int) -> float:
        raise NotLinear(
            "A released number is no sum of multiples of rewards and noises: which ones it depends "
            "on is known, and no coefficient."
        )


def _add(total: Origin, part: Mapping[str, Mapping[int, float]], weight: float) -> None:
    """Add a multiple of an origin that is known."""
    for kind, coefficients in part.items():
        sums = total[kind]
        if type(weight) is int and weight == 1 and sums.keys().isdisjoint(coefficients):
            sums.update(coefficients)
            continue
        for place, coefficient in coefficients.items():
            sums[place] = sums.get(place, 0) + weight * coefficient


class Traced:
    """A number with its origin: value = constant + sum of coefficients times rewards and noises.

    `rewards` maps a round to the coefficient of the reward read in it, `noises` a noise's serial
    number to its coefficient. Sums and multiples by plain numbers stay traced; anything else
    (a product of two traced numbers, an order) raises `NotLinear`. What is equal is so by value.

    >>> x = Traced.reward(3, 1.0) + Traced.reward(5, 0.0) + Traced.noise(0, 0.25)
    >>> x.value, x.rewards, x.noises
    (1.25, {3: 1, 5: 1}, {0: 1})
    """

    __slots__ = ("_birth", "_found", "_parts", "_source", "value")

    def __init__(
        self,
        value: float,
        parts: tuple[tuple[Traced, float], ...] = (),
        source: tuple[str, int] | None = None,
    ) -> None:
        # An operation only notes its operands, so that a sum of n rewards costs O(n), not O(n^2).
        self.value = value
        self._parts = parts
        self._source = source
        self._found: Mapping[str, Mapping[int, float]] | None = None
        self._birth = next(_births)

    @staticmethod
    def reward(time: int, value: float) -> Traced:
        """The raw reward of a round."""
        return Traced(value, source=("reward", time))

    @staticmethod
    def noise(serial: int, value: float) -> Traced:
        """The noise variable with a serial number."""
        return Traced(value, source=("noise", serial))

    @property
    def rewards(self) -> Mapping[int, float]:
        """The coefficient of each reward, by the round in which it was read."""
        return self._coefficients("reward")

    @property
    def noises(self) -> Mapping[int, float]:
        """The coefficient of each noise, by its serial number."""
        return self._coefficients("noise")

    def _coefficients(self, kind: str) -> Mapping[int, float]:
        if self._found is None:
            self._found = self._origin()
        return self._found[kind]

    def _origin(self) -> Origin:
        total = self._origin_of_a_chain() or self._origin_of_a_graph()
        for kind, coefficients in total.items():
            if len(coefficients) > 1:
                total[kind] = {place: coefficients[place] for place in sorted(coefficients)}
        return total

    def _origin_of_a_chain(self) -> Origin | None:
        """The coefficients of a sum to which one multiple was added after the other; else None.

        Nearly every release is one, and its numbers need no order: what is used again is a reward
        or a noise, never a sum.
        """
        total: Origin = {"reward": {}, "noise": {}}
        number: Traced | None = self
        weight: float = 1
        while number is not None:
            if number._source is not None:
                kind, place = number._source
                total[kind][place] = total[kind].get(place, 0) + weight
                return total
            earlier, scaled = None, weight
            for part, coefficient in number._parts:
                share = weight * coefficient
                while part._source is None and part._found is None and len(part._parts) == 1:
                    ((part, coefficient),) = part._parts
                    share = share * coefficient
                if part._source is not None:
                    kind, place = part._source
                    total[kind][place] = total[kind].get(place, 0) + share
                elif part._found is not None:
                    _add(total, part._found, share)
                elif earlier is not None:
                    return None
                else:
                    earlier, scaled = part, share
            number, weight = earlier, scaled
        return total

    def _origin_of_a_graph(self) -> Origin:
        total: Origin = {"reward": {}, "noise": {}}
        numbers = {self._birth: self}
        waiting = [self]
        while waiting:
            number = waiting.pop()
            for part, _ in () if number._found else number._parts:
                if part._birth not in numbers:
                    numbers[part._birth] = part
                    waiting.append(part)
        weights: dict[int, float] = dict.fromkeys(numbers, 0)
        weights[self._birth] = 1
        # from the youngest to the oldest: all uses of a number come before it
        for birth in sorted(numbers, reverse=True):
            number, weight = numbers[birth], weights[birth]
            if number._source is not None:
                kind, place = number._source
                total[kind][place] = total[kind].get(place, 0) + weight
            elif number._found is not None:
                _add(total, number._found, weight)
                continue
            for part, coefficient in number._parts:
                weights[part._birth] += weight * coefficient
        return total

    def __repr__(self) -> str:
        return f"Traced({self.value}, rewards={self.rewards}, noises={self.noises})"

    def __add__(self, other: Traced | float) -> Traced:
        if not isinstance(other, Traced):
            return Traced(self.value + other, ((self, 1),))
        return Traced(self.value + other.value, ((self, 1), (other, 1)))

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Traced:
        if isinstance(factor, Traced):
            _not_linear()
        return Traced(self.value * factor, ((self, factor),))

    __rmul__ = __mul__
    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = _not_linear
    __float__ = __int__ = __index__ = __round__ = __floor__ = __ceil__ = __trunc__ = _not_linear
    __pow__ = __rpow__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = _not_linear
    __rtruediv__ = _not_linear
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Traced) else other))

    def __bool__(self) -> bool:
        return bool(self.value)

    def __truediv__(self, divisor: float) -> Traced:
        return self * (1 / divisor)

    def __neg__(self) -> Traced:
        return self * -1

    def __sub__(self, other: Traced | float) -> Traced:
        return self + (-other)

    def __rsub__(self, other: float) -> Traced:
        return (-self) + other

    def clipped(self, low: float, high: float) -> Traced:
        """The number clipped to a range, with the same origin.

        Clipping moves no two numbers apart, so the coefficients still bound what each reward and
        each noise changes.
        """
        return self.moved_to(min(max(self.value, low), high))

    def moved_to(self, value: float) -> Traced:
        """A number that this one is mapped to by a map that moves no two numbers apart."""
        return Traced(value, ((self, 1),))


def depending(value: Any, on: Iterable[Any], noise: Any = None) -> Any:
    """A number that depends on traced numbers in another way than as a sum of multiples.

    It is a plain number if none of them is traced. A `noise` was added to it, as it is.

    >>> number = depending(1, [Traced.reward(3, 0.5)], Traced.noise(0, 0.25))
    >>> list(number.rewards), number.noises, depending(1, [0.5])
    ([3], {0: 1}, 1)
    """
    traced = [number for number in (*on, noise) if isinstance(number, Traced)]
    if not traced:
        return value
    result = Traced(value)
    result._found = {
        "reward": Unmultiplied({place for one in traced for place in one.rewards}),
        "noise": Unmultiplied({place for one in traced for place in one.noises})
        if noise is None
        else getattr(noise, "noises", {}),
    }
    return result


class Read(NamedTuple):
    """The raw reward of one round was read by the curator."""

    time: int
    arm: int


@dataclass(frozen=True)
class Release:
    """A statistic left the curator: `value` is all that the policy learns."""

    time: int
    arm: int
    count: int
    value: float
    mechanism: Mechanism
    rewards: Mapping[int, float]
    noises: Mapping[int, float]

    @property
    def sensitivity(self) -> float:
        """How much one reward of [0, 1] can change the statistic: its largest coefficient.

        NotLinear, which is a ValueError, if the statistic is no sum of multiples.
        """
        return max((abs(c) for c in self.rewards.values()), default=0)


@dataclass
class Ledger:
    """All reads and releases of one play, in order, and the pulls that were decided."""

    reads: list[Read] = field(default_factory=list)
    releases: list[Release] = field(default_factory=list)
