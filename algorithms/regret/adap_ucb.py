"""AdaP-UCB: optimism in episodes, with Laplace noise on the sum of each episode."""

import math
from dataclasses import dataclass
from banditproof.theory import Number
from banditproof.theory.batch_schedule import DoublingSchedule, Schedule
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .known_arms_kernels import largest_of
from .phased_index import CompiledIndex, PrivateIndexPolicy, Records

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
        return float(exact(self.eps)), float(exact(self.beta))

    def scores(self, records: Records, t: int) -> list[float]:
        """The upper confidence bound of each arm; the private mean is not clipped."""
        eps, level = float(exact(self.eps)), float(exact(self.beta)) * math.log(t)
        return [
            r.mean + math.sqrt(level / (2.0 * r.pulls)) + level / (eps * r.pulls) for r in records
        ]
