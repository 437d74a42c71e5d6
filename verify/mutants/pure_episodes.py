"""Wrong versions of AdaP-UCB and DP-UCB: some are less private than they claim, some learn less.

Each differs from the right algorithm in one place.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_ucb import DPUCB, DPUCBPrinted
from banditproof.algorithms.regret.phased_index import Records
from banditproof.theory import Enclosure, exact
from banditproof.theory.balls import ball, enclose
from banditproof.theory.batch_schedule import ExplicitSchedule, Schedule
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise
from banditproof.verify.evidence import Grade
from .altered_curators import KEPT_NOISE, LAST_REWARD_AGAIN, NEVER_FORGETS
from .entry import Engine, Entry, Judgement, described, judged
from .policy_entries import transcript_judge
from .whole_audit import audit_entry

EPS = 1
CLAIM = PureDP(EPS)
EPISODES = 6


class HalfOfTheNoise(AdaPUCB):
    """Adds Laplace noise of scale 1/(2 eps) to each sum."""

    @property
    def declared_noise(self) -> Mechanism:
        return Laplace(1 / (2 * exact(self.eps)))


class NoiseOfTheMean(AdaPUCB):
    """Adds the noise of a mean of n rewards, of scale 1/(eps n), to their sum."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return Laplace(1 / (exact(self.eps) * pull.count))


class BareFirstMean(AdaPUCB):
    """Releases the first reward of each arm as it is."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return NoNoise() if state[pull.arm].phases == 0 else Laplace(1 / exact(self.eps))


class AllSamples(AdaPUCB):
    """Uses all rewards of an arm in each mean, with the noise of one episode."""

    curator = NEVER_FORGETS


class OneRewardTwice(AdaPUCB):
    """Counts the last reward of an episode in the next mean of the arm as well."""

    curator = LAST_REWARD_AGAIN


class OneNoise(AdaPUCB):
    """Adds the first noise of an arm to all its sums."""

    curator = KEPT_NOISE


@dataclass(frozen=True)
class RedrawnNoise(AdaPUCB):
    """Draws the noise of a mean anew for each index in which the mean is used."""

    def mechanism(self, state: Records, pull: Pull) -> Mechanism:
        return NoNoise()

    def decide(self, state: Records, t: int, randomness: Randomness) -> Pull:
        scale = 1 / exact(self.eps)
        noisy = tuple(
            r._replace(total=r.total + randomness.noise(Laplace(scale))) if r.phases else r
            for r in state
        )
        return super().decide(noisy, t, randomness)


TRIPLING = ExplicitSchedule(tuple(3**k for k in range(40)))


@dataclass(frozen=True)
class DoubledEpisodes(AdaPUCB):
    """An episode has twice as many rounds as its arm had before, so that pulls are tripled."""

    schedule: Schedule = TRIPLING


class SamplesOffByTwo(AdaPUCB):
    """Has the pulls N of an arm for the samples N/2 of its mean, in both parts of the width."""

    def scores(self, records: Records, t: int) -> list[float]:
        level = float(exact(self.beta)) * math.log(t)
        eps = float(exact(self.eps))
        twice = [2 * r.pulls if r.phases > 1 else 1 for r in records]
        return [
            r.mean + math.sqrt(level / (2 * n)) + level / (eps * n)
            for r, n in zip(records, twice, strict=True)
        ]


class LastRound(AdaPUCB):
    """Has log(t - 1) for log(t) in the width."""

    def scores(self, records: Records, t: int) -> list[float]:
        return super().scores(records, t - 1)


class NoPrivateWidth(AdaPUCB):
    """Leaves out the part of the width that covers the noise."""

    def scores(self, records: Records, t: int) -> list[float]:
        level = float(exact(self.beta)) * math.log(t)
        return [r.mean + math.sqrt(level / (2 * r.pulls)) for r in records]


UTILITY = (DoubledEpisodes, SamplesOffByTwo, LastRound, NoPrivateWidth)
"""Wrong versions that are as private as the right one."""


def below(shift: arb, first: Fraction, second: Fraction) -> arb:
    """Pr[X - Y < shift] for Laplace X and Y of the rates `first` and `second`, of densities > 0.

    For shift <= 0 it is (b^2 e^(a shift) - a^2 e^(b shift)) / (2 (b^2 - a^2)), and
    e^(a shift) (2 - a shift) / 4 where a = b.
    """
    if shift > 0:
        return 1 - below(-shift, first, second)
    a, b = ball(first), ball(second)
    if first == second:
        return (a * shift).exp() * (2 - a * shift) / 4
    return (b**2 * (a * shift).exp() - a**2 * (b * shift).exp()) / (2 * (b**2 - a**2))


def redrawn_loss(policy: AdaPUCB, episodes: int = EPISODES) -> Enclosure:
    """What the actions 1, 2, 1, 1, 1, ... of redrawn noise say of the first reward of arm 2.

    Arm 1 has rewards 1 and all episodes, so that each decision looks at the same reward of arm 2
    through new noise: the logarithm of the ratio of the two probabilities is a sum.
    """
    eps, beta = exact(policy.eps), exact(policy.beta)

    def chosen(reward: int) -> arb:
        log = ball(0)
        for k in range(episodes):
            n, t = max(1, 2 ** (k - 1)), 2 + 2**k
            level = ball(beta) * ball(t).log()
            mine = 1 + (level / (2 * n)).sqrt() + level / ball(eps * n)
            other = reward + (level / 2).sqrt() + level / ball(eps)
            log += below(mine - other, eps, eps * n).log()
        return log

    return enclose(lambda: chosen(0) - chosen(1), 20)


def actions_judge(policy: AdaPUCB) -> Judgement:
    """Whether one sequence of actions keeps the claim, exactly, or the releases do."""
    if not isinstance(policy, RedrawnNoise):
        return transcript_judge(policy)
    loss = redrawn_loss(policy)
    why = f"The actions in which arm 1 has all of {EPISODES} episodes."
    return judged(loss.hi <= EPS, Grade.PROVED, loss, why)


def _entry(name: str, kind: type[AdaPUCB]) -> Entry:
    return described(
        name,
        kind(arms=2, eps=EPS, ties="first"),
        AdaPUCB(arms=2, eps=EPS, ties="first"),
        engine=Engine.ACTIONS if kind is RedrawnNoise else Engine.LINEAR,
        claim=CLAIM,
        judge=actions_judge,
    )


def _tree(name: str, claim: str, mutant: DPUCB, reference: DPUCB) -> Entry:
    return audit_entry(CLAIM, output="transcript")(name, mutant, reference, defect=claim)


ENTRIES = (
    _entry("half of the noise in AdaP-UCB", HalfOfTheNoise),
    _entry("noise of a mean on a sum in AdaP-UCB", NoiseOfTheMean),
    _entry("first mean of AdaP-UCB as it is", BareFirstMean),
    _entry("all samples in the means of AdaP-UCB", AllSamples),
    _entry("last reward of an episode of AdaP-UCB used again", OneRewardTwice),
    _entry("one noise for all episodes of AdaP-UCB", OneNoise),
    _entry("fresh noise in each index of AdaP-UCB", RedrawnNoise),
    *(
        _tree(
            f"ln T for the levels of the tree of DP-UCB, T = {horizon}",
            "The noise of a block is ln T / eps, and a reward is in floor(log2 T) + 1 blocks.",
            DPUCBPrinted(arms=2, eps=EPS, horizon=horizon),
            DPUCB(arms=2, eps=EPS, horizon=horizon),
        )
        for horizon in (120, 1000)
    ),
)
