"""Contexts: the public vectors that a round offers, one for each arm."""

from collections.abc import Sequence
from typing import Protocol
import numpy as np
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from .randomness import Seed, generator

Row = tuple[float, ...]
Context = tuple[Row, ...]
"""The vector of each arm in one round."""


class Contexts(Protocol):
    """A source of contexts, which are public: what round t offers."""

    @property
    def dimension(self) -> int:
        """The length of each vector."""

    def at(self, t: int) -> Context:
        """The vectors of round t, counted from 1; the same whenever it is asked."""


def _rows(vectors: Sequence[Sequence[Number]]) -> Context:
    rows = tuple(tuple(float(exact(x)) for x in vector) for vector in vectors)
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise ValueError("The vectors of a round are none or of several lengths; give equal ones.")
    return rows


class FixedContexts:
    """Contexts that repeat a finite list: a fixed set of actions is a list of one.

    >>> FixedContexts([[(1, 0), (0, 1)], [(0, 1), (1, 0)]]).at(3)
    ((1.0, 0.0), (0.0, 1.0))
    """

    def __init__(self, contexts: Sequence[Sequence[Sequence[Number]]]) -> None:
        self.contexts = tuple(_rows(vectors) for vectors in contexts)
        shapes = {(len(rows), len(rows[0])) for rows in self.contexts}
        if len(shapes) != 1:
            raise ValueError(
                "The rounds offer no vectors, or different numbers of them; give each round the "
                "same number of vectors of one length."
            )

    @property
    def dimension(self) -> int:
        """The length of each vector."""
        return len(self.contexts[0][0])

    def at(self, t: int) -> Context:
        """The vectors of round t."""
        return self.contexts[(t - 1) % len(self.contexts)]


class DrawnContexts:
    """Fresh vectors in each round: uniform on the unit sphere, or normal around a mean.

    `law` is "sphere", or "normal": then each vector is N(mean 1 / sqrt(d), variance I_d), in the
    experiments of the papers with variance 1/10. Round t has its own random stream.

    >>> contexts = DrawnContexts("sphere", arms=3, dimension=2, rng=1)
    >>> contexts.at(5) == contexts.at(5), round(sum(x * x for x in contexts.at(5)[2]), 12)
    (True, 1.0)
    """

    def __init__(
        self, law: str, arms: int, dimension: int, rng: Seed, variance: Number = "0.1"
    ) -> None:
        if law not in ("sphere", "normal"):
            raise ValueError(f"The law of the contexts is {law!r}; give 'sphere' or 'normal'.")
        self.law = law
        self.arms = exact_count("arms", arms, least=1)
        self._dimension = exact_count("dimension", dimension, least=1)
        self.spread = float(exact_positive("variance", variance)) ** 0.5
        self.seed = int(generator(rng).integers(1 << 62))

    @property
    def dimension(self) -> int:
        """The length of each vector."""
        return self._dimension

    def at(self, t: int) -> Context:
        """The vectors of round t."""
        normal = np.random.default_rng((self.seed, t)).standard_normal((self.arms, self.dimension))
        if self.law == "sphere":
            rows = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        else:
            rows = self.dimension**-0.5 + self.spread * normal
        return tuple(tuple(row) for row in rows.tolist())
