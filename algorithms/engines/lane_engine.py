"""The engine of policies of one's own whose runs can be followed together.

Runs with the same pulls so far form a group: the policy's own code decides once for all of them,
and what was released to each stands in arrays (`lane_numbers`). Groups that have met the same
batches in another order are joined again. A decision that needs plain floats is made for each run
alone, with the same draws. Which policies are played so is found out in advance, in some runs that
have nothing to do with the experiment's; the others keep the batch engine. Runs have its law, and
not its draws.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.policy import Pull, checked_pull
from banditproof.algorithms.randomness import Drawing, Option
from banditproof.theory import BernoulliBandit
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .batch_engine import (
    DrawnAhead,
    PaidBatches,
    in_plain_sums,
    is_plain,
    plain_noise,
    refuse_endless,
)
from .engine import Chunk, Experiment, Floats, Integers
from .lane_numbers import Fork, Lanes, OneByOne, Places, put_together, taken_apart

Truths = npt.NDArray[np.bool_]
Batch = tuple[Places, int, int, bool]
"""Runs that play an arm so often, and whether their pull ends before the horizon."""
TOGETHER = 2048
"""How many runs share a stream, and are followed together."""
FEWEST = 3
"""A group of fewer runs is not worth one; each goes on alone."""
TRIED = 5
"""The runs of a trial, which says whether a policy's runs can be followed together."""
FIRST_PULLS = 16
"""How many pulls of each run are tried."""
MOST_PULLS = 500
"""A policy of more pulls decides so often that few of its runs would stay together."""


class Columns:
    """Random numbers: one column for each question of a step, one row for each run.

    So a run is told the same, whoever else is asked.
    """

    def __init__(self, rng: np.random.Generator, rows: int) -> None:
        self._entropy, self._rows = int(rng.integers(2**63)), rows
        self._step, self._known = 0, dict[int, Floats]()

    def begin(self, step: int) -> None:
        """The next step: its questions have numbers of their own."""
        self._step = step
        self._known.clear()

    def column(self, question: int) -> Floats:
        """A uniform number for each run."""
        if question not in self._known:
            self._known[question] = self.stream(question).random(self._rows)
        return self._known[question]

    def stream(self, *key: int) -> np.random.Generator:
        """A random generator of its own for a question."""
        seed = np.random.SeedSequence(self._entropy, spawn_key=(self._step, *key))
        return np.random.default_rng(seed)


class AlonesChance:
    """The randomness of one run's decisions in a step."""

    def __init__(self, columns: Columns, run: int) -> None:
        self._columns, self._run, self._asked = columns, run, 0

    def _next(self) -> int:
        self._asked += 1
        return self._asked - 1

    def uniform(self) -> float:
        """A number in [0, 1), uniformly."""
        return float(self._columns.column(self._next())[self._run])

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly; no randomness is used for a single option."""
        return options[0] if len(options) == 1 else options[int(self.uniform() * len(options))]

    def noise(self, mechanism: Mechanism) -> float:
        """A fresh draw of a mechanism's noise."""
        return mechanism.sample(self._columns.stream(self._next(), self._run))

    def beta(self, a: float, b: float) -> float:
        """A draw of the Beta(a, b) law."""
        return float(self._columns.stream(self._next(), self._run).beta(a, b))


