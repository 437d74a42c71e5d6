"""A point of a sweep: a policy on an instance with a budget up to a horizon; and its cells."""

from __future__ import annotations
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
import numpy as np
from banditproof.algorithms.catalogue import POLICIES
from banditproof.algorithms.engines.engine import Experiment, Floats, Played
from banditproof.algorithms.engines.identification_engine import (
    Identification,
    identification_engine,
)
from banditproof.algorithms.engines.shuffled_engine import order_decides
from banditproof.algorithms.engines.simulation import engine_of, simulate
from banditproof.algorithms.engines.stopping_times import simulate_identification
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.algorithms.policy import Policy
from .instance_descriptions import bandit_of
from .policy_choices import Budget, PolicyChoice
from .task import Task, key_of

SEMANTICS = 1
"""Increase it when an engine gives other results for the same seed: kept cells are then stale."""
DRAWS = "numpy " + ".".join(np.__version__.split(".")[:2])
"""What else decides the draws of a seed."""
MOST_COUNTS = 10**8
"""The runs times arms of a cell: the pulls of every arm in every run are kept while it runs."""
STOPPED = 3
"""The columns of a policy that stops: the round, the regret until then, the answer."""


@dataclass(frozen=True)
class Point:
    """A policy on an instance with a budget up to a horizon, and what is noted of its runs.

    `description` is the instance as canonical JSON.
    """

    policy: PolicyChoice
    instance: str
    description: str
    budget: Budget
    horizon: int
    checkpoints: tuple[int, ...]
    runs: int
    keep_order: bool = False

    @cached_property
    def shuffled(self) -> bool:
        """Whether each run has the arms in an order of its own."""
        if self.keep_order or self.stops:
            return False
        bandit = bandit_of(json.loads(self.description))
        if isinstance(bandit, LinearEnvironment):
            return False
        return order_decides(self.policy.made(bandit, self.horizon, self.budget))

    @cached_property
    def stops(self) -> bool:
        """Whether the policy stops with an answer."""
        return self.policy.entry.stops

    @cached_property
    def parameters(self) -> str:
        """Everything that decides the runs of a seed, as canonical JSON; without labels."""
        return json.dumps(
            {
                "policy": self.policy.name,
                "settings": dict(self.policy.settings),
                "instance": json.loads(self.description),
                "budget": {name: str(value) for name, value in self.budget.given.items()},
                "horizon": self.horizon,
                "checkpoints": () if self.stops else self.checkpoints,
                "runs": self.runs,
                **({"program": program} if (program := self.policy.program) else {}),
                **({"arms": "in an order of each run"} if self.shuffled else {}),
            },
            sort_keys=True,
        )

    @cached_property
    def digest(self) -> str:
        """The digest of the parameters."""
        return hashlib.sha256(self.parameters.encode()).hexdigest()

    @cached_property
    def label(self) -> str:
        """The point in a few words."""
        budget = f", {self.budget.label}" if self.budget.label else ""
        return f"{self.policy.label} on {self.instance}{budget}, T = {self.horizon}"

    @property
    def shared_values(self) -> tuple[Any, ...]:
        """What all rows of a table share: the first six columns, from the policy to the horizon."""
        budget = self.budget
        numbers = (budget.eps, budget.rho, budget.alpha)
        floats = (None if number is None else float(number) for number in numbers)
        return (self.policy.label, self.instance, *floats, self.horizon)

    @property
    def width(self) -> int:
        """How many numbers a run gives."""
        return STOPPED if self.stops else len(self.checkpoints)

    def cells(self, seeds: tuple[int, ...]) -> Iterator[SweepCell]:
        """The cells of the point."""
        return (SweepCell(self, seed) for seed in seeds)

    def made(self) -> tuple[Policy[Any], Played]:
        """The policy and the bandit."""
        return _made(self)

    def check(self) -> None:
        """Raise ValueError if the policy cannot be played so."""
        policy, bandit = self.made()
        if self.runs * bandit.arms > MOST_COUNTS:
            raise ValueError(
                f"{self.runs} runs of {bandit.arms} arms are too many for one cell; give fewer "
                "runs, and more seeds."
            )
        if self.stops:
            identification_engine(Identification(policy, bandit, self.horizon), self.runs)
        else:
            engine_of(Experiment(policy, bandit, self.horizon, self.checkpoints), self.runs)

    def __hash__(self) -> int:
        return hash(self.digest)


def shuffled_policies(points: Iterable[Point]) -> tuple[str, ...]:
    """The labels of the policies whose runs have the arms in an order of their own."""
    return tuple(dict.fromkeys(point.policy.label for point in points if point.shuffled))


def free_policies(points: Iterable[Point]) -> tuple[str, ...]:
    """The labels of the policies of the catalogue that are not private.

    Of a policy of one's own that takes no budget it is not known.
    """
    return tuple(
        dict.fromkeys(
            point.policy.label
            for point in points
            if not point.policy.carried
            and point.policy.name in POLICIES
            and not POLICIES[point.policy.name].private
        )
    )


@lru_cache(maxsize=8)
def _made(point: Point) -> tuple[Policy[Any], Played]:
    bandit = bandit_of(json.loads(point.description))
    return point.policy.made(bandit, point.horizon, point.budget), bandit


@dataclass(frozen=True)
class SweepCell(Task):
    """The runs of one seed at a point of a sweep."""

    point: Point
    seed: int

    @property
    def key(self) -> bytes:
        """Twenty bytes that stand for the parameters, the seed, and what decides the draws."""
        return key_of("sweep", self.point.digest, str(self.seed), str(SEMANTICS), DRAWS)

    @property
    def label(self) -> str:
        """The cell in a few words."""
        return f"{self.point.label}, seed {self.seed}"

    @property
    def group(self) -> str:
        """The point: its seeds cost about the same."""
        return self.point.digest

    @property
    def sequence(self) -> np.random.SeedSequence:
        """The seed of the runs: from the seed of the cell and the parameters of its point alone."""
        return np.random.SeedSequence([self.seed, int(self.point.digest, 16)])

    def content(self) -> bytes:
        """The numbers of the runs, row after row."""
        return np.ascontiguousarray(self.numbers(), dtype="<f8").tobytes()

    def numbers(self) -> Floats:
        """One row for each run: the regret at the checkpoints; or round, regret and answer."""
        policy, bandit = self.point.made()
        runs, horizon = self.point.runs, self.point.horizon
        if not self.point.stops:
            rounds = self.point.checkpoints
            keep = not self.point.shuffled
            result = simulate(policy, bandit, horizon, runs, self.sequence, rounds, keep_order=keep)
            return result.regret_at
        arms: Any = bandit  # a policy that stops is played on arms without vectors
        stopped = simulate_identification(policy, arms, runs, self.sequence, longest=horizon)
        gaps = np.array([float(gap) for gap in stopped.bandit.gaps])
        columns = (stopped.samples, stopped.counts @ gaps, stopped.answers)
        return np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])

    def read(self, content: bytes) -> Floats:
        """The numbers of a content; raises ValueError if it is none of this cell."""
        if len(content) != 8 * self.point.runs * self.point.width:
            raise ValueError(f"The kept content of {self.label} has the wrong size.")
        numbers = np.frombuffer(content, dtype="<f8")
        if not np.isfinite(numbers).all():
            raise ValueError(f"The kept content of {self.label} is not finite.")
        return numbers.reshape(self.point.runs, self.point.width).astype(np.float64)
