"""Bare releases: harmless where no decision reads them, the whole leak where one does."""

from dataclasses import dataclass
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Mechanism, NoNoise
from .noisy_leader import UNIT_NOISE, Knowledge, NoisyLeader, OwnCurator
from .whole_audit import audit_entry

CLAIM = PureDP(1)
BARE = DeclaredSums(NoNoise())
FOREVER = 10**9


@dataclass(frozen=True)
class FewPulls(OwnCurator):
    """Plays the second arm once, and then the first arm, with batches by what that release was."""

    second: Mechanism = UNIT_NOISE

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return self.second if pull.arm else self.noise

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t == 1:
            return Pull(1, 1)
        return Pull(0 if state[1].last < 0.5 else t % 2, 1)


class FewPullsAlike(FewPulls):
    """The same with one law of all noise."""

    mechanism = OwnCurator.mechanism


ENTRIES = (
    audit_entry(
        CLAIM,
        horizon=3,
        samples=1500,
        expected=("refuted", "not refuted"),
        mend="a pull without a release: Pull(arm, count, releases=False)",
    )(
        "a bare release that decisions read",
        NoisyLeader(BARE, size=1),
        NoisyLeader(BARE, size=1, turns=FOREVER),
    ),
    audit_entry(CLAIM, horizon=3, samples=1500)(
        "the only reward of an arm without noise",
        FewPulls(Curator(), second=NoNoise()),
        FewPullsAlike(Curator()),
    ),
)
