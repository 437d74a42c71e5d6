"""What a policy of one's own costs beside a built-in one, in the same run of this program.

The runs are those of a first look: 200 of them. A built-in policy makes more runs in machine code,
and then its time for each falls below that of one call of Python.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from typing import Any
from banditproof.algorithms import DeclaredSums, Policy, Pull, make_policy, simulate
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace
from .measurement import Measurement, best_seconds

PAIR = BernoulliBandit(("0.75", "0.5"))
RUNS, FAR, NEAR = 200, 10**6, 10**4
MANY = 5_000


@dataclass(frozen=True)
class NoisySumPolicy(Policy[Any]):
    """What the policies below have in common: two arms, and the noise of eps = 1."""

    arms: int = 2
    budget = PureDP(1)
    curator = DeclaredSums(Laplace(1))


class ThreeBatches(NoisySumPolicy):
    """A batch of each arm, and the better arm until the horizon."""

    name = "three batches"

    def start(self) -> tuple[float, ...]:
        """Nothing was released."""
        return ()

    def decide(self, state: Any, t: int, randomness: Any) -> Pull:
        """The next arm, or the best one."""
        if len(state) < self.arms:
            return Pull(len(state), 2_000)
        return Pull(state.index(max(state)), FAR)

    def learn(self, state: Any, pull: Pull, released: Any) -> tuple[float, ...]:
        """The sums so far."""
        return (*state, released)


class Doubling(NoisySumPolicy):
    """An index of one's own in the batches of DP-IMED: the newest mean, and a bonus."""

    name = "doubling"

    def start(self) -> tuple[tuple[int, float], ...]:
        """Nothing was released."""
        return ((0, 0.0),) * self.arms

    def decide(self, state: Any, t: int, randomness: Any) -> Pull:
        """A batch that is twice as long as the last one of its arm."""
        if t <= self.arms:
            return Pull(t - 1, 1)
        indices = [mean + sqrt(log(t) / (2 * n)) + log(t) / n for n, mean in state]
        arm = indices.index(max(indices))
        return Pull(arm, 2 * state[arm][0])

    def learn(self, state: Any, pull: Pull, released: Any) -> tuple[tuple[int, float], ...]:
        """The newest mean of the arm."""
        newest = (pull.count, released / pull.count)
        return (*state[: pull.arm], newest, *state[pull.arm + 1 :])


class UCB:
    """The index of the built-in `ucb`, in an object with select and update."""

    def __init__(self, arms: int) -> None:
        self.sums, self.pulls, self.t = [0.0] * arms, [0] * arms, 0

    def select(self) -> int:
        """The arm with the largest index."""
        self.t += 1
        if 0 in self.pulls:
            return self.pulls.index(0)
        level = 2 * log(self.t)
        indices = [s / n + sqrt(level / n) for s, n in zip(self.sums, self.pulls)]  # noqa: B905
        return indices.index(max(indices))

    def update(self, arm: int, reward: float) -> None:
        """What the arm paid."""
        self.sums[arm] += reward
        self.pulls[arm] += 1


def own() -> Iterator[Measurement]:
    """Seconds of 200 runs as a ratio to those of a built-in policy; then of more runs."""
    imed = make_policy("dp-imed", 2, eps=1)
    for runs in (RUNS, MANY):
        beside = best_seconds(lambda runs=runs: simulate(imed, PAIR, FAR, runs, 1))  # type: ignore[misc]
        # an index is computed in Python for each group of runs with the same batches so far, which
        # are as many for 200 runs as for thousands
        for policy, demand in ((ThreeBatches(), 5), (Doubling(), 5 if runs == MANY else None)):
            seconds = best_seconds(lambda p=policy, n=runs: simulate(p, PAIR, FAR, n, 1))  # type: ignore[misc]
            what = f"{policy.name} of one's own, {runs} runs, T 1e6"
            yield Measurement(what, seconds / beside, "times", demand, True, "dp-imed", 1)
    ucb = make_policy("ucb", 2)
    beside = best_seconds(lambda: simulate(ucb, PAIR, NEAR, RUNS, 1), repeats=3)
    seconds = best_seconds(lambda: simulate(UCB, PAIR, NEAR, RUNS, 1), repeats=3)
    what = f"ucb as an object, {RUNS} runs, T 1e4"
    yield Measurement(what, seconds / beside, "times", 30, True, "ucb", 1)
