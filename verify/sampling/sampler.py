"""Runs of a policy on prepared inputs: one row of arms for each run."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .black_box import AdaptedBox, LibraryBox
from .fresh_runs import FreshRuns, OwnChance, global_chance
from .inputs import AuditInput, QueriedInput
from .patience import Clock, TooLong, patience

Integers = NDArray[np.int64]
Rows = NDArray[np.int8]


class Sampler(Protocol):
    """What an audit needs of a policy: runs of it, each independent of the others."""

    arms: int
    horizon: int

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]], for as many rounds as the inputs have.

        Fewer rows come back if the time is over.
        """
        ...


@dataclass
class BlackBoxSampler:
    """Runs of fresh policies, round by round, each answer checked and each run timed.

    `deadline` is the time (of time.monotonic) after which no run is started. Independence rests
    on the factory: it must not carry anything from run to run.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> from .inputs import ListInput
    >>> runs = FreshRuns(DPIMED(arms=2, eps=1, ties="first"), arms=2)
    >>> sampler = BlackBoxSampler(runs, arms=2, horizon=3)
    >>> one = ListInput(((1,), (0,), (0,)))
    >>> sampler.sample([one], np.zeros(2, int), np.random.default_rng(1))[:, :2].tolist()
    [[0, 1], [0, 1]]
    """

    runs: FreshRuns
    arms: int
    horizon: int
    seconds_per_run: float = 10.0
    deadline: float = float("inf")
    made: int = field(default=0, init=False)
    """How many runs have been made."""

    def __post_init__(self) -> None:
        if self.arms < 1 or self.arms > 127:
            raise ValueError(f"There are {self.arms} arms; give a number from 1 to 127.")
        if self.horizon < 2:
            raise ValueError(
                f"The horizon is {self.horizon}; give at least 2 rounds, since the first action "
                "can depend on no reward."
            )

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]]; fewer rows if the time is over.

        Each run gets its own part of the stream, so that policies which copy a generator do not
        all draw the same noise, nor the random numbers of the caller.
        """
        rows = np.zeros((len(which), len(inputs[0].blocks)), np.int8)
        chance = OwnChance(rng)
        with global_chance(), patience(self.seconds_per_run) as clock:
            for i, index in enumerate(which):
                if time.monotonic() > self.deadline:
                    return rows[:i]
                chance.next_run()
                rows[i] = self._run(inputs[index], chance.rng, clock)
                self.made += 1
        return rows

    def _run(self, source: AuditInput, rng: np.random.Generator, clock: Clock) -> list[int]:
        actions: list[int] = []
        doing = ["making it", 0]
        try:
            try:
                clock.start()
                self._play(self.runs.made(rng), source, actions, doing)
            finally:
                clock.stop()
        except TooLong:
            raise ValueError(
                f"{self.runs.name} did not return from {doing[0]} in round {doing[1]} within "
                f"{self.seconds_per_run:g} seconds; a policy must return."
            ) from None
        return actions

    def _play(
        self,
        box: LibraryBox | AdaptedBox,
        source: AuditInput,
        actions: list[int],
        doing: list[Any],
    ) -> None:
        if isinstance(source, QueriedInput) and not box.takes_arm:
            raise ValueError(
                f"{self.runs.name} is not told the arm of a reward, so no adversary can show it "
                "another one; audit it against tables."
            )
        for t in range(1, len(source.blocks) + 1):
            try:
                doing[:] = "select()", t
                answer = box.select()
                arm = self._checked(answer, t)
                actions.append(arm)
                label, reward = source.answer(actions)
                doing[0] = "update()"
                box.update(label, reward)
            except _NotAnArm as wrong:
                raise ValueError(str(wrong)) from None
            except Exception as failure:
                kind = type(failure).__name__
                raise ValueError(
                    f"{self.runs.name} raised {kind} in {doing[0]} of round {t}: {failure}"
                ) from failure
            except SystemExit:
                raise ValueError(
                    f"{self.runs.name} asked Python to exit in {doing[0]} of round {t}."
                ) from None

    def _checked(self, answer: Any, t: int) -> int:
        try:
            arm = operator.index(answer)
        except TypeError:
            arm = _whole(answer)
        if not 0 <= arm < self.arms:
            raise _NotAnArm(
                f"{self.runs.name} chose the arm {answer!r} in round {t}; there are {self.arms} "
                f"arms, counted from 0 to {self.arms - 1}."
            )
        return arm


class _NotAnArm(Exception):
    """An answer that is not an arm."""


def _whole(answer: Any) -> int:
    """An array with one integer inside, as some libraries return it; -1 if it is not an arm."""
    try:
        return operator.index(np.asarray(answer).item())
    except (TypeError, ValueError):
        return -1


Law = Mapping[tuple[int, ...], float]


@dataclass
class LawSampler:
    """Runs drawn from known laws of the actions: for policies whose law can be enumerated.

    >>> from .inputs import ListInput
    >>> fair = LawSampler(lambda source: {(0, 0): 0.5, (0, 1): 0.5}, arms=2, horizon=2)
    >>> one = ListInput(((1,), (0,)))
    >>> fair.sample([one], np.zeros(4, int), np.random.default_rng(1)).tolist()
    [[0, 1], [0, 1], [0, 0], [0, 1]]
    """

    law: Callable[[AuditInput], Law]
    arms: int
    horizon: int
    _known: dict[AuditInput, tuple[Rows, NDArray[np.float64]]] = field(default_factory=dict)

    def sample(
        self, inputs: Sequence[AuditInput], which: Integers, rng: np.random.Generator
    ) -> Rows:
        """Run i is on inputs[which[i]]."""
        rows = np.zeros((len(which), len(inputs[0].blocks)), np.int8)
        uniforms = rng.random(len(which))
        order = np.argsort(which, kind="stable")
        ends = np.cumsum(np.bincount(which, minlength=len(inputs)))
        start = 0
        for source, end in zip(inputs, ends.tolist(), strict=True):
            if end > start:
                sequences, cumulative = self._table(source)
                mine = order[start:end]
                places = np.searchsorted(cumulative, uniforms[mine], side="right")
                rows[mine] = sequences[np.minimum(places, len(sequences) - 1)]
            start = end
        return rows

    def _table(self, source: AuditInput) -> tuple[Rows, NDArray[np.float64]]:
        if source not in self._known:
            law = self.law(source)
            sequences = np.array(list(law), np.int8)
            self._known[source] = sequences, np.cumsum([float(m) for m in law.values()])
        return self._known[source]


def looks_reproducible(
    sampler: BlackBoxSampler, source: AuditInput, seed: int, runs: int = 40
) -> bool:
    """Whether two samples with the same seed are equal; equal samples prove nothing more.

    If the sampler's time is over before, what there is of both samples is compared.

    >>> class Entropic:
    ...     def __init__(self): self.rng = np.random.default_rng()
    ...     def select(self): return int(self.rng.integers(2))
    ...     def update(self, arm, reward): pass
    >>> from .inputs import ListInput
    >>> sampler = BlackBoxSampler(FreshRuns(Entropic, arms=2), arms=2, horizon=4)
    >>> looks_reproducible(sampler, ListInput(((0,),) * 4), seed=1)
    False
    """
    which = np.zeros(runs, int)
    first, second = (sampler.sample([source], which, np.random.default_rng(seed)) for _ in range(2))
    known = min(len(first), len(second))
    return bool(np.array_equal(first[:known], second[:known]))
