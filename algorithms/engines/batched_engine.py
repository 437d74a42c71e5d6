"""What the kernels of private learners receive: policies of losses, block by block."""

from typing import Any
import numpy as np
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.adversarial.ftpl import FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism
from . import batched_kernels
from .adversarial_engine import BLOCK, BlockRun, Play, kernel_learner
from .adversarial_kernels import play_exp4
from .engine import Floats

WITH_KERNELS = (EXP3, HTINF, FTPL, FTPLArgMax, FTPLPrinted, FTPLZeroCounter)
"""The learners with kernels; a subclass of one's own may decide otherwise, and has none."""
MOST_HELD = 10**8
"""The most losses of open batches of all runs that are held in memory."""

Compiled = tuple[Play, Floats]
"""How a block is played, and what a run carries from one block to the next."""


def compiled_play(
    policy: Policy[Any], horizon: int, runs: int, advice: AdviceCycle | None
) -> Compiled | None:
    """The compiled play of a policy, if it has one; from equal generators its arms are those of
    the specification engine.

    >>> policy = BatchedReleases(EXP3(eta="0.1", gamma="0.1"), arms=2, eps=1)
    >>> compiled_play(policy, 100, 1, None) is None
    False
    >>> class Mine(EXP3):
    ...     pass
    >>> policy = BatchedReleases(Mine(eta="0.1", gamma="0.1"), arms=2, eps=1)
    >>> compiled_play(policy, 100, 1, None) is None
    True
    """
    inner = policy.policy if type(policy) is ExpertsAsArms else policy
    if type(inner) is BatchedReleases and (advice is None) == (inner is policy):
        return _batches(inner, horizon, runs, advice)
    if advice is None:
        return None
    if type(policy) is LocallyPrivateExperts and type(policy.learner) is EXP4:
        return _local(policy, policy.learner, horizon, runs, advice)
    if type(policy) is BatchedEXP4:
        return _vectors(policy, horizon, runs, advice)
    return None


def noise_of(mechanism: Mechanism) -> tuple[float, float]:
    """The scale of Laplace noise and the step of its grid; 0 and 0 without noise.

    >>> noise_of(Laplace(1)) == (1.0, 2**-32)
    True
    """
    if not isinstance(mechanism, Laplace):
        return 0.0, 0.0
    return float(exact(mechanism.scale)), step_of((mechanism,))


def _batches(
    policy: BatchedReleases, horizon: int, runs: int, advice: AdviceCycle | None
) -> Compiled | None:
    """Algorithm 1, on arms or on experts."""
    tau, learner = min(policy.tau, horizon + 1), policy.learner
    if type(learner) not in WITH_KERNELS or runs * tau > MOST_HELD:
        return None
    assert isinstance(learner, EXP3 | HTINF | FTPL)
    kind, parameters, memory = kernel_learner(learner, policy.arms)
    carried = np.concatenate([memory, np.zeros(policy.arms + 2 + tau)])
    scale, step = noise_of(policy.curator.noises[0])
    numbers = (kind, parameters, tau, scale, step)
    draws = policy.arms if isinstance(learner, FTPL) else 1
    steps = runs * horizon * (1 + policy.arms * (1 + draws) // tau)
    cycle = np.zeros((0, policy.arms, 0)) if advice is None else np.array(advice.array)
    steps *= 1 if advice is None else 2
    form = batched_kernels.play_batches.for_work(steps, _calls(horizon, runs))

    def play(run: BlockRun, block: Floats, start: int) -> float:
        return form(*numbers, block, cycle, start, run.rng, run.memory, run.counts)

    return play, carried


def _local(
    policy: LocallyPrivateExperts, learner: EXP4, horizon: int, runs: int, advice: AdviceCycle
) -> Compiled:
    """Algorithm 6."""
    numbers = (*learner.rates, *noise_of(policy.curator.noises[0]))
    cycle = np.array(advice.array)
    form = play_exp4.for_work(_advised_steps(horizon, runs, advice), _calls(horizon, runs))

    def play(run: BlockRun, block: Floats, start: int) -> float:
        return form(*numbers, block, cycle, start, run.rng, run.memory, run.counts)

    return play, np.zeros(policy.experts)


def _vectors(policy: BatchedEXP4, horizon: int, runs: int, advice: AdviceCycle) -> Compiled:
    """Algorithm 2."""
    bound, tau = float(exact(policy.curator.bound)), min(policy.tau, horizon + 1)
    numbers = (*policy.rates, bound, tau, *noise_of(policy.curator.noise))
    cycle, kernel = np.array(advice.array), batched_kernels.play_batched_exp4
    form = kernel.for_work(_advised_steps(horizon, runs, advice), _calls(horizon, runs))

    def play(run: BlockRun, block: Floats, start: int) -> float:
        return form(*numbers, block, cycle, start, run.rng, run.memory, run.counts)

    return play, np.zeros(2 * policy.experts + 1)


def _calls(horizon: int, runs: int) -> int:
    return runs * (horizon // BLOCK + 1)


def _advised_steps(horizon: int, runs: int, advice: AdviceCycle) -> int:
    """About how many microseconds the interpreter takes."""
    return horizon * runs * (1 + advice.experts * (advice.arms + 2) // 10)
