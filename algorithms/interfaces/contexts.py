"""Public contexts: what a policy is shown before each round, the same on both neighbours."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.theory.exact import exact_count

DRAWN = 6
"""How many sequences of contexts an auditor draws."""
Given = Any
"""An array (rounds x d, or rounds x arms x d), a callable, "normal", or "unit sphere"."""


@dataclass(frozen=True)
class Contexts:
    """Sequences of contexts, one of which is shown in a run; an input says which.

    >>> contexts = Contexts.of("unit sphere", rounds=4, dim=3, seed=1)
    >>> len(contexts.sequences), contexts.sequences[0].shape
    (6, (4, 3))
    >>> round(float(np.linalg.norm(contexts.sequences[0][2])), 12)
    1.0
    """

    sequences: tuple[NDArray[np.float64], ...]

    @classmethod
    def of(cls, given: Given, rounds: int, dim: int | None = None, seed: int = 0) -> Contexts:
        """The contexts of some rounds.

        An array is shown as it is, and repeated if it is shorter than the rounds. A callable gets
        a generator and the number of rounds, and returns such an array; it is asked several
        times, and so are the two laws that have a name, in dimension `dim`.
        """
        children = np.random.SeedSequence(seed).spawn(DRAWN)
        if isinstance(given, str):
            given = _law(given, dim)
        if callable(given):
            drawn = [given(np.random.default_rng(child), rounds) for child in children]
            return cls(tuple(_checked(array, rounds) for array in drawn))
        return cls((_checked(given, rounds),))

    @property
    def dim(self) -> int:
        """The length of a context."""
        return int(self.sequences[0].shape[-1])


def _checked(array: Any, rounds: int) -> NDArray[np.float64]:
    try:
        result = np.asarray(array, float)
    except (TypeError, ValueError):
        result = np.zeros(0)
    if result.ndim not in (2, 3) or 0 in result.shape or not np.isfinite(result).all():
        raise ValueError(
            "The contexts are not an array of finite numbers with a row for each round; give one, "
            "or a function of a generator and a number of rounds, or 'normal', or 'unit sphere'."
        )
    repeats = -(-rounds // len(result))
    return np.concatenate([result] * repeats)[:rounds] if repeats > 1 else result[:rounds]


def _law(name: str, dim: int | None) -> Callable[[np.random.Generator, int], Any]:
    if name not in ("normal", "sphere", "unit sphere"):
        raise ValueError(f"The contexts are {name!r}; give 'sphere' or 'normal'.")
    if dim is None:
        raise ValueError(f"The contexts are {name!r}, and have no dimension; give dim=.")
    d = exact_count("dim", dim, 1)

    def drawn(rng: np.random.Generator, rounds: int) -> Any:
        rows = rng.standard_normal((rounds, d))
        if name == "normal":
            return rows
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    return drawn
