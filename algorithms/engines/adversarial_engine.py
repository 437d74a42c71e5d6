"""Many runs of a learner on fixed losses, by kernels.

The losses are held a block of rounds at a time, so a horizon of 1e7 needs little memory, and a
block is made once for all runs. Run number r draws from child r of the seed.
"""

import reprlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.exponential_weights import ExponentialWeights
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_sequences import LossSequence
from banditproof.algorithms.randomness import Seed, streams
from banditproof.theory.compiled import Kernel
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.parameter_names import with_other_names
from . import learner_kernels
from .adversarial_kernels import (
    play_exp3_block,
    play_exp4,
    play_ftpl_block,
    play_htinf_block,
    play_weights_block,
)
from .engine import Floats, Integers

WithKernel = EXP3 | HTINF | FTPL | ExponentialWeights
"""The learners that a kernel plays."""
WITH_KERNELS = (
    *(EXP3, HTINF, ExponentialWeights),
    *(FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter),
)
"""Their classes; what is derived from one may do other things, and is played round by round."""
BLOCK_KERNELS: dict[int, Kernel[Any, float]] = {
    learner_kernels.EXP3: play_exp3_block,
    learner_kernels.HTINF: play_htinf_block,
    learner_kernels.FTPL: play_ftpl_block,
    learner_kernels.EXPONENTIAL_WEIGHTS: play_weights_block,
}
"""The kernel that plays each kind of learner on a block of losses."""
BLOCK = 4096
"""The rounds of losses that are held at once."""
MOST_CELLS = 10**8
"""The most arms of all runs together."""
LONGEST = 10**10
"""The longest horizon; it takes minutes or hours."""


