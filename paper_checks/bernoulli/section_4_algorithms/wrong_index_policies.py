"""Plausible mistakes in Algorithm 1, each one line away from the right policy."""

import math
from banditproof.algorithms import DPIMED, DPKLUCB, Pull
from banditproof.algorithms.regret.phased_index import ArmRecord, Records, clipped
from banditproof.theory import d_eps, kl_ucb
from banditproof.theory.exact import exact


class CountsTheNextBatch(DPIMED):
    """Adds the size of the next batch to the pull count."""

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        (phases, pulls, total) = super().learn(state, pull, released)[pull.arm]
        new = ArmRecord(phases, pulls - pull.count + self.schedule.batch(phases), total)
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


class LogOfPhase(DPIMED):
    """log of the phase number in place of log n."""

    def scores(self, records: Records, t: int) -> list[float]:
        right = super().scores(records, t)
        return [s + math.log(r.pulls / r.phases) for s, r in zip(right, records, strict=True)]


class ClipsTheSum(DPIMED):
    """Clips the sum to [0, 1], not the mean."""

    def scores(self, records: Records, t: int) -> list[float]:
        return super().scores(tuple(r._replace(total=clipped(r.total)) for r in records), t)


class ForgettingIMED(DPIMED):
    """Keeps the sum of the last batch only."""

    forgets = True


class ArgumentsExchanged(DPIMED):
    """d_eps(best mean, mean), which differs from it."""

    def scores(self, records: Records, t: int) -> list[float]:
        eps, best = float(exact(self.eps)), clipped(max(r.mean for r in records))
        return [-(r.pulls * d_eps(best, clipped(r.mean), eps) + math.log(r.pulls)) for r in records]


class EarlyClock(DPKLUCB):
    """Uses the round of the last pull, not of the next one."""

    def scores(self, records: Records, t: int) -> list[float]:
        return super().scores(records, t - 1)


class NotSaturated(DPKLUCB):
    """Finds its index by a bisection that never quite arrives at 1."""

    def scores(self, records: Records, t: int) -> list[float]:
        right = super().scores(records, t)
        return [1 - 1e-12 * r.pulls if s == 1 else s for s, r in zip(right, records, strict=True)]


class NoPrivacyInTheIndex(DPKLUCB):
    """The ordinary KL-UCB index of the noisy mean."""

    def scores(self, records: Records, t: int) -> list[float]:
        return [kl_ucb(clipped(r.mean), math.log(t) / r.pulls) for r in records]


class ForgettingKLUCB(DPKLUCB):
    """Keeps the sum of the last batch only."""

    forgets = True
