"""The laws of a random finite model.

A law has weights on the parts of a type; Pr is its outer measure. What the theory leaves open (the
mean of what is not integrable, a mixture by a kernel that is not measurable) has a value drawn at
random for each argument.
"""

import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from .finite_types import LENGTH, NIL, ONE, POOL, FiniteLaw, Real, Sequence, Types, Value
from .simple_types import REAL, Type

QUARTERS = tuple(Real(number, 4) for number in range(5))


class Laws(Types):
    """What the constants of probability mean."""

    def law(self, t: Type, weights: Mapping[Value, Fraction], wild: bool = False) -> FiniteLaw:
        """The law of some weights."""
        return FiniteLaw(t, frozenset((v, w) for v, w in weights.items() if w), wild)

    def some_law(self, t: Type, rng: random.Random) -> FiniteLaw:
        """A law drawn at random, often of one or two parts."""
        if t[0] == "->":
            return self.product(
                t, Sequence(tuple(self.some_law(t[2], rng) for _ in range(LENGTH)), None)
            )
        places = [*POOL] if t == REAL else [self.label(t, v) for v in self.every(t)[:9]]
        return self.some_weights(t, places, rng)

    def some_weights(self, t: Type, places: list[Value], rng: random.Random) -> FiniteLaw:
        """Multiples of 1/4, drawn at random, on some parts."""
        quarters: dict[Value, int] = {}
        for _ in range(4):
            part = rng.choice([*quarters, *places])
            quarters[part] = quarters.get(part, 0) + 1
        return self.law(t, {part: QUARTERS[number] for part, number in quarters.items()})

    def pr(self, law: FiniteLaw, event: Callable[[Value], bool]) -> Fraction:
        """The outer measure: all parts that meet the set."""
        hit = (w for v, w in law.weights if any(map(event, self.members(law.type, v))))
        return sum(hit, NIL)

    def integrable(self, law: FiniteLaw, f: Callable[[Value], Value]) -> bool:
        """Whether a function is constant on each part that has weight."""
        return not law.wild and all(
            len({f(v) for v in self.members(law.type, part)}) == 1 for part, _ in law.weights
        )

    def mean(self, law: FiniteLaw, f: Callable[[Value], Value]) -> Value:
        """The mean, or any number."""
        if self.integrable(law, f):
            return sum((w * f(self.members(law.type, v)[0]) for v, w in law.weights), NIL)
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
                share = weight if w is ONE else weight * w
                weights[v] = weights[v] + share if v in weights else share
        return self.law(t, weights)

    def product(self, t: Type, laws: Callable[[int], FiniteLaw]) -> FiniteLaw:
        """Independent draws at the free places."""
        weights = {
            tuple(v for v, _ in row): math.prod((w for _, w in row), start=ONE)
            for row in product(*(laws(i).weights for i in range(LENGTH)))
        }
        return self.law(t, weights)

    def trajectory(self, t: Type, step: Callable[[int], Callable[[Value], FiniteLaw]]) -> FiniteLaw:
        """Draws one after the other, each by its kernel."""
        done: dict[Value, Fraction] = {self.label(t, self.default(t)): ONE}
        for place in range(LENGTH):
            after: dict[Value, Fraction] = {}
            for path, weight in done.items():
                for v, w in step(place)(self.members(t, path)[0]).weights:
                    new = (*path[:place], v, *path[place + 1 :])
                    share = weight * w
                    after[new] = after[new] + share if new in after else share
            done = after
        return self.law(t, done)

    def coin(self, p: Fraction) -> FiniteLaw:
        """The law of a coin, or a law that no function has a mean under."""
        if 0 <= p <= 1:
            return self.law(REAL, {ONE: p, NIL: 1 - p})
        return self.law(REAL, {p: ONE}, wild=True)

    def steps(self, t: Type, step: Callable[[int], Callable[[Value], FiniteLaw]]) -> bool:
        """Whether kernels of the past are measurable, and read the rounds before alone."""
        for place in range(LENGTH + 1):
            seen: dict[Value, FiniteLaw] = {}
            for path in self.every(t):
                past = tuple(self.label(t[2], path(i)) for i in range(place))
                law = step(place)(path)
                if seen.setdefault(past, law) != law:
                    return False
        return True
