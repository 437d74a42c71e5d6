"""The engine of objects with select and update: rewards are drawn many at once, and read singly."""

from dataclasses import dataclass
from typing import Any
import numpy as np
from banditproof.algorithms.interfaces.chance import OwnChance, global_chance
from banditproof.algorithms.interfaces.object_policy import ObjectPolicy, arm_of
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.exact import exact
from .engine import Chunk, Experiment, Floats
from .step_engine import LONGEST_STEPWISE

BLOCK = 1 << 12
"""The rewards that are drawn at once: a longer list would not stay in a processor's cache."""


@dataclass(frozen=True)
class ObjectEngine:
    """Runs of fresh objects, one after the other; each has a generator that shares no draw with
    its rewards.

    A chunk holds few runs, since an object may be slow and its runs are shared out by chunks.
    """

    experiment: Experiment
    runs_per_chunk: int = 16
    compiled: bool = False

    def __post_init__(self) -> None:
        experiment = self.experiment
        if not isinstance(experiment.bandit, BernoulliBandit | GaussianBandit):
            raise ValueError(
                f"The policy {experiment.policy.name} is an object that is told an arm and a "
                "reward; give arms with means."
            )
        if experiment.horizon > LONGEST_STEPWISE:
            raise ValueError(
                f"The policy {experiment.policy.name} is asked in each round, and the horizon is "
                f"{experiment.horizon}; give at most 1e7."
            )

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        experiment, (own, paid) = self.experiment, rng.spawn(2)
        policy = experiment.policy
        assert isinstance(policy, ObjectPolicy)
        chunk, chance = experiment.empty_chunk(runs), OwnChance(own)
        noted = np.array(experiment.checkpoints, np.int64) - 1
        with global_chance():
            for run in range(runs):
                chance.next_run()
                actions = np.array(self._actions(policy, chance.rng, paid), np.int64)
                chunk.counts[run] = np.bincount(actions, minlength=policy.arms)
                if len(noted):
                    chunk.curves[run] = np.cumsum(experiment.gaps[actions])[noted]
        return chunk

    def _actions(
        self, policy: ObjectPolicy, own: np.random.Generator, paid: np.random.Generator
    ) -> list[int]:
        """The arms of one run."""
        actions: list[int] = []
        box: Any = policy.runs.made(own)
        try:
            if isinstance(box, OwnLoop):
                self._looped(policy, box, paid, actions)
            else:
                self._asked(policy, box, paid, actions)
        except _Wrong as wrong:
            raise ValueError(str(wrong)) from None
        except Exception as failure:
            raise ValueError(
                f"{policy.name} raised {type(failure).__name__} in round {len(actions) + 1} of "
                f"its run: {failure}"
            ) from failure
        return actions

    def _asked(
        self, policy: ObjectPolicy, box: Any, paid: np.random.Generator, actions: list[int]
    ) -> None:
        horizon, arms, means = self.experiment.horizon, policy.arms, self.experiment.means.tolist()
        sigma = self._sigma
        select, update = getattr(box, "plain", None) or (box.select, box.update)
        noted = actions.append
        for start in range(0, horizon, BLOCK):
            for drawn in self._drawn(paid, min(BLOCK, horizon - start)):
                arm = select()
                try:
                    mean = means[arm]
                except (IndexError, TypeError):
                    arm = _arm(policy.name, arm, len(actions) + 1, arms)
                    mean = means[arm]
                if sigma is None:
                    update(arm, 1.0 if drawn < mean else 0.0)
                else:
                    update(arm, mean + sigma * drawn)
                noted(arm)
            if min(actions[start:]) < 0:  # a list takes these, and to ask in each round takes long
                place = next(t for t, arm in enumerate(actions) if arm < 0)
                _arm(policy.name, actions[place], place + 1, arms)

    def _looped(
        self, policy: ObjectPolicy, box: OwnLoop, paid: np.random.Generator, actions: list[int]
    ) -> None:
        means, sigma = self.experiment.means.tolist(), self._sigma

        def step(answer: Any) -> float:
            arm = _arm(policy.name, answer, len(actions) + 1, policy.arms)
            actions.append(arm)
            (drawn,) = self._drawn(paid, 1)
            return float(drawn < means[arm]) if sigma is None else means[arm] + sigma * drawn

        box.play(step, self.experiment.horizon)

    @property
    def _sigma(self) -> float | None:
        bandit = self.experiment.bandit
        return float(exact(bandit.sigma)) if isinstance(bandit, GaussianBandit) else None

    def _drawn(self, paid: np.random.Generator, count: int) -> list[float]:
        """What decides some rewards: uniform numbers, or standard normal ones."""
        numbers: Floats = paid.random(count) if self._sigma is None else paid.standard_normal(count)
        drawn: list[float] = numbers.tolist()
        return drawn


class _Wrong(Exception):
    """An answer that is no arm, in a sentence."""


def _arm(name: str, answer: Any, t: int, arms: int) -> int:
    try:
        return arm_of(name, answer, t, arms)
    except ValueError as wrong:
        raise _Wrong(str(wrong)) from None
