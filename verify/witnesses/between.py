"""Numbers that are only known to lie between two ends: what a policy decides for all of them.

A policy that computes with such numbers by sums, products and comparisons is followed for a whole
box of released numbers at once. A comparison with two answers in the box, or anything else that
needs the number itself, ends the play; the box remembers it, also where the policy goes on.
"""

from __future__ import annotations
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from banditproof.theory.mechanisms import Mechanism
from .plain_fields import Refused

Interval = tuple[float, float]
WHOLE: Interval = (-math.inf, math.inf)
ROUGH = 1e-12
"""The relative error that a function of floats may have."""


class OpenQuestion(BaseException):
    """The play goes on in several ways, or needs a number itself; no policy may catch it."""


class NeedsNumbers(Refused):
    """A decision needs a number itself: of a box of them nothing more can be said."""


class Box:
    """Intervals of some released numbers, by their places; all others may be anything.

    >>> box = Box({0: (1.0, 2.0)})
    >>> x, y = box.number(0), box.number(1)
    >>> x + 1 > 1.5, (x * 2 - 9).high < -4, box.open
    (True, True, None)
    >>> try:
    ...     x > y
    ... except OpenQuestion:
    ...     sorted(box.open)
    [0, 1]
    """

    def __init__(self, intervals: Mapping[int, Interval]) -> None:
        self.intervals = intervals
        self.centers: list[tuple[float, Mechanism | None]] = []
        """Each number without its noise, and the last law that was drawn from before it left."""
        self.open: frozenset[int] | None = None
        """The places behind a comparison with two answers; None if there was none."""
        self.cut: tuple[int, float] | None = None
        """Where the answer changes, if one number alone, and sums and multiples of it, decide."""
        self.needed = ""
        """What needed a number itself; nothing more can be said then."""

    def restart(self) -> None:
        """Nothing was released, and nothing asked."""
        self.__init__(self.intervals)  # type: ignore[misc]

    def number(self, place: int) -> Between:
        """The released number of a place."""
        return Between(self, frozenset([place]), *self.intervals.get(place, WHOLE), (1.0, 0.0))

    def number_of(self, value: float, laws: Sequence[Mechanism]) -> Between:
        """The next number, whose value without noise and law are noted."""
        self.centers.append((float(value), laws[-1] if laws else None))
        return self.number(len(self.centers) - 1)


def require_closed(box: Box | None) -> None:
    """What a box left open ends the play, also where the policy caught it."""
    if box is not None and box.needed:
        raise NeedsNumbers(f"The policy needs released numbers themselves: {box.needed}.")
    if box is not None and box.open is not None:
        raise OpenQuestion


