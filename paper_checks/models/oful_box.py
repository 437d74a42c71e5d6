"""Rarely switching OFUL as its box prints it, written anew from the lines of the box."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
import numpy as np
import numpy.typing as npt
from banditproof.algorithms import FixedContexts, Policy, RewardList, Scripted, play
from banditproof.algorithms.linear.episodic_oful import EpisodicOFUL

Floats = npt.NDArray[np.float64]


@dataclass
class Box:
    """Algorithm 3 of the zcdp paper, Algorithm 4 of the Renyi paper; `variance` is that of Y."""

    variance: float
    horizon: int
    redrawn: bool = False
    """Whether all noises are drawn anew at an update: a wrong reading of lines 7 and 8."""
    updates: list[int] = field(default_factory=list)
    """The rounds t at which line 6 fires."""
    growth: list[float] = field(default_factory=list)
    """lambda_min(V_tau) / tau at these updates."""

    def radius(self, gram: Floats, number: int, delta: float) -> float:
        """beta_t of the proof, and the noise over the smallest eigenvalue of V."""
        width = float(np.sqrt(2 * np.log(1 / delta) + np.linalg.slogdet(gram)[1])) + 1
        if not number:
            return width
        d, level = len(gram), np.log(self.horizon / delta)
        reach = d + 2 * np.sqrt(d * level) + 2 * level
        least = np.linalg.eigvalsh(gram)[0]
        return width + float(np.sqrt(number * self.variance * reach / least))

    def actions(
        self,
        contexts: Sequence[Floats],
        rewards: Floats,
        noise: Callable[[], Floats],
        delta: float = 1e-3,
    ) -> tuple[int, ...]:
        """The arms, with lambda = C = 1; `rewards` has a row for each round."""
        d = contexts[0].shape[1]
        results: list[int] = []
        gram: Floats = np.eye(d)
        known: Floats = np.eye(d)
        total: Floats = np.zeros(d)
        noises: Floats = np.zeros(d)
        theta: Floats = np.zeros(d)
        for t, rows in enumerate(contexts, 1):
            if np.linalg.slogdet(gram)[1] > np.linalg.slogdet(known)[1] + np.log(2):
                fresh = noise()
                noises = fresh if self.redrawn else noises + fresh
                theta, known = np.linalg.inv(gram) @ (total + noises), gram.copy()
                self.updates.append(t)
                self.growth.append(float(np.linalg.eigvalsh(gram)[0]) / (t - 1))
            radius = self.radius(known, len(self.updates), delta)
            widths = np.sqrt(np.einsum("ai,ij,aj->a", rows, np.linalg.inv(known), rows))
            arm = int(np.argmax(rows @ theta + radius * widths))
            gram, total = (
                gram + np.outer(rows[arm], rows[arm]),
                total + rows[arm] * rewards[t - 1, arm],
            )
            results.append(arm)
        return tuple(results)


def same_play(policy: EpisodicOFUL, box: Box, seed: int, rounds: int = 60) -> tuple[bool, bool]:
    """Whether policy and box play the same arms from the same draws, and update at one time."""
    source = np.random.default_rng(seed)
    normal = source.standard_normal((rounds, policy.arms, policy.dimension))
    lengths = np.linalg.norm(normal, axis=2, keepdims=True)
    contexts = normal / lengths * source.uniform(0.3, 1, (rounds, policy.arms, 1))
    rewards = np.where(source.random(rounds) < 0.7, 1.0, -1.0)
    noises = box.variance**0.5 * source.standard_normal((rounds, policy.dimension))
    rows = iter(noises)
    table = np.repeat(rewards[:, None], policy.arms, axis=1)
    mine = box.actions(list(contexts), table, lambda: next(rows))
    played = play(
        policy,
        RewardList(rewards.tolist()),
        rounds,
        Scripted(noises.ravel().tolist()),
        FixedContexts(contexts.tolist()),
    )
    times = sorted({release.time for release in played.ledger.releases})
    return mine == played.actions, [t - 1 for t in box.updates] == [x for x in times if x < rounds]


def each_reward_once(policy: Policy[Any], d: int, rounds: int) -> bool:
    """Whether each reward of a closed episode is in one release of d numbers, with fresh noises."""
    contexts = FixedContexts([[(1, 0), (0, 1)], [("0.6", "0.8"), ("0.8", "-0.6")]])
    script = Scripted([0.5] * 2 * rounds, [0.5] * rounds)
    offered = None if policy.dimension is None else contexts
    ledger = play(policy, RewardList([1] * rounds), rounds, script, offered).ledger
    blocks = [ledger.releases[i : i + d] for i in range(0, len(ledger.releases), d)]
    times = [sorted({time for item in block for time in item.rewards}) for block in blocks]
    closed = [time for block in times for time in block]
    noises = [serial for release in ledger.releases for serial in release.noises]
    return closed == list(range(1, len(closed) + 1)) != [] and len(noises) == len(set(noises))


class Run(NamedTuple):
    """A play of the box on the sphere: T, d, the number of updates, their growth, the regret."""

    rounds: int
    dimension: int
    updates: int
    growth: float
    regret: float


def run_on_the_sphere(rho: float, seed: int, rounds: int = 120, d: int = 2) -> Run:
    """Four unit vectors in each round, theta = e_1, rewards -1 and 1, lambda = C = 1."""
    source = np.random.default_rng(seed)
    contexts = source.standard_normal((rounds, 4, d))
    contexts /= np.linalg.norm(contexts, axis=2, keepdims=True)
    coins, box = source.random(rounds), Box(2 / rho, rounds)
    noises = (2 / rho) ** 0.5 * source.standard_normal((rounds, d))
    rows = iter(noises)
    means = contexts[:, :, 0]
    rewards = np.where(coins[:, None] < (1 + means) / 2, 1.0, -1.0)
    arms = box.actions(list(contexts), rewards, lambda: next(rows))
    lost = float(sum(means[t].max() - means[t, arm] for t, arm in enumerate(arms)))
    return Run(rounds, d, len(box.updates), min(box.growth), lost)
