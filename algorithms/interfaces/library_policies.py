"""Policies of this library, round by round, as the auditor plays them."""

from collections.abc import Iterator
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.algorithms.policy import (
    Policy,
    Pull,
    checked_pull,
    checked_recommendation,
    may_stop,
)
from banditproof.algorithms.randomness import Drawing, Sampled
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.mechanisms import Mechanism, NoNoise


def context_of(vectors: Any) -> Context:
    """The vectors of the arms, given as an array with a row for each arm.

    >>> context_of(np.eye(2))
    ((1.0, 0.0), (0.0, 1.0))
    """
    return tuple(tuple(row) for row in np.asarray(vectors, float).tolist())


class LibraryBox:
    """A policy of this library, round by round, with its curator and its own noise.

    A policy that clips rewards gets them clipped to its `rewards`, as in the engine.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> box = LibraryBox(DPIMED(arms=2, eps=1, ties="first"), np.random.default_rng(1))
    >>> box.select()
    0
    >>> box.update(0, 1)
    >>> box.select()
    1
    """

    takes_arm = True

    def __init__(self, policy: Policy[Any], rng: np.random.Generator) -> None:
        self.stops = may_stop(policy)
        self._policy, self._chance = policy, Sampled(rng)
        self._drawing = Drawing(self._chance)
        self._curator = curator = policy.curator  # once for each run, as in a play
        self._state, self._held = policy.start(), curator.start(policy.arms)
        plain = getattr(policy.mechanism, "__func__", None) is Policy.mechanism
        self._noise: Mechanism | None = None
        if plain and isinstance(curator, Declaring):  # then no state decides the noise
            self._noise = next(iter(curator.noises), NoNoise())
        self._space: RewardSpace = getattr(policy, "rewards", UNIT)
        self._low, self._high = float(self._space.lo), float(self._space.hi)
        self._pull: Pull | None = None
        self._steps: Iterator[int] = iter(())
        self._arm = 0
        self._left = 0
        self._t = 0
        self._shown: Context | None = None
        self._decided_in: Context = ()

    def show(self, context: Any) -> None:
        """The public context of the next round: the vector of each arm."""
        if self._policy.dimension is not None:
            self._shown = context_of(context)

    def recommended(self) -> int | None:
        """The arm that the policy recommends if it has stopped; None if it is still running."""
        if self._pull is not None:
            return None
        answer = self._policy.recommendation(self._state)
        return checked_recommendation(answer, self._policy.arms, self._t + 1)

    def select(self) -> int | None:
        """The arm of the next round; None if the policy has stopped."""
        if self._pull is None:
            if self.stops and self.recommended() is not None:
                return None
            policy, t = self._policy, self._t + 1
            if self._shown is None:
                pull = policy.decide(self._state, t, self._drawing)
            else:
                self._decided_in = self._shown
                pull = policy.decide_in(self._state, t, self._shown, self._drawing)
            self._pull = checked_pull(pull, policy.arms, t)
            self._left, self._steps = self._pull.plays, self._pull.steps()
            self._arm = next(self._steps)
        return self._arm

    def update(self, arm: int, reward: float) -> None:
        """The curator reads the reward; at the end of a pull the policy learns the release.

        The reward enters the batch of the arm that was selected, whatever label it comes with.
        """
        if self._pull is None:
            raise ValueError("A reward came before the first arm; call select() first.")
        policy, pull, curator = self._policy, self._pull, self._curator
        listed = bool(self._space.values)
        if policy.clips_rewards and (listed or not self._low <= reward <= self._high):
            reward = self._space.clipped(reward)
        vectors = pull.rows or self._shown
        if vectors:
            self._held = curator.read_in(self._held, self._arm, vectors, reward)
        else:
            self._held = curator.read(self._held, self._arm, reward)
        self._t += 1
        self._left -= 1
        if self._left:
            self._arm = next(self._steps)
            return
        released = None
        if pull.releases:
            mechanism = self._noise or policy.mechanism(self._state, pull)
            self._held, released = curator.release(self._held, pull.arm, mechanism, self._chance)
        if self._shown is None:
            self._state = policy.learn(self._state, pull, released)
        else:
            self._state = policy.learn_in(self._state, pull, self._decided_in, released)
        self._pull = None
