"""Factories of policies: which arguments they get, and a fresh policy for each run."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Protocol
import numpy as np
from banditproof.algorithms.factory_calls import budget_numbers, made_of, taken
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import Budget
from .carried_state import CarriedState
from .styles import STARTING, AdaptedBox, Session, adapted


def nothing_made(name: str) -> ValueError:
    """The refusal of a factory that returns nothing.

    >>> print(nothing_made("mine:make"))
    mine:make returned None; end it with return and the policy that it makes.
    """
    return ValueError(f"{name} returned None; end it with return and the policy that it makes.")


class FreshRuns:
    """Makes a policy for each run from a factory, or from a policy of this library.

    The factory is called with those of `arms`, `horizon`, the numbers of the budget (`eps`,
    `delta`, `rho`), `dim`, `contexts`, `batch`, and `rng` or `seed` that it has parameters for;
    `numbers` are those of a budget where there is none. What it makes of a class of `whole` is made
    with exact numbers.
    It must return a fresh object for each run, or one with reset() or startGame(); a policy of
    this library holds no state and may always be the same.

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
        batch: int | None = None,
        dim: int | None = None,
        contexts: Any = None,
        numbers: Mapping[str, Any] | None = None,
        whole: tuple[type, ...] = (Policy,),
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
        self._batch, self._whole = batch, whole
        offered = {
            "arms": arms,
            "horizon": horizon,
            **budget_numbers(budget),
            **(numbers or {}),
            "dim": dim,
            "contexts": contexts,
            "batch": batch,
        }
        self._fixed = taken(factory, offered)
        chancy = taken(factory, {"rng": "rng", "seed": "seed"})
        kinds = set(chancy.values())
        self._chancy = {n: k for n, k in chancy.items() if k == "rng" or "rng" not in kinds}
        self._last: object = None
        self.carried = CarriedState()
        """What was seen to pass from one run to the next."""

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the arguments that the factory gets."""
        return (*self._fixed, *self._chancy)

    @property
    def takes_chance(self) -> bool:
        """Whether the factory takes its random numbers; otherwise it has its own."""
        return bool(self._chancy)

    @property
    def last_made(self) -> object:
        """What the factory made last, before it was adapted; None if it was not called yet."""
        return self._last

    def made(self, rng: np.random.Generator) -> Session:
        """A policy at the start of a run."""
        chance = {
            name: rng if kind == "rng" else int(rng.integers(2**32))
            for name, kind in self._chancy.items()
        }
        policy = made_of(self._factory, {**self._fixed, **chance}, self.name, self._whole)
        if policy is None:
            raise nothing_made(self.name)
        startable = isinstance(policy, Policy) or any(hasattr(policy, name) for name in STARTING)
        if policy is self._last and not startable:
            raise ValueError(
                f"{self.name} returned the same {type(policy).__name__} twice, which carries "
                "state from run to run; return a fresh object for each run, or give it reset()."
            )
        self._last = policy
        self.carried.before_start(policy)
        session = adapted(policy, rng, self._batch)
        self.carried.after_start(policy)
        return session


class Rounds(Protocol):
    """One run of a policy of a library, which is asked and told round by round."""

    def select(self, t: int, context: Any) -> Any:
        """The arm, or the arms, of the next round."""

    def update(self, arm: Any, reward: Any, context: Any) -> None:
        """Tell what the round paid."""


def in_rounds(
    make: Callable[..., Any], rounds_of: Callable[[Any], Rounds]
) -> Callable[..., AdaptedBox]:
    """A factory with the parameters of `make`, whose policies are played by `rounds_of` them.

    >>> class Second:
    ...     def __init__(self, arms): self.arms = arms
    ...     def select(self, t, context): return self.arms[1]
    ...     def update(self, arm, reward, context): pass
    >>> in_rounds(lambda arms: range(arms), Second)(3).select()
    1
    """

    @wraps(make)
    def made(*args: Any, **kwargs: Any) -> AdaptedBox:
        rounds = rounds_of(make(*args, **kwargs))
        return AdaptedBox(rounds.select, rounds.update, takes_arm=True)

    return made
