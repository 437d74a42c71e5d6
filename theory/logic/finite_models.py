"""Random finite models in which the axioms of the library are tried.

A type variable stands for at most three values, and its sigma-algebra for a partition of them, so
that there are sets that are no events and functions that are not measurable. A law has weights that
are multiples of 1/4 on the parts; Pr is its outer measure. Real numbers are drawn from multiples of
1/4 between -2 and 2, which is also where a quantifier inside of a formula looks for them. Sequences
have LENGTH free places; behind these they keep one value, so that limits are values there. What the
theory leaves open (1/0, the mean of what is not integrable, a mixture by a kernel that is not
measurable) has a value drawn at random for each argument.
"""

from __future__ import annotations
import math
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any
from .terms import NAT, PROP, REAL, Refused, Term, Type

LENGTH = 2
"""The places of a sequence that are free."""
LAST = LENGTH + 1
"""The largest whole number that a quantifier looks at."""
POOL = tuple(Fraction(k, 4) for k in range(-8, 9))
"""The real numbers that are drawn."""
FAR = Fraction(1000)
"""A quantifier also looks at -FAR and FAR; a set with -FAR in it has no lower bound."""
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


@dataclass(frozen=True)
class Policy:
    """A policy is its kernels."""

    kernel: Callable[[int], Value]