class LanesChance:
    """The same of a group: its uniform numbers differ, and a choice divides it."""

    def __init__(self, columns: Columns, runs: Places, fork: Fork) -> None:
        self._columns, self._runs, self._fork, self._asked = columns, runs, fork, 0

    def uniform(self) -> Any:
        """A number in [0, 1) of each run."""
        self._asked += 1
        return Lanes(self._columns.column(self._asked - 1)[self._runs], self._fork)

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly."""
        if len(options) == 1:
            return options[0]
        chosen = self.uniform() * len(options)
        return next(one for place, one in enumerate(options, 1) if chosen < place)

    def noise(self, mechanism: Mechanism) -> float:
        """Drawn for each run alone."""
        raise OneByOne

    def beta(self, a: float, b: float) -> float:
        """Drawn for each run alone."""
        raise OneByOne


@dataclass
class Group:
    """Runs that are in states of one shape, at the same round."""

    runs: Places
    played: int
    shape: Any
    arrays: list[Floats]

    def state(self, fork: Fork, here: Places | None = None) -> Any:
        """The state of these runs, or of those at some places."""
        if here is None:
            return put_together(self.shape, iter([Lanes(array, fork) for array in self.arrays]))
        arrays = iter([Lanes(array[here], fork) for array in self.arrays])
        return put_together(self.shape, arrays)

    def part(self, here: Places) -> "Group":
        """The runs at some places."""
        return Group(self.runs[here], self.played, self.shape, [a[here] for a in self.arrays])

    def alone(self) -> Iterator["Alone"]:
        """Each run with its own state, in plain floats."""
        for place, run in enumerate(self.runs.tolist()):
            numbers = iter([float(array[place]) for array in self.arrays])
            yield Alone(run, self.played, put_together(self.shape, numbers))


@dataclass
class Alone:
    """A run that goes on by itself."""

    run: int
    played: int
    state: Any


@dataclass
class Step:
    """The next pull of each run: what was decided, and room for what is released."""

    pulls: list[Pull] = field(default_factory=list)
    runs: list[Places] = field(default_factory=list)
    of: list[Group | Alone] = field(default_factory=list)

    def add(self, of: Group | Alone, runs: Places, pull: Pull) -> None:
        """What some runs have decided."""
        self.pulls.append(pull)
        self.runs.append(runs)
        self.of.append(of)


class Together:
    """The runs of one chunk."""

    def __init__(
        self,
        experiment: Experiment,
        rng: np.random.Generator,
        orders: Integers,
        fewest: float = FEWEST,
        watched: list[Any] | None = None,
    ) -> None:
        policy, self.experiment = experiment.policy, experiment
        self.policy, self.arms, self.size = policy, policy.arms, len(orders)
        self.orders, self.fewest, self.watched = orders, fewest, watched
        # each step has streams of its own, so that its first numbers are the same for fewer runs
        self.columns, self._paid, self._noise = (Columns(rng, self.size) for _ in range(3))
        law = plain_noise(policy)
        assert isinstance(law, Laplace | Gaussian)
        self._law, self._step = law, step_of((law,))
        self._scale = float(exact(law.scale)) if isinstance(law, Laplace) else law.variance**0.5
        assert isinstance(experiment.bandit, BernoulliBandit)
        ends = PaidBatches(policy, experiment.bandit, rng)
        self._low, self._high = ends.low, ends.high
        self._means, self._gaps = experiment.means[orders], experiment.gaps[orders]
        self._sums = np.zeros((self.size, self.arms))
        self._lost, self._played = np.zeros(self.size), np.zeros(self.size, np.int64)
        self.counts = np.zeros((self.size, self.arms), np.int64)
        self.chunk = experiment.empty_chunk(self.size)
        self.divided = False
        """Whether some decision was made for each run alone."""

    def play(self, most: float = math.inf) -> Chunk:
        """All runs until the horizon, or so many pulls of each."""
        every = np.arange(self.size)
        going: list[Group | Alone] = []
        try:
            arrays: list[Floats] = []
            shape = taken_apart(self.policy.start(), arrays)
            going.append(Group(every, 0, shape, arrays))
        except OneByOne:
            going += [Alone(run, 0, self.policy.start()) for run in range(self.size)]
            self.divided = True
        pulls = 0
        while going and pulls < most:
            for columns in (self.columns, self._paid, self._noise):
                columns.begin(pulls)
            step = Step()
            for one in going:
                self._decide(one, step)
            going = self._learnt(step, *self._paid_and_released(step))
            pulls += 1
            refuse_endless(self.policy, pulls, int(self._played.max()))
        np.put_along_axis(self.chunk.counts, self.orders, self.counts, axis=1)
        return self.chunk

    def _ways(
        self, group: Group, ask: Callable[[Group, Fork], Any]
    ) -> list[tuple[Group, Places | None, Any]]:
        """The answers of a group's runs: of which group, the places in it, and what they said.

        No places are all of them. An answer of None says that each run has to be asked alone.
        """
        found: list[tuple[Group, Places | None, Any]] = []
        todo = [group]
        while todo:
            whole = todo.pop()
            size = len(whole.runs)
            if size < self.fewest:
                found.append((whole, None, None))
                continue
            fork = Fork(size, self.watched)
            ways, answers = [(fork.here, list[bool]())], []
            try:
                with np.errstate(divide="raise", over="raise", invalid="raise"):
                    while ways:
                        fork.begin(*ways.pop())
                        answer = ask(whole, fork)
                        here = fork.here
                        answers.append((whole, None if len(here) == size else here, answer))
                        ways += fork.left
            except (OneByOne, Exception):
                if len(fork.here) == size:
                    self.divided = True
                    found.append((whole, None, None))
                    continue
                # numbers of runs that were left behind may be at fault
                left = [fork.here, *(here for here, _ in (*fork.left, *ways))]
                todo += [whole.part(here) for here in left]
            found += answers
        return found

    def _decide(self, one: Group | Alone, step: Step) -> None:
        if isinstance(one, Alone):
            self._decide_alone(one, step)
            return

        def ask(group: Group, fork: Fork) -> Pull:
            chance = Drawing(LanesChance(self.columns, group.runs, fork))
            pull = self.policy.decide(group.state(fork), group.played + 1, chance)
            if not is_plain(pull, self.arms):
                pull = checked_pull(pull, self.arms, group.played + 1)
            kept: list[Floats] = []
            taken_apart(pull.note, kept)
            if kept or pull.rows:
                raise OneByOne
            return pull

        for group, here, pull in self._ways(one, ask):
            part = group if here is None else group.part(here)
            if pull is None:
                for run in part.alone():
                    self._decide_alone(run, step)
            else:
                step.add(part, part.runs, pull)

    def _decide_alone(self, one: Alone, step: Step) -> None:
        chance = Drawing(AlonesChance(self.columns, one.run))
        pull = self.policy.decide(one.state, one.played + 1, chance)
        if not is_plain(pull, self.arms):
            pull = checked_pull(pull, self.arms, one.played + 1)
        step.add(one, np.array([one.run]), pull)

    def _paid_and_released(self, step: Step) -> tuple[list[bool], Floats]:
        """Which pulls ended before the horizon, and what was released to each run.

        Numbers are drawn in the order of the runs, so that the first of them do not depend on how
        many there are.
        """
        horizon = self.experiment.horizon
        whole, parts = list[bool](), [list[Batch]()]
        releasing: list[Batch] = []
        for pull, runs, of in zip(step.pulls, step.runs, step.of, strict=True):
            left = horizon - of.played
            if pull.count <= left and not pull.then:
                whole.append(True)
                parts[0].append((runs, pull.arm, pull.count, True))
            else:
                whole.append(pull.plays <= left)
                for place, (arm, count) in enumerate(pull.parts):
                    taken = min(count, left)
                    left -= taken
                    if place == len(parts):
                        parts.append([])
                    if taken:
                        parts[place].append((runs, arm, taken, whole[-1]))
            if pull.releases and whole[-1]:
                releasing.append((runs, pull.arm, pull.count, True))
        for place, made in enumerate(parts):
            ordered = self._in_order(made)
            if made:
                self._pay(place, *ordered)
        if len(parts) > 1 or len(releasing) < len(step.pulls):
            ordered = self._in_order(releasing)
        return whole, self._released(*ordered[:2])

    def _in_order(self, made: list[Batch]) -> tuple[Places, Integers, Integers, Truths]:
        """Runs in their order, each with an arm, a count, and whether its pull is whole."""
        if not made:
            none = np.zeros(0, np.intp)
            return none, none, none, none != 0
        runs, arms, counts, whole = zip(*made, strict=True)
        every = np.concatenate(runs)
        which = np.full(self.size, -1)
        which[every] = np.repeat(np.arange(len(made)), [len(some) for some in runs])
        here = np.flatnonzero(which >= 0)
        which = which[here]
        return here, np.array(arms)[which], np.array(counts)[which], np.array(whole)[which]

    def _pay(
        self, place: int, runs: Places, arms: Integers, counts: Integers, whole: Truths
    ) -> None:
        """One batch of each run, noted and paid for; those that the horizon cut pay nothing."""
        self._note(runs, arms, counts)
        if not whole.all():
            runs, arms, counts = runs[whole], arms[whole], counts[whole]
        ones = self._paid.stream(place).binomial(counts, self._means[runs, arms])
        self._sums[runs, arms] += self._high * ones + self._low * (counts - ones)

    def _note(self, runs: Places, arms: Integers, counts: Integers) -> None:
        self.counts[runs, arms] += counts
        before = self._played[runs]
        after = before + counts
        if self.experiment.checkpoints:
            gaps = self._gaps[runs, arms]
            noted = np.array(self.experiment.checkpoints)
            first, last = (np.searchsorted(noted, at, side="right") for at in (before, after))
            for place in range(int(first.min()), int(last.max())):
                here = (first <= place) & (place < last)
                at = self._lost[runs[here]] + gaps[here] * (noted[place] - before[here])
                self.chunk.curves[runs[here], place] = at
            self._lost[runs] += gaps * counts
        self._played[runs] = after

    def _released(self, runs: Places, arms: Integers) -> Floats:
        result = np.zeros(self.size)
        sums = self._sums[runs, arms] + self._noises(len(runs))
        if self._step:  # as `coarse` does
            steps = sums / self._step
            sums = np.where(np.isfinite(steps), np.rint(steps) * self._step, sums)
        result[runs] = sums
        self._sums[runs, arms] = 0.0
        return result

    def _noises(self, many: int) -> Floats:
        if isinstance(self._law, Laplace):
            return self._noise.stream(0).laplace(0.0, self._scale, many)
        return self._noise.stream(0).normal(0.0, self._scale, many)

    def _learnt(self, step: Step, whole: list[bool], released: Floats) -> list[Group | Alone]:
        """The states after the pulls that ended before the horizon, joined where they are alike."""
        joined: dict[Any, list[Group]] = {}
        alone: list[Group | Alone] = []
        for pull, of, done in zip(step.pulls, step.of, whole, strict=True):
            if not done or of.played + pull.plays == self.experiment.horizon:
                continue
            if isinstance(of, Alone):
                alone.append(self._learns_alone(of, pull, released))
                continue

            def ask(group: Group, fork: Fork, pull: Pull = pull) -> tuple[Any, list[Floats]]:
                told = Lanes(released[group.runs], fork) if pull.releases else None
                arrays: list[Floats] = []
                state = self.policy.learn(group.state(fork), pull, told)
                return taken_apart(state, arrays), arrays

            for group, here, learnt in self._ways(of, ask):
                if learnt is None:
                    runs = group.alone()
                    alone += [self._learns_alone(run, pull, released) for run in runs]
                    continue
                now = Group(group.runs, group.played + pull.plays, *learnt)
                if here is not None:
                    now = now.part(here)
                joined.setdefault((now.played, now.shape), []).append(now)
        return [*(_joined(groups) for groups in joined.values()), *alone]

    def _learns_alone(self, one: Alone, pull: Pull, released: Floats) -> Alone:
        told = float(released[one.run]) if pull.releases else None
        return Alone(one.run, one.played + pull.plays, self.policy.learn(one.state, pull, told))


def _joined(groups: list[Group]) -> Group:
    if len(groups) == 1:
        return groups[0]
    first = groups[0]
    arrays = [np.concatenate(columns) for columns in zip(*(g.arrays for g in groups), strict=True)]
    return Group(np.concatenate([g.runs for g in groups]), first.played, first.shape, arrays)


@dataclass(frozen=True)
class LaneEngine:
    """Runs of a policy of one's own, which are followed together."""

    experiment: Experiment
    shuffles: bool = False
    """Whether each run gets the arms in an order of its own."""
    runs_per_chunk: int = TOGETHER
    compiled: bool = False

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs side by side."""
        arms = self.experiment.bandit.arms
        orders = np.tile(np.arange(arms), (self.runs_per_chunk, 1))
        if self.shuffles:  # for a whole chunk, so that the first runs are the same of fewer
            orders = rng.permuted(orders, axis=1)
        return Together(self.experiment, rng, orders[:runs]).play()


def lane_engine(experiment: Experiment) -> LaneEngine | None:
    """The engine that follows the runs of a policy together, if a trial says that this is right.

    The trial has draws of its own, so that what it finds does not depend on those of the
    experiment.
    """
    policy, bandit = experiment.policy, experiment.bandit
    law = plain_noise(policy)
    if not isinstance(bandit, BernoulliBandit) or not isinstance(law, Laplace | Gaussian):
        return None
    return LaneEngine(experiment) if _is_followed(experiment) else None


class _TooLong(Exception):
    """A run has more than `MOST_PULLS` pulls."""


class _FewBatches(PaidBatches):
    """Rewards of so many batches, and no more."""

    asked = 0

    def ones(self, arm: int, count: int) -> int:
        self.asked += 1
        if self.asked > MOST_PULLS:
            raise _TooLong
        return super().ones(arm, count)


def _is_followed(experiment: Experiment) -> bool:
    """Whether some runs end soon, and are the same together and each alone.

    They are not where a policy keeps something besides its state, or asks for the type of a
    number. What is still held of the lanes when the runs are over was put aside by the policy.
    """
    policy, bandit = experiment.policy, experiment.bandit
    orders, plays, watched = np.tile(np.arange(policy.arms), (TRIED, 1)), [], list[Any]()
    try:
        rng = np.random.default_rng(1)
        chance = Drawing(DrawnAhead(rng))
        paid = _FewBatches(policy, bandit, rng)  # type: ignore[arg-type]
        in_plain_sums(policy, paid, experiment.horizon, lambda: rng.laplace(), 0.0, chance)
        for fewest in (1, math.inf):
            runs = Together(experiment, np.random.default_rng(1), orders, fewest, watched)
            plays.append(runs.play(FIRST_PULLS).counts.tolist())
            if fewest == 1 and (runs.divided or any(kept() is not None for kept in watched)):
                return False
    except Exception:  # of the policy's own code: it comes again in the runs that are asked for
        return False
    return bool(plays[0] == plays[1])
