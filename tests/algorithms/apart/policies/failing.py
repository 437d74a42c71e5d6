"""Policies that fail while they play, each in its way."""

import ctypes
import mmap
import os
import time
from contextlib import suppress
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace

_NOT_TOUCHED = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
"""Memory without a place for it, so that only a limit of the address space refuses it."""


def _spins() -> None:
    while True:
        pass


def _says(line: bytes) -> Pull:
    """Write to the keeper beside the library's own answer."""
    for descriptor in range(3, 1024):
        with suppress(OSError):
            os.set_blocking(descriptor, True)
            while line:
                line = line[os.write(descriptor, line) :]
    return Pull(0, 1)


WAYS = {
    "babbles": lambda: _says(b"\xff\x00\n"),
    "lists": lambda: _says(b"[1]\n"),
    "floods": lambda: _says(b"x" * (5 << 20)),
    "another_arm": lambda: _says(b'{"pull": [[7, 1]], "releases": true}\n'),
    "no_number": lambda: _says(b'{"pull": [[0, NaN]], "releases": true}\n'),
    "claims_an_end": lambda: _says(b'{"over": "x"}\n'),
    "claims_a_failure": lambda: _says(b'{"raised": {}}\n'),
    "sleeps": lambda: time.sleep(600),
    "spins": _spins,
    "exits": lambda: os._exit(3),
    "raises": lambda: 1 / 0,
    "leaves": lambda: exit(),
    "crashes": lambda: ctypes.string_at(8),
    "fills": lambda: mmap.mmap(-1, 5 << 30, flags=_NOT_TOUCHED),
    "decides": lambda: "arm 0",
    "prints": lambda: print("released") or Pull(0, 1),
    "does_not_start": _spins,
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
        return 1 // (self.way != "does_not_start")

    def decide(self, state, t, randomness):
        return Pull(0, 1) if t != 2 else WAYS[self.way]()

    def learn(self, state, pull, released):
        return state


def __getattr__(name: str):
    if name not in WAYS:
        raise AttributeError(name)
    return lambda: Failing(name)
