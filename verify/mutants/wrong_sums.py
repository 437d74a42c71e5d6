"""Mutants that release other sums than each reward once: read again, weighted, lost, unfinished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy, Records
from banditproof.theory.batch_schedule import PolynomialSchedule
from banditproof.theory.mechanisms import Mechanism

from .altered_curators import Reads, with_entry


class _PrefixCurator(Curator):
    """Never forgets: each release is the sum of all rewards of the arm so far."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        return held, held[arm] + randomness.noise(mechanism)


class SumReplaced(PhasedIndexPolicy):
    """A release replaces the sum of the arm, and its pulls are added to the count."""

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        """Replace the sum, and add to the count."""
        assert released is not None
        old = state[pull.arm]
        new = ArmRecord(old.phases + 1, old.pulls + pull.count, released)
        return with_entry(state, pull.arm, new)


class ResummedPrefix(SumReplaced, DPIMED):
    """Releases the raw sum of all past rewards of the arm with fresh noise in each phase."""

    curator = _PrefixCurator()


class UnforgettingAdaP(AdaPKLUCB):
    """AdaP-KLUCB, which replaces a mean by that of the last episode, on sums never forgotten."""

    curator = _PrefixCurator()


class _RunningMeanCurator(Curator):
    def start(self, arms: int) -> Held:
        return (((), 0),) * arms

    def read(self, held: Held, arm: int, reward: float) -> Held:
        rewards, _ = held[arm]
        return with_entry(held, arm, ((*rewards, reward), len(rewards) + 1))

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        rewards, n = held[arm]
        total: Any = sum(rewards[1:], rewards[0]) + randomness.noise(mechanism)
        return held, total / n


class RunningMean(SumReplaced, DPIMED):
    """Releases the noisy mean of all rewards of the arm after every single pull."""

    curator = _RunningMeanCurator()
    one_by_one = PolynomialSchedule(1)

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        return Pull(super().decide(state, t, randomness).arm, 1)

    def learn(self, state: Records, pull: Pull, released: float | None) -> Records:
        assert released is not None
        return super().learn(state, pull, released * (state[pull.arm].pulls + 1))


class CountedTwice(DPIMED):
    """Adds the first reward of each batch twice."""

    curator = Reads(lambda total, reward: reward + reward if total == 0 else total + reward)


class UnclippedRange(DPIMED):
    """Sums rewards of [0, 2] without clipping, with the noise of rewards in [0, 1]."""

    curator = Reads(lambda total, reward: total + 2 * reward)


class LostSamples(DPIMED):
    """Keeps the last reward of each batch only: private, but not the sum that it claims."""

    curator = Reads(lambda _, reward: reward)


class _TalksAtTheEnd(Curator):
    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, float]]:
        return [(arm, total) for arm, total in enumerate(held) if not isinstance(total, int)]


class ReleasedTruncation(DPIMED):
    """Releases what was summed of the batch that the horizon cuts."""

    curator = _TalksAtTheEnd()
