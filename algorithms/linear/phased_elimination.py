"""Elimination of arms by optimal designs, in phases that are released at once: GOPE and its kin."""

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number, exact
from banditproof.theory.phase_lengths import LengthForm, phase_length
from .action_set import ActionSet, Alive, PhasePlan, Statistic

SIGNED = RewardSpace.of((-1, 1))
"""The rewards of Assumption 1: at most 1 in size."""
UNTIL_THE_HORIZON = 2**62
"""More pulls than any horizon has."""
length_of = lru_cache(maxsize=1024)(phase_length)  # each run asks for the same few


class Phase(NamedTuple):
    """A phase under way: its number, from 1, and the arms that are alive in it."""

    number: int
    alive: Alive


@dataclass(frozen=True, kw_only=True)
class PhasedElimination(Policy[Phase]):
    """Play an optimal design on the arms that are alive, then drop those that look bad.

    Phase l has the width beta = 2^-l and the length c of `theory.phase_lengths`. Each arm of the
    design on the arms alive is played ceil(c x weight) times, in the order of the arms; then one
    vector is released, and each arm is dropped whose estimated mean is more than 2 beta below the
    best estimate. Only the rewards of the phase count; a phase that the horizon cuts releases
    nothing. Where all arms alive have the same vector, the first one is played until the horizon.

    The dimension and the number of arms in c are those of the whole set, in every phase; the design
    is one of the span of the arms alive. Rewards are clipped to [-1, 1]. With `unclipped` they are
    read as they are, as experiments with normal rewards do: then nothing is claimed about privacy.
    """

    actions: Any = field(kw_only=False)
    """The vector of each arm: of norm at most 1, and together they span their space."""
    delta: Number = "0.001"
    """The probability with which the confidence bounds may fail."""
    unclipped: bool = False
    """Whether rewards are read as they are, so that no privacy is claimed."""
    arms: int = field(init=False, default=0)
    curator: Curator = field(init=False, repr=False, compare=False, default=Curator())
    action_set: ActionSet = field(init=False, repr=False, compare=False)
    rewards = SIGNED

    def __post_init__(self) -> None:
        result = ActionSet.of(self.actions)
        if not 0 < exact(self.delta) < 1:
            raise ValueError(f"delta is {self.delta}; give a probability between 0 and 1.")
        self._set("actions", result.vectors)
        self._set("action_set", result)
        self._set("arms", result.arms)
        self._set("clips_rewards", not self.unclipped)
        self._set("curator", self._curator())

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @abstractmethod
    def _curator(self) -> Curator:
        """The curator of the actions."""

    @property
    @abstractmethod
    def statistic(self) -> Statistic:
        """What a phase releases; see `ActionSet.plan`."""

    @property
    def design_steps(self) -> int | None:
        """The steps of the method of Frank and Wolfe; None for certified optimal designs."""
        return None

    @property
    @abstractmethod
    def claimed(self) -> Budget:
        """The privacy that is claimed if rewards are clipped."""

    @property
    def budget(self) -> Budget:
        """What is claimed; nothing if rewards are read as they are."""
        return PureDP(math.inf) if self.unclipped else self.claimed

    @property
    @abstractmethod
    def privacy(self) -> tuple[Number | None, LengthForm]:
        """The rho for which phases are made longer, and the form of their length."""

    def phase_length(self, phase: int) -> float:
        """c: the length of a phase, before its parts are rounded up."""
        result = self.action_set
        rho, form = self.privacy
        return length_of(result.dimension, result.arms, phase, self.delta, rho, form)

    def plan(self, state: Phase) -> PhasePlan:
        """What is played in the phase, and how its release is read."""
        return self.action_set.plan(
            state.alive, self.phase_length(state.number), self.statistic, self.design_steps
        )

    def start(self) -> Phase:
        """The first phase, with all arms."""
        return Phase(1, tuple(range(self.arms)))

    def decide(self, state: Phase, t: int, randomness: Randomness) -> Pull:
        """The whole phase; the first arm until the horizon where there is nothing to learn."""
        if self.action_set.alike(state.alive):
            return Pull(state.alive[0], UNTIL_THE_HORIZON, releases=False)
        return Pull.plan(self.plan(state).parts)

    def learn(self, state: Phase, pull: Pull, released: tuple[float, ...] | None) -> Phase:
        """The next phase, with the arms whose estimates are within 2 beta of the best."""
        if released is None:
            return state
        means = (self.plan(state).readout @ released).tolist()
        best, width = max(means), 2 * 0.5**state.number
        alive = tuple(
            arm for arm, mean in zip(state.alive, means, strict=True) if best - mean <= width
        )
        return Phase(state.number + 1, alive)
