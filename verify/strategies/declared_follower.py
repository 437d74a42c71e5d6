"""A small policy whose curator is made of declared parts: arms in turn, then the best release."""

from dataclasses import dataclass, field
from typing import Any
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget

Released = tuple[float | None, ...]
"""The last released number of each arm."""


@dataclass(frozen=True, kw_only=True)
class DeclaredFollower(Policy[Released]):
    """Pulls each arm for one batch, and then the arm with the largest last release.

    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.theory.mechanisms import Laplace
    >>> from banditproof.verify.audit import audit
    >>> twice = DeclaredSums(Laplace(4), copies=2)
    >>> policy = DeclaredFollower(arms=2, curator=twice, spends=PureDP("0.5"))
    >>> audit(policy, policy.budget).verdict
    'holds'
    """

    arms: int
    curator: DeclaredSums = field()
    spends: Budget
    rewards: RewardSpace = UNIT
    pulls: int = 2
    """The pulls of a batch."""
    name: str = "declared-follower"

    @property
    def budget(self) -> Budget:
        """What its releases spend."""
        return self.spends

    def start(self) -> Released:
        """Nothing was released."""
        return (None,) * self.arms

    def decide(self, state: Released, t: int, randomness: Randomness) -> Pull:
        """The first arm without a release, or the first of those with the largest one."""
        if None in state:
            return Pull(state.index(None), self.pulls)
        known = [value for value in state if value is not None]
        return Pull(known.index(max(known)), self.pulls)

    def learn(self, state: Released, pull: Pull, released: Any) -> Released:
        """Keep the last number that was released for the arm."""
        if released is None:
            return state
        last = released[-1] if isinstance(released, tuple) else released
        return (*state[: pull.arm], float(last), *state[pull.arm + 1 :])