@dataclass(frozen=True)
class LearnerRuns:
    """The results of the runs: regret against the best arm or expert, and the pulls of each arm.

    Regret is the losses suffered less those of the best fixed choice. `regret_at` has it at the
    checkpoints.
    """

    horizon: int
    checkpoints: tuple[int, ...]
    regret: Floats
    regret_at: Floats
    pulls: Integers

    @property
    def mean(self) -> float:
        """The mean regret.

        >>> LearnerRuns(9, (), np.array([1.0, 2.0]), np.zeros((2, 0)), np.array([[9], [9]])).mean
        1.5
        """
        return float(self.regret.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean regret; 0 for one run.

        >>> LearnerRuns(9, (), np.ones(4), np.zeros((4, 0)), np.ones((4, 1), int)).standard_error
        0.0
        """
        runs = len(self.regret)
        return float(self.regret.std(ddof=1)) / runs**0.5 if runs > 1 else 0.0


class KernelLearner(NamedTuple):
    """A learner as kernels see it: its number, its parameters, and its memory at the start."""

    kind: int
    parameters: Floats
    memory: Floats


def kernel_learner(learner: WithKernel, arms: int) -> KernelLearner:
    """The number, the parameters and the first memory of a learner.

    >>> kernel_learner(EXP3(eta="0.5", gamma="0.25"), arms=2).parameters.tolist()
    [0.5, 0.25]
    """
    if type(learner) not in WITH_KERNELS:
        raise ValueError(
            f"The learner is {learner!r}, which no kernel plays; give an EXP3, an HTINF, an FTPL "
            "or an ExponentialWeights, or play it round by round."
        )
    memory = np.zeros(arms + learner_kernels.BEHIND)
    match learner:
        case EXP3():
            kind, given = learner_kernels.EXP3, [learner.eta, learner.gamma]
            parameters = [float(exact(number)) for number in given]
        case HTINF():
            kind, parameters = learner_kernels.HTINF, [learner.share, learner.scale, learner.power]
        case FTPL():
            flags = [float(learner.resamples_largest), float(learner.counts_from_zero)]
            kind, parameters = learner_kernels.FTPL, [learner.scale, float(learner.limit), *flags]
        case ExponentialWeights():
            kind, parameters = learner_kernels.EXPONENTIAL_WEIGHTS, [learner.rate]
    return KernelLearner(kind, np.array(parameters), memory)


@dataclass
class BlockRun:
    """What one run carries from block to block."""

    rng: np.random.Generator
    memory: Floats
    counts: Integers
    suffered: float = 0.0


Play = Callable[[BlockRun, Floats, int], float]
"""Plays a run on a block of losses, whose first round comes after so many others."""


@with_other_names("seed")
def simulate_learner(
    learner: WithKernel,
    losses: LossSequence,
    runs: int = 1,
    rng: Seed = 0,
    checkpoints: Sequence[int] = (),
) -> LearnerRuns:
    """Independent runs of a learner on the same losses.

    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> runs = simulate_learner(EXP3(eta="0.1", gamma="0.1"), constant_losses((0, 1), 500), 4, 1)
    >>> runs.pulls.sum(axis=1).tolist(), bool(runs.regret.max() < 100)
    ([500, 500, 500, 500], True)
    """
    number, marks = checked_runs(losses, runs, checkpoints)
    kind, parameters, memory = kernel_learner(learner, losses.arms)
    law = np.zeros(losses.arms)
    steps = _steps(learner, losses) * number
    form = BLOCK_KERNELS[kind].for_work(steps, calls_of(losses, number, marks))

    def play(run: BlockRun, block: Floats, start: int) -> float:
        return form(parameters, block, run.rng, run.memory, law, run.counts)

    return simulated_in_blocks(play, losses, memory, number, rng, marks, None)


@with_other_names("seed")
def simulate_experts(
    learner: EXP4,
    losses: LossSequence,
    advice: AdviceCycle,
    runs: int = 1,
    rng: Seed = 0,
    checkpoints: Sequence[int] = (),
) -> LearnerRuns:
    """Independent runs of EXP4 on the same losses and advice; regret is against the best expert.

    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> advice = AdviceCycle([[(1, 0), (0, 1)]])
    >>> learner = EXP4(eta="0.1", gamma="0.1")
    >>> runs = simulate_experts(learner, constant_losses((0, 1), 500), advice, 4, 1)
    >>> bool(runs.regret.max() < 100)
    True
    """
    number, marks = checked_runs(losses, runs, checkpoints)
    if advice.arms != losses.arms:
        raise ValueError(
            f"The advice is about {advice.arms} arms, and the losses are those of {losses.arms}; "
            "give both the same arms."
        )
    eta, gamma = learner.rates
    cycle = np.array(advice.array)
    steps = losses.horizon * number * advice.experts * (losses.arms + 2) // 10
    form = play_exp4.for_work(steps, calls_of(losses, number, marks))

    def play(run: BlockRun, block: Floats, start: int) -> float:
        return form(eta, gamma, 0.0, 0.0, block, cycle, start, run.rng, run.memory, run.counts)

    return simulated_in_blocks(play, losses, np.zeros(advice.experts), number, rng, marks, advice)


def _steps(learner: WithKernel, losses: LossSequence) -> int:
    """About how many microseconds the interpreter takes for a run."""
    draws = losses.arms if isinstance(learner, FTPL) else 1
    return losses.horizon * losses.arms * (1 + draws)


def checked_runs(
    losses: LossSequence, runs: Number, checkpoints: Sequence[int] = ()
) -> tuple[int, tuple[int, ...]]:
    """The number of runs and the checkpoints, if the losses can be played with them.

    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> checked_runs(constant_losses((0, 1), 9), 2.0, [3, 9])
    (2, (3, 9))
    """
    given: Any = losses
    if not isinstance(given, LossSequence):
        raise ValueError(
            f"The losses are {reprlib.repr(given)}; give a LossSequence such as table_losses. An "
            "adaptive adversary is played round by round."
        )
    number = exact_count("The number of runs", runs, least=1)
    marks = tuple(exact_count("A checkpoint", t, least=1) for t in checkpoints)
    if list(marks) != sorted({*marks}) or (marks and marks[-1] > losses.horizon):
        raise ValueError(
            f"The checkpoints must be increasing rounds from 1 to {losses.horizon}; given {marks}."
        )
    if number * losses.arms > MOST_CELLS:
        raise ValueError(
            f"{number} runs of {losses.arms} arms are too many to keep; give at most "
            f"{MOST_CELLS // losses.arms} runs."
        )
    if losses.horizon > LONGEST:
        raise ValueError(
            f"A learner decides in each round, and the horizon is {losses.horizon}; give at most "
            "1e10."
        )
    return number, marks


def calls_of(losses: LossSequence, runs: int, checkpoints: Sequence[int]) -> int:
    """The number of calls of a kernel that plays so many runs.

    >>> from banditproof.algorithms.adversarial.loss_sequences import constant_losses
    >>> calls_of(constant_losses((0, 1), 9), 2, (3, 9))
    6
    """
    return runs * (losses.horizon // BLOCK + len(checkpoints) + 1)


def simulated_in_blocks(
    play: Play,
    losses: LossSequence,
    memory: Floats,
    runs: int,
    rng: Seed,
    checkpoints: Sequence[int],
    advice: AdviceCycle | None,
    progress: Callable[[int], object] | None = None,
) -> LearnerRuns:
    """Play runs in blocks of losses; `memory` is what a run carries from one block to the next.

    `progress` is called with the number of rounds of all runs that are done.
    """
    number, marks = checked_runs(losses, runs, checkpoints)
    every = [
        BlockRun(stream, memory.copy(), np.zeros(losses.arms, np.int64))
        for stream in islice(streams(rng), number)
    ]
    totals = np.zeros(losses.arms if advice is None else advice.experts)
    curve = np.zeros((number, len(marks)))
    for start, stop in _segments(losses.horizon, marks):
        block = np.array(losses.block(start, stop))
        totals += block.sum(axis=0) if advice is None else advice.block_totals(block, start)
        for run in every:
            run.suffered += play(run, block, start)
        if progress is not None:
            progress(stop * number)
        if stop in marks:
            curve[:, marks.index(stop)] = [run.suffered - totals.min() for run in every]
    final = np.array([run.suffered for run in every]) - totals.min()
    pulls = np.array([run.counts for run in every])
    return LearnerRuns(losses.horizon, marks, final, curve, pulls)


def _segments(horizon: int, marks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The rounds between two blocks or checkpoints."""
    ends = sorted({*range(BLOCK, horizon, BLOCK), *marks, horizon})
    yield from zip([0, *ends[:-1]], ends, strict=True)
