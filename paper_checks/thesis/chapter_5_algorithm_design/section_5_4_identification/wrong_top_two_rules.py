"""Wrong variants of AdaP-TT, each different in one place: mutants of the claims on Algorithm 10."""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms import AdaPTT, DeclaredSums, Pull
from banditproof.algorithms.identification.private_top_two import ArmState, TopTwoRecord
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace


@dataclass(frozen=True)
class StopsOnPulls(AdaPTT):
    """The stopping rule takes all pulls for the samples of the means."""

    def _answer(self, arms: list[ArmState]) -> int | None:
        means = [arm.mean for arm in arms]
        ready = all(arm.phases for arm in arms)
        return self.stopping.recommends(means, [arm.pulls for arm in arms]) if ready else None


@dataclass(frozen=True)
class KeepsOldMean(AdaPTT):
    """The mean of a phase is averaged with the one before it."""

    def learn(self, state: TopTwoRecord, pull: Pull, released: float | None) -> TopTwoRecord:
        old = state.arms[pull.arm]
        if released is not None and old.phases > 1:
            released = (released + old.mean * old.samples * 2) / 2
        return super().learn(state, pull, released)


@dataclass(frozen=True)
class ReleasesLate(AdaPTT):
    """The pull after the doubling belongs to the phase."""

    def decide(self, state: TopTwoRecord, t: int, randomness: Any) -> Pull:
        result = super().decide(state, t, randomness)
        arm = state.arms[result.arm]
        late = arm.pulls == 1 << arm.phases if arm.phases else True
        return Pull(result.arm, 1, releases=late)


@dataclass(frozen=True)
class Untracked(AdaPTT):
    """The leader is always pulled."""

    def choose(self, state: TopTwoRecord) -> tuple[int, int | None]:
        place, leader = super().choose(state)
        return (place, None) if leader is None else (leader, leader)


@dataclass(frozen=True)
class ChallengesOnSamples(AdaPTT):
    """The challenger counts the samples of the means, and not all pulls."""

    def challenger(self, state: TopTwoRecord, leader: int) -> int:
        arms = tuple(arm._replace(pulls=arm.samples) for arm in state.arms)
        return super().challenger(TopTwoRecord(arms), leader)


@dataclass(frozen=True)
class CountsTheBoundsOnce(AdaPTT):
    """The bonus of the leader counts one private mean less."""

    def leader(self, state: TopTwoRecord) -> int:
        bounds = [
            arm.mean + self.leader_bonus(arm.phases - 1, arm.samples, 1) for arm in state.arms
        ]
        return bounds.index(max(bounds))


@dataclass(frozen=True)
class AllPulls(AdaPTT):
    """Each release sums the last two batches of its arm."""

    @property
    def curator(self) -> DeclaredSums:  # type: ignore[override]
        """Batches overlap."""
        return DeclaredSums(Laplace(1 / exact(self.eps)), memory=2)
