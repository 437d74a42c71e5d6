"""Where rewards come from: tables, lists, stacks, cycles, Bernoulli and normal laws."""

from collections.abc import Sequence
from typing import Protocol
import numpy as np
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.exact import exact
from .randomness import Seed, generator


class Rewards(Protocol):
    """A source of rewards: what round t pays if it is the n-th pull of an arm (n counts from 1)."""

    def reward(self, t: int, arm: int, n: int) -> float:
        """The reward of round t."""


class RewardTable:
    """One row of potential rewards per round: round t pays table[t-1][arm] (Table DP).

    >>> RewardTable([(0, 1), (1, 0)]).reward(t=2, arm=0, n=1)
    1
    """

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.rows = rows

    def reward(self, t: int, arm: int, n: int) -> float:
        """The entry of the row of round t."""
        if t > len(self.rows):
            raise _too_short("table", len(self.rows), "rows", f"round {t}")
        return self.rows[t - 1][arm]


class RewardList:
    """One reward per round, whatever arm is pulled (View DP)."""

    def __init__(self, rewards: Sequence[float]) -> None:
        self.rewards = rewards

    def reward(self, t: int, arm: int, n: int) -> float:
        """The entry of round t."""
        if t > len(self.rewards):
            raise _too_short("list", len(self.rewards), "rewards", f"round {t}")
        return self.rewards[t - 1]


class RewardStacks:
    """One stack per arm: the n-th pull of an arm pays the n-th entry of its stack."""

    def __init__(self, stacks: Sequence[Sequence[float]]) -> None:
        self.stacks = stacks

    def reward(self, t: int, arm: int, n: int) -> float:
        """The n-th entry of the arm's stack."""
        if n > len(self.stacks[arm]):
            raise _too_short("stack", len(self.stacks[arm]), "rewards", f"pull {n} of arm {arm}")
        return self.stacks[arm][n - 1]


class RewardCycles:
    """One cycle per arm, repeated for ever: the rewards of deterministic traces."""

    def __init__(self, cycles: Sequence[Sequence[float]]) -> None:
        self.cycles = cycles

    def reward(self, t: int, arm: int, n: int) -> float:
        """The n-th entry of the arm's repeated cycle."""
        cycle = self.cycles[arm]
        return cycle[(n - 1) % len(cycle)]


class BernoulliRewards:
    """Independent draws of a Bernoulli bandit."""

    def __init__(self, bandit: BernoulliBandit, rng: Seed) -> None:
        self.means = np.array([float(mean) for mean in bandit.exact_means])
        self.rng = generator(rng)

    def reward(self, t: int, arm: int, n: int) -> float:
        """A fresh draw of the arm's law."""
        return float(self.rng.random() < self.means[arm])


class GaussianRewards:
    """Independent draws of a normal bandit."""

    def __init__(self, bandit: GaussianBandit, rng: Seed) -> None:
        self.means = np.array([float(mean) for mean in bandit.exact_means])
        self.sigma = float(exact(bandit.sigma))
        self.rng = generator(rng)

    def reward(self, t: int, arm: int, n: int) -> float:
        """A fresh draw of the arm's law."""
        return float(self.means[arm] + self.sigma * self.rng.standard_normal())


def _too_short(source: str, count: int, entries: str, wanted: str) -> ValueError:
    return ValueError(f"The {source} has {count} {entries}, and {wanted} needs one; give more.")


def drawn_rewards(bandit: BernoulliBandit | GaussianBandit, rng: Seed) -> Rewards:
    """Independent draws of a bandit.

    >>> drawn_rewards(GaussianBandit((0, 1), sigma=2), 1).sigma
    2.0
    """
    if isinstance(bandit, GaussianBandit):
        return GaussianRewards(bandit, rng)
    return BernoulliRewards(bandit, rng)
