"""Randomness in two streams: one for curators, and one for decisions, which tells nothing of it."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar
import numpy as np
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    IntegerLaplace,
    Mechanism,
)
from .randomness import Randomness, Sampled, Seed, generator

Option = TypeVar("Option")
UNEVEN = (IntegerLaplace, DiscreteLaplace, DiscreteGaussian)
"""The laws whose samples take longer for some outcomes than for others."""
AHEAD = 64
"""How many noises of such a law are drawn at once."""
MOST_LAWS = 16
"""For how many laws; a play with more of them draws the others when they are needed."""


class SeparateStreams:
    """The randomness of a play whose decisions cannot compute the noise of its releases.

    Noise and other draws of the curator come from one stream, the draws of decisions from
    another: their seeds are SHA-256 of the same 32 bytes after a different word, so none can be
    computed from the other. These bytes are the first that a generator of `rng` gives: who knows
    or guesses an integer `rng` can compute all noise again. With None, which real data needs,
    they come from the system's entropy, and each noise from a fresh generator of such entropy.

    How long an integer noise takes to draw depends on it. So these are drawn ahead, many at once,
    and a release takes one that is ready: its time says at most something of their sum.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> left, right = SeparateStreams(7), SeparateStreams(7)
    >>> right.decisions.uniform() == left.decisions.uniform()
    True
    >>> left.noise(Laplace(1)) == right.noise(Laplace(1))
    True
    """

    def __init__(self, rng: Seed = None) -> None:
        root = secrets.token_bytes(32) if rng is None else generator(rng).bytes(32)
        self._curator: Randomness = (
            Sampled(_derived("noise", root)) if rng is not None else _Fresh()
        )
        self._ready: dict[Mechanism, list[float]] = {}
        self.decision_seed = _derived("decisions", root)
        """The seed of decisions, which their process gets."""
        self.decisions: Randomness = Sampled(self.decision_seed)
        """What decisions draw from."""

    def noise(self, mechanism: Mechanism) -> float:
        """A fresh draw of the mechanism's noise."""
        if not isinstance(mechanism, UNEVEN):
            return self._curator.noise(mechanism)
        ready = self._ready.get(mechanism)
        if not ready:
            if ready is None and len(self._ready) == MOST_LAWS:
                return self._curator.noise(mechanism)
            ready = [self._curator.noise(mechanism) for _ in range(AHEAD)][::-1]
            self._ready[mechanism] = ready
        return ready.pop()

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly: a coin of the curator."""
        return self._curator.choice(options)

    def beta(self, a: float, b: float) -> float:
        """A draw of the Beta(a, b) law for the curator."""
        return self._curator.beta(a, b)

    def uniform(self) -> float:
        """A number in [0, 1) for the curator."""
        return self._curator.uniform()


def _derived(word: str, root: bytes) -> int:
    return int.from_bytes(sha256(word.encode() + root).digest(), "big")


class _Fresh(Sampled):
    """Randomness of which each draw has its own generator, seeded by the system."""

    def __init__(self) -> None:
        pass

    @property
    def rng(self) -> np.random.Generator:  # type: ignore[override]
        """A generator for one draw."""
        return np.random.default_rng()


def decisions_of(randomness: Randomness) -> Randomness:
    """The part of a randomness that decisions draw from: all of it, unless it has two streams."""
    return randomness.decisions if isinstance(randomness, SeparateStreams) else randomness
