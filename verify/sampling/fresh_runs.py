"""A fresh policy for each run, with random numbers that one integer reproduces where possible."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact

from .black_box import STARTING, AdaptedBox, LibraryBox, adapted

ALIASES = {
    "arms": ("arms", "n_arms", "nbArms", "num_arms", "narms", "n_actions"),
    "eps": ("eps", "epsilon"),
    "rho": ("rho",),
    "delta": ("delta",),
    "horizon": ("horizon", "T"),
    "rng": ("rng", "generator"),
    "seed": ("seed", "random_state"),
}
"""The arguments that a factory may have, with their names."""


class FreshRuns:
    """Makes a policy for each run from a factory, or from a policy of this library.

    The factory is called with those of `arms`, `horizon`, the numbers of the budget (`eps`,
    `delta`, `rho`) and `rng` or `seed` that it has parameters for. It must return a fresh object
    for each run, or one with reset() or startGame(); a policy of this library holds no state and
    may always be the same.

    >>> class Coin:
    ...     def __init__(self, arms, rng): self.arms, self.rng = arms, rng
    ...     def select(self): return int(self.rng.integers(self.arms))
    ...     def update(self, arm, reward): pass
    >>> runs = FreshRuns(Coin, arms=2)
    >>> runs.made(np.random.default_rng(1)).select(), runs.given
    (0, ('arms', 'rng'))
    """

    def __init__(
        self,
        factory: object,
        *,
        arms: int,
        horizon: int | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.name = getattr(factory, "__qualname__", type(factory).__name__)
        self.made_from: object = factory
        """The factory, or the policy of this library, that was given."""
        if isinstance(factory, Policy):
            policy = factory
            factory = lambda: policy  # noqa: E731
        if not callable(factory):
            raise ValueError(
                f"The factory is {factory!r}; give a function or a class that makes a policy."
            )
        self._factory: Callable[..., Any] = factory
        self._fixed, self._chancy = _arguments(factory, arms, horizon, budget)
        self._last: object = None

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the arguments that the factory gets."""
        return (*self._fixed, *self._chancy)

    @property
    def takes_chance(self) -> bool:
        """Whether the factory takes its random numbers; otherwise it has its own."""
        return bool(self._chancy)

    def made(self, rng: np.random.Generator) -> LibraryBox | AdaptedBox:
        """A policy at the start of a run."""
        chance = {
            name: rng if kind == "rng" else int(rng.integers(2**32))
            for name, kind in self._chancy.items()
        }
        try:
            policy = self._factory(**self._fixed, **chance)
        except Exception as failure:
            kind = type(failure).__name__
            shown = ", ".join(f"{key}={value}" for key, value in self._fixed.items())
            raise ValueError(f"{self.name}({shown}) raised {kind}: {failure}") from failure
        startable = isinstance(policy, Policy) or any(hasattr(policy, name) for name in STARTING)
        if policy is self._last and not startable:
            raise ValueError(
                f"{self.name} returned the same {type(policy).__name__} twice; return a fresh "
                "object for each run, or give it reset()."
            )
        self._last = policy
        return adapted(policy, rng)


def _arguments(
    factory: Callable[..., Any], arms: int, horizon: int | None, budget: Budget | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """The arguments that are the same for all runs, and the names of those for randomness."""
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return {}, {}
    offered: dict[str, Any] = {"arms": arms, "horizon": horizon}
    for name in ("eps", "delta", "rho"):
        if hasattr(budget, name):
            offered[name] = float(exact(getattr(budget, name)))
    fixed: dict[str, Any] = {}
    for key, value in offered.items():
        for name in ALIASES[key]:
            if value is not None and name in parameters:
                fixed[name] = value
                break
    chancy = {n: "rng" for n in ALIASES["rng"] if n in parameters}
    if not chancy:
        chancy = {n: "seed" for n in ALIASES["seed"] if n in parameters}
    return fixed, chancy


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
        random.seed(int(self.rng.integers(2**32)))
        np.random.seed(int(self.rng.integers(2**32)))  # noqa: NPY002


@contextmanager
def global_chance() -> Iterator[None]:
    """Restore the global generators of Python and NumPy after a block that seeds them.

    Policies that draw from a global generator are reproducible if it is seeded; those that make a
    generator of their own from the operating system are not.
    """
    before, before_numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(before_numpy)  # noqa: NPY002
