"""Wrong policies that stop, about privacy: what leaks through the end of a run or its releases.

Each differs from the private race in one place, and claims eps-DP of the actions, the stopping time
and the recommendation.
"""

from dataclasses import dataclass, field
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise
from banditproof.verify.evidence import Grade
from banditproof.verify.linear_releases import transcript_loss
from .altered_curators import NEVER_FORGETS, ByArm, Draw, Releases, Result
from .entry import ROUNDING, Engine, Judgement, described, judged
from .noisy_race import NoisyRace, Runner, Runners
from .peeking import Spy
from .whole_audit import audit_entry

CLAIM = PureDP(1)


class _ToldRaw(NoisyRace):
    """A race that also sees each mean without noise."""

    curator = Releases(lambda raw, noisy: (noisy, raw))

    def noted(self, arm: Runner, released: Any) -> Runner:
        new = super().noted(arm, released[0])
        return Runner(new.pulls, new.phases, new.mean, released[1] / new.samples)


class StopReadsRaw(_ToldRaw):
    """Stops when the means without noise differ enough, and recommends the best private mean."""

    def recommendation(self, state: Runners) -> int | None:
        if not all(arm.phases for arm in state) or abs(state[0].raw - state[1].raw) < 0.5:
            return None
        return self.best(state)


class RecommendsRaw(_ToldRaw):
    """Stops by its private means, and recommends the best mean without noise."""

    def best(self, state: Runners) -> int:
        return max(range(self.arms), key=lambda k: state[k].raw)


class LeaderRace(NoisyRace):
    """A race that pulls its leader, as long as that was not pulled four times as often as another.

    The leader has the largest private mean.
    """

    def choose(self, state: Runners) -> int:
        pulls = [arm.pulls for arm in state]
        leader = max(range(self.arms), key=lambda k: self.lead(state[k]))
        return leader if 0 < pulls[leader] < 4 * min(pulls) else pulls.index(min(pulls))

    def lead(self, arm: Runner) -> float:
        """What makes an arm the leader."""
        return arm.mean


class LeaderOnRaw(_ToldRaw, LeaderRace):
    """Chooses the leader by the means without noise."""

    def lead(self, arm: Runner) -> float:
        return arm.raw


@dataclass(frozen=True)
class StopsByHiddenMemory(NoisyRace):
    """Stops when its curator remembers a reward of 1, and recommends the best private mean."""

    spy: Spy = field(default_factory=Spy)

    @property
    def curator(self) -> Curator:  # type: ignore[override]
        return self.spy

    def recommendation(self, state: Runners) -> int | None:
        if not all(arm.phases for arm in state) or not any(map(self.spy.seen.get, (0, 1))):
            return None
        return self.best(state)


class FirstMeanBare(NoisyRace):
    """Releases the first reward of each arm without noise."""

    def mechanism(self, state: Runners, pull: Pull) -> Mechanism:
        return super().mechanism(state, pull) if state[pull.arm].phases else NoNoise()


class NoiseOfCumulativePulls(NoisyRace):
    """Adds noise of scale 1/(eps N) to a sum, where N counts all pulls of the arm so far."""

    def mechanism(self, state: Runners, pull: Pull) -> Mechanism:
        return Laplace(1 / exact(self.eps) / (state[pull.arm].pulls + 1))


class BatchesOverPhases(NoisyRace):
    """Keeps a batch over its phase, so that its rewards enter the next releases as well."""

    curator = NEVER_FORGETS


class ReleasesBeforeDoubling(BatchesOverPhases):
    """Releases the open batch of an arm at each pull, and not only when the pulls have doubled."""

    def decide(self, state: Runners, t: int, randomness: Randomness) -> Pull:
        return Pull(self.choose(state), 1)


def _redrawn(entry: tuple[int, Any, Any], draw: Draw) -> Result:
    pulls, opened, closed = entry
    if pulls & (pulls - 1) == 0:  # they have doubled
        opened, closed = 0, opened
    return (pulls, opened, closed), closed + draw()


class NoiseAtEachEvaluation(NoisyRace):
    """Draws the noise of a phase anew whenever it evaluates its means, so after each pull."""

    curator = ByArm(
        _redrawn, lambda entry, reward: (entry[0] + 1, entry[1] + reward, entry[2]), (0, 0, 0)
    )

    def decide(self, state: Runners, t: int, randomness: Randomness) -> Pull:
        return Pull(self.choose(state), 1)

    def noted(self, arm: Runner, released: Any) -> Runner:
        phases = arm.pulls.bit_length()
        return Runner(arm.pulls, phases, released / Runner(0, phases).samples)


def releases_judge(policy: Policy[Any]) -> Judgement:
    """Whether the releases of some plays keep the claim, exactly, for their batches."""
    loss = transcript_loss(policy)
    why = "Density ratio of all releases for the batches of 4 plays of 120 rounds."
    return judged(loss <= 1 + ROUNDING, Grade.PROVED, Enclosure.of(loss), why)


REFERENCE = NoisyRace(last=2)
LEADER = LeaderRace(last=2)
BY_RUNS: tuple[tuple[str, NoisyRace, NoisyRace, int], ...] = (
    ("stop that reads a raw mean", StopReadsRaw(), REFERENCE, 4),
    ("recommendation that reads a raw mean", RecommendsRaw(last=1), REFERENCE, 4),
    ("leader chosen on raw means", LeaderOnRaw(last=2), LEADER, 4),
    ("stopping time of a curator's memory", StopsByHiddenMemory(), REFERENCE, 4),
    ("first mean of a race without noise", FirstMeanBare(last=1), REFERENCE, 4),
)
BY_RELEASES: tuple[tuple[str, NoisyRace], ...] = (
    ("noise of a mean drawn anew at each evaluation", NoiseAtEachEvaluation()),
    ("release of a batch that is not closed before doubling", ReleasesBeforeDoubling()),
    ("batch of a race kept over phases", BatchesOverPhases()),
    ("noise of a race for all pulls so far", NoiseOfCumulativePulls()),
)
ENTRIES = (
    *(
        audit_entry(CLAIM, horizon=horizon)(name, mutant, reference)
        for name, mutant, reference, horizon in BY_RUNS
    ),
    *(
        described(
            name, mutant, NoisyRace(), engine=Engine.LINEAR, claim=CLAIM, judge=releases_judge
        )
        for name, mutant in BY_RELEASES
    ),
)
