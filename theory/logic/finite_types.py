"""The types of a random finite model: their values, and the parts that events do not cut.

A type variable stands for at most three values, and its sigma-algebra for a partition of them, so
that there are sets that are no events and functions that are not measurable. Real numbers are
multiples of 1/4 between -2 and 2, which is also where a quantifier inside of a formula looks for
them. Sequences have LENGTH free places; behind these they keep one value, so that limits are values
there.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any
from .simple_types import NAT, PROP, REAL, Type
from .terms import Refused

LENGTH = 2
"""The places of a sequence that are free."""
PLACES = range(LENGTH)
LAST = LENGTH + 1
"""The largest whole number that a quantifier looks at."""


class Real(Fraction):
    """A real number that models look up many times, with its hash; results are plain fractions."""

    __slots__ = ("_code",)
    _code: int

    def __hash__(self) -> int:  # type: ignore[override]  # typeshed says that Complex has none
        try:
            return self._code
        except AttributeError:
            self._code = super().__hash__()
            return self._code

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"


POOL = tuple(Real(k, 4) for k in range(-8, 9))
"""The real numbers that are drawn."""
NIL, ONE = Real(0), Real(1)
FAR = Real(1000)
"""A quantifier also looks at -FAR and FAR; a set with -FAR in it has no lower bound."""
PLAIN = {PROP: [False, True], NAT: [*range(LAST + 1)], REAL: [Real(-1000), *POOL, FAR]}
"""What a quantifier looks at, the same in each model."""
Value = Any


def is_law(t: Type) -> bool:
    """Whether a type is that of laws."""
    return bool(t[0] == "Law")


def is_sequence(t: Type) -> bool:
    """Whether a type is that of sequences of values."""
    return bool(t[0] == "->" and t[1] == NAT and t[2][0] != "->")


@dataclass(frozen=True)
class Sequence:
    """The values at the free places, and the one behind them."""

    values: tuple[Value, ...]
    tail: Value

    def __call__(self, place: int) -> Value:
        return self.values[place] if place < len(self.values) else self.tail


@dataclass(frozen=True)
class FiniteLaw:
    """Weights of parts of a type; a wild law has no mean of any function."""

    type: Type
    weights: frozenset[tuple[Value, Fraction]]
    wild: bool = False


@dataclass
class Types:
    """What the type variables of the theory mean."""

    seed: int
    largest: int = 3
    witness: Callable[..., Iterable[Value]] | None = None
    """Values to try for `exists` over laws and policies, given the model."""
    drawn: tuple[Value, ...] = ()
    spaces: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ranges: dict[Type, list[Value]] = field(default_factory=dict)
    """All values of types, listed once."""
    known: dict[Value, Value] = field(default_factory=dict)
    """Values of terms, worked out once."""
    cut: dict[Type, list[tuple[Value, Value]]] = field(default_factory=dict)
    """All values of types with their parts, and below the values of parts, listed once."""
    within: dict[tuple[Type, Value], list[Value]] = field(default_factory=dict)

    @cached_property
    def rng(self) -> random.Random:
        """The draws of the model."""
        return random.Random(self.seed)

    def space(self, name: str) -> tuple[int, ...]:
        """For each value of a type variable the part in which it lies."""
        if name not in self.spaces:
            size = min(self.rng.choice((1, 2, 2, 3, 3)), self.largest)
            cut = [self.rng.randrange(2) for _ in range(size)]
            self.spaces[name] = tuple(self.rng.choice(([*range(size)], cut, cut)))
        return self.spaces[name]

    def junk(self, *key: Value) -> random.Random:
        """Draws for what the theory leaves open, the same for the same arguments."""
        return random.Random(f"{self.seed} {key!r}")

    def every(self, t: Type) -> list[Value]:
        """All values of a type that a quantifier looks at."""
        if t not in self.ranges:
            self.ranges[t] = self._every(t)
        return self.ranges[t]

    def _every(self, t: Type) -> list[Value]:
        if t[0].startswith("'"):
            return list(range(len(self.space(t[0]))))
        if t in PLAIN:
            return PLAIN[t]
        if t[0] == "Pair":
            return [*product(self.every(t[1]), self.every(t[2]))]
        if is_sequence(t):
            items = self.every(t[2])
            choices = items if len(items) < 4 else self.junk(t).sample(items, 2)
            return [Sequence(v, self.default(t[2])) for v in product(choices, repeat=LENGTH)]
        if t[0] == "->":
            domain, values = self.every(t[1]), self.every(t[2])
            if len(values) ** len(domain) > 5000:
                raise Refused("There are too many functions to try.")
            places = [*map(self.key(t[1]), domain)]
            rows = product(values, repeat=len(domain))
            return [self._table(t, dict(zip(places, row, strict=True))) for row in rows]
        raise Refused(f"The values of {t} are not tried one by one.")

    def _table(self, t: Type, table: Mapping[Value, Value]) -> Callable[[Value], Value]:
        key = self.key(t[1])
        return lambda v: table[key(v)]

    def key(self, t: Type) -> Callable[[Value], Value]:
        """What tells the values of a type apart."""
        return first_values if is_sequence(t) else lambda v: v

    def default(self, t: Type) -> Value:
        """The value that sequences have behind their free places."""
        if t[0] == "Pair":
            return (self.default(t[1]), self.default(t[2]))
        if is_law(t):
            return self.point(t[1], self.default(t[1]))
        if is_sequence(t):
            return Sequence((self.default(t[2]),) * LENGTH, self.default(t[2]))
        return NIL if t == REAL else 0

    def point(self, t: Type, value: Value) -> FiniteLaw:
        """The law of one value."""
        return FiniteLaw(t, frozenset([(self.label(t, value), ONE)]))

    def label(self, t: Type, value: Value) -> Value:
        """The part of a type in which a value lies: events do not cut it."""
        if t[0].startswith("'"):
            return self.space(t[0])[value]
        if t[0] == "Pair":
            return (self.label(t[1], value[0]), self.label(t[2], value[1]))
        if is_sequence(t):
            return tuple([self.label(t[2], v) for v in first_values(value)])
        return value

    def members(self, t: Type, label: Value) -> list[Value]:
        """The values of a part."""
        if t[0].startswith("'"):
            return [v for v, part in enumerate(self.space(t[0])) if part == label]
        if t[0] != "Pair" and not is_sequence(t):
            return [label]
        if (t, label) not in self.within:
            pair = t[0] == "Pair"
            rows = product(*map(self.members, t[1:] if pair else t[2:] * LENGTH, label))
            end = None if pair else self.default(t[2])
            self.within[t, label] = [*rows] if pair else [Sequence(row, end) for row in rows]
        return self.within[t, label]

    def measurable(self, t: Type, f: Callable[[Value], Value]) -> bool:
        """Whether a function of a type is constant, up to parts of its values, on each part."""
        if t[1] in (NAT, REAL, PROP) or is_law(t[1]) or has_reals(t[1]):
            return True
        if t[1] not in self.cut:
            self.cut[t[1]] = [(v, self.label(t[1], v)) for v in self.every(t[1])]
        seen: dict[Value, Value] = {}
        plain = t[2] in (PROP, REAL, NAT)  # each of these values is a part
        for v, part in self.cut[t[1]]:
            label = f(v) if plain else self.label(t[2], f(v))
            if seen.setdefault(part, label) != label:
                return False
        return True


def first_values(v: Callable[[int], Value]) -> tuple[Value, ...]:
    """The values of a sequence at the free places."""
    if type(v) is Sequence and len(v.values) == LENGTH:
        return v.values
    return tuple([v(i) for i in PLACES])


def has_reals(t: Type) -> bool:
    """Whether the real numbers occur in a type; all of its sets are events."""
    return t == REAL or any(has_reals(a) for a in t[1:])
