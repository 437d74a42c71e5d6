"""Factories whose declaration is not one: it has a default of its own, or changes between calls."""

import os
from fractions import Fraction
from itertools import count
from banditproof.algorithms import DeclaredSums, Policy, Pull, RewardSpace
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import IntegerLaplace, Laplace

CALLS = count()


class TakesTurns(Policy):
    """Plays the arms in turn, with noise of one scale."""

    name, budget = "takes turns", PureDP(1)

    def __init__(self, arms, scale) -> None:
        self.arms, self.curator = arms, DeclaredSums(Laplace(scale))

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % self.arms, 1)

    def learn(self, state, pull, released):
        return state


class AsItIs(TakesTurns):
    """A class that takes no argument."""

    def __init__(self) -> None:
        super().__init__(2, 1)


def own_default(arms=2, eps=10):
    return TakesTurns(arms, 1 / exact(eps))


def huge_default(arms=2, eps=10**6):
    return own_default(arms, eps)


def no_budget(arms=2):
    return TakesTurns(arms, 1)


def by_call(arms=2, eps=1):
    return TakesTurns(arms, (1 if next(CALLS) % 3 == 0 else Fraction(1, 1000)) / exact(eps))


def by_chance(arms=2, eps=1):
    return TakesTurns(arms, (1 + int.from_bytes(os.urandom(4))) / exact(eps))


def by_horizon(arms=2, eps=1, horizon=1000):
    return TakesTurns(arms, (1 if horizon >= 1000 else Fraction(1, 1000)) / exact(eps))


def late(arms=2, eps=1, horizon=1000):
    return TakesTurns(arms, (1 if horizon <= 1000 else Fraction(1, 1000)) / exact(eps))


def same_for_each_horizon(arms=2, eps=1, horizon=1000):
    return TakesTurns(arms, 1 / exact(eps))


def needs_eps(arms, eps):
    return own_default(arms, eps)


def not_clipped(arms=2):
    made = no_budget(arms)
    made.clips_rewards = False
    return made


class Wide(TakesTurns):
    """Takes rewards of [0, 5], with the noise for those of [0, 1]."""

    rewards = RewardSpace(0, 5)


def wide(arms=2, eps=1):
    return Wide(arms, 1 / exact(eps))


def whole(arms=2, eps=1):
    """Whole noise, which hides whole rewards alone."""
    made = TakesTurns(arms, 1)
    made.curator = DeclaredSums(IntegerLaplace(1 / exact(eps)))
    return made