class Between:
    """A number between two ends; it says that it is a float, and answers what all of them do."""

    __slots__ = ("box", "high", "line", "low", "places")
    __class__ = property(lambda self: float)

    def __init__(
        self,
        box: Box,
        places: frozenset[int],
        low: float,
        high: float,
        line: tuple[float, float] | None = None,
    ) -> None:
        self.box, self.places, self.low, self.high = box, places, low, high
        self.line = line
        """Slope and offset of a number that is made of one released number, nearly."""

    def _combined(self, other: Any, corners: Callable[[float, float], float]) -> Between:
        """The range of a function that is monotone in both numbers, a little wider."""
        places, ends = self._both(other)
        values = [corners(x, y) for x in (self.low, self.high) for y in ends]
        if any(map(math.isnan, values)):
            raise self._needed("one that may be infinite")
        low, high = math.nextafter(min(values), -math.inf), math.nextafter(max(values), math.inf)
        line = None
        if self.line is not None and type(other) is not Between:
            offset = corners(self.line[1], ends[0])
            line = corners(sum(self.line), ends[0]) - offset, offset
        return Between(self.box, places, low, high, line)

    def _both(self, other: Any) -> tuple[frozenset[int], Interval]:
        """The places behind both numbers, and the ends of the other one."""
        if type(other) is Between:
            return self.places | other.places, (other.low, other.high)
        try:
            return self.places, (float(other), float(other))
        except (TypeError, ValueError, OverflowError):
            raise self._needed(f"one beside {type(other).__name__}") from None

    @staticmethod
    def range_apart(one: Any, other: Any, function: Callable[[float, float], float]) -> Any:
        """The range of a function that is 0 of equal numbers, and grows as they move apart.

        >>> box = Box({0: (0.5, 0.75)})
        >>> distance = Between.range_apart(0.25, box.number(0), lambda x, y: abs(x - y))
        >>> round(distance.low, 9), round(distance.high, 9)
        (0.25, 0.5)
        """
        if one is other:
            return 0.0
        between = one if type(one) is Between else other
        if type(between) is not Between:
            return function(one, other)
        places, ends = between._both(other if between is one else one)
        mine = (between.low, between.high)
        (a, b), (c, d) = (mine, ends) if between is one else (ends, mine)
        low = function(b, c) if b < c else function(a, d) if a > d else 0.0
        high = max(function(a, d), function(b, c))
        return Between(between.box, places, low * (1 - ROUGH), high * (1 + ROUGH))

    def _needed(self, what: str) -> OpenQuestion:
        self.box.needed = self.box.needed or what
        return OpenQuestion()

    def _below(self, other: Any) -> bool:
        """Whether this number is below another one; there is no third answer."""
        places, (low, high) = self._both(other)
        if self.high < low or self.low > high:
            return self.high < low
        if self.box.open is None:
            self.box.open = places
            if self.line is not None and self.line[0] and type(other) is not Between:
                self.box.cut = next(iter(places)), (low - self.line[1]) / self.line[0]
        raise OpenQuestion

    def __add__(self, other: Any) -> Between:
        return self._combined(other, lambda x, y: x + y)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Between:
        return self._combined(other, lambda x, y: x - y)

    def __rsub__(self, other: Any) -> Between:
        return self._combined(other, lambda x, y: y - x)

    def __mul__(self, other: Any) -> Between:
        return self._combined(other, lambda x, y: x * y if x and y else 0.0)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Between:
        _, (low, high) = self._both(other)
        if low <= 0 <= high:
            raise self._needed("a quotient by what may be 0")
        return self._combined(other, lambda x, y: x / y)

    def __neg__(self) -> Between:
        line = None if self.line is None else (-self.line[0], -self.line[1])
        return Between(self.box, self.places, -self.high, -self.low, line)

    def __pos__(self) -> Between:
        return self

    def __abs__(self) -> Between:
        return -self if self._below(0) else self

    def __lt__(self, other: Any) -> bool:
        return self is not other and self._below(other)

    def __le__(self, other: Any) -> bool:
        return self is other or self._below(other)

    def __gt__(self, other: Any) -> bool:
        return self is not other and not self._below(other)

    def __ge__(self, other: Any) -> bool:
        return self is other or not self._below(other)

    def __eq__(self, other: Any) -> bool:
        return self is other or self._differs(other)

    def __ne__(self, other: Any) -> bool:
        return self is not other and not self._differs(other)

    def _differs(self, other: Any) -> bool:
        """False, once one of the two is known to be below the other."""
        self._below(other)
        return False

    def __bool__(self) -> bool:
        return not self._differs(0)

    def __getattr__(self, name: str) -> Any:
        raise self._needed(name)


def _itself(name: str) -> Callable[..., Any]:
    def asked(self: Between, *_: Any) -> Any:
        raise self._needed(name.strip("_"))

    return asked


for _name in (
    *("__float__", "__int__", "__index__", "__hash__", "__str__", "__repr__", "__format__"),
    *("__round__", "__trunc__", "__floor__", "__ceil__", "__pow__", "__rpow__", "__mod__"),
    *("__rmod__", "__floordiv__", "__rfloordiv__", "__divmod__", "__rdivmod__", "__rtruediv__"),
    *("__complex__", "__reduce_ex__", "__copy__", "__deepcopy__", "__iter__", "__len__"),
):
    setattr(Between, _name, _itself(_name))
