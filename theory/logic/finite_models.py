"""Random finite models in which the axioms are tried: values of the types, drawn at random."""

from collections.abc import Callable
from dataclasses import dataclass
from .finite_laws import Laws
from .finite_types import (
    FAR,
    LENGTH,
    NIL,
    ONE,
    POOL,
    FiniteLaw,
    Sequence,
    Value,
    is_law,
    is_sequence,
)
from .simple_types import NAT, PROP, REAL, Type

POLICY: Type = ("Policy",)
ARMS = 4
"""The whole numbers that a kernel draws from where no number of arms binds it."""
DRAWN = (NIL, ONE, *POOL)
"""The real numbers that are drawn; 0 and 1 twice as often."""
Kernel = Callable[[int], Callable[[Value], FiniteLaw]]


@dataclass(frozen=True)
class Policy:
    """A policy is its kernels, for each number of arms."""

    kernel: Callable[[int], Kernel]


class Model(Laws):
    """What the sorts and constants of the theory mean."""

    def some(self, t: Type) -> Value:
        """A value of a type, drawn at random."""
        rng = self.rng
        if t == REAL:
            return rng.choice(DRAWN)
        if t == NAT:
            return rng.randrange(LENGTH + 1)
        if t == POLICY:
            return Policy(self.kernels())
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

    def _steps(self, t: Type) -> Kernel:
        """Kernels that read what was before, or, now and then, more."""
        honest = self.rng.random() < 0.8
        law, item = t[2], t[1][2]
        return self._kernel(honest, lambda v: self.label(item, v), lambda: self.some(law))

    def kernels(self, honest: bool = True, bound: bool = True) -> Callable[[int], Kernel]:
        """The kernels of a policy; some read too much, or draw what is no arm."""
        made: dict[int, Kernel] = {}

        def of(arms: int) -> Kernel:
            if arms not in made:
                places = [*range(arms if bound and arms else ARMS)]
                made[arms] = self._kernel(
                    honest, lambda v: v, lambda: self.some_weights(NAT, places, self.rng)
                )
            return made[arms]

        return of

    def _kernel(
        self, honest: bool, seen: Callable[[Value], Value], drawn: Callable[[], FiniteLaw]
    ) -> Kernel:
        table: dict[Value, FiniteLaw] = {}
        made: dict[int, Callable[[Value], FiniteLaw]] = {}

        def worked_out(place: int, path: Value) -> FiniteLaw:
            read = min(place, LENGTH) if honest else LENGTH
            past = (min(place, LENGTH), *(seen(path(i)) for i in range(read)))
            if past not in table:
                table[past] = drawn()
            return table[past]

        def at(place: int) -> Callable[[Value], FiniteLaw]:
            if place not in made:
                again: dict[int, tuple[Value, FiniteLaw]] = {}

                def kernel(path: Value) -> FiniteLaw:
                    # the paths of a quantifier come again and again, and hashes are slow
                    known = again.get(id(path))
                    if known is None or known[0] is not path:
                        known = again[id(path)] = path, worked_out(place, path)
                    return known[1]

                made[place] = kernel
            return made[place]

        return at


def _is_step(t: Type) -> bool:
    return bool(t[0] == "->" and is_sequence(t[1]) and is_law(t[2]))
