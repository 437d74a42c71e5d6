"""Mutants that release other sums than each reward once: read again, weighted, lost, unfinished."""

from collections.abc import Sequence
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy, Records
from banditproof.theory.batch_schedule import PolynomialSchedule
from .altered_curators import NEVER_FORGETS, ByArm, Reads, with_entry


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

    curator = NEVER_FORGETS


class UnforgettingAdaP(AdaPKLUCB):
    """AdaP-KLUCB, which replaces a mean by that of the last episode, on sums never forgotten."""

    curator = NEVER_FORGETS


class RunningMean(SumReplaced, DPIMED):
    """Releases the noisy mean of all rewards of the arm after every single pull."""

    curator = ByArm(
        lambda rewards, draw: (rewards, (sum(rewards[1:], rewards[0]) + draw()) / len(rewards)),
        lambda rewards, reward: (*rewards, reward),
        (),
    )
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