@dataclass
class Model:
    """What the sorts and constants of the theory mean."""

    seed: int
    definitions: Mapping[str, tuple[Term, Type]]
    largest: int = 3
    witness: Callable[..., Iterable[Value]] | None = None
    """Values to try for `exists` over laws and policies, given the model and the variables."""
    drawn: tuple[Value, ...] = ()
    spaces: dict[str, tuple[int, ...]] = field(default_factory=dict)
    meanings: dict[tuple[str, Type], Value] = field(default_factory=dict)
    """The values of definitions, worked out once."""

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

    # types

    def every(self, t: Type) -> list[Value]:
        """All values of a type that a quantifier looks at."""
        if t[0].startswith("'"):
            return list(range(len(self.space(t[0]))))
        if t in (PROP, NAT, REAL):
            return {PROP: [False, True], NAT: [*range(LAST + 1)], REAL: [-FAR, *POOL, FAR]}[t]
        if t[0] == "Pair":
            return [*product(self.every(t[1]), self.every(t[2]))]
        if is_sequence(t):
            items = self.every(t[2])
            choices = items if len(items) < 4 else self.junk(t).sample(items, 3)
            return [Sequence(v, self.default(t[2])) for v in product(choices, repeat=LENGTH)]
        if t[0] == "->":
            domain, values = self.every(t[1]), self.every(t[2])
            if len(values) ** len(domain) > 5000:
                raise Refused("There are too many functions to try.")
            places = [*map(self.key(t[1]), domain)]
            rows = product(values, repeat=len(domain))
            return [self._table(t, dict(zip(places, row, strict=True))) for row in rows]
        raise Refused(f"The values of {t} are not tried one by one.")

    def _table(self, t: Type, table: dict[Value, Value]) -> Callable[[Value], Value]:
        key = self.key(t[1])
        return lambda v: table[key(v)]

    def key(self, t: Type) -> Callable[[Value], Value]:
        """What tells the values of a type apart."""
        if is_sequence(t):
            inner = self.key(t[2])
            return lambda v: tuple(inner(v(i)) for i in range(LENGTH))
        return lambda v: v

    def default(self, t: Type) -> Value:
        """The value that sequences have behind their free places."""
        if t[0] == "Pair":
            return (self.default(t[1]), self.default(t[2]))
        if is_law(t):
            return self.point(t[1], self.default(t[1]))
        if is_sequence(t):
            return Sequence((self.default(t[2]),) * LENGTH, self.default(t[2]))
        return Fraction(0) if t == REAL else 0

    def label(self, t: Type, value: Value) -> Value:
        """The part of a type in which a value lies: events do not cut it."""
        if t[0].startswith("'"):
            return self.space(t[0])[value]
        if t[0] == "Pair":
            return (self.label(t[1], value[0]), self.label(t[2], value[1]))
        if is_sequence(t):
            return tuple(self.label(t[2], value(i)) for i in range(LENGTH))
        return value

    def members(self, t: Type, label: Value) -> list[Value]:
        """The values of a part."""
        if t[0].startswith("'"):
            return [v for v, part in enumerate(self.space(t[0])) if part == label]
        if t[0] == "Pair":
            return [*product(self.members(t[1], label[0]), self.members(t[2], label[1]))]
        if is_sequence(t):
            rows = product(*(self.members(t[2], one) for one in label))
            return [Sequence(row, self.default(t[2])) for row in rows]
        return [label]

    def measurable(self, t: Type, f: Callable[[Value], Value]) -> bool:
        """Whether a function of a type is constant, up to parts of its values, on each part."""
        if t[1] in (NAT, REAL, PROP) or is_law(t[1]) or _has_reals(t[1]):
            return True
        seen: dict[Value, Value] = {}
        return all(
            seen.setdefault(self.label(t[1], v), self.label(t[2], f(v))) == self.label(t[2], f(v))
            for v in self.every(t[1])
        )

    # laws

    def law(self, t: Type, weights: Mapping[Value, Fraction], wild: bool = False) -> FiniteLaw:
        """The law of some weights."""
        return FiniteLaw(t, frozenset((v, w) for v, w in weights.items() if w), wild)

    def point(self, t: Type, value: Value) -> FiniteLaw:
        """The law of one value."""
        return self.law(t, {self.label(t, value): Fraction(1)})

    def some_law(self, t: Type, rng: random.Random) -> FiniteLaw:
        """A law drawn at random, often of one or two parts."""
        if t[0] == "->":
            return self.product(
                t, Sequence(tuple(self.some_law(t[2], rng) for _ in range(LENGTH)), None)
            )
        places = [*POOL] if t == REAL else [self.label(t, v) for v in self.every(t)[:9]]
        weights: dict[Value, Fraction] = {}
        for _ in range(4):
            part = rng.choice([*weights, *places])
            weights[part] = weights.get(part, Fraction(0)) + Fraction(1, 4)
        return self.law(t, weights)

    def pr(self, law: FiniteLaw, event: Callable[[Value], bool]) -> Fraction:
        """The outer measure: all parts that meet the set."""
        hit = (w for v, w in law.weights if any(map(event, self.members(law.type, v))))
        return sum(hit, Fraction(0))

    def integrable(self, law: FiniteLaw, f: Callable[[Value], Value]) -> bool:
        """Whether a function is constant on each part that has weight."""
        return not law.wild and all(
            len({f(v) for v in self.members(law.type, part)}) == 1 for part, _ in law.weights
        )

    def mean(self, law: FiniteLaw, f: Callable[[Value], Value]) -> Value:
        """The mean, or any number."""
        if self.integrable(law, f):
            return sum((w * f(self.members(law.type, v)[0]) for v, w in law.weights), Fraction(0))
        values = sorted(
            (repr(p), [f(v) for v in self.members(law.type, p)]) for p, _ in law.weights
        )
        return self.junk("E", values).choice(POOL)

    def mix(self, law: FiniteLaw, t: Type, kernel: Callable[[Value], FiniteLaw]) -> FiniteLaw:
        """A draw from the kernel at a draw from the law."""
        if not self.measurable(("->", law.type, ("Law", t)), kernel):
            return self.some_law(t, self.junk("mix", sorted(map(repr, law.weights))))
        weights: dict[Value, Fraction] = {}
        for part, weight in law.weights:
            for v, w in kernel(self.members(law.type, part)[0]).weights:
                weights[v] = weights.get(v, Fraction(0)) + weight * w
        return self.law(t, weights)

    def product(self, t: Type, laws: Callable[[int], FiniteLaw]) -> FiniteLaw:
        """Independent draws at the free places."""
        weights = {
            tuple(v for v, _ in row): math.prod((w for _, w in row), start=Fraction(1))
            for row in product(*(laws(i).weights for i in range(LENGTH)))
        }
        return self.law(t, weights)

    def trajectory(self, t: Type, step: Callable[[int], Callable[[Value], FiniteLaw]]) -> FiniteLaw:
        """Draws one after the other, each by its kernel."""
        done: dict[Value, Fraction] = {self.label(t, self.default(t)): Fraction(1)}
        for place in range(LENGTH):
            after: dict[Value, Fraction] = {}
            for path, weight in done.items():
                for v, w in step(place)(self.members(t, path)[0]).weights:
                    new = (*path[:place], v, *path[place + 1 :])
                    after[new] = after.get(new, Fraction(0)) + weight * w
            done = after
        return self.law(t, done)

    # random values

    def some(self, t: Type) -> Value:
        """A value of a type, drawn at random."""
        rng = self.rng
        if t == REAL:
            return rng.choice((Fraction(0), Fraction(1), *POOL))
        if t == NAT:
            return rng.randrange(LENGTH + 1)
        if t == ("Policy",):
            return Policy(self.some(("->", NAT, _KERNELS)))
        if is_law(t):
            return self.some_law(t[1], rng)
        if t[0] == "Pair":
            return (self.some(t[1]), self.some(t[2]))
        if t[0] != "->":
            return rng.choice(self.every(t))
        if t[1] == NAT and _is_step(t[2]):
            return self._steps(t[2])
        if t[1] == NAT:
            tail = self.some(t[2]) if t[2][0] in ("->", "Prop") else self.default(t[2])
            return Sequence(tuple(self.some(t[2]) for _ in range(LENGTH)), tail)
        if t == ("->", REAL, PROP):
            low = [-FAR] * (rng.random() < 0.3)
            return frozenset([*low, *rng.sample(POOL, rng.randrange(4))]).__contains__
        return self._function(t, rng.random() < 0.7)

    def _function(self, t: Type, measurable: bool) -> Callable[[Value], Value]:
        table: dict[Value, Value] = {}
        key = self.key(t[1])

        def value(v: Value) -> Value:
            place = self.label(t[1], v) if measurable else key(v)
            if place not in table:
                table[place] = self.some(t[2])
            return table[place]

        return value

    def _steps(self, t: Type) -> Callable[[int], Callable[[Value], FiniteLaw]]:
        """Kernels that read what was before, or, now and then, more."""
        honest, table = self.rng.random() < 0.8, dict[Value, FiniteLaw]()
        law, item = t[2], t[1][2]

        def kernel(place: int, path: Value) -> FiniteLaw:
            read = place if honest else LENGTH
            past = (place, *(self.label(item, path(i)) for i in range(read)))
            if place >= LENGTH:
                return self.point(law[1], self.default(law[1]))
            if past not in table:
                table[past] = self.some(law)
            return table[past]

        return lambda place: lambda path: kernel(place, path)


_KERNELS: Type = ("->", NAT, ("->", ("->", NAT, ("Pair", NAT, REAL)), ("Law", NAT)))


def _is_step(t: Type) -> bool:
    return bool(t[0] == "->" and is_sequence(t[1]) and is_law(t[2]))


def _has_reals(t: Type) -> bool:
    return t == REAL or any(_has_reals(a) for a in t[1:])
