"""AdaP-UCB: optimism in episodes, with Laplace noise on the sum of each episode."""

import math
from dataclasses import dataclass
from typing import Any
from flint import arb
from banditproof.theory import Number
from banditproof.theory.balls import ball
from banditproof.theory.batch_schedule import DoublingSchedule, Schedule
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .known_arms_kernels import largest_of
from .phased_index import ArmRecord, CompiledIndex, PrivateIndexPolicy, as_float
from .proved_index import OneArm, raised_mean

EPISODES = DoublingSchedule()


@kernel
def adap_ucb(
    mean: float, pulls: float, phases: int, log_t: float, eps: float, beta: float
) -> float:
    """mean + sqrt(b / 2n) + b / (eps n), with b = beta log(t)."""
    level = beta * log_t
    return mean + math.sqrt(level / (2.0 * pulls)) + level / (eps * pulls)


@accepts_epsilon
@dataclass(frozen=True)
class AdaPUCB(PrivateIndexPolicy):
    """Pull the arm with the largest mean + sqrt( beta log(t) / (2n) ) + beta log(t) / (eps n).

    The mean is that of the n rewards of the arm's last episode alone, with Laplace noise of scale
    1/eps on their sum, drawn once; t is the first round of the next episode. An episode doubles
    the pulls N of its arm, so n = N/2; an arm with one pull has n = 1, not the 1/2 of the box. The
    guarantee needs beta > 3. Privacy-Utility Trade-offs in Sequential Decision-Making, Algorithm 7
    and (5.1).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaPUCB(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 30, Silent()).pulls[2:]
    ((3, 0, 1), (4, 0, 2), (6, 1, 1), (7, 1, 2), (9, 0, 4), (13, 1, 4), (17, 0, 8), (25, 1, 8))
    """

    schedule: Schedule = EPISODES
    beta: Number = 3.1

    name = "adap-ucb"
    forgets = True
    compiled = CompiledIndex(largest_of(adap_ucb), per_pull=8, per_arm=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("beta", self.beta)

    @property
    def parameters(self) -> tuple[float, float]:
        """eps and beta."""
        return as_float(self.eps), as_float(self.beta)

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The upper confidence bound; the private mean is not clipped."""
        eps, beta = self.parameters
        level = beta * math.log(t)
        return arm.mean + math.sqrt(level / (2.0 * arm.pulls)) + level / (eps * arm.pulls)

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index in balls."""
        eps, beta = exact(self.eps), exact(self.beta)

        def bonus() -> arb:
            level = ball(beta) * arb(t).log() / n
            return (level / 2).sqrt() + level / ball(eps)

        return raised_mean(n, bonus)
