"""Numbers of many runs at once, which a policy's own code computes with as with one float.

Runs that a policy has treated alike differ in what was released to them only. A `Lanes` stands for
one such number in each of them: sums and products are arrays, and a comparison whose answer is not
the same in all runs divides them. The code is then run again for those that were left behind, as a
decision is a pure function of its state. What needs a float and nothing else, `math.sqrt` of a
released number for instance, raises `OneByOne`.
"""

import operator
import weakref
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, NoReturn
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


class OneByOne(BaseException):
    """These runs cannot be followed together; no `except Exception` of a policy may hide it."""


class Fork:
    """One way of some runs through a decision: the answers that it gave, and whom it left behind.

    The first answers are prescribed. Where the runs still on this way disagree, it goes on with
    most of them, and `left` notes the others with the answers that lead to them.
    """

    __slots__ = ("answers", "asked", "here", "left", "watched", "width")

    def __init__(self, width: int, watched: list[Any] | None = None) -> None:
        self.width, self.watched = width, watched
        self.begin(np.arange(width), [])

    def begin(self, here: Places, answers: list[bool]) -> None:
        """Start again, with the runs at some places and the answers that they gave first."""
        self.here, self.answers, self.asked = here, answers, 0
        self.left: list[tuple[Places, list[bool]]] = []

    def answer(self, truths: npt.NDArray[np.bool_]) -> bool:
        """The answer of the runs on this way; those with the other one are left behind."""
        place = self.asked
        self.asked += 1
        if place < len(self.answers):
            return self.answers[place]
        here = truths if len(self.here) == self.width else truths[self.here]
        yes = int(np.count_nonzero(here))
        most = 2 * yes >= len(here)
        if 0 < yes < len(here):
            self.left.append((self.here[here != most], [*self.answers, not most]))
            self.here = self.here[here == most]
        self.answers.append(most)
        return most


def _number(other: object) -> Any:
    """What an array is computed with: other lanes, or a plain number as a float."""
    kind = type(other)
    if kind is Lanes:
        return other.values  # type: ignore[attr-defined]
    if kind is float:
        return other
    if kind is int or kind is bool or isinstance(other, np.floating | np.integer | np.bool_):
        try:
            return float(other)  # type: ignore[arg-type]
        except OverflowError:
            raise OneByOne from None
    return None


def _operation(function: Callable[..., Any], reflected: bool = False) -> Callable[..., Any]:
    def operation(self: "Lanes", other: object) -> Any:
        number = _number(other)
        if number is None:
            raise OneByOne
        return self._done(
            function, *((number, self.values) if reflected else (self.values, number))
        )

    return operation


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    def comparison(self: "Lanes", other: object) -> bool:
        number = _number(other)
        if number is None:
            raise OneByOne
        return self.fork.answer(function(self.values, number))

    return comparison


def _refused(*_: object, **__: object) -> NoReturn:
    raise OneByOne


