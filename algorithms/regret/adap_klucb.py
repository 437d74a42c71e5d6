"""AdaP-KLUCB: optimism in kl with a private shift, from the last episode only."""

import math
from dataclasses import dataclass
from typing import Any
from banditproof.theory import Number
from banditproof.theory.batch_schedule import DoublingSchedule, Schedule
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .phased_index import PrivateIndexPolicy, Records, clipped

EPISODES = DoublingSchedule()


@accepts_epsilon
@dataclass(frozen=True)
class AdaPKLUCB(PrivateIndexPolicy):
    """Pull the arm with the largest max { q : kl(x, q) <= b }, forgetting all but one episode.

    b = optimism log(t) / s and x = [mean + b / eps]_0^1, with the mean and the size s of the
    arm's last episode alone. The index may be within 1e-30 of 1 without being 1, so arms are
    compared by -log(1 - q), which is infinite only at x = 1. The guarantee needs optimism > 3.
    Algorithm 7 of the thesis; claim `bern.comp.adapklucb`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = AdaPKLUCB(arms=2, eps=10, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[3:]
    ((4, 0, 2), (6, 0, 4), (10, 0, 8), (18, 1, 1), (19, 1, 2), (21, 0, 16))
    """

    schedule: Schedule = EPISODES
    optimism: Number = 3.1

    name = "adap-klucb"
    forgets = True

    def __post_init__(self) -> None:
        super().__post_init__()
        exact_positive("optimism", self.optimism)

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index) of each arm."""
        eps, bonus = float(exact(self.eps)), float(exact(self.optimism)) * math.log(t)
        return [
            kl_ucb_log_complement(clipped(r.mean + bonus / r.pulls / eps), bonus / r.pulls)
            for r in records
        ]


def with_beta(beta: Number = AdaPKLUCB.optimism, **options: Any) -> AdaPKLUCB:
    """AdaP-KLUCB whose optimism is called beta, as the thesis calls it.

    >>> with_beta(arms=2, eps=1, beta=4).optimism
    4
    """
    return AdaPKLUCB(**options, optimism=beta)
