"""Factories that declare noise of scale 1 where they are judged, and release with next to none.

Each plays `Greedy`, and exchanges its curator later, or makes a different one in another call.
"""

import os
import sys
import time
from fractions import Fraction
from itertools import count
from banditproof.algorithms import DeclaredSums, NoisySums, Policy, Pull
from banditproof.algorithms.apart.plain_declaration import plain_declaration
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.randomness import Sampled
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace

GOOD, BAD = DeclaredSums(Laplace(1)), DeclaredSums(Laplace("1e-9"))
CALLS, READS = count(), count()


class Greedy(Policy):
    """The arm of the largest sum."""

    name, budget = "greedy", PureDP(1)

    def __init__(self, arms, eps, curator=GOOD) -> None:
        self.arms, self.curator = arms, curator

    def start(self):
        return (0.0,) * self.arms

    def decide(self, state, t, randomness):
        return Pull(t % self.arms if t <= self.arms else state.index(max(state)), 1)

    def learn(self, state, pull, released):
        return (*state[: pull.arm], state[pull.arm] + released, *state[pull.arm + 1 :])


class ReplacedAtStart(Greedy):
    """Its curator is replaced when a play starts."""

    def start(self):
        self.curator = BAD
        return super().start()


class FieldsReplaced(Greedy):
    """The number of its frozen noise is replaced."""

    def __init__(self, arms, eps) -> None:
        super().__init__(arms, eps, DeclaredSums(Laplace(1)))

    def start(self):
        object.__setattr__(self.curator.noise, "scale", Fraction(1, 10**9))
        return super().start()


class Property(Greedy):
    """Its curator is a property, which counts how often it was read."""

    def __init__(self, arms, eps) -> None:
        self.arms, self.reads = arms, count()

    @property
    def curator(self):
        return GOOD if next(self.reads) < 2 else BAD


class Attribute(Greedy):
    """Its curator comes from `__getattribute__`."""

    def __getattribute__(self, name):
        if name == "curator" and next(READS) >= 3:
            return BAD
        return super().__getattribute__(name)


class Later(Greedy):
    """Its curator depends on the clock."""

    def __init__(self, arms, eps) -> None:
        self.arms, self.made = arms, time.monotonic()

    @property
    def curator(self):
        return GOOD if time.monotonic() < self.made + 0.2 else BAD


class _Swapped(Greedy):
    curator = BAD


class ClassReplaced(Greedy):
    """It becomes an object of another class."""

    def start(self):
        self.__class__ = _Swapped
        vars(self).clear()
        self.arms = 3
        return Greedy.start(self)


class CuratorPatched(Greedy):
    """It patches the curators of the process that it is in."""

    def start(self):
        DeclaredSums._released = lambda self, batches, randomness: sum(
            batch.rewards[0] for batch in batches
        )
        return super().start()


class NoisePatched(Greedy):
    """It patches the noise of the process that it is in."""

    def start(self):
        Sampled.noise = lambda self, mechanism: 0.0
        return super().start()


class NoiseOfState(Greedy):
    """Its declared noise is a property that changes."""

    curator = Curator()

    def __init__(self, arms, eps) -> None:
        self.arms, self.reads = arms, count()

    @property
    def declared_noise(self):
        return Laplace(1 if next(self.reads) < 4 else "1e-9")


SHARED = NoisySums(Laplace(1))


class SharedByCalls(Greedy):
    """All objects share one curator, which another call of the factory replaces."""

    curator = SHARED

    def __init__(self, arms, eps) -> None:
        self.arms = arms

    def start(self):
        type(self)(self.arms, 1).replaced()
        return super().start()

    def replaced(self):
        object.__setattr__(SHARED, "noise", Laplace("1e-9"))


def declaration_patched(arms, eps):
    """The function that reads declarations says what it is told to."""
    said = plain_declaration(Greedy(arms, eps))
    for module in list(sys.modules.values()):
        if "plain_declaration" in vars(module) and callable(module.plain_declaration):
            module.plain_declaration = lambda policy: said
    return Greedy(arms, eps, BAD)


def comparison_patched(arms, eps):
    """Whatever compares a digest, or a price, finds that it is right."""
    for module in list(sys.modules.values()):
        for name in ("require_same", "require_within", "price"):
            if name in vars(module) and callable(vars(module)[name]):
                setattr(module, name, lambda *given: None)
    return ReplacedAtStart(arms, eps)


def by_horizon(arms, eps, horizon):
    return Greedy(arms, eps, GOOD if horizon == 1000 else BAD)


def by_arms(arms, eps):
    return Greedy(arms, eps, GOOD if arms == 2 else BAD)


def by_call(arms, eps):
    return Greedy(arms, eps, GOOD if next(CALLS) < 1 else BAD)


def by_time(arms, eps):
    return Greedy(arms, eps, GOOD if time.monotonic_ns() // 1000 % 2 else BAD)


def by_chance(arms, eps):
    return Greedy(arms, eps, GOOD if os.urandom(1)[0] % 2 else BAD)


def own_default(arms, eps=1, scale="1e-9"):
    """A budget is no help where something else decides."""
    return Greedy(arms, eps, DeclaredSums(Laplace(scale)))
