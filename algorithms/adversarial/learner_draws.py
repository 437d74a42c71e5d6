"""The random numbers of a learner inside a policy: those that the engine gives to decisions."""

from functools import lru_cache
from typing import Any, cast
import numpy as np
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.mechanisms import Laplace


class LearnerDraws:
    """The methods of a generator that learners use, answered by the randomness of a decision.

    A policy has no generator, so that every draw can be recorded and repeated. From
    equal generators a learner makes the same draws here and alone.

    >>> from banditproof.algorithms.randomness import Sampled
    >>> LearnerDraws(Sampled(1)).random() == np.random.default_rng(1).random()
    True
    >>> LearnerDraws(Sampled(1)).poisson()
    Traceback (most recent call last):
    ...
    ValueError: A learner inside a policy asks for poisson; use random() and laplace() alone.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Randomness) -> None:
        self._source = source

    def random(self) -> float:
        """A number in [0, 1), uniformly."""
        return self._source.uniform()

    def laplace(self, loc: float = 0.0, scale: float = 1.0, size: int | None = None) -> Any:
        """A draw of the Laplace law, or an array of so many draws."""
        law = _law_of(float(scale))
        if size is None:
            return loc + self._source.noise(law)
        return np.array([loc + self._source.noise(law) for _ in range(size)])

    def __getattr__(self, name: str) -> float:
        raise ValueError(
            f"A learner inside a policy asks for {name}; use random() and laplace() alone."
        )


@lru_cache(maxsize=64)
def _law_of(scale: float) -> Laplace:
    return Laplace(scale)


def generator_of(source: Randomness) -> np.random.Generator:
    """The randomness of a decision as the generator that a learner asks for.

    >>> from banditproof.algorithms.randomness import Silent
    >>> generator_of(Silent()).random()
    0.5
    """
    return cast(np.random.Generator, LearnerDraws(source))
