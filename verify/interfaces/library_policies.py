"""Policies of this library, round by round, as the auditor plays them."""

from __future__ import annotations

from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.algorithms.randomness import Drawing, Sampled
from banditproof.algorithms.reward_space import UNIT, RewardSpace


class LibraryBox:
    """A policy of this library, round by round, with its curator and its own noise.

    A policy that clips rewards gets them clipped to its `rewards`, as in the engine.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> box = LibraryBox(DPIMED(arms=2, eps=1, ties="first"), np.random.default_rng(1))
    >>> box.select()
    0
    >>> box.update(0, 1)
    >>> box.select()
    1
    """

    takes_arm = True
    stops = False

    def __init__(self, policy: Policy[Any], rng: np.random.Generator) -> None:
        self._policy, self._chance = policy, Sampled(rng)
        self._drawing = Drawing(self._chance)
        self._state, self._held = policy.start(), policy.curator.start(policy.arms)
        self._space: RewardSpace = getattr(policy, "rewards", UNIT)
        self._low, self._high = float(self._space.lo), float(self._space.hi)
        self._pull: Pull | None = None
        self._left = 0
        self._t = 0

    def select(self) -> int:
        """The arm of the next round."""
        if self._pull is None:
            pull = self._policy.decide(self._state, self._t + 1, self._drawing)
            self._pull = checked_pull(pull, self._policy.arms, self._t + 1)
            self._left = self._pull.count
        return self._pull.arm

    def update(self, arm: int, reward: float) -> None:
        """The curator reads the reward; at the end of a pull the policy learns the release."""
        if self._pull is None:
            raise ValueError("A reward came before the first arm; call select() first.")
        policy, pull = self._policy, self._pull
        if policy.clips_rewards and not self._low <= reward <= self._high:
            reward = self._space.clipped(reward)
        self._held = policy.curator.read(self._held, arm, reward)
        self._t += 1
        self._left -= 1
        if self._left:
            return
        released = None
        if pull.releases:
            mechanism = policy.mechanism(self._state, pull)
            self._held, released = policy.curator.release(
                self._held, pull.arm, mechanism, self._chance
            )
        self._state = policy.learn(self._state, pull, released)
        self._pull = None
