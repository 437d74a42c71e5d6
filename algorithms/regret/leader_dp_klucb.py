"""A private policy whose regret stays bounded when the best mean is 1."""

import math
from dataclasses import dataclass
import numpy as np
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon
from .dp_klucb import DPKLUCB, choose_dp_klucb
from .known_arms_kernels import CLIPPED, PULLS, Integers
from .phased_index import ArmRecord, CompiledIndex, Floats, Records, clipped
from .proved_index import floor_of


@kernel
def choose_leader(
    log_t: float, eps: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the leaders if their mean is as good as 1, else the arms that DP-KLUCB would pull."""
    count = 0
    mean = -1.0
    pulls = 0.0
    for a in range(known.shape[0]):
        x, n = known[a, CLIPPED], known[a, PULLS]
        if x > mean or (x == mean and n > pulls):
            mean, pulls = x, n
            count = 0
        if x == mean and n == pulls:
            tied[count] = a
            count += 1
    if 1.0 - mean <= log_t * log_t / (eps * pulls):
        return count
    return choose_dp_klucb(log_t, eps, optimism, known, phases, tied)


@accepts_epsilon
@dataclass(frozen=True)
class LeaderDPKLUCB(DPKLUCB):
    """DP-KLUCB, except that a leader whose mean is as good as 1 is pulled without a comparison.

    The leader has the largest clipped mean, and among those the most pulls. It is pulled if
    1 - [mean]_0^1 <= log(t)^2 / (eps n); otherwise DP-KLUCB decides. The policy is private,
    anytime and consistent, and its regret is O(1) at mu_star = 1, so Theorem 3.1 as printed is
    false there. Claim `bern.derived.mustar1`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = LeaderDPKLUCB(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 30, Silent()).pulls
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 0, 4), (9, 0, 8), (17, 0, 16))
    """

    name = "dp-klucb-at-one"
    compiled = CompiledIndex(choose_leader, per_pull=25, per_arm=3)

    def scores(self, records: Records, t: int) -> list[float]:
        """1 for the leaders and 0 for the others if the leader passes, else the DP-KLUCB index."""
        standing = [(clipped(r.mean), r.pulls) for r in records]
        mean, pulls = max(standing)
        if 1.0 - mean <= math.log(t) ** 2 / (float(exact(self.eps)) * pulls):
            return [float(s == (mean, pulls)) for s in standing]
        return super().scores(records, t)

    def settled(self, one: ArmRecord, two: ArmRecord, t: int) -> Floats:
        """Which pairs of sums have a leader as good as 1, decided in whole numbers.

        Its n - k, for the clipped sum k of n pulls, is at most log(t)^2 / eps.
        """
        n, m = one.pulls, two.pulls
        k, j = np.clip(one.total, 0, n)[:, None], np.clip(two.total, 0, m)[None, :]
        even = (k * m == j * n) & (n == m)
        leads = (k * m > j * n) | ((k * m == j * n) & (n > m))
        most = floor_of(lambda: arb(t).log() ** 2 / ball(exact(self.eps)))
        passes = np.where(leads, n - k, m - j) <= most
        return np.where(passes, np.where(even, 0.0, np.where(leads, -1.0, 1.0)), np.nan)