class Lanes:
    """One number of each run of a group.

    >>> fork = Fork(3)
    >>> x = Lanes(np.array([1.0, 2.0, 3.0]), fork)
    >>> max(2 * x, 5), [(places.tolist(), answers) for places, answers in fork.left]
    (5, [([2], [False])])
    """

    __slots__ = ("__weakref__", "fork", "values")

    def __init__(self, values: Floats, fork: Fork) -> None:
        self.values, self.fork = values, fork
        if fork.watched is not None:
            fork.watched.append(weakref.ref(self))

    def _done(self, function: Callable[..., Any], *numbers: Any) -> Any:
        # what is no number, or an error of Python's floats, is left to them
        try:
            values = function(*numbers)
        except (FloatingPointError, ZeroDivisionError):
            raise OneByOne from None
        if isinstance(values, np.ndarray) and values.shape == self.values.shape:
            if values.dtype == np.float64:
                return Lanes(values, self.fork)
            if values.dtype == np.bool_:
                return self.fork.answer(values)
        raise OneByOne

    __add__, __radd__ = _operation(operator.add), _operation(operator.add, True)
    __sub__, __rsub__ = _operation(operator.sub), _operation(operator.sub, True)
    __mul__, __rmul__ = _operation(operator.mul), _operation(operator.mul, True)
    __truediv__, __rtruediv__ = _operation(operator.truediv), _operation(operator.truediv, True)
    __pow__, __rpow__ = _operation(operator.pow), _operation(operator.pow, True)
    __lt__, __le__ = _comparison(operator.lt), _comparison(operator.le)
    __gt__, __ge__ = _comparison(operator.gt), _comparison(operator.ge)
    __eq__, __ne__ = _comparison(operator.eq), _comparison(operator.ne)
    __hash__ = _refused
    __float__ = __int__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = _refused
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refused
    __str__ = __repr__ = __format__ = __array__ = __reduce_ex__ = _refused
    __getattr__ = __copy__ = __deepcopy__ = _refused

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What `isinstance` is told: the policy's code gets a float."""
        return float

    def __bool__(self) -> bool:
        """Whether it is not 0."""
        return self.fork.answer(self.values != 0)

    def __neg__(self) -> "Lanes":
        return Lanes(-self.values, self.fork)

    def __pos__(self) -> "Lanes":
        return self

    def __abs__(self) -> "Lanes":
        return Lanes(abs(self.values), self.fork)

    def clip(self, low: object, high: object, out: None = None) -> Any:
        """What `numpy.clip` makes of it."""
        least = self.__array_ufunc__(np.maximum, "__call__", self, low)
        return self.__array_ufunc__(np.minimum, "__call__", least, high)

    def __array_ufunc__(
        self, function: np.ufunc, method: str, *given: object, **others: object
    ) -> Any:
        """An elementwise function of NumPy."""
        numbers = [_number(one) for one in given]
        if method != "__call__" or others or function.nout != 1 or None in map(type_of, numbers):
            raise OneByOne
        return self._done(function, *numbers)


def type_of(number: object) -> type | None:
    """The type of a number; None of None."""
    return None if number is None else type(number)


PLAIN = frozenset({int, bool, str, bytes, type(None), Fraction})
"""What a state may hold besides floats and lanes."""


def taken_apart(state: object, arrays: list[Floats]) -> Hashable:
    """A state without the numbers in its lanes, which go to `arrays`: equal ones can be joined.

    >>> arrays = []
    >>> shape = taken_apart(((1, Lanes(np.array([0.5, 0.25]), Fork(2))), "a"), arrays)
    >>> put_together(shape, iter([array[:1].tolist()[0] for array in arrays]))
    ((1, 0.5), 'a')
    """
    kind = type(state)
    if kind is Lanes:
        arrays.append(state.values)  # type: ignore[attr-defined]
        return Lanes
    if kind is float:
        return (float, state.hex())  # type: ignore[attr-defined]
    if kind in PLAIN:
        return (kind, state)
    if kind is tuple or (issubclass(kind, tuple) and not hasattr(state, "__dict__")):
        return (kind, tuple([taken_apart(part, arrays) for part in state]))  # type: ignore[attr-defined]
    if is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        names = [field.name for field in fields(kind)]
        if getattr(state, "__dict__", {}).keys() == {*names}:
            return (kind, tuple([taken_apart(getattr(state, name), arrays) for name in names]))
    raise OneByOne


def put_together(shape: Any, numbers: Iterator[Any]) -> Any:
    """The state of a shape with other numbers."""
    if shape is Lanes:
        return next(numbers)
    kind, inside = shape
    if kind is float:
        return float.fromhex(inside)
    if kind in PLAIN:
        return inside
    parts = [put_together(part, numbers) for part in inside]
    if issubclass(kind, tuple):
        return tuple.__new__(kind, parts)
    made = object.__new__(kind)
    for field, part in zip(fields(kind), parts, strict=True):
        object.__setattr__(made, field.name, part)
    return made
