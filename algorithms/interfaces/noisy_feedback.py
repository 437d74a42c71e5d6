"""An object with select and update that hears noisy means of batches, and no reward."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.factory_calls import ALIASES, required
from banditproof.algorithms.policy import Policy, Pull, claimed_budget
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.theory.parameter_names import accepts_epsilon
from .factories import FreshRuns
from .object_policy import ObjectRun, arm_of
from .own_loop import OwnLoop
from .signatures import arguments
from .styles import CONTEXT_NAMES

GIVEN = ("arms", "eps", "rng", "seed")
"""What the object is made from, by the keys of ALIASES."""


@accepts_epsilon
@dataclass(frozen=True, eq=False)
class NoisyFeedback(Policy[ObjectRun]):
    """Whatever an object with select and update does, from noisy means of batches.

    The arm that it selects is played `batch` times; it is told the mean of these rewards with
    Laplace noise of scale 1/(eps batch), or with `noise` added to their sum. So each reward enters
    one released number, and what the object makes of it is post-processing: the policy is eps-DP
    whatever the code of the object is, and noise of its own adds nothing to that.

    `make` is the class of the object, or a function that makes it, and gets those of arms, eps, and
    rng or seed that it has parameters for.

    >>> class Greedy:
    ...     def __init__(self, arms): self.means = [None] * arms
    ...     def select(self):
    ...         if None in self.means: return self.means.index(None)
    ...         return self.means.index(max(self.means))
    ...     def update(self, arm, reward): self.means[arm] = reward
    >>> from banditproof.algorithms import RewardList, Silent, play
    >>> play(NoisyFeedback(Greedy, arms=2, batch=3), RewardList([0, 1, 0, 1, 1, 1] * 2), 9,
    ...      Silent()).actions
    (0, 0, 0, 1, 1, 1, 1, 1, 1)
    """

    make: Callable[..., Any]
    arms: int
    eps: Number = 1
    batch: int = 8
    noise: Mechanism | None = None
    """What is added to the sum of a batch; Laplace noise for eps if it is not given."""

    def __post_init__(self) -> None:
        if not callable(self.make):
            raise ValueError(
                f"What makes the object is {self.make!r}; give its class, or a function, since "
                "each run needs a fresh one."
            )
        exact_positive("eps", self.eps)
        exact_count("batch", self.batch, least=1)
        # A verdict is about the noise, whatever the object is, so that one which cannot play at
        # all would be called private.
        given = {name for key in GIVEN for name in ALIASES[key]}
        made = getattr(self.make, "__qualname__", type(self.make).__name__)
        if lacking := [name for name in required(self.make) if name not in given]:
            raise ValueError(
                f"{made} needs {', '.join(lacking)}, which NoisyFeedback does not give; give it a "
                "function of those of arms, eps and rng that it needs, which makes the object."
            )
        if isinstance(self.make, type) and callable(select := getattr(self.make, "select", None)):
            needed = arguments(select).needed[1:]  # behind the object itself
            if needed and needed[0] in CONTEXT_NAMES:
                raise ValueError(
                    f"{made} has select({', '.join(needed)}), so it needs a context, which "
                    "NoisyFeedback does not give; write it as a Policy, whose curator declares the "
                    "vectors that are released."
                )

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the class, and what it hears."""
        made = getattr(self.make, "__qualname__", type(self.make).__name__)
        return f"{made} on noisy batches"

    @property
    def budget(self) -> Budget:
        """eps-DP, or what the noise gives."""
        return claimed_budget(self.eps, self.noise)

    @property
    def curator(self) -> DeclaredSums:  # type: ignore[override]
        """The mean of each batch, once, with the noise."""
        return DeclaredSums(self.noise or Laplace(1 / exact(self.eps)), mean=True)

    def start(self) -> ObjectRun:
        """No object was made: it gets its random numbers first."""
        return ObjectRun()

    def decide(self, state: ObjectRun, t: int, randomness: Randomness) -> Pull:
        """The arm that the object selects, for a batch."""
        if state.box is None:
            runs = FreshRuns(self.make, arms=self.arms, numbers={"eps": exact(self.eps)})
            state.box = runs.made(np.random.default_rng(int(randomness.uniform() * 2**53)))
            if isinstance(state.box, OwnLoop):
                raise ValueError(
                    f"{runs.name} has a loop of its own; give an object with select()."
                )
        state.answer = state.box.select()
        return Pull(arm_of(self.name, state.answer, t, self.arms), self.batch)

    def learn(self, state: ObjectRun, pull: Pull, released: Any) -> ObjectRun:
        """The object is told the arm and the noisy mean."""
        state.box.update(pull.arm, released)
        return state
