"""Objects with select and update, and others of such styles, as one policy that engines play."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import GeneratorType
from typing import Any
import numpy as np
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.mechanisms import NoNoise
from .alphabet import Alphabet, NotAnArm, no_arm
from .chance import OwnChance, global_chance
from .factories import FreshRuns, nothing_made
from .own_loop import OwnLoop
from .signatures import first_method
from .stopping import stopping_names
from .styles import SELECTING, AdaptedBox, lacking


class ObjectRun:
    """One run of an object, and the answer that waits for its reward."""

    def __init__(self) -> None:
        self.box: Any = None
        self.answer: Any = None


@dataclass(frozen=True, eq=False)
class ObjectPolicy(Policy[ObjectRun]):
    """A fresh object of a factory for each run, which sees the arms and the rewards as they are.

    Nothing that it reads is released with noise by a curator: noise, if there is some, is in its
    own code. So nothing is declared, and no verdict is about its runs.
    """

    runs: FreshRuns
    """What makes an object for each run."""
    arms: int
    name: str
    claimed: Budget | None = None
    """What the object says of itself, as its attribute `budget`."""
    may_stop: bool = False
    clips_rewards: bool = False
    """Whether it is made for rewards in [0, 1], as one that claims a budget is."""

    declared_noise = NoNoise()

    @property
    def budget(self) -> Budget:
        """What the object says that it keeps; none if it says nothing."""
        return self.claimed or PureDP(math.inf)

    @property
    def stops(self) -> bool:
        """Whether the object has a rule to stop."""
        return self.may_stop

    def start(self) -> ObjectRun:
        """No object was made: it gets its random numbers first."""
        return ObjectRun()

    def decide(self, state: ObjectRun, t: int, randomness: Randomness) -> Pull:
        """The arm that the object selects, for one round."""
        if state.box is None:
            state.box = self.runs.made(np.random.default_rng(int(randomness.uniform() * 2**53)))
            if isinstance(state.box, OwnLoop):
                raise ValueError(f"{self.name} has a loop of its own; give it to simulate.")
        state.answer = state.box.select()
        return Pull(arm_of(self.name, state.answer, t, self.arms), 1)

    def learn(self, state: ObjectRun, pull: Pull, released: Any) -> ObjectRun:
        """The object is told the arm and the reward."""
        state.box.update(pull.arm, released)
        return state


def no_policy(name: str, made: object) -> ValueError:
    """The refusal of what a factory made where that is neither a policy nor such an object.

    >>> print(no_policy("mine:number", 3))
    mine:number made int, which is no Policy, and has neither select() nor update(arm, reward); \
derive it from banditproof.algorithms.Policy, or give it select() and update(arm, reward).
    """
    if made is None:
        return nothing_made(name)
    no, needed = lacking(made)
    return ValueError(
        f"{name} made {type(made).__name__}, which is no Policy, and has {no}; derive it from "
        f"banditproof.algorithms.Policy, or give it {needed}."
    )


def arm_of(name: str, answer: Any, t: int, arms: int) -> int:
    """The arm that a policy answers, as a plain number; a ValueError for anything else.

    >>> arm_of("Mine", np.int64(1), t=1, arms=2)
    1
    """
    if type(answer) is int and 0 <= answer < arms:
        return answer
    try:
        return Alphabet(arms).symbol(answer)
    except NotAnArm:
        raise ValueError(no_arm(name, answer, t, arms)) from None


def is_played_object(made: object) -> bool:
    """Whether something is an object that says which arm it plays, or owns its loop.

    A policy of this library is none, whatever methods it has.

    >>> is_played_object(3)
    False
    """
    if isinstance(made, Policy):
        return False
    return (
        isinstance(made, AdaptedBox | OwnLoop | GeneratorType)
        or first_method(made, SELECTING) is not None
    )


def object_policy(
    factory: Callable[..., Any],
    name: str,
    arms: int,
    horizon: int,
    numbers: Mapping[str, Any] | None = None,
) -> Policy[Any]:
    """The policy whose runs are objects of a factory; a ValueError if they are not understood.

    The factory gets those of the arms, the horizon, the numbers of a budget, and rng or seed that
    it has parameters for. If it makes policies of this library, with its own random numbers, they
    are played as such objects too.

    >>> class Coin:
    ...     def __init__(self, arms, rng): self.arms, self.rng = arms, rng
    ...     def select(self): return int(self.rng.integers(self.arms))
    ...     def update(self, arm, reward): pass
    >>> policy = object_policy(Coin, "Coin", 2, 100)
    >>> policy.name, policy.stops, policy.budget
    ('Coin', False, PureDP(eps=inf))
    """
    runs = FreshRuns(factory, arms=arms, horizon=horizon, numbers=numbers)
    runs.name = name
    with global_chance():
        box = runs.made(OwnChance(np.random.default_rng(0)).rng)
    stopping = stopping_names(runs.last_made) if box.stops else ()
    if stopping and not isinstance(runs.last_made, Policy):
        names = " and ".join(stopping)
        raise ValueError(
            f"{name} has {names}, as a policy that stops with an answer has, and a simulation of "
            f"one is not offered; without {names} it is played to the horizon."
        )
    said = getattr(runs.last_made, "budget", None)
    claimed = said if isinstance(said, Budget) else None
    return ObjectPolicy(runs, arms, name, claimed, bool(box.stops), claimed is not None)
