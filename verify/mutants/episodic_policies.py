"""Wrong versions of AdaC-UCB: noise that is too small, drawn anew, or used again, and others.

Each claims rho-zCDP and differs from AdaC-UCB in one place.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.algorithms.policy import Policy, Pull, broken_tie
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.adac_ucb import AdaCUCB, AdaCUCBPrinted
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Mechanism, NoNoise
from banditproof.verify.audit import audit
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.fresh_noise import fresh_noise_divergence
from banditproof.verify.transcript_rho import transcript_rho
from .altered_curators import KEPT_NOISE, LAST_REWARD_AGAIN, NEVER_FORGETS, Releases
from .entry import ROUNDING, Engine, Judgement, described, held, judged, refuted

RHO = Fraction(1)
CLAIM = ZCDP(RHO)


class HalvedSensitivity(AdaCUCB):
    """Adds noise for a sensitivity of 1/2, as if rewards in [0, 1] were 1/2 apart at most."""

    @property
    def declared_noise(self) -> Mechanism:
        return Gaussian.for_zcdp(self.rho, sensitivity=Fraction(1, 2))


class VarianceOfAMean(AdaCUCB):
    """Adds to the sum of n rewards the noise that suits their mean, of variance 1/(2 rho n^2)."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return Gaussian(sigma_squared=1 / (2 * exact(self.rho) * pull.count**2))


class CubeOfTheSamples(AdaCUCB):
    """Adds to the mean of n rewards noise of variance 1/(2 rho n^3): n^2 became n^3."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return Gaussian(sigma_squared=1 / (2 * exact(self.rho) * pull.count))


class Unforgetting(AdaCUCB):
    """Releases the sum of all past rewards of the arm, with the noise of one episode."""

    curator = NEVER_FORGETS


class OverlappingEpisodes(AdaCUCB):
    """Counts the last reward of an episode in the next one of the arm as well."""

    curator = LAST_REWARD_AGAIN


class OneNoiseForAllEpisodes(AdaCUCB):
    """Keeps the noise of an arm beyond its episode, for all sums of the arm."""

    curator = KEPT_NOISE


class EarlyAndLate(AdaCUCB):
    """Releases the noisy sum of an episode in two parts, the first one again with the second."""

    curator = Releases(lambda raw, noisy: (noisy, raw))

    def learn(self, state: Records, pull: Pull, released: Any) -> Records:
        return super().learn(state, pull, released[0])


@dataclass(frozen=True)
class AdaCUCBFresh(AdaCUCBPrinted):
    """AdaC-UCB that draws new noise for each index, as (14) may be read: sums are kept as they are.

    The law of its actions is that of the box in this reading; it is not rho-zCDP.
    """

    name = "adac-ucb-fresh"

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        """No noise: it comes with the index."""
        return NoNoise()

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        """The arm with the largest index, whose noises are drawn for this decision."""
        waiting = [arm for arm, record in enumerate(state) if record.phases == 0]
        if waiting:
            return Pull(waiting[0], self.schedule.batch(0))
        scores = [
            score + randomness.noise(Gaussian(sigma_squared=self._variance(record.phases)))
            for score, record in zip(self.scores(state, t), state, strict=True)
        ]
        tied = [arm for arm, score in enumerate(scores) if score == max(scores)]
        arm = broken_tie(tied, self.ties, randomness)
        return Pull(arm, self.schedule.batch(state[arm].phases))

    def _variance(self, phases: int) -> Fraction:
        """1/(2 rho n^2)."""
        return self.price / 2 / Fraction(self.samples(phases)) ** 2


def releases_judge(policy: Policy[Any]) -> Judgement:
    """Whether the releases of some plays keep the claim, exactly, for their batches."""
    loss = transcript_rho(policy)
    why = "Covariance of all releases for the batches of 4 plays of 120 rounds."
    return judged(loss <= RHO * (1 + ROUNDING), Grade.PROVED, Enclosure.of(loss), why)


def actions_judge(policy: Policy[Any]) -> Judgement:
    """Whether the actions keep the claim: by the construction, or by the law of fresh noise."""
    result = audit(policy, CLAIM, samples=20)
    if result.verdict == "holds":
        return held(Grade.OUTLINED, None, result.sentence)
    assert isinstance(policy, AdaCUCBFresh)
    order = 5
    rows = [(1, 0)] * 64
    changed = [*rows[:4], (0, 0), *rows[5:]]
    leak = fresh_noise_divergence(order, changed, rows, policy.rho, policy.beta)
    why = (
        f"D_{order} of the actions on two tables of 64 rows is at most {order} rho under the claim."
    )
    if leak.lo > order * RHO:
        return refuted(Grade.PROVED, Enclosure.of(leak.lo / order, leak.hi / order), why)
    return Judgement("not refuted", Grade.PROVED, leak, why)


REFERENCE = AdaCUCB(arms=2, rho=RHO, ties="first")
SEEN: tuple[tuple[str, type[AdaCUCB]], ...] = (
    ("noise of half the sensitivity in AdaC-UCB", HalvedSensitivity),
    ("variance of a mean on a sum in AdaC-UCB", VarianceOfAMean),
    ("n^3 for n^2 in the variance of AdaC-UCB", CubeOfTheSamples),
    ("all past rewards in the means of AdaC-UCB", Unforgetting),
    ("last reward of an episode of AdaC-UCB used again", OverlappingEpisodes),
    ("one noise for all episodes of AdaC-UCB", OneNoiseForAllEpisodes),
    ("raw sum beside the noisy one in AdaC-UCB", EarlyAndLate),
)
_entry = partial(described, reference=REFERENCE, claim=CLAIM)
ENTRIES = (
    *(
        _entry(
            name, kind(arms=2, rho=RHO, ties="first"), engine=Engine.LINEAR, judge=releases_judge
        )
        for name, kind in SEEN
    ),
    _entry(
        "fresh noise in each index of AdaC-UCB",
        AdaCUCBFresh(arms=2, rho=RHO, ties="first"),
        engine=Engine.ACTIONS,
        judge=actions_judge,
    ),
)
