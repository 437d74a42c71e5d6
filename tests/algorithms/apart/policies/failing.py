"""Policies that fail while they play, each in its way."""

import ctypes
import os
import time
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace


def _spins() -> None:
    while True:
        pass


WAYS = {
    "sleeps": lambda: time.sleep(600),
    "spins": _spins,
    "exits": lambda: os._exit(3),
    "raises": lambda: 1 / 0,
    "leaves": lambda: exit(),
    "crashes": lambda: ctypes.string_at(8),
    "fills": lambda: bytearray(1 << 40),
    "decides": lambda: "arm 0",
    "prints": lambda: print("released") or Pull(0, 1),
    "plays": lambda: Pull(0, 1),
}


class Failing(Policy[int]):
    """Fails in round 2."""

    name, arms = "failing", 2
    curator = DeclaredSums(Laplace(1))
    budget = PureDP(1)

    def __init__(self, way: str) -> None:
        self.way = way

    def start(self) -> int:
        return 0

    def decide(self, state, t, randomness):
        return Pull(0, 1) if t != 2 else WAYS[self.way]()

    def learn(self, state, pull, released):
        return state


def __getattr__(name: str):
    if name not in WAYS:
        raise AttributeError(name)
    return lambda: Failing(name)
