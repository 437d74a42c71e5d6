"""Random numbers for one run after the other, reproducible from one integer where possible."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
import numpy as np


class OwnChance:
    """A generator for one run after the other, each with its own part of the stream.

    A policy may copy the generator that it is given, or a global one, and leave the original where
    it was. The next run must not start there again: runs with the same noise are not independent.

    >>> from copy import deepcopy
    >>> chance, firsts = OwnChance(np.random.default_rng(1)), []
    >>> for _ in range(2):
    ...     chance.next_run()
    ...     firsts.append(deepcopy(chance.rng).random())
    >>> firsts[0] == firsts[1]
    False
    """

    STRIDE = 0x9E3779B97F4A7C15F39CC0605CEDC835
    """An odd number of draws to the next run, which no run comes near."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._bits = np.random.PCG64(int(rng.integers(2**63)))
        self.rng = np.random.Generator(self._bits)

    def next_run(self) -> None:
        """Go to the part of the next run, and seed the global generators from it."""
        self._bits.advance(self.STRIDE)
        bits = self._bits.random_raw()
        random.seed(bits & 0xFFFFFFFF)
        np.random.seed(bits >> 32)  # noqa: NPY002


@contextmanager
def global_chance() -> Iterator[None]:
    """Restore the global generators of Python and NumPy after a block that seeds them.

    Policies that draw from a global generator are reproducible if it is seeded; those that make a
    their own generator from the operating system are not.
    """
    before, before_numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(before_numpy)  # noqa: NPY002
